// What a person wants at the table becomes one gesture of the session, or a reason why it cannot be.
import { describe, expect, it, vi } from 'vitest'
import { deal } from '../../engine/index.ts'
import { moveHeld, turnStock } from '../../stores/session/gestures.ts'
import { move } from '../support/help.ts'
import { FIRST } from '../support/stepped.ts'

/** A table with a deal on it, and the gestures that were made there. */
const tableOf = (...of: Parameters<typeof deal>) => ({
  position: deal(...of),
  playGesture: vi.fn(() => Promise.resolve()),
})

describe('cards that are held', () => {
  it('are brought to a pile in one gesture', () => {
    const table = tableOf('sea-towers', 17)
    expect(moveHeld(table, { from: 't0', count: 1 }, 'c2')).toMatchObject({ ok: true, value: [FIRST] })
    expect(table.playGesture).toHaveBeenCalledExactlyOnceWith([FIRST])
  })
  it('stay where the rules forbid it, and the reason is told', () => {
    const table = tableOf('sea-towers', 17)
    expect(moveHeld(table, { from: 't0', count: 1 }, 'c0')).toMatchObject({
      ok: false,
      reason: { key: 'cellTaken' },
    })
    expect(table.playGesture).not.toHaveBeenCalled()
  })
})

describe('the stock', () => {
  it('is turned, or dealt from, in one gesture', () => {
    for (const [game, text] of [
      ['klondike-1', 'draw'],
      ['spider-1', 'deal'],
    ] as const) {
      const table = tableOf(game, 17)
      expect(turnStock(table)).toMatchObject({ ok: true, value: move(text) })
      expect(table.playGesture).toHaveBeenCalledExactlyOnceWith([move(text)])
    }
  })
  it('that there is none of is not turned, and the reason is told', () => {
    const table = tableOf('sea-towers', 17)
    expect(turnStock(table)).toMatchObject({ ok: false, reason: { key: 'noStock' } })
    expect(table.playGesture).not.toHaveBeenCalled()
  })
})
