// Downloads of files that are generated in the page.

export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

export const downloadJson = (text: string, name: string): void =>
  download(new Blob([text], { type: 'application/json' }), name)
