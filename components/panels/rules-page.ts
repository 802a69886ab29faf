// The rules page of a game: hand-written, or composed of sentences about the game's declaration.
import {
  allowsSupermoves,
  gameById,
  type Game,
  type GameId,
  type HouseRule,
  type Position,
} from '../../engine/index.ts'
import { t, tCount, tMaybe } from '../i18n'

/** Which cards are dealt, and how. */
function dealSentences({ deck, tableau, hasFaceDown }: Game): string[] {
  const cards =
    deck.suits.length === 1
      ? t('word.suits.spades')
      : deck.suits.length === 2
        ? t('word.suits.hearts')
        : t(deck.copies === 1 ? 'word.deck.single' : 'word.deck.double')
  if (tableau.overlap) return [cards, t(`word.${tableau.overlap.shape}`)]
  return [cards, tCount('word.columns', tableau.count), t(hasFaceDown ? 'word.down' : 'word.up')]
}

function goalSentences({ foundations, pairSum, tableau }: Game): string[] {
  const { count, first, takes, up } = foundations
  if (pairSum !== undefined) return [t('word.goal.pairs', { sum: pairSum })]
  if (takes === 'suit') return [t('word.goal.suits', { count })]
  if (up.suit !== 'same')
    return [
      t(first === 'dealt' ? 'word.heap.dealt' : 'word.heap.ace'),
      t('word.goal.heap'),
      t(tableau.overlap ? 'word.cleared.peaks' : 'word.cleared.columns'),
      t(up.wraps ? 'word.corner.round' : 'word.corner.ends'),
    ]
  if (typeof first === 'string' && first !== 'A') return [t(`word.goal.${first}`)]
  return [tCount('word.goal.foundations', count), ...(first === 'A' ? [] : [t('word.goal.aces')])]
}

/** Which cards move as a unit. */
function takeSentence(game: Game, house: readonly HouseRule[]): string {
  const { cells, supermove } = game
  const { take } = game.tableau
  const through = !cells ? 'columns' : supermove === 'through-spaces' ? 'both' : 'cells'
  if (allowsSupermoves({ game, house })) return t(`word.take.through.${through}`)
  return t(`word.take.${typeof take === 'object' ? 'suit' : take}`)
}

/** How columns are built, which cards move as a unit, and what fills an empty column. */
function columnSentences(game: Game, house: readonly HouseRule[]): string[] {
  const { build, fill } = game.tableau
  if (build.suit === 'none') return []
  return [
    t(build.bothWays ? 'word.build.both' : `word.build.${build.suit}`),
    ...(build.wraps ? [t('word.build.round')] : []),
    takeSentence(game, house),
    t(`word.fill.${fill === 'kings' && game.firstRanks.length === 0 ? 'base' : fill}`),
  ]
}

function pileSentences({ cells, reserve }: Game): string[] {
  return [
    ...(cells ? [tCount('word.cells', cells.count)] : []),
    ...(cells && cells.dealt > 0 ? [tCount('word.cells.dealt', cells.dealt)] : []),
    ...(reserve ? [tCount('word.reserve', reserve.dealt)] : []),
  ]
}

/** The sentence about how many passes through the stock are allowed; undefined means any number. */
const passSentence = (passes?: number): string =>
  t(`word.passes.${passes === undefined ? 'ever' : passes === 1 ? 'once' : 'some'}`, { count: passes ?? 0 })

function stockSentences({ stock }: Game): string[] {
  if (!stock) return []
  if (stock.by === 'deal') {
    if (stock.onto) return [tCount('word.stock.some', stock.onto)]
    return [t('word.stock.deal'), ...(stock.spaces ? [] : [t('word.stock.refused')])]
  }
  const { turn, onto, open } = stock
  const turning = onto ? 'heap' : turn === 1 ? 'one' : 'three'
  return [t(`word.stock.${turning}`), passSentence(stock.passes), ...(open ? [t('word.stock.open')] : [])]
}

/**
 * The paragraphs of a game's rules: hand-written ones if the game has any, otherwise composed from the game's
 * declaration. Hand-written ones have placeholders for the sentences that house rules change.
 */
export function rulesPage({ game, house }: Pick<Position, 'game' | 'house'>): string[] {
  const passes = game.stock?.by === 'draw' ? passSentence(game.stock.passes) : ''
  const own = tMaybe(`rules.${game.id}`, { take: takeSentence(game, house), passes })
  const paragraphs = own?.split('\n') ?? composedRules(game, house)
  // With a single pass, the waste is never turned over.
  const isOnce = game.stock?.by === 'draw' && game.stock.passes === 1
  const effective = house.filter(rule => !(isOnce && rule === 'shuffle-on-recycle'))
  // House rules that do not change these paragraphs have their own sentences.
  return [...paragraphs, ...effective.flatMap(rule => tMaybe(`word.house.${rule}`) ?? [])]
}

/** Joins sentences. No space follows a Japanese full stop. */
const joinSentences = (sentences: readonly string[]): string => sentences.join(' ').replaceAll('。 ', '。')

const composedRules = (game: Game, house: readonly HouseRule[]): string[] =>
  [
    dealSentences(game),
    goalSentences(game),
    columnSentences(game, house),
    pileSentences(game),
    stockSentences(game),
  ]
    .filter(sentences => sentences.length > 0)
    .map(joinSentences)

/**
 * The goal of a game under some house rules. The goal text omits everything that house rules can change.
 * Sentences that depend on the rules are added.
 */
export function goalUnder(id: GameId, house: readonly HouseRule[]): string {
  const game = gameById(id, house)
  const corner = game.houseRules.includes('round-corner') ? goalSentences(game).slice(-1) : []
  const runs = game.houseRules.includes('move-runs') ? [takeSentence(game, house)] : []
  return joinSentences([t(`goal.${id}`), ...corner, ...runs])
}

/**
 * A summary for new players: a sentence about the goal and one about how columns are built, if these suffice;
 * otherwise the game's goal text.
 */
export function inShort({ game, house }: Pick<Position, 'game' | 'house'>): string {
  const [built] = columnSentences(game, house) as (string | undefined)[]
  const isPlain = game.foundations.first === 'A' && game.pairSum === undefined
  return isPlain && built ? joinSentences([goalSentences(game)[0]!, built]) : goalUnder(game.id, house)
}
