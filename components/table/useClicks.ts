// Clicks on cards move them to the best destination, or to the next best on a second click, or select them.
import {
  bestTargets,
  whyNowhere,
  type Card,
  type PileId,
  type Position,
  type Target,
} from '../../engine/index.ts'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/session/settings'
import { alikeTargets, hintedCard, onTop, type Cursor } from './keys'
import { NEXT_BEST_MS } from './pointer'
import { removes, type CardActions } from './useCardActions'
import type { Layout } from './useLayout'

/** The last card played by a click, and its other destinations. */
interface LastClick {
  readonly card: Card
  readonly time: number
  /** The resulting position; undefined until the session has applied the move. */
  after?: Position
  /** Whether the click took the card off the table. */
  readonly isRemoved: boolean
  readonly others: readonly Target[]
}

/** Keeps only the first of several interchangeable targets. */
const mergeAlike = (position: Position, targets: readonly Target[]): Target[] =>
  alikeTargets(position, targets).map(([first]) => first)

// oxlint-disable-next-line max-lines-per-function -- The handlers share the state of the last click.
export function useClicks({ placeOf }: Layout, actions: CardActions) {
  const { cursor, held, playTarget, pressStock, refuse, remove, select } = actions
  const store = useGame()
  const late = useLateAnalysis()
  const settings = useSettings()
  let lastClick: LastClick | undefined
  /** The card that the first click of a multi-click hit. */
  let firstClicked: Card | undefined

  /** Plays a clicked card and remembers its other destinations for a second click. */
  function playClicked(card: Card, time: number, target: Target, others: readonly Target[]): void {
    const played: LastClick = { card, time, others, isRemoved: removes(store.game, target) }
    lastClick = played
    const before = store.position
    const carriedOut = playTarget(target)
    const remember = (): void => {
      // The game accepts no moves during the search for a new deal.
      if (store.position !== before) played.after = store.position
    }
    if (store.position === before) void carriedOut.then(remember)
    else remember()
  }

  /** Plays the shown hint if this card belongs to it or is its destination. Returns whether it was played. */
  function playHint(card: Cursor, time = -Infinity): boolean {
    const { position } = store
    const move = late.hint?.move
    if (move?.kind !== 'move') return false
    const from = hintedCard(position, move)!
    const lowest = placeOf(from)!.card
    const isFrom = card.pile === from.pile && card.at >= from.at
    if (!isFrom && (card.pile !== move.to || card.at < onTop(position, move.to).at)) return false
    const hinted = { to: move.to, moves: [move] }
    const [target = hinted, ...others] = mergeAlike(position, [
      hinted,
      // After a click on the destination, a second click does not move the card elsewhere.
      ...(isFrom ? bestTargets(position, held(from)) : []),
    ])
    // The second click of a double-click applies to the card that was played, whichever card it hits.
    firstClicked = lowest
    playClicked(lowest, time, target, others)
    return true
  }

  /** Plays a card to its best destination, or says why it has no legal move. */
  function playBest(from: Cursor, time = -Infinity): void {
    const [best, ...others] = mergeAlike(store.position, bestTargets(store.position, held(from)))
    if (!best) return refuse(whyNowhere(store.position, held(from)), from)
    const { card } = placeOf(from)!
    playClicked(card, time, best, others)
  }

  /**
   * Undoes the last click and plays the card to another destination: one that takes it off the table, or else
   * the next best unless `onlyRemoving`. Does nothing if there is none.
   */
  function playNextBest({ card, others }: LastClick, onlyRemoving: boolean, time: number): void {
    const next = others.find(to => removes(store.game, to)) ?? (onlyRemoving ? undefined : others[0])
    if (!next) return
    void store.undo()
    const rest = others.filter(other => other !== next)
    playClicked(card, time, next, rest)
  }

  function click(pile: PileId, at: number, times: number, time: number): void {
    const card = { pile, at }
    const clicked = placeOf(card)?.card
    // A second click refers to the card of the first click only if the position has not changed since.
    const last = lastClick?.after === store.position ? lastClick : undefined
    // A double-click applies to the card of its first click, even if the second click hits another.
    const isDouble = times >= 2
    if (!isDouble) firstClicked = clicked
    cursor.value = card
    const isBest = settings.values.click === 'best'
    if (isBest && playHint(card, time)) return
    if (pile === 'stock') {
      pressStock()
    } else if (isBest) {
      const isAgain = last !== undefined && last.card === clicked && time - last.time < NEXT_BEST_MS
      const isOther = last !== undefined && isDouble && last.card === firstClicked && clicked !== firstClicked
      if (isAgain || isOther) {
        // The second click of a double-click can only take the card off the table. If the first click did
        // that, the second does nothing.
        if (!isDouble || !last.isRemoved) playNextBest(last, isDouble, time)
      } else if (at >= 0) playBest(card, time)
    } else if (
      !(isDouble && clicked === firstClicked && at >= 0 && remove(card)) &&
      settings.values.click === 'select'
    ) {
      select(card)
    }
  }

  return { click, playBest, playHint }
}

/** Everything that input can do with cards. */
export type InputActions = CardActions & ReturnType<typeof useClicks>
