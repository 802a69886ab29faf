// The rules page: its pictures of cards and piles, and its sentences under house rules.
import { afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { loadTexts, setLocale, t, tMaybe, type TextKey } from '../../components/i18n'
import {
  cardInWords,
  deal,
  gameById,
  games,
  nameOf,
  playAll,
  type Game,
  type GameId,
  type HouseRule,
  type Move,
  type TableauRule,
} from '../../engine/index.ts'
import { labelsOf, useBoardPicture } from '../../components/panels/board-picture'
import { pictureText } from '../../components/panels/picture-text'
import { goalUnder, inShort, rulesPage } from '../../components/panels/rules-page'
import { factsOf } from '../../components/game-facts'
import { geometryOf, placeCards } from '../../components/table/place'
import { useShapes } from '../../components/table/place-shapes'
import { downInSuit } from '../../engine/rules/vocabulary.ts'
import { LANGUAGES } from '../support/game-folders.ts'
import { openTab } from '../support/mount'
import { five } from '../support/toys.ts'

useShapes()
beforeAll(() => Promise.all([loadTexts('table'), loadTexts('panels')]))

const tab = await openTab()
const boardPicture = useBoardPicture()
/** The horizontal positions of the outlines of piles in a game's picture. */
const outlines = (id: GameId) => {
  const [places] = decodeURIComponent(boardPicture(deal(id, 17))).split('</g><g')
  return [...places.matchAll(/<rect x='([\d.]+)'/g)].map(([, x]) => Number(x))
}

describe('the picture of a rule', () => {
  test.each(games)('for $id shows cards of its deck', ({ id, deck }) => {
    const cards = factsOf(id)
      .pictures.join(' ')
      .match(/\b[A2-9TJQK][SHCD]\b/g)!
    for (const card of cards) expect(deck.suits).toContain(card[1])
  })
  it('has a caption of at most 24 characters', () => {
    const texts = (id: GameId) => factsOf(id).pictures.map(picture => pictureText(gameById(id), picture))
    for (const { id } of games)
      for (const text of texts(id)) expect(text.length, `${id}: ${text}`).toBeLessThanOrEqual(24)
    expect(texts('klondike-1')).toEqual(['Down, red on black', 'Empty column: kings only'])
    expect(texts('sea-towers')).toEqual(['Down in suit', 'Empty column: kings only', 'A run, as one move'])
    expect(texts('double-sea-towers')).toEqual([
      'Down in suit',
      'Empty column: any card',
      'Foundation: up in suit',
    ])
    expect(texts('double-dot')).toEqual(['Down by twos', 'Queen on ace', 'King on 2'])
    expect(texts('spider-1')).toEqual([
      'Down, any suit',
      'Runs in suit move as one',
      'Empty column: any card',
    ])
    expect(texts('yukon')).toEqual(['With all cards on it', 'Empty column: kings only'])
    expect(texts('canfield')).toEqual(['Down, red on black', 'King on ace'])
    expect(texts('penguin')).toEqual(['Down in suit', 'King on ace'])
    expect(texts('golf')).toEqual(['One up or down', 'Queen on king'])
    expect(texts('tripeaks')).toEqual(['One up or down', 'King on ace'])
    expect(texts('pyramid')).toEqual(['7 + 6 = 13', '12 + 1 = 13'])
  })
})

describe('the picture of a deal', () => {
  it('labels piles with their names in the game', () => {
    const parts = (id: GameId) => labelsOf(gameById(id), false).map(({ part }) => part)
    expect(parts('tripeaks')).toEqual(expect.arrayContaining(['stock', 'heap', 'peaks']))
    expect(parts('pyramid')).toEqual(expect.arrayContaining(['stock', 'waste', 'heap', 'pyramid']))
    expect(parts('klondike-1')).toEqual(expect.arrayContaining(['stock', 'waste', 'foundation', 'tableau']))
  })
  it('places every number on a pile or on the top card of a column', () => {
    for (const [game, leftHanded] of games.flatMap(game => [[game, false] as const, [game, true] as const])) {
      const size = { width: 640, height: 330, leftHanded }
      const geometry = geometryOf(game, size)
      const position = deal(game.id, 17)
      const tops = placeCards(position, geometry).filter(({ pile, at }) => {
        const { kind, index } = game.pileById.get(pile)!
        return kind === 'tableau' && at === position.piles[index].length - 1
      })
      for (const { part, x, y } of labelsOf(game, leftHanded)) {
        const [left, top] = [
          x * size.width - geometry.cardWidth / 2,
          y * size.height - geometry.cardHeight / 2,
        ]
        const places = part === 'tableau' ? tops : [...geometry.spots, ...tops]
        const isOnPlace = places.some(place => Math.hypot(place.x - left, place.y - top) < 0.1)
        expect(isOnPlace, `${game.id}: ${part}`).toBe(true)
      }
    }
  })
  it('places the numbers so that they do not overlap, even on a phone', () => {
    // The size of the picture on a phone, and of a number, in pixels.
    const [width, height, number] = [330, 170, 20]
    for (const game of games) {
      const labels = labelsOf(game, false)
      for (const [i, a] of labels.entries()) {
        expect(a.x * width, game.id).toBeGreaterThanOrEqual(number / 2)
        expect(a.x * width, game.id).toBeLessThanOrEqual(width - number / 2)
        expect(a.y * height, game.id).toBeLessThanOrEqual(height - number / 2)
        for (const b of labels.slice(0, i)) {
          const [across, down] = [Math.abs(a.x - b.x) * width, Math.abs(a.y - b.y) * height]
          expect(Math.max(across, down), `${game.id}: ${a.part}, ${b.part}`).toBeGreaterThanOrEqual(number)
        }
      }
    }
  })
  it('outlines a single place for the foundations if they overlap, as in Spider', () => {
    expect(outlines('spider-1')).toHaveLength(10 + 1 + 1)
    expect(outlines('klondike-1')).toHaveLength(7 + 4 + 2)
  })
  it('is mirrored like the table of a left-handed player', async () => {
    const piles = gameById('klondike-1').piles.map(({ id }) => id)
    const stock = () => outlines('klondike-1')[piles.indexOf('stock')]
    const right = stock()
    await tab.settings.change({ leftHanded: true })
    expect(stock()).toBeGreaterThan(right)
    await tab.settings.change({ leftHanded: false })
    expect(stock()).toBe(right)
  })
})

describe('the rules page', () => {
  const pageWith = (words: Partial<TableauRule>) =>
    rulesPage({ game: five({ tableau: { ...five().tableau, ...words } }), house: [] }).join('\n')
  const FILLS = { any: 1, kings: 1, none: 1, reserve: 1 } satisfies Record<TableauRule['fill'], 1>
  const TAKES = { top: 1, run: 1, any: 1 } satisfies Record<Exclude<TableauRule['take'], object>, 1>

  it('has a different sentence for each value of `fill` and for each value of `take`', () => {
    const fills = Object.keys(FILLS).map(fill => pageWith({ fill: fill as TableauRule['fill'] }))
    const takes = [...Object.keys(TAKES), downInSuit].map(take =>
      pageWith({ take: take as TableauRule['take'] }),
    )
    for (const pages of [fills, takes]) expect(new Set(pages).size).toBe(pages.length)
    for (const page of [...fills, ...takes]) expect(page).not.toContain('word.')
  })
  it('says which card the discard pile starts with, if the game has one', () => {
    const heaps = games.filter(({ foundations }) => foundations.takes === 'card' && foundations.count === 1)
    expect(heaps.map(({ id }) => id)).toEqual(['tripeaks', 'golf', 'black-hole'])
    for (const game of heaps) {
      const { first } = game.foundations
      const start =
        typeof first === 'string' ? 'a card from the stock' : `the ${cardInWords(nameOf(first[0]!))}`
      expect(rulesPage({ game, house: [] }).join(' ')).toContain(`The discard pile starts with ${start}.`)
    }
  })
})

describe('the goal and the rules page under house rules', () => {
  beforeAll(() => loadTexts('games'))
  afterEach(async () => void (await setLocale('en')))
  /** The sentence that each of these house rules changes, and the changed sentence. */
  const CHANGED = {
    'round-corner': ['word.corner.ends', 'word.corner.round'],
    'move-runs': ['word.take.top', 'word.take.through.cells'],
  } as const satisfies Partial<Record<HouseRule, readonly TextKey[]>>

  test.each(LANGUAGES)('contain the changed sentence of each house rule, in %s', async language => {
    await setLocale(language)
    for (const { id, houseRules } of games)
      for (const rule of houseRules) {
        const [standard, changed] = CHANGED[rule as keyof typeof CHANGED] ?? []
        if (!standard || !changed) continue
        expect(goalUnder(id, [])).toContain(t(standard))
        expect(goalUnder(id, [rule]).endsWith(t(changed))).toBe(true)
        const house = [rule]
        expect(rulesPage({ game: gameById(id, house), house }).join(' ')).toContain(t(changed))
      }
  })
  it('have no space after a Japanese full stop', async () => {
    await setLocale('ja')
    for (const game of games) {
      const texts = [goalUnder(game.id, game.houseRules), inShort({ game, house: [] })]
      expect([...rulesPage({ game, house: [] }), ...texts].join('\n')).not.toMatch(/。 /)
    }
  })
  const passesOf = ({ stock }: Game): string => {
    const { passes } = stock as { passes?: number }
    return t(`word.passes.${passes === undefined ? 'ever' : passes === 1 ? 'once' : 'some'}`, {
      count: passes ?? 0,
    })
  }
  /** The text that a house rule replaces, and its replacement. */
  function replaced(id: GameId, rule: HouseRule): [string, string] {
    const keys = CHANGED[rule as keyof typeof CHANGED] as readonly TextKey[] | undefined
    if (keys) return [t(keys[0]), t(keys[1])]
    if (rule === 'deal-over-spaces') return [t('word.stock.refused'), '']
    return [passesOf(gameById(id)), passesOf(gameById(id, [rule]))]
  }
  it.each(LANGUAGES)(
    'differ from the standard rules only by the text of the house rule, in %s',
    async language => {
      await setLocale(language)
      const textOf = (id: GameId, house: readonly HouseRule[]) =>
        rulesPage({ game: gameById(id, house), house }).join(' ')
      const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
      for (const { id, houseRules } of games)
        for (const rule of houseRules) {
          const [standard, changed] = [textOf(id, []), textOf(id, [rule])]
          const added = tMaybe(`word.house.${rule}`)
          const [from, to] = added ? ['', ''] : replaced(id, rule)
          expect(standard, `${id}, ${rule}`).toContain(from)
          expect(oneLine(changed)).toBe(oneLine(`${standard.replace(from, to)} ${added ?? ''}`))
          expect(changed).not.toMatch(/[{}]|word\./)
        }
    },
  )
  it('have goals that differ only by the changed sentence, if there is one', () => {
    for (const { id, houseRules } of games)
      for (const rule of houseRules) {
        const [standard, changed] = CHANGED[rule as keyof typeof CHANGED] ?? ['', '']
        const expected = standard
          ? goalUnder(id, []).replace(t(standard), t(changed as TextKey))
          : goalUnder(id, [])
        expect(goalUnder(id, [rule])).toBe(expected)
      }
  })
})

describe('the small picture of a position', () => {
  /** The number of suits in the picture after this number of draws from the stock. */
  const suitsAfter = (id: GameId, draws: number) => {
    const position = playAll(deal(id, 17), Array<Move>(draws).fill({ kind: 'draw' }))
    return decodeURIComponent(boardPicture(position)).split(/M[\d.]/).length - 1
  }
  it('shows the suit of the top card of a pile, not of the cards below it', () => {
    expect([1, 2, 9].map(draws => suitsAfter('golf', draws))).toEqual(Array(3).fill(suitsAfter('golf', 0)))
    // The picture shows three cards of the waste.
    expect(suitsAfter('klondike-1', 9)).toBe(suitsAfter('klondike-1', 3))
  })
})
