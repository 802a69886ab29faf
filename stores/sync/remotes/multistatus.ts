// Parses WebDAV multistatus responses. Service workers have no XML parser, so this one reads the few elements
// that matter, with any prefix, in one pass.

/** An entry of a folder. Properties that the server does not report are empty or 0. */
export interface DavEntry {
  /** Its decoded path; the path of a folder ends with a slash. */
  readonly path: string
  readonly isFolder: boolean
  readonly etag: string
  readonly length: number
  readonly modified: string
}

/** More than any of our folders has. */
const MAX_ENTRIES = 10_000
const MAX_DEPTH = 32

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text with its entities decoded; unknown entities stay unchanged. */
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole
    const code = decimal !== undefined ? Number(decimal) : parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The index at which the tag at `from` ends: a `>` outside attribute values; -1 for none. */
function endOfTag(xml: string, from: number): number {
  let quote = ''
  for (let at = from; at < xml.length; at++) {
    const letter = xml[at]
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at
  }
  return -1
}

/** A response that is being read. */
interface Response {
  href: string
  status: string
  values: Map<string, string>
}

/** The decoded path of a URL or path; invalid escapes are left unchanged. */
export const pathIn = (href: string): string =>
  href
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    .replace(/(?:%[\da-f]{2})+/gi, encoded => {
      try {
        return decodeURIComponent(encoded)
      } catch {
        return encoded
      }
    })

const isGood = (status: string): boolean => status === '' || /^(HTTP\/\S+\s+)?2\d\d\b/i.test(status.trim())

function entryOf({ href, status, values }: Response): DavEntry | undefined {
  if (!isGood(status)) return undefined
  const isFolder = values.has('collection')
  const path = pathIn(href)
  const length = Number(values.get('getcontentlength') ?? NaN)
  return {
    path: isFolder ? path.replace(/\/*$/, '/') : path,
    isFolder,
    etag: (values.get('getetag') ?? '').trim(),
    length: Number.isSafeInteger(length) && length >= 0 ? length : 0,
    modified: (values.get('getlastmodified') ?? '').trim(),
  }
}

const READ_PROPERTIES = new Set(['getetag', 'getcontentlength', 'getlastmodified'])

/** Consumes the elements of a multistatus. */
class Reading {
  readonly entries: DavEntry[] = []
  readonly path: string[] = []
  isMultistatus = false
  isWhole = false
  #text = ''
  #response: Response | undefined
  #values = new Map<string, string>()
  #status = ''

  open(name: string): void {
    if (this.path.length === 0) this.isMultistatus = name === 'multistatus'
    this.path.push(name)
    this.#text = ''
    if (name === 'response') this.#response = { href: '', status: '', values: new Map() }
    if (name === 'propstat') {
      this.#values = new Map()
      this.#status = ''
    }
    if (name === 'collection' && this.path.at(-2) === 'resourcetype') this.#values.set(name, '')
  }

  text(text: string): void {
    this.#text += text
  }

  /** False if another element is open, or there are too many entries. */
  close(name: string): boolean {
    if (this.path.pop() !== name) return false
    const parent = this.path.at(-1)
    const response = this.#response
    if (parent === 'prop' && READ_PROPERTIES.has(name)) this.#values.set(name, this.#text)
    if (parent === 'response' && name === 'href' && response) response.href = this.#text
    if (name === 'status' && parent === 'propstat') this.#status = this.#text
    if (name === 'status' && parent === 'response' && response) response.status = this.#text
    if (name === 'propstat' && response && isGood(this.#status))
      for (const [key, value] of this.#values) response.values.set(key, value)
    if (name === 'response' && response) {
      const entry = entryOf(response)
      if (entry) this.entries.push(entry)
      this.#response = undefined
    }
    if (this.path.length === 0) this.isWhole = true
    this.#text = ''
    return this.entries.length <= MAX_ENTRIES
  }
}

/** Where markup other than a tag ends (-1: nowhere), and the text of a CDATA section; undefined for a tag. */
function specialAt(xml: string, at: number): { end: number; text: string } | undefined {
  for (const [start, stop] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
    ['<!', '>'],
  ]) {
    if (!xml.startsWith(start, at)) continue
    const end = xml.indexOf(stop, at + start.length)
    if (end < 0) return { end: -1, text: '' }
    return { end: end + stop.length, text: start === '<![CDATA[' ? xml.slice(at + 9, end) : '' }
  }
  return undefined
}

/** The entries of a folder, including itself; undefined for text that is invalid, incomplete or too long. */
export function readMultistatus(xml: string): DavEntry[] | undefined {
  const reading = new Reading()
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at)
    if (next < 0) break
    reading.text(decoded(xml.slice(at, next)))
    const special = specialAt(xml, next)
    if (special) {
      if (special.end < 0) return undefined
      reading.text(special.text)
      at = special.end
      continue
    }
    const end = endOfTag(xml, next)
    const tag =
      end < 0 ? null : /^<(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(xml.slice(next, Math.min(end, next + 200)))
    if (!tag || reading.isWhole || reading.path.length >= MAX_DEPTH) return undefined
    const [, slash, name] = tag
    if (slash === '') reading.open(name)
    if ((slash !== '' || xml[end - 1] === '/') && !reading.close(name)) return undefined
    at = end + 1
  }
  return reading.isWhole && reading.isMultistatus ? reading.entries : undefined
}
