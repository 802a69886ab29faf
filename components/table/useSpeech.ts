// What screen readers get besides the announcement of each move: labels, and changes of the light.
import { computed, shallowRef, watch } from 'vue'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGame } from '../../stores/session/game'
import { useSession } from '../../stores/session/session'
import { loadTexts, t } from '../i18n'
import { labelsOf } from './labels'
import type { Layout } from './useLayout'

/** A sentence for each change of the light. A new deal counts as announced to be winnable. */
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

/** The labels of the table, once their texts are loaded, and what to say of the light. */
export function useSpeech({ shown, cards }: Layout) {
  const hasTexts = shallowRef(false)
  loadTexts('panels').then(() => {
    hasTexts.value = true
  }, useSession().report)
  const labels = computed(() => (hasTexts.value ? labelsOf(shown.value, cards.value) : undefined))
  return { labels, lightSaid: useLightSaid() }
}
