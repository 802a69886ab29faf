// Plays a sound for a move, a deal, a refusal and a win. Loaded when sounds are on.
import { useEventListener } from '@vueuse/core'
import { onScopeDispose, watch } from 'vue'
import { useGame } from '../../stores/session/game'
import { rest, sound, type Sound } from '../sounds'

/** Plays sounds until the scope ends. `told`: what is said beside a card, another object each time. */
export function useSounds(told: () => { readonly isRefusal: boolean } | undefined): void {
  const store = useGame()
  const hear = (name: Sound) => {
    if (!document.hidden) sound(name)
  }
  watch(
    () => store.change,
    ({ cause }) => {
      if (cause === 'opened' || cause === 'rules') return
      hear(cause === 'deal' ? 'deal' : store.state === 'won' ? 'win' : 'card')
    },
  )
  watch(told, now => now?.isRefusal && hear('refusal'))
  useEventListener(document, 'visibilitychange', () => {
    if (document.hidden) rest()
  })
  onScopeDispose(rest)
}
