// The user's intent at the table becomes one gesture, or the reason why it is illegal.
import { describe, expect, it, vi } from 'vitest'
import { deal } from '../../engine/index.ts'
import { moveHeld, turnStock } from '../../stores/session/gestures.ts'
import { move } from '../support/help.ts'
import { FIRST } from '../support/stepped.ts'

/** A table with a deal, and the gestures made there. */
const tableOf = (...of: Parameters<typeof deal>) => ({
  position: deal(...of),
  playGesture: vi.fn(() => Promise.resolve()),
})

describe('held cards', () => {
  it('move to a pile in one gesture', () => {
    const table = tableOf('sea-towers', 17)
    expect(moveHeld(table, { from: 't0', count: 1 }, 'c2')).toMatchObject({ ok: true, value: [FIRST] })
    expect(table.playGesture).toHaveBeenCalledExactlyOnceWith([FIRST])
  })
  it('stay if the move is illegal, and the reason is returned', () => {
    const table = tableOf('sea-towers', 17)
    expect(moveHeld(table, { from: 't0', count: 1 }, 'c0')).toMatchObject({
      ok: false,
      reason: { key: 'cellTaken' },
    })
    expect(table.playGesture).not.toHaveBeenCalled()
  })
})

describe('the stock', () => {
  it('is turned or dealt in one gesture', () => {
    for (const [game, text] of [
      ['klondike-1', 'draw'],
      ['spider-1', 'deal'],
    ] as const) {
      const table = tableOf(game, 17)
      expect(turnStock(table)).toMatchObject({ ok: true, value: move(text) })
      expect(table.playGesture).toHaveBeenCalledExactlyOnceWith([move(text)])
    }
  })
  it('cannot be turned if the game has none, and the reason is returned', () => {
    const table = tableOf('sea-towers', 17)
    expect(turnStock(table)).toMatchObject({ ok: false, reason: { key: 'noStock' } })
    expect(table.playGesture).not.toHaveBeenCalled()
  })
})
