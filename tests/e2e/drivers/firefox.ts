// Debian's Firefox ESR by Marionette, with the built extension installed for the session.
import { writeFile } from 'node:fs/promises'
import type { BrowserDriver, Tab } from './driver.ts'
import { Marionette } from './marionette.ts'

/** Key values of WebDriver for keys that are no characters. */
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
 * Firefox's remarks when a page is left while a write to storage or a message is on its way; both arrive all
 * the same.
 */
const LEFT_PAGE = /^Promise (resolved|rejected) (while context is inactive|after context unloaded)/

/** Listens, with the browser's own rights, to errors of extension pages and to requests they make. */
const WATCH = `
  window.quickhandProblems = []
  const isOurs = text => String(text).includes('moz-extension:')
  Services.console.registerListener({ observe(message) {
    if (message instanceof Ci.nsIScriptError && isOurs(message.sourceName) && !(message.flags & Ci.nsIScriptError.warningFlag))
      window.quickhandProblems.push(message.errorMessage)
  } })
  const storage = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage)
  storage.addLogEventListener(event => {
    const { level, filename, arguments: words } = event.wrappedJSObject ?? event
    if (level === 'error' && isOurs(filename)) window.quickhandProblems.push([...words].join(' '))
  }, Cc['@mozilla.org/systemprincipal;1'].createInstance(Ci.nsIPrincipal))
  Services.obs.addObserver({ observe(subject) {
    const channel = subject.QueryInterface(Ci.nsIHttpChannel)
    if (isOurs(channel.loadInfo?.triggeringPrincipal?.spec)) window.quickhandProblems.push('request to ' + channel.URI.spec)
  } }, 'http-on-modify-request')`

export async function launchFirefox(executable: string, extension: string): Promise<BrowserDriver> {
  const marionette = await Marionette.launch(executable)
  await marionette.send('WebDriver:SetTimeouts', { script: 60_000, pageLoad: 30_000 })
  await marionette.run(WATCH, [], 'chrome')
  await marionette.send('Addon:Install', { path: extension, temporary: true })
  let current = ''
  const switchTo = async (handle: string) => {
    if (current !== handle) await marionette.send('WebDriver:SwitchToWindow', { handle, focus: true })
    current = handle
  }
  return {
    async problems() {
      const problems = await marionette.run<string[]>('return [...window.quickhandProblems]', [], 'chrome')
      return problems.filter(problem => !LEFT_PAGE.test(problem))
    },
    async newTab() {
      const before = await marionette.send<string[]>('WebDriver:GetWindowHandles')
      await marionette.run(
        `BrowserCommands.openTab()
        await new Promise(resolve => {
          const { selectedBrowser: tab } = gBrowser
          const look = () => tab.currentURI.scheme === 'moz-extension' && !tab.webProgress.isLoadingDocument ? resolve() : setTimeout(look, 16)
          look()
        })`,
        [],
        'chrome',
      )
      const after = await marionette.send<string[]>('WebDriver:GetWindowHandles')
      const handle = after.find(other => !before.includes(other))!
      await switchTo(handle)
      const tab = tabOf(
        marionette,
        () => switchTo(handle),
        () => {
          current = ''
        },
      )
      await tab.resize(1366, 650)
      return tab
    },
    close: () => marionette.quit(),
  }
}

function tabOf(marionette: Marionette, enter: () => Promise<void>, forget: () => void): Tab {
  const perform = async (actions: object[]) => {
    await enter()
    try {
      await marionette.send('WebDriver:PerformActions', { actions })
    } finally {
      await marionette.send('WebDriver:ReleaseActions')
    }
  }
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

  const tab: Tab = {
    async run(what, ...args) {
      await enter()
      return marionette.run(`return (${what.toString()})(...${JSON.stringify(args)})`)
    },
    async open(query) {
      await enter()
      const { value } = await marionette.send<{ value: string }>('WebDriver:GetCurrentURL')
      await marionette.send('WebDriver:Navigate', {
        url: value.replace(/newtab\.html.*/, `newtab.html${query}`),
      })
    },
    async reload() {
      await enter()
      await marionette.send('WebDriver:Refresh')
    },
    async resize(width, height) {
      await enter()
      const grown = await marionette.run<[number, number]>(
        'return [window.outerWidth - window.innerWidth, window.outerHeight - window.innerHeight]',
      )
      await marionette.send('WebDriver:SetWindowRect', { width: width + grown[0], height: height + grown[1] })
    },
    reduceMotion: on =>
      marionette.run(`Services.prefs.setIntPref('ui.prefersReducedMotion', ${on ? 1 : 0})`, [], 'chrome'),
    async press(key, ...held) {
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
    async screenshot(file) {
      await enter()
      const { value } = await marionette.send<{ value: string }>('WebDriver:TakeScreenshot', { full: false })
      await writeFile(file, Buffer.from(value, 'base64'))
    },
    async close() {
      await enter()
      await marionette.send('WebDriver:CloseWindow')
      forget()
    },
  }
  return tab
}
