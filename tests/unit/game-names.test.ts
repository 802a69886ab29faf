// How the search and other text fields compare typed text with the names of the games.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { GAMES, type GameId } from '../../engine/index.ts'
import { familyName, familyOf } from '../../stores/game-families.ts'
import { findGames, gameNamed, RANK, wordsOf } from '../../stores/game-names.ts'
import { LANGUAGES } from '../support/game-folders.ts'
import { aliasesOf, namesIn, typedNames } from '../support/typed-names.ts'

const english = typedNames('en')
const every = typedNames(...LANGUAGES)
const found = (text: string, names = english) => [...findGames(text, names).keys()]

test.each([
  ['Klondike, turn one', 'Klondike'],
  ['クロンダイク（1 枚めくり）', 'クロンダイク'],
  ['FreeCell', 'FreeCell'],
])('“%s” belongs to the family “%s”', (name, family) => expect(familyName(name)).toBe(family))

describe.each(LANGUAGES)('in %s, a game', tag => {
  const names = typedNames(tag, 'en')
  const own = namesIn(tag)
  const first = (text: string) => found(text, names)[0]
  it.each(GAMES)('is the first result for its name: %s', id => {
    expect(first(own[id])).toBe(id)
    expect(first(wordsOf(own[id]).join('')), 'without spaces and accents').toBe(id)
    expect(first(own[id].replaceAll(/[\s’]/g, '-').toUpperCase()), 'with hyphens, in upper case').toBe(id)
    expect(first(`${own[id]} solitaire`)).toBe(id)
    expect(first(`${wordsOf(own[id]).join(' ')} solitario`)).toBe(id)
  })
  it('is found by every prefix of its name, and by its words in any order', () => {
    fc.assert(
      fc.property(fc.constantFrom(...GAMES), fc.nat(), fc.boolean(), (id, at, isReversed) => {
        const name = own[id]
        const words = wordsOf(name)
        const end = Math.max(1, at % (name.length + 1))
        expect(
          wordsOf(name.slice(0, end)).length === 0 || found(name.slice(0, end), names).includes(id),
        ).toBe(true)
        expect(
          found((isReversed ? words.toReversed() : words.slice(at % words.length)).join(' '), names),
        ).toContain(id)
      }),
    )
  })
})

it('a mistyped name keeps its rank while “solitaire” is typed after it', () => {
  const rank = findGames('klondke', english).get('klondike-1')
  for (const text of ['klondke sol', 'klondke solitaire'])
    expect(findGames(text, english).get('klondike-1'), text).toBe(rank)
})

it('a game is still found while “solitaire” is typed after its name', () => {
  for (const id of GAMES)
    for (const name of [namesIn('en')[id], familyName(namesIn('en')[id])])
      for (let end = 1; end <= 'solitaire'.length; end++) {
        const text = `${name} ${'solitaire'.slice(0, end)}`
        expect(found(text), text).toContain(id)
      }
})

describe('across all languages, a game', () => {
  it.each(GAMES)('is identified by each of its names: %s', id => {
    for (const name of every.of[id]) {
      const meant = gameNamed(name, every)!.id
      // An alias such as “Gargantua” may mean all variants.
      expect(aliasesOf(id).includes(name) ? familyOf(meant) : meant, name).toBe(
        aliasesOf(id).includes(name) ? familyOf(id) : id,
      )
    }
    expect(gameNamed(id, every)).toEqual({ id, rank: RANK.name })
  })
})

describe('the search', () => {
  it.each<[string, GameId[]]>([
    ['yukon solitaire', ['yukon']],
    ['solitaire', ['klondike-1', 'klondike-3', 'russian']],
    ['Solitär', ['klondike-1', 'klondike-3']],
    ['réussite', ['klondike-1', 'klondike-3']],
    ['そりてぃあ', ['klondike-1', 'klondike-3']],
    ['Spider-Solitär', ['spider-1', 'spider-2', 'spider-4', 'spiderette']],
    ['spidersolitaire 4', ['spider-4']],
    ['draw one', ['double-klondike-1', 'klondike-1']],
    ['draw 3', ['double-klondike-3', 'klondike-3']],
    ['turn 3', ['double-klondike-3', 'klondike-3']],
    ['klondike turn 3', ['klondike-3', 'double-klondike-3']],
    ['2 suits', ['spider-2']],
    ['Klondike', ['klondike-1', 'klondike-3', 'double-klondike-1', 'double-klondike-3']],
    ['le solitaire', ['klondike-1', 'klondike-3', 'russian']],
    ['la pyramide', ['pyramid']],
    ['the black hole', ['black-hole']],
    ['blackhole', ['black-hole']],
    ['Black-Hole', ['black-hole']],
    ['schwarzes loch', ['black-hole']],
    ['will-o-the-wisp', ['will-o-the-wisp']],
    ['Will o the wisp', ['will-o-the-wisp']],
    ['mrs. mop', ['mrs-mop']],
    ['Bakers Game', ['bakers-game']],
    ['ＢＡＫＥＲ＇Ｓ', ['bakers-game']],
    ['streets & alleys', ['streets-and-alleys']],
    ['8 off', ['eight-off']],
    ['seahaven', ['sea-towers', 'double-sea-towers']],
    ['towers double', ['double-sea-towers']],
    ['peaks', ['tripeaks']],
    ['derette', ['spiderette']],
    ['big forty', ['forty-thieves']],
    ['trou noir', ['black-hole']],
    ['Irrlicht', ['will-o-the-wisp']],
    ['drei Gipfel', ['tripeaks']],
    ['classic solitaire', ['klondike-1', 'klondike-3']],
    ['Microsoft Solitaire', ['klondike-1', 'klondike-3']],
  ])('for “%s” finds %j', (text, games) => expect(found(text)).toEqual(games))
  it.each(['playing', 'won', 'Gaps', 'ace', 'Tetris', 'zzz', '', ' ', '!', '#'])(
    'for “%s” finds nothing',
    text => expect(found(text)).toEqual([]),
  )
  it.each([
    ['kondike', ['klondike-1', 'klondike-3', 'double-klondike-1', 'double-klondike-3']],
    ['kloondi', ['klondike-1', 'klondike-3', 'double-klondike-1', 'double-klondike-3']],
    ['klnodike', ['klondike-1', 'klondike-3', 'double-klondike-1', 'double-klondike-3']],
    ['towers duble', ['double-sea-towers']],
    ['freecel', ['freecell']],
    ['blackhoel', ['black-hole']],
    ['glof', ['golf']],
    ['yukn', ['yukon']],
    ['gof', []],
    ['kndike', []],
  ])('tolerates one typo in names that are long enough: “%s” finds %j', (text, games) =>
    expect(found(text)).toEqual(games),
  )
  const labels = (id: GameId) => [
    id === 'golf' ? 'One deck' : 'Two decks',
    ...(id === 'yukon' ? ['Hard'] : []),
  ]
  it.each([
    ['hard', ['yukon']],
    ['yukon hard', ['yukon']],
    ['one deck', ['golf']],
    ['golf two', []],
    ['one deck golf', ['golf']],
    ['one golf', []],
    ['golf', ['golf']],
  ])('finds games by their labels, and only the last label can be incomplete: “%s”', (text, games) =>
    expect([...findGames(text, english, labels).keys()].filter(id => ['golf', 'yukon'].includes(id))).toEqual(
      games,
    ),
  )
  it('finds games by names and labels whose umlauts are typed as two letters', () => {
    expect(found('vierzig raeuber', every)).toEqual(['forty-thieves'])
    expect(found('Solitaer')).toEqual(found('Solitär'))
    const labels = (id: GameId) => (id === 'golf' ? ['Türme', '1 Blatt'] : [])
    for (const text of ['tuerme', 'Türme', 'ein Blatt', '1 blatt'])
      expect(findGames(text, english, labels)).toEqual(new Map([['golf', RANK.words]]))
  })
  it.each<[string, GameId[]]>([
    ['3 peaks', ['tripeaks']],
    ['3 Gipfel', ['tripeaks']],
    ['baecker', ['bakers-game']],
    ['tire trois', ['double-klondike-3', 'klondike-3']],
    ['spider zwei farben', ['spider-2']],
    ['due semi', ['spider-2']],
    ['1 seme', ['spider-1']],
    ['rues', ['streets-and-alleys']],
  ])('finds games if numbers are typed as words or digits, or umlauts as two letters: “%s”', (text, games) =>
    expect(found(text, every)).toEqual(games),
  )
  it.each<[string, GameId[]]>([
    ['doppel', ['double-sea-towers', 'double-klondike-1', 'double-klondike-3', 'double-dot']],
    ['Doppelklondike', ['double-klondike-1', 'double-klondike-3']],
    ['klondike podwójny', ['double-klondike-1', 'double-klondike-3']],
    ['doble dot', ['double-dot']],
    ['pik', ['spider-1']],
    ['manchot', ['penguin']],
  ])('finds games by words of other languages for their English names: “%s”', (text, games) =>
    expect(found(text, every).sort()).toEqual(games.sort()),
  )
  it('finds games by their names even if a language has no search words', () => {
    const names = { ...english, words: [{}] }
    expect(found('solitaire', names)).toEqual(['russian'])
    expect(gameNamed('Sea Towers', names)).toEqual({ id: 'sea-towers', rank: RANK.name })
  })
  it('understands the search words of a new language without any code for it', () => {
    const swedish = { 'search.solitaire': 'patiens', 'search.articles': 'den', 'search.2': 'två' }
    const names = { ...english, words: [swedish] }
    expect(found('patiens', names)).toEqual(['klondike-1', 'klondike-3'])
    expect(found('spiderpatiens', names)).toEqual(['spider-1', 'spider-2', 'spider-4', 'spiderette'])
    expect(found('den pyramid', names)).toEqual(['pyramid'])
    expect(found('spider två', names)).toEqual(['spider-2'])
  })
  it('finds games by a complete label as well as by their names', () => {
    expect([...findGames('all', english, () => ['All']).keys()]).toEqual(GAMES)
  })
  it('finds games by the middle of their names if no name begins with the text', () => {
    expect(found('盗賊', typedNames('ja', 'en'))).toEqual(['forty-thieves'])
  })
  it('finds nothing for long texts of repeated words, and does not hang', () => {
    for (const text of ['1 '.repeat(30) + 'x', 'a'.repeat(60)])
      expect(findGames(text, every, () => ['1', '1 1', '1 1 1']).size).toBe(0)
  })
})

describe('typed text identifies', () => {
  it.each([
    ['spider', 'spider-1'],
    ['klond', 'klondike-1'],
    ['Klondike, turn three', 'klondike-3'],
    ['spider 4', 'spider-4'],
    ['gargantua', 'double-klondike-1'],
    ['wisp', 'will-o-the-wisp'],
    ['pyramyd', 'pyramid'],
    ['glof', 'golf'],
    ['klondke', 'klondike-1'],
    ['klondke turn three', 'klondike-3'],
    ['dobule klondike', 'double-klondike-1'],
    ['spder', 'spider-1'],
    ['spidrette', 'spiderette'],
    ['kloondi', undefined],
    ['klondike turn', undefined],
    ['spid', undefined],
    ['g', undefined],
    ['Klondike-3', 'klondike-3'],
    ['suits', undefined],
    ['the', undefined],
    ['and', undefined],
    ['game', undefined],
    ['y', undefined],
    ['golf-2', undefined],
    ['', undefined],
  ])('exactly one game, or the first of a family, or none: “%s” is %s', (text, id) =>
    expect(gameNamed(text, english)?.id).toBe(id),
  )
})
