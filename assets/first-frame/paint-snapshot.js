// Paints the board saved by useBoardSnapshot.ts, unless it has been erased, and then starts the page:
// immediately if there is no board or the tab is hidden, and after 300 ms at the latest.
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
    const { back = 'blue', colours = 'two', deck, theme } = document.documentElement.dataset
    const picture = src => Object.assign(new Image(), { src }).decode()
    const [{ device = '{}' }] = await Promise.all([
      chrome.storage.local.get('device'),
      document.fonts.load('1em Suits', '♠'),
      / faces/.test(table) &&
        picture(`/courts/${deck === 'classic' ? deck : 'own'}-${colours}-${theme}.webp`),
      / down/.test(cards) && picture(`/backs/${back}.webp`),
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
      // The page was empty before, so the first contentful paint includes the board.
      return new PerformanceObserver(start).observe({ type: 'paint' })
    }
  } catch {
    // No valid snapshot.
  }
  start()
})()
