// Files made in the page, given to the person as downloads.

/** Downloads a file with this name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

/** Downloads a JSON text as a file with this name. */
export const downloadJson = (text: string, name: string): void =>
  download(new Blob([text], { type: 'application/json' }), name)
