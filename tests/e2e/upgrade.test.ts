// This version opens the storage of every released version in both browsers, and does not change what a newer
// version has stored.
import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import { browsers, itInOne, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { clickPile, look, openGame, press, publish, settled, storage, synced } from './page.ts'

interface Golden {
  version: string
  local: Record<string, string>
  sync: Record<string, string>
  counted: { played: number; won: number; givenUp: number }
  games: Record<string, { deal: number; moves: number; board: Record<string, string> }>
}

const FIXTURES = 'tests/fixtures'
const released = readdirSync(FIXTURES)
  .filter(name => name.startsWith('storage-'))
  .map(name => JSON.parse(readFileSync(`${FIXTURES}/${name}`, 'utf8')) as Golden)

async function countedIn(tab: Tab) {
  const { played, won, givenUp } = statistics(
    aggregate(devicesOf(replicasIn(await storage.get(tab))).values()),
  )
  return { played, won, givenUp }
}

/** Writes a complete profile into empty storage. */
async function put(tab: Tab, { local, sync }: Pick<Golden, 'local' | 'sync'>): Promise<void> {
  await storage.setAll(tab, local)
  await synced.setAll(tab, sync)
}

describe.each(browsers)('in $name', ({ name, launch }) => {
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  describe.each(released)('the storage of version $version', golden => {
    beforeEach(() => put(tab, golden))

    // All games are stored in the same way, so only a game with cells and one with a stock are opened.
    const some = name === 'Chromium' ? ['double-sea-towers', 'double-klondike-3'] : ['double-klondike-3']
    const opened = process.env.LONG ? Object.keys(golden.games) : some
    it.each(opened)('opens with its game of %s in the same position, and with undo', async id => {
      const { deal, moves, board } = golden.games[id]
      await openGame(tab, `?game=${id}`)
      expect(await look(tab)).toMatchObject({ game: id, deal, moves, board })
      await press(tab, 'undo')
      await until(
        tab,
        before => Number(document.querySelector<HTMLElement>('[data-game]')!.dataset.moves) < before,
        moves,
      )
      await press(tab, 'redo')
      await settled(tab)
      expect((await look(tab)).board).toEqual(board)
    })
    it('keeps its settings and statistics, even after they are published again', async () => {
      await publish(tab)
      expect(await countedIn(tab)).toEqual(golden.counted)
      expect(JSON.parse((await storage.get(tab)).settings)).toMatchObject(
        JSON.parse(golden.local.settings) as object,
      )
      await openGame(tab, '')
      expect(await tab.run(() => document.documentElement.dataset.theme)).toBe('dark')
    })
  })

  itInOne(name)(
    'a downgrade does not change what the newer version has stored, and everything else works',
    async () => {
      const { local, sync, games } = released.at(-1)!
      const newer = {
        'game:klondike-1': '3a game of a newer version',
        '~l:newer000:0': '2AAAAADresults',
        '~g:newer000:klondike-9': '2AAAAADgame',
        'something:new': 'of a newer version',
      }
      const newerSynced = {
        'l:newer000:0': '2AAAAADresults',
        'g:newer000:klondike-9': '2AAAAADgame',
        'q:newer000': '2AAAAADkind',
      }
      const settings = JSON.stringify({ ...(JSON.parse(local.settings) as object), wind: 'strong' })
      await put(tab, { local: { ...local, ...newer, settings }, sync: { ...sync, ...newerSynced } })
      await openGame(tab, '?game=klondike-1')
      // A game that cannot be read is shown as last published, and its text is not changed.
      expect(await look(tab)).toMatchObject({ game: 'klondike-1', board: games['klondike-1'].board })
      await clickPile(tab, 'stock')
      await settled(tab)
      await openGame(tab, '?game=sea-towers')
      expect(await look(tab)).toMatchObject({ board: games['sea-towers'].board })
      await clickPile(tab, 't2')
      await settled(tab)
      await publish(tab)
      const after = await storage.get(tab)
      expect(after).toMatchObject(newer)
      expect(JSON.parse(after.settings)).toMatchObject({ wind: 'strong' })
      expect(await synced.get(tab)).toMatchObject(newerSynced)
    },
  )
})
