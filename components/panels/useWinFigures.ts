// The contents of the win sheet: the best fact about the win, and its figures beside the user's records.
import { computed, ref } from 'vue'
import { dailySet } from '../../engine/index.ts'
import { isClean } from '../../stores/account/goals'
import { useGoals } from '../../stores/account/goals-store'
import { medalFor, wonOfSet } from '../../stores/account/medals'
import { usePastGames } from '../../stores/account/past-games-store'
import { useScore } from '../../stores/account/score-store'
import { useStatistics } from '../../stores/account/statistics'
import { bestFact, type WinFact } from '../../stores/account/win-facts'
import { dayHere } from '../../stores/calendar'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/session/settings'
import { dayOfPlay } from '../../stores/sync/ids'
import { MAX_PAST } from '../../stores/sync/past-games'
import { clockText, numberText, t, tCount } from '../i18n'
import { scoreText } from '../i18n-panels'

interface Figure {
  readonly name: string
  readonly value: string
  /** A comparison with the personal best, and whether it was beaten. */
  readonly best: string
  readonly isBetter?: boolean
  /** Whether it counts days in a row and has a flame. */
  readonly hasFlame?: boolean
}

type Before = ReturnType<ReturnType<typeof useStatistics>['without']>

const best = (value: string | number): string => t('won.best', { value })

function factTextOf(fact?: WinFact): string {
  switch (fact?.kind) {
    case 'fastest':
      return t('won.fact.fastest', { value: clockText(fact.value) })
    case 'shortest':
    case 'row':
      return tCount(`won.fact.${fact.kind}`, fact.value)
    case 'days':
      return tCount('stats.days', fact.value)
    case 'first':
    case 'firstClean':
    case 'clean':
      return t(`won.fact.${fact.kind}`)
    default:
      return t('won.title')
  }
}

/** A figure for which less is better, compared with the lowest of the user's other wins, if any. */
function leastFigure(
  name: string,
  value: number,
  least: number | undefined,
  text: (value: number) => string,
  lessText: (less: number) => string,
): Figure {
  const less = (least ?? value) - value
  const beside = least === undefined ? '' : less > 0 ? lessText(less) : best(text(least))
  return { name, value: text(value), best: beside, isBetter: less > 0 }
}
/** The figures for which less is better. A margin that the title of the sheet states is not repeated. */
function leastFigures(seconds: number, moves: number, before: Before, fact?: WinFact): Figure[] {
  const unlessInTitle = (kind: WinFact['kind'], text: string) => (fact?.kind === kind ? '' : text)
  return [
    leastFigure(t('won.time'), seconds, before.bestSeconds, clockText, less =>
      unlessInTitle('fastest', t('won.faster', { value: clockText(less) })),
    ),
    leastFigure(t('won.moves'), moves, before.fewestMoves, numberText, less =>
      unlessInTitle('shortest', tCount('won.fewer', less)),
    ),
  ]
}

/** The score, if scoring is on for this device. */
function scoreFigure({ own, best: most, scoring }: ReturnType<typeof useScore>): Figure[] {
  if (own === undefined || !scoring) return []
  const isBetter = own > (most ?? -Infinity)
  const beside = most === undefined ? '' : isBetter ? t('score.most') : best(scoreText(most, scoring))
  return [{ name: t('score.title'), value: scoreText(own, scoring), best: beside, isBetter }]
}

/**
 * Whether this is the first win of the game without undo. False if it is the game's first win, or if some of
 * its other wins are no longer kept here. `check` reads the wins; it rejects if storage fails.
 */
function useFirstClean() {
  const store = useGame()
  const statistics = useStatistics()
  const past = usePastGames()
  const isFirstClean = ref(false)
  async function check(): Promise<void> {
    const { won } = statistics.without(store.playId, store.game.id)
    if (!isClean(store.history) || won === 0 || won >= MAX_PAST) return
    await past.refresh()
    const others = past.games!.filter(
      ({ outcome, opened: { playId, position } }) =>
        outcome === 'won' && playId !== store.playId && position.game.id === store.game.id,
    )
    isFirstClean.value = others.length === won && !others.some(({ opened }) => isClean(opened.history))
  }
  return { isFirstClean, check }
}

export function useWinFigures() {
  const store = useGame()
  const statistics = useStatistics()
  const goals = useGoals()
  const score = useScore()
  const settings = useSettings()
  const { isFirstClean, check } = useFirstClean()

  /** This game's statistics on all devices without this win. */
  const before = computed(() => statistics.without(store.playId, store.game.id))
  const day = computed(() => dayOfPlay(store.playId))
  const days = computed(() => statistics.streak(dayHere(new Date())))
  const row = computed(() => Math.max(1, statistics.of(store.game.id).currentStreak))
  /** The current and the longest streak: of days with a won deal of the day, or of wins in this game. */
  const streak = computed((): Figure => {
    const hasFlame = day.value !== undefined && days.value.current > 1
    const { current, best: most } = hasFlame
      ? days.value
      : { current: row.value, best: before.value.bestStreak }
    return {
      name: t(hasFlame ? 'deal.daily' : 'stats.streak'),
      value: numberText(current),
      hasFlame,
      best: most > current ? best(most) : '',
    }
  })
  const fact = computed(() =>
    bestFact({
      seconds: store.seconds,
      moves: store.moves,
      isClean: isClean(store.history),
      isFirstClean: isFirstClean.value,
      before: before.value,
      isReset: settings.values.since[store.game.id] !== undefined,
      days: day.value === dayHere(new Date()) ? days.value.current : undefined,
      row: row.value,
    }),
  )
  return {
    /** Reads the stored data that the contents need. Rejects if storage fails. */
    read: () => Promise.all([statistics.refresh(), goals.refresh()]).then(check),
    before,
    fact,
    factText: computed(() => factTextOf(fact.value)),
    figures: computed((): Figure[] => [
      ...leastFigures(store.seconds, store.moves, before.value, fact.value),
      streak.value,
      ...scoreFigure(score),
    ]),
    advanced: computed(() => goals.advancedBy(store.playId)),
    /** The medal of the day's set, if this deal is in it. */
    medal: computed(() => {
      const set = day.value === undefined ? [] : dailySet(day.value)
      if (!set.includes(store.game.id)) return undefined
      const won = new Set([...(statistics.wonOn.get(day.value!) ?? []), store.game.id])
      const count = wonOfSet(day.value!, won)
      return { kind: medalFor(count)!, done: count, all: set.length }
    }),
  }
}
