// Preloads the dependencies of a dynamic import: styles, which are awaited, and modules, which are not.
// Replaces Vite's helper, which is several times longer.

/** Maps each requested file to a promise if it is a style sheet, otherwise to false. */
const loaded = new Map()

function preload(file) {
  const isStyle = file.endsWith('.css')
  const link = document.createElement('link')
  link.rel = isStyle ? 'stylesheet' : 'modulepreload'
  link.href = `/${file}`
  document.head.append(link)
  return (
    isStyle &&
    new Promise((resolve, reject) => {
      link.onload = resolve
      link.onerror = () => {
        link.remove()
        loaded.delete(file)
        reject(new Error(`The style sheet ${file} could not be loaded`))
      }
    })
  )
}

export const __vitePreload = (load, files = []) =>
  Promise.all(
    files.map(file => {
      if (!loaded.has(file)) loaded.set(file, preload(file))
      return loaded.get(file)
    }),
  ).then(load)
