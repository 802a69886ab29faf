// Single steps of the session that put a game on the table: opening the page, following an address, and
// switching to another game. Also the notices about unreadable games and settings.
import { beforeAll, describe, expect, it } from 'vitest'
import { act, begin, deal, legalMoves, loadGames, readRecord, writeRecord } from '../../engine/index.ts'
import { crc32 } from '../../engine/record/crc32.ts'
import { writeNumber } from '../../engine/record/digits.ts'
import { gamesWithinReach } from '../../stores/session/saving.ts'
import { wonGame } from '../support/help.ts'
import { FIRST, quarantinedIn, SEA, SECOND, Stepped } from '../support/stepped.ts'

beforeAll(() => loadGames())

type Texts = Readonly<Record<string, string>>
const GAME = 'game:sea-towers'
const NO_WRITES = { set: {}, remove: [] }
const opened = (texts?: Texts) => new Stepped(texts).open()

describe('opening', () => {
  it('shows an easy deal at the first start, and a random one if another game is requested', () => {
    expect(new Stepped({}).open('').number).toBe(310)
    expect(new Stepped({}).open('?game=sea-towers').number).toBe(99)
    expect(new Stepped({ current: 'double-sea-towers' }).open('').number).toBe(99)
  })
  it('deals the preferred number of the game, unless the address has a number', () => {
    const dealt = (search: string) =>
      new Stepped({}).take({ kind: 'opened', search, isVisible: true }, { newDeal: { dealNumber: 6 } }).number
    expect([dealt('?game=golf'), dealt('?game=golf&deal=5')]).toEqual([6, 5])
    const switched = opened().take({ kind: 'switchGame', game: 'golf' }, { newDeal: { dealNumber: 6 } })
    expect([switched.state.game.position.game.id, switched.number]).toEqual(['golf', 6])
  })
  it('shows the game played last, and follows an address once', () => {
    const before = opened().play(FIRST)
    const again = new Stepped(before.texts).take({ kind: 'opened', search: '', isVisible: true })
    expect([again.number, again.steps, again.state.role]).toEqual([17, 1, 'opening'])
    expect(again.kinds).toEqual(['setClock'])
    expect(again.writes).toEqual(NO_WRITES)
    for (const search of [SEA, '?game=sea-towers', '?deal=17', '?deal=x'])
      expect(new Stepped().take({ kind: 'opened', search, isVisible: true }).kinds).toContain('forgetAddress')
  })
  it('shows the game without motion', () => {
    const again = new Stepped(opened().play(FIRST, SECOND).texts)
    const { change } = again.take({ kind: 'opened', search: '', isVisible: true }).state
    expect([change.cause, opened().state.change.cause]).toEqual(['opened', 'opened'])
  })
  it('in the background does not allow moves', () => {
    const session = new Stepped().take({ kind: 'opened', search: SEA, isVisible: false })
    expect([session.state.role, session.play(FIRST).steps]).toEqual(['hidden', 0])
  })
  it('counts as the first start until the user does something, even after a reload', () => {
    const again = new Stepped(new Stepped({}).open('').texts)
    again.take({ kind: 'opened', search: '', isVisible: true })
    expect([again.state.isFirst, again.number, again.writes]).toEqual([true, 310, NO_WRITES])
    const played = new Stepped(again.play(legalMoves(again.state.game.position)[0]).texts).open('')
    expect([played.state.isFirst, played.texts.welcome]).toEqual([false, undefined])
  })
  it('does not count as the first start once the welcome hint has been dismissed', () => {
    const closed = new Stepped({}).open('').take({ kind: 'welcomed' })
    expect([closed.state.isFirst, closed.texts.welcome]).toEqual([false, undefined])
    expect(new Stepped(closed.texts).open('').state.isFirst).toBe(false)
  })
  it('from an address stores that game as the one played last', () => {
    const { texts } = opened().play(FIRST).take({ kind: 'switchGame', game: 'freecell' })
    expect(texts.current).toBe('freecell')
    expect(new Stepped(texts).open('?game=sea-towers').texts.current).toBe('sea-towers')
  })
  it('ignores an invalid address, and shows a notice', () => {
    const session = new Stepped().open('?game=no-such-game')
    expect(session.notices).toEqual(['badAddress'])
    expect(new Stepped().open('?game=sea-towers&deal=x').notices).toEqual(['badAddress'])
    expect(session.state.game.position.game.id).toBe('double-sea-towers')
  })
  it('quarantines unreadable settings, and shows a notice', () => {
    const session = new Stepped({ settings: '{' }).open('')
    expect(session.notices).toContain('brokenSettings')
    expect(Object.values(quarantinedIn(session.texts))).toEqual(['{'])
  })
  it('quarantines an unreadable game, shows a notice, and deals a new game', () => {
    const session = new Stepped({ 'current': 'sea-towers', 'game:sea-towers': '1broken' }).open('')
    expect(session.notices).toEqual(['brokenGame'])
    expect(session.number).toBe(99)
    expect(Object.values(quarantinedIn(session.texts))).toEqual(['1broken'])
  })
  it('quarantines a record that is stored under the key of another game', () => {
    const other = new Stepped().open('?game=freecell&deal=3').texts['game:freecell']
    const session = new Stepped({ 'current': 'sea-towers', 'game:sea-towers': other }).open('')
    expect(session.state.notices).toEqual([{ key: 'brokenGame', reason: { key: 'recordDamaged' } }])
    expect(session.state.game.position.game.id).toBe('sea-towers')
  })
  it('keeps only the last twenty unreadable games in quarantine', () => {
    let texts: Texts = { current: 'sea-towers' }
    for (let i = 0; i < 22; i++) {
      const now = Date.UTC(2026, 0, 1 + i)
      texts = { ...texts, 'game:sea-towers': `1broken${i}` }
      texts = new Stepped(texts).take({ kind: 'opened', search: '', isVisible: true }, { now }).texts
    }
    expect(Object.keys(quarantinedIn(texts))).toHaveLength(20)
    expect(Object.values(texts)).not.toContain('1broken1')
    expect(Object.values(texts)).toContain('1broken2')
  })
  it('shows a notice that a game is missing only if there was one', () => {
    const session = new Stepped({ current: 'sea-towers' }).open('')
    expect([session.notices, quarantinedIn(session.texts)]).toEqual([['missingGame'], {}])
    expect(new Stepped({ current: 'freecell' }).open('?game=sea-towers').notices).toEqual([])
  })
  it('repairs a game whose steps do not lead to its position, shows a notice, and keeps the old text', () => {
    const session = opened().play(FIRST)
    const { history, playId } = session.state.game
    const elsewhere = act(begin(deal('sea-towers', 17)), { kind: 'gesture', moves: [SECOND] })
    const [right, wrong] = [history, elsewhere].map(each =>
      writeRecord({ history: each, playId, seconds: 7 }),
    )
    const body = right.slice(0, -8) + wrong.slice(-8, -6)
    const text = body + writeNumber(crc32(body), 6)
    const again = new Stepped({ ...session.texts, [GAME]: text }).open('')
    expect([again.notices, again.steps]).toEqual([['mendedGame'], 0])
    expect(again.state.game.position.piles).toEqual(session.state.game.position.piles)
    expect(Object.values(quarantinedIn(again.texts))).toEqual([text])
    expect(readRecord(again.texts[GAME].split('.')[0])).toMatchObject({ value: { rebased: false } })
  })
  it('does not change a game that a newer version stored, and shows a notice', () => {
    const newer = `3${opened().texts['game:sea-towers'].slice(1)}`
    const session = new Stepped({ 'current': 'sea-towers', 'game:sea-towers': newer }).open('')
    expect(session.texts['game:sea-towers']).toBe(newer)
    expect(session.notices).toEqual(['newerGame'])
    const again = new Stepped(session.play(FIRST).texts).open('')
    expect([again.steps, again.notices]).toEqual([1, []])
    expect(again.texts['game:sea-towers']).toBe(newer)
  })
  it('with the address of another deal keeps the game in progress within reach', () => {
    const before = opened().play(FIRST, SECOND)
    const session = new Stepped(before.texts).open('?game=sea-towers&deal=18')
    expect(session.number).toBe(18)
    expect(session.notices).toEqual(['newDeal'])
    expect(session.texts['previous:sea-towers']).toBe(before.texts['game:sea-towers'])
    const same = new Stepped(before.texts).open('?game=sea-towers&deal=17')
    expect([same.number, same.steps]).toEqual([17, 2])
    expect(same.notices).toEqual(['sameDeal'])
  })
  it('after a reload still offers to go back from the deal of an address until the user moves', () => {
    const before = opened().play(FIRST, SECOND)
    const { texts, state } = new Stepped(before.texts).open('?game=sea-towers&deal=18')
    const { playId } = state.game
    expect(new Stepped(texts).open('', playId).notices).toEqual(['newDeal'])
    expect(new Stepped(texts).open('').notices).toEqual([])
    const played = new Stepped(texts).open('', playId)
    played.play(legalMoves(played.state.game.position)[0])
    expect(new Stepped(played.texts).open('', playId).notices).toEqual([])
    played.take({ kind: 'newDeal', dealNumber: 19, playId: 'another1' })
    expect(new Stepped(played.texts).open('', playId).notices, 'after another deal').toEqual([])
  })
  it('does not offer to go back from the deal of an address if the game before it had no moves', () => {
    const before = opened().play(FIRST).take({ kind: 'newDeal', dealNumber: 19, playId: 'another1' })
    expect(new Stepped(before.texts).open('?game=sea-towers&deal=18').notices).toEqual([])
  })
  it('restores a missing game from this device’s replica, and shows a notice with its time', () => {
    const { state } = opened().play(FIRST)
    const replica = { game: state.game, time: 5 }
    const session = new Stepped({ current: 'sea-towers' })
    session.take({ kind: 'opened', search: '', isVisible: true }, { replica })
    expect(session.steps).toBe(1)
    expect(session.state.notices).toEqual([{ key: 'restoredGame', time: 5 }])
  })
})

describe('an address that names a deal', () => {
  it('deals it again if it was won', () => {
    const { deal, moves } = wonGame('sea-towers')
    const address = `?game=sea-towers&deal=${deal}`
    const { texts } = new Stepped().open(address).play(...moves)
    const again = new Stepped(texts).open(address)
    expect([again.number, again.steps]).toEqual([deal, 0])
  })
  it('continues a previous game of that deal, like a typed number, even if the last game is damaged', () => {
    const left = opened().play(FIRST, SECOND, legalMoves(opened().play(FIRST, SECOND).state.game.position)[0])
    const { history, playId } = left.state.game
    left.take({ kind: 'newDeal', dealNumber: 18, playId: 'other001' })
    const last = left.play(legalMoves(left.state.game.position)[0])
    const { texts } = last
    const followed = new Stepped(texts).open(SEA)
    last.take({ kind: 'newDeal', dealNumber: 17, playId: 'other002', isChosen: true })
    for (const one of [last, followed]) {
      expect([one.state.game.playId, one.state.game.history]).toEqual([playId, history])
      expect(one.notices).toEqual(['sameDeal'])
      expect(gamesWithinReach(one.state).map(game => game.position.dealNumber)).toEqual([18])
    }
    expect(followed.state.change.cause).toBe('opened')
    expect(Object.keys(followed.texts)).toEqual(Object.keys(last.texts))
    const repaired = new Stepped({ ...texts, [GAME]: '1broken' }).open(SEA)
    expect([repaired.state.game.playId, repaired.notices]).toEqual([playId, ['sameDeal', 'brokenGame']])
  })
})

describe('switching to another game', () => {
  it('opens it where the user left it, and saves the current one', () => {
    const session = opened().play(FIRST)
    session.seconds = 50
    session.take({ kind: 'switchGame', game: 'freecell' })
    expect(session.texts.current).toBe('freecell')
    expect(session.effects).toContainEqual({ kind: 'takeLock', game: 'freecell' })
    session.seconds = 0
    session.take({ kind: 'switchGame', game: 'sea-towers' })
    expect(session.steps).toBe(1)
    expect(session.effects).toContainEqual({ kind: 'setClock', seconds: 50 })
  })
  it('leaves a hidden tab hidden, so that it plays nothing until it is shown', () => {
    const session = opened().take({ kind: 'hidden' }).take({ kind: 'switchGame', game: 'freecell' })
    expect(session.kinds, 'the visible tab keeps its lock').not.toContain('takeLock')
    expect(session.state.role).toBe('hidden')
  })
  it('does not rewrite the current game if it is stored already', () => {
    const session = opened().play(FIRST)
    session.take({ kind: 'notified', notice: { key: 'failed' } })
    session.take({ kind: 'switchGame', game: 'freecell' })
    expect(Object.keys(session.writes.set).toSorted()).toEqual(['current', 'game:freecell'])
    expect(session.notices).toEqual([])
  })
  it('deals a new game if a newer version stored one, which is not overwritten', () => {
    const session = opened()
    const newer = `3${session.texts[GAME].slice(1)}`
    session.texts = { ...session.texts, 'game:freecell': newer }
    session.take({ kind: 'switchGame', game: 'freecell' })
    session.play(legalMoves(session.state.game.position)[0])
    expect([session.notices, session.texts['game:freecell']]).toEqual([[], newer])
  })
  it('does not write the current game if another tab plays it', () => {
    const session = opened()
    for (const isHolder of [true, false]) session.take({ kind: 'lockChanged', game: 'sea-towers', isHolder })
    session.seconds = 42
    session.take({ kind: 'switchGame', game: 'freecell' })
    expect(Object.keys(session.writes.set).toSorted()).toEqual(['current', 'game:freecell'])
  })
  it('has no effect if that game is already on the table', () => {
    const session = opened().play(FIRST)
    const { state } = session
    expect(session.take({ kind: 'switchGame', game: 'sea-towers' }).state).toBe(state)
  })
})
