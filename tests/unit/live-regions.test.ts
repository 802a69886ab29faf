// Live regions. Screen readers announce only changes in a region that already exists.
import { globSync, readFileSync } from 'node:fs'
import postcss, { type Declaration, type Rule } from 'postcss'
import { describe, expect, it } from 'vitest'
import { parse } from 'vue/compiler-sfc'

type Ast = NonNullable<NonNullable<ReturnType<typeof parse>['descriptor']['template']>['ast']>
type Element = Extract<Ast['children'][number], { tag: string }>

const elementsIn = (parent: Ast | Element) => parent.children.filter((node): node is Element => 'tag' in node)
const within = (one: Element): Element[] => elementsIn(one).flatMap(child => [child, ...within(child)])
const isLive = ({ loc }: Element) => /^<[^>]*\s(?:role="(?:status|alert|log)"|aria-live)/.test(loc.source)

/** The part of each selector that names the hidden element itself: `.notice`, `kbd`, `.page[hidden]`. */
function hidingSelectors(css: string): string[] {
  const selectors: string[] = []
  postcss.parse(css).walkDecls(/^(?:display|visibility)$/, ({ value, parent }: Declaration) => {
    if (value === 'none' || value === 'hidden') selectors.push(...(parent as Rule).selectors)
  })
  return selectors.map(one => /[^\s>+~]+(?:\([^)]*\))*$/.exec(one.replace(/:global\((.*)\)$/, '$1'))![0])
}
const shared = globSync('assets/*.css').flatMap(file => hidingSelectors(readFileSync(file, 'utf8')))

/** Whether an element could match a selector with any of its bound classes; other conditions count as met. */
function canMatch({ tag, props }: Element, selector: string): boolean {
  const classes = props.flatMap(({ loc }) =>
    /^:?class=/.test(loc.source) ? loc.source.match(/[\w-]+/g)! : [],
  )
  const [wanted] = /^[\w-]*/.exec(selector)!
  const named = selector.replace(/:not\(.*\)/, '').match(/(?<=\.)[\w-]+/g) ?? []
  return (wanted ? wanted === tag : named.length > 0) && named.every(name => classes.includes(name))
}

/** The live regions of each component that are not alerts, with the elements around them, outermost first. */
const regions = globSync('{components,entrypoints}/**/*.vue').flatMap(file => {
  const { template, styles } = parse(readFileSync(file, 'utf8')).descriptor
  const hiding = [...shared, ...styles.flatMap(({ content }) => hidingSelectors(content))]
  const pathsFrom = (path: readonly Element[]): (readonly Element[])[] => {
    const one = path[path.length - 1]
    const inside = elementsIn(one).flatMap(child => pathsFrom([...path, child]))
    return isLive(one) && !one.loc.source.includes('role="alert"') ? [path, ...inside] : inside
  }
  const roots = template?.ast ? elementsIn(template.ast) : []
  return roots.flatMap(root => pathsFrom([root])).map(path => ({ file, path, hiding }))
})

describe('a live region', () => {
  /** A component whose live region is inserted empty, together with the buttons that fill it. */
  const LATER = 'components/panels/WonPanel.vue'

  it('exists in the accessibility tree before its text', () => {
    const late = regions.flatMap(({ file, path, hiding }) =>
      path.flatMap(one => [
        ...one.props.filter(({ name }) => /^(?:if|else|else-if|for|show|hidden)$/.test(name)).map(() => file),
        ...hiding.filter(selector => canMatch(one, selector)).map(selector => `${file}: ${selector}`),
      ]),
    )
    expect(late.filter(fault => fault !== LATER)).toEqual([])
  })
  it('does not come right before a button, which its first message would move', () => {
    const above = regions.flatMap(({ file, path }) => {
      const [around, region] = path.slice(-2)
      const siblings = region ? elementsIn(around) : []
      const next = siblings[siblings.indexOf(region) + 1]?.tag ?? ''
      const isMoved = /button$/i.test(next) && !region.loc.source.includes('visually-hidden')
      return isMoved ? [`${file}: ${region.loc.source}`] : []
    })
    expect(above).toEqual([])
  })
  it('contains neither controls nor another live region', () => {
    const isOther = (one: Element) => isLive(one) || /^(?:a|button|input|select)$|Button|Field/.test(one.tag)
    const others = regions.flatMap(({ file, path }) =>
      within(path[path.length - 1])
        .filter(isOther)
        .map(({ loc }) => `${file}: ${loc.source}`),
    )
    expect(others).toEqual([])
  })
})
