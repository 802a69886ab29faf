// Paints the bar and the board saved by useBoardSnapshot.ts, unless the epoch or the window's size differs,
// on the preview of the user's picture saved by table-picture.ts, unless that was removed or replaced. Then
// loads the page: immediately if nothing is saved or the tab is hidden, and after 300 ms at the latest.
void (async () => {
  let module = document.querySelector('#start')?.href
  const start = () => {
    if (module) import(module)
    module = undefined
  }
  if (document.hidden) start()
  setTimeout(start, 300)
  try {
    const stored = key => JSON.parse(localStorage.getItem(key)) ?? {}
    const { epoch, size, bar, table, slots, cards } = stored('paint')
    const { name, preview } = stored('picture')
    if (!cards) start()
    const { dataset, style } = document.documentElement
    const { back = 'blue', colours = 'two', deck, theme } = dataset
    const load = src => Object.assign(new Image(), { src }).decode()
    const [{ device = '{}', picture }] = await Promise.all([
      chrome.storage.local.get(['device', 'picture']),
      document.fonts.load('1em Suits', '♠'),
      / faces/.test(table) && load(`/courts/${deck === 'classic' ? deck : 'own'}-${colours}-${theme}.webp`),
      / down/.test(cards) && load(`/backs/${back}.webp`),
    ])
    if (!preview || name !== picture) localStorage.removeItem('picture')
    // On a slow computer the page has started meanwhile, and may show the picture.
    else if (!style.getPropertyValue('--picture')) style.setProperty('--picture', `url(${preview})`)
    const app = document.querySelector('#app')
    if ((JSON.parse(device).era ?? 0) !== epoch) localStorage.removeItem('paint')
    else if (size === `${innerWidth}x${innerHeight}` && !location.search && !app.firstChild) {
      const add = (parent, name, looks, style, marks) => {
        const element = parent.appendChild(document.createElement(name))
        element.className = looks
        element.style.cssText = style
        Object.assign(element.dataset, marks)
        return element
      }
      /** Builds a copied element: its name, attributes and children. */
      const build = (parent, [name, attributes, ...children]) => {
        const space = name === 'svg' ? 'http://www.w3.org/2000/svg' : parent.namespaceURI
        const element = parent.appendChild(document.createElementNS(space, name))
        for (const attribute in attributes) element.setAttribute(attribute, attributes[attribute])
        for (const child of children)
          if (typeof child === 'string') element.append(child)
          else build(element, child)
      }
      if (bar) build(app, bar)
      // Records a button pressed before the page has loaded; main.ts presses it again.
      app.onclick = ({ target }) => {
        app.dataset.pressed = target.closest('[data-action]')?.dataset.action
      }
      const main = add(app, 'main', ...table)
      for (const slot of slots) add(main, 'div', ...slot)
      for (const card of cards) add(main, 'div', ...card)
      // The page was empty before, so the first contentful paint includes the board.
      return new PerformanceObserver(start).observe({ type: 'paint' })
    }
  } catch {
    // No valid snapshot.
  }
  start()
})()
