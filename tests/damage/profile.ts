// Profiles of real browsers that are used again after a restart, and checks of what the user then finds.
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until, type BrowserDriver, type Tab } from '../e2e/drivers/index.ts'
import { clickPile, counts, landed, look, openGame, press, publish, storage } from '../e2e/page.ts'

/** What happened to acknowledged data. */
export interface Found {
  readonly isKept: boolean
  /** A short description of what was seen. */
  readonly words: string
}

export interface Case {
  readonly name: string
  tryIt(): Promise<Found>
}

/** Data that the browser has confirmed as stored. */
export interface Acknowledged {
  readonly deal: number
  readonly moves: number
  readonly played: number
}

/** Runs `work` with a temporary folder, which is removed afterward. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quickhand-damage-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs `work` with a new tab of a browser, which is closed afterward. */
export async function withTab<T>(
  launch: () => Promise<BrowserDriver>,
  work: (tab: Tab, browser: BrowserDriver) => Promise<T>,
): Promise<T> {
  const browser = await launch()
  try {
    return await work(await browser.newTab(), browser)
  } finally {
    await browser.close().catch(() => undefined)
  }
}

/** Overwrites `count` bytes of a file, starting at the fraction `part` of its length. */
export async function overwrite(file: string, part: number, count: number): Promise<void> {
  const bytes = await readFile(file)
  const at = Math.floor(bytes.length * part)
  for (let i = at; i < Math.min(bytes.length, at + count); i++) bytes[i] ^= 0x5a
  await writeFile(file, bytes)
}

/** Truncates a file to the fraction `part` of its length. */
export const cut = async (file: string, part: number): Promise<void> =>
  truncate(file, Math.floor((await readFile(file)).length * part))

const PILES = ['t0', 't3', 't5', 't1', 't4', 't2', 't6', 't7', 't8', 't9'] as const

/** Clicks at most ten piles, until `gestures` of these clicks have changed the stored game. */
export async function playOn(tab: Tab, gestures: number): Promise<void> {
  let made = 0
  for (const pile of PILES) {
    if (made >= gestures) break
    const before = await storedGame(tab)
    await clickPile(tab, pile)
    await landed(tab)
    if ((await storedGame(tab)) !== before) made++
  }
}

const storedGame = async (tab: Tab) => (await storage.get(tab))['game:double-sea-towers']

/** Gives up some games, leaves one in progress, and waits until everything is stored. */
export async function playGames(tab: Tab, games = 3): Promise<Acknowledged> {
  for (let number = 1; number <= games; number++) {
    await openGame(tab, `?game=double-sea-towers&deal=${number}`)
    await playOn(tab, 4)
    await press(tab, 'new')
    await until(
      tab,
      deal => document.querySelector<HTMLElement>('[data-game]')!.dataset.deal !== deal,
      String(number),
    )
  }
  await openGame(tab, '?game=double-sea-towers&deal=7')
  await playOn(tab, 5)
  return acknowledged(tab)
}

/** The current game and the statistics. */
export async function acknowledged(tab: Tab): Promise<Acknowledged> {
  const { deal, moves } = await look(tab)
  return { deal, moves, played: await playedIn(tab) }
}

/** The number of games in the statistics of all games. */
async function playedIn(tab: Tab): Promise<number> {
  await press(tab, 'stats')
  const query = '[data-stats="all"] small'
  await until(tab, one => !!document.querySelector(one)?.textContent?.trim(), query)
  // The panel read storage before this, so the result is displayed one frame later.
  await storage.get(tab)
  await tab.run(() => new Promise<void>(done => void requestAnimationFrame(() => setTimeout(done))))
  const played = await tab.run(one => document.querySelector(one)!.textContent!.trim(), query)
  await tab.press('Escape')
  return Number(played)
}

/** Waits for a notice, and returns its key, or `rescue` if the page could not start. */
async function noticeOn(tab: Tab, seconds: number): Promise<string | undefined> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    const key = await tab.run(() =>
      document.querySelector('.rescue')
        ? 'rescue'
        : document.querySelector<HTMLElement>('.notice.shown')?.dataset.notice,
    )
    if (key) return key
    await tab.run(() => new Promise<void>(done => void setTimeout(done, 50)))
  }
  return undefined
}

/** The notices that say that part of the game is missing, or that it can be continued. */
const EXPLANATIONS = ['rescue', 'restoredGame', 'missingGame', 'brokenGame', 'mendedGame', 'offer']

/**
 * Checks a new tab of the damaged profile. The board or the rescue page must appear. The game must be
 * unchanged, or a notice must say what is missing. Missing results must be restored.
 */
export async function checkData(tab: Tab, before: Acknowledged): Promise<Found> {
  await until(tab, () => document.querySelector('[data-action="undo"], .rescue') !== null)
  const { deal, moves } = (await tab.run(() => document.querySelector('.rescue') === null))
    ? await look(tab)
    : { deal: 0, moves: 0 }
  const isSame = deal === before.deal && moves === before.moves
  const notice = await noticeOn(tab, isSame ? 1 : 15)
  if (notice === 'rescue') return { isKept: true, words: 'the page says that it cannot open the game' }
  if (isSame) return withResults(tab, before, 'the game is unchanged')
  if (notice === 'offer') {
    await press(tab, 'continue').catch(() => press(tab, 'choose'))
    await counts(tab, before.moves)
    return withResults(tab, before, 'the game was offered from storage.sync, and continues')
  }
  const isExplained = notice !== undefined && EXPLANATIONS.includes(notice)
  const words = `deal ${deal} with ${moves} moves instead of deal ${before.deal} with ${before.moves}`
  if (!isExplained) return { isKept: false, words: `${words}, and the page says ${notice ?? 'nothing'}` }
  return withResults(tab, before, `${words}, and the page says so (${notice})`)
}

async function withResults(tab: Tab, { played }: Acknowledged, words: string): Promise<Found> {
  const found = await playedIn(tab)
  // The background reads storage.sync a moment after the start.
  for (const end = Date.now() + 15_000; found < played && Date.now() < end;)
    if ((await playedIn(tab)) >= played) return { isKept: true, words: `${words}; ${played} results` }
  return { isKept: found >= played, words: `${words}; ${found} of ${played} results` }
}

type Launch = () => Promise<BrowserDriver>

/** Plays and publishes in a browser, and closes it. */
export const playThrough = (launch: Launch): Promise<Acknowledged> =>
  withTab(launch, async tab => {
    const known = await playGames(tab)
    await publish(tab)
    return known
  })

/** Restarts a browser and checks the data. */
export const restartAndCheck = (launch: Launch, before: Acknowledged): Promise<Found> =>
  withTab(launch, tab => checkData(tab, before))

/** What a case needs from a browser: to play in it, to find its storage, and to check the data. */
interface Profiles {
  play(profile: string): Promise<Acknowledged>
  check(profile: string, before: Acknowledged): Promise<Found>
  storageOf(profile: string): Promise<string>
}

/** Creates the cases that change the storage of a closed profile. */
export const damaging =
  (browser: string, { play, check, storageOf }: Profiles) =>
  (name: string, damage: (storage: string) => Promise<unknown>): Case => ({
    name: `${browser}, ${name}`,
    tryIt: () =>
      inFolder(async profile => {
        const before = await play(profile)
        await damage(await storageOf(profile))
        return check(profile, before)
      }),
  })
