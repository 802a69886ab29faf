// Reads a game, a deal number or both from text or an address.
import { isGameId, ok, parseDealNumber, type GameId, type Result } from '../engine/index.ts'
import { findGames, gameNamed, gameWithin, LONGEST, RANK, withMarks, type GameNames } from './game-names.ts'
import { parseAddress, type LaunchRequest } from './session/launch-request.ts'

/** A deal of a game. */
export type SharedDeal = Required<LaunchRequest>

/** A deal as the setting `favourites` stores it. */
export const favoriteOf = ({ game, deal }: SharedDeal): string => `${game}:${deal}`

/** The deal of a stored favorite; undefined if its game is from a later version. */
export function readFavorite(stored: string): SharedDeal | undefined {
  const [game, number] = stored.split(':')
  return isGameId(game) ? { game, deal: Number(number) } : undefined
}

/** An integer in plain digits or in groups of three, with an optional `#` and an optional minus sign. */
const NUMBER = /^#?\s*([-−]?)(\d+|[1-9]\d{0,2}([,.'’\s])\d{3}(?:\3\d{3})*)$/
/** A number after `#` in a sentence, with optional separators. */
const MARKED = /#\s*(?:[1-9]\d{0,2}(?:\s\d{3})+(?!\d)|\d+(?:[,.'’]\d+)*)/

/**
 * The digits of a number such as `17`, `#17`, `1,000` or `1 000`, after a minus sign if it has one; undefined
 * if the text is not an integer.
 */
export function digitsOf(text: string): string | undefined {
  const [, sign, digits] = NUMBER.exec(text.normalize('NFKC').trim()) ?? []
  return digits && sign + digits.replace(/\D/g, '')
}

/**
 * Replaces the name of a game in a query string with its id, and a number such as `1,000` with plain digits.
 * One value may contain both: `?deal=golf #4`.
 */
export function addressWithIds(search: string, names: GameNames): string {
  const query = new URLSearchParams(search)
  const typed = ['game', 'deal'].map(key => query.get(key)?.normalize('NFKC').trim() ?? '')
  const [name = '', number = ''] = typed
  const id = gameNamed(name, names)?.id
  const digits = digitsOf(number)
  const pair = id || digits || (name && number) ? undefined : pairIn(name || number, names)
  const { game = id, deal = digits } = pair ?? {}
  if (game) query.set('game', game)
  if (deal) query.set('deal', deal)
  return `?${query}`
}

/** A number as written in text, and the rest of the text. */
interface Split {
  readonly number: string
  readonly rest: string
}

/** All ways to read text as a name and a number, the longest name first. */
function splitsOf(text: string): Split[] {
  if (text.length > LONGEST) return []
  const atEnd = [...text.matchAll(/(?<!\d)\d/g)].map(({ index }) => {
    const before = text.slice(0, index)
    const [mark] = /(?:#\s*|(?<!\S)[-−])?$/.exec(before)!
    return { number: mark + text.slice(index), rest: before.slice(0, before.length - mark.length) }
  })
  const [, number, rest = ''] = /^(#?\s*\d+)(.*\D.*)$/s.exec(text) ?? []
  const isPart = (split: Split) =>
    /#|\d[,.'’]$/.test(split.rest) || (/^0\d/.test(split.number) && /\d\s$/.test(split.rest))
  return [...atEnd.reverse(), ...(number ? [{ number, rest }] : [])].filter(
    // Part of a grouped number, such as the `000` of `1,000`, is not a deal number.
    split => digitsOf(split.number) && !isPart(split),
  )
}

/**
 * A name with a number in text, as an id and digits. If the whole text may be a name, its number is the deal
 * only after `#` or next to a complete name: “klondike turn 3” is a game, and “klondike 3 12” a deal.
 */
function pairIn(text: string, names: GameNames): { game: GameId; deal: string } | undefined {
  // “Spider 4” is the game with four suits, wherever it is typed.
  if (!text.includes('#') && gameNamed(text, names)?.rank === RANK.name) return undefined
  const isName = findGames(text, names).size > 0
  const [best] = splitsOf(text)
    .map(split => ({ ...split, named: gameNamed(split.rest, names) }))
    .filter(({ number, named }) => named && (!isName || named.rank === RANK.name || number.startsWith('#')))
    .sort((a, b) => a.named!.rank - b.named!.rank)
  return best && { game: best.named!.id, deal: digitsOf(best.number)! }
}

function withDeal(game: GameId | undefined, digits: string): Result<LaunchRequest> {
  const deal = parseDealNumber(digits)
  return deal.ok ? ok({ game, deal: deal.value }) : deal
}

/**
 * Reads a deal number such as `17` or `1,000`, a name and a number such as `Sea Towers #17` or `sea towers
 * 17`, a sentence with a full name and `#17`, or an address with `game=` and `deal=`. If the text names no
 * game, the deal belongs to `game`. Returns the reason for an invalid value; undefined without a deal.
 */
export function readDeal(text: string, names: GameNames, game?: GameId): Result<SharedDeal> | undefined {
  const found = readRequest(text, names)
  if (!found?.ok) return found
  const { game: named = game, deal } = found.value
  return named && deal !== undefined ? ok({ game: named, deal }) : undefined
}

/** Reads an address in text up to the text's end or, if that fails, up to `#` or the deal number's end. */
function readAddress(text: string, names: GameNames): Result<LaunchRequest> | undefined {
  const [address] = /[?&](?:game|deal)=.*/s.exec(text) ?? []
  if (!address) return undefined
  const whole = parseAddress(addressWithIds(address, names))
  const end = address.replace(/#.*/s, '').replace(/([?&]deal=\S*).*/s, '$1')
  return whole.ok ? whole : parseAddress(addressWithIds(end, names))
}

/** Reads what `readDeal` reads, and addresses with only a game or only a deal number. */
function readRequest(text: string, names: GameNames): Result<LaunchRequest> | undefined {
  const typed = withMarks(text, names)
  const address = readAddress(typed, names)
  if (address) return address
  const digits = digitsOf(typed)
  if (digits) return withDeal(undefined, digits)
  const pair = pairIn(typed, names)
  if (pair) return withDeal(pair.game, pair.deal)
  const marked = digitsOf(MARKED.exec(typed)?.[0] ?? '')
  const within = marked && gameWithin(typed, names)
  return within ? withDeal(within, marked) : undefined
}

/** A deal number at the end of text. */
const NUMBER_AT_END = /(?:#.*|\s[-−]?\d+(?:[,.'’\s]\d{3})*)$/s

/** Like `findGames`. If the text has a `#` or nothing is found, the number at its end is ignored. */
export function findBesideDeal(...[text, names, labelsOf]: Parameters<typeof findGames>) {
  const typed = withMarks(text, names)
  const found = typed.includes('#') ? undefined : findGames(typed, names, labelsOf)
  return found?.size ? found : findGames(typed.replace(NUMBER_AT_END, ''), names, labelsOf)
}
