// Restores the look of the previous tab (components/page-look.ts), the average color and brightness of the
// user's picture (components/table-picture.ts), and the space for the strip. It runs before any style
// applies, so that no frame shows a different look.
{
  const { dataset, style } = document.documentElement
  const stored = key => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {}
    } catch {
      return {} // Nothing readable is stored.
    }
  }
  const { theme = 'system', root } = stored('look')
  Object.assign(dataset, root)
  dataset.theme =
    theme === 'system' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme
  const { color, isBright } = stored('picture')
  if (color) {
    dataset.own = 'picture'
    dataset.bright = isBright
    style.setProperty('--felt-2', color)
  }
  const { size, strip } = stored('paint')
  if (size === `${innerWidth}x${innerHeight}` && strip > 0) style.setProperty('--strip', `${strip}px`)
}
