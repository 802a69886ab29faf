// The message in which a panel reports the result of an action. ModalPanel.vue shows it below the title, in a
// live region that exists before its text.
import { inject, provide, shallowRef, type InjectionKey, type ShallowRef } from 'vue'
import type { Say } from './attempt'

interface Status {
  /** Each message gets a new number, even if the text is the same. */
  readonly status: ShallowRef<{ readonly number: number; readonly text: string }>
  readonly say: Say
}

const KEY: InjectionKey<Status> = Symbol('status')

/** The status of the panel that contains the component; a new one if the component is the panel. */
export function useStatus(): Status {
  const known = inject(KEY, undefined)
  if (known) return known
  const status = shallowRef({ number: 0, text: '' })
  const say: Say = text => {
    status.value = { number: status.value.number + 1, text }
  }
  provide(KEY, { status, say })
  return { status, say }
}
