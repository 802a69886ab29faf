// Input on the table: the keyboard cursor, clicks, hints, selected cards and dropped cards. Also the layout
// of the left-handed table.
import { flushPromises } from '@vue/test-utils'
import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import {
  bestTargets,
  deal,
  gameById,
  games,
  heldFrom,
  isCovered,
  nameOf,
  rankOf,
  targets,
  type GameId,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { hintedCard } from '../../components/table/keys'
import { geometryOf, placeCards } from '../../components/table/place'
import { useShapes } from '../../components/table/place-shapes'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { eventually } from '../support/eventually'
import { openTab, showTable } from '../support/mount'
import { memoryPlatform } from '../support/memory-platform'

useShapes()
const withoutAutoplay = () => memoryPlatform({ settings: '{"automatic":"off"}' })

async function openTable(query: string) {
  const tab = await openTab(withoutAutoplay(), query)
  const view = await showTable(tab)
  const spot = () => {
    const { on, at, pile } = (document.activeElement as HTMLElement).dataset
    return { pile: on ?? pile, at: Number(at ?? -1) }
  }
  const press = async (key: string) => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await nextTick()
    await nextTick()
  }
  const pointer = (where: EventTarget, type: string, x = 0, y = 0, button = 0) =>
    where.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        clientX: x,
        clientY: y,
        pointerId: 1,
        button,
        detail: 1,
      }),
    )
  const top = (pile: PileId) => {
    const cards = tab.game.position.piles[tab.game.game.pileById.get(pile)!.index]
    return view.get(`[data-on="${pile}"][data-at="${cards.length - 1}"]`).element
  }
  /** Drags the top card of a pile by an offset and drops it. */
  const drag = (from: PileId, x: number, y: number) => {
    const card = top(from)
    pointer(card, 'pointerdown')
    pointer(window, 'pointermove', x, y)
    pointer(window, 'pointerup', x, y)
    pointer(document.body, 'click')
  }
  const isDrawn = () => view.get('.table').attributes('data-cursor') !== undefined
  const message = () => (view.find('.refusal').exists() ? view.get('.refusal').text() : '')
  return { tab, view, spot, press, pointer, top, drag, isDrawn, message }
}

describe('the keyboard cursor', () => {
  it('moves to a card drawn from the stock, so that Enter plays it', async () => {
    const number = [...Array(200).keys()].find(n => {
      const position = deal('klondike-1', n + 1)
      const turned = position.piles[position.game.of.stock[0].index].at(-1)!
      const waste = position.game.of.waste[0].index
      const piles = position.piles.map((cards, i) => (i === waste ? [turned] : cards))
      return bestTargets({ ...position, piles }, heldFrom({ ...position, piles }, 'waste', 0)).length > 0
    })!
    const { tab, view, spot, press, isDrawn } = await openTable(`?game=klondike-1&deal=${number + 1}`)
    await press('d')
    expect(spot()).toEqual({ pile: 'waste', at: 0 })
    expect(isDrawn()).toBe(true)
    await press('Enter')
    expect(tab.game.moves).toBe(2)
    for (let turn = 0; turn < 2; turn++) await press('d')
    expect(spot()).toEqual({ pile: 'waste', at: 1 })
    view.unmount()
  })
  it.each(['Enter', ' ', 's', 'f', 'p'])(
    'becomes visible, and nothing else happens, when “%s” is pressed while it is hidden',
    async key => {
      const { tab, view, spot, press, isDrawn } = await openTable('?game=sea-towers&deal=17')
      await press(key)
      expect([tab.game.moves, isDrawn(), spot().pile]).toEqual([0, true, 't0'])
      expect(view.findAll('.selected, .peek, .refusal')).toEqual([])
      await press('Enter')
      expect(tab.game.moves).toBe(1)
      view.unmount()
    },
  )
  it.each([
    ['pyramid', 'Enter'],
    ['pyramid', 'f'],
    ['pyramid', 'a click'],
    ['tripeaks', 'Enter'],
  ] as const)(
    'goes to the nearest uncovered card when its card is removed, in %s by %s',
    async (id, input) => {
      const canGo = (from: Position, pile: PileId) => bestTargets(from, heldFrom(from, pile, 0)).length > 0
      const position = [...Array(200).keys()]
        .map(n => deal(id, n + 1))
        .find(from => from.game.of.tableau.some(pile => canGo(from, pile.id)))!
      const removed = position.game.of.tableau.find(pile => canGo(position, pile.id))!.id
      const { spots, cardWidth } = geometryOf(position.game, { width: 1366, height: 610, leftHanded: false })
      const placeOf = (pile: string) => spots[position.game.pileById.get(pile)!.index]
      const table = await openTable(`?game=${id}&deal=${position.dealNumber}`)
      const { tab, view, spot, press, pointer, isDrawn } = table
      await press('ArrowRight')
      const { element } = view.get<HTMLElement>(`[data-on="${removed}"]`)
      element.focus()
      if (input === 'a click') {
        for (const type of ['pointerdown', 'pointerup', 'click']) pointer(element, type)
        await flushPromises()
        await press('p')
      } else await press(input)
      await flushPromises()
      const { pile, at } = spot()
      const distance = Math.abs(placeOf(pile!).x - placeOf(removed).x) / cardWidth
      expect([tab.game.moves, isDrawn(), at, distance < 2.5], pile).toEqual([1, true, 0, true])
      expect(isCovered(tab.game.position, tab.game.game.pileById.get(pile!)!)).toBe(false)
      view.unmount()
    },
  )
  it('becomes visible when a navigation key is pressed, and hidden when the pointer is used', async () => {
    const { view, press, pointer, top, isDrawn, tab } = await openTable('?game=sea-towers&deal=17')
    const click = () => {
      const card = top('t3')
      ;(card as HTMLElement).focus()
      pointer(card, 'pointerdown')
      pointer(card, 'pointerup')
      pointer(card, 'click')
    }
    click()
    expect(tab.game.moves).toBe(1)
    for (const key of ['h', 'u', 'r', 'Escape']) {
      await press(key)
      expect(isDrawn(), key).toBe(false)
    }
    await press('ArrowRight')
    expect(isDrawn()).toBe(true)
    pointer(top('t5'), 'pointerdown')
    await nextTick()
    expect(isDrawn()).toBe(false)
    view.unmount()
  })
})

describe('a click on a card', () => {
  it('does nothing during a search for a new deal, and makes a move after the search', async () => {
    const { tab, view, pointer, top } = await openTable('?game=sea-towers&deal=17')
    const click = async (pile: PileId) => {
      for (const type of ['pointerdown', 'pointerup', 'click']) pointer(top(pile), type)
      await flushPromises()
    }
    await click('t3')
    const { position } = tab.game
    const dealing = tab.game.dealFound(() => new Promise(() => undefined))
    await click('t5')
    expect(tab.game.position).toBe(position)
    tab.game.stopWaiting()
    await click('t5')
    expect(tab.game.moves).toBe(2)
    void dealing
    view.unmount()
  })
})

describe('a hint', () => {
  /**
   * Opens a deal whose hint moves a run (in Yukon), uses the stock (in Pyramid), or moves a card to a pile
   * other than its best destination (in other games).
   */
  async function openWithHint(id: GameId) {
    for (let number = 1; ; number++) {
      const table = await openTable(`?game=${id}&deal=${number}`)
      const late = useLateAnalysis(table.tab.pinia)
      await late.askHint()
      const { position } = table.tab.game
      const move = late.hint?.move
      if (move?.kind === 'move') {
        const from = hintedCard(position, move)!
        const [best] = bestTargets(position, heldFrom(position, from.pile, from.at))
        const isUnusual = id === 'pyramid' ? /stock/.test(move.from + move.to) : best.to !== move.to
        if (id === 'yukon' ? move.count > 1 : isUnusual) return { ...table, move, from }
      }
      table.view.unmount()
    }
  }
  it.each([
    ['sea-towers', 'a click on its card'],
    ['sea-towers', 'a click on its destination'],
    ['sea-towers', 'Enter on its card'],
    ['sea-towers', 'Enter on its destination'],
    ['spider-1', 'a click on its card'],
    ['pyramid', 'a click on its card'],
    ['pyramid', 'a click on its destination'],
    ['yukon', 'a click on its destination'],
    ['yukon', 'a double-click on its destination'],
    ['yukon', 'a double-click on the top of its run'],
  ] as const)('in %s is played once by %s, even if it becomes a double-click', async (id, input) => {
    const { tab, view, top, press, move, from } = await openWithHint(id)
    const isOnDestination = input.endsWith('destination')
    const element = input.endsWith('run')
      ? (top(from.pile) as HTMLElement)
      : isOnDestination
        ? view.findAll<HTMLElement>(`[data-pile="${move.to}"], [data-on="${move.to}"].top`).at(-1)!.element
        : view.get<HTMLElement>(`[data-on="${from.pile}"][data-at="${from.at}"]`).element
    if (input.startsWith('Enter')) {
      await tab.settings.change({ click: 'select' })
      await press('ArrowLeft')
      element.focus()
      await press('Enter')
    } else {
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
      await flushPromises()
      const second = input.includes('double-click') ? element : isOnDestination ? top(move.to) : undefined
      second?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
    }
    await flushPromises()
    expect(tab.game.history.gestures).toEqual([[move]])
    expect(tab.game.history.log).toHaveLength(1)
    view.unmount()
  })
  it('is removed when a card is selected, and ends the selection when it is shown', async () => {
    const { tab, view, press } = await openWithHint('sea-towers')
    const late = useLateAnalysis(tab.pinia)
    const shown = () => [view.findAll('.hinted').length > 0, view.findAll('.selected').length > 0]
    expect(shown()).toEqual([true, false])
    await press('1')
    await press('s')
    expect(shown()).toEqual([false, true])
    await late.askHint()
    await nextTick()
    expect(shown()).toEqual([true, false])
    view.unmount()
  })
  it('is not played by a click on its card if clicks select cards', async () => {
    const { tab, view, top, from } = await openWithHint('sea-towers')
    await tab.settings.change({ click: 'select' })
    top(from.pile).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    await flushPromises()
    expect([tab.game.moves, view.findAll('.selected').length]).toEqual([0, 1])
    view.unmount()
  })
})

describe('a card that is clicked again', () => {
  it('is animated on its way to the next destination as on its way to the first', async () => {
    const number = [...Array(500).keys()].find(n => {
      const position = deal('sea-towers', n + 1)
      const at = position.piles[position.game.of.tableau[0].index].length - 1
      const found = bestTargets(position, heldFrom(position, 't0', at))
      return found.some(({ to }) => to.startsWith('t')) && found.some(({ to }) => to.startsWith('c'))
    })!
    const { tab, view, top } = await openTable(`?game=sea-towers&deal=${number + 1}`)
    const card = top('t0') as HTMLElement
    const names = new Set<string>()
    for (const kind of ['tableau', 'cell']) {
      card.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
      await flushPromises()
      expect(tab.game.game.pileById.get(card.dataset.on as PileId)!.kind).toBe(kind)
      names.add(/moved\d/.exec(card.className)![0])
    }
    expect(names.size).toBe(2)
    view.unmount()
  })
})

describe('a card of Pyramid', () => {
  /** A deal with an exposed card that has at least this number of targets; a king is removed alone. */
  const dealWith = (minTargets: number, isKing = false) => {
    for (let number = 1; ; number++) {
      const position = deal('pyramid', number)
      for (const { id, index } of position.game.of.tableau) {
        const found = targets(position, heldFrom(position, id, 0))
        const isRight = isKing === (rankOf(position.piles[index][0]) === 12)
        if (isRight && found.length >= minTargets) return { number, id, card: position.piles[index][0] }
      }
    }
  }
  const INPUTS = [
    'a right-click',
    'the key F',
    'a double-click, with clicks that select',
    'a double-click, with clicks that play',
  ] as const
  it.each(INPUTS)('is removed with an exposed partner, or alone if it is a king: %s', async input => {
    for (const [{ number, id, card }, removed] of [
      [dealWith(2), 2],
      [dealWith(1, true), 1],
    ] as const) {
      const { tab, view, press, pointer, top } = await openTable(`?game=pyramid&deal=${number}`)
      await tab.settings.change({ click: input.includes('that select') ? 'select' : 'best' })
      const element = top(id) as HTMLElement
      if (input === 'a right-click') pointer(element, 'contextmenu', 0, 0, 2)
      else if (input === 'the key F') {
        await press('ArrowRight')
        element.focus()
        await press('f')
      } else
        for (const detail of [1, 2]) element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
      await flushPromises()
      const foundation = tab.game.game.of.foundation[0].index
      expect(tab.game.position.piles[foundation], input).toHaveLength(removed)
      expect(tab.game.position.piles[foundation]).toContain(card)
      view.unmount()
    }
  })
  it.each(['a right-click', 'the key F', 'a click'])(
    'shows a message after %s if it has no exposed partner',
    async input => {
      const position = deal('pyramid', 17)
      const hasPartner = (id: PileId) => targets(position, heldFrom(position, id, 0)).length > 0
      const open = position.game.of.tableau.filter(pile => !isCovered(position, pile))
      const { id } = open.find(pile => !hasPartner(pile.id))!
      const { tab, view, press, pointer, top, message } = await openTable('?game=pyramid&deal=17')
      const element = top(id) as HTMLElement
      if (input === 'a right-click') pointer(element, 'contextmenu', 0, 0, 2)
      else if (input === 'a click') pointer(element, 'click')
      else {
        await press('ArrowRight')
        element.focus()
        await press('f')
      }
      await flushPromises()
      expect(tab.game.moves).toBe(0)
      expect(message()).toMatch(/^The \w+ of \w+ pairs with any \w+, but each one left is covered$/)
      view.unmount()
    },
  )
  it('is removed by a double-click, whose second click does nothing to the card beneath', async () => {
    const { number, id } = dealWith(2)
    const { tab, view, top } = await openTable(`?game=pyramid&deal=${number}`)
    const other = view.get('[data-on="t0"]').element
    const first = top(id)
    first.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    await flushPromises()
    const after = tab.game.position
    other.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
    await flushPromises()
    expect([tab.game.moves, tab.game.position]).toEqual([1, after])
    view.unmount()
  })
})

describe('a selected card', () => {
  it('moves to the stock, if that is legal, by a click on the stock or Enter', async () => {
    // In Pyramid, the face-up card of the stock can be removed together with a card of the pyramid.
    const isPair = (position: Position, pile: PileId) => {
      const at = position.piles[position.game.pileById.get(pile)!.index].length - 1
      return at >= 0 && targets(position, heldFrom(position, pile, at)).some(({ to }) => to === 'stock')
    }
    const first = [...Array(300).keys()]
      .map(n => deal('pyramid', n + 1))
      .find(position => position.game.of.tableau.some(({ id }) => isPair(position, id)))!
    const { id } = first.game.of.tableau.find(pile => isPair(first, pile.id))!
    for (const isByKey of [false, true]) {
      const { tab, view, press, pointer, top } = await openTable(`?game=pyramid&deal=${first.dealNumber}`)
      await tab.settings.change({ click: 'select' })
      const on = async (pile: PileId) => {
        for (const type of ['pointerdown', 'pointerup', 'click']) pointer(top(pile), type)
        await flushPromises()
      }
      await on(id)
      if (isByKey) {
        ;(top('stock') as HTMLElement).focus()
        await press('Enter')
      } else await on('stock')
      await flushPromises()
      const moves = tab.game.history.gestures.flat()
      expect(moves.map(move => 'to' in move && move.to)).toEqual(['stock'])
      view.unmount()
    }
  })
})

describe('a dropped card', () => {
  /** A deal in which the top card of a column can move to the next column. */
  const dealWithNeighbors = (game: GameId) => {
    for (let number = 1; ; number++) {
      const position = deal(game, number)
      for (const { id, index, number: column } of position.game.of.tableau) {
        const held = heldFrom(position, id, position.piles[index].length - 1)
        const to = targets(position, held).find(target => target.to === `t${column + 1}`)
        if (to) return { number, from: id, to: to.to, position }
      }
    }
  }
  const windowGeometry = (game: GameId) => {
    const { innerWidth: width, innerHeight } = window
    return geometryOf(gameById(game), { width, height: innerHeight - 40, leftHanded: false })
  }
  const { number, from, to, position } = dealWithNeighbors('sea-towers')
  const query = `?game=sea-towers&deal=${number}`
  const geometry = windowGeometry('sea-towers')
  const indexOf = (pile: PileId) => position.game.pileById.get(pile)!.index
  const pitch = geometry.spots[indexOf(to)].x - geometry.spots[indexOf(from)].x

  it.each([0.2, 0.3, 0.4, 0.45])('goes back to its column when dropped %d columns away', async part => {
    const { tab, view, drag, message } = await openTable(query)
    drag(from, part * pitch, 10)
    expect([tab.game.moves, message()]).toEqual([0, ''])
    view.unmount()
  })
  it('goes to the next column when dropped nearer to it than to its own', async () => {
    const { tab, view, drag } = await openTable(query)
    drag(from, 0.6 * pitch, 10)
    expect(tab.game.position.piles[indexOf(to)].length).toBe(position.piles[indexOf(to)].length + 1)
    view.unmount()
  })
  it('goes to a column when dropped below its last card, or shows why it cannot go there', async () => {
    const { cardHeight, bottoms } = geometry
    const placed = placeCards(position, geometry)
    const dragged = placed.find(({ pile, isTop }) => pile === from && isTop)!
    const below = bottoms[indexOf(to)] - cardHeight - dragged.y
    const { tab, view, drag, message } = await openTable(query)
    const other = position.game.of.tableau.find(
      ({ id, index }) =>
        id !== from &&
        !targets(position, heldFrom(position, from, position.piles[indexOf(from)].length - 1)).some(
          target => target.to === id,
        ) &&
        Math.abs(geometry.spots[index].x - geometry.spots[indexOf(to)].x) > 2 * geometry.cardWidth,
    )!
    drag(from, geometry.spots[other.index].x - dragged.x, below)
    await flushPromises()
    expect(tab.game.moves).toBe(0)
    expect(message()).not.toBe('')
    drag(from, pitch, below)
    expect(tab.game.moves).toBe(1)
    view.unmount()
  })
  it('outside the table, even if its drag was refused, does not prevent the next right-click', async () => {
    const { view, pointer, top, message } = await openTable('?game=sea-towers&deal=17')
    const covered = view.get('[data-on="t3"][data-at="0"]').element
    for (const isClicked of [true, false]) {
      pointer(covered, 'pointerdown')
      pointer(window, 'pointermove', 300, -30)
      pointer(document.body, 'pointerup', 300, -30)
      if (isClicked) pointer(document.body, 'click')
      await flushPromises()
      expect(message()).toBe('Only cards in order and of one suit can be moved together')
      const card = top('t5')
      pointer(card, 'pointerdown', 0, 0, 2)
      pointer(card, 'pointerup', 0, 0, 2)
      pointer(card, 'contextmenu', 0, 0, 2)
      await flushPromises()
      expect(message()).toBe('An empty foundation starts with an ace')
    }
    view.unmount()
  })
})

describe('a press where a refused card is moving back', () => {
  it('does not pick up the card beneath until the refused card has arrived', async () => {
    const { view, pointer, top } = await openTable('?game=sea-towers&deal=17')
    // Elements have no size in this page, so the card moves along a line from where it was dropped to (0, 0).
    pointer(top('t3'), 'pointerdown')
    pointer(window, 'pointermove', -200, -100)
    pointer(window, 'pointerup', -200, -100)
    const heldAfterPress = async () => {
      pointer(top('t5'), 'pointerdown', 100, 50)
      pointer(window, 'pointermove', 140, 90)
      await nextTick()
      const held = view.findAll('.held').map(card => card.attributes('data-on'))
      pointer(window, 'pointerup', 100, 50)
      pointer(document.body, 'click')
      return held
    }
    expect(await heldAfterPress()).toEqual([])
    await eventually(() => expect(view.findAll('.returning')).toEqual([]))
    expect(await heldAfterPress()).toEqual(['t5'])
    view.unmount()
  })
})

describe('a run that is dragged while its top card is still moving from the stock', () => {
  it('stays together at the pointer, with its top card above the others', async () => {
    const { tab, view, press, pointer } = await openTable('?game=scorpion&deal=17')
    await press('d')
    const { piles, game } = tab.game.position
    const pile = game.of.tableau.find(({ index }) => piles[index].length === 8)!
    const [lower, upper] = [6, 7].map(
      at => view.get<HTMLElement>(`[data-on="${pile.id}"][data-at="${at}"]`).element.style,
    )
    pointer(view.get(`[data-on="${pile.id}"][data-at="6"]`).element, 'pointerdown', 300, 200)
    pointer(window, 'pointermove', 340, 230)
    await nextTick()
    expect(view.findAll('.held')).toHaveLength(2)
    expect(Number(upper.getPropertyValue('--rest'))).toBeGreaterThan(Number(lower.getPropertyValue('--rest')))
    const held = [lower, upper].map(({ translate, transformOrigin }) => {
      const [x, y, originX, originY] = `${translate} ${transformOrigin}`.split(' ').map(parseFloat)
      return [x + originX, y + originY]
    })
    expect(held).toEqual([
      [300, 200],
      [300, 200],
    ])
    pointer(window, 'pointerup', 340, 230)
    view.unmount()
  })
})

describe('a right-click on the empty table', () => {
  it('opens the browser’s context menu, except while a card is dragged', async () => {
    const { view, pointer, top } = await openTable('?game=sea-towers&deal=17')
    const table = view.get('.table').element
    expect(pointer(table, 'contextmenu', 0, 0, 2)).toBe(true)
    pointer(top('t0'), 'pointerdown')
    pointer(window, 'pointermove', 80, 80)
    expect(pointer(table, 'contextmenu', 80, 80, 2)).toBe(false)
    pointer(window, 'pointerup', 80, 80)
    view.unmount()
  })
})

describe('a second right-click on a card that is moving to a foundation', () => {
  it('makes no move and shows no message', async () => {
    const number = [...Array(500).keys()].find(n => {
      const position = deal('sea-towers', n + 1)
      return nameOf(position.piles[position.game.of.tableau[0].index].at(-1)!).startsWith('A')
    })!
    const { tab, view, pointer, top, message } = await openTable(`?game=sea-towers&deal=${number + 1}`)
    const card = top('t0')
    for (let times = 0; times < 2; times++) {
      pointer(card, 'pointerdown', 0, 0, 2)
      pointer(card, 'pointerup', 0, 0, 2)
      pointer(card, 'contextmenu', 0, 0, 2)
      await nextTick()
      expect([tab.game.moves, message()]).toEqual([1, ''])
    }
    view.unmount()
  })
})

describe('the left-handed table', () => {
  it.each(games.map(({ id }) => id))('of %s fits the window, and has the stock on the opposite side', id => {
    for (const [width, height] of [
      [1366, 610],
      [400, 608],
    ]) {
      const game = gameById(id)
      const [right, left] = [false, true].map(leftHanded => geometryOf(game, { width, height, leftHanded }))
      const sideOf = ({ spots, cardWidth }: typeof left, kind: 'stock' | 'foundation') =>
        game.of[kind].map(({ index }) => Math.sign(spots[index].x + cardWidth / 2 - width / 2))
      expect(left.spots, `${width}`).not.toEqual(right.spots)
      for (const { index } of game.piles) {
        expect(left.spots[index].x).toBeGreaterThanOrEqual(0)
        expect(left.spots[index].x + left.cardWidth).toBeLessThanOrEqual(width)
      }
      if (game.stock) expect(sideOf(left, 'stock')).toEqual(sideOf(right, 'stock').map(side => -side || 0))
    }
  })
})
