// The environment of the browser tests: Node, and the browsers that the files of a worker go on with.
import { builtinEnvironments, type Environment } from 'vitest/runtime'
import type { BrowserDriver, Tab } from './drivers/index.ts'

export interface Started {
  readonly browser: BrowserDriver
  /** The tab of the last block, which stays until the next has one: a browser without a tab would end. */
  tab?: Tab
}

declare global {
  /** The browsers of this worker by what starts them; they are closed at its end. */
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
