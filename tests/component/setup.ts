// Runs before each test file. Files share their modules and their document, so components, elements and
// listeners are removed after each file.
import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterAll } from 'vitest'

// Vue reads this property of every element. If a form lacks it, happy-dom searches all fields for the name.
Object.defineProperty(HTMLFormElement.prototype, '_isVueCE', { value: false, configurable: true })

const restore: (() => void)[] = []
for (const target of [document, window] as EventTarget[]) {
  const { addEventListener } = target
  target.addEventListener = (...args) => {
    restore.push(() => target.removeEventListener(...args))
    addEventListener.apply(target, args)
  }
  restore.push(() => Object.assign(target, { addEventListener }))
}
disableAutoUnmount()
enableAutoUnmount(afterAll)
afterAll(() => {
  document.body.replaceChildren()
  for (const undo of restore) undo()
})
