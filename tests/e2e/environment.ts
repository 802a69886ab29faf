// The environment of the browser tests: Node, and the browsers shared by the files of a worker.
import { builtinEnvironments, type Environment } from 'vitest/runtime'
import type { BrowserDriver, Tab } from './drivers/index.ts'

export interface Started {
  readonly browser: BrowserDriver
  /** The tab that all blocks use. */
  readonly tab: Tab
}

declare global {
  /** The browsers of this worker by launch function. They are closed when the worker ends. */
  var startedBrowsers: Map<() => Promise<BrowserDriver>, Started>
}

export default {
  ...builtinEnvironments.node,
  name: 'browsers',
  async setup(global, options) {
    const node = await builtinEnvironments.node.setup(global, options)
    globalThis.startedBrowsers = new Map()
    return {
      async teardown(global) {
        await Promise.all([...startedBrowsers.values()].map(({ browser }) => browser.close()))
        await node.teardown(global)
      },
    }
  },
} satisfies Environment
