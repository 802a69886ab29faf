// What the end-to-end tests ask of a browser; Chromium and Firefox each answer in their own way.
import { setTimeout } from 'node:timers/promises'

/** Something that runs in the page; it must not use anything from outside itself but its arguments. */
export type PageFunction<A extends unknown[], T> = (...args: A) => T | Promise<T>

export interface Told {
  readonly id: number
  readonly role: string
  readonly name: string
}

/** A key of another layout: what it types, and where it lies (`KeyboardEvent.key` and `code`). */
export interface PlacedKey {
  readonly key: string
  readonly code: string
}

export interface Tab {
  run<A extends unknown[], T>(what: PageFunction<A, T>, ...args: A): Promise<T>
  /** Goes to the extension's page with a query such as `?game=sea-towers&deal=17`. */
  open(query: string): Promise<void>
  reload(): Promise<void>
  /** Goes to a file of the extension that runs no script, so that no page of it reacts to what comes. */
  leave(): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Whether the system asks for less motion. */
  reduceMotion(on: boolean): Promise<void>
  /**
   * Presses a key, by its name in KeyboardEvent.key, with `Control` or `Shift` held. A name alone is that of
   * a US keyboard.
   */
  press(key: string | PlacedKey, ...held: ('Control' | 'Shift')[]): Promise<void>
  click(x: number, y: number, times?: number): Promise<void>
  rightClick(x: number, y: number): Promise<void>
  /** Presses at the first point, moves over the others and lets go at the last. */
  drag(points: readonly (readonly [x: number, y: number])[]): Promise<void>
  /** Puts a finger down at the first point, moves it over the others, lifts it `hold` milliseconds later. */
  touch(points: readonly (readonly [x: number, y: number])[], hold?: number): Promise<void>
  /** Whether fingers are all there is to point with, where the driver can say. */
  onlyFingers?(on: boolean): Promise<void>
  screenshot(file: string): Promise<void>
  /** What a screen reader is told of the page, where the driver can see it. */
  accessibility?(): Promise<Told[]>
  /** Does what a screen reader's user does with the thing of that id: presses it. */
  activate?(id: number): Promise<void>
  /** What the system asks for, where the driver can say. */
  emulate?(wishes: { forcedColors?: 'active' | 'none'; colorScheme?: 'light' | 'dark' }): Promise<void>
  /**
   * Bytes of the page's objects, strings and functions after a collection, without compiled code; where the
   * driver can say.
   */
  heap?(): Promise<number>
  close(): Promise<void>
}

export interface BrowserDriver {
  /** Opens a new tab as a person does, and waits for its page. */
  newTab(): Promise<Tab>
  /** The same in a Firefox container, 1 to 4, in a window of its own, where the browser has containers. */
  newContainerTab?(container: number): Promise<Tab>
  /** Notes for every page from now on what its table has shown, for `boardsSeen`, where the driver can. */
  noteBoards?(): Promise<void>
  /** Lets the browser say yes when the extension asks whether it may reach a host: `http://127.0.0.1/*`. */
  allow(pattern: string): Promise<void>
  /** Console errors of the extension's pages and requests to the network since the start. */
  problems(): Promise<string[]>
  close(): Promise<void>
}

/** Waits in the page, which costs less than asking it again and again, until the condition holds. */
export async function until<A extends unknown[]>(
  tab: Tab,
  condition: PageFunction<A, unknown>,
  ...args: A
): Promise<void> {
  let failure: unknown
  for (const end = Date.now() + 15_000; Date.now() < end; await setTimeout(16)) {
    try {
      if (await tab.run(waitInPage, condition.toString(), args, end - Date.now())) return
      failure = undefined
    } catch (error) {
      // The page was left meanwhile; the next one may be what is waited for.
      failure = error
    }
  }
  const what = `${condition.toString().slice(0, 300)} of ${JSON.stringify(args).slice(0, 300)}`
  throw new Error(`never became true: ${what}`, { cause: failure })
}

/** Resolves to whether a condition, given as source text, came to hold within so many milliseconds. */
async function waitInPage(source: string, args: readonly unknown[], ms: number): Promise<boolean> {
  const holds = (0, eval)(`(${source})`) as (...args: readonly unknown[]) => unknown
  for (const end = performance.now() + ms; performance.now() < end;) {
    if (await holds(...args)) return true
    await new Promise<void>(resolve => void window.setTimeout(resolve, 16))
  }
  return false
}
