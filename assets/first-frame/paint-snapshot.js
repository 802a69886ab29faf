// Paints the board that useBoardSnapshot.ts left, with suits and courts, unless it was erased since, and
// starts the page once that is painted: at once where there is none or nobody sees the tab, and after 300 ms
// in any case.
void (async () => {
  let module = document.querySelector('#start')?.href
  const start = () => {
    if (module) import(module)
    module = undefined
  }
  if (document.hidden) start()
  setTimeout(start, 300)
  try {
    const { epoch, size, table, slots, cards } = JSON.parse(localStorage.getItem('paint'))
    const { colours = 'two', deck, theme } = document.documentElement.dataset
    const courts = new Image()
    courts.src = `/courts/${colours}-${theme}.webp`
    const [{ device = '{}' }] = await Promise.all([
      chrome.storage.local.get('device'),
      document.fonts.load('1em Suits', '♠'),
      deck !== 'classic' && / faces/.test(table) && courts.decode(),
    ])
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
      add(app, 'header', 'bar')
      const main = add(app, 'main', ...table)
      for (const slot of slots) add(main, 'div', ...slot)
      for (const card of cards) add(main, 'div', ...card)
      // The first paint with content has the board: before it the page was empty.
      return new PerformanceObserver(start).observe({ type: 'paint' })
    }
  } catch {
    // There is none.
  }
  start()
})()
