// Drives Debian's Chromium with playwright-core, with the built extension loaded.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from 'playwright-core'
import { layoutFollows, type BrowserDriver, type Tab } from './driver.ts'

/** Flags that Chromium requires for unpacked extensions, and flags that turn off its own network access. */
export const chromiumFlags = (extension: string): string[] => [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-extensions-except=${extension}`,
  `--load-extension=${extension}`,
]

/** A script for chrome://extensions that gives the extension access to a host, as the user can there. */
const allowScript = (id: string, pattern: string) =>
  `new Promise(resolve => chrome.developerPrivate.addHostPermission('${id}', '${pattern}', resolve))`

interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[]]
    }
  }
  readonly nodes: readonly number[]
}

/**
 * The size of a page's objects in bytes, excluding code that V8 compiles for repeated calls, and the data
 * that the browser stores with that code.
 */
function bytesOfObjects({ snapshot: { meta }, nodes }: HeapSnapshot): number {
  const kept = [
    'object',
    'closure',
    'array',
    'string',
    'concatenated string',
    'sliced string',
    'regexp',
    'number',
    'bigint',
    'symbol',
  ].map(type => meta.node_types[0].indexOf(type))
  const [type, size] = ['type', 'self_size'].map(field => meta.node_fields.indexOf(field))
  let bytes = 0
  for (let i = 0; i < nodes.length; i += meta.node_fields.length)
    if (kept.includes(nodes[i + type])) bytes += nodes[i + size]
  return bytes
}

/** Without a `given` profile, uses a temporary one, which is removed at the end. */
export async function launchChromium(
  executable: string,
  extension: string,
  given?: string,
): Promise<BrowserDriver> {
  const profile = given ?? (await mkdtemp(join(tmpdir(), 'quickhand-chromium-')))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: executable,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: ['--headless=new', ...chromiumFlags(extension)],
    viewport: { width: 1366, height: 650 },
  })
  const problems: string[] = []
  context.on(
    'request',
    request =>
      !/^(chrome-extension|chrome|data|about|devtools):/.test(request.url()) &&
      problems.push(`request to ${request.url()}`),
  )
  context.on('page', page => {
    page.on('console', message => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', error => problems.push(error.stack ?? String(error)))
  })
  return {
    // The prompt cannot be answered in headless mode. It is skipped if the user has granted the host before.
    async allow(pattern) {
      const id = new URL(
        context
          .pages()
          .find(page => page.url().startsWith('chrome-extension:'))!
          .url(),
      ).host
      const page = await context.newPage()
      await page.goto('chrome://extensions')
      await page.evaluate(allowScript(id, pattern))
      await page.close()
    },
    problems: async () => problems,
    async newTab() {
      const page = await context.newPage()
      await page.goto('chrome://newtab')
      await page.waitForURL(/^chrome-extension:/)
      return tabOf(page)
    },
    async beforeScripts(work) {
      await context.addInitScript(`(${work})(document)`)
    },
    async close() {
      await context.close()
      if (!given) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function tabOf(page: Page): Tab {
  let attached: Promise<CDPSession> | undefined
  const session = () => (attached ??= page.context().newCDPSession(page))
  const tab: Tab = {
    run: (work, ...args) =>
      page.evaluate(([source, values]) => (0, eval)(`(${source})`)(...values), [
        work.toString(),
        args,
      ] as const) as never,
    async open(query) {
      await page.goto(new URL(`/newtab.html${query}`, page.url()).href)
    },
    async leave() {
      const url = new URL('/manifest.json', page.url()).href
      if (page.url() !== url) await page.goto(url)
    },
    async reload() {
      await page.reload()
    },
    async resize(width, height) {
      await page.setViewportSize({ width, height })
      await layoutFollows(tab, width, height)
    },
    reduceMotion: on => page.emulateMedia({ reducedMotion: on ? 'reduce' : 'no-preference' }),
    async press(key, ...held) {
      if (typeof key === 'string') return page.keyboard.press([...held, key].join('+'))
      const debug = await session()
      const modifiers = (held.includes('Control') ? 2 : 0) + (held.includes('Shift') ? 8 : 0)
      await debug.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key, modifiers })
      await debug.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, modifiers })
    },
    click: (x, y, times = 1) => page.mouse.click(x, y, { clickCount: times }),
    rightClick: (x, y) => page.mouse.click(x, y, { button: 'right' }),
    async drag([start, ...points]) {
      const debug = await session()
      const send = (
        type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
        [x, y]: readonly [number, number],
      ) => debug.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
      // Sent without waiting for each other, because a slow drag would begin with a long press.
      await Promise.all([
        debug.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: start[0], y: start[1] }),
        send('mousePressed', start),
        ...points.map(point => send('mouseMoved', point)),
        send('mouseReleased', points.at(-1)!),
      ])
    },
    async touch([first, ...points], held) {
      const debug = await session()
      const send = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        at: readonly (readonly [number, number])[],
      ) => debug.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y]) => ({ x, y })) })
      await debug.send('Emulation.setTouchEmulationEnabled', { enabled: true })
      await send('touchStart', [first])
      for (const point of points) await send('touchMove', [point])
      await held?.()
      await send('touchEnd', [])
      await debug.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    },
    async screenshot(file) {
      await page.screenshot({ path: file })
    },
    emulate: preferences => page.emulateMedia(preferences),
    async accessibility() {
      const { nodes } = await (await session()).send('Accessibility.getFullAXTree')
      return nodes
        .filter(({ ignored }) => !ignored)
        .map(({ backendDOMNodeId, role, name }) => ({
          id: backendDOMNodeId ?? 0,
          role: String(role?.value),
          name: String(name?.value ?? ''),
        }))
    },
    async activate(id) {
      const { object } = await (await session()).send('DOM.resolveNode', { backendNodeId: id })
      await (
        await session()
      ).send('Runtime.callFunctionOn', {
        objectId: object.objectId,
        functionDeclaration: 'function () { this.click() }',
        userGesture: true,
      })
    },
    async heap() {
      const debug = await session()
      const chunks: string[] = []
      const collect = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
      debug.on('HeapProfiler.addHeapSnapshotChunk', collect)
      await debug.send('HeapProfiler.takeHeapSnapshot') // after a garbage collection
      debug.off('HeapProfiler.addHeapSnapshotChunk', collect)
      return bytesOfObjects(JSON.parse(chunks.join('')) as HeapSnapshot)
    },
    close: () => page.close(),
  }
  return tab
}

/** The id of the browser process with this profile. Rejects if there is none. */
export async function processOf(profile: string): Promise<number> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const args = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).split('\0')
    if (
      args.some(word => word === `--user-data-dir=${profile}`) &&
      !args.some(word => word.startsWith('--type='))
    )
      return Number(name)
  }
  throw new Error(`no process with the profile ${profile}`)
}
