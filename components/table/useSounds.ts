// Sounds for moves, deals, refusals and wins. Loaded when sounds are on.
import { useEventListener } from '@vueuse/core'
import { onScopeDispose, watch } from 'vue'
import type { Position } from '../../engine/index.ts'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/session/settings'
import { rest, sound, type Sound } from '../sounds'

/** Plays sounds until the scope is disposed. `message`: the message beside a card; a new object each time. */
export function useSounds(message: () => { readonly isRefusal: boolean } | undefined): void {
  const store = useGame()
  const settings = useSettings()
  const hear = (name: Sound) => {
    if (!document.hidden) sound(name, settings.values.volume / 100)
  }
  /** How many cards the stock has. */
  const stockOf = ({ piles, game }: Position): number =>
    game.of.stock.reduce((sum, { index }) => sum + piles[index].length, 0)
  watch(
    () => store.change,
    ({ cause, before, after }) => {
      if (cause === 'opened' || cause === 'rules') return
      if (cause === 'deal') hear('deal')
      else if (store.state === 'won') hear('win')
      else hear(stockOf(before) === stockOf(after) ? 'lay' : 'turn')
    },
  )
  // Who chooses how loud it is hears it.
  watch(
    () => settings.values.volume,
    () => hear('lay'),
  )
  watch(told, now => now?.isRefusal && hear('refusal'))
  useEventListener(document, 'visibilitychange', () => {
    if (document.hidden) suspendAudio()
  })
  onScopeDispose(suspendAudio)
}
