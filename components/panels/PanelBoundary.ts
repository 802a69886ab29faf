// Error boundary for lazy components: if one fails to load or throws, the rest of the page keeps working.
import { defineComponent, h, onErrorCaptured, shallowRef, type Component, type PropType } from 'vue'
import { useSession } from '../../stores/session/session'

const failureNotice = shallowRef<Component>()

/** Loads the failure message before it is needed, because an update may remove the files of this version. */
export async function loadFailureNotice(): Promise<void> {
  failureNotice.value ??= (await import('./FailureNotice.vue')).default
}

/**
 * Loads and shows its content, or a message with actions if that fails. Closing the message emits `close`. If
 * the message cannot be loaded, the component also emits `close`, and the page reports the error.
 */
export default defineComponent({
  props: { load: { type: Function as PropType<() => Promise<void>>, required: true } },
  emits: ['close'],
  setup({ load }, { emit, slots }) {
    const { reportLoad } = useSession()
    const state = shallowRef<'shown' | 'failed' | 'closed'>('shown')
    let attempts = 0

    onErrorCaptured((error, _, info) => {
      // Errors of event handlers leave the panel intact; the page reports them as a notice.
      if (/event handler$|#runtime-[56]$/.test(info)) return
      fail(error)
      return false
    })
    function fail(error: unknown): void {
      console.error(error)
      state.value = 'failed'
      loadFailureNotice().catch(() => {
        onClose()
        reportLoad(error)
      })
    }
    function show(): void {
      state.value = 'shown'
      load().catch(fail)
    }

    /** Renders the content again; the second retry reloads the page, to get the installed version. */
    function onRetry(): void {
      if (attempts++ > 0) location.reload()
      show()
    }
    function onClose(): void {
      state.value = 'closed'
      emit('close')
    }
    show()
    return () => {
      if (state.value === 'shown') return slots.default!()
      return state.value === 'failed' && failureNotice.value
        ? h(failureNotice.value, { onRetry, onClose })
        : undefined
    }
  },
})
