// Surfaces that go away: the page is without them at once, and a picture of them fades over it. A picture is
// seen only, so nothing waits for it. Loaded after the first paint.

/** How a surface goes: it sinks; it sinks with the backdrop of a panel; it rises; it only fades. */
type Way = 'sinks' | 'panel' | 'rises' | 'fades'

/** What an element is found by, which its picture is not. The style of settings knows them by their mark. */
const MARKS = (
  'name popover role tabindex data-action data-at data-card data-choose data-daily data-day data-deal ' +
  'data-game data-moves data-notice data-on data-pile data-ready data-stat'
).split(' ')

/** A canvas whose pixels a worker draws has no copy but its pixels. */
function copyOf(canvas: HTMLCanvasElement): HTMLElement {
  const { width, height, className } = canvas
  const copy = Object.assign(document.createElement('canvas'), { width, height, className })
  if (width > 0 && height > 0) copy.getContext('2d')?.drawImage(canvas, 0, 0)
  return copy
}

/** A copy that looks like the element, and in which fields have the same values. */
function pictureOf(element: HTMLElement): HTMLElement {
  if (element instanceof HTMLCanvasElement) return copyOf(element)
  // Neither a dialog nor what can have the focus.
  const picture = document.createElement('div')
  for (const { name, value } of element.attributes) picture.setAttribute(name, value)
  const copy = element.cloneNode(true) as HTMLElement
  picture.append(...copy.childNodes)
  const [there, here] = [element, picture].map(root =>
    root.querySelectorAll<HTMLInputElement>('input:not([type="file"]), select, textarea'),
  )
  for (const [i, { value, checked }] of there.entries()) Object.assign(here[i], { value, checked })
  for (const one of [picture, ...picture.querySelectorAll('*')]) {
    const name = one.getAttribute('data-card')
    if (name) one.setAttribute('data-face', name)
    for (const mark of MARKS) one.removeAttribute(mark)
    // Pages of a panel are styled by their id.
    if (!/^page-/.test(one.id)) one.removeAttribute('id')
  }
  return picture
}

/** Shows how an element goes that is about to. `scrolled`: how far, where it can no longer tell. */
export function leave(
  element: HTMLElement | null | undefined,
  way: Way,
  scrolled = element?.scrollTop ?? 0,
): void {
  if (!element || document.documentElement.dataset.motion === 'off' || document.hidden) return
  const picture = pictureOf(element)
  if (way !== 'panel') {
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width === 0) return
    const { display } = getComputedStyle(element)
    picture.style.cssText +=
      `;display:${display};position:fixed;inset:auto;left:${left}px;top:${top}px;` +
      `width:${width}px;height:${height}px;max-height:none;margin:0`
  }
  const stage = Object.assign(document.createElement('div'), { className: `leaving ${way}`, inert: true })
  // The page may already look as it does without the element.
  stage.dataset.table = document.documentElement.dataset.table
  stage.append(picture)
  document.body.append(stage)
  picture.scrollTop = scrolled
  stage.onanimationend = () => stage.remove()
}

/** Whatever is done next ends what goes. */
export function endExits(): void {
  for (const stage of document.querySelectorAll('.leaving')) stage.remove()
}
