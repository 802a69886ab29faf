// The one sentence below the table: which of all there is to say comes first, what can be done about it, how
// it is dismissed.
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { useRemoteGames, type Offer } from '../account/remote-games-store.ts'
import { useAnalysis, type AnalysisMessage } from '../analysis/analysis.ts'
import { useReplay } from '../analysis/replay.ts'
import { useGame } from '../session/game.ts'
import { lasting, type Notice } from '../session/notices.ts'

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
  | 'export'
  | 'new'

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
)

type Game = ReturnType<typeof useGame>
type RemoteGames = ReturnType<typeof useRemoteGames>

/**
 * What has happened to the game in this tab, if the person has not dismissed it. That nothing can be saved
 * comes first.
 */
function ofEvent(game: Game): ShownNotice | undefined {
  // A new deal is seen; only the way back is worth a sentence.
  const isWorthIt = ({ key }: Notice): boolean => key !== 'newDeal' || game.hasPrevious
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

/** The notice to show now, and what carries out its actions. */
export const useNotices = defineStore('notices', () => {
  const game = useGame()
  const analysis = useAnalysis()
  const replay = useReplay()
  const remote = useRemoteGames()

  /** The way back out of a lost game, or another deal where nothing leads back. */
  const wayOn = computed((): NoticeAction[] =>
    game.canUndo && !analysis.isDealLost ? ['winnable', 'where-lost'] : ['new'],
  )

  function ofAnalysis(): ShownNotice | undefined {
    const { message, hint } = analysis
    if (message) {
      return {
        kind: 'analysis',
        key: message,
        actions: message === 'never' ? ['new'] : message === 'lost' ? wayOn.value : [],
        dismiss: () => analysis.say(undefined),
      }
    }
    if (!hint || hint.isGuess || game.game.open) return undefined
    return { kind: 'analysis', key: 'hidden', actions: [], dismiss: analysis.dismissHint }
  }

  /** What is said now: the answer to a question first, then what has happened, then how things stand. */
  const shown = computed((): ShownNotice | undefined => {
    const first = ofAnalysis() ?? ofEvent(game)
    if (first) return first
    if (!game.isPlayer) return { kind: 'state', key: 'elsewhere', actions: ['play-here'] }
    const other = ofOthers(game, remote)
    if (other) return other
    if (game.state !== 'stuck') return undefined
    return {
      kind: 'state',
      key: 'stuck',
      actions: [...wayOn.value, ...(game.canUndo ? (['undo', 'restart'] as const) : [])],
    }
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
    }
  }

  return { shown, act }
})
