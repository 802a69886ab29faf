// The built package: its security policy, where it runs, and the licenses of its parts.
import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { licenseTextOf } from '../../.build/licenses.ts'
import { oneByteCode } from '../../.build/one-byte.ts'
import { slimPolyfill } from '../../.build/slim-polyfill.ts'

const config = readFileSync('wxt.config.ts', 'utf8')
const POLYFILL = readFileSync('node_modules/webextension-polyfill/dist/browser-polyfill.js', 'utf8')

describe('the package', () => {
  it('lets no text become script or markup, except Vue’s templates and the addresses of workers', () => {
    expect(config).toContain(`"require-trusted-types-for 'script'"`)
    expect(config).toContain("'trusted-types vue quickhand win'")
    expect(readFileSync('entrypoints/newtab/main.ts', 'utf8')).toContain("workerStarter('quickhand'")
    expect(readFileSync('components/panels/win-show.ts', 'utf8')).toContain("workerStarter('win'")
  })
  it('cannot be reached by web pages or other extensions, and requires no host permissions', () => {
    expect(config).not.toMatch(/web_accessible_resources|externally_connectable|\bhost_permissions/)
    expect(config).toContain("frame-ancestors 'none'")
    const sources = ['stores/platform/platform.ts', 'entrypoints/background.ts'].map(file =>
      readFileSync(file, 'utf8'),
    )
    expect(sources.join()).not.toMatch(/onMessageExternal|onConnectExternal/)
  })
  it('does not run in private windows, which share no locks with normal windows', () => {
    expect(config).toContain("incognito: 'not_allowed'")
  })
  it('declares the minimum versions of Chrome and Firefox', () => {
    expect(config).toMatch(/minimum_chrome_version: '\d+'/)
    expect(config).toMatch(/strict_min_version: '\d+\.0'/)
  })
  it('is declared for Firefox for Android, and has a button that opens the table', () => {
    expect(config).toMatch(/gecko_android: \{ strict_min_version: '\d+\.0' \}/)
    expect(config).toContain('action: {')
    expect(readFileSync('entrypoints/background.ts', 'utf8')).toContain('openTableAtClick()')
  })
  it('has a Firefox id that never changes and contains no domain that anyone can own', () => {
    expect(config).toContain("id: 'patience@quickhand'")
  })
  it('has a license text for every part; otherwise the build fails', () => {
    expect(licenseTextOf('vue')).toContain('Permission is hereby granted')
    expect(licenseTextOf('@wxt-dev/browser')).toContain('Copyright (c) 2023 Aaron')
    expect(() => licenseTextOf('.bin')).toThrow('no license text')
  })
  it('includes only the used part of the polyfill; if a part to remove is not found, the build fails', () => {
    const [background, page] = [true, false].map(listens => slimPolyfill(POLYFILL, listens))
    expect(background).toContain('onMessage: wrapEvent')
    expect(page).not.toContain('onMessage: wrapEvent')
    for (const slim of [background, page]) {
      expect(slim).toContain('sendMessage: wrappedSendMessage')
      expect(slim).not.toContain('"bookmarks":')
      expect(slim).toContain('export default module.exports')
    }
    expect(page.length).toBeLessThan(POLYFILL.length / 3)
    expect(() => slimPolyfill('const other = 1', true)).toThrow('not found')
  })
  it('has scripts that take one byte per character in memory, unless escaping would take more memory', () => {
    const code = "['Can’t', /[♠-♦]/u.test('♣'), '😀', 'é']"
    const text: unknown = (0, eval)(code)
    expect(oneByteCode(code)).toMatch(/^[\0-\xFF]+$/)
    expect((0, eval)(oneByteCode(code))).toEqual(text)
    expect(oneByteCode('"組札"')).toBe('"組札"')
    expect(config).toContain('oneByteScripts')
  })
  it('rejects the promise of a page’s message if the background responds with an error', async () => {
    const response = { __mozWebExtensionPolyfillReject__: true, message: 'The disk is full' }
    const sendMessage = (_: unknown, done: (response: unknown) => void) => done(response)
    vi.stubGlobal('chrome', { runtime: { id: 'quickhand', sendMessage } })
    const source = slimPolyfill(POLYFILL, false)
    const page = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`)
    await expect(page.default.runtime.sendMessage('erase')).rejects.toThrow('The disk is full')
    vi.unstubAllGlobals()
  })
  it('is built without running scripts of its dependencies', () => {
    expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true')
  })
})
