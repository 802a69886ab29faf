// Waits that outlive the background: the browser ends it after half a minute without an event.

/** Starts work once after so many milliseconds; the function that is returned prevents it. */
export type After = (milliseconds: number, work: () => Promise<void>) => () => void

/** What is used of the browser's alarms. */
export interface Alarms {
  create(name: string, alarm: { when: number }): unknown
  clear(name: string): unknown
  readonly onAlarm: { addListener(listener: (alarm: { name: string }) => void): void }
}

/** The longest wait for which a timer is set, and the shortest that the browser keeps. */
const LONGEST_TIMER_MS = 25_000
const SHORTEST_ALARM_MS = 30_000

/** A wait that ends with the background. */
const timer: After = (milliseconds, work) => {
  const waiting = setTimeout(() => void work(), milliseconds)
  return () => clearTimeout(waiting)
}

/**
 * Makes waits by name, one at a time under each. All of them are alarms, and short ones timers as well. An
 * alarm starts a background that has ended; that one knows of no work yet, and finds in storage what is due.
 */
export function waitsOf(alarms: Alarms, now = Date.now, short = timer): (name: string) => After {
  const works = new Map<string, () => Promise<void>>()
  alarms.onAlarm.addListener(({ name }) => void works.get(name)?.())
  return name => (milliseconds, work) => {
    let stopTimer = (): void => undefined
    const run = async () => {
      if (works.get(name) !== run) return
      prevent()
      await work()
    }
    const prevent = () => {
      if (works.get(name) !== run) return
      works.delete(name)
      stopTimer()
      alarms.clear(name)
    }
    works.set(name, run)
    alarms.create(name, { when: now() + Math.max(milliseconds, SHORTEST_ALARM_MS) })
    if (milliseconds <= LONGEST_TIMER_MS) stopTimer = short(milliseconds, run)
    return prevent
  }
}
