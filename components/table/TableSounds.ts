// When there is something to be heard: a move, a deal, a refusal, a win. Loaded where sounds are chosen;
// draws nothing.
import { useEventListener } from '@vueuse/core'
import { defineComponent, onBeforeUnmount, watch } from 'vue'
import { useGame } from '../../stores/session/game'
import { rest, sound, type Sound } from '../sounds'

export default defineComponent({
  props: { /** Changes with every refusal. */ refusal: { type: Object, default: undefined } },
  setup(props) {
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
    watch(
      () => props.refusal,
      now => now && hear('refusal'),
    )
    useEventListener(document, 'visibilitychange', () => {
      if (document.hidden) rest()
    })
    onBeforeUnmount(rest)
    return () => null
  },
})
