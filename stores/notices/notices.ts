// The notice at the bottom edge of the table: which one is shown, its actions, and how it is dismissed.
import { refDebounced } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { useErasedElsewhere } from '../account/erased-elsewhere-store.ts'
import type { Offer } from '../account/remote-games.ts'
import { useRemoteGames } from '../account/remote-games-store.ts'
import { useUnknownErasure } from '../account/unknown-erasure-store.ts'
import { useAnalysis, type AnalysisMessage } from '../analysis/analysis.ts'
import { useLateAnalysis } from '../analysis/late-analysis.ts'
import { useReplay } from '../analysis/replay.ts'
import { useOverlays, type PanelName } from '../overlays/overlays.ts'
import { useGame } from '../session/game.ts'
import { isBrief, type Notice, type NoticeKey } from '../session/notices.ts'
import { useSession } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import { storageNotice } from '../session/storage-warning.ts'
import type { ErasedElsewhere } from '../sync/erased-texts.ts'
import type { UnknownErasure } from '../sync/unknown-erasure.ts'

/** The actions that notices offer: the key of the text, and the effect. */
function useActions() {
  const game = useGame()
  const analysis = useAnalysis()
  const late = useLateAnalysis()
  const replay = useReplay()
  const remote = useRemoteGames()
  const unknown = useUnknownErasure()
  const session = useSession()
  const settings = useSettings()
  const overlays = useOverlays()
  const open = (panel: PanelName) => () => void (overlays.panel = panel)
  /** Carries out the user's answer about an erasure, and reports that it was carried out or why it failed. */
  const answer = (carryOut: () => Promise<boolean>, key: NoticeKey) => () =>
    carryOut().then(
      isOurs => (isOurs ? session.dispatch({ kind: 'notified', notice: { key } }) : undefined),
      session.report,
    )
  /** Shows the table, which may be hidden, and puts a game on it. */
  const onTable = (run: () => unknown) => () => Promise.all([settings.unfold(), run()])
  return {
    'previous': { text: 'bar.previous', run: game.backToPrevious },
    'winnable': { text: 'hint.back', run: analysis.backToWinnable },
    'where-lost': { text: 'hint.where', run: replay.showWhereLost },
    'play-here': { text: 'tab.here', run: game.playHere },
    'choose': { text: 'others.choose', run: open('others') },
    'continue': {
      text: 'others.goOn',
      run: onTable(() => remote.offer && remote.continueHere(remote.offer)),
    },
    'go-back': { text: 'others.goBack', run: onTable(remote.goBack) },
    'undo': { text: 'stuck.undo', run: game.undo },
    'restart': { text: 'stuck.restart', run: game.restart },
    'retry': { text: 'failure.retry', run: analysis.retry },
    'export': { text: 'notice.export', run: open('backup') },
    'new': { text: 'bar.new', run: late.newDeal },
    'keep': { text: 'unknown.keep', run: answer(unknown.keep, 'kept') },
    'erase-here': { text: 'unknown.eraseHere', run: answer(unknown.eraseHere, 'erasedHere') },
    'bring-back': { text: 'backup.bringBack', run: useErasedElsewhere().bringBack },
  } as const
}
type NoticeAction = keyof ReturnType<typeof useActions>

/** A notice as data: message, actions, and the effect of closing it. Without `dismiss` it stays. */
export type ShownNotice = {
  readonly actions: readonly NoticeAction[]
  readonly dismiss?: () => void
} & (
  | { readonly kind: 'event'; readonly key: Notice['key']; readonly notice: Notice }
  | { readonly kind: 'analysis'; readonly key: AnalysisMessage }
  | { readonly kind: 'offer'; readonly key: 'offer' | 'came'; readonly offer: Offer }
  | { readonly kind: 'ended'; readonly key: 'ended'; readonly device: string; readonly isWon: boolean }
  | { readonly kind: 'state'; readonly key: 'elsewhere' | 'stuck' }
  | { readonly kind: 'unknown'; readonly key: 'unknown-erasure'; readonly erasure: UnknownErasure }
  | { readonly kind: 'erased'; readonly key: 'erased-elsewhere'; readonly erasure: ErasedElsewhere }
)

/** Milliseconds before the notice of a running search is shown, so that it does not flash for short ones. */
const SHOWN_AFTER_MS = 400

/** The actions for a lost game, by what is proved about its deal. */
const LOSS_ACTIONS = { lost: ['winnable', 'where-lost'], never: ['new'], positionLost: [] } as const

/** The notice to show now, and the actions of all notices. */
// oxlint-disable-next-line max-lines-per-function -- One short function for each source of notices.
export const useNotices = defineStore('notices', () => {
  const game = useGame()
  const analysis = useAnalysis()
  const remote = useRemoteGames()
  const unknown = useUnknownErasure()
  const erased = useErasedElsewhere()
  const session = useSession()
  const settings = useSettings()
  const isSearching = computed(() => analysis.message?.startsWith('looking') === true)
  const isLongSearch = refDebounced(isSearching, () => (isSearching.value ? SHOWN_AFTER_MS : 0))

  const stuckActions = (): NoticeAction[] =>
    game.state === 'stuck' && game.canUndo ? ['undo', 'restart'] : []

  function actionsAfter(message: AnalysisMessage): readonly NoticeAction[] {
    if (message === 'silent') return ['retry']
    if (message === 'never') return [...LOSS_ACTIONS.never, ...stuckActions()]
    if (message === 'lost') return LOSS_ACTIONS.lost
    return game.canUndo && (message === 'noMove' || message === 'positionLost') ? ['undo'] : []
  }

  /** The notice that answers a request for analysis. */
  function analysisNotice(): ShownNotice | undefined {
    const { message } = analysis
    if (isSearching.value && !isLongSearch.value) return undefined
    if (!message) return undefined
    const dismiss = () => analysis.say(undefined)
    return { kind: 'analysis', key: message, actions: actionsAfter(message), dismiss }
  }

  /**
   * The message of the session to show: failed saves first, then the newest confirmation, then the others. No
   * notice is needed for a deal while the table is hidden, or for an erasure that the user knows about.
   */
  function eventNotice(isErasureKnown: boolean): ShownNotice | undefined {
    const needsNotice = ({ key }: Notice): boolean =>
      key === 'newDeal' ? !settings.values.isFolded : key !== 'erasedElsewhere' || !isErasureKnown
    const unsafe = storageNotice(game.notices)
    if (unsafe) return { kind: 'event', key: unsafe.key, notice: unsafe, actions: ['export'] }
    const notice =
      game.notices.findLast(other => isBrief(other) && needsNotice(other)) ?? game.notices.find(needsNotice)
    if (!notice) return undefined
    const { key } = notice
    const actions: NoticeAction[] = key === 'newDeal' && session.state.hasLeft ? ['previous'] : []
    return { kind: 'event', key, notice, actions, dismiss: () => void game.dismiss(notice) }
  }

  /** The notice that another device's erasure removed data here. */
  function erasedNotice(): ShownNotice | undefined {
    const { note: erasure, close } = erased
    if (!erasure) return undefined
    const dismiss = () => void close().catch(session.report)
    return { kind: 'erased', key: 'erased-elsewhere', erasure, actions: ['bring-back'], dismiss }
  }

  /** The notice about other devices: a game came from one, ended on one, or can be continued here. */
  function otherDeviceNotice(): ShownNotice | undefined {
    const { endedOn, cameFrom } = remote
    if (!cameFrom && endedOn) {
      const dismiss = () => remote.dismiss(game.playId)
      const isWon = endedOn.outcome === 'won'
      return { kind: 'ended', key: 'ended', device: endedOn.device, isWon, actions: [], dismiss }
    }
    const offer = cameFrom ?? remote.offer
    if (!offer) return undefined
    const dismiss = () => remote.dismiss(offer.game.record)
    if (cameFrom) return { kind: 'offer', key: 'came', offer, actions: ['go-back'], dismiss }
    const action = offer.relation === 'apart' ? 'choose' : 'continue'
    return { kind: 'offer', key: 'offer', offer, actions: [action], dismiss }
  }

  /**
   * The current notice, by priority: analysis, events, a game in another tab, what was erased elsewhere,
   * games of other devices, a stuck game, an unknown erasure. While the table is hidden, notices about it are
   * not shown.
   */
  const shown = computed((): ShownNotice | undefined => {
    const isHidden = settings.values.isFolded
    const fromErasure = unknown.isAnswering ? undefined : erasedNotice()
    const isErasureKnown = unknown.isAnswering || fromErasure !== undefined
    const first = (isHidden ? undefined : analysisNotice()) ?? eventNotice(isErasureKnown)
    if (first) return first
    // A won game has no moves to play in either tab.
    if (session.state.role === 'follower' && game.state !== 'won' && !isHidden)
      return { kind: 'state', key: 'elsewhere', actions: ['play-here'] }
    const fromOther = fromErasure ?? otherDeviceNotice()
    if (fromOther) return fromOther
    if (game.state === 'stuck' && !isHidden) {
      const actions = [...stuckActions(), ...LOSS_ACTIONS[analysis.loss]]
      // A later verdict would add an action, and move the others.
      return analysis.isLossAwaited ? undefined : { kind: 'state', key: 'stuck', actions }
    }
    const { erasure } = unknown
    return erasure && { kind: 'unknown', key: 'unknown-erasure', erasure, actions: ['keep', 'erase-here'] }
  })

  return { shown, actions: useActions() }
})
