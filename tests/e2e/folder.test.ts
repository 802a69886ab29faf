// The sync folder in real browsers with real servers: a game goes back and forth between Chromium and
// Firefox, and the requests are counted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { randomFrom } from '../support/random.ts'
import { servers, type TestServer } from '../support/servers/index.ts'
import { startFaultyServer, type FaultyServer } from '../support/servers/faulty.ts'
import { findBrowser } from '../run/browsers.ts'
import { launchChromium, processOf } from './drivers/chromium.ts'
import { browsers, itLong, until, type BrowserDriver, type Tab } from './drivers/index.ts'
import { runningBrowser } from './in-browser.ts'
import {
  clickPile,
  counts,
  firstStart,
  landed,
  look,
  openGame,
  playBackAndForth,
  press,
  setHidden,
  shown,
  storage,
} from './page.ts'
import {
  arrived,
  arrivedAt,
  cancelSignIn,
  closePanel,
  connect,
  connectPaired,
  disconnect,
  failToConnect,
  hasArrived,
  holds,
  pairingText,
  pastePairing,
  signIn,
  timePasses,
} from './folder-page.ts'

/** How many times a game goes back and forth; set by the long run, `npm run handovers`. */
const HANDOVERS = Number(process.env.HANDOVERS ?? 1)
const isLong = process.env.HANDOVERS !== undefined

interface Device {
  readonly name: string
  readonly browser: BrowserDriver
  readonly tab: Tab
}
const devices: Device[] = []
beforeAll(async () => {
  for (const { name, launch } of browsers) {
    const { browser, tab } = await runningBrowser(launch)
    await firstStart(tab)
    await tab.reduceMotion(true)
    devices.push({ name, browser, tab })
  }
})
// The next test file must not send requests to the folder.
afterAll(() => Promise.all(devices.map(({ tab }) => firstStart(tab))))

/** Plays in one browser, hides it, shows the other, and waits until the game arrives. */
async function handOver(
  { tab: from }: Device,
  { tab: to }: Device,
  meanwhile?: (arrivedBefore: number) => Promise<void>,
) {
  // Read before the move, because a transfer that was due anyway may already send the move.
  const arrivedBefore = await arrivedAt(from)
  await playBackAndForth(from)
  await landed(from)
  const played = await look(from)
  await timePasses(from)
  await timePasses(to)
  const hidden = performance.now()
  await setHidden(from, true)
  await meanwhile?.(arrivedBefore)
  await arrived(from, arrivedBefore)
  const sent = performance.now() - hidden
  const start = performance.now()
  await setHidden(to, false)
  await until(
    to,
    count => {
      const table = document.querySelector<HTMLElement>('[data-game]')!
      return table.dataset.moves === count || document.querySelector('[data-action="continue"]') !== null
    },
    String(played.moves),
  )
  const shownAfter = performance.now() - start
  // An older state may be offered first if it was read before the tab was shown, and an offer may be opened
  // automatically before it is accepted. If the folder was read just before, the tab reads it again after ten
  // seconds.
  await vi.waitFor(
    async () => {
      await to.run(() => document.querySelector<HTMLElement>('[data-action="continue"]')?.click())
      expect(await look(to)).toEqual(played)
    },
    { timeout: 20_000 },
  )
  await landed(to)
  return { sent, shownAfter }
}

/**
 * Connects the first browser to the folder and pairs the second, after disconnecting both. On the first call,
 * the first browser starts a game that the second receives. Returns the milliseconds since the click.
 */
async function connectBoth(server: TestServer, byClick = connectPaired): Promise<number> {
  const [first, second] = devices
  const isNew = (await storage.get(first.tab)).place === undefined
  if (isNew) {
    await openGame(first.tab, '?game=double-sea-towers&deal=7')
    await clickPile(first.tab, 't0')
    await landed(first.tab)
  } else for (const { tab } of devices) await disconnect(tab)
  await connect(first.browser, first.tab, server)
  const { moves } = await look(first.tab)
  const text = await pairingText(first.tab)
  await closePanel(first.tab)
  await pastePairing(second.browser, second.tab, text)
  const start = performance.now()
  await byClick(second.tab)
  if (isNew) await shown(second.tab, '[data-notice="came"], [data-notice="offer"]')
  const duration = performance.now() - start
  await closePanel(second.tab)
  if ((await look(second.tab)).moves !== moves) await press(second.tab, 'continue')
  await counts(second.tab, moves)
  await setHidden(first.tab, true)
  return duration
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]
const report = (label: string, values: readonly number[]) => {
  if (!isLong) return
  console.log(
    `${label}: median ${median(values).toFixed(0)} ms, maximum ${Math.max(...values).toFixed(0)} ms`,
  )
}

/** Sends the game back and forth, and reports the durations. */
async function handOverAndBack(times: number, name: string): Promise<void> {
  const [first, second] = devices
  const durations = []
  for (let i = 0; i < times; i++) {
    durations.push(await handOver(second, first))
    durations.push(await handOver(first, second))
  }
  report(
    `${name}, from hiding to arrival`,
    durations.map(({ sent }) => sent),
  )
  report(
    `${name}, from showing to the game`,
    durations.map(({ shownAfter }) => shownAfter),
  )
}

/** Waits until a browser's statistics count this many games. */
async function expectPlayed(tab: Tab, count: number): Promise<void> {
  await press(tab, 'stats')
  await until(
    tab,
    wanted => document.querySelector('[data-stat="played"] dd')?.textContent === wanted,
    String(count),
  )
  await closePanel(tab)
}

/** Only the long run uses real servers here; `remotes.test.ts` tests each of them without a browser. */
const testedServers = isLong ? servers : []

describe.each(testedServers)('over $name', ({ name, start }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.stop())

  it('a game that goes back and forth keeps every move', async () => {
    report(`${name}, from pairing to the game`, [await connectBoth(server)])
    await handOverAndBack(HANDOVERS, name)
  })

  it.runIf(isLong)(
    'nothing is lost when the server is killed while a game is being sent',
    async () => {
      await connectBoth(server)
      const random = randomFrom(17)
      for (let i = 0; i < 50; i++) {
        const [from, to] = i % 2 === 0 ? [devices[1], devices[0]] : [devices[0], devices[1]]
        await handOver(from, to, async before => {
          await wait(random() * 30)
          await server.kill()
          await server.restart()
          // The browser may not retry immediately after it notices the failure.
          while (!(await hasArrived(from.tab, before))) {
            await setHidden(from.tab, false)
            await timePasses(from.tab)
            await setHidden(from.tab, true)
            await wait(500)
          }
        })
      }
    },
    900_000,
  )
})

describe('a sync folder', () => {
  let server: FaultyServer
  beforeAll(async () => {
    server = await startFaultyServer()
  })
  afterAll(() => server.stop())

  it.runIf(isLong)('transfers a game with 300 ms of latency, and the times are printed', async () => {
    server.latency = 300
    report('300 ms of latency, from pairing to the game', [await connectBoth(server)])
    await handOverAndBack(5, '300 ms away')
    server.latency = 0
  })

  it('receives only a few small requests without cookies, and a game counts once', async () => {
    const [first, second] = devices
    await connectBoth(server, async tab => {
      server.requests.splice(0)
      await connectPaired(tab)
      const methods = server.requests.map(({ method }) => method)
      // The paired browser reads each of the other's files once, and its own files after writing them.
      expect(methods.filter(method => method !== 'GET')).toEqual(['PROPFIND', 'PUT', 'PROPFIND'])
      expect(methods.slice(0, 2)).toEqual(['PROPFIND', 'GET'])
    })
    server.requests.splice(0)
    await handOverAndBack(1, 'counted')
    const requests = server.requests
    // In each handover, one browser writes, lists and reads back. The other lists and reads, and may write
    // its own file.
    expect(requests.filter(({ method }) => method === 'PUT').length).toBeLessThanOrEqual(4)
    // A file is read again if it had just been modified when it was read.
    expect(requests.length).toBeLessThanOrEqual(2 * 10)
    for (const { headers, bytes, path } of requests) {
      expect(headers.cookie).toBeUndefined()
      expect(path).toMatch(/^\/quickhand\/([\da-f]{32})?$/)
      expect(bytes).toBeLessThanOrEqual(4096)
    }
    const before = await arrivedAt(second.tab)
    // A game counts only if it has moves that were not undone.
    for (const pile of ['t1', 't2', 't3'] as const) await clickPile(second.tab, pile)
    await press(second.tab, 'new')
    await counts(second.tab, 0)
    await timePasses(second.tab)
    await timePasses(first.tab)
    await setHidden(second.tab, true)
    await arrived(second.tab, before)
    await setHidden(first.tab, false)
    await shown(first.tab, '[data-notice="ended"]')
    await expectPlayed(first.tab, 1)
    await expectPlayed(second.tab, 1)
  })

  it('on Nextcloud is connected by signing in on its page, which closes if the user cancels', async () => {
    for (const { name, browser, tab } of devices) {
      await disconnect(tab)
      if (!process.env.LONG && name !== 'Chromium') continue
      await cancelSignIn(browser, tab, server)
      await signIn(browser, tab, server)
      const paths = server.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path)
      expect(paths.every(path => path.startsWith('/remote.php/webdav/quickhand/'))).toBe(true)
      expect(paths.length).toBeGreaterThan(0)
      expect(await storage.get(tab)).not.toHaveProperty('place-login')
      await closePanel(tab)
    }
  })

  itLong('has the permission for its server only while it is connected or being connected', async () => {
    const [here, local] = ['http://127.0.0.1/*', 'http://localhost/*']
    const address = server.address.replace('127.0.0.1', 'localhost')
    for (const { name, browser, tab } of devices) {
      if ((await storage.get(tab)).place !== undefined) await disconnect(tab)
      if (!process.env.LONG && name !== 'Chromium') continue
      await holds(tab)
      await failToConnect(browser, tab, server)
      await holds(tab, here)
      await closePanel(tab)
      await holds(tab)
      if (process.env.LONG) {
        const other = await browser.newTab()
        await failToConnect(browser, other, server)
        await holds(tab, here)
        await other.close()
        await holds(tab)
        await connect(browser, tab, server)
        await holds(tab, here)
      }
      await connect(browser, tab, { ...server, address })
      await holds(tab, local)
      await closePanel(tab)
      await disconnect(tab)
      await holds(tab)
    }
  })

  it.runIf(isLong)(
    'receives everything from a browser that was killed while sending its game',
    async () => {
      const profile = await mkdtemp(join(tmpdir(), 'quickhand-killed-'))
      const start = () => launchChromium(findBrowser('chromium'), resolve('.output/chrome-mv3'), profile)
      const [, other] = devices
      if ((await storage.get(other.tab)).place !== undefined) await disconnect(other.tab)
      await connect(other.browser, other.tab, server)
      const text = await pairingText(other.tab)
      await closePanel(other.tab)
      let browser = await start()
      try {
        let tab = await browser.newTab()
        await openGame(tab, '?game=double-sea-towers&deal=9')
        await clickPile(tab, 't0')
        await landed(tab)
        await pastePairing(browser, tab, text)
        await connectPaired(tab)
        await closePanel(tab)
        // Chromium saves permissions with a delay, at the latest when it exits.
        await browser.close()
        browser = await start()
        tab = await browser.newTab()
        await shown(tab)
        const random = randomFrom(23)
        server.latency = 40
        for (let i = 0; i < 50; i++) {
          const before = await playBackAndForth(tab)
          await landed(tab)
          const after = await look(tab)
          await timePasses(tab)
          await setHidden(tab, true)
          await wait(random() * 400)
          process.kill(await processOf(profile), 'SIGKILL')
          await browser.close().catch(() => undefined)
          browser = await start()
          tab = await browser.newTab()
          await shown(tab)
          expect([before, after]).toContainEqual(await look(tab))
          await handOver({ name: 'Chromium', browser, tab }, other)
          await setHidden(other.tab, true)
          await setHidden(tab, false)
        }
      } finally {
        server.latency = 0
        await browser.close()
        await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      }
    },
    900_000,
  )
})
