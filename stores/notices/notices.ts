// The notice at the bottom edge of the table: which one is shown, its actions, and how it is dismissed.
import { useTimeoutFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Position } from '../../engine/index.ts'
import type { ErasedElsewhere } from '../account/erased-elsewhere.ts'
import { useErasedElsewhere } from '../account/erased-elsewhere-store.ts'
import type { Offer } from '../account/remote-games.ts'
import { useRemoteGames } from '../account/remote-games-store.ts'
import { useUnknownErasure } from '../account/unknown-erasure-store.ts'
import { useAnalysis, type AnalysisMessage } from '../analysis/analysis.ts'
import { useReplay } from '../analysis/replay.ts'
import { useGame } from '../session/game.ts'
import { isBrief, lasting, type Notice, type NoticeKey } from '../session/notices.ts'
import { useSession } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import type { UnknownErasure } from '../sync/unknown-erasure.ts'

/** The actions that notices offer. */
export type NoticeAction =
  | 'previous'
  | 'winnable'
  | 'where-lost'
  | 'play-here'
  | 'choose'
  | 'continue'
  | 'go-back'
  | 'undo'
  | 'restart'
  | 'retry'
  | 'export'
  | 'new'
  | 'keep'
  | 'erase-here'
  | 'bring-back'

/** A notice as data: message, actions, and the effect of closing it. Without `dismiss` it stays. */
export type ShownNotice = {
  readonly actions: readonly NoticeAction[]
  readonly dismiss?: () => void
} & (
  | { readonly kind: 'event'; readonly key: Notice['key']; readonly notice: Notice }
  | { readonly kind: 'analysis'; readonly key: AnalysisMessage | 'hidden' }
  | { readonly kind: 'offer'; readonly key: 'offer' | 'came'; readonly offer: Offer }
  | { readonly kind: 'ended'; readonly key: 'ended'; readonly device: string; readonly isWon: boolean }
  | { readonly kind: 'state'; readonly key: 'elsewhere' | 'stuck' | 'brought-back' }
  | { readonly kind: 'unknown'; readonly key: 'unknown-erasure'; readonly erasure: UnknownErasure }
  | { readonly kind: 'erased'; readonly key: 'erased-elsewhere'; readonly erasure: ErasedElsewhere }
)

type Game = ReturnType<typeof useGame>
type RemoteGames = ReturnType<typeof useRemoteGames>
type Erasures = ReturnType<typeof useErasedElsewhere>
type Session = ReturnType<typeof useSession>
type UnknownErasures = ReturnType<typeof useUnknownErasure>

/** The message of the session to show: failed saves first, then the newest confirmation, then the others. */
function eventNotice(
  game: Game,
  { state: { hasLeft } }: Session,
  isErasureKnown: boolean,
  isHidden: boolean,
): ShownNotice | undefined {
  // No notice is needed for a deal while the table is hidden, or for an erasure that the user knows about.
  const needsNotice = ({ key }: Notice): boolean =>
    key === 'newDeal' ? !isHidden : key !== 'erasedElsewhere' || !isErasureKnown
  const notice =
    lasting(game.notices)[0] ??
    game.notices.findLast(other => isBrief(other) && needsNotice(other)) ??
    game.notices.find(needsNotice)
  if (!notice) return undefined
  const { key } = notice
  const isUnsafe = lasting([notice]).length > 0
  return {
    kind: 'event',
    key,
    notice,
    actions: key === 'newDeal' && hasLeft ? ['previous'] : isUnsafe ? ['export'] : [],
    ...(!isUnsafe && { dismiss: () => void game.dismiss(notice) }),
  }
}

/** The notice about other devices: a game came from one, ended on one, or can be continued here. */
function otherDeviceNotice({ playId }: Game, remote: RemoteGames): ShownNotice | undefined {
  const { endedOn, offer, cameFrom } = remote
  const closing = (what: string) => ({ dismiss: () => remote.dismiss(what) })
  if (cameFrom)
    return {
      kind: 'offer',
      key: 'came',
      offer: cameFrom,
      actions: ['go-back'],
      ...closing(cameFrom.game.record),
    }
  if (endedOn) {
    const isWon = endedOn.outcome === 'won'
    return { kind: 'ended', key: 'ended', device: endedOn.device, isWon, actions: [], ...closing(playId) }
  }
  if (!offer) return undefined
  const action = offer.relation === 'apart' ? 'choose' : 'continue'
  return { kind: 'offer', key: 'offer', offer, actions: [action], ...closing(offer.game.record) }
}

const stuckActions = ({ state, canUndo }: Game): readonly NoticeAction[] =>
  state === 'stuck' && canUndo ? ['undo', 'restart'] : []

/** The actions for a message of the analysis. */
function actionsAfter(
  message: AnalysisMessage,
  game: Game,
  wayOut: readonly NoticeAction[],
): readonly NoticeAction[] {
  switch (message) {
    case 'silent':
      return ['retry']
    case 'noMove':
    case 'positionLost':
      return game.canUndo ? ['undo'] : []
    case 'never':
      return ['new', ...stuckActions(game)]
    case 'lost':
      return wayOut
    default:
      return []
  }
}

/** An erasure by a device that did not know this one. It stays until the user answers. */
const unknownErasureNotice = ({ erasure }: UnknownErasures): ShownNotice | undefined =>
  erasure && { kind: 'unknown', key: 'unknown-erasure', erasure, actions: ['keep', 'erase-here'] }

/** What another device's erasure removed here, until the user closes the notice or restores the data. */
function erasedNotice(erasures: Erasures, session: Session): ShownNotice | undefined {
  const { note, isBack, close } = erasures
  if (note) {
    const dismiss = () => void close().catch(session.report)
    return { kind: 'erased', key: 'erased-elsewhere', erasure: note, actions: ['bring-back'], dismiss }
  }
  if (!isBack) return undefined
  return { kind: 'state', key: 'brought-back', actions: [], dismiss: () => void (erasures.isBack = false) }
}

/** Reports that the user's answer was carried out, or why it failed. */
async function reportAnswer(session: Session, answer: Promise<boolean>, key: NoticeKey): Promise<void> {
  try {
    if (await answer) await session.dispatch({ kind: 'notified', notice: { key } })
  } catch (error) {
    session.report(error)
  }
}

/** Milliseconds before the notice of a running search is shown, so that it does not flash for short ones. */
const SHOWN_AFTER_MS = 400

/** Whether a search has been running for `SHOWN_AFTER_MS`. */
function useIsLong(isSearching: () => boolean): Readonly<Ref<boolean>> {
  const isLong = shallowRef(false)
  const { start, stop } = useTimeoutFn(() => (isLong.value = true), SHOWN_AFTER_MS, { immediate: false })
  watch(
    isSearching,
    searches => {
      isLong.value = false
      if (searches) start()
      else stop()
    },
    { flush: 'sync' },
  )
  return isLong
}

/** Whether a position hides cards, face down or in the stock. */
const hidesCards = ({ game, piles, faceDown }: Position): boolean =>
  !game.open &&
  (faceDown.some(count => count > 0) || game.of.stock.some(({ index }) => piles[index].length > 0))

/** The answer to a request for analysis. `isLong`: whether a search has been running for a while. */
function analysisNotice(
  analysis: ReturnType<typeof useAnalysis>,
  game: Game,
  wayOut: readonly NoticeAction[],
  isLong: boolean,
): ShownNotice | undefined {
  const { message, hint } = analysis
  if (message?.startsWith('looking') && !isLong) return undefined
  if (message) {
    return {
      kind: 'analysis',
      key: message,
      actions: actionsAfter(message, game, wayOut),
      dismiss: () => analysis.say(undefined),
    }
  }
  if (!hint || hint.isGuess || !hidesCards(game.position)) return undefined
  return { kind: 'analysis', key: 'hidden', actions: [], dismiss: analysis.dismissHint }
}

/** The notice to show now, and its actions. */
export const useNotices = defineStore('notices', () => {
  const game = useGame()
  const analysis = useAnalysis()
  const replay = useReplay()
  const remote = useRemoteGames()
  const unknown = useUnknownErasure()
  const erased = useErasedElsewhere()
  const session = useSession()
  const settings = useSettings()

  /** The way back from a lost game, or a new deal if there is none. */
  const wayOut = computed((): NoticeAction[] =>
    game.canUndo && !analysis.isDealLost ? ['winnable', 'where-lost'] : ['new'],
  )

  const isLong = useIsLong(() => analysis.message?.startsWith('looking') === true)
  /**
   * The current notice, by priority: analysis, events, a game in another tab, what was erased elsewhere,
   * games of other devices, a stuck game, an unknown erasure. While the table is hidden, notices about it are
   * not shown.
   */
  const shown = computed((): ShownNotice | undefined => {
    const isHidden = settings.values.isFolded
    const asked = isHidden ? undefined : analysisNotice(analysis, game, wayOut.value, isLong.value)
    const fromErasure = unknown.isAnswering ? undefined : erasedNotice(erased, session)
    const isErasureKnown = unknown.isAnswering || fromErasure !== undefined
    const first = asked ?? eventNotice(game, session, isErasureKnown, isHidden)
    if (first) return first
    if (!game.isPlayer && !isHidden) return { kind: 'state', key: 'elsewhere', actions: ['play-here'] }
    const fromOther = fromErasure ?? otherDeviceNotice(game, remote)
    if (fromOther) return fromOther
    if (game.state !== 'stuck' || isHidden) return unknownErasureNotice(unknown)
    return { kind: 'state', key: 'stuck', actions: [...wayOut.value, ...stuckActions(game)] }
  })

  /** The effects of the actions, except those that open a panel or deal, which the component handles. */
  const run: Record<Exclude<NoticeAction, 'choose' | 'export' | 'new'>, () => Promise<void>> = {
    'previous': game.backToPrevious,
    'winnable': analysis.backToWinnable,
    'where-lost': replay.showWhereLost,
    'play-here': game.playHere,
    'continue': async () => remote.offer && remote.continueHere(remote.offer),
    'go-back': remote.goBack,
    'undo': game.undo,
    'restart': game.restart,
    'retry': analysis.retry,
    'keep': () => reportAnswer(session, unknown.keep(), 'kept'),
    'erase-here': () => reportAnswer(session, unknown.eraseHere(), 'erasedHere'),
    'bring-back': () => erased.bringBack().catch(session.report),
  }

  return { shown, act: (action: keyof typeof run): Promise<void> => run[action]() }
})
