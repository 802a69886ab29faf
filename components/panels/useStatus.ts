// The sentence in which a panel reports what was done. ModalPanel.vue shows it below the title, in a live
// region that exists before its text.
import { inject, provide, shallowRef, type InjectionKey, type ShallowRef } from 'vue'
import type { Say } from './attempt'

interface Status {
  /** Another number for each sentence, be it in the same words. */
  readonly said: ShallowRef<{ readonly number: number; readonly text: string }>
  readonly say: Say
}

const KEY: InjectionKey<Status> = Symbol('status')

/** The status of the panel that the component is part of, or its own if it is the panel. */
export function useStatus(): Status {
  const known = inject(KEY, undefined)
  if (known) return known
  const said = shallowRef({ number: 0, text: '' })
  const say: Say = text => {
    said.value = { number: said.value.number + 1, text }
  }
  provide(KEY, { said, say })
  return { said, say }
}
