// What screen readers read: names of piles and cards, legal targets, and announcements of moves.
import fc from 'fast-check'
import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import {
  act,
  begin,
  deal,
  gameById,
  legalMoves,
  nameOf,
  play,
  playAll,
  positionAt,
  supermove,
  undo,
  type GameId,
  type Move,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { sayChange, sayGesture, sayHint, sayPile, sayTargets } from '../../components/announcements'
import { cardText, languages, setLocale } from '../../components/i18n'
import { labelsOf, type Labels } from '../../components/table/labels'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { eventually } from '../support/eventually'
import { anyWalk, arrange, move, moveText } from '../support/help'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, showTable } from '../support/mount'

const withoutAutoplay = () => memoryPlatform({ settings: '{"automatic":"off"}' })

async function openTable(query: string, platform = withoutAutoplay()) {
  const tab = await openTab(platform, query)
  const view = await showTable(tab)
  const part = (selector: string) => {
    const { role, 'aria-label': name } = view.get(selector).attributes()
    return `${role}: ${name}`
  }
  await eventually(() => expect(part('[data-pile]')).not.toContain('undefined'))
  const press = async (key: string) => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await nextTick()
  }
  const expectAnnouncement = (sentence: string) =>
    eventually(() => expect(view.get('.visually-hidden').text()).toBe(sentence))
  return { tab, view, part, press, expectAnnouncement }
}

describe('the accessible name', () => {
  it('of the stock includes its number of cards and what a press does', async () => {
    const { tab, view, part } = await openTable('?game=klondike-1&deal=17')
    expect(part('[data-on="stock"].top')).toBe('button: Stock, 24 cards, press to turn cards over')
    for (let turn = 0; turn < 24; turn++) await tab.game.playGesture([{ kind: 'draw' }])
    await nextTick()
    expect(part('[data-pile="stock"]')).toBe('button: Stock, empty, press to turn the waste over')
    view.unmount()
  })
  it('of a stock that deals a row says that a press deals a row', async () => {
    const { view, part } = await openTable('?game=spider-1&deal=17')
    expect(part('[data-on="stock"].top')).toBe('button: Stock, 50 cards, press to deal a row')
    view.unmount()
  })
  it('of a stock whose top card can be played names that card', async () => {
    const { tab, view, part } = await openTable('?game=pyramid&deal=17')
    const [top] = /\w+ of \w+$/.exec(sayPile(tab.game.position, 'stock'))!
    expect(part('[data-on="stock"].top')).toBe(`button: ${top}, Stock, top of 24, press to turn cards over`)
    view.unmount()
  })
  it('of a face-down card includes its index, the number of face-down cards, and the pile', async () => {
    const { tab, view, part } = await openTable('?game=klondike-1&deal=17')
    expect(part('[data-on="t4"][data-at="1"]')).toBe('img: Face-down card 2 of 4, Column 5')
    const position = arrange(gameById('klondike-1'), { t4: '[2C] [3C] 4C', t5: '5D' }, 'stock')
    expect(position.faceDown[tab.game.game.pileById.get('t4')!.index]).toBe(2)
    view.unmount()
  })
  it('of a face-up card under others includes its index, and whether it can be moved with them', async () => {
    const nameIn = (id: GameId, piles: Parameters<typeof arrange>[1], rest: PileId, name: string) => {
      const position = arrange(gameById(id), piles, rest)
      const nameAt = (pile: number, at: number) => nameOf(position.piles[pile][at])
      return labelsOf(position).piles.flatMap(({ cards }, i) =>
        cards.filter((_, at) => nameAt(i, at) === name),
      )[0]
    }
    const column = { t4: '[2C] 9C 8H 7C', t5: '5D' }
    expect(nameIn('klondike-1', column, 'stock', '8H')).toBe('8 of hearts, Column 5, card 3, can be moved')
    expect(nameIn('sea-towers', { t4: '9C 8H 7C' }, 't5', '8H')).toBe('8 of hearts, Column 5, card 2')
    expect(nameIn('klondike-1', { waste: '9C 8H' }, 'stock', '9C')).toBe('9 of clubs, Waste, card 1')
    expect(nameIn('pyramid', { t0: '9C', t1: '4C' }, 'stock', '9C')).toBe('9 of clubs, Place 1, covered')
    expect(nameIn('pyramid', { t0: '9C' }, 'stock', '9C')).toBe('9 of clubs, Place 1, top of 1')
  })
  it('of a card that is still covered does not change when a card above it moves', () => {
    const position = arrange(gameById('klondike-1'), { t4: '9C 8H 7C', t5: '8D' }, 'stock')
    const first = labelsOf(position)
    const [before, after] = [first, labelsOf(play(position, move('t4>t5')), first)].map(({ piles }) => piles)
    const [from, to] = ['t4', 't5'].map(id => position.game.pileById.get(id as 't4')!.index)
    expect(after[from].cards[0]).toBe(before[from].cards[0])
    expect(after.filter((labels, i) => i !== from && i !== to && labels !== before[i])).toEqual([])
  })
  it('is the same whether it is computed again or kept for an unchanged pile', () => {
    fc.assert(
      fc.property(anyWalk(), positions => {
        let labels: Labels | undefined
        for (const position of positions) {
          labels = labelsOf(position, labels)
          expect(labels.piles).toEqual(labelsOf(position).piles)
        }
      }),
    )
  })
})

describe('the table', () => {
  it('has the role “application” and a name, so that screen readers pass keys to the page', async () => {
    const { view, part } = await openTable('?game=klondike-1&deal=17')
    expect(part('.table')).toBe('application: Klondike, turn one')
    view.unmount()
  })
})

describe('a key', () => {
  it('announces where the card at the cursor can go, and makes no move', async () => {
    const { tab, view, press, expectAnnouncement } = await openTable('?game=sea-towers&deal=17')
    await press('4')
    await press('w')
    const { position } = tab.game
    const sentence = sayTargets(position, 't3', 4)
    expect(sentence).toBe('3 of spades can go to: an empty cell')
    await expectAnnouncement(sentence)
    expect(view.get('.refusal').text()).toBe(sentence)
    expect(tab.game.moves).toBe(0)
    view.unmount()
  })
  it('reads the cards of the pile at the cursor', async () => {
    const { tab, view, press, expectAnnouncement } = await openTable('?game=klondike-1&deal=17')
    await press('5')
    await press('l')
    const sentence = sayPile(tab.game.position, 't4')
    expect(sentence).toMatch(/^Column 5, 5 cards: 4 face down and \w+ of \w+$/)
    await expectAnnouncement(sentence)
    view.unmount()
  })
})

describe('an announcement', () => {
  it('of a gesture names the cards that autoplay moved', () => {
    const game = gameById('klondike-1')
    const position = arrange(game, { f0: 'AC', t0: '2C 9H', t1: 'TS', waste: '' }, 'stock')
    expect(sayGesture(position, [move('t0>t1'), move('t0>f0')])).toBe(
      '9 of hearts to Column 2. Then to the foundations: 2 of clubs',
    )
  })
  it('of a gesture names the suit that it completes, and the cards that were turned up', () => {
    const suit = 'KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S'
    const position = arrange(gameById('spider-1'), { t0: `[9S] ${suit}`, t1: '[4S] [5S] AS' }, 'stock')
    expect(sayGesture(position, [move('t1>t0')])).toBe(
      'ace of spades to Column 1. Complete suit to Foundation 1: spades. ' +
        'Turned up: 9 of spades and 5 of spades',
    )
  })
  it('of a gesture names cards that moved from the reserve, and the card turned up in the reserve', () => {
    const piles = { f0: 'AC', t0: '5H', t1: '6S', t2: '9C', t3: '2C', r0: '[8D] [7D] [3D] QH' }
    const position = arrange(gameById('canfield'), piles, 'stock')
    expect(sayGesture(position, [move('t0>t1'), move('t3>f0')])).toBe(
      '5 of hearts to Column 2. Then to the foundations: 2 of clubs. ' +
        'queen of hearts from the reserve to Column 1. 3 of diamonds from the reserve to Column 4. ' +
        'Turned up: 7 of diamonds',
    )
  })
  it('of a move names the card that it turned up in a column, a place or an open stock', () => {
    const say = (id: GameId, piles: Parameters<typeof arrange>[1], rest: PileId, text: string) =>
      sayGesture(arrange(gameById(id), piles, rest), [move(text)])
    expect(say('klondike-1', { t0: '[4D] [5D] 9H', t1: 'TS', waste: '' }, 'stock', 't0>t1')).toBe(
      '9 of hearts to Column 2. Turned up: 5 of diamonds',
    )
    expect(say('yukon', { t0: '[5D] 9H 2C 3D', t1: 'TS' }, 't6', 't0>t1*3')).toBe(
      '9 of hearts to Column 2, 3 cards in all. Turned up: 5 of diamonds',
    )
    expect(say('tripeaks', { t9: '[4C]', t18: '6H', f0: '5S' }, 'stock', 't18>f0')).toBe(
      '6 of hearts to Discard pile. Turned up: 4 of clubs',
    )
    expect(say('pyramid', { t27: 'KD', stock: '[4D] 8C' }, 'f0', 'draw')).toBe(
      'Turned from the stock: 8 of clubs. Turned up: 4 of diamonds',
    )
  })
  it('of undo and redo names the cards that the move had turned up', () => {
    const before = arrange(gameById('klondike-1'), { t0: '[5D] 9H', t1: 'TS', waste: '' }, 'stock')
    const history = act(begin(before), { kind: 'gesture', moves: [move('t0>t1')] })
    const after = positionAt(history)
    const sentence = '9 of hearts to Column 2. Turned up: 5 of diamonds'
    const undone = { id: 1, before: after, after: before, cause: 'undo' } as const
    expect(sayChange(undone, undo(history))).toBe(`Undone: ${sentence}`)
    expect(sayChange({ id: 2, before, after, cause: 'redo' }, history)).toBe(`Redone: ${sentence}`)
  })
  it('of any move names all cards that were turned up, left the reserve or went to a foundation', () => {
    const placesOf = ({ game, piles, faceDown }: Position) =>
      game.piles.flatMap(({ kind, index }) =>
        piles[index].map((card, at) => ({ card, kind, isDown: at < faceDown[index] })),
      )
    fc.assert(
      fc.property(anyWalk(), positions => {
        const before = positions[positions.length - 1]
        for (const legal of legalMoves(before)) {
          const sentence = sayGesture(before, [legal])
          const placeAfter = new Map(placesOf(play(before, legal)).map(place => [place.card, place]))
          for (const { card, kind, isDown } of placesOf(before)) {
            const to = placeAfter.get(card)!
            const isTurned = kind === to.kind && isDown && !to.isDown
            const isMoved = kind !== to.kind && kind !== 'stock'
            if (!isTurned && !(isMoved && (kind === 'reserve' || to.kind === 'foundation'))) continue
            const isSuit = before.game.foundations.takes === 'suit' && to.kind === 'foundation'
            expect(sentence, moveText(legal)).toContain(isSuit ? 'Complete suit to' : cardText(card))
          }
        }
      }),
    )
  })
  it('of a supermove names the run, not its single moves', () => {
    const position = arrange(gameById('freecell'), { t0: 'KC 7H 6S 5D', t1: '8C' }, 't7')
    const moves = supermove(position, 't0', 't1', 3)!
    expect(moves).toHaveLength(5)
    expect(sayGesture(position, moves)).toBe('7 of hearts to Column 2, 3 cards in all')
  })
  it('of autoplay names seven cards, but only six and the number of the others if there are more', () => {
    const game = gameById('klondike-1')
    const column = 'KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC'
    const position = arrange(game, { t0: column, waste: '' }, 'stock')
    const moves = Array<Move>(13).fill(move('t0>f0'))
    expect(sayGesture(position, moves.slice(0, 9) as [Move])).toMatch(/, 7 of clubs, and 2 more$/)
    expect(sayGesture(position, moves.slice(0, 7) as [Move])).toMatch(/, 6 of clubs, and 7 of clubs$/)
  })
  it('of a removed pair names both cards and the discard pile', () => {
    const game = gameById('pyramid')
    const position = arrange(game, { t27: '5S', t26: '8H', t25: 'KD', f0: 'KS', stock: '2H' }, 'stock')
    const pair = move('t27>t26')
    expect(sayHint(position, pair)).toBe('Hint: 5 of spades to 8 of hearts. Press again to play it.')
    expect(sayHint(position, move('t25>f0'))).toBe(
      'Hint: king of diamonds to Discard pile. Press again to play it.',
    )
    expect(sayGesture(position, [pair])).toBe('5 of spades and 8 of hearts to Discard pile')
  })
  it('of a deal from the stock says how many cards were dealt, even if not every column got one', () => {
    const dealt = (game: GameId, rows: number) =>
      sayGesture(playAll(deal(game, 17), Array<Move>(rows).fill(move('deal'))), [move('deal')])
    expect(dealt('spider-1', 0)).toBe('10 cards dealt from the stock')
    expect(dealt('scorpion', 0)).toBe('3 cards dealt from the stock')
    expect([dealt('easthaven', 3), dealt('easthaven', 4)]).toEqual([
      '7 cards dealt from the stock',
      '3 cards dealt from the stock',
    ])
  })
  it('of the targets of a card that cannot be moved says why', () => {
    expect(sayTargets(deal('sea-towers', 17), 't0', 0)).toBe(
      'Only cards in order and of one suit can be moved together',
    )
  })
  it('of targets names equivalent foundations once, and a single target by its name', () => {
    const ace = arrange(gameById('klondike-1'), { t0: '9H AC', t1: 'TH', waste: '' }, 'stock')
    expect(sayTargets(ace, 't0', 1)).toBe('ace of clubs can go to: a foundation')
    const two = arrange(gameById('klondike-1'), { f2: 'AC', t0: '9H 2C', t1: 'TH', waste: '' }, 'stock')
    expect(sayTargets(two, 't0', 1)).toBe('2 of clubs can go to: Foundation 3 (on ace of clubs)')
  })
  it('of several targets joins them with the word for “or” in every language', async () => {
    const position = arrange(gameById('klondike-1'), { f2: 'AC', t0: '9H 2C', t1: '3D', waste: '' }, 'stock')
    expect(sayTargets(position, 't0', 1)).toMatch(/ or Column 2 /)
    for (const language of languages) {
      await setLocale(language)
      const [, or] = new Intl.ListFormat(language, { type: 'disjunction' }).formatToParts(['1', '2'])
      expect(sayTargets(position, 't0', 1), language).toContain(or.value)
    }
    await setLocale('en')
  })
  it('of going back to the previous game says that it was restored', async () => {
    const { tab, view, expectAnnouncement } = await openTable('?game=sea-towers&deal=17')
    await tab.game.playGesture([move('t3>c2')])
    await tab.game.newDeal(5)
    await tab.game.backToPrevious()
    await expectAnnouncement('Previous game restored')
    view.unmount()
  })
  it('of undo and redo names the card or the restart', async () => {
    const { tab, view, expectAnnouncement } = await openTable('?game=sea-towers&deal=17')
    await tab.game.playGesture([move('t3>c2')])
    await tab.game.undo()
    await expectAnnouncement('Undone: 3 of spades to Cell 3')
    await tab.game.redo()
    await expectAnnouncement('Redone: 3 of spades to Cell 3')
    await tab.game.playGesture([move('t3>c3')])
    await tab.game.restart()
    await expectAnnouncement('Deal restarted')
    await tab.game.undo()
    await expectAnnouncement('Undone: Deal restarted')
    view.unmount()
  })
  it('of the light is made in an existing live region when the verdict changes', async () => {
    const { tab, view } = await openTable('?game=sea-towers&deal=17')
    const [, region] = view.findAll('.table > [role="status"]')
    expect(region.text()).toBe('')
    const late = useLateAnalysis(tab.pinia)
    for (const [light, sentence] of [
      ['won', ''],
      ['looking', ''],
      ['lost', 'No longer winnable'],
      ['looking', 'No longer winnable'],
      ['won', 'Winnable'],
      ['unknown', 'Not sure yet'],
    ] as const) {
      late.light = light
      await nextTick()
      await nextTick()
      expect(region.text(), light).toBe(sentence)
    }
    view.unmount()
  })
})
