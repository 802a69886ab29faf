// Loads the analysis and the replay on demand, because the first paint needs neither.
import { defineStore } from 'pinia'
import { computed, shallowRef, watch, type Ref } from 'vue'
import { randomDeal, type Verdict } from '../../engine/index.ts'
import { useGame } from '../session/game.ts'
import { useSession } from '../session/session.ts'
import type { useAnalysis } from './analysis.ts'
import type { useReplay } from './replay.ts'

interface Loaded {
  readonly analysis: ReturnType<typeof useAnalysis>
  readonly replay: ReturnType<typeof useReplay>
}

type Light = Verdict | 'looking'
/** Milliseconds for which the light keeps its last verdict after a move. */
const DIMMING_MS = 300

/** Deals a new game; any deal if the module for winnable deals cannot be loaded. */
const newDeal = (): Promise<void> =>
  useGame().dealFound(async isWanted => {
    try {
      const { useWinnableDeals } = await import('./winnable-deals.ts')
      return await useWinnableDeals().find(isWanted)
    } catch (error) {
      return { number: randomDeal(), onDealt: () => useSession().report(error) }
    }
  })

/** The state of the light. In the same play, the last verdict stays for a moment, to avoid flicker. */
function useSteadyLight(known: Readonly<Ref<Light>>): Ref<Light> {
  const game = useGame()
  const last = shallowRef<{ readonly playId: string; readonly light: Light }>()
  const light = computed({
    get: () => (last.value?.playId === game.playId ? last.value.light : 'looking'),
    set: now => (last.value = { playId: game.playId, light: now }),
  })
  let dimming: ReturnType<typeof setTimeout> | undefined
  watch(
    [known, () => game.change],
    ([now]) => {
      clearTimeout(dimming)
      if (now === 'won' || now === 'lost') light.value = now
      else dimming = setTimeout(() => (light.value = now), DIMMING_MS)
    },
    { flush: 'post' },
  )
  return light
}

/** The analysis and the replay, loaded on demand. */
export const useLateAnalysis = defineStore('late-analysis', () => {
  const game = useGame()
  const loaded = shallowRef<Loaded>()

  /** Loads both once. Rejects if that fails; the next call tries again. */
  async function load(): Promise<Loaded> {
    // An import() of a loaded module resolves in a later task, so the next key could come first.
    if (loaded.value) return loaded.value
    try {
      const modules = await Promise.all([import('./analysis.ts'), import('./replay.ts')])
      const [{ useAnalysis }, { useReplay }] = modules
      return (loaded.value ??= { analysis: useAnalysis(), replay: useReplay() })
    } catch (error) {
      light.value = 'unknown'
      throw error
    }
  }

  /** Shows a hint for the current position, once the module is loaded. Rejects if that fails. */
  async function askHint(): Promise<void> {
    const found = await game.waitFor('hint', load)
    if (found !== 'aborted') await found.analysis.askHint()
  }

  const known = computed((): Light => {
    const { verdict, isLooking = true } = loaded.value?.analysis ?? {}
    return verdict ?? (isLooking ? 'looking' : 'unknown')
  })
  const light = useSteadyLight(known)

  return {
    load,
    askHint,
    newDeal,
    light,
    isLoaded: computed(() => loaded.value !== undefined),
    /** The state of the light. For a lost position, it tells what is known about the deal. */
    shownLight: computed(() =>
      light.value === 'lost' ? (loaded.value?.analysis.loss ?? 'lost') : light.value,
    ),
    hint: computed(() => (loaded.value?.replay.isOpen ? undefined : loaded.value?.analysis.hint)),
    dismissHint: () => loaded.value?.analysis.dismissHint(),
    closeReplay: () => loaded.value?.replay.close(),
    isReplaying: computed(() => loaded.value?.replay.isOpen ?? false),
    /** The position that the replay shows in place of the game, and the change that led to it. */
    replayChange: computed(() => loaded.value?.replay.change),
    /** Ends the search and the worker. */
    end: () => loaded.value?.analysis.end(),
  }
})
