// What a dynamic import loads beside its module: styles, which are awaited, and modules, which need not be.
// It stands in place of Vite's own helper, which is several times longer.

/** By file: whether it is there. */
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
        reject(new Error(`The style ${file} could not be loaded`))
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
