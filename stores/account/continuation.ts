// Whether the latest game from another device can be opened here without displacing anything.
import { isWon, type GameId } from '../../engine/index.ts'
import type { Texts } from '../platform/area.ts'
import { SETTLED_KEY } from '../platform/storage-keys.ts'
import { keyOf, newerKeysIn, readGame } from '../session/game-in-memory.ts'
import type { GameInMemory } from '../session/state.ts'
import { resultsOf } from '../sync/device.ts'
import { isInProgress } from '../sync/game-envelope.ts'
import { compareVectors } from '../sync/version-vector.ts'
import { DAY_MS, timeOf } from '../time.ts'
import { nameOf, vectorOf, type DeviceGame, type Offer, type RemoteState } from './remote-games.ts'

/** A state of a play: the game of the device that had it first. `isHere`: whether this device has it, too. */
type PlayState = DeviceGame & { readonly isHere: boolean }

/**
 * The latest game of another device, if it can be opened here without displacing anything: the play here must
 * be an earlier state of that game, finished, or not begun. Unless that game continues the play on the table,
 * it must be later than the last action here and `settledIn`, so that it never replaces a later one. Times
 * are used only to choose among games. Version vectors decide whether one game continues another.
 */
export function continuationOf(texts: Texts, known: RemoteState, table: GameInMemory): Offer | undefined {
  if (known.selfId === '') return undefined
  const states = playStates(known)
  const latest = states
    .filter(({ isHere, opened }) => !isHere && !known.ends.has(opened.playId))
    .sort((a, b) => b.time - a.time)[0] as PlayState | undefined
  if (!latest) return undefined
  const here = latest.id === table.position.game.id ? table : storedGame(texts, latest.id)
  if (here === 'unreadable') return undefined
  const relation = relationOf(known, here, latest)
  if (!relation) return undefined
  const isOnTable = here === table
  const isNews = latest.time > Math.max(settledIn(texts), lastDoneHere(known, states, table))
  if (!isNews && !(isOnTable && relation === 'ahead')) return undefined
  return { ...latest, device: nameOf(known, latest.deviceId), relation }
}

/**
 * The time of the latest game that was opened automatically, or the time at which the user last chose a game,
 * in milliseconds since 1970. A time more than a day ahead comes from a wrong clock and is ignored.
 */
export function settledIn(texts: Texts): number {
  const time = Number(texts[SETTLED_KEY])
  return time <= Date.now() + DAY_MS ? time : 0
}

/** `ahead`: a later state of the same play. `other`: another play that displaces nothing here. */
function relationOf(
  known: RemoteState,
  here: GameInMemory | undefined,
  { game, opened }: PlayState,
): 'ahead' | 'other' | undefined {
  if (here?.playId === opened.playId) {
    return compareVectors(vectorOf(known, here), game.vector) === 'ancestor' ? 'ahead' : undefined
  }
  const isOver = !here || !isInProgress(here) || known.ends.has(here.playId)
  return isOver ? 'other' : undefined
}

function storedGame(texts: Texts, id: GameId): GameInMemory | undefined | 'unreadable' {
  const newerKeys = newerKeysIn(texts)
  const text = texts[keyOf(newerKeys, 'game', id)] as string | undefined
  if (text === undefined) return newerKeys.includes(`game:${id}`) ? 'unreadable' : undefined
  const read = readGame(text, id)
  return read.ok ? read.value : 'unreadable'
}

/** The games in progress of all devices, each state of a play once. */
function playStates(known: RemoteState): PlayState[] {
  const states = new Map<string, PlayState>()
  for (const one of known.games) {
    const { deviceId, game, opened, time } = one
    if (isWon(opened.position)) continue
    const key = `${opened.playId} ${JSON.stringify(Object.entries(game.vector).sort())}`
    const other = states.get(key)
    const isOfThis = deviceId === known.selfId
    const isOthersFirst = other && (isOfThis ? other.time <= time : other.time < time)
    states.set(key, { ...(isOthersFirst ? other : one), isHere: isOfThis || other?.isHere === true })
  }
  return [...states.values()]
}

/**
 * The time of the last action here, in milliseconds since 1970. For a game continued from another device, it
 * is the time at which that device played it. Infinity if the current game has unpublished changes.
 */
function lastDoneHere(known: RemoteState, states: readonly PlayState[], table: GameInMemory): number {
  const self = known.devices.get(known.selfId)
  const own = self?.games.get(table.position.game.id)
  const isPublished = own && compareVectors(vectorOf(known, table), own.vector) === 'equal'
  const isEnded = known.ends.has(table.playId)
  if (table.localActions > 0 && !isPublished && !isEnded) return Infinity
  const games = states.filter(({ isHere }) => isHere).map(({ time }) => time)
  const results = self ? resultsOf(self).map(({ minute }) => timeOf(minute)) : []
  return Math.max(0, ...games, ...results.slice(-100))
}
