// Paints the board that BoardSnapshot.ts left, unless it was erased since.
void (async () => {
  try {
    const { epoch, size, table, slots, cards } = JSON.parse(localStorage.getItem('paint'))
    const { device = '{}' } = await chrome.storage.local.get('device')
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
    }
  } catch {
    // There is none.
  }
})()
