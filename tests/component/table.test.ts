// The table in a simulated page: layout, motion, pointer, keys, and what the table shows.
import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import { nextTick } from 'vue'
import {
  bestTargets,
  deal,
  gameById,
  games,
  nameOf,
  play,
  rankOf,
  solve,
  type GameId,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { dropOn, isDrag, LONG_PRESS_MS } from '../../components/table/pointer'
import { charactersOf, commandOf, hintedCard, onTop, walk, type Key } from '../../components/table/keys'
import { SINGLE_KEYS, type KeySettings } from '../../stores/settings/single-keys'
import { KEYBOARDS } from '../support/keyboards'
import { useShapes } from '../../components/table/place-shapes'
import {
  cornerHeightOf,
  geometryOf,
  hasColumns,
  isBare,
  placeCards,
  type Spot,
} from '../../components/table/place'
import { afterOwnMove } from '../../components/table/useTravel'
import { dealJourneys, exposed, journeys, keepStops, type Journey } from '../../components/table/travel'
import GameTable from '../../components/table/GameTable.vue'
import { sayGesture } from '../../components/announcements'
import { cardNamed, clockText, setLocale, tCount } from '../../components/i18n'
import { viewSlots, type SlotView } from '../../components/table/card-view'
import { turnStock } from '../support/gestures'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { anyWalk, arrange, move, wonGame } from '../support/help'
import { openTab, show, showTable } from '../support/mount'
import { eventually } from '../support/eventually'
import { memoryPlatform } from '../support/memory-platform'

const viewport = (width: number, height: number, leftHanded = false) => ({ width, height, leftHanded })

/** The smallest, default and largest card size. */
const SCALES = [0.8, 1, 1.3] as const
const anyScale = fc.constantFrom(...SCALES)

/** The directions of the arrow keys. */
const ARROWS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

useShapes()
/** Games whose piles must not overlap. Completed suits and cards of a pyramid overlap by design. */
const withoutOverlap = games.filter(game => !game.tableau.overlap && game.foundations.takes !== 'suit')

describe('every card', () => {
  const sizes = [
    [1366, 610],
    [1920, 910],
    [1024, 560],
    [1280, 560],
    [400, 608],
    [600, 800],
    [360, 560],
    [2560, 1040],
    [2560, 910],
    [3840, 2120],
  ] as const
  test.each(sizes)(
    'is entirely on a table of %d × %d pixels in any position of any game',
    (width, height) => {
      fc.assert(
        fc.property(anyWalk(150), fc.boolean(), anyScale, (positions, leftHanded, scale) => {
          const position = positions[positions.length - 1]
          const geometry = geometryOf(position.game, { ...viewport(width, height, leftHanded), scale })
          const { cardWidth, cardHeight } = geometry
          const isInside = ({ x, y }: Spot) =>
            x >= 0 && x + cardWidth <= width && y >= 0 && y + cardHeight <= height
          expect(placeCards(position, geometry).filter(card => !isInside(card))).toEqual([])
        }),
        { numRuns: 40 },
      )
    },
  )
  test.each(withoutOverlap.flatMap(game => [true, false].map(left => [game.id, left] as const)))(
    'of %s is in a pile whose place overlaps no other (left-handed: %s)',
    (id, left) => {
      for (const [width, height] of sizes)
        for (const scale of SCALES) {
          const geometry = geometryOf(gameById(id), { ...viewport(width, height, left), scale })
          const { spots, cardWidth, cardHeight } = geometry
          const isApart = (a: Spot, b: Spot) =>
            Math.abs(a.x - b.x) >= cardWidth || Math.abs(a.y - b.y) >= cardHeight
          const covered = spots.flatMap((a, i) =>
            spots.slice(i + 1).flatMap(b => (isApart(a, b) ? [] : [[a, b]])),
          )
          expect(covered, `at ${width}`).toEqual([])
        }
    },
  )
  test.each(games.map(({ id }) => id))('of %s is in a pile whose place is entirely on the table', id => {
    for (const [width, height] of sizes)
      for (const scale of SCALES) {
        const { spots, cardWidth, cardHeight } = geometryOf(gameById(id), {
          ...viewport(width, height),
          scale,
        })
        expect(Math.max(...spots.map(({ x }) => x)) + cardWidth, `at ${width}`).toBeLessThanOrEqual(width)
        expect(Math.max(...spots.map(({ y }) => y)) + cardHeight, `at ${width}`).toBeLessThanOrEqual(height)
      }
  })
  test.each(['tripeaks', 'pyramid', 'black-hole'] as const)(
    'of %s has the same size and place while a notice is below the table',
    id => {
      const without = geometryOf(gameById(id), viewport(1366, 610))
      const withNotice = geometryOf(gameById(id), { ...viewport(1366, 610), reserved: 58 })
      expect(withNotice.cardWidth).toBe(without.cardWidth)
      expect(withNotice.spots).toEqual(without.spots)
    },
  )
  it.each(['freecell', 'bakers-game'] as const)(
    'of a deal of %s is aligned in a row, even in a short window',
    id => {
      for (const [width, height] of [...sizes, [1366, 540]] as const) {
        const position = deal(id, 17)
        const placed = placeCards(position, geometryOf(position.game, viewport(width, height)))
        for (let row = 0; row < 7; row++) {
          const inRow = placed.filter(({ pile, at }) => pile.startsWith('t') && at === row)
          expect(new Set(inRow.map(({ y }) => y)).size, `row ${row} at ${width} × ${height}`).toBe(1)
        }
      }
    },
  )
  it('of a new deal has an uncovered part that a finger can tap, if the table has room', () => {
    for (const [width, height] of [...sizes, [683, 610], [1024, 660]] as const)
      for (const { id } of games) {
        const position = deal(id, 17)
        const geometry = geometryOf(position.game, viewport(width, height))
        if (!hasColumns(position.game) || geometry.fanAcross > 0) continue
        const placed = placeCards(position, geometry).filter(({ pile }) => pile.startsWith('t'))
        const offsets = placed.flatMap(({ pile, at, y, faceUp }) =>
          placed.filter(next => faceUp && next.pile === pile && next.at === at + 1).map(next => next.y - y),
        )
        const lowest = Math.max(...placed.map(({ y }) => y + geometry.cardHeight))
        const bottom = Math.min(...position.game.of.tableau.map(({ index }) => geometry.bottoms[index]))
        if (lowest < bottom - 10)
          expect(Math.min(...offsets), `${id} at ${width} × ${height}`).toBeGreaterThanOrEqual(
            Math.floor(Math.min(44, 0.75 * geometry.cardHeight)),
          )
      }
  })
  it.each([false, true])('of the reserve in Canfield is in line with the stock (left-handed: %s)', left => {
    const { of } = gameById('canfield')
    for (const width of [1366, 400]) {
      const { spots } = geometryOf(gameById('canfield'), viewport(width, 610, left))
      const across = (piles: readonly { index: number }[]) => piles.map(({ index }) => spots[index].x)
      expect(across(of.reserve)).toEqual(across(of.stock))
      expect(across(of.tableau), 'the columns are below the foundations').toEqual(across(of.foundation))
    }
  })
  it.each([false, true])(
    'of the waste is beside the stock, the top three in a fan (left-handed: %s)',
    left => {
      let position = deal('klondike-3', 17)
      for (let turns = 0; turns < 3; turns++) position = play(position, { kind: 'draw' })
      for (const width of [1366, 400]) {
        const geometry = geometryOf(position.game, viewport(width, 610, left))
        const waste = placeCards(position, geometry)
          .filter(({ pile }) => pile === 'waste')
          .sort((a, b) => a.at - b.at)
        const [, third, second, top] = waste.slice(-4)
        // Rank and suit are at the left edge of a card, which the next card must not cover.
        expect(third.x).toBeLessThan(second.x)
        expect(second.x).toBeLessThan(top.x)
        const { x } = geometry.spots[position.game.of.stock[0].index]
        for (const card of waste) expect(Math.abs(card.x - x)).toBeGreaterThanOrEqual(geometry.cardWidth)
      }
    },
  )
  it('has the size that the design defines', () => {
    const size = (id: 'sea-towers' | 'double-sea-towers', width: number, height: number) => {
      const { cardWidth, cardHeight } = geometryOf(gameById(id), viewport(width, height))
      return [cardWidth, cardHeight]
    }
    expect(size('double-sea-towers', 1366, 610)).toEqual([93, 130])
    expect(size('double-sea-towers', 1920, 910)).toEqual([132, 185])
    expect(size('double-sea-towers', 1280, 560)).toEqual([87, 122])
    expect(size('sea-towers', 1366, 610)).toEqual([110, 154])
    expect(size('double-sea-towers', 400, 608)).toEqual([33, 50])
  })
  it('has the same size on a large screen in every game that has enough space', () => {
    const widthsIn = (width: number, height: number) =>
      new Map(games.map(game => [game.id, geometryOf(game, viewport(width, height)).cardWidth]))
    const [large, largest] = [widthsIn(2560, 1260), widthsIn(3840, 2120)]
    for (const id of ['klondike-1', 'tripeaks', 'pyramid', 'sea-towers', 'spider-4'] as const)
      expect([large.get(id), largest.get(id)], id).toEqual([200, 295])
    // Six fans beside each other fill the width.
    expect(large.get('black-hole')).toBe(192)
    // The columns and foundations of Double Sea Towers also fill the window.
    expect(largest.get('double-sea-towers')).toBe(266)
  })
  it('has the chosen size if there is enough space', () => {
    const width = (id: 'klondike-1' | 'tripeaks', scale: number) =>
      geometryOf(gameById(id), { ...viewport(1366, 610), scale }).cardWidth
    const usual = width('klondike-1', 1)
    expect(width('klondike-1', 0.8)).toBe(Math.floor(0.8 * usual))
    expect(width('klondike-1', 1.3)).toBe(Math.floor(1.3 * usual))
    expect(width('tripeaks', 0.8)).toBeLessThan(width('tripeaks', 1))
    expect(width('tripeaks', 1.3), 'all rows must be visible').toBe(width('tripeaks', 1))
  })
  it.each(sizes)(
    'has space for the rank and suit of a ten on a table of %d × %d pixels, even in the waste',
    (width, height) => {
      /** The widths of a ten with and without its suit, relative to its height, and its margin. */
      const [ten, rank, margin] = [2.15, 1.15, 0.065]
      for (const game of games) {
        const position = deal(game.id, 17)
        for (const largeCorners of [false, true]) {
          const geometry = geometryOf(game, { ...viewport(width, height), largeCorners })
          const { cardWidth } = geometry
          const isWide = (cornerHeight: number) => margin * cardWidth + ten * cornerHeight > cardWidth
          const cards = placeCards(position, geometry)
          expect(cards.filter(({ cornerHeight }) => isWide(cornerHeight))).toEqual([])
        }
      }
      const turned = play(deal('klondike-3', 17), { kind: 'draw' })
      for (const largeCorners of [false, true]) {
        const geometry = geometryOf(turned.game, { ...viewport(width, height), largeCorners })
        const { cardWidth, wasteFan } = geometry
        // In large print, the suit is below the rank.
        const across = largeCorners ? rank : ten
        for (const { pile, isTop, cornerHeight } of placeCards(turned, geometry))
          if (pile === 'waste' && !isTop)
            expect(margin * cardWidth + across * cornerHeight).toBeLessThanOrEqual(wasteFan + 1)
      }
    },
  )
  it.each([...sizes, [683, 285], [700, 308]] as const)(
    'shows its whole rank above the next card on a table of %d × %d pixels, even in large print',
    (width, height) => {
      /** The bottom of a rank relative to its height, and the smallest height. */
      const [bottom, minHeight] = [1.2, 8]
      for (const { id } of games)
        for (const largeCorners of [false, true]) {
          const position = deal(id, 17)
          const geometry = geometryOf(position.game, { ...viewport(width, height), largeCorners })
          if (!hasColumns(position.game) || geometry.fanAcross > 0) continue
          const placed = placeCards(position, geometry).filter(({ pile }) => pile.startsWith('t'))
          for (const { pile, at, y, faceUp, cornerHeight } of placed) {
            const next = placed.find(card => card.pile === pile && card.at === at + 1)
            if (faceUp && next && cornerHeight > minHeight)
              expect(bottom * cornerHeight, `${id} ${largeCorners}`).toBeLessThanOrEqual(next.y - y - 1)
          }
        }
    },
  )
  it('in large print has an index that is never smaller, and larger unless the next card covers it', () => {
    const turned = play(deal('klondike-3', 17), { kind: 'draw' })
    for (const position of [turned, ...games.map(({ id }) => deal(id, 17))]) {
      const { game } = position
      for (let width = 320; width <= 2560; width += 40) {
        const [plain, large] = [false, true].map(largeCorners => {
          const geometry = geometryOf(game, { ...viewport(width, 0.5 * width + 250), largeCorners })
          return { geometry, cards: placeCards(position, geometry) }
        })
        const smaller = plain.cards.filter(({ cornerHeight, isTop, isHalfSeen }, i) => {
          const minHeight = isTop || isHalfSeen ? 1.07 * cornerHeight : cornerHeight
          return large.cards[i].cornerHeight < minHeight
        })
        expect(smaller, `${game.id} at ${width}`).toEqual([])
      }
    }
  })
  it('in large print has a larger index if the card is larger', () => {
    const heights = Array.from({ length: 280 }, (_, i) => (20 + i) * cornerHeightOf(20 + i, true))
    heights.slice(1).forEach((height, i) => expect(height).toBeGreaterThan(heights[i] - 1e-9))
  })
  it('of a fan in Black Hole is beside the previous card if there is space, or below it on a phone', () => {
    const step = (width: number) => {
      const position = deal('black-hole', 17)
      const fan = placeCards(position, geometryOf(position.game, viewport(width, 610)))
        .filter(({ pile }) => pile === 't0')
        .sort((a, b) => a.at - b.at)
      return { across: fan[1].x - fan[0].x > 0, down: fan[1].y - fan[0].y > 0 }
    }
    expect(step(1366)).toEqual({ across: true, down: false })
    expect(step(400)).toEqual({ across: false, down: true })
  })
  it('of a column of 104 cards is at least partly visible', () => {
    const game = gameById('double-sea-towers')
    const position = arrange(game, {}, 't0')
    const placed = placeCards(position, geometryOf(game, viewport(1366, 610)))
      .filter(({ pile }) => pile === 't0')
      .toSorted((a, b) => a.at - b.at)
    for (let i = 1; i < placed.length; i++) expect(placed[i].y).toBeGreaterThan(placed[i - 1].y)
  })
})

describe('card motion', () => {
  it('animates each card that changes piles, and staggers cards on their way to the foundations', () => {
    const before = arrange(gameById('sea-towers'), { t0: '2H', t1: 'AH', t2: '9S' }, 't9')
    const geometry = geometryOf(before.game, viewport(1366, 610))
    const after = ['t2>c0', 't1>f0', 't0>f0'].map(move).reduce(play, before)
    const travel = journeys(placeCards(before, geometry), placeCards(after, geometry))
    const waits = [...travel.values()].map(({ delay }) => delay)
    expect(waits).toHaveLength(3)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(journeys(placeCards(after, geometry), placeCards(after, geometry)).size).toBe(0)
  })
  it('starts with the card on top, and ends with the card that will be on top', () => {
    const game = gameById('sea-towers')
    const up = arrange(game, { t0: '3H 2H AH' }, 't9')
    const down = ['t0>f0', 't0>f0', 't0>f0'].map(move).reduce(play, up)
    const geometry = geometryOf(game, viewport(1366, 610))
    const order = (from: typeof up, to: typeof up) => {
      const cards = journeys(placeCards(from, geometry), placeCards(to, geometry))
      return [...cards].sort(([, a], [, b]) => a.delay - b.delay).map(([card]) => nameOf(card))
    }
    expect(order(up, down)).toEqual(['AH', '2H', '3H'])
    expect(order(down, up)).toEqual(['3H', '2H', 'AH'])
  })
  it('of a new deal starts from the places of the old deal, in their stacking order', () => {
    const geometry = geometryOf(gameById('sea-towers'), viewport(1366, 610))
    const [old, dealt] = [17, 18].map(number => placeCards(deal('sea-towers', number), geometry))
    for (const [card, { from, z }] of dealJourneys(dealt, old)) {
      const place = old.find(placed => placed.card === card)!
      expect(from, nameOf(card)).toMatchObject({ x: place.x, y: place.y })
      expect(z, nameOf(card)).toBe(place.z)
    }
  })
  it('of autoplay starts only after the user’s card has reached its place', () => {
    const run = 'KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S'
    const before = arrange(gameById('spider-1'), { t0: run, t1: 'AS', t2: '9S' }, 't9')
    const geometry = geometryOf(before.game, viewport(1366, 610))
    const own = move('t1>t0')
    const [here, end] = [before, play(before, own)].map(position => placeCards(position, geometry))
    const there = afterOwnMove(before, own, geometry)
    const moving = journeys(here, end, () => there)
    const ace = there.find(({ pile, at }) => pile === 't0' && at === 12)!
    expect(moving.get(ace.card)!.by).toMatchObject({ x: ace.x, y: ace.y })
    expect([...moving.values()].filter(({ by }) => by)).toHaveLength(1)
    // The cards of the suit wait until the ace has reached the column.
    const { ms } = moving.get(ace.card)!
    expect(Math.min(...[...moving.values()].map(({ delay }) => delay))).toBeGreaterThan(ms!)
  })
  it('takes longer for a longer distance, between 180 and 280 ms, and less time for an undo', () => {
    const before = arrange(gameById('sea-towers'), { t0: '9S', t1: '8S', t8: '9H' }, 't9')
    const geometry = geometryOf(before.game, viewport(1366, 610))
    const timeOf = (text: string, isBack = false) => {
      const positions = [before, play(before, move(text))]
      const [here, there] = positions.map(position => placeCards(position, geometry))
      return [...journeys(here, there, undefined, isBack).values()][0].ms!
    }
    const [near, far] = ['t1>c0', 't8>c0'].map(text => timeOf(text))
    expect(near).toBeGreaterThanOrEqual(180)
    expect(far).toBeGreaterThan(near)
    expect(far).toBeLessThanOrEqual(280)
    expect(timeOf('t1>c0', true)).toBeLessThan(near)
  })
  it('of autoplay continues after another move, unless that moves the same card', () => {
    const [stopped, moved, other] = [1, 2, 3]
    const stop = { delay: 0, z: 1, by: { x: 5, y: 5 } }
    const earlier = new Map<number, Journey>([
      [stopped, stop],
      [moved, stop],
      [other, { delay: 0, z: 2 }],
    ])
    const current = new Map<number, Journey>([[moved, { delay: 0, z: 9 }]])
    keepStops(current, { journeys: earlier, beat: 6 })
    expect([...current]).toEqual([
      [moved, { delay: 0, z: 9 }],
      [stopped, { ...stop, beat: 6 }],
    ])
    keepStops(current, { journeys: current, beat: 7 })
    expect(current.get(stopped)).toEqual({ ...stop, beat: 6 })
  })
  it('of a run delays each card slightly more than the card below it', () => {
    const before = arrange(gameById('klondike-1'), { t0: '9S 5H 4C 3H', t1: '6C' }, 't6')
    const after = play(before, move('t0>t1*3'))
    const geometry = geometryOf(before.game, viewport(1366, 610))
    const moving = journeys(placeCards(before, geometry), placeCards(after, geometry))
    const lags = new Map(
      [...moving].map(([card, { lag }]) => [nameOf(card), lag && Math.hypot(lag.x, lag.y)]),
    )
    expect(lags.get('5H')).toBeUndefined()
    expect(lags.get('4C')).toBeGreaterThan(0)
    expect(lags.get('3H')).toBeGreaterThan(lags.get('4C')!)
    expect(lags.get('3H')).toBeLessThan(10)
  })
  it('does not hide a card before the card above it has arrived', () => {
    const game = gameById('sea-towers')
    const before = arrange(game, { t0: '5H 4H 3H 2H AH', t1: '9S' }, 't9')
    const after = Array.from({ length: 5 }, () => move('t0>f0')).reduce(play, before)
    const geometry = geometryOf(game, viewport(1366, 610))
    const [here, there] = [before, after].map(position => placeCards(position, geometry))
    const hidden = there.filter(({ isHidden }) => isHidden)
    expect(hidden.map(({ card }) => nameOf(card)).toSorted()).toEqual(['2H', '3H', 'AH'])
    const visible = exposed(here, there, journeys(here, there))
    for (const { card } of hidden) expect(visible.has(card), nameOf(card)).toBe(true)
  })
  it('shows the face of an uncovered card, not of a card that was above it', () => {
    const before = arrange(gameById('sea-towers'), { t0: '5H AH 2H', t1: '9S' }, 't9')
    const after = ['t0>c0', 't0>f0', 'c0>f0'].map(move).reduce(play, before)
    const geometry = geometryOf(before.game, viewport(1366, 610))
    const [here, there] = [before, after].map(position => placeCards(position, geometry))
    const visible = exposed(here, there, journeys(here, there))
    expect([...visible].map(nameOf).toSorted()).toEqual(['5H', 'AH'])
  })
  it('of a run shows no faces of its lower cards', () => {
    const before = arrange(gameById('klondike-1'), { t0: '9S 5H 4C 3H', t1: '6C' }, 't6')
    const after = play(before, move('t0>t1*3'))
    const geometry = geometryOf(before.game, viewport(1366, 610))
    const [here, there] = [before, after].map(position => placeCards(position, geometry))
    const visible = exposed(here, there, journeys(here, there))
    expect([...visible].map(nameOf).toSorted()).toEqual(['6C', '9S'])
  })
})

describe('a pointer', () => {
  it('starts a drag after six pixels, or after ten on a touch screen', () => {
    const start = { x: 0, y: 0 }
    expect([5, 6].map(x => isDrag(start, { x, y: 0 }, 'mouse'))).toEqual([false, true])
    expect([9, 10].map(x => isDrag(start, { x, y: 0 }, 'touch'))).toEqual([false, true])
  })
  it('drops a card on the pile that it overlaps most, if the overlap is at least 15%', () => {
    const card = { x: 0, y: 0, width: 100, height: 140 }
    const pile = (id: PileId, x: number) => ({ id, box: { x, y: 0, width: 100, height: 140 } })
    expect(dropOn(card, [pile('t0', 90), pile('t1', -60)])).toBe('t1')
    expect(dropOn(card, [pile('t0', 86)])).toBeUndefined()
    expect(dropOn(card, [pile('t0', 84)])).toBe('t0')
    expect(dropOn(card, [])).toBeUndefined()
  })
})

describe('keys', () => {
  const all: KeySettings = { letterKeys: true, keysOff: [] }
  const key = (name: string, modifiers: object = {}): Key => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...modifiers,
  })
  test.each([
    ['Enter', {}, 'play'],
    [' ', {}, 'play'],
    ['s', {}, 'select'],
    ['F', {}, 'foundation'],
    ['u', {}, 'undo'],
    ['z', { ctrlKey: true }, 'undo'],
    ['Z', { ctrlKey: true, shiftKey: true }, 'redo'],
    ['z', { metaKey: true }, 'undo'],
    ['r', {}, 'redo'],
    ['n', {}, 'new'],
    ['d', {}, 'draw'],
    ['p', {}, 'peek'],
    ['?', { shiftKey: true }, 'help'],
    ['Escape', {}, 'escape'],
  ])('%s %o means %s', (name, modifiers, kind) =>
    expect(commandOf(key(name, modifiers), all)?.kind).toBe(kind),
  )
  test('1 to 9, 0, -, = and \\ mean columns 1 to 13, which is enough except in three games', () => {
    const { length } = charactersOf('columns')
    expect([...charactersOf('columns')].map(name => commandOf(key(name), all))).toEqual(
      Array.from({ length }, (_, number) => ({ kind: 'column', number })),
    )
    const withKeys = withoutOverlap.filter(({ covers, of }) => covers.length === 0 && of.tableau.length < 17)
    for (const { id, of } of withKeys) expect(of.tableau.length, id).toBeLessThanOrEqual(length)
  })
  test.each(SINGLE_KEYS)('do not mean “%s” if that single key, or all single keys, are off', name => {
    for (const character of charactersOf(name)) {
      expect(commandOf(key(character), all)).toBeDefined()
      expect(commandOf(key(character), { ...all, letterKeys: false })).toBeUndefined()
      expect(commandOf(key(character), { ...all, keysOff: [name] })).toBeUndefined()
      const others = SINGLE_KEYS.filter(other => other !== name)
      expect(commandOf(key(character), { ...all, keysOff: others })).toBeDefined()
    }
  })
  test('with Ctrl work even if single keys are off, as do arrow keys, Enter, Space and Esc', () => {
    const none = { ...all, letterKeys: false }
    expect(commandOf(key('z', { ctrlKey: true }), none)?.kind).toBe('undo')
    for (const name of ['ArrowLeft', 'Enter', ' ', 'Escape']) expect(commandOf(key(name), none)).toBeDefined()
  })
  describe.each(Object.entries(KEYBOARDS))('on the keyboard “%s”', (_, rows) => {
    test.each(Object.entries(rows))('mean “%s” if `KEYBOARDS` lists them there', (expected, presses) => {
      for (const [name, code, ...modifiers] of presses) {
        const pressed = Object.fromEntries(modifiers.map(modifier => [`${modifier}Key`, true]))
        const command = commandOf(key(name, { code, ...pressed }), all)
        const meaning =
          command?.kind === 'column' ? `column ${command.number! + 1}` : (command?.kind ?? 'nothing')
        expect(meaning, `${name} ${code} ${modifiers.join()}`).toBe(expected)
      }
    })
  })
  test('are not commands if they type a character with AltGr or a word with an input method', () => {
    const altGr = { code: 'Digit2', getModifierState: (name: string) => name === 'AltGraph' }
    expect(commandOf(key('²', altGr), all)).toBeUndefined()
    expect(commandOf(key('Process', { code: 'KeyU', isComposing: true }), all)).toBeUndefined()
  })
  test.each([
    ['r', { ctrlKey: true }],
    ['n', { ctrlKey: true }],
    ['y', { metaKey: true }],
    ['Y', { ctrlKey: true, shiftKey: true }],
    ['d', { altKey: true }],
    ['F5', {}],
    ['x', {}],
  ])('%s %o is handled by the browser', (name, modifiers) => {
    expect(commandOf(key(name, modifiers), all)).toBeUndefined()
  })
})

describe('the keyboard cursor', () => {
  const layouts = [
    [1366, 610],
    [400, 608],
  ].flatMap(([width, height]) => [viewport(width, height), viewport(width, height, true)])
  it('moves down from the last card of a column only to a pile below that column', () => {
    const columns = games.filter(({ covers }) => covers.length === 0)
    fc.assert(
      fc.property(
        anyWalk(60, fc.constantFrom(...columns)),
        fc.constantFrom(...layouts),
        (positions, size) => {
          const position = positions.at(-1)!
          const { game } = position
          const { spots, cardWidth, bottoms } = geometryOf(game, size)
          for (const { id, index } of game.of.tableau) {
            const here = onTop(position, id)
            const { pile } = walk(position, geometryOf(game, size), here, 0, 1)
            if (pile === id) continue
            const next = spots[game.pileById.get(pile)!.index]
            expect(Math.abs(next.x - spots[index].x), `${game.id} ${id} ${pile}`).toBeLessThan(cardWidth)
            expect(next.y).toBeGreaterThanOrEqual(bottoms[index])
          }
        },
      ),
    )
  })
  it('moves right and left within a column whose cards are beside each other', () => {
    const position = deal('black-hole', 3)
    const [wide, narrow] = [1366, 400].map(width => geometryOf(position.game, viewport(width, 610)))
    const first = { pile: 't0', at: 0 } as const
    expect(walk(position, wide, first, 1, 0)).toEqual({ pile: 't0', at: 1 })
    expect(walk(position, wide, { pile: 't0', at: 1 }, -1, 0)).toEqual(first)
    expect(walk(position, wide, first, 0, 1)).toEqual({ pile: 't6', at: 2 })
    expect(walk(position, narrow, first, 0, 1)).toEqual({ pile: 't0', at: 1 })
    expect(walk(position, narrow, first, 1, 0)).toEqual({ pile: 't1', at: 2 })
  })
  it.each(['tripeaks', 'pyramid'] as const)('skips no row of %s on its way down', id => {
    const position = deal(id, 3)
    const { of, covers, pileById } = position.game
    for (const size of layouts)
      for (const pile of of.tableau.filter(({ number }) => covers[number].length > 0)) {
        const next = walk(position, geometryOf(position.game, size), onTop(position, pile.id), 0, 1)
        expect(covers[pile.number], pile.id).toContain(pileById.get(next.pile)!.number)
      }
  })
  it('moves only to visible piles', () => {
    fc.assert(
      fc.property(anyWalk(60), fc.constantFrom(...layouts), (positions, size) => {
        const position = positions.at(-1)!
        const { game, piles } = position
        const geometry = geometryOf(game, size)
        for (const { id } of game.piles)
          for (const [dx, dy] of ARROWS) {
            const next = game.pileById.get(walk(position, geometry, onTop(position, id), dx, dy).pile)!
            if (next.id === id) continue
            expect(piles[next.index].length > 0 || !isBare(game, geometry, next), next.id).toBe(true)
          }
      }),
    )
  })
  it('reaches every pile of every game whose piles do not overlap', () => {
    for (const { id } of withoutOverlap)
      for (const [width, height] of [
        [1366, 610],
        [400, 608],
      ] as const) {
        const position = deal(id, 3)
        const geometry = geometryOf(position.game, viewport(width, height))
        const reached = new Set<PileId>(['t0'])
        const queue = [onTop(position, 't0')]
        while (queue.length > 0) {
          const here = queue.pop()!
          for (const [dx, dy] of ARROWS) {
            let next = walk(position, geometry, here, dx, dy)
            for (let before = here; next.pile === here.pile && next.at !== before.at;) {
              before = next
              next = walk(position, geometry, next, dx, dy)
            }
            if (!reached.has(next.pile)) {
              reached.add(next.pile)
              queue.push(onTop(position, next.pile))
            }
          }
        }
        expect([...reached].toSorted(), `${id} ${width}`).toEqual(
          position.game.piles.map(pile => pile.id).toSorted(),
        )
      }
  })
})

describe('the snapshot of the board', () => {
  const cardsIn = () =>
    (JSON.parse(localStorage.getItem('paint') ?? '{"cards":[]}') as { cards: [string, string, object][] })
      .cards.length
  const hide = (isHidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  it('is saved when the tab becomes hidden, but not while it is hidden', async () => {
    const idle = vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValue(1)
    localStorage.removeItem('paint')
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const view = await showTable(tab)
    await eventually(() => expect(idle).toHaveBeenCalled())
    expect(cardsIn()).toBe(0)
    hide(true)
    expect(cardsIn()).toBe(52)
    idle.mockClear()
    await tab.game.newDeal(18)
    await nextTick()
    expect(idle).not.toHaveBeenCalled()
    hide(false)
    expect(idle).toHaveBeenCalledOnce()
    view.unmount()
    vi.restoreAllMocks()
  })
})

describe('the table', () => {
  it('marks the table, piles and cards, and does not reveal face-down cards', async () => {
    const tab = await openTab(memoryPlatform(), '?game=double-klondike-3&deal=17')
    const view = await showTable(tab)
    expect(view.find('[data-game]').attributes()).toMatchObject({
      'data-game': 'double-klondike-3',
      'data-deal': '17',
      'data-moves': '0',
      'data-state': 'playing',
    })
    expect(view.findAll('[data-pile]')).toHaveLength(tab.game.game.piles.length)
    const cards = view.findAll('[data-card]')
    expect(cards).toHaveLength(104)
    expect(cards.filter(card => card.attributes('data-card') === '')).toHaveLength(59 + 36)
    const hidden = cards.find(card => card.attributes('data-card') === '')!
    expect(hidden.attributes('aria-label')).toBe('Face-down card 7 of 7, Column 8')
    expect(hidden.html()).not.toMatch(/data-rank="\w/)
    view.unmount()
  })
  it('handles a click that came before the code for input was loaded', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const view = show(GameTable, tab)
    await view.get('[data-on="t3"][role="button"]').trigger('click')
    expect(tab.game.moves).toBe(0)
    await eventually(() => expect(view.get('.visually-hidden').text()).toContain('3 of spades to Cell 3'))
    view.unmount()
  })
  it('has named buttons for playable cards and named groups for piles, and announces each move', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const view = await showTable(tab)
    expect(view.get('[data-on="t3"][role="button"]').attributes('aria-label')).toBe(
      '3 of spades, Column 4, top of 5',
    )
    expect(view.get('[data-pile="t3"]').attributes()).toMatchObject({
      'role': 'group',
      'aria-label': 'Column 4, 5 cards',
    })
    await view.get('[data-on="t3"][role="button"]').trigger('click')
    await eventually(() => expect(view.get('.visually-hidden').text()).toContain('3 of spades to Cell 3'))
    expect(view.get('[data-game]').attributes('data-moves')).not.toBe('0')
    view.unmount()
  })
  it('moves only one card by a double-click, even if the first click uncovers another card', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"automatic":"off"}' }), '?game=freecell&deal=17')
    const view = await showTable(tab)
    const click = (detail: number) => view.get('[data-on="t0"][role="button"]').trigger('click', { detail })
    await click(1)
    expect(tab.game.moves).toBe(1)
    await click(2)
    expect(tab.game.moves).toBe(1)
    await click(1)
    expect(tab.game.moves).toBe(2)
    view.unmount()
  })
  it('moves a card only once by a double-click, even if the second click hits the moving card', async () => {
    const columnIn = (number: number) => {
      const start = deal('sea-towers', number)
      return start.game.of.tableau.find(({ id }) => {
        const [best, other] = bestTargets(start, { from: id, count: 1 })
        return best?.to.startsWith('t') && other?.to.startsWith('c')
      })
    }
    const number = Array.from({ length: 99 }, (_, i) => i + 1).find(columnIn)!
    const tab = await openTab(
      memoryPlatform({ settings: '{"automatic":"off"}' }),
      `?game=sea-towers&deal=${number}`,
    )
    const view = await showTable(tab)
    const name = nameOf(tab.game.position.piles[columnIn(number)!.index].at(-1)!)
    const click = async (detail: number) => {
      await view.get(`[data-card="${name}"]`).trigger('click', { detail })
      return view.get(`[data-card="${name}"]`).attributes('data-on')
    }
    expect(await click(1)).toMatch(/^t/)
    expect(await click(2)).toMatch(/^t/)
    expect(await click(1)).toMatch(/^c/)
    view.unmount()
  })
  it('does not move a card back from the foundation by the second click of a double-click', async () => {
    const isUp = ({ to }: { to: string }) => to.startsWith('f')
    const columnIn = (number: number) => {
      const start = deal('freecell', number)
      return start.game.of.tableau.find(({ id }) => {
        const [best, ...others] = bestTargets(start, { from: id, count: 1 })
        return best && isUp(best) && others.some(other => !isUp(other))
      })
    }
    const number = Array.from({ length: 99 }, (_, i) => i + 1).find(columnIn)!
    const { index } = columnIn(number)!
    const tab = await openTab(
      memoryPlatform({ settings: '{"automatic":"off"}' }),
      `?game=freecell&deal=${number}`,
    )
    const view = await showTable(tab)
    const name = nameOf(tab.game.position.piles[index].at(-1)!)
    const click = async (detail: number) => {
      await view.get(`[data-card="${name}"]`).trigger('click', { detail })
      return view.get(`[data-card="${name}"]`).attributes('data-on')
    }
    expect(await click(1)).toMatch(/^f/)
    expect(await click(2)).toMatch(/^f/)
    expect(await click(1)).toMatch(/^[ct]/)
    view.unmount()
  })
  it('does not move a clicked card from its cell to another empty cell', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"automatic":"off"}' }), '?game=freecell&deal=17')
    const view = await showTable(tab)
    const { game, position } = tab.game
    const { id, index } = game.of.tableau.find(({ id }) => {
      const piles = bestTargets(position, { from: id, count: 1 }).map(({ to }) => to)
      return piles.length > 1 && piles.every(to => to.startsWith('c'))
    })!
    const card = nameOf(position.piles[index].at(-1)!)
    await view.get(`[data-on="${id}"][role="button"]`).trigger('click', { detail: 1 })
    for (const detail of [2, 1]) {
      await view.get(`[data-card="${card}"]`).trigger('click', { detail })
      expect(view.get(`[data-card="${card}"]`).attributes('data-on')).toBe('c0')
    }
    view.unmount()
  })
  it.each(['Enter', ' ', 'ArrowRight'])(
    'handles “%s” on links, buttons and text outside the table only if it is an arrow key',
    async key => {
      const isArrow = key === 'ArrowRight'
      const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
      const view = await showTable(tab)
      const send = async (to: EventTarget) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        to.dispatchEvent(event)
        await nextTick()
        await nextTick()
        return [event.defaultPrevented, tab.game.moves]
      }
      for (const tag of ['a', 'button', 'p']) {
        const other = document.body.appendChild(document.createElement(tag))
        expect(await send(other), tag).toEqual([isArrow, 0])
        other.remove()
      }
      // The first press shows the cursor.
      if (!isArrow) expect(await send(document.body)).toEqual([true, 0])
      expect(await send(document.body)).toEqual([true, isArrow ? 0 : 1])
      view.unmount()
    },
  )
  it('ignores the key of a column in a game without columns', async () => {
    const tab = await openTab(memoryPlatform(), '?game=tripeaks&deal=17')
    const view = await showTable(tab)
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 's', '5']) {
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await nextTick()
      await nextTick()
    }
    expect(view.findAll('.selected')).toHaveLength(1)
    expect(view.find('.refusal').exists()).toBe(false)
    view.unmount()
  })
  it('says what a foundation needs when a card cannot go there', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const view = await showTable(tab)
    const { game, position } = tab.game
    const top = game.of.tableau.find(
      ({ index }) => rankOf(position.piles[index].at(-1)!) > 8 && position.piles[index].length > 1,
    )!
    await view.get(`[data-on="${top.id}"][role="button"]`).trigger('contextmenu')
    expect(view.get('.refusal').text()).toBe('An empty foundation starts with an ace')
    view.unmount()
  })
  it('shows a covered card after a right-click until the mouse leaves, or during a long press', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const view = await showTable(tab)
    const peeked = () => view.findAll('.peek').map(card => card.attributes('id'))
    for (const [id, other] of [
      ['t1-1', 't3-0'],
      ['t2-1', 't4-0'],
    ]) {
      const card = view.get(`#${id}`)
      await card.trigger('pointerdown', { button: 2, buttons: 2 })
      await card.trigger('pointerup', { button: 2 })
      await card.trigger('contextmenu')
      expect(peeked()).toEqual([id])
      await card.trigger('pointerover', { pointerType: 'mouse' })
      expect(peeked()).toEqual([id])
      await view.get(`#${other}`).trigger('pointerover', { pointerType: 'mouse' })
      expect(peeked()).toEqual([])
    }
    const card = view.get('#t1-1')
    await card.trigger('pointerdown', { button: 2, buttons: 2 })
    const release = new PointerEvent('pointerup', { button: 2, bubbles: true })
    Object.defineProperty(release, 'timeStamp', { value: performance.now() + LONG_PRESS_MS + 1 })
    card.element.dispatchEvent(release)
    await nextTick()
    expect(peeked()).toEqual([])
    view.unmount()
  })
  it('ends the motion of a new deal after a right-click on a card, and shows no covered card', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const view = await showTable(tab)
    const waiting: FrameRequestCallback[] = []
    const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation(next => waiting.push(next))
    await tab.game.newDeal(18)
    await nextTick()
    expect(view.get('.table').classes()).toContain('dealing')
    const card = view.get('#t1-1')
    await card.trigger('pointerdown', { button: 2, buttons: 2 })
    expect(view.findAll('.peek')).toEqual([])
    expect(view.get('.table').classes()).toContain('still')
    frames.mockRestore()
    for (const next of waiting) next(0)
    view.unmount()
  })
  it('moves cards without animation when a setting changes their places', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const view = await showTable(tab)
    const isStill = () => view.get('.table').classes().includes('still')
    expect(isStill()).toBe(false)
    await tab.settings.change({ showTime: false })
    await nextTick()
    expect(isStill()).toBe(false)
    await tab.settings.change({ leftHanded: true })
    await nextTick()
    expect(isStill()).toBe(true)
    view.unmount()
  })
  it('removes a hint on Esc or a click on the felt, and plays a hint that is requested twice', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=1')
    const late = useLateAnalysis(tab.pinia)
    const view = await showTable(tab)
    for (const dismiss of [
      () => view.get('.table').trigger('click'),
      () => view.get('.table').trigger('keydown', { key: 'Escape' }),
    ]) {
      await late.askHint()
      expect(view.findAll('.hinted')).not.toEqual([])
      await dismiss()
      expect(view.findAll('.hinted')).toEqual([])
    }
    await late.askHint()
    const { hint } = late
    await late.askHint()
    expect(tab.game.history.gestures[0][0]).toEqual(hint!.move)
    view.unmount()
  })
  it('highlights the empty stock if the hint is to recycle the waste', async () => {
    const tab = await openTab(memoryPlatform(), '?game=klondike-1&deal=17')
    while (turnStock(tab.game).ok && tab.game.position.piles[tab.game.game.of.stock[0].index].length > 0);
    const position = tab.game.position
    const spots = geometryOf(position.game, viewport(1366, 610))
    const hinted = hintedCard(position, { kind: 'recycle' })!
    const stock = viewSlots(position, spots, { hinted }).find(({ id }) => id === 'stock')!
    expect(stock.className).toContain('hinted')
    expect(stock.className).toContain('turns')
  })
  it('shows that the stock can be recycled only if the waste has cards', () => {
    const { game } = deal('klondike-1', 17)
    const spots = geometryOf(game, viewport(1366, 610))
    const stockOf = (piles: Record<string, string>) =>
      viewSlots(arrange(game, piles, 'stock'), spots, {}).find(({ id }) => id === 'stock')!
    expect(stockOf({ f0: 'AC', waste: '2D' }).className).toContain('turns')
    expect(stockOf({ f0: 'AC', waste: '' })).toMatchObject({ isButton: false })
    expect(stockOf({ f0: 'AC', waste: '' }).className).not.toContain('turns')
  })
  it('shows that the stock can be recycled only if the rules allow it', () => {
    const golf = deal('golf', wonGame('golf').deal)
    const spots = geometryOf(golf.game, viewport(1366, 610))
    const stock = viewSlots(golf, spots, {}).find(({ id }) => id === 'stock')!
    expect(stock.className).not.toContain('turns')
  })
  it.each([
    ['pyramid', 7],
    ['tripeaks', 10],
  ] as const)('has at most one pixel between the cards of the lowest row of %s', (game, count) => {
    const { of } = gameById(game)
    for (const [width, height] of [
      [1366, 610],
      [400, 608],
    ]) {
      const { spots, cardWidth } = geometryOf(gameById(game), viewport(width, height))
      const row = of.tableau.slice(-count).map(({ index }) => spots[index].x)
      for (let i = 1; i < count; i++) expect([0, 1]).toContain(row[i] - row[i - 1] - cardWidth)
    }
  })
  it('shows the first rank in empty foundations if it depends on the deal', () => {
    const shown = (game: GameId, number: number, before: readonly SlotView[] = []) => {
      const position = deal(game, number)
      const slots = viewSlots(position, geometryOf(position.game, viewport(1366, 610)), {}, before)
      const ranks = slots.filter(({ id }) => id.startsWith('f')).map(slot => slot.firstRank)
      return { slots, ranks: ranks.join(' ').trim() }
    }
    const canfield = shown('canfield', 17)
    expect(canfield.ranks).toBe('J J J')
    expect(shown('canfield', 19, canfield.slots).ranks.replaceAll('J', '')).not.toBe('')
    expect(shown('penguin', 17).ranks).toBe('J')
    expect(shown('klondike-1', 17).ranks).toBe('')
    expect(shown('golf', 17).ranks).toBe('')
  })
  it.each([
    ['with a word', 1366, 610, '5 deals'],
    ['without a word on a small card', 400, 600, '5'],
  ])('shows the number of deals left in the stock %s', (_, width, height, text) => {
    const spider = deal('spider-4', 17)
    const slots = viewSlots(spider, geometryOf(spider.game, viewport(width, height)), {})
    expect(slots.find(({ id }) => id === 'stock')!.badge).toBe(text)
  })
  it('marks face-up piles, because their count is in a different place', () => {
    const canfield = deal('canfield', 17)
    const slots = viewSlots(canfield, geometryOf(canfield.game, viewport(1366, 610)), {})
    const isUp = (id: PileId) =>
      slots
        .find(slot => slot.id === id)!
        .className.split(' ')
        .includes('up')
    expect([isUp('r0'), isUp('stock')]).toEqual([true, false])
  })
  it('names every card and pile in the current language', async () => {
    const view = await showTable(await openTab(memoryPlatform(), '?game=sea-towers&deal=17'))
    const labels = () => view.findAll('[data-card], [data-pile]').map(part => part.attributes('aria-label'))
    const english = labels()
    await setLocale('de')
    await nextTick()
    expect(labels().filter((label, i) => label === english[i])).toEqual([])
    await setLocale('en')
    await nextTick()
    expect(labels()).toEqual(english)
    view.unmount()
  })
  it('has the focus on the top card of the same pile after a new deal', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const view = await showTable(tab)
    await view.get('[data-on="t3"][role="button"]').trigger('click')
    ;(view.get('#t3-3').element as HTMLElement).focus()
    await tab.game.newDeal(18)
    await eventually(() => expect(document.activeElement!.id).toBe('t3-4'))
    view.unmount()
  })
  it('shows the face of every card that “Finish” moves until another card has covered it', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"automatic":"off"}' }), '?game=sea-towers&deal=17')
    const line = solve(tab.game.position).moves!
    for (const move of line.slice(0, -20)) await tab.game.playGesture([move])
    const view = await showTable(tab)
    const landed = Promise.withResolvers<void>()
    const animations = vi
      .spyOn(Element.prototype, 'getAnimations')
      .mockReturnValue([
        { transitionProperty: 'translate', finished: landed.promise } as unknown as Animation,
      ])
    const hidden = () => view.findAll('.card.hidden').map(card => card.attributes('data-card'))
    await tab.game.playGesture(line.slice(-20))
    await nextTick()
    const hiddenWhileMoving = hidden()
    const moving = view.findAll('.moved0, .moved1')
    expect(moving.length).toBeGreaterThan(15)
    expect(moving.filter(card => !card.classes('open'))).toEqual([])
    landed.resolve()
    await eventually(() => expect(hidden().length).toBeGreaterThan(hiddenWhileMoving.length + 10))
    animations.mockRestore()
    view.unmount()
  })
  it('shows the face below a dragged card until the dragged card is back, even in a new drag', async () => {
    const view = await showTable(await openTab(memoryPlatform(), '?game=sea-towers&deal=17'))
    const topOf = (pile: string) => view.get(`[data-on="${pile}"][role="button"]`)
    const pointer = (pile: string, type: string, to: number) =>
      topOf(pile).element.dispatchEvent(
        new PointerEvent(type, { bubbles: true, clientX: to, clientY: to, pointerId: 1, button: 0 }),
      )
    const isOpen = (pile: string) => {
      const below = `#${pile}-${Number(topOf(pile).attributes('data-at')) - 1}`
      return view.get(below).classes('open')
    }
    const landed = Promise.withResolvers<void>()
    const animations = vi
      .spyOn(Element.prototype, 'getAnimations')
      .mockReturnValue([
        { transitionProperty: 'transform', finished: landed.promise } as unknown as Animation,
      ])
    // A transition that ends early, because the hover transition of the card replaces it.
    const replaced = {
      transitionProperty: 'transform',
      get finished() {
        return Promise.reject(new Error('canceled'))
      },
    }
    animations.mockReturnValueOnce([replaced as unknown as Animation])
    const open = async () => {
      await nextTick()
      return ['t3', 't4'].map(isOpen)
    }
    expect(await open()).toEqual([false, false])
    pointer('t3', 'pointerdown', 10)
    pointer('t3', 'pointermove', 60)
    expect(await open()).toEqual([true, false])
    pointer('t3', 'pointerup', 60)
    await eventually(() => expect(animations).toHaveBeenCalledTimes(2))
    expect(await open()).toEqual([true, false])
    pointer('t4', 'pointerdown', 10)
    pointer('t4', 'pointermove', 60)
    expect(await open()).toEqual([true, true])
    pointer('t4', 'pointerup', 60)
    landed.resolve()
    await eventually(async () => expect(await open()).toEqual([false, false]))
    animations.mockRestore()
    view.unmount()
  })
  it('shows the faces of all three cards of a fanned waste', async () => {
    const tab = await openTab(memoryPlatform(), '?game=klondike-3&deal=17')
    const view = show(GameTable, tab)
    await tab.game.playGesture([{ kind: 'draw' }])
    await nextTick()
    expect(view.findAll('[data-on="waste"].open')).toHaveLength(3)
  })
  it('marks covered cards of Pyramid as blocked', async () => {
    const view = show(GameTable, await openTab(memoryPlatform(), '?game=pyramid&deal=17'))
    expect(view.findAll('.blocked')).toHaveLength(21)
    expect(view.find('[data-on="t27"]').classes('blocked')).toBe(false)
  })
  it('lifts only the top card of the stock when the mouse is over it', async () => {
    const view = await showTable(await openTab(memoryPlatform(), '?game=spiderette&deal=17'))
    const over = async (at?: number) => {
      const card = view.get(at === undefined ? '[data-pile="stock"]' : `#stock-${at}`).element
      card.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
      await nextTick()
      return view.findAll('.liftable').map(card => card.attributes('id'))
    }
    expect(await over(22)).toEqual([])
    expect(await over(23)).toEqual(['stock-23'])
    // The pile itself, which has the edges of the lower cards and the badge.
    expect(await over()).toEqual(['stock-23'])
    view.unmount()
  })
  it('keeps the pressed card of a dragged run at the pointer, and delays the cards above it', async () => {
    const view = await showTable(await openTab(memoryPlatform(), '?game=yukon&deal=17'))
    const cardAt = (at: number) => view.get<HTMLElement>(`[data-on="t1"][data-at="${at}"]`).element
    const pointer = (type: string, x: number) =>
      cardAt(1).dispatchEvent(
        new PointerEvent(type, { bubbles: true, clientX: x, clientY: 10, pointerId: 1, button: 0 }),
      )
    pointer('pointerdown', 10)
    pointer('pointermove', 70)
    const offsets = [1, 2, 3, 4, 5].map(at =>
      parseFloat(cardAt(at).style.transform.slice('translate('.length)),
    )
    expect(offsets[0]).toBe(60)
    expect(offsets).toEqual(offsets.toSorted((a, b) => b - a))
    expect(offsets[4]).toBeLessThan(60)
    pointer('pointerup', 70)
    view.unmount()
  })
  it('drags a face-up card even after a long press', async () => {
    const view = await showTable(await openTab(memoryPlatform(), '?game=sea-towers&deal=17'))
    vi.useFakeTimers()
    try {
      const card = view.get('[data-on="t3"][role="button"]')
      const pointer = (type: string, x: number) =>
        card.element.dispatchEvent(
          new PointerEvent(type, { bubbles: true, clientX: x, clientY: 10, pointerId: 1, button: 0 }),
        )
      pointer('pointerdown', 10)
      vi.advanceTimersByTime(2000)
      pointer('pointermove', 60)
      expect((card.element as HTMLElement).style.transform).toContain('translate(50px')
      pointer('pointerup', 60)
    } finally {
      vi.useRealTimers()
      view.unmount()
    }
  })
  it('clears the selection when the user switches to another game', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"click":"select"}' }), '?game=sea-towers&deal=17')
    const view = await showTable(tab)
    await view.get('[data-on="c0"]').trigger('click')
    expect(view.findAll('.selected').length).toBeGreaterThan(0)
    await tab.game.switchGame('klondike-1')
    await nextTick()
    expect(view.findAll('.selected')).toEqual([])
    view.unmount()
  })
  it('shows the number of cards or of deals left in the stock', async () => {
    const badgeOf = async (query: string) => {
      const view = show(GameTable, await openTab(memoryPlatform(), query))
      const badge = view.get('[data-pile="stock"]').attributes('data-badge')
      view.unmount()
      return badge
    }
    expect(await badgeOf('?game=klondike-1&deal=17')).toBe('24')
    expect(await badgeOf('?game=double-dot&deal=17')).toBe('5 deals')
  })
  it('says that there is no stock when D is pressed in a game without a stock', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const view = await showTable(tab)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }))
    await eventually(() => expect(view.get('.visually-hidden').text()).toBe('This game has no stock to turn'))
    view.unmount()
  })
  it('says why a card has no legal move', async () => {
    const tab = await openTab(memoryPlatform(), '?game=double-klondike-1&deal=17')
    const view = await showTable(tab)
    await view.get('[data-card="KC"][role="button"]').trigger('click')
    expect(view.get('.refusal').text()).toBe('A king goes to an empty column or a foundation')
    expect(tab.game.moves).toBe(0)
    view.unmount()
  })
})

test('an announcement names the moved cards and their destination', () => {
  const say = (
    waste: string,
    text: string,
    game: 'double-klondike-1' | 'double-dot' = 'double-klondike-1',
  ) => {
    const position =
      game === 'double-dot'
        ? deal(game, 3)
        : arrange(gameById(game), { t0: '9H 8S', t1: 'TS', waste }, 'stock')
    return sayGesture(position, [move(text)])
  }
  expect(say('2C', 't0>t1*2')).toBe('9 of hearts to Column 2, 2 cards in all')
  expect(say('2C', 'draw')).toBe('Turned from the stock: king of spades')
  const top = (position: Position, pile: PileId) =>
    nameOf(position.piles[position.game.pileById.get(pile)!.index].at(-1)!)
  for (const [id, pile] of [
    ['golf', 'f0'],
    ['klondike-1', 'waste'],
  ] as const) {
    const start = deal(id, 5)
    const drawn = cardNamed(top(play(start, move('draw')), pile))
    expect(sayGesture(start, [move('draw')])).toBe(`Turned from the stock: ${drawn}`)
  }
  expect(say('', 'deal', 'double-dot')).toBe('8 cards dealt from the stock')
})

test('durations are shown in hours, minutes and seconds, and numbers of moves with the right plural', () => {
  expect([7, 724, 3600].map(clockText)).toEqual(['0:07', '12:04', '1:00:00'])
  expect([0, 1, 2].map(count => tCount('bar.moves', count))).toEqual(['0 moves', '1 move', '2 moves'])
})
