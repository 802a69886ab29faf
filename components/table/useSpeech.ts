// Screen reader texts besides the announcement of each move: labels, and changes of the winnability light.
import { computed, shallowRef, watch } from 'vue'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGame } from '../../stores/session/game'
import { useSession } from '../../stores/session/session'
import { loadTexts, t } from '../i18n'
import { labelsOf, type Labels } from './labels'
import type { Layout } from './useLayout'

/** Returns the announcement of each change of verdict. A play's first verdict is announced unless `won`. */
function useLightAnnouncement() {
  const store = useGame()
  const late = useLateAnalysis()
  let announced: string = 'won'
  const sentence = shallowRef('')
  watch(
    () => store.playId,
    () => {
      announced = 'won'
      sentence.value = ''
    },
  )
  watch(
    () => (store.hasLight ? late.shownLight : 'looking'),
    light => {
      if (light === 'looking' || light === announced) return
      announced = light
      sentence.value = t(`light.${light}`)
    },
    { immediate: true },
  )
  return sentence
}

/** The labels of the table, once their texts have loaded, and the announcement of the light. */
export function useSpeech({ shown }: Layout) {
  const hasTexts = shallowRef(false)
  loadTexts('table').then(() => {
    hasTexts.value = true
  }, useSession().report)
  const labels = computed<Labels | undefined>(before =>
    hasTexts.value ? labelsOf(shown.value, before) : undefined,
  )
  return { labels, lightAnnouncement: useLightAnnouncement() }
}
