// The browser interface of the end-to-end tests, implemented for Chromium and Firefox.
import { setTimeout } from 'node:timers/promises'

/** A function that runs in the page; it may use only its arguments. */
export type PageFunction<A extends unknown[], T> = (...args: A) => T | Promise<T>

export interface AccessibleNode {
  readonly id: number
  readonly role: string
  readonly name: string
}

/**
 * A key of any keyboard layout: the character that it types, and its position (`KeyboardEvent.key`, `code`).
 */
export interface PlacedKey {
  readonly key: string
  readonly code: string
}

export interface Tab {
  run<A extends unknown[], T>(work: PageFunction<A, T>, ...args: A): Promise<T>
  /** Opens the extension's page with a query such as `?game=sea-towers&deal=17`. */
  open(query: string): Promise<void>
  reload(): Promise<void>
  /** Opens a file of the extension that runs no script, so that no page reacts to events. */
  leave(): Promise<void>
  /** Resizes the page, and waits until its layout has followed. */
  resize(width: number, height: number): Promise<void>
  /** Sets the system preference for reduced motion. */
  reduceMotion(on: boolean): Promise<void>
  /**
   * Presses a key while the keys in `held` are down. A string is the `KeyboardEvent.key` of a key on a US
   * keyboard.
   */
  press(key: string | PlacedKey, ...held: ('Control' | 'Shift')[]): Promise<void>
  click(x: number, y: number, times?: number): Promise<void>
  rightClick(x: number, y: number): Promise<void>
  /** Presses at the first point, moves through the others and releases at the last. */
  drag(points: readonly (readonly [x: number, y: number])[]): Promise<void>
  /** Touches the first point, moves through the others, and lifts the finger once `held` has resolved. */
  touch(points: readonly (readonly [x: number, y: number])[], held?: () => Promise<unknown>): Promise<void>
  /** Emulates a device with touch input only, if the driver supports it. */
  touchOnly?(on: boolean): Promise<void>
  screenshot(file: string): Promise<void>
  /** The accessibility tree of the page, if the driver supports it. */
  accessibility?(): Promise<AccessibleNode[]>
  /** Activates the node with this id, as a screen reader would. */
  activate?(id: number): Promise<void>
  /** Emulates system preferences, if the driver supports that. */
  emulate?(preferences: { forcedColors?: 'active' | 'none'; colorScheme?: 'light' | 'dark' }): Promise<void>
  /**
   * The size in bytes of the page's objects, strings and functions after a garbage collection, without
   * compiled code; if the driver supports it.
   */
  heap?(): Promise<number>
  close(): Promise<void>
}

export interface BrowserDriver {
  /** Opens a new tab as a user does, and waits for its page. `asIs`: whether to keep the window's size. */
  newTab(asIs?: boolean): Promise<Tab>
  /** Opens a new tab in Firefox container 1 to 4, in a separate window, if the browser has containers. */
  newContainerTab?(container: number): Promise<Tab>
  /** The URL of the selected tab's icon, empty if it has none; if the driver supports it. */
  tabIcon?(): Promise<string>
  /** Runs a function, which may use only its argument, in each later page before the page's own scripts. */
  beforeScripts(work: (page: Document) => void): Promise<void>
  /** Accepts permission prompts of the extension for a host, such as `http://127.0.0.1/*`. */
  allow(pattern: string): Promise<void>
  /** Console errors and network requests of the extension's pages since the start. */
  problems(): Promise<string[]>
  close(): Promise<void>
}

/**
 * Waits until the page has a size and its scripts have seen it: size observers run in the first frame after
 * the change, and what they change is painted in the next one.
 */
export const layoutFollows = (tab: Tab, width: number, height: number): Promise<void> =>
  until(
    tab,
    async (...size) => {
      if ([innerWidth, innerHeight].join() !== size.join()) return false
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      return true
    },
    width,
    height,
  )

/** Waits up to 15 seconds until a condition holds. The page waits, which is cheaper than polling it. */
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
      // The page was replaced. The condition may become true in the next page.
      failure = error
    }
  }
  const failed = `${condition.toString().slice(0, 300)} with ${JSON.stringify(args).slice(0, 300)}`
  throw new Error(`never became true: ${failed}`, { cause: failure })
}

/** Whether a condition, given as source text, becomes true within `ms` milliseconds. */
async function waitInPage(source: string, args: readonly unknown[], ms: number): Promise<boolean> {
  const holds = (0, eval)(`(${source})`) as (...args: readonly unknown[]) => unknown
  for (const end = performance.now() + ms; performance.now() < end;) {
    if (await holds(...args)) return true
    await new Promise<void>(resolve => void window.setTimeout(resolve, 16))
  }
  return false
}
