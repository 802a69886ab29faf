// Sounds for moves, deals, refusals and wins. Loaded when sounds are on.
import { useEventListener } from '@vueuse/core'
import { onScopeDispose, watch } from 'vue'
import { useGame } from '../../stores/session/game'
import { suspendAudio, sound, type Sound } from '../sounds'

/** Plays sounds until the scope is disposed. `message`: the message beside a card; a new object each time. */
export function useSounds(message: () => { readonly isRefusal: boolean } | undefined): void {
  const store = useGame()
  const playSound = (name: Sound) => {
    if (!document.hidden) sound(name)
  }
  watch(
    () => store.change,
    ({ cause }) => {
      if (cause === 'opened' || cause === 'rules') return
      playSound(cause === 'deal' ? 'deal' : store.state === 'won' ? 'win' : 'card')
    },
  )
  watch(message, now => now?.isRefusal && playSound('refusal'))
  useEventListener(document, 'visibilitychange', () => {
    if (document.hidden) suspendAudio()
  })
  onScopeDispose(suspendAudio)
}
