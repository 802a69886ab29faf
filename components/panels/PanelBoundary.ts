// Error boundary of a lazy component: if it fails to load or throws, the rest of the page keeps working.
import { defineAsyncComponent, defineComponent, h, onErrorCaptured, shallowRef } from 'vue'

/** Loaded together with the first component, because an update may remove the files of this version. */
export const loadFailureNotice = () => import('./FailureNotice.vue')
const FailureNotice = defineAsyncComponent(loadFailureNotice)

/** Shows its content, or a message with possible actions if it fails; closing that emits `close`. */
export default defineComponent({
  emits: ['close'],
  setup(_, { emit, slots }) {
    const state = shallowRef<'shown' | 'failed' | 'closed'>('shown')
    let attempts = 0

    onErrorCaptured((error, _, info) => {
      // Errors of event handlers leave the panel intact; the page reports them as a notice.
      if (/event handler$|#runtime-[56]$/.test(info)) return
      console.error(error)
      state.value = 'failed'
      return false
    })

    /** Renders the content again; after a second failure reloads the page, to get the installed version. */
    function onRetry(): void {
      if (attempts++ > 0) location.reload()
      state.value = 'shown'
    }
    function onClose(): void {
      state.value = 'closed'
      emit('close')
    }
    return () => {
      if (state.value === 'shown') return slots.default!()
      return state.value === 'failed' ? h(FailureNotice, { onRetry, onClose }) : undefined
    }
  },
})
