// Holds a part of the page that is loaded later: where that fails or throws, the rest of the page goes on.
import { defineAsyncComponent, defineComponent, h, onErrorCaptured, shallowRef } from 'vue'

/**
 * Loaded with the first part, as it must be there when the files of this version are gone after an
 * update.
 */
export const loadFailureNotice = () => import('./FailureNotice.vue')
const FailureNotice = defineAsyncComponent(loadFailureNotice)

/** Shows its content, or a sentence with ways on in its place; closing that emits `close`. */
export default defineComponent({
  emits: ['close'],
  setup(_, { emit, slots }) {
    const state = shallowRef<'shown' | 'failed' | 'closed'>('shown')
    let attempts = 0

    onErrorCaptured((error, _, info) => {
      // What a click started leaves the panel whole: the page reports it as a notice.
      if (/event handler$|#runtime-[56]$/.test(info)) return
      console.error(error)
      state.value = 'failed'
      return false
    })

    /**
     * Starts the content again; what fails a second time needs a page of the version that is installed
     * now.
     */
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
