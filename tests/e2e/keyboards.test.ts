// Wins games with only the keyboard, using the key events of layouts for other scripts and countries.
import { describe, expect, test } from 'vitest'
import type { GameId, Move, PileId } from '../../engine/index.ts'
import { KEYBOARDS } from '../support/keyboards.ts'
import { browsers, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { counts, ENDING, look, nearlyWon, openGame, shown, storage, walkTo } from './page.ts'

/** Each browser plays a different game with a different keyboard; `LONG=1` runs all combinations. */
const PLAYED: Record<string, readonly (readonly [game: GameId, keyboard: string])[]> = {
  Chromium: [['sea-towers', 'Greek']],
  Firefox: [['klondike-1', 'French']],
}
const ALL = (['double-sea-towers', 'klondike-1'] as const).flatMap(game =>
  ['Greek', 'French'].map(keyboard => [game, keyboard] as const),
)

/** Presses a command's first key on a keyboard, or its last one, which is pressed with Control. */
async function pressFor(tab: Tab, keyboard: string, command: string, isLast = false): Promise<void> {
  const [key, code, ...modifiers] = KEYBOARDS[keyboard][command].at(isLast ? -1 : 0)!
  const heldKeys = modifiers.map(modifier => (modifier === 'shift' ? 'Shift' : 'Control'))
  await tab.press({ key, code }, ...heldKeys)
}

describe.each(browsers)('the page in $name', ({ name, launch }) => {
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  test.each(process.env.LONG ? ALL : PLAYED[name])(
    'lets the user win %s with only the keys of a %s keyboard',
    async (id, keyboard) => {
      const { text, made, left } = nearlyWon(id, ENDING)
      await tab.leave()
      await storage.setAll(tab, { settings: '{"automatic":"off"}', [`game:${id}`]: text })
      await openGame(tab, `?game=${id}`)
      const press = (command: string) => pressFor(tab, keyboard, command)
      const toColumn = (pile: PileId) => press(`column ${Number(pile.slice(1)) + 1}`)

      async function playMove(move: Move): Promise<void> {
        if (move.kind !== 'move') return press('draw')
        const { from, to, count } = move
        if (from.startsWith('t')) await toColumn(from)
        else await walkTo(tab, from)
        for (let above = 1; above < count; above++) await tab.press('ArrowUp')
        if (to.startsWith('f')) return press('foundation')
        await press('select')
        if (to.startsWith('t')) return toColumn(to)
        await walkTo(tab, to)
        await tab.press('Enter')
      }
      for (const [i, move] of left.entries()) {
        await playMove(move)
        await counts(tab, made + i + 1)
        if (i > 0) continue
        for (const isLast of [false, true]) {
          await pressFor(tab, keyboard, 'undo', isLast)
          await counts(tab, made)
          await pressFor(tab, keyboard, 'redo', isLast)
          await counts(tab, made + 1)
        }
      }
      expect((await look(tab)).state).toBe('won')
      await shown(tab, '.won')
      await until(tab, () => document.activeElement?.matches('[data-action="next"]'))
      await tab.press('Enter')
      await counts(tab, 0)
    },
    240_000,
  )
})
