// The score of the current game. Each device has its own choice of scoring.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { scoreOf } from '../../engine/index.ts'
import { usePlatform } from '../platform/platform'
import { SCORE_KEY } from '../platform/storage-keys.ts'
import { useGame } from '../session/game'
import { useSession } from '../session/session'
import { usePastGames } from './past-games-store'
import { parseChoice, scoresLike, scoringFor, type ScoreChoice } from './scores.ts'

/** The chosen scoring and the score of the current game. */
export const useScore = defineStore('score', () => {
  const { local } = usePlatform()
  const session = useSession()
  const game = useGame()
  const past = usePastGames()
  const choice = shallowRef<ScoreChoice>('off')
  /** Whether the choice has been read. */
  const isRead = shallowRef(false)
  const scoring = computed(() => scoringFor(choice.value, game.game))

  /** The score of the current game; undefined if it is not scored. */
  const own = computed(() => {
    if (!scoring.value) return undefined
    const { history, position } = game
    const seconds = scoring.value === 'timed' ? game.seconds : 0
    return scoreOf({ history, position, seconds }, scoring.value)
  })
  const others = computed(() =>
    scoring.value ? scoresLike(past.games ?? [], game.position, scoring.value, game.playId) : [],
  )
  /** The best past score of this game under the same house rules, without the current play. */
  const best = computed(() => (others.value.length > 0 ? Math.max(...others.value) : undefined))
  /** Whether the shown score includes earlier games, as in Vegas with a running total. */
  const isTotal = computed(() => choice.value === 'cumulative' && scoring.value === 'vegas')
  /** The score in the bar. */
  const shown = computed(() =>
    own.value !== undefined && isTotal.value
      ? others.value.reduce((sum, score) => sum + score, own.value)
      : own.value,
  )

  async function read(): Promise<void> {
    choice.value = parseChoice(await local.get(SCORE_KEY))
    isRead.value = true
  }

  /** Reads the choice now and after every change, until the returned function is called. */
  function follow(): () => void {
    void read().catch(session.report)
    return local.onChanged(changes => {
      if (SCORE_KEY in changes) choice.value = parseChoice(changes[SCORE_KEY] ?? undefined)
    })
  }

  /** Changes the choice of scoring. Rejects if it cannot be stored. */
  async function change(next: ScoreChoice): Promise<void> {
    choice.value = next
    await local.set({ [SCORE_KEY]: next })
  }

  return {
    choice,
    isRead,
    /** How the current game is scored; undefined if it is not. */
    scoring,
    own,
    best,
    isTotal,
    shown,
    follow,
    change,
    /** Reads the past games for best and total. Rejects if that fails. */
    refresh: past.refresh,
  }
})
