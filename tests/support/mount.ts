// Mounts stores and components on the in-memory platform.
import { mount } from '@vue/test-utils'
import { createPinia, type Pinia } from 'pinia'
import { createApp, effectScope, type Component } from 'vue'
import { deal, solve, type Game, type Solution } from '../../engine/index.ts'
import { levelOf } from '../../engine/levels/ease.ts'
import { bestLine } from '../../engine/solver/best-line.ts'
import { useGame } from '../../stores/session/game'
import { platformKey, type Platform } from '../../stores/platform/platform'
import GameNotice from '../../components/strip/GameNotice.vue'
import GameTable from '../../components/table/GameTable.vue'
import { afterPaint } from '../../stores/platform/after-paint'
import { eventually } from './eventually'
import { memoryPlatform } from './memory-platform'
import { loadTexts } from '../../components/i18n'
import { loadOtherGames } from '../../components/other-games'
import { levelerKey, solverKey, type Leveler, type Solver } from '../../stores/analysis/solver-keys'
import { useSettings } from '../../stores/session/settings'

// happy-dom lacks these.
globalThis.requestIdleCallback ??= run =>
  setTimeout(() => run({ didTimeout: false, timeRemaining: () => 0 })) as unknown as number
globalThis.cancelIdleCallback ??= clearTimeout
Element.prototype.getAnimations ??= () => []
Object.assign(navigator, { userActivation: { isActive: false } })
HTMLElement.prototype.hidePopover ??= function () {
  this.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'closed' }))
}

export interface World {
  platform: Platform
  pinia: Pinia
  game: ReturnType<typeof useGame>
  settings: ReturnType<typeof useSettings>
}

/** Runs a composable until the returned function is called. */
export function inScope(run: () => unknown): () => void {
  const scope = effectScope(true)
  scope.run(run)
  return () => scope.stop()
}

/** The solutions by game and request. Cached, because most tests open the same few deals. */
const solutions = new WeakMap<Game, Map<string, Solution>>()

/** A solver without a worker. */
export const directSolver: Solver = {
  ask: async (position, limits) => {
    const { game, ...rest } = position
    const known = solutions.get(game) ?? new Map<string, Solution>()
    solutions.set(game, known)
    const key = JSON.stringify([rest, limits])
    const solution = known.get(key) ?? solve(position, limits)
    known.set(key, solution)
    return solution
  },
  stop: () => undefined,
  end: () => undefined,
}

/** The levels of deals. Cached, because most tests open the same few deals. */
const levels = new Map<string, ReturnType<typeof levelOf>>()

/** A leveler without a worker. */
export const directLeveler: Leveler = {
  ask: async (id, number, checks) => {
    if (checks && solve(deal(id, number), { maxStates: 20_000 }).verdict === 'lost') return undefined
    const key = `${id} ${number}`
    const level = levels.has(key) ? levels.get(key) : levelOf(id, number)
    levels.set(key, level)
    return level
  },
  end: () => undefined,
}

/** The `ask` of a solver whose searches all reach their limit: no verdicts, only best lines. */
export const undecided: Solver['ask'] = async (position, { seen }) => ({
  verdict: 'unknown',
  best: bestLine(position, seen),
  states: 1,
  ms: 1,
})

/**
 * A tab on a platform, opened with a query string. If `plays` is set, it becomes the playing tab.
 * `historyState`: the tab's history state before a reload.
 */
export async function openTab(
  platform: Platform = memoryPlatform(),
  search = '',
  plays = true,
  historyState: unknown = null,
): Promise<World> {
  // Every tab has its own history.
  history.replaceState(historyState, '')
  await Promise.all([loadTexts('table'), loadTexts('panels'), loadOtherGames()])
  const pinia = createPinia()
  const app = createApp({})
    .provide(platformKey, platform)
    .provide(solverKey, directSolver)
    .provide(levelerKey, directLeveler)
    .use(pinia)
  const world = app.runWithContext(() => ({ platform, pinia, game: useGame(), settings: useSettings() }))
  await world.game.open(search)
  if (plays) await world.game.playHere()
  return world
}

/** `stubs`: names of components to replace with empty ones. */
export const show = (component: Component, { platform, pinia }: World, props = {}, stubs = {}) =>
  mount(component, {
    props,
    attachTo: document.body,
    global: {
      plugins: [pinia],
      stubs,
      provide: {
        [platformKey as symbol]: platform,
        [solverKey as symbol]: directSolver,
        [levelerKey as symbol]: directLeveler,
      },
    },
  })

/** The notice, once its live region has been painted. */
export async function showNotice(world: World): Promise<ReturnType<typeof show>> {
  const view = show(GameNotice, world)
  await new Promise<void>(afterPaint)
  return view
}

/** The table, once it handles input. */
export async function showTable(world: World): Promise<ReturnType<typeof show>> {
  const view = show(GameTable, world)
  await eventually(() => {
    if (view.get('.table').attributes('data-ready') !== 'true')
      throw new Error('The table does not handle input yet')
  })
  return view
}
