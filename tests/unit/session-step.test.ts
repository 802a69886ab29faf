// The session’s step as a pure function: from a state and an event to the next state, writes and effects,
// without storage, clock or page.
import { beforeAll, describe, expect, it, test } from 'vitest'
import {
  act,
  begin,
  crc32,
  legalMoves,
  loadGames,
  positionAt,
  takenBack,
  writeNumber,
  writeRecord,
  type Move,
} from '../../engine/index.ts'
import { begunDays } from '../../stores/session/games-in-progress.ts'
import { textOf } from '../../stores/session/game-in-memory.ts'
import { gamesWithinReach } from '../../stores/session/saving.ts'
import { playIdOf } from '../../stores/sync/ids.ts'
import { timeOfPending } from '../../stores/sync/game-results.ts'
import { increment } from '../../stores/sync/version-vector.ts'
import { move, wonGame } from '../support/help.ts'
import { FIRST, SECOND, Stepped } from '../support/stepped.ts'

beforeAll(() => loadGames())

const opened = (texts?: Readonly<Record<string, string>>) => new Stepped(texts).open()

describe('a gesture', () => {
  it('is saved with the seconds on the clock, and starts the clock', () => {
    const session = opened()
    session.seconds = 42
    session.play(FIRST)
    expect(session.state.game).toMatchObject({ seconds: 42, localActions: 1 })
    expect(session.writes.set['game:sea-towers']).toBe(textOf(session.state.game))
    expect(session.kinds).toContain('runClock')
    expect(session.state.change.cause).toBe('move')
  })
  it('is saved with the position that the moves lead to, and so is every undo, redo and jump', () => {
    const { deal, moves } = wonGame('sea-towers')
    const session = new Stepped().open(`?game=sea-towers&deal=${deal}`)
    for (const to of [undefined, 'undo', 'redo', 0, 3, 'undo'] as const) {
      if (to === undefined) session.play(...moves.slice(0, 5))
      else session.take({ kind: 'go', to })
      const { history, playId, seconds } = session.state.game
      const [record] = session.writes.set['game:sea-towers'].split('.')
      expect(record, `${to}`).toBe(writeRecord({ history, playId, seconds }))
    }
  })
  it('takes the lock of its game only if this tab does not hold it yet', () => {
    const session = opened().play(FIRST)
    expect(session.effects).toContainEqual({ kind: 'takeLock', game: 'sea-towers' })
    session.take({ kind: 'lockChanged', game: 'sea-towers', isHolder: true }).play(SECOND)
    expect(session.state.role).toBe('player')
    expect(session.kinds).not.toContain('takeLock')
  })
  it('that wins is written after a result that another tab has written in the meantime', () => {
    const { deal, moves } = wonGame('sea-towers')
    const other = new Stepped().open(`?game=sea-towers&deal=${deal}`).play(...moves)
    const [key, text] = Object.entries(other.texts).find(([name]) => name.startsWith('result:'))!
    const session = new Stepped().open(`?game=sea-towers&deal=${deal}`)
    const early = { now: Date.UTC(2026, 10, 22, 11), texts: undefined }
    session.take({ kind: 'storageChanged', changes: { [key]: text } }, early)
    for (const one of moves)
      session.take({ kind: 'gesture', moves: [one], on: session.state.game.position }, early)
    const written = Object.entries(session.texts).find(([name]) => name.startsWith('result:'))!
    expect(timeOfPending(written[1])).toBe(timeOfPending(text)! + 1)
  })
  it('is ignored if it was made on a different position, or in a different game with the same cards', () => {
    const session = opened()
    const { position } = session.state.game
    session.play(FIRST)
    const { state } = session
    session.take({ kind: 'gesture', moves: [SECOND], on: position })
    expect(session.state).toBe(state)
    const other = new Stepped().open('?game=freecell&deal=17').state.game.position
    const [one, three] = ['1', '3'].map(turn => new Stepped().open(`?game=klondike-${turn}&deal=17`))
    one.take({ kind: 'gesture', moves: [move('draw')], on: three.state.game.position })
    expect(one.steps).toBe(0)
    session.take({ kind: 'gesture', moves: [SECOND], on: other })
    expect(session.state).toBe(state)
  })
  it('is applied if it was made on an equal position, even if that is a different object', () => {
    const [session, again] = [opened(), opened()]
    session.take({ kind: 'gesture', moves: [FIRST], on: again.state.game.position })
    expect(session.steps).toBe(1)
  })
  it('that wins records a result, stops the clock at the result’s seconds, and requests publishing', () => {
    const { deal, moves } = wonGame('sea-towers')
    const session = new Stepped().open(`?game=sea-towers&deal=${deal}`).play(...moves)
    expect(session.effects).toContainEqual({ kind: 'setClock', seconds: session.seconds })
    expect(session.kinds).toContain('publish')
    expect(session.kinds).not.toContain('runClock')
    expect(Object.keys(session.writes.set).filter(key => /^result:.*2$/.test(key))).toHaveLength(1)
  })
  it('that won the game does not start the clock when it is undone, but the next gesture does', () => {
    const { deal, moves } = wonGame('sea-towers')
    const session = new Stepped().open(`?game=sea-towers&deal=${deal}`).play(...moves)
    session.take({ kind: 'go', to: 0 })
    expect(session.kinds).not.toContain('runClock')
    session.play(legalMoves(session.state.game.position).at(-1)!)
    expect(session.kinds).toContain('runClock')
  })
  it('ends the first start, and removes notices except permanent ones', () => {
    const session = opened()
    expect(session.state.isFirst).toBe(true)
    expect(session.texts.welcome).toBe('1')
    session.take({ kind: 'notified', notice: { key: 'failed' } })
    session.take({ kind: 'writeFailed', detail: 'quota exceeded' }).play(FIRST)
    expect(session.notices).toEqual(['notSaved'])
    expect(session.state.isFirst).toBe(false)
    expect(session.writes.remove).toEqual(['welcome'])
    expect(session.play(SECOND).writes.remove).toEqual([])
  })
})

describe('a card taken back from a foundation', () => {
  const open = () => new Stepped({ settings: '{"houseRules":["take-back"]}' }).open('?game=klondike-1&deal=3')
  const isUp = ({ from, to }: { from: string; to: string }) => from[0] !== 'f' && to[0] === 'f'
  /** Moves cards to the foundations and turns the stock until a card can be taken back, and takes it back. */
  function takeBack(session: Stepped): Stepped {
    for (;;) {
      const moves = legalMoves(session.state.game.position)
      const back = moves.find(one => one.kind === 'move' && one.from[0] === 'f')
      if (back) return session.play(back)
      session.play(moves.find(one => one.kind === 'move' && isUp(one)) ?? { kind: 'draw' })
    }
  }

  it('is not moved by autoplay until the user moves it to a foundation', () => {
    const session = takeBack(open())
    const [back, ...others] = session.state.game.history.gestures.at(-1)!
    expect([back, others]).toMatchObject([{ kind: 'move', to: 't6' }, []])
    const column =
      session.state.game.position.piles[session.state.game.position.game.pileById.get('t6')!.index]
    session.play({ kind: 'draw' })
    expect(session.state.game.position.piles).toContainEqual(column)
    session.play(move('t6>f2'))
    expect(session.state.game.position.piles).not.toContainEqual(column)
  })
  it('does not count as taken back once it is on a foundation, unless that move is undone', () => {
    const session = takeBack(open()).play(move('t6>f2'))
    session.take({ kind: 'changeSettings', change: { set: { automatic: 'off' } } })
    expect(takenBack(session.state.game.history).size).toBe(0)
    session.take({ kind: 'go', to: 'undo' })
    expect(takenBack(session.state.game.history).size).toBe(1)
  })
})

describe('a game that opens without its history because a rule has changed', () => {
  it('stays within reach when the user leaves it, and counts as given up', () => {
    const played = new Stepped().open()
    for (let i = 0; i < 6; i++) played.play(legalMoves(played.state.game.position)[0])
    const text = writeRecord(played.state.game)
    // The first of the six actions is replaced by an illegal one.
    const body = `${text.slice(0, -18)}AI${text.slice(-16, -6)}`
    const session = new Stepped({
      ...played.texts,
      'game:sea-towers': body + writeNumber(crc32(body), 6),
    }).open('')
    expect(session.notices).toEqual(['mendedGame'])
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    expect(Object.keys(session.writes.set).filter(key => key.startsWith('result:'))).toHaveLength(1)
    expect(session.take({ kind: 'backToPrevious' }).number).toBe(17)
  })
})

describe('a clock that is decades ahead', () => {
  it('does not prevent winning or leaving a game', () => {
    const { deal, moves } = wonGame('sea-towers')
    const now = Date.UTC(2060, 0)
    const session = new Stepped().open(`?game=sea-towers&deal=${deal}`)
    for (const one of moves)
      session.take({ kind: 'gesture', moves: [one], on: session.state.game.position }, { now })
    expect(session.notices).toEqual([])
    session.take({ kind: 'newDeal', dealNumber: deal, playId: 'another1' }).play(...moves.slice(0, 4))
    expect(session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another2' }, { now }).number).toBe(18)
  })
})

describe('an undo, redo or jump', () => {
  test.each([
    ['undo', 3, 2, 'undo'],
    ['redo', 2, 3, 'redo'],
    [0, 3, 0, 'restart'],
    [0, 1, 0, 'undo'],
    [1, 3, 1, 'jump'],
    [3, 1, 3, 'jump'],
    [2, 1, 2, 'redo'],
  ] as const)('(%s) from step %i leads to step %i, with the cause “%s”', (to, from, steps, cause) => {
    const session = new Stepped().open('?game=double-sea-towers&deal=17')
    for (let i = 0; i < 3; i++) session.play(legalMoves(session.state.game.position)[0])
    session.take({ kind: 'go', to: from }).take({ kind: 'go', to })
    expect([session.steps, session.state.change.cause]).toEqual([steps, cause])
  })
  it('that undoes a restart leads to the position before it, even in a new tab', () => {
    const session = new Stepped().open('?game=double-sea-towers&deal=17')
    for (let i = 0; i < 3; i++) session.play(legalMoves(session.state.game.position)[0])
    const { position } = session.state.game
    session.take({ kind: 'go', to: 0 })
    session.open('')
    session.take({ kind: 'go', to: 'undo' })
    expect([session.steps, session.state.change.cause]).toEqual([3, 'undo'])
    expect(session.state.game.position).toEqual(position)
  })
  it('to a step that does not exist is ignored', () => {
    const session = opened().play(FIRST)
    const { state } = session
    session.take({ kind: 'go', to: 'redo' })
    session.take({ kind: 'go', to: 9 })
    expect(session.state).toBe(state)
    expect(session.writes).toEqual({ set: {}, remove: [] })
  })
})

describe('a new deal', () => {
  it('with an invalid number, or requested on a different position, has no effect', () => {
    const session = opened().play(FIRST)
    const { state } = session
    session.take({ kind: 'newDeal', dealNumber: -1, playId: 'another1' })
    const on = new Stepped().open().state.game.position
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1', on })
    expect(session.state).toBe(state)
  })
  it('resets the clock, and offers to go back only if the game that it replaces has moves', () => {
    const session = opened()
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    expect(session.notices).toEqual([])
    expect(session.effects).toContainEqual({ kind: 'setClock', seconds: 0 })
    session.play(legalMoves(session.state.game.position)[0])
    session.take({ kind: 'newDeal', dealNumber: 19, playId: 'another2' })
    expect(session.notices).toEqual(['newDeal'])
    expect(session.state.change.cause).toBe('deal')
  })
  it('right after another new deal still offers to go back, until the new game is played', () => {
    const session = opened().play(FIRST)
    const dealAgain = (dealNumber: number, day?: number) =>
      session.take({ kind: 'newDeal', dealNumber, playId: playIdOf(day) })
    for (const dealNumber of [18, 19, 20]) expect(dealAgain(dealNumber).notices).toEqual(['newDeal'])
    session.take({ kind: 'dismissed', notice: session.state.notices[0] })
    expect(session.state.hasLeft).toBe(true)
    expect(dealAgain(21, 20_000).notices).toEqual(['newDeal'])
    const back = session.take({ kind: 'backToPrevious' })
    expect([back.number, back.steps, back.state.hasLeft]).toEqual([17, 1, false])
    dealAgain(22)
    session.play(legalMoves(session.state.game.position)[0])
    expect(session.state.hasLeft).toBe(false)
  })
  it('does not offer to go back to a game that it puts on the table again', () => {
    const session = opened().take({ kind: 'newDeal', dealNumber: 5, playId: playIdOf(20_000) })
    session.play(legalMoves(session.state.game.position)[0])
    session.take({ kind: 'newDeal', dealNumber: 7, playId: 'another1' })
    session.take({ kind: 'newDeal', dealNumber: 5, playId: playIdOf(20_000) })
    expect([session.steps, session.state.hasLeft]).toEqual([1, false])
  })
  it('requested on the current position is dealt, and its tab takes the lock', () => {
    const session = opened()
    const on = session.state.game.position
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1', on })
    expect(session.number).toBe(18)
    expect(session.effects).toContainEqual({ kind: 'takeLock', game: 'sea-towers' })
    session.take({ kind: 'lockChanged', game: 'sea-towers', isHolder: true })
    session.take({ kind: 'newDeal', dealNumber: 19, playId: 'another2' })
    expect(session.kinds).not.toContain('takeLock')
  })
  it('after a restart records no result for the game that it replaces, and keeps it within reach', () => {
    const session = new Stepped().open('?game=double-sea-towers&deal=17')
    for (let i = 0; i < 3; i++) session.play(legalMoves(session.state.game.position)[0])
    session.take({ kind: 'go', to: 0 })
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    expect(Object.keys(session.texts).filter(key => /^(result|past):/.test(key))).toEqual([])
    expect(session.take({ kind: 'backToPrevious' }).state.game.history.gestures).toHaveLength(3)
  })
  it('removes notices about the previous game, except permanent ones', () => {
    const session = opened()
    session.take({ kind: 'notified', notice: { key: 'failed' } })
    session.take({ kind: 'writeFailed', detail: '' })
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    expect(session.notices).toEqual(['notSafe'])
  })
  it('of the day is dealt even if the previous games are unreadable', () => {
    const session = opened()
    session.take({ kind: 'storageChanged', changes: { 'previous:sea-towers': '1broken' } })
    session.take({ kind: 'newDeal', dealNumber: 20_000, playId: playIdOf(20_000) })
    expect([session.number, session.state.change.cause]).toEqual([20_000, 'deal'])
    expect(begunDays(session.state)).toEqual(new Set())
  })
  it('with the number of a previous game is a new play', () => {
    const session = opened().play(FIRST)
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    session.take({ kind: 'newDeal', dealNumber: 17, playId: 'another2' })
    expect([session.number, session.steps, session.state.game.playId]).toEqual([17, 0, 'another2'])
    expect(begunDays(session.state)).toEqual(new Set())
  })
  it('of the day does not count as started if all of its moves were undone, but can be continued', () => {
    const session = opened().take({ kind: 'newDeal', dealNumber: 5, playId: playIdOf(20_000) })
    session.play(legalMoves(session.state.game.position)[0])
    expect(begunDays(session.state)).toEqual(new Set([20_000]))
    session.take({ kind: 'go', to: 'undo' })
    session.take({ kind: 'newDeal', dealNumber: 7, playId: 'another1' })
    expect(begunDays(session.state)).toEqual(new Set())
    session.take({ kind: 'newDeal', dealNumber: 5, playId: playIdOf(20_000) })
    expect(session.state.game.history.gestures).toHaveLength(1)
  })
  it('of another day or number does not continue a previous deal of the day', () => {
    for (const [day, dealNumber] of [
      [20_001, 5],
      [20_000, 6],
    ]) {
      const session = opened().take({ kind: 'newDeal', dealNumber: 5, playId: playIdOf(20_000) })
      session.play(legalMoves(session.state.game.position)[0])
      session.take({ kind: 'newDeal', dealNumber: 7, playId: 'another1' })
      session.take({ kind: 'newDeal', dealNumber, playId: playIdOf(day) })
      expect([session.number, session.steps]).toEqual([dealNumber, 0])
    }
  })
  it('that continues a deal of the day removes it from the previous games, and records no result', () => {
    const session = opened().take({ kind: 'newDeal', dealNumber: 5, playId: playIdOf(20_000) })
    session.play(legalMoves(session.state.game.position)[0])
    session.take({ kind: 'newDeal', dealNumber: 7, playId: 'another1' })
    session.take({ kind: 'newDeal', dealNumber: 5, playId: playIdOf(20_000) })
    expect([session.steps, session.texts['previous:sea-towers']]).toEqual([1, undefined])
    expect(Object.keys(session.texts).filter(key => /^(result|past):/.test(key))).toEqual([])
  })
  it('that continues a deal of the day keeps the replaced game within reach, and shows a notice', () => {
    const session = opened().take({ kind: 'newDeal', dealNumber: 5, playId: playIdOf(20_000) })
    session.play(legalMoves(session.state.game.position)[0])
    session.take({ kind: 'newDeal', dealNumber: 7, playId: 'another1' })
    session.play(legalMoves(session.state.game.position)[0])
    session.take({ kind: 'newDeal', dealNumber: 5, playId: playIdOf(20_000) })
    expect([session.number, session.steps, session.notices]).toEqual([5, 1, ['newDeal']])
    session.take({ kind: 'backToPrevious' })
    expect([session.number, session.steps]).toEqual([7, 1])
  })
  it('stores the seconds of the game that it replaces, which the clock shows after going back', () => {
    const session = opened().play(FIRST, SECOND)
    session.seconds = 33
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    session.seconds = 0
    session.take({ kind: 'backToPrevious' })
    expect(session.effects).toContainEqual({ kind: 'setClock', seconds: 33 })
    expect([session.number, session.steps, session.state.change.cause]).toEqual([17, 2, 'previous'])
  })
})

describe('going back to the previous game', () => {
  it('has no effect before the first new deal', () => {
    const session = opened().take({ kind: 'backToPrevious' })
    expect([session.number, session.steps]).toEqual([17, 0])
    expect(session.writes).toEqual({ set: {}, remove: [] })
  })
  it('leads to the game that a new deal in another tab replaced', () => {
    const other = opened().play(FIRST, SECOND)
    other.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    const session = opened()
    session.texts = { ...session.texts, 'previous:sea-towers': other.texts['previous:sea-towers'] }
    session.take({ kind: 'backToPrevious' })
    expect(session.steps).toBe(2)
  })
  it('reports an unreadable previous game, and moves it to quarantine', () => {
    const session = opened()
    session.texts = { ...session.texts, 'previous:sea-towers': '1broken' }
    session.take({ kind: 'backToPrevious' })
    expect(session.notices).toEqual(['brokenGame'])
    expect(session.texts['previous:sea-towers']).toBeUndefined()
    expect(Object.values(session.texts)).toContain('1broken')
  })
})

describe('a game of another device', () => {
  const DEVICE = 'deviceAA'
  /** The synced form of a session’s game, with its actions added to `vector`. */
  const envelopeOf = ({ state: { game } }: Stepped, vector = {}) => ({
    minute: 1,
    vector: increment(vector, 'deviceBB', game.localActions),
    record: writeRecord(game),
  })

  it('replaces an earlier state of its play; a different play that it replaces stays within reach', () => {
    const here = opened().play(FIRST)
    const there = new Stepped(here.texts).open('').play(SECOND)
    const other = envelopeOf(there, { [DEVICE]: 1 })
    here.take({ kind: 'continueFrom', other, deviceId: DEVICE })
    expect([here.steps, here.state.change.cause]).toEqual([2, 'device'])
    expect(here.texts['previous:sea-towers']).toBeUndefined()
    expect(here.state.game.inherited).toMatchObject({ [DEVICE]: 1, deviceBB: 2 })
    expect(here.state.game.localActions).toBe(0)

    const unrelated = new Stepped().open()
    unrelated.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    unrelated.play(legalMoves(unrelated.state.game.position)[0])
    here.take({ kind: 'continueFrom', other: envelopeOf(unrelated), deviceId: DEVICE })
    expect(here.number).toBe(18)
    expect(here.texts['previous:sea-towers']).toContain(there.state.game.playId)
    expect(here.state.game.inherited).toEqual({ deviceBB: 1 })
  })
  it('keeps the seconds on the clock for the game that it replaces', () => {
    const there = new Stepped().open('?game=sea-towers&deal=18')
    there.play(legalMoves(there.state.game.position)[0])
    for (const isOpen of [true, false]) {
      const here = new Stepped().open().play(FIRST, SECOND)
      here.seconds = 90
      if (!isOpen) here.take({ kind: 'switchGame', game: 'freecell' })
      here.seconds = isOpen ? 90 : 5
      here.take({ kind: 'continueFrom', other: envelopeOf(there), deviceId: DEVICE })
      here.take({ kind: 'backToPrevious' })
      expect([here.number, here.state.game.seconds]).toEqual([17, 90])
    }
  })
  it('is replaced when the user restores the game before it, unless a move was made since', () => {
    const here = opened().play(FIRST)
    const left = here.state.game
    const there = new Stepped(here.texts).open('').play(SECOND)
    const arrive = () =>
      here.take({ kind: 'continueFrom', other: envelopeOf(there, { [DEVICE]: 1 }), deviceId: DEVICE })
    const { position: on } = arrive().state.game
    here.take({ kind: 'restore', left, on })
    expect([here.steps, here.state.game.inherited, here.state.game.localActions]).toEqual([1, {}, 2])
    expect(here.writes.set['game:sea-towers']).toBe(textOf(here.state.game))
    const { position: second } = arrive().state.game
    here.play(legalMoves(second)[0])
    expect(here.take({ kind: 'restore', left, on: second }).steps).toBe(3)
  })
  it('replaces a won game, which does not stay within reach', () => {
    const { deal, moves } = wonGame('sea-towers')
    const here = new Stepped().open(`?game=sea-towers&deal=${deal}`).play(...moves)
    const there = opened().take({ kind: 'newDeal', dealNumber: 19, playId: 'another2' })
    here.take({
      kind: 'continueFrom',
      other: envelopeOf(there.play(legalMoves(there.state.game.position)[0])),
      deviceId: DEVICE,
    })
    expect([here.number, here.texts['previous:sea-towers']]).toEqual([19, undefined])
  })
  it('that has diverged replaces the game here, which stays within reach', () => {
    const here = opened().play(FIRST)
    const own = here.texts['game:sea-towers']
    const there = opened().play(SECOND)
    here.take({ kind: 'continueFrom', other: envelopeOf(there), deviceId: DEVICE })
    expect(here.state.game.position.piles).toEqual(there.state.game.position.piles)
    expect(here.state.game.inherited).toEqual({ [DEVICE]: 1, deviceBB: 1 })
    expect(here.texts['previous:sea-towers']).toBe(own)
  })
  it('replaces a game, which is then the first one to go back to', () => {
    const playNew = (session: Stepped, dealNumber: number, playId: string) => {
      session.take({ kind: 'newDeal', dealNumber, playId })
      return session.play(legalMoves(session.state.game.position)[0])
    }
    const here = playNew(opened().play(FIRST), 18, 'another1')
    const there = playNew(opened(), 19, 'another2')
    here.take({ kind: 'continueFrom', other: envelopeOf(there), deviceId: DEVICE })
    expect(here.number).toBe(19)
    expect(here.take({ kind: 'backToPrevious' }).number).toBe(18)
  })
  it('with different rules is opened, and the game with the current rules does not change', () => {
    const here = opened().play(FIRST)
    const there = new Stepped().open('?game=freecell&deal=3')
    there.play(legalMoves(there.state.game.position)[0])
    here.take({ kind: 'continueFrom', other: envelopeOf(there), deviceId: DEVICE })
    expect([here.state.game.position.game.id, here.number, here.steps]).toEqual(['freecell', 3, 1])
    expect(Object.keys(here.texts).filter(key => key.startsWith('previous:'))).toEqual([])
    expect(here.take({ kind: 'switchGame', game: 'sea-towers' }).steps).toBe(1)
  })
  it('that is unreadable or arrives after a move does not change the table', () => {
    const here = opened().play(FIRST)
    const { game } = here.state
    const other = { minute: 1, vector: {}, record: 'no record' }
    here.take({ kind: 'continueFrom', other, deviceId: DEVICE })
    expect(here.notices).toEqual(['brokenGame'])
    const late = new Stepped().open('').state.game.position
    const synced = envelopeOf(opened().play(FIRST))
    here.take({ kind: 'continueFrom', other: synced, deviceId: DEVICE, on: late })
    expect(here.state.game).toBe(game)
    here.take({ kind: 'continueFrom', other: synced, deviceId: DEVICE, on: here.state.game.position })
    expect(here.state.change.cause).toBe('device')
  })
})

describe('two branches of one play', () => {
  const { deal: number, moves } = wonGame('sea-towers')
  /** The same play on another device, which made these moves from the deal. */
  function elsewhere({ state: { game } }: Stepped, ...made: Move[]) {
    let history = begin(positionAt(game.history, 0))
    for (const one of made) history = act(history, { kind: 'gesture', moves: [one] })
    const record = writeRecord({ history, playId: game.playId, seconds: 50 })
    return { minute: 5, vector: { otherDev: made.length }, record }
  }
  const here = () => new Stepped().open(`?game=sea-towers&deal=${number}`).play(...moves.slice(0, 4))

  /** The number of actions in each game within reach. */
  const reachableActions = ({ state }: Stepped) =>
    gamesWithinReach(state).map(({ history }) => history.log.length)

  it('do not count as given up while one of them is on the table', () => {
    const session = here()
    const other = elsewhere(session, ...moves.slice(0, 9))
    session.take({ kind: 'continueFrom', other, deviceId: 'ownDevic' })
    expect(session.steps).toBe(9)
    session.take({ kind: 'backToPrevious' })
    expect(session.steps).toBe(4)
    expect(Object.keys(session.texts).filter(key => key.startsWith('result'))).toEqual([])
    expect(reachableActions(session)).toEqual([9])
  })
  it('both stay within reach, unless one continues the other', () => {
    const session = here()
    const longer = elsewhere(session, ...moves.slice(0, 9))
    const [other] = legalMoves(positionAt(session.state.game.history, 0)).filter(
      one => JSON.stringify(one) !== JSON.stringify(moves[0]),
    )
    const diverged = elsewhere(session, other)
    session.take({ kind: 'continueFrom', other: diverged, deviceId: 'ownDevic' })
    session.take({ kind: 'newDeal', dealNumber: 5, playId: 'newPlay1' })
    expect(reachableActions(session)).toEqual([1, 4])
    const second = here()
    second.take({ kind: 'continueFrom', other: longer, deviceId: 'ownDevic' })
    second.take({ kind: 'newDeal', dealNumber: 5, playId: 'newPlay1' })
    expect(reachableActions(second)).toEqual([9])
  })
})

describe('a session that is closed, hidden or not open yet', () => {
  it('allows no moves, but shows new notices', () => {
    const session = opened().play(FIRST)
    session.take({ kind: 'hidden' })
    const { game } = session.state
    session.play(SECOND)
    expect(session.state.game).toBe(game)
    session.take({ kind: 'shown' }).take({ kind: 'closed' }).play(SECOND)
    expect(session.state.role).toBe('closed')
    expect(session.steps).toBe(1)
    expect(session.writes).toEqual({ set: {}, remove: [] })
    expect(session.take({ kind: 'notified', notice: { key: 'failed' } }).notices).toContain('failed')
    expect(session.take({ kind: 'shown' }).state.role).toBe('opening')
  })
  it('allows no moves before storage has been read', () => {
    const session = new Stepped()
    const { state } = session
    expect(session.play(legalMoves(state.game.position)[0]).state).toBe(state)
  })
})

describe('a notice', () => {
  it('is not repeated, but moves to the end', () => {
    const session = opened()
    for (const key of ['failed', 'notSaved', 'failed'] as const)
      session.take({ kind: 'notified', notice: { key } })
    expect(session.notices).toEqual(['notSaved', 'failed'])
  })
  it('is removed when it is dismissed, and other notices stay', () => {
    const session = opened()
    for (const key of ['failed', 'notSaved'] as const) session.take({ kind: 'notified', notice: { key } })
    session.take({ kind: 'dismissed', notice: session.state.notices[0] })
    expect(session.notices).toEqual(['notSaved'])
  })
})

describe('a failed write', () => {
  it('leads to a warning that storage is full, or that it may be damaged', () => {
    const noticesAfter = (detail: string) => opened().take({ kind: 'writeFailed', detail }).notices
    expect(noticesAfter('Resource::kQuotaBytes quota exceeded')).toEqual(['notSaved'])
    expect(noticesAfter('FILE_ERROR_NO_SPACE')).toEqual(['notSafe'])
  })
})
