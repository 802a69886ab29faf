// What is there for those who listen beside what is said of each move: labels, and the light.
import { computed, shallowRef, watch } from 'vue'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGame } from '../../stores/session/game'
import { useSession } from '../../stores/session/session'
import { loadTexts, t } from '../i18n'
import { loadReasons } from '../reasons'
import { labelsOf } from './labels'
import type { Layout } from './useLayout'

/** What the light said last in a game; a deal begins as one that can be won. */
function useLightSaid() {
  const store = useGame()
  const late = useLateAnalysis()
  let said: string = 'won'
  const sentence = shallowRef('')
  watch(
    () => store.playId,
    () => {
      said = 'won'
      sentence.value = ''
    },
  )
  watch(
    () => (late.hasLight ? late.light : 'looking'),
    light => {
      if (light === 'looking' || light === said) return
      said = light
      sentence.value = t(`light.${light === 'lost' && late.isDealLost ? 'never' : light}`)
    },
    { immediate: true },
  )
  return sentence
}

export function useSpeech({ shown, cards }: Layout) {
  const hasTexts = shallowRef(false)
  Promise.all([loadTexts('panels'), loadReasons()]).then(() => {
    hasTexts.value = true
  }, useSession().report)
  const labels = computed(() => (hasTexts.value ? labelsOf(shown.value, cards.value) : undefined))
  return { labels, lightSaid: useLightSaid() }
}
