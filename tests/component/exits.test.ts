// Exit animations: an inert copy of a closed surface fades out.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endExits, leave } from '../../components/exits'

/** A list that the bar opens, with a button and a field. */
function list(): HTMLElement {
  const element = document.createElement('div')
  element.className = 'popover deal'
  element.id = 'deal'
  element.setAttribute('popover', '')
  element.innerHTML = '<button data-action="copy" name="copy">Copy</button><input id="deal-number" />'
  element.querySelector('input')!.value = '17'
  element.getBoundingClientRect = () => new DOMRect(10, 20, 300, 200)
  document.body.append(element)
  return element
}
const container = () => document.querySelector<HTMLElement>('.leaving')

beforeEach(() => {
  document.documentElement.dataset.motion = 'calm'
})
afterEach(() => {
  endExits()
  document.body.replaceChildren()
  delete document.documentElement.dataset.motion
})

describe('the copy of a closed surface', () => {
  it('looks like the surface, is inert, and has no ids or marks that tests could find', () => {
    leave(list(), 'fades')
    const copy = container()!.firstElementChild as HTMLElement
    expect(copy.className).toBe('popover deal')
    expect(copy.style.cssText).toContain('left: 10px')
    expect(copy.querySelector('input')!.value).toBe('17')
    expect(container()!.inert).toBe(true)
    expect(document.querySelectorAll('[data-action="copy"], #deal, #deal-number, [popover]')).toHaveLength(3)
  })
  it('is removed when its animation ends, or at the next input', () => {
    leave(list(), 'fades')
    container()!.dispatchEvent(new Event('animationend'))
    expect(container()).toBeNull()
    leave(list(), 'sinks')
    endExits()
    expect(container()).toBeNull()
  })
  it('does not exist if motion is off', () => {
    document.documentElement.dataset.motion = 'off'
    leave(list(), 'panel')
    expect(container()).toBeNull()
  })
})
