// The one sentence below the table: which of all there is to say comes first, what can be done about it, how
// it is dismissed.
import { useTimeoutFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch, type Ref } from 'vue'
import { useRemoteGames, type Offer } from '../account/remote-games-store.ts'
import { useUnknownErasure } from '../account/unknown-erasure-store.ts'
import { useAnalysis, type AnalysisMessage } from '../analysis/analysis.ts'
import { useReplay } from '../analysis/replay.ts'
import { useGame } from '../session/game.ts'
import { lasting, type Notice, type NoticeKey } from '../session/notices.ts'
import { useSession } from '../session/session.ts'
import type { UnknownErasure } from '../sync/unknown-erasure.ts'

/** What a person can do about a notice. */
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

/**
 * A notice as data: what it is about, what can be done, and what closing it does; without `dismiss` it stays.
 */
export type ShownNotice = {
  readonly actions: readonly NoticeAction[]
  readonly dismiss?: () => void
} & (
  | { readonly kind: 'event'; readonly key: Notice['key']; readonly notice: Notice }
  | { readonly kind: 'analysis'; readonly key: AnalysisMessage | 'hidden' }
  | { readonly kind: 'offer'; readonly key: 'offer' | 'came'; readonly offer: Offer }
  | { readonly kind: 'ended'; readonly key: 'ended'; readonly device: string; readonly isWon: boolean }
  | { readonly kind: 'state'; readonly key: 'elsewhere' | 'stuck' }
  | { readonly kind: 'unknown'; readonly key: 'unknown-erasure'; readonly erasure: UnknownErasure }
)

type Game = ReturnType<typeof useGame>
type RemoteGames = ReturnType<typeof useRemoteGames>
type Session = ReturnType<typeof useSession>
type UnknownErasures = ReturnType<typeof useUnknownErasure>

/**
 * What has happened to the game in this tab, if the person has not dismissed it. That nothing can be saved
 * comes first.
 */
function ofEvent(game: Game, isAnswering: boolean): ShownNotice | undefined {
  // A new deal is seen; only the way back is worth a sentence. What this tab erases, no other device did.
  const isWorthIt = ({ key }: Notice): boolean =>
    key === 'newDeal' ? game.hasPrevious : key !== 'erasedElsewhere' || !isAnswering
  const notice = lasting(game.notices)[0] ?? game.notices.find(isWorthIt)
  if (!notice) return undefined
  const { key } = notice
  const isUnsafe = lasting([notice]).length > 0
  return {
    kind: 'event',
    key,
    notice,
    actions: key === 'newDeal' ? ['previous'] : isUnsafe ? ['export'] : [],
    ...(!isUnsafe && { dismiss: () => void game.dismiss(notice) }),
  }
}

/** What other devices did: this game has ended there, or one there can be gone on with. */
function ofOthers(game: Game, remote: RemoteGames): ShownNotice | undefined {
  const { endedOn, offer, cameFrom } = remote
  if (cameFrom) {
    return {
      kind: 'offer',
      key: 'came',
      offer: cameFrom,
      actions: ['go-back'],
      dismiss: () => remote.dismiss(cameFrom.game.record),
    }
  }
  if (endedOn) {
    const isWon = endedOn.outcome === 'won'
    return {
      kind: 'ended',
      key: 'ended',
      device: endedOn.device,
      isWon,
      actions: [],
      dismiss: () => remote.dismiss(game.playId),
    }
  }
  if (!offer) return undefined
  return {
    kind: 'offer',
    key: 'offer',
    offer,
    actions: [offer.relation === 'apart' ? 'choose' : 'continue'],
    dismiss: () => remote.dismiss(offer.game.record),
  }
}

const ofStuck = ({ canUndo }: Game, wayOn: readonly NoticeAction[]): ShownNotice => ({
  kind: 'state',
  key: 'stuck',
  actions: [...wayOn, ...(canUndo ? (['undo', 'restart'] as const) : [])],
})

/** What can be done after a message of the analysis. */
function actionsAfter(
  message: AnalysisMessage,
  { canUndo }: Game,
  wayOn: readonly NoticeAction[],
): readonly NoticeAction[] {
  switch (message) {
    case 'silent':
      return ['retry']
    case 'noMove':
      return canUndo ? ['undo'] : []
    case 'never':
      return ['new']
    case 'lost':
      return wayOn
    default:
      return []
  }
}

/** What a device erased that did not know this one. It stays until it is answered. */
const ofUnknownErasure = ({ erasure }: UnknownErasures): ShownNotice | undefined =>
  erasure && { kind: 'unknown', key: 'unknown-erasure', erasure, actions: ['keep', 'erase-here'] }

/** Says that an answer of the person was carried out, or why not. */
async function tell(session: Session, answer: Promise<boolean>, key: NoticeKey): Promise<void> {
  try {
    if (await answer) await session.dispatch({ kind: 'notified', notice: { key } })
  } catch (error) {
    session.report(error)
  }
}

/** Milliseconds of a search before it is told: one that ends sooner would only flash. */
const TOLD_AFTER_MS = 400

/** Whether a search goes on that has taken so long. */
function useIsLong(isSearching: () => boolean): Readonly<Ref<boolean>> {
  const isLong = shallowRef(false)
  const { start, stop } = useTimeoutFn(() => (isLong.value = true), TOLD_AFTER_MS, { immediate: false })
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

/** The notice to show now, and what carries out its actions. */
export const useNotices = defineStore('notices', () => {
  const game = useGame()
  const analysis = useAnalysis()
  const replay = useReplay()
  const remote = useRemoteGames()
  const unknown = useUnknownErasure()
  const session = useSession()

  /** The way back out of a lost game, or another deal where nothing leads back. */
  const wayOn = computed((): NoticeAction[] =>
    game.canUndo && !analysis.isDealLost ? ['winnable', 'where-lost'] : ['new'],
  )

  const isLong = useIsLong(() => analysis.message?.startsWith('looking') === true)
  function ofAnalysis(): ShownNotice | undefined {
    const { message, hint } = analysis
    if (message?.startsWith('looking') && !isLong.value) return undefined
    if (message) {
      return {
        kind: 'analysis',
        key: message,
        actions: actionsAfter(message, game, wayOn.value),
        dismiss: () => analysis.say(undefined),
      }
    }
    if (!hint || hint.isGuess || game.game.open) return undefined
    return { kind: 'analysis', key: 'hidden', actions: [], dismiss: analysis.dismissHint }
  }

  /**
   * What is said now: the answer to a question first, then what has happened, then how things stand. What was
   * erased elsewhere can wait: it is asked when nothing else is to be said.
   */
  const shown = computed((): ShownNotice | undefined => {
    const first = ofAnalysis() ?? ofEvent(game, unknown.isAnswering)
    if (first) return first
    if (!game.isPlayer) return { kind: 'state', key: 'elsewhere', actions: ['play-here'] }
    const standing = game.state === 'stuck' ? ofStuck(game, wayOn.value) : ofUnknownErasure(unknown)
    return ofOthers(game, remote) ?? standing
  })

  /** Carries out what a notice offers; panels and the search for a new deal are the page's business. */
  function act(action: Exclude<NoticeAction, 'choose' | 'export' | 'new'>): Promise<void> {
    switch (action) {
      case 'previous':
        return game.backToPrevious()
      case 'winnable':
        return analysis.backToWinnable()
      case 'where-lost':
        return replay.showWhereLost()
      case 'play-here':
        return game.playHere()
      case 'continue':
        return remote.offer ? remote.goOn(remote.offer) : Promise.resolve()
      case 'go-back':
        return remote.goBack()
      case 'undo':
        return game.undo()
      case 'restart':
        return game.restart()
      case 'retry':
        return analysis.retry()
      case 'keep':
        return tell(session, unknown.keep(), 'kept')
      case 'erase-here':
        return tell(session, unknown.eraseHere(), 'erasedHere')
    }
  }

  return { shown, act }
})
