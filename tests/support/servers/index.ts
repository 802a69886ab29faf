// The servers on which the sync folder is tested: five real ones and one that simulates faults.
import { serverNames } from '../../run/servers.ts'
import { startFaultyServer } from './faulty.ts'
import { startServer, type TestServer } from './real.ts'

export type { TestServer }

export const servers: readonly { readonly name: string; readonly start: () => Promise<TestServer> }[] = [
  ...serverNames.map(name => ({ name, start: () => startServer(name) })),
  { name: 'a simulated server', start: startFaultyServer },
]
