// Drives Debian's Firefox ESR with WebDriver BiDi, with the built extension installed for the session.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BiDi } from './bidi.ts'
import { layoutFollows, type AccessibleNode, type BrowserDriver, type Tab } from './driver.ts'

const PREFERENCES = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtab.preload': false,
  'browser.newtabpage.activity-stream.feeds.topsites': false,
  'browser.region.network.url': '',
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.tabs.warnOnClose': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  // A preallocated process costs as much as the page itself.
  'dom.ipc.processPrelaunch.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'extensions.webextOptionalPermissionPrompts': false,
  // The extension is installed temporarily, but the next session must find its storage again.
  'extensions.webextensions.keepStorageOnUninstall': true,
  'extensions.webextensions.keepUuidOnUninstall': true,
  'network.captive-portal-service.enabled': false,
  'privacy.userContext.enabled': true,
  'network.connectivity-service.enabled': false,
  'toolkit.cosmeticAnimations.enabled': false,
  'xpinstall.signatures.required': false,
}

/** WebDriver values of keys that are not characters. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Control: '\uE009',
  Shift: '\uE008',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  End: '\uE010',
  Home: '\uE011',
  ArrowDown: '\uE015',
}

/**
 * Firefox's messages about a page that is left while a storage write, a message or an image load is pending.
 * The first two complete anyway.
 */
const LEFT_PAGE =
  /^(Promise \w+ (while context is inactive|after context unloaded)|Image corrupt or truncated)/

/** Records errors of extension pages and their network requests, with browser privileges. */
const WATCH = `() => {
  window.quickhandProblems = []
  const isOurs = text => String(text).includes('moz-extension:')
  Services.console.registerListener({ observe(message) {
    if (!(message instanceof Ci.nsIScriptError) || message.flags & Ci.nsIScriptError.warningFlag) return
    if (isOurs(message.sourceName)) window.quickhandProblems.push(message.errorMessage)
  } })
  const storage = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage)
  storage.addLogEventListener(event => {
    const { level, filename, arguments: words } = event.wrappedJSObject ?? event
    if (level === 'error' && isOurs(filename)) window.quickhandProblems.push([...words].join(' '))
  }, Cc['@mozilla.org/systemprincipal;1'].createInstance(Ci.nsIPrincipal))
  Services.obs.addObserver({ observe(subject) {
    const channel = subject.QueryInterface(Ci.nsIHttpChannel)
    if (isOurs(channel.loadInfo?.triggeringPrincipal?.spec))
      window.quickhandProblems.push('request to ' + channel.URI.spec)
  } }, 'http-on-modify-request')
}`

/** Moves the focus from the address bar into the page. */
const FOCUS_PAGE = '() => gBrowser.selectedBrowser.focus()'
/** Opens a new tab in the browser window, like its button, and waits for the extension's page. */
const OPEN_TAB = `async () => {
  BrowserCommands.openTab()
  const { selectedBrowser: tab } = gBrowser
  while (tab.currentURI.scheme !== 'moz-extension' || tab.webProgress.isLoadingDocument)
    await new Promise(resolve => setTimeout(resolve, 16))
}`

/**
 * Opens a new tab in a container, in a new window, like “Open Link in New Window”, and waits for the
 * extension's page.
 */
const OPEN_CONTAINER_TAB = `async userContextId => {
  const opening = new Promise(resolve => openTrustedLinkIn(BROWSER_NEW_TAB_URL, 'window', {
    userContextId, private: false, resolveOnContentBrowserCreated: resolve
  }))
  const tab = await opening
  while (tab.currentURI.scheme !== 'moz-extension' || tab.webProgress.isLoadingDocument)
    await new Promise(resolve => setTimeout(resolve, 16))
}`

/** Runs a function in every page opened later, before the page's own scripts. */
const BEFORE_SCRIPTS = `work => {
  const inTab = work => addEventListener('DOMDocElementInserted', ({ target: page }) => {
    if (page.location.protocol !== 'moz-extension:') return
    work(page)
  }, true)
  Services.mm.loadFrameScript('data:,' + encodeURIComponent('(' + inTab + ')(' + work + ')'), true)
}`

/**
 * Presses a key in the focused tab. BiDi knows only US keyboards, so this uses the interface of the browser's
 * own tests.
 */
const PRESS = `(given, held) => {
  const input = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor)
  if (!input.beginInputTransactionForTests(window)) throw new Error('Could not begin a key input transaction')
  const codes = { Control: 'ControlLeft', Shift: 'ShiftLeft' }
  const event = ({ key, code }) => new window.KeyboardEvent('', { key, code })
  const holding = held.map(key => event({ key, code: codes[key] }))
  for (const key of holding) input.keydown(key)
  input.keydown(event(given))
  input.keyup(event(given))
  for (const key of holding.toReversed()) input.keyup(key)
}`

/** Reads the accessibility tree of the current page as roles and names, and stores the nodes by id. */
const READ_TREE = `async () => {
  const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService)
  const roles = { pushbutton: 'button', grouping: 'group', graphic: 'img', statusbar: 'status' }
  const nodes = []
  const kept = []
  const walk = one => {
    const role = service.getStringRole(one.role)
    kept.push(one)
    nodes.push({ id: kept.length - 1, role: roles[role] ?? role, name: one.name ?? '' })
    for (let child = one.firstChild; child; child = child.nextSibling) walk(child)
  }
  const page = () => service.getAccessibleFor(gBrowser.selectedBrowser)
  // The tree is created on first access.
  while (!page()?.firstChild?.firstChild) await new Promise(resolve => setTimeout(resolve, 16))
  walk(page())
  window.quickhandNodes = kept
  return nodes
}`

interface Context {
  readonly context: string
  readonly url: string
}

/** Without a `given` profile, uses a temporary one, which is removed at the end. */
export async function launchFirefox(
  executable: string,
  extension: string,
  given?: string,
): Promise<BrowserDriver> {
  const profile = given ?? (await mkdtemp(join(tmpdir(), 'quickhand-firefox-')))
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), preferences.join('\n'))
  // System access exposes the browser window to scripts. The real new tab can be opened only there.
  const flags = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--remote-allow-system-access']
  const process = spawn(executable, [...flags, '--profile', profile], { stdio: ['ignore', 'ignore', 'pipe'] })
  const exit = new Promise(resolve => process.once('exit', resolve))
  const bidi = await BiDi.connect(await addressOf(process))
  const tree = async (scope: 'chrome' | 'content'): Promise<readonly Context[]> =>
    (await bidi.send<{ contexts: Context[] }>('browsingContext.getTree', { 'moz:scope': scope })).contexts
  const [{ context: window }] = await tree('chrome')
  const inWindow = <T>(source: string, args?: readonly unknown[]) => bidi.call<T>(window, source, args)
  await inWindow(WATCH)
  await bidi.send('webExtension.install', { extensionData: { type: 'path', path: extension } })
  let active = ''
  const activate = async (context: string) => {
    if (active === context) return
    await bidi.send('browsingContext.activate', { context })
    // A new tab leaves the focus in the address bar, whereas a user who plays has clicked into the page.
    await inWindow(FOCUS_PAGE)
    active = context
  }
  /** The tab that an action in the browser window opens. */
  const tabOpenedBy = async (opening: () => Promise<unknown>, asIs = false): Promise<Tab> => {
    const before = (await tree('content')).map(({ context }) => context)
    await opening()
    const { context } = (await tree('content')).find(({ context }) => !before.includes(context))!
    await activate(context)
    const tab = tabOf(bidi, context, () => activate(context), inWindow)
    if (!asIs) await tab.resize(1366, 650)
    return tab
  }
  return {
    // A preference turns off the prompt, so everything requested after a click is granted.
    allow: async () => undefined,
    async problems() {
      const problems = await inWindow<string[]>('() => window.quickhandProblems')
      return problems.filter(problem => !LEFT_PAGE.test(problem))
    },
    newTab: asIs => tabOpenedBy(() => inWindow(OPEN_TAB), asIs),
    newContainerTab: container => tabOpenedBy(() => inWindow(OPEN_CONTAINER_TAB, [container])),
    tabIcon: () => inWindow(`() => gBrowser.selectedBrowser.mIconURL ?? ''`),
    async beforeScripts(work) {
      await inWindow(BEFORE_SCRIPTS, [work.toString()])
    },
    async close() {
      process.kill()
      await exit
      bidi.close()
      if (!given) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The address that Firefox prints to stderr. Rejects if Firefox exits first. */
function addressOf(process: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    process.stderr!.on('data', data => {
      output += data
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(output)
      if (found) resolve(found[1])
    })
    process.once('exit', () => reject(new Error(`Firefox did not start: ${output.slice(-2000)}`)))
  })
}

function tabOf(
  bidi: BiDi,
  context: string,
  enter: () => Promise<void>,
  inWindow: <T>(source: string, args?: readonly unknown[]) => Promise<T>,
): Tab {
  const setPreference = (name: string, value: number) =>
    inWindow('(name, value) => Services.prefs.setIntPref(name, value)', [name, value])
  /** Performs actions, and releases what is still pressed once `held` has resolved. */
  const perform = async (actions: object[], held?: () => Promise<unknown>) => {
    await enter()
    try {
      await bidi.send('input.performActions', { context, actions })
      await held?.()
    } finally {
      await bidi.send('input.releaseActions', { context })
    }
    await nextFrame()
  }
  /** Input reaches the page asynchronously; it has been handled one frame later. */
  const nextFrame = () =>
    tab.run(() => new Promise<void>(resolve => void requestAnimationFrame(() => resolve())))
  const pointer = (actions: object[]) =>
    perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  const move = (x: number, y: number) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    duration: 0,
    origin: 'viewport',
  })
  const down = (button = 0) => ({ type: 'pointerDown', button })
  const up = (button = 0) => ({ type: 'pointerUp', button })

  const navigate = async (path: string) => {
    const url = new URL(path, await tab.run(() => location.href)).href
    await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
  }

  const tab: Tab = {
    async run(work, ...args) {
      await enter()
      return bidi.call(context, work.toString(), args)
    },
    async open(query) {
      await navigate(`/newtab.html${query}`)
      // A page in a new process starts without the focus.
      await inWindow(FOCUS_PAGE)
    },
    async leave() {
      if (!(await tab.run(() => location.pathname === '/manifest.json'))) await navigate('/manifest.json')
    },
    async reload() {
      await enter()
      await bidi.send('browsingContext.reload', { context, wait: 'complete' })
    },
    async resize(width, height) {
      await enter()
      await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })
      await layoutFollows(tab, width, height)
    },
    async reduceMotion(on) {
      await setPreference('ui.prefersReducedMotion', on ? 1 : 0)
    },
    async press(key, ...held) {
      if (typeof key !== 'string') {
        await enter()
        await inWindow(PRESS, [key, held])
        return nextFrame()
      }
      const value = (name: string) => KEYS[name] ?? name
      const actions = [
        ...held.map(name => ({ type: 'keyDown', value: value(name) })),
        { type: 'keyDown', value: value(key) },
        { type: 'keyUp', value: value(key) },
        ...held.toReversed().map(name => ({ type: 'keyUp', value: value(name) })),
      ]
      await perform([{ type: 'key', id: 'keyboard', actions }])
    },
    click: (x, y, times = 1) =>
      pointer([move(x, y), ...Array.from({ length: times }, () => [down(), up()]).flat()]),
    rightClick: (x, y) => pointer([move(x, y), down(2), up(2)]),
    drag: ([[x, y], ...points]) =>
      pointer([move(x, y), down(), ...points.map(([px, py]) => move(px, py)), up()]),
    touch: ([[x, y], ...points], held) =>
      perform(
        [
          {
            type: 'pointer',
            id: 'finger',
            parameters: { pointerType: 'touch' },
            actions: [move(x, y), down(), ...points.map(([px, py]) => move(px, py))],
          },
        ],
        held,
      ),
    async touchOnly(on) {
      // A coarse pointer without hover, or a mouse.
      for (const name of ['ui.primaryPointerCapabilities', 'ui.allPointerCapabilities'])
        await setPreference(name, on ? 1 : 6)
    },
    async screenshot(file) {
      await enter()
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context })
      await writeFile(file, Buffer.from(data, 'base64'))
    },
    async accessibility() {
      await enter()
      return inWindow<AccessibleNode[]>(READ_TREE)
    },
    async activate(id) {
      await inWindow('id => window.quickhandNodes[id].doAction(0)', [id])
    },
    async close() {
      await bidi.send('browsingContext.close', { context })
    },
  }
  return tab
}
