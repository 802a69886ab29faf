// Exit animations: a closed surface is removed immediately, and an inert copy of it fades out over the page,
// so nothing waits for the animation. Loaded after the first paint.

/** The animation: down, down with a panel's backdrop, up, or just a fade. */
type Way = 'sinks' | 'panel' | 'rises' | 'fades'

/** Attributes that the copy must not have, most of them because tests and scripts find elements by them. */
const MARKS = (
  'name popover role tabindex data-action data-at data-card data-choose data-daily data-day data-deal ' +
  'data-game data-moves data-notice data-on data-pile data-ready data-stat'
).split(' ')

/** Copies a canvas with its pixels, which `cloneNode` leaves out. */
function copyOf(canvas: HTMLCanvasElement): HTMLElement {
  const { width, height, className } = canvas
  const copy = Object.assign(document.createElement('canvas'), { width, height, className })
  if (width > 0 && height > 0) copy.getContext('2d')?.drawImage(canvas, 0, 0)
  return copy
}

/** Copies an element with its appearance and the values of its fields. */
function pictureOf(element: HTMLElement): HTMLElement {
  if (element instanceof HTMLCanvasElement) return copyOf(element)
  // A `div`, so that the copy is neither a dialog nor focusable.
  const picture = document.createElement('div')
  for (const { name, value } of element.attributes) picture.setAttribute(name, value)
  const copy = element.cloneNode(true) as HTMLElement
  picture.append(...copy.childNodes)
  const fieldsOf = (root: HTMLElement) =>
    root.querySelectorAll<HTMLInputElement>('input:not([type="file"]), select, textarea')
  const copies = fieldsOf(picture)
  for (const [i, { value, checked }] of fieldsOf(element).entries())
    Object.assign(copies[i]!, { value, checked })
  for (const one of [picture, ...picture.querySelectorAll('*')]) {
    const name = one.getAttribute('data-card')
    if (name) one.setAttribute('data-face', name)
    for (const mark of MARKS) one.removeAttribute(mark)
    // Pages of a panel are styled by their id.
    if (!/^page-/.test(one.id)) one.removeAttribute('id')
  }
  return picture
}

/** Fades out a copy of an element that is about to disappear. `scrolled`: its scroll position in pixels. */
export function leave(
  element: HTMLElement | null | undefined,
  way: Way,
  scrolled = element?.scrollTop ?? 0,
): void {
  if (!element || document.documentElement.dataset.motion === 'off' || document.hidden) return
  const { left, top, width, height } = element.getBoundingClientRect()
  if (way !== 'panel' && width === 0) return
  const picture = pictureOf(element)
  /** The scroll positions of the descendants, in pixels. */
  const tops = Array.from(element.querySelectorAll('*'), ({ scrollTop }) => scrollTop)
  if (way !== 'panel') {
    const { display } = getComputedStyle(element)
    picture.style.cssText +=
      `;display:${display};position:fixed;inset:auto;left:${left}px;top:${top}px;` +
      `width:${width}px;height:${height}px;max-height:none;margin:0`
  }
  const stage = Object.assign(document.createElement('div'), { className: `leaving ${way}`, inert: true })
  // Keeps the current value, because the page may change it before the copy has faded.
  stage.dataset.table = document.documentElement.dataset.table
  stage.append(picture)
  document.body.append(stage)
  // Setting a scroll position would compute the layout again, even if it is zero.
  if (scrolled) picture.scrollTop = scrolled
  for (const [i, part] of picture.querySelectorAll('*').entries()) if (tops[i]) part.scrollTop = tops[i]
  stage.onanimationend = () => stage.remove()
}

/** Ends all exit animations; called at the next input. */
export function endExits(): void {
  for (const stage of document.querySelectorAll('.leaving')) stage.remove()
}
