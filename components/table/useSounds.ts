// Sounds for moves, deals, refusals and wins. Loaded when sounds are on.
import { onScopeDispose, watch } from 'vue'
import type { Position } from '../../engine/index.ts'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/session/settings'
import { listen } from '../listen'
import { sound, suspendAudio, type Sound } from '../sounds'

/** Plays sounds until the scope is disposed. `message`: the message beside a card; each is a new object. */
export function useSounds(message: () => { readonly isRefusal: boolean } | undefined): void {
  const store = useGame()
  const settings = useSettings()
  const playSound = (name: Sound) => {
    if (!document.hidden) sound(name, settings.values.volume / 100)
  }
  /** The number of cards in the stock. */
  const stockOf = ({ piles, game }: Position): number =>
    game.of.stock.reduce((sum, { index }) => sum + piles[index].length, 0)
  watch(
    () => store.change,
    ({ cause, before, after }) => {
      if (cause === 'opened' || cause === 'rules') return
      if (cause === 'deal') playSound('deal')
      else if (store.state === 'won') playSound('win')
      else playSound(stockOf(before) === stockOf(after) ? 'lay' : 'turn')
    },
  )
  // A change of the volume plays a sample.
  watch(
    () => settings.values.volume,
    () => playSound('lay'),
  )
  watch(message, now => now?.isRefusal && playSound('refusal'))
  listen(document, 'visibilitychange', () => {
    if (document.hidden) suspendAudio()
  })
  onScopeDispose(suspendAudio)
}
