// The names of games, and how typed text is compared with them: in the search, deal box and addresses.
import { GAMES, isGameId, type GameId } from '../engine/index.ts'
import { familyName, familyOf, variantOf } from './game-families.ts'

/** The names of each game in the languages to accept, and its aliases. */
export type GameNames = Readonly<Record<GameId, readonly string[]>>

/** Letters that have no decomposition in Unicode. */
const SPELLED: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe' }
/** The distance from a hiragana to the katakana with the same sound. */
const TO_KATAKANA = 0x60

/**
 * The words of a string, without what a search ignores: case, accents, width, apostrophes, punctuation, and
 * the difference between hiragana and katakana.
 */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßłøæœ]/g, letter => SPELLED[letter])
    .replace(/[ぁ-ゖ]/g, kana => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA))
    .replace(/[\p{M}'’‘ʼ`]/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a string, joined without spaces, so that “free cell” equals “FreeCell”. */
const joined = (text: string): string => wordsOf(text).join('')

/** The numbers in names and labels, in all languages: “3 peaks” means “Three Peaks”. */
const NUMBERS = new Map(
  [
    'one ein eine un une uno una um uma jeden jedna',
    'two zwei deux dos due dois duas dwa dwie',
    'three drei trois tres tre trzy',
    'four vier quatre cuatro quattro quatro cztery',
  ].flatMap((names, i) => names.split(' ').map(name => [name, String(i + 1)] as const)),
)
/** The names and labels, and their forms with digits. */
const withDigits = (names: readonly string[]): string[] =>
  names.flatMap(name => {
    const digits = name.replace(/\p{L}+/gu, word => NUMBERS.get(joined(word)) ?? word)
    return digits === name ? name : [name, digits]
  })
/** Another reading of typed words: number words become digits, and the “e” of “ue” for “ü” is dropped. */
const asMeant = (typed: readonly string[]): string[] =>
  typed.map(word => NUMBERS.get(word) ?? word.replace(/([aou])e/g, '$1'))

/** “Solitaire” in all languages. Alone it means Klondike; next to the name of a game it is ignored. */
const SOLITAIRE =
  'Solitaire Patience Solitär Réussite Solitario Solitário Paciência Pasjans ソリティア'.split(' ')
const SOLITAIRE_FAMILY = 'klondike'
/** Matches these words at either end of a word; longer ones first, because one may begin with another. */
const solitaire = new RegExp(
  SOLITAIRE.map(joined)
    .sort((a, b) => b.length - a.length)
    .map(word => `^${word}|${word}$`)
    .join('|'),
  'g',
)

const withoutSolitaire = (words: readonly string[]): string[] =>
  words.map(word => word.replace(solitaire, '')).filter(word => word !== '')

/** Articles in all languages, which a typed name may begin with. */
const ARTICLES = new Set('the a der die das le la les el los las il lo gli i o os as'.split(' '))

/** The maximum length of text that is compared with names. Input can be of any length. */
export const LONGEST = 200

/** How well a text matches the names of a game. A smaller rank is better. */
export const RANK = {
  /** It is a name of the game or of its family. */
  name: 0,
  /** It is a prefix of a name of the game’s family, or of an alias. */
  family: 1,
  /** It is a prefix of a full name, or its words are the family’s name and prefixes of words in the names. */
  start: 2,
  /** Its words are prefixes of words in the names, or it is a label. */
  words: 3,
  /** Its words are prefixes of words in the names, or labels such as the heading of the game’s group. */
  labels: 4,
  /** It is inside a word in the names. */
  inside: 5,
  /** With one typo, it is a name of the game or of its family. */
  mistyped: 6,
  /** With one typo, it is a prefix of a name. */
  typo: 7,
  /** With one typo each, its words are prefixes of words in the names. */
  typos: 8,
} as const
/** Possible limits on the ranks that a search returns. The best limit that some game meets applies. */
const TOGETHER = [RANK.words, RANK.labels, RANK.inside, RANK.typos]
/** One of the values of `RANK`. */
export type Rank = (typeof RANK)[keyof typeof RANK]

/** The names of one game, prepared for comparison. */
type Indexed = Readonly<ReturnType<typeof indexOf>>

function indexOf(id: GameId, allNames: readonly string[]) {
  const names = withDigits(allNames)
  const number = variantOf(id)
  const inGeneral = familyOf(id) === SOLITAIRE_FAMILY ? SOLITAIRE : []
  /** The full names and aliases. */
  const full = names.map(joined)
  const family = [...names.map(familyName), ...inGeneral].map(joined)
  return {
    id,
    full,
    /** Strings that mean this game: its id, its names, and family names with or without its number. */
    exact: new Set([...full, ...family, ...family.map(name => name + number), joined(id)]),
    family,
    words: [...names, ...inGeneral, id].flatMap(wordsOf),
  }
}

const indexes = new WeakMap<GameNames, readonly Indexed[]>()
function indexFor(names: GameNames): readonly Indexed[] {
  const known = indexes.get(names) ?? GAMES.map(id => indexOf(id, names[id]))
  indexes.set(names, known)
  return known
}

/** The minimum length of typed text in which a typo is recognized, if the text may be only a prefix. */
const MIN_MISTYPED = 5

/**
 * Whether at most one typo separates two strings: a wrong, missing or extra letter, or two swapped letters.
 * The first letters must be equal.
 */
function isTypoOf(text: string, typed: string): boolean {
  let at = 0
  while (at < typed.length && text[at] === typed[at]) at++
  if (at === 0) return false
  const [rest, wrong] = [text.slice(at), typed.slice(at)]
  const swapped = wrong.slice(1, 2) + wrong.slice(0, 1) + wrong.slice(2)
  return (
    rest.slice(1) === wrong.slice(1) || rest.slice(1) === wrong || rest === wrong.slice(1) || rest === swapped
  )
}

/**
 * Whether a string begins with what was typed, apart from one typo. Four typed letters must be the whole
 * string; fewer never match.
 */
const isNearly = (text: string, typed: string): boolean =>
  typed.length >= MIN_MISTYPED
    ? [-1, 0, 1].some(longer => isTypoOf(text.slice(0, typed.length + longer), typed))
    : typed.length === MIN_MISTYPED - 1 && isTypoOf(text, typed)

/** Whether each typed word begins one of `words` or is in a label. Only a final label may be incomplete. */
function areCovered(typed: readonly string[], words: readonly string[], labels: readonly string[]): boolean {
  const reached = new Set([0])
  for (const [at, word] of typed.entries()) {
    if (!reached.has(at)) continue
    if (words.some(one => one.startsWith(word))) reached.add(at + 1)
    for (let end = at + 1; end <= typed.length; end++) {
      const part = typed.slice(at, end).join('')
      const isLabel = (label: string) => label === part || (end === typed.length && label.startsWith(part))
      if (labels.some(isLabel)) reached.add(end)
    }
  }
  return reached.has(typed.length)
}

/** The rank of a game for some typed words; undefined if they do not match. */
function rankOf(
  { full, exact, family, words }: Indexed,
  typed: readonly string[],
  labels: readonly string[],
): Rank | undefined {
  const whole = typed.join('')
  const begins = (name: string) => name.startsWith(whole)
  const isBegun = (name: string) => whole.startsWith(name)
  if (exact.has(whole)) return RANK.name
  if (family.some(begins)) return RANK.family
  if (full.some(begins)) return RANK.start
  if (areCovered(typed, words, [])) return family.some(isBegun) ? RANK.start : RANK.words
  if (labels.includes(whole)) return RANK.words
  if (areCovered(typed, words, labels)) return RANK.labels
  if (words.some(word => word.includes(whole))) return RANK.inside
  const nearly = (word: string) => words.some(one => one.startsWith(word) || isNearly(one, word))
  // A number is not a typo.
  const isTypo = !/\d/.test(whole) && full.some(name => isNearly(name, whole))
  if (isTypo) return [...exact].some(name => isTypoOf(name, whole)) ? RANK.mistyped : RANK.typo
  return typed.every(nearly) ? RANK.typos : undefined
}

/**
 * The games that typed text matches, with their ranks: best first, and within a rank in the order of all
 * games. If any game matches by name, only such games are found; the same applies to labels, then to parts of
 * words, then to typos. `labelsOf`: other strings by which a game is found.
 */
export function findGames(
  text: string,
  names: GameNames,
  labelsOf: (id: GameId) => readonly string[] = () => [],
): ReadonlyMap<GameId, Rank> {
  const typed = text.length > LONGEST ? [] : wordsOf(text)
  if (typed.length === 0) return new Map()
  const bare = ARTICLES.has(typed[0]) ? typed.slice(1) : typed
  const own = withoutSolitaire(bare)
  const games = indexFor(names).map(game => ({ game, labels: withDigits(labelsOf(game.id)).map(joined) }))
  const matching = (readings: readonly (readonly string[])[]) =>
    games.flatMap(({ game, labels }) => {
      const ranks = readings.map(words => (words.length > 0 ? rankOf(game, words, labels) : undefined))
      const rank = Math.min(...ranks.filter(one => one !== undefined)) as Rank
      return Number.isFinite(rank) ? [[game.id, rank] as const] : []
    })
  const meant = asMeant(bare)
  const readings = [typed, bare, own, meant, withoutSolitaire(meant)]
  // “Rues” names a game as it is typed, so it is not read as “Rus”.
  const asTyped = matching([typed, bare, own])
  const direct = asTyped.some(([, rank]) => rank <= RANK.words) ? asTyped : matching(readings)
  // “Spider sol” may be the beginning of “Spider solitaire”.
  const isBegun = own.length === bare.length && SOLITAIRE.some(word => joined(word).startsWith(typed.at(-1)!))
  const isExact = direct.some(([, rank]) => rank <= RANK.labels)
  const found = isBegun && !isExact ? matching([...readings, own.slice(0, -1)]) : direct
  const last = TOGETHER.find(limit => found.some(([, rank]) => rank <= limit))!
  return new Map(found.filter(([, rank]) => rank <= last).sort(([, a], [, b]) => a - b))
}

/** The minimum length of a prefix of a name that means a game. */
const MIN_BEGINNING = 3

/** Whether a match is good enough to open the game, not just to list it. */
function isMeant(rank: Rank, typed: string): boolean {
  if (rank === RANK.typo) return typed.length >= MIN_MISTYPED
  return rank === RANK.name || rank === RANK.mistyped || (rank <= RANK.start && typed.length >= MIN_BEGINNING)
}

/**
 * The game that typed text means: its id, or the only game of the best rank if that is a name, a prefix of it
 * or a typo in it. A family's name, a prefix of it or a typo in it means the first of its variants.
 */
export function gameNamed(text: string, names: GameNames): { id: GameId; rank: Rank } | undefined {
  const id = text.trim().toLowerCase()
  if (isGameId(id)) return { id, rank: RANK.name }
  const found = [...findGames(text, names)]
  if (found.length === 0) return undefined
  const [[first, rank]] = found
  if (!isMeant(rank, joined(text))) return undefined
  const others = found.filter(one => one[1] === rank && one[0] !== first)
  const isFamily =
    (rank <= RANK.family || rank === RANK.mistyped) &&
    others.every(([other]) => familyOf(other) === familyOf(first))
  return others.length === 0 || isFamily ? { id: first, rank } : undefined
}

/** The game with the longest full name in a string. Names in Latin letters must be whole words. */
export function gameWithin(text: string, names: GameNames): GameId | undefined {
  const words = wordsOf(text)
  const searched = ` ${words.join(' ')} , ${asMeant(words).join(' ')} `
  return GAMES.flatMap(id => withDigits(names[id]).map(name => ({ id, name: wordsOf(name).join(' ') })))
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => searched.includes(/^[a-z\d]/.test(name) ? ` ${name} ` : name))?.id
}
