// Downloads of files that are generated in the page.

/** Downloads a file under this name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

/** Downloads a JSON text under this name. */
export const downloadJson = (text: string, name: string): void =>
  download(new Blob([text], { type: 'application/json' }), name)
