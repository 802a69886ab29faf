// When there is something to be heard: a move, a deal, a refusal, a win. Silent unless chosen; then the sounds are loaded.
import { watch, type Ref } from 'vue'
import { useGame } from '../stores/game'
import { useSettings } from '../stores/settings'
import type { Sound } from './sounds'

export function useSounds(refusal: Ref<unknown>): void {
  const store = useGame()
  const settings = useSettings()
  const hear = async (name: Sound) => {
    if (!settings.values.sound || document.hidden) return
    const { sound } = await import('./sounds')
    sound(name)
  }
  watch(() => store.position, (now, before) => {
    if (store.state === 'won') void hear('win')
    else if (now.dealNumber === before.dealNumber && now.game === before.game) void hear('card')
  })
  watch(() => store.dealt, () => void hear('deal'))
  watch(refusal, now => now && void hear('refusal'))
}
