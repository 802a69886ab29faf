// The built package: its security policy, where it runs, and the licenses of its parts.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { licenseTextOf } from '../../.build/licenses.ts'

const config = readFileSync('wxt.config.ts', 'utf8')

describe('the package', () => {
  it('lets no text become script or markup, except Vue’s templates and the addresses of workers', () => {
    expect(config).toContain(`"require-trusted-types-for 'script'"`)
    expect(config).toContain("'trusted-types vue quickhand win'")
    expect(readFileSync('entrypoints/newtab/main.ts', 'utf8')).toContain("createPolicy('quickhand'")
    expect(readFileSync('components/panels/win-show.ts', 'utf8')).toContain("createPolicy('win'")
  })
  it('cannot be reached by web pages or other extensions, and has no host permissions at first', () => {
    expect(config).not.toMatch(/web_accessible_resources|externally_connectable|\bhost_permissions/)
    expect(config).toContain("frame-ancestors 'none'")
    const sources = ['stores/platform/platform.ts', 'entrypoints/background.ts'].map(file =>
      readFileSync(file, 'utf8'),
    )
    expect(sources.join()).not.toMatch(/onMessageExternal|onConnectExternal/)
  })
  it('does not run in private windows, which share no locks with others', () => {
    expect(config).toContain("incognito: 'not_allowed'")
  })
  it('declares the minimum versions of Chrome and Firefox', () => {
    expect(config).toMatch(/minimum_chrome_version: '\d+'/)
    expect(config).toMatch(/strict_min_version: '\d+\.0'/)
  })
  it('runs in Firefox for Android, where a button opens the table', () => {
    expect(config).toMatch(/gecko_android: \{ strict_min_version: '\d+\.0' \}/)
    expect(config).toContain('action: {')
    expect(readFileSync('entrypoints/background.ts', 'utf8')).toContain('openTableAtClick()')
  })
  it('has a Firefox id that is nobody’s domain, is not a placeholder, and never changes', () => {
    expect(config).toContain("id: 'patience@quickhand'")
  })
  it('has a license text for every part, or is not built', () => {
    expect(licenseTextOf('vue')).toContain('Permission is hereby granted')
    expect(licenseTextOf('@wxt-dev/browser')).toContain('Copyright (c) 2023 Aaron')
    expect(() => licenseTextOf('.bin')).toThrow('no license text')
  })
  it('is built without running scripts of dependencies', () => {
    expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true')
  })
})
