// The session of this page as a store: runner, clock, and the state that everything else derives from.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { loadGames, randomDeal } from '../../engine/index.ts'
import { usePlatform } from '../platform/platform.ts'
import { playIdOf } from '../sync/ids.ts'
import { useClock } from './clock.ts'
import { messageOf } from '../platform/storage-failure.ts'
import { SessionRunner } from './runner.ts'
import type { Effect, SessionEvent } from './state.ts'

/**
 * Milliseconds; longer than a closing page stays alive. A closing page aborts what it is loading, so failures
 * to load are shown only after this time.
 */
export const GOING_AWAY_MS = 1000

/** The session of this page. Only events change its state. */
export const useSession = defineStore('session', () => {
  const platform = usePlatform()
  const clock = useClock()
  let load: () => Promise<void> = loadGames

  function perform(effect: Exclude<Effect, { kind: 'takeLock' }>): void {
    switch (effect.kind) {
      case 'publish':
        return void platform.ask({ kind: 'sync-now' }).catch(() => undefined)
      case 'setClock':
        return clock.reset(effect.seconds)
      case 'runClock':
        return clock.touch()
      case 'stopClock':
        return clock.stop()
      case 'forgetAddress':
        // After a reload, the tab reads this state, and still offers to go back to the previous game.
        return history.replaceState(effect.dealt, '', location.pathname)
    }
  }

  const runner = new SessionRunner({
    local: platform.local,
    now: Date.now,
    seconds: () => clock.seconds.value,
    fresh: () => ({ dealNumber: randomDeal(), playId: playIdOf() }),
    loadGames: () => load(),
    takeLock: platform.takeOver,
    perform,
    changed: next => {
      state.value = next
    },
    replicaOf: async (texts, game) => (await import('./restore.ts')).fromOwnReplica(texts, game),
    // If the module cannot be loaded, the game opens with any deal.
    newDealOf: (...asked) =>
      import('../known-deals.ts').then(
        ({ newDealOf }) => newDealOf(...asked),
        () => undefined,
      ),
  })

  const state = shallowRef(runner.state)

  /** `SessionRunner.dispatch`; failures become notices. */
  const dispatch = (event: SessionEvent): Promise<void> => runner.dispatch(event)

  /** Shows an error to the user. Also called for errors in components and unhandled rejections. */
  const report = (error: unknown): void => {
    void dispatch({ kind: 'notified', notice: { key: 'failed', detail: messageOf(error) } })
  }

  /** Reports that a part of the page could not be loaded, unless the page is closing. */
  const reportLoad = (error: unknown): void => {
    setTimeout(() => report(error), GOING_AWAY_MS)
  }

  return {
    state,
    seconds: clock.seconds,
    touchClock: clock.touch,
    stopClock: clock.stop,
    dispatch,
    /** Sets the loader that runs before a game other than the default one opens. It must call `loadGames`. */
    loadGamesBy: (loader: typeof load) => {
      load = loader
    },
    report,
    reportLoad,
    idle: () => runner.idle(),
  }
})
