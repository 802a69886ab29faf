// When a device automatically opens the user’s latest game. It never replaces a different game in progress.
import { describe, expect, it } from 'vitest'
import { act, begin, deal, legalMoves, playAll, writeRecord, type GameId } from '../../engine/index.ts'
import { continuationOf } from '../../stores/account/continuation.ts'
import { remoteStateOf, type RemoteState } from '../../stores/account/remote-games.ts'
import { textOf } from '../../stores/session/game-in-memory.ts'
import type { GameInMemory } from '../../stores/session/state.ts'
import { emptyDevice, type Device } from '../../stores/sync/device.ts'
import { DAY_MS, timeOf } from '../../stores/time.ts'

const HERE = 'hereHere'
const THERE = 'thereOne'

/** A game with a number of gestures, of which `own` were made on this device. */
function game(id: GameId, playId: string, gestures: number, own = gestures): GameInMemory {
  let history = begin(deal(id, 17))
  let position = history.start
  for (let i = 0; i < gestures; i++) {
    const moves = [legalMoves(position)[0]]
    history = act(history, { kind: 'gesture', moves })
    position = playAll(position, moves)
  }
  return { history, position, playId, seconds: 0, inherited: {}, localActions: own }
}

const device = (
  id: string,
  ...games: (readonly [GameInMemory, number, Record<string, number>])[]
): Device => {
  const one = emptyDevice(id)
  for (const [state, minute, vector] of games)
    one.games.set(state.position.game.id, { minute, vector, record: writeRecord(state) })
  return one
}

const stateWith = (...devices: Device[]): RemoteState =>
  remoteStateOf(new Map(devices.map(one => [one.id, one])), { id: HERE, epoch: 0 })

const untouched = game('sea-towers', 'playMine', 0)
const theirs = game('sea-towers', 'playThem', 3)

describe('the user’s latest game', () => {
  it('opens on a device that was never used', () => {
    const known = stateWith(device(THERE, [theirs, 100, { [THERE]: 3 }]))
    expect(continuationOf({}, known, untouched)).toMatchObject({
      relation: 'other',
      time: timeOf(100),
      opened: { playId: 'playThem' },
    })
  })

  it('replaces an earlier state of the same play, whatever the clocks say', () => {
    const mine = game('sea-towers', 'playThem', 1)
    const known = stateWith(
      device(HERE, [mine, 500, { [HERE]: 1 }]),
      device(THERE, [theirs, 100, { [HERE]: 1, [THERE]: 2 }]),
    )
    expect(continuationOf({}, known, mine)?.relation).toBe('ahead')
  })

  it('does not open if the same play was continued on both devices', () => {
    const mine = game('sea-towers', 'playThem', 2)
    const known = stateWith(
      device(HERE, [mine, 50, { [HERE]: 2 }]),
      device(THERE, [theirs, 100, { [HERE]: 1, [THERE]: 2 }]),
    )
    expect(continuationOf({}, known, mine)).toBeUndefined()
  })

  it('does not replace a different game in progress', () => {
    const mine = game('sea-towers', 'playMine', 2)
    const known = stateWith(
      device(HERE, [mine, 50, { [HERE]: 2 }]),
      device(THERE, [theirs, 100, { [THERE]: 3 }]),
    )
    expect(continuationOf({}, known, mine)).toBeUndefined()
  })

  it('replaces a game that has ended on another device', () => {
    const mine = game('sea-towers', 'playMine', 2)
    const result = {
      play: 'playMine',
      game: 'sea-towers',
      outcome: 'won',
      minute: 90,
      seconds: 1,
      moves: 9,
    } as const
    const known = {
      ...stateWith(device(HERE, [mine, 50, { [HERE]: 2 }]), device(THERE, [theirs, 100, { [THERE]: 3 }])),
      ends: new Map([['playMine', { result, device: THERE }]]),
    }
    expect(continuationOf({}, known, mine)?.relation).toBe('other')
  })

  it('opens alongside a different game, unless it would replace an unfinished or unreadable one', () => {
    const mine = game('sea-towers', 'playMine', 2)
    const freecell = game('freecell', 'playThem', 3)
    const known = stateWith(
      device(HERE, [mine, 50, { [HERE]: 2 }]),
      device(THERE, [freecell, 100, { [THERE]: 3 }]),
    )
    expect(continuationOf({}, known, mine)?.id).toBe('freecell')
    const own = { 'game:freecell': textOf(game('freecell', 'playMore', 1)) }
    expect(continuationOf(own, known, mine)).toBeUndefined()
    expect(continuationOf({ 'game:freecell': '9newerFormat' }, known, mine)).toBeUndefined()
    expect(continuationOf({ 'game:golf': '9newerFormat' }, known, mine)?.id).toBe('freecell')
  })

  it('does not open if the user has played on this device since, whether that was published or not', () => {
    const mine = game('sea-towers', 'playMine', 2)
    const freecell = game('freecell', 'playThem', 3)
    const there = device(THERE, [freecell, 100, { [THERE]: 3 }])
    const later = stateWith(device(HERE, [mine, 100, { [HERE]: 2 }]), there)
    expect(continuationOf({}, later, mine)).toBeUndefined()
    const unpublished = stateWith(device(HERE, [mine, 50, { [HERE]: 1 }]), there)
    expect(continuationOf({}, unpublished, mine)).toBeUndefined()
  })

  it('opens even if this device has since opened, but not played, an earlier game of that device', () => {
    const adopted = game('freecell', 'playThem', 3, 0)
    const vector = { [THERE]: 3 }
    const last = game('double-dot', 'playLast', 2)
    const known = stateWith(
      device(HERE, [adopted, 200, vector]),
      device(THERE, [adopted, 100, vector], [last, 150, { [THERE]: 2 }]),
    )
    expect(continuationOf({}, known, { ...adopted, inherited: vector })?.id).toBe('double-dot')
  })

  it('does not open if it is older than a game that this device has opened from another device', () => {
    const adopted = game('freecell', 'playThem', 3, 0)
    const vector = { [THERE]: 3 }
    const older = game('double-dot', 'playLast', 2)
    const known = stateWith(
      device(HERE, [adopted, 200, vector]),
      device(THERE, [adopted, 100, vector], [older, 90, { [THERE]: 2 }]),
    )
    expect(continuationOf({}, known, { ...adopted, inherited: vector })).toBeUndefined()
  })

  it('opens only if it was played after the user last chose a game, unless that time is invalid', () => {
    const known = stateWith(device(THERE, [theirs, 100, { [THERE]: 3 }]))
    const opensAfter = (time: unknown) =>
      continuationOf({ settled: String(time) }, known, untouched) !== undefined
    expect([timeOf(99), 'x', Date.now() + 2 * DAY_MS].map(opensAfter)).toEqual([true, true, true])
    expect([timeOf(100), Date.now() + DAY_MS / 2].map(opensAfter)).toEqual([false, false])
  })

  it('opens even if the user has chosen a game since, if it is a later state of the current game', () => {
    const mine = game('sea-towers', 'playThem', 1)
    const known = stateWith(
      device(HERE, [mine, 50, { [HERE]: 1 }]),
      device(THERE, [theirs, 100, { [HERE]: 1, [THERE]: 2 }]),
    )
    expect(continuationOf({ settled: String(timeOf(101)) }, known, mine)?.relation).toBe('ahead')
  })

  it('does not open if this device has no id yet, or if no other device has a game in progress', () => {
    const known = stateWith(device(THERE, [theirs, 100, { [THERE]: 3 }]))
    expect(continuationOf({}, { ...known, selfId: '' }, untouched)).toBeUndefined()
    expect(continuationOf({}, stateWith(device(THERE)), untouched)).toBeUndefined()
  })
})
