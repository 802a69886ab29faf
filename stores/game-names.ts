// The names of games, and how text in the search, the deal box or an address is compared with them.
import { GAMES, isGameId, type GameId } from '../engine/index.ts'
import { familyName, familyOf, variantOf } from './game-families.ts'

/** The words of a language that a search understands, from its `search.json`. Any of them can be missing. */
type SearchWords = Readonly<
  Partial<Record<`search.${'solitaire' | 'deal' | 'articles' | 'double' | 1 | 2 | 3 | 4}`, string>>
>
/** The languages to accept: their names of each game, with its aliases, and the words of each language. */
export interface GameNames {
  readonly of: Readonly<Record<GameId, readonly string[]>>
  readonly words: readonly SearchWords[]
}

/** Letters that Unicode does not decompose, and their spelling in basic Latin letters. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const SPELLED_LETTERS = new RegExp(Object.keys(SPELLED).join('|'), 'g')
/** The difference between the code points of a katakana and the hiragana with the same sound. */
const TO_KATAKANA = 0x60

/**
 * The words of a string, without what a search ignores: case, accents, width, apostrophes, punctuation, and
 * the difference between hiragana and katakana.
 */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(SPELLED_LETTERS, letter => SPELLED[letter] ?? letter)
    .replace(/[ぁ-ゖ]/g, kana => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA))
    .replace(/[\p{M}'’‘ʼ`]/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a string, joined without spaces, so that “free cell” equals “FreeCell”. */
const joined = (text: string): string => wordsOf(text).join('')

/** The meanings of the words of some languages in a search. */
function meaningsOf(languages: readonly SearchWords[]) {
  const all = (key: keyof SearchWords) => languages.flatMap(words => words[key]?.split(' ').map(joined) ?? [])
  const digits = ([1, 2, 3, 4] as const).flatMap(n =>
    all(`search.${n}`).map(word => [word, String(n)] as const),
  )
  const solitaire = all('search.solitaire')
  return {
    /** The numbers in names and labels: “3 peaks” means “Three Peaks”. */
    numbers: new Map(digits),
    /** Words for “Double” in names: “Doppel-Klondike” means “Double Klondike”. */
    doubles: all('search.double'),
    /** Words for “solitaire”. Alone they mean Klondike; next to the name of a game they are ignored. */
    solitaire,
    /** Matches these words at either end of a word; longer ones first, because one may begin with another. */
    atEnds: new RegExp(
      solitaire
        .toSorted((a, b) => b.length - a.length)
        .map(word => `^${word}|${word}$`)
        .join('|'),
      'g',
    ),
    /** Articles, which a typed name may begin with. */
    articles: new Set(all('search.articles')),
    /** Words before a deal number that mean `#`. */
    deal: new Set(all('search.deal')),
  }
}
type Meanings = ReturnType<typeof meaningsOf>
const SOLITAIRE_FAMILY = 'klondike'

/** Names or labels, and their forms with digits and with the words for “Double”. */
const formsOf = (names: readonly string[], { numbers, doubles }: Meanings): string[] =>
  names.flatMap(name => {
    const digits = name.replace(/\p{L}+/gu, word => numbers.get(joined(word)) ?? word)
    return [...new Set([name, digits, ...doubles.map(word => name.replace(/\bdouble\b/i, word))])]
  })
/** Another reading of typed words: number words become digits, and “ae”, “oe”, “ue” lose the “e”. */
const asMeant = (typed: readonly string[], { numbers }: Meanings): string[] =>
  typed.map(word => numbers.get(word) ?? word.replace(/([aou])e/g, '$1'))

const withoutSolitaire = (words: readonly string[], { atEnds }: Meanings): string[] =>
  words.map(word => word.replace(atEnds, '')).filter(word => word !== '')

/** The maximum length of text that is compared with names. Input can be of any length. */
export const LONGEST = 200

/**
 * Text with `#` instead of words such as “number” before a number, and with ASCII instead of the full-width
 * characters of input methods. `№` becomes `No`, which is such a word in English.
 */
export const withMarks = (text: string, names: GameNames): string =>
  text
    .normalize('NFKC')
    .replace(/(?<![\p{L}\p{N}°])([\p{L}°]+)\.?\s*(?=\d)/gu, (found, word: string) =>
      indexFor(names).meanings.deal.has(joined(word)) ? '#' : found,
    )
    .trim()

/** How well a text matches the names of a game. A smaller rank is better. */
export const RANK = {
  /** It is a name of the game or of its family. */
  name: 0,
  /** It is a prefix of a name of the game's family, or of an alias. */
  family: 1,
  /** It is a prefix of a full name, or its words are the family's name and prefixes of words in the names. */
  start: 2,
  /** Its words are prefixes of words in the names, or it is a label. */
  words: 3,
  /** Its words are prefixes of words in the names, or labels such as the heading of the game's group. */
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

function indexOf(id: GameId, allNames: readonly string[], meanings: Meanings) {
  const names = formsOf(allNames, meanings)
  const number = variantOf(id)
  const general = familyOf(id) === SOLITAIRE_FAMILY ? meanings.solitaire : []
  /** The full names and aliases. */
  const full = names.map(joined)
  const family = [...names.map(familyName), ...general].map(joined)
  return {
    id,
    full,
    /** Strings that mean this game: its id, its names, and family names with or without its number. */
    exact: new Set([...full, ...family, ...family.map(name => name + number), joined(id)]),
    family,
    words: [...names, ...general, id].flatMap(wordsOf),
  }
}

/** The names of all games, prepared for comparison, and what the words of their languages mean. */
interface Index {
  readonly games: readonly Indexed[]
  readonly meanings: Meanings
}
const indexes = new WeakMap<GameNames, Index>()
function indexFor(names: GameNames): Index {
  const known = indexes.get(names)
  if (known) return known
  const meanings = meaningsOf(names.words)
  const index = { games: GAMES.map(id => indexOf(id, names.of[id], meanings)), meanings }
  indexes.set(names, index)
  return index
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
  const [first] = typed
  if (first === undefined) return new Map()
  const { games: all, meanings } = indexFor(names)
  const bare = meanings.articles.has(first) ? typed.slice(1) : typed
  const own = withoutSolitaire(bare, meanings)
  const games = all.map(game => ({ game, labels: formsOf(labelsOf(game.id), meanings).map(joined) }))
  const matching = (readings: readonly (readonly string[])[]) =>
    games.flatMap(({ game, labels }) => {
      const ranks = readings.map(words => (words.length > 0 ? rankOf(game, words, labels) : undefined))
      const rank = Math.min(...ranks.filter(one => one !== undefined)) as Rank
      return Number.isFinite(rank) ? [[game.id, rank] as const] : []
    })
  const meant = asMeant(bare, meanings)
  const readings = [typed, bare, own, meant, withoutSolitaire(meant, meanings)]
  // “Rues” names a game as it is typed, so it is not read as “Rus”.
  const asTyped = matching([typed, bare, own])
  const direct = asTyped.some(([, rank]) => rank <= RANK.words) ? asTyped : matching(readings)
  // “Spider sol” may be the beginning of “Spider solitaire”.
  const isBegun =
    own.length === bare.length && meanings.solitaire.some(word => word.startsWith(typed.at(-1)!))
  const isExact = direct.some(([, rank]) => rank <= RANK.labels)
  const found = isBegun && !isExact ? matching([...readings, own.slice(0, -1)]) : direct
  const last = TOGETHER.find(limit => found.some(([, rank]) => rank <= limit))!
  return new Map(found.filter(([, rank]) => rank <= last).sort(([, a], [, b]) => a - b))
}

/** The minimum length of a typed prefix of a name that means a game. */
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
  const [best] = found
  if (!best) return undefined
  const [first, rank] = best
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
  const { meanings } = indexFor(names)
  const searched = ` ${words.join(' ')} , ${asMeant(words, meanings).join(' ')} `
  return GAMES.flatMap(id =>
    formsOf(names.of[id], meanings).map(name => ({ id, name: wordsOf(name).join(' ') })),
  )
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => searched.includes(/^[a-z\d]/.test(name) ? ` ${name} ` : name))?.id
}
