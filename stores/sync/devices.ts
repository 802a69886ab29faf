// What is known of each device, read from the items: its name, results, games in progress and settings.
import * as v from 'valibot'
import type { GameId } from '../../engine/index.ts'
import { parseKey, readItem, readJson, type DeviceId } from './items.ts'
import { readRows, type Row } from './game-results.ts'
import { readTravelling, type TravellingGame } from './game-envelope.ts'
import { isSummedPage, NO_RESULTS, parseResults, type Results } from './summary.ts'
import { parseChoices, type Choices } from './lww-settings.ts'

const DAY = 86_400_000
/** Days since 1970, of a time in milliseconds; and the time at which a day begins. */
export const dayOf = (time: number): number => Math.floor(time / DAY)
export const timeOfDay = (day: number): number => day * DAY

/** What the key `d:` holds. `day`: the last day on which the device was seen, in days since 1970. */
const Header = v.object({
  name: v.string(),
  day: v.pipe(v.number(), v.integer(), v.minValue(0)),
  browser: v.optional(v.string()),
})
export type Header = v.InferOutput<typeof Header>

export interface Device {
  readonly id: DeviceId
  header?: Header
  results: Results
  /** The pages of its log that are known here, by number. */
  readonly pages: Map<number, Row[]>
  readonly games: Map<GameId, TravellingGame>
  choices?: Choices
}

/** Reads items; what this version cannot read is passed over, and stays where it is. */
export function devicesOf(items: Readonly<Record<string, string>>): Map<DeviceId, Device> {
  const devices = new Map<DeviceId, Device>()
  for (const [text, value] of Object.entries(items)) {
    const key = parseKey(text)
    if (!key) continue
    const item = readItem(text, value)
    if (!item.ok) continue
    const { content } = item.value
    const device: Device = devices.get(key.device) ?? {
      id: key.device,
      results: NO_RESULTS,
      pages: new Map(),
      games: new Map(),
    }
    devices.set(key.device, device)
    switch (key.kind) {
      case 'device': {
        const header = v.safeParse(Header, readJson(content))
        if (header.success) device.header = header.output
        break
      }
      case 'results':
        device.results = parseResults(readJson(content)) ?? device.results
        break
      case 'settings':
        device.choices = parseChoices(readJson(content))
        break
      case 'log': {
        const rows = readRows(content)
        if (rows) device.pages.set(key.page, rows)
        break
      }
      case 'game': {
        const game = readTravelling(content)
        if (game) device.games.set(key.game, game)
      }
    }
  }
  return devices
}

/** What each device has chosen, for those that have chosen anything. */
export const choicesOf = (devices: ReadonlyMap<DeviceId, Device>): Record<DeviceId, Choices> =>
  Object.fromEntries([...devices].flatMap(([id, { choices }]) => (choices ? [[id, choices] as const] : [])))

/** All rows of a device that are known here. */
export const rowsOf = (device: Device): Row[] => [...device.pages.values()].flat()

/**
 * Whether every page that is summed up in the device's totals is known here as it was, so that its rows can
 * be counted themselves.
 */
export function knowsAll({ pages, results }: Device): boolean {
  for (let page = 0; page < results.folded; page++) {
    const rows = pages.get(page)
    if (!rows || !isSummedPage(results, page, rows)) return false
  }
  return true
}
