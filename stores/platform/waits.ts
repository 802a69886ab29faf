// Delays work in the background. The browser ends the background after 30 idle seconds; an alarm restarts it.

/** Runs work once, after a delay in milliseconds; the returned function cancels it. */
export type After = (milliseconds: number, work: () => Promise<void>) => () => void

/** The part of the browser's alarms API that is used. */
export interface Alarms {
  create(name: string, alarm: { when: number }): unknown
  clear(name: string): unknown
  readonly onAlarm: { addListener(listener: (alarm: { name: string }) => void): void }
}

/** The longest delay for which a timer is set, and the shortest delay of an alarm. */
const LONGEST_TIMER_MS = 25_000
const SHORTEST_ALARM_MS = 30_000

/** A timer; it ends with the background. */
const timer: After = (milliseconds, work) => {
  const waiting = setTimeout(() => void work(), milliseconds)
  return () => clearTimeout(waiting)
}

/**
 * Delays work. Under each name, new work replaces the work that is waiting. Each delay sets an alarm, and if
 * it is short, a timer as well. An alarm restarts a background script that has ended. The new one determines
 * from storage what is due.
 */
export function waitsOf(alarms: Alarms, now = Date.now, short = timer): (name: string) => After {
  const works = new Map<string, () => Promise<void>>()
  alarms.onAlarm.addListener(({ name }) => void works.get(name)?.())
  return name => (milliseconds, work) => {
    let stopTimer = (): void => undefined
    const run = async () => {
      if (works.get(name) !== run) return
      cancel()
      await work()
    }
    const cancel = () => {
      if (works.get(name) !== run) return
      works.delete(name)
      stopTimer()
      alarms.clear(name)
    }
    works.set(name, run)
    alarms.create(name, { when: now() + Math.max(milliseconds, SHORTEST_ALARM_MS) })
    if (milliseconds <= LONGEST_TIMER_MS) stopTimer = short(milliseconds, run)
    return cancel
  }
}
