// The score of the current game. Each device has its own choice of scoring.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { scoreOf } from '../../engine/index.ts'
import { follow } from '../platform/following.ts'
import { usePlatform } from '../platform/platform'
import { SCORE_KEY } from '../platform/storage-keys.ts'
import { useGame } from '../session/game'
import { useSession } from '../session/session'
import { usePastGames } from './past-games-store'
import {
  bestOf,
  gamesLike,
  parseChoice,
  scoringFor,
  totalOf,
  writeChoice,
  type ScoreChoice,
} from './scores.ts'

/** The chosen scoring and the score of the current game. */
export const useScore = defineStore('score', () => {
  const { local } = usePlatform()
  const session = useSession()
  const game = useGame()
  const past = usePastGames()
  const stored = shallowRef(parseChoice())
  const choice = computed(() => stored.value.choice)
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
  // `others` depends only on the start of the history, so a move does not compute it again.
  const start = computed(() => game.history.start)
  const others = computed(() => gamesLike(past.games ?? [], start.value, game.playId))
  /** The best score of the other wins of this game under the same house rules. */
  const best = computed(() => scoring.value && bestOf(others.value, scoring.value))
  const sumOfOthers = computed(() =>
    choice.value === 'cumulative' && scoring.value === 'vegas'
      ? totalOf(others.value, scoring.value, stored.value.earlier)
      : undefined,
  )
  /** The running total, which includes the current game; undefined unless it is chosen. */
  const total = computed(() =>
    own.value !== undefined && sumOfOthers.value !== undefined ? own.value + sumOfOthers.value : undefined,
  )

  /** The choice that was made last, which may not be stored yet. */
  let latest: ScoreChoice | undefined

  async function read(): Promise<void> {
    stored.value = parseChoice(await local.get(SCORE_KEY))
    isRead.value = true
  }

  /**
   * Changes the choice of scoring. A running total begins now: games that have already ended do not count,
   * except one that is still on the table. Does nothing if another choice is made before the past games have
   * been read. Rejects if they cannot be read or the choice cannot be stored.
   */
  async function change(next: ScoreChoice): Promise<void> {
    latest = next
    if (next === 'cumulative') await past.refresh()
    if (latest !== next) return
    const ended = next === 'cumulative' ? past.games!.map(({ opened }) => opened.playId) : []
    stored.value = { choice: next, earlier: new Set(ended.filter(play => play !== game.playId)) }
    await local.set({ [SCORE_KEY]: writeChoice(stored.value) })
  }

  return {
    choice,
    isRead,
    /** How the current game is scored; undefined if it is not. */
    scoring,
    own,
    best,
    total,
    /** Keeps the choice up to date until the scope is disposed. */
    follow: () => follow(local, SCORE_KEY, () => read().catch(session.report)),
    change,
    /** Reads the past games for best and total. Rejects if that fails. */
    refresh: past.refresh,
  }
})
