// The first frame of a new tab. Runs before any style applies, so that no frame shows a different look, and
// before the rest of the page is parsed, so that all files are loaded at the same time.
{
  /**
   * Replaces the painted board with an error message if the page's code fails to load or to start. The text
   * is in English, because no translation has been loaded. Vue adds `data-v-app` to `#app` when it starts.
   */
  const fail = ({ reason, message = reason?.message }) => {
    const app = document.querySelector('#app:not([data-v-app], :has([role=alert]))')
    if (!app) return
    const [text, again] = [document.createElement('p'), document.createElement('a')]
    text.role = 'alert'
    text.textContent = `Quickhand could not start. Your games are still stored. (${message})`
    again.href = ''
    text.style.margin = again.style.margin = '2em'
    again.style.color = 'inherit'
    again.textContent = 'Try again'
    app.replaceChildren(text, again)
  }
  addEventListener('error', fail)
  addEventListener('unhandledrejection', fail)
}
{
  const { dataset, style } = document.documentElement
  const stored = key => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {}
    } catch {
      return {} // Nothing readable is stored.
    }
  }
  /** The look of the previous tab (components/page-look.ts). */
  const { theme = 'system', root } = stored('look')
  /** The user's picture: average color and brightness, name and preview (components/table-picture.ts). */
  const { color, isBright, name, preview } = stored('picture')
  /** The snapshot of bar and board (components/table/useBoardSnapshot.ts). */
  const { epoch, size, strip, bar, table, slots, cards } = stored('paint')
  /** Whether the window has the size of the snapshot. It can be resized before the board is painted. */
  const hasSameSize = () => size === `${innerWidth}x${innerHeight}`

  Object.assign(dataset, root)
  dataset.theme =
    theme === 'system' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme
  if (color) {
    dataset.own = 'picture'
    dataset.bright = isBright
    style.setProperty('--felt-2', color)
  }
  // The space for the strip.
  if (hasSameSize() && strip > 0) style.setProperty('--strip', `${strip}px`)

  const isParsed = new Promise(done => {
    if (document.readyState === 'loading') document.addEventListener('readystatechange', done)
    else done()
  })
  let isStarted = false
  /** Loads the page's module. */
  const start = async () => {
    if (isStarted) return
    isStarted = true
    await isParsed
    const module = document.querySelector('#start')?.href
    if (module) import(module)
  }

  /** What the user has pressed before the page has loaded. table/replay-input.ts replays it. */
  const pressed = (window.pressed = [])
  const record = event => {
    if (event.button || pressed.length > 99) return
    // A click replaces its pointerdown, which is recorded because there is no click if the mouse button is
    // released after the page has loaded.
    if (event.type === 'click' && pressed.at(-1)?.type === 'pointerdown') pressed.pop()
    pressed.push(event)
  }
  window.onclick = window.onpointerdown = window.onkeydown = record
  window.onblur = () => (pressed.length = 0)

  const add = (parent, name, className, style, data) => {
    const element = parent.appendChild(document.createElement(name))
    element.className = className
    element.style.cssText = style
    Object.assign(element.dataset, data)
    return element
  }
  /** Builds an element of the snapshot from its name, attributes and children, unless it is outdated. */
  const build = (parent, [name, attributes, ...children]) => {
    if (attributes['data-until'] <= Date.now()) return
    const namespace = name === 'svg' ? 'http://www.w3.org/2000/svg' : parent.namespaceURI
    const element = parent.appendChild(document.createElementNS(namespace, name))
    for (const attribute in attributes) element.setAttribute(attribute, attributes[attribute])
    for (const child of children)
      if (child.map) build(element, child)
      else element.append(child)
  }
  /** Paints the snapshot. */
  const paint = app => {
    if (bar) build(app, bar)
    const main = add(app, 'main', ...table)
    for (const slot of slots) add(main, 'div', ...slot)
    for (const card of cards) add(main, 'div', ...card)
  }

  const { back = 'blue', colours = 'two', deck } = dataset
  /** Resolves once an image is decoded. Chromium decodes none in hidden tabs, so these do not wait. */
  const load = src => document.hidden || Object.assign(new Image(), { src }).decode()
  const hasFont = isParsed.then(() => document.fonts.load('1em Suits', '♠'))
  /** Paints the user's picture and the snapshot, unless outdated. Resolves to whether a board was painted. */
  const paintSaved = async () => {
    const [{ device = '{}', picture }] = await Promise.all([
      chrome.storage.local.get(['device', 'picture']),
      hasFont,
      / faces/.test(table) &&
        load(`/courts/${deck === 'classic' ? deck : 'own'}-${colours}-${dataset.theme}.webp`),
      / down/.test(cards) && load(`/backs/${back}.webp`),
    ])
    if (!preview || name !== picture) localStorage.removeItem('picture')
    else style.setProperty('--picture', `url(${preview})`)
    const app = document.querySelector('#app')
    const isErased = (JSON.parse(device).era ?? 0) !== epoch
    if (isErased) localStorage.removeItem('paint')
    if (isErased || !hasSameSize() || location.search || app.firstChild) return false
    paint(app)
    return true
  }

  // The module starts immediately if no board is saved or the tab is hidden. Otherwise, it starts once the
  // board is painted, or after 300 ms.
  if (document.hidden || !cards) start()
  setTimeout(start, 300)
  /** Starts the module after the first contentful paint, which shows the board; the first paint may not. */
  const startAfterPaint = () =>
    new PerformanceObserver((list, observer) => {
      if (!list.getEntriesByName('first-contentful-paint').length) return
      // A connected observer would keep this script and the snapshot in memory.
      observer.disconnect()
      start()
    }).observe({ type: 'paint' })
  /**
   * Resolves when the font has loaded and the snapshot, if valid, is painted. The module waits for it before
   * it mounts the page: without the font, cards have no suits.
   */
  window.firstFrame = Promise.allSettled([
    hasFont,
    paintSaved().then(
      isPainted => (isPainted ? startAfterPaint() : start()),
      start, // The snapshot is not valid.
    ),
  ])
}
