// Runs before each file, because files share their modules and their document: no file may leave components,
// elements or listeners behind.
import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterAll } from 'vitest'

// Vue reads this property of every element. For an unknown property of a form, happy-dom searches all fields.
Object.defineProperty(HTMLFormElement.prototype, '_isVueCE', { value: false, configurable: true })

const restore: (() => void)[] = []
for (const target of [document, window] as EventTarget[]) {
  const { addEventListener } = target
  target.addEventListener = (...given) => {
    restore.push(() => target.removeEventListener(...given))
    addEventListener.apply(target, given)
  }
  restore.push(() => Object.assign(target, { addEventListener }))
}
disableAutoUnmount()
enableAutoUnmount(afterAll)
afterAll(() => {
  document.body.replaceChildren()
  for (const undo of restore) undo()
})
