// Paints the picture of the last board that components/table/BoardSnapshot.ts left, before anything else is
// loaded.
try {
  const { root, theme, size, strip, table, slots, cards } = JSON.parse(localStorage.getItem('paint'))
  const { dataset, style } = document.documentElement
  Object.assign(dataset, root)
  dataset.theme =
    theme === 'system' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme
  if (size === `${innerWidth}x${innerHeight}` && !location.search) {
    style.setProperty('--strip', `${strip}px`)
    const add = (parent, name, looks, style, marks) => {
      const element = parent.appendChild(document.createElement(name))
      element.className = looks
      element.style.cssText = style
      Object.assign(element.dataset, marks)
      return element
    }
    const app = document.getElementById('app')
    add(app, 'header', 'bar')
    const main = add(app, 'main', ...table)
    for (const slot of slots) add(main, 'div', ...slot)
    for (const card of cards) add(main, 'div', ...card)
  }
} catch {
  // There is none, or it cannot be used: the page comes up without it.
}
