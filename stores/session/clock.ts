// The clock of a game, which runs while the user is active.
import { ref } from 'vue'

/** Milliseconds without input after which the clock stops. */
const IDLE = 60_000
/** Milliseconds. A longer gap between two ticks means that the computer slept. */
const SLEPT = 5_000

/** A clock with a single timer, which exists only while the clock runs. */
export function useClock(now: () => number = () => performance.now()) {
  /** The time played in one game, in whole seconds. */
  const seconds = ref(0)
  let milliseconds = 0
  let last = 0
  let touched = 0
  let timer: ReturnType<typeof setInterval> | undefined

  const tick = () => {
    const time = now()
    if (time - last <= SLEPT) milliseconds += time - last
    last = time
    seconds.value = Math.floor(milliseconds / 1000)
    if (time - touched >= IDLE) stop()
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    seconds,
    /** Sets the clock and stops it. */
    reset(value: number): void {
      stop()
      milliseconds = value * 1000
      seconds.value = value
    },
    /** Reports activity: the clock runs until a minute passes without activity, or until it is stopped. */
    touch(): void {
      touched = now()
      if (timer !== undefined) return
      last = touched
      timer = setInterval(tick, 1000)
    },
    stop(): void {
      if (timer !== undefined) tick()
      stop()
    },
  }
}
