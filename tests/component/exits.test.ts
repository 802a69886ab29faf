// Exit animations: an inert copy of a closed surface fades out.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endExits, leave } from '../../components/exits'

/** A list of the bar, with a button and a field. */
function list(): HTMLElement {
  const made = document.createElement('div')
  made.className = 'popover deal'
  made.id = 'deal'
  made.setAttribute('popover', '')
  made.innerHTML = '<button data-action="copy" name="copy">Copy</button><input id="deal-number" />'
  made.querySelector('input')!.value = '17'
  made.getBoundingClientRect = () => new DOMRect(10, 20, 300, 200)
  document.body.append(made)
  return made
}
const stage = () => document.querySelector<HTMLElement>('.leaving')

beforeEach(() => {
  document.documentElement.dataset.motion = 'calm'
})
afterEach(() => {
  endExits()
  document.body.replaceChildren()
  delete document.documentElement.dataset.motion
})

describe('the copy of a closed surface', () => {
  it('looks like the surface, and can be neither used nor found', () => {
    leave(list(), 'fades')
    const picture = stage()!.firstElementChild as HTMLElement
    expect(picture.className).toBe('popover deal')
    expect(picture.style.cssText).toContain('left: 10px')
    expect(picture.querySelector('input')!.value).toBe('17')
    expect(stage()!.inert).toBe(true)
    expect(document.querySelectorAll('[data-action="copy"], #deal, #deal-number, [popover]')).toHaveLength(3)
  })
  it('is removed when its animation ends, or at the next input', () => {
    leave(list(), 'fades')
    stage()!.dispatchEvent(new Event('animationend'))
    expect(stage()).toBeNull()
    leave(list(), 'sinks')
    endExits()
    expect(stage()).toBeNull()
  })
  it('does not exist if motion is off', () => {
    document.documentElement.dataset.motion = 'off'
    leave(list(), 'panel')
    expect(stage()).toBeNull()
  })
})
