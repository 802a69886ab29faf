// The message in which a panel reports the result of an action. ModalPanel.vue shows it below the title, in a
// live region that exists before its text.
import { inject, onErrorCaptured, provide, shallowRef, type InjectionKey } from 'vue'
import { messageOf } from '../../stores/platform/storage-failure.ts'
import { t, type TextKey } from '../i18n'
import { isOfHandler } from '../lazy'
import { listen } from '../listen'

/** Creates a status. Called directly by parts of a panel that show messages beside their own controls. */
export function newStatus() {
  /** Each message gets a new number, even if the text is the same. */
  const status = shallowRef({ number: 0, text: '', isError: false })

  /** Shows a message until the user's next action or until the panel closes. */
  function say(text: string, isError = false): void {
    status.value = { number: status.value.number + 1, text, isError }
  }
  // Clears the message before the handlers of a pressed button or a changed field run.
  const clear = ({ type, target }: Event) => {
    if (status.value.text && (type === 'input' || (target as Element).closest('button'))) say('')
  }
  listen(document, ['click', 'input'], clear, { capture: true })

  const sayFailed = (error: unknown, sentence: TextKey = 'backup.failed') =>
    say(t(sentence, { detail: messageOf(error) }), true)
  // The panel would cover a notice about its action.
  onErrorCaptured((error, _, info) => {
    if (!isOfHandler(info)) return
    sayFailed(error)
    return false
  })

  /**
   * Runs an action. If it rejects, shows `sentence` with the error message as `{detail}`. Needed for actions
   * outside event handlers, and for failures that have their own sentence.
   */
  async function attempt(action: () => Promise<unknown>, sentence?: TextKey): Promise<void> {
    try {
      await action()
    } catch (error) {
      sayFailed(error, sentence)
    }
  }

  /** Copies text, and says whether that succeeded. */
  const copy = (text: string): Promise<void> =>
    attempt(async () => {
      await navigator.clipboard.writeText(text)
      say(t('deal.copied'))
    }, 'backup.copyFailed')

  return { status, say, attempt, copy }
}

export type Status = ReturnType<typeof newStatus>

const KEY: InjectionKey<Status> = Symbol('status')

/** The status of the panel that contains the component; undefined if the panel has none. */
export const statusOfPanel = (): Status['status'] | undefined => inject(KEY, undefined)?.status

/** The status of the panel that contains the component; a new one if the component is the panel. */
export function useStatus(): Status {
  const known = inject(KEY, undefined)
  if (known) return known
  const own = newStatus()
  provide(KEY, own)
  return own
}
