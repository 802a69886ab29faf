// The styles: every rule is in a layer, and every color, z-index and duration is a token.
import { existsSync, globSync, readFileSync } from 'node:fs'
import postcss, { type AtRule, type Declaration, type Root } from 'postcss'
import { describe, expect, it } from 'vitest'
import { constants, withoutConstants } from '../../.build/constants.ts'
import { featureLayer } from '../../.build/feature-layer.ts'
import { cardRules } from '../../.build/cards.ts'

const LAYERS = ['tokens', 'base', 'table', 'surfaces', 'feature', 'device']
const isTokens = (file: string) => /\/(tokens|constants)\.css$/.test(file)

/** Every style sheet and component style: its source, and the result of the build's transforms. */
const styles = await Promise.all(
  [...globSync('assets/*.css'), ...globSync('{components,entrypoints}/**/*.vue')]
    .map(file => {
      const text = readFileSync(file, 'utf8')
      const block = /<style( scoped)?>(.*)<\/style>/s.exec(text)
      return {
        file,
        text: file.endsWith('.css') ? text : (block?.[2] ?? ''),
        isScoped: block?.[1] !== undefined,
      }
    })
    .filter(({ text }) => text !== '')
    .map(async ({ file, text, isScoped }) => {
      const from = file.endsWith('.vue') ? `${process.cwd()}/${file}?vue&type=style` : file
      const { root } = await postcss([cardRules, featureLayer]).process(text, { from })
      return { file, isScoped, source: postcss.parse(text), built: root as Root }
    }),
)
/** The layer into which each file is imported. */
const layerOf = new Map<string, string>()
for (const { source } of styles)
  source.walkAtRules('import', ({ params }) => {
    const [, name, layer] = /^'\.\/([\w-]+\.css)' layer\((\w+)\)$/.exec(params) ?? []
    layerOf.set(`assets/${name}`, layer)
  })

describe('layers', () => {
  it('are declared in the first rule of a page', () => {
    const start = styles.find(({ file }) => file === 'assets/style.css')!
    expect(String(start.source.nodes.find(({ type }) => type !== 'comment'))).toBe(
      `@layer ${LAYERS.join(', ')}`,
    )
  })
  it('contain every rule', () => {
    const outside = styles
      .filter(({ file }) => !layerOf.has(file) && !file.endsWith('constants.css'))
      .flatMap(({ file, built }) =>
        built.nodes
          .filter(({ type }) => type !== 'comment')
          .filter(node => !['layer', 'import'].includes((node as AtRule).name))
          .map(node => `${file}: ${String(node).slice(0, 60)}`),
      )
    expect(outside).toEqual([])
  })
  it('are all declared, and named by every import', () => {
    const named = [...layerOf.values()]
    for (const { built } of styles)
      built.walkAtRules('layer', ({ params }) => void named.push(...params.split(', ')))
    expect([...new Set(named)].filter(name => !LAYERS.includes(name))).toEqual([])
    for (const file of layerOf.keys()) expect(existsSync(file), file).toBe(true)
  })
  it('contain only scoped component styles, except those of the days of a month', () => {
    // The days are shown in a list, a panel and a legend.
    const unscoped = styles.filter(({ file, isScoped }) => file.endsWith('.vue') && !isScoped)
    expect(unscoped.map(({ file }) => file)).toEqual(['components/MonthDays.vue'])
    for (const { source } of unscoped)
      source.walkRules(({ selector }) => expect(selector).toMatch(/^(?:\.days|\.key|&)/))
  })
})

describe('tokens', () => {
  const declarations = styles.flatMap(({ file, source }) => {
    const found: { file: string; prop: string; value: string }[] = []
    source.walkDecls(({ prop, value }: Declaration) => void found.push({ file, prop, value }))
    return found
  })
  const elsewhere = (isLiteral: (value: string, prop: string) => boolean) =>
    declarations
      .filter(({ file, prop, value }) => !isTokens(file) && isLiteral(value, prop))
      .map(({ file, prop, value }) => `${file}: ${prop}: ${value}`)

  it('define every color', () => {
    const color =
      /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\((?!from var\()|\b(?:white|black)\b/i
    expect(elsewhere(value => color.test(value))).toEqual([])
  })
  it('define every z-index', () => {
    expect(elsewhere((value, prop) => prop === 'z-index' && /\d/.test(value))).toEqual([])
  })
  it('define every duration and easing of motion', () => {
    expect(elsewhere(value => /\b\d*\.?\d+m?s\b|cubic-bezier/.test(value))).toEqual([])
  })
  it('are all used, and every used variable is set', () => {
    const used = new Set<string>()
    for (const { built: root } of styles)
      root.walkDecls(({ value }) => {
        for (const [, name] of value.matchAll(/var\((--[\w-]+)/g)) used.add(name)
      })
    const tokens = declarations.filter(({ file, prop }) => isTokens(file) && prop.startsWith('--'))
    const scripts = globSync('{components,entrypoints}/**/*.{ts,vue}').map(file => readFileSync(file, 'utf8'))
    const isUsed = (name: string) => used.has(name) || scripts.some(text => text.includes(`'${name}'`))
    expect([...new Set(tokens.map(({ prop }) => prop))].filter(name => !isUsed(name))).toEqual([])
    const defined = new Set<string>()
    for (const { built: root } of styles) root.walkDecls(/^--/, ({ prop }) => void defined.add(prop))
    const isDefined = (name: string) =>
      defined.has(name) || scripts.some(text => text.includes(`${name}:`) || text.includes(`'${name}'`))
    expect([...used].filter(name => !isDefined(name))).toEqual([])
  })
  it('that are constants cannot be set in other files or read by scripts', async () => {
    const again = postcss([constants]).process('.day { --medal: red }', { from: 'components/MonthDays.vue' })
    await expect(again).rejects.toThrow('--medal is a constant')
    const names = declarations.filter(({ file }) => file.endsWith('constants.css')).map(({ prop }) => prop)
    const scripts = globSync('{components,entrypoints}/**/*.ts').map(file => readFileSync(file, 'utf8'))
    expect(names.filter(name => scripts.some(text => text.includes(`${name}'`)))).toEqual([])
    expect(withoutConstants('var(--sheet) var(--felt-0)')).toBe('light-dark(#fbfaf6, #1d2327) var(--felt-0)')
  })
  it('are not set on the root by a style sheet that is loaded after the first paint', () => {
    const start = [...layerOf.keys(), 'assets/style.css']
    const found: string[] = []
    for (const { file, source } of styles)
      if (!start.includes(file) && !file.endsWith('constants.css'))
        source.walkRules(
          /(^|,\s*)(:root|html)\s*($|,)/,
          ({ selector }) => void found.push(`${file}: ${selector}`),
        )
    expect(found).toEqual([])
  })
})

it('every rule with the font of the cards also sets the letters that the user chose', () => {
  // The build moves the shorthand `font` to the end of its rule, where it would reset the letters.
  const wanted = ['font-family: Suits', 'font-feature-settings: var(--letters, normal)']
  const found: string[] = []
  for (const { file, source } of styles)
    source.walkRules(({ selector, nodes }) => {
      const declared = nodes.map(String)
      const isCard = declared.some(text => /^font\b.*Suits/.test(text))
      if (isCard && !wanted.every(text => declared.includes(text))) found.push(`${file}: ${selector}`)
    })
  expect(found).toEqual([])
})

it('no selector has data-table=“open”, which would also match copies made while the game was hidden', () => {
  const found: string[] = []
  for (const { file, source } of styles)
    source.walkRules(/data-table='open'/, ({ selector }) => void found.push(`${file}: ${selector}`))
  expect(found).toEqual([])
})

it('a card and its rank and suit flip in one animation, so that neither lags behind', () => {
  const separate: string[] = []
  for (const { file, source } of styles)
    source.walkDecls('animation', ({ parent }) => {
      const { selector = '' } = parent as { selector?: string }
      if (/\.card[^,]*::(before|after)/.test(selector)) separate.push(`${file}: ${selector}`)
    })
  expect(separate).toEqual([])
})
