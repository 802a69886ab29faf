// Parses WebDAV multistatus responses (RFC 4918, section 13). Service workers have no DOMParser.
import { parseXml, XmlElement, type XmlDocument } from '@rgrove/parse-xml'

/** An entry of a folder. Properties that the server does not report are empty or 0. */
export interface DavEntry {
  /** Its decoded path; the path of a folder ends with a slash. */
  readonly path: string
  readonly isFolder: boolean
  readonly etag: string
  readonly length: number
  readonly modified: string
}

/** The maximum number of entries. Our folders have fewer. */
const MAX_ENTRIES = 10_000

/** The child elements with a name, whatever their prefix. */
const childrenOf = (parent: XmlElement | XmlDocument, name: string): XmlElement[] =>
  parent.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && child.name.replace(/^.*:/, '') === name,
  )

/** The text of the last child element with a name; empty if there is none. */
const textIn = (parent: XmlElement, name: string): string =>
  childrenOf(parent, name).at(-1)?.text.trim() ?? ''

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

/** Whether a response or a group of properties has no status or a success status. */
const isGood = (parent: XmlElement): boolean =>
  /^(?:(?:HTTP\/\S+\s+)?2\d\d\b|$)/i.test(textIn(parent, 'status'))

function entryOf(response: XmlElement): DavEntry[] {
  if (!isGood(response)) return []
  const properties = childrenOf(response, 'propstat')
    .filter(isGood)
    .flatMap(propstat => childrenOf(propstat, 'prop'))
  const valueOf = (name: string): string =>
    properties.map(property => textIn(property, name)).findLast(value => value !== '') ?? ''
  const isFolder = properties
    .flatMap(property => childrenOf(property, 'resourcetype'))
    .some(type => childrenOf(type, 'collection').length > 0)
  const path = pathIn(textIn(response, 'href'))
  const length = Number(valueOf('getcontentlength'))
  return [
    {
      path: isFolder ? path.replace(/\/*$/, '/') : path,
      isFolder,
      etag: valueOf('getetag'),
      length: Number.isSafeInteger(length) && length >= 0 ? length : 0,
      modified: valueOf('getlastmodified'),
    },
  ]
}

/** Repairs the XML of servers that send leading empty lines, control characters or unescaped ampersands. */
const tolerant = (xml: string): string =>
  xml
    .trim()
    .replace(/[\0-\x08\v\f\x0e-\x1f]/g, '')
    .replace(/&(?!#?\w+;)/g, '&amp;')

/** The entries of a folder, including itself; undefined for text that is invalid, incomplete or too long. */
export function readMultistatus(xml: string): DavEntry[] | undefined {
  try {
    const document = parseXml(tolerant(xml), { ignoreUndefinedEntities: true })
    const [multistatus] = childrenOf(document, 'multistatus')
    if (!multistatus) return undefined
    const responses = childrenOf(multistatus, 'response')
    return responses.length > MAX_ENTRIES ? undefined : responses.flatMap(entryOf)
  } catch {
    return undefined
  }
}
