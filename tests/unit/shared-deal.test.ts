// Games and deal numbers in typed text and addresses.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { GAMES, type GameId } from '../../engine/index.ts'
import { wordsOf } from '../../stores/game-names.ts'
import { addressWithIds, digitsOf, findBesideDeal, readDeal } from '../../stores/shared-deal.ts'
import { LANGUAGES } from '../support/game-folders.ts'
import { some } from '../support/help.ts'
import { namesIn, typedNames, wordsIn } from '../support/typed-names.ts'

const english = typedNames('en')
const japanese = typedNames('ja', 'en')
const allLanguages = typedNames(...LANGUAGES)
const anyNumber = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 0xffff_ffff }))

describe('a number', () => {
  it('is read with the separators of every language and with other common separators', () => {
    fc.assert(
      fc.property(anyNumber, number => {
        const grouped = number.toLocaleString('en')
        for (const by of [',', '.', ' ', "'", '’', '\u00a0', '\u202f'])
          expect(digitsOf(grouped.replaceAll(',', by))).toBe(String(number))
        for (const tag of LANGUAGES) expect(digitsOf(number.toLocaleString(tag))).toBe(String(number))
        expect(digitsOf(` # ${number} `)).toBe(String(number))
      }),
    )
  })
  it.each([
    '',
    '#',
    'abc',
    '1.5',
    '1,00',
    '1,0000',
    '1,000.000',
    '1000,000',
    '0,001',
    '1e3',
    '٣',
    '1 00',
    '1,,000',
  ])('is not read from “%s”, which is not a positive whole number with correct separators', text =>
    expect(digitsOf(text)).toBeUndefined(),
  )
  it.each(['0', '-5', '−5', '99999999999', '4,294,967,296', 'freecell 0', 'freecell -5', 'golf #4294967296'])(
    'that is out of range is refused for that reason: %s',
    text =>
      expect(readDeal(text, english, 'golf')).toMatchObject({ ok: false, reason: { key: 'dealNumber' } }),
  )
})

describe('a deal', () => {
  const read = (text: string, names = english) => {
    const found = readDeal(text, names)
    return found?.ok ? [found.value.game, found.value.deal] : undefined
  }
  it.each(LANGUAGES)('is read back from the name of its game in %s and its number', tag => {
    const own = namesIn(tag)
    const names = typedNames(tag, 'en')
    fc.assert(
      fc.property(fc.constantFrom(...GAMES), anyNumber, (id, number) => {
        const plain = wordsOf(own[id]).join(' ')
        const grouped = number.toLocaleString(tag)
        for (const text of [
          ...[
            `${own[id]} #${number}`,
            `${own[id]} ${number}`,
            `${own[id]}, ${grouped}`,
            `#${number} ${own[id]}`,
          ],
          ...[
            `${plain} ${number}`,
            `${plain.replaceAll(' ', '-')}-${number}`,
            `${plain} solitaire ${grouped}`,
          ],
          `Quickhand ${own[id]} #${number}: 4:12, 89 moves`,
          `https://example.com/newtab.html?game=${id}&deal=${number} thanks`,
          `newtab.html?game=${encodeURIComponent(own[id])}&deal=${encodeURIComponent(grouped)}`,
        ])
          expect(read(text, names), text).toEqual([id, number])
      }),
      { numRuns: some(100) },
    )
  })
  it.each<[string, GameId, number]>([
    ['klondike #12', 'klondike-1', 12],
    ['double Klondike #12', 'double-klondike-1', 12],
    ['klondike turn 3 #12', 'klondike-3', 12],
    ['klondike turn 3 12', 'klondike-3', 12],
    ['klondike 3 12', 'klondike-3', 12],
    ['klondke #5', 'klondike-1', 5],
    ['klondke 5', 'klondike-1', 5],
    ['glof #5', 'golf', 5],
    ['klondike 1 000', 'klondike-1', 1000],
    ['Klondike No. 17', 'klondike-1', 17],
    ['klondike n° 17', 'klondike-1', 17],
    ['klondike № 17', 'klondike-1', 17],
    ['klondike nr 17', 'klondike-1', 17],
    ['klondike deal 17', 'klondike-1', 17],
    ["Baker's Game 5", 'bakers-game', 5],
    ['le Yukon 5', 'yukon', 5],
    ['spider #4', 'spider-1', 4],
    ['spider one suit 4', 'spider-1', 4],
    ['spider 5', 'spider-1', 5],
    ['spider-4 #5', 'spider-4', 5],
    ['spider 2 suits 4', 'spider-2', 4],
    ['spider 2 400', 'spider-2', 400],
    ['spider 2,400', 'spider-1', 2400],
    ['spider #2 400', 'spider-1', 2400],
    ['free cell 25', 'freecell', 25],
    ['freecell25', 'freecell', 25],
    ['25 freecell', 'freecell', 25],
    ['Sea Towers - 17', 'sea-towers', 17],
    ['seahaven 19', 'sea-towers', 19],
    ['will o the wisp 3', 'will-o-the-wisp', 3],
    ['wisp 3', 'will-o-the-wisp', 3],
    ['mrs. mop 4', 'mrs-mop', 4],
    ['8 off 8', 'eight-off', 8],
    ['40 thieves 40', 'forty-thieves', 40],
    ['yukon solitaire 9', 'yukon', 9],
    ['3 golf solitaire', 'golf', 3],
    ['pyramyd 5', 'pyramid', 5],
    ['Try Double Sea Towers #4711!', 'double-sea-towers', 4711],
    ['Try Sea Towers #1,000!', 'sea-towers', 1000],
    ['Try Golf #1 000!', 'golf', 1000],
    ['?deal=5&game=Pyramid', 'pyramid', 5],
    ['newtab.html?game=Sea Towers&deal=5 is nice', 'sea-towers', 5],
    ['?game=klondike #5', 'klondike-1', 5],
    ['?deal=golf #4', 'golf', 4],
    ['?deal=golf#1,000', 'golf', 1000],
    ['newtab.html?game=golf&deal=4#top', 'golf', 4],
  ])('is read from “%s”: %s %d', (text, game, number) => expect(read(text)).toEqual([game, number]))
  it.each<[string, GameId]>([
    ['シータワーズ ＃１２', 'sea-towers'],
    ['Ｓｅａ　Ｔｏｗｅｒｓ ＃ １２', 'sea-towers'],
    ['クロンダイク(1枚めくり)＃12', 'klondike-1'],
    ['クロンダイク #12', 'klondike-1'],
    ['フリーセル12', 'freecell'],
    ["baker's game #12", 'bakers-game'],
  ])('is read if the language is Japanese: “%s”', (text, game) =>
    expect(read(text, japanese)).toEqual([game, 12]),
  )
  it('is read from “rues 17”, in which “ue” is not an umlaut', () => {
    expect(read('rues 17', allLanguages)).toEqual(['streets-and-alleys', 17])
  })
  it.each([
    ...['Sea Towers in 12', '12 games of Sea Towers', 'Try Klondike #5', 'Tetris 17', 'towers', '17', '#'],
    ...[
      'klondike turn 3',
      'draw 3',
      'turn 3',
      'klondike-3',
      'Klondike-3',
      'Spider-4',
      'spider 4',
      'spider 2',
      'klondike 3',
      '3 peaks',
      '8 off',
      '40 thieves',
      '2 suits',
      'spid 5',
      'Game 5',
      'the 5',
      'y 5',
      'freecell #1,00',
      'FreeCell #1.5',
      'FreeCell #1,0000',
      'minigolf #5',
      'Prussian roulette #3',
    ],
  ])('is not read from “%s”, which does not clearly state both a game and a number', text =>
    expect(readDeal(text, english)).toBeUndefined(),
  )
  it('is read even at the end of a very long text, but not from one without a deal', () => {
    const long = 'klondike 3 x '.repeat(200_000)
    expect(readDeal(long, english)).toBeUndefined()
    expect(readDeal(`?game=${long}`, english)).toMatchObject({ ok: false, reason: { key: 'unknownGame' } })
    expect(read(`${long} Sea Towers #5`)).toEqual(['sea-towers', 5])
  })
  it.each([
    ['klondike #0', ['klondike-1', 'klondike-3', 'double-klondike-1', 'double-klondike-3']],
    ['towers 3', ['double-sea-towers', 'sea-towers']],
    ['spider 4', ['spider-4']],
    ['40 thieves', ['forty-thieves']],
    ['#4', []],
    ['golf 5,000,000,000', ['golf']],
    ['golf no. 0', ['golf']],
    ['ゴルフ ＃０', ['golf']],
    ['ゴルフ　０', ['golf']],
  ])('that cannot be read does not prevent a search for its game: “%s”', (text, games) =>
    expect([...findBesideDeal(text, japanese).keys()]).toEqual(games),
  )
  it('of a given game is read from a number alone', () => {
    expect(readDeal('1 000', english, 'golf')).toEqual({ ok: true, value: { game: 'golf', deal: 1000 } })
    expect(readDeal('newtab.html?deal=7', english, 'golf')).toEqual({
      ok: true,
      value: { game: 'golf', deal: 7 },
    })
    for (const text of ['n° 17', 'No. 17', 'N°17', 'game 17'])
      expect(readDeal(text, english, 'golf')).toEqual({ ok: true, value: { game: 'golf', deal: 17 } })
    expect(readDeal('golf', english, 'golf')).toBeUndefined()
  })
  it.each(LANGUAGES)('is read after each word that can come before a deal number in %s', tag => {
    const { 'search.deal': words } = wordsIn(tag)
    for (const word of words!.split(' '))
      for (const text of [`${word} 17`, `${word.toUpperCase()}. 17`, `golf ${word} 17`])
        expect(readDeal(text, english, 'golf'), text).toEqual({ ok: true, value: { game: 'golf', deal: 17 } })
  })
})

describe('an address', () => {
  it.each([...GAMES])('with the id of a game is unchanged: %s', id => {
    expect(addressWithIds(`?game=${id}&deal=17`, allLanguages)).toBe(`?game=${id}&deal=17`)
  })
  test.each([
    ['?game=Pyramid&deal=5', '?game=pyramid&deal=5'],
    ['?game=Pyramide', '?game=pyramid'],
    ['?game=Ch%C3%A2teau+assi%C3%A9g%C3%A9&deal=1.000', '?game=beleaguered-castle&deal=1000'],
    ['?game=spider', '?game=spider-1'],
    ['?deal=1%20000', '?deal=1000'],
    ['?game=Pyramid&deal=0', '?game=pyramid&deal=0'],
    ['?game=Tetris&deal=5', '?game=Tetris&deal=5'],
    ['?game=g&other=1', '?game=g&other=1'],
    ['?game=x', '?game=x'],
    ['?game=klondike%20#5', '?game=klondike-1&deal=5'],
    ['?game=klondike-3#5', '?game=klondike-3&deal=5'],
    ['?deal=golf%20#4', '?deal=4&game=golf'],
    ['?game=yukon&deal=golf%20#4', '?game=yukon&deal=golf+%234'],
    ['?game=3%20golf%20solitaire', '?game=golf&deal=3'],
    ['?game=spider%204', '?game=spider-4'],
    ['?deal=spider%204', '?deal=spider+4'],
    ['?deal=spider%20#4', '?deal=4&game=spider-1'],
  ])('with the name of a game gets its id instead, if the name is recognized: %s', (search, withIds) =>
    expect(addressWithIds(search, allLanguages)).toBe(withIds),
  )
})
