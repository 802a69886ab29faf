// Runs benches in Chromium with the built extension.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'
import { chromiumFlags } from '../e2e/drivers/chromium.ts'
import { findBrowser } from '../run/browsers.ts'

/** Runs a bench with a copy of the extension, to which `prepare` can add pages. Then removes the copy. */
export async function inChromium(
  bench: (context: BrowserContext, extension: string) => Promise<void>,
  prepare?: (extension: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quickhand-bench-'))
  const extension = join(folder, 'extension')
  await cp(resolve(process.env.EXTENSION ?? '.output/chrome-mv3'), extension, { recursive: true })
  await prepare?.(extension)
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: findBrowser('chromium'),
    ignoreDefaultArgs: ['--disable-extensions'],
    args: ['--headless=new', ...chromiumFlags(extension)],
    viewport: { width: 1366, height: 650 },
  })
  await bench(context, extension)
  await context.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
