// What other tabs, the background and the browser do to a page, one step at a time: it is hidden and shown,
// hears what was written, wins and loses locks.
import { beforeAll, describe, expect, it } from 'vitest'
import { gameById, legalMoves, loadGames } from '../../engine/index.ts'
import { textOf } from '../../stores/session/game-in-memory.ts'
import type { SettingsValues } from '../../stores/settings/schema.ts'
import type { SessionEvent } from '../../stores/session/state.ts'
import { needsLock, needsTexts } from '../../stores/session/step.ts'
import { move } from '../support/help.ts'
import { FIRST, SECOND, Stepped } from '../support/stepped.ts'

beforeAll(() => loadGames())

const GAME = 'game:sea-towers'
const NOTHING = { set: {}, remove: [] }
const opened = (texts?: Readonly<Record<string, string>>) => new Stepped(texts).open()
const hear = (session: Stepped, changes: Readonly<Record<string, string | undefined>>) =>
  session.take({ kind: 'storageChanged', changes })
const win = (session: Stepped, isHolder = true) =>
  session.take({ kind: 'lockChanged', game: 'sea-towers', isHolder })
/** A second tab on what the first has stored. */
const beside = (session: Stepped) => new Stepped(session.texts).open('')

describe('a page that is hidden', () => {
  it('saves the seconds since the last move, stops its clock and asks to publish', () => {
    const session = opened().play(FIRST)
    session.seconds = 42
    session.take({ kind: 'hidden' })
    expect(session.writes.set).toEqual({ [GAME]: textOf(session.state.game, 42), current: 'sea-towers' })
    expect(session.kinds).toEqual(['stopClock', 'publish'])
    expect(session.state.role).toBe('hidden')
  })
  it('writes nothing where nothing has changed since', () => {
    expect(opened().play(FIRST).take({ kind: 'hidden' }).writes).toEqual(NOTHING)
    const player = win(opened()).play(FIRST)
    expect(player.take({ kind: 'hidden' }).writes).toEqual(NOTHING)
  })
  it('writes nothing of a game that another tab plays', () => {
    const session = win(win(opened().play(FIRST)), false)
    session.seconds = 42
    expect(session.take({ kind: 'hidden' }).writes).toEqual(NOTHING)
  })
  it('saves the game that it plays with its lock as well', () => {
    const session = win(opened()).play(FIRST)
    session.seconds = 42
    expect(session.take({ kind: 'hidden' }).writes.set).toHaveProperty([GAME])
  })
  it('does nothing when it is hidden again, and neither hears nor takes locks', () => {
    const session = opened().play(FIRST).take({ kind: 'hidden' })
    const { state } = session
    session.take({ kind: 'hidden' })
    expect([session.state, session.kinds]).toEqual([state, []])
    hear(session, { [GAME]: undefined, settings: '{"theme":"dark"}' })
    expect(session.state).toBe(state)
    expect(win(session).state).toBe(state)
  })
})

describe('a page that is shown', () => {
  it('takes the lock of its game, though it has done nothing yet', () => {
    const session = opened().take({ kind: 'hidden' }).take({ kind: 'shown' })
    expect(session.effects).toEqual([{ kind: 'takeLock', game: 'sea-towers' }])
    expect([session.state.role, session.state.change.id]).toEqual(['opening', 1])
  })
  it('goes on as the tab left it that played meanwhile, at what its clock showed', () => {
    const session = opened().take({ kind: 'hidden' })
    const other = beside(session)
    other.seconds = 80
    other.play(FIRST, SECOND)
    session.texts = other.texts
    session.take({ kind: 'shown' })
    expect([session.steps, session.state.change.cause]).toEqual([2, 'tab'])
    expect(session.effects).toContainEqual({ kind: 'setClock', seconds: 80 })
    expect(session.writes).toEqual(NOTHING)
  })
  it('gives way to the game of another tab where it could not write its own, which stays in reach', () => {
    const session = opened().play(FIRST, SECOND).take({ kind: 'hidden' })
    const own = session.state.game.playId
    const other = opened().take({ kind: 'newDeal', dealNumber: 17, playId: 'another1' }).play(FIRST)
    session.take({ kind: 'shown' }, { stored: other.texts })
    expect([session.state.game.playId, session.steps]).toEqual(['another1', 1])
    expect(session.state.previousText).toContain(own)
    expect(session.texts['previous:sea-towers']).toBe(session.state.previousText)
    expect(GAME in session.writes.set).toBe(false)
  })
  it('gives way to another tab that has gone on with the same game since it could not write', () => {
    const session = opened().play(FIRST)
    const other = beside(session).play(SECOND)
    session.take({ kind: 'go', to: 'undo' }).take({ kind: 'hidden' })
    session.take({ kind: 'shown' }, { stored: other.texts })
    expect(session.steps).toBe(2)
    expect(session.state.previousText).toBeUndefined()
    expect(GAME in session.writes.set).toBe(false)
  })
  it('keeps its own game that it could not write where only an earlier state of it is stored', () => {
    const session = opened().play(FIRST)
    const stored = session.texts
    session.play(SECOND).take({ kind: 'hidden' }).take({ kind: 'shown' }, { stored })
    expect(session.steps).toBe(2)
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' }).take({ kind: 'hidden' })
    session.take({ kind: 'shown' }, { stored })
    expect(session.state.game.playId).toBe('another1')
  })
  it('offers the way back to what another tab has left, and no other', () => {
    const session = opened().take({ kind: 'hidden' })
    const other = beside(session).play(FIRST)
    other.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    session.texts = { ...other.texts, previous: 'none' }
    session.take({ kind: 'shown' })
    expect(session.state.previousText).toBe(other.texts['previous:sea-towers'])
  })
  it('deals anew, and says so, where everything was erased meanwhile', () => {
    const session = opened().play(FIRST).take({ kind: 'hidden' })
    session.texts = {}
    session.take({ kind: 'shown' })
    expect([session.steps, session.number, session.notices]).toEqual([0, 99, ['erasedElsewhere']])
    expect(session.texts[GAME]).toBe(textOf(session.state.game))
    expect(session.effects).toContainEqual({ kind: 'setClock', seconds: 0 })
  })
  it('leaves the game of a newer version alone that was written meanwhile', () => {
    const session = opened().play(FIRST).take({ kind: 'hidden' })
    const newer = `3${session.texts[GAME].slice(1)}`
    session.texts = { ...session.texts, [GAME]: newer }
    session.take({ kind: 'shown' })
    expect([session.steps, session.notices]).toEqual([1, []])
    session.play(SECOND)
    expect([session.texts[GAME], session.texts[`${GAME}@1`]]).toEqual([newer, textOf(session.state.game)])
  })
})

describe('a page beside a newer version', () => {
  const newerGame = (session: Stepped) => `3${session.texts[GAME].slice(1)}`

  it('keeps its game when it is shown again, though it only followed another tab', () => {
    const session = win(win(opened().play(FIRST)), false)
    const newer = newerGame(session)
    session.texts = { ...session.texts, [GAME]: newer }
    hear(session, { [GAME]: newer })
      .take({ kind: 'hidden' })
      .take({ kind: 'shown' })
    expect([session.steps, session.number, session.notices]).toEqual([1, 17, []])
    expect([session.texts[GAME], session.texts[`${GAME}@1`]]).toEqual([newer, textOf(session.state.game)])
  })
  it('deals anew when everything was erased while it was hidden', () => {
    const session = win(opened().play(FIRST))
    const newer = newerGame(session)
    session.texts = { ...session.texts, [GAME]: newer }
    hear(session, { [GAME]: newer }).take({ kind: 'hidden' })
    session.texts = {}
    session.take({ kind: 'shown' })
    expect([session.steps, session.number, session.notices]).toEqual([0, 99, ['erasedElsewhere']])
  })
  it('keeps the games within reach, too', () => {
    const session = win(opened().play(FIRST))
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'play9999' })
    const { previousText } = session.state
    const newer = `3${previousText!.slice(1)}`
    session.texts = { ...session.texts, 'previous:sea-towers': newer }
    hear(session, { 'previous:sea-towers': newer })
    expect(session.texts).toMatchObject({
      'previous:sea-towers': newer,
      'previous:sea-towers@1': previousText,
    })
    session.take({ kind: 'hidden' }).take({ kind: 'shown' })
    expect(session.state.previousText).toBe(previousText)
  })
})

describe('a page that hears what was written', () => {
  it('keeps its game beside that of a newer version, and leaves that alone', () => {
    const session = win(opened().play(FIRST))
    const newer = `3${session.texts[GAME].slice(1)}`
    session.texts = { ...session.texts, [GAME]: newer }
    hear(session, { [GAME]: newer })
    expect([session.texts[GAME], session.texts[`${GAME}@1`]]).toEqual([newer, textOf(session.state.game)])
    session.play(SECOND)
    expect([session.texts[GAME], session.texts[`${GAME}@1`]]).toEqual([newer, textOf(session.state.game)])
  })
  it('shows the game as another tab has played it, at the seconds of its clock', () => {
    const session = opened()
    const other = beside(session)
    other.seconds = 80
    other.play(FIRST)
    hear(session, { [GAME]: other.texts[GAME] })
    expect([session.steps, session.state.change.cause]).toEqual([1, 'tab'])
    expect(session.effects).toEqual([{ kind: 'setClock', seconds: 80 }])
    expect(session.writes).toEqual(NOTHING)
  })
  it('takes its own words for what they are, in the order in which it wrote them', () => {
    const session = opened()
    const texts = [FIRST, SECOND].map(one => session.play(one).texts[GAME])
    const { game } = session.state
    for (const text of texts) expect(hear(session, { [GAME]: text }).writes).toEqual(NOTHING)
    expect(session.state.game).toBe(game)
    expect(session.state.echoes).toEqual([])
  })
  it('waits for the last fifty of its own words at most, as those that failed are never heard', () => {
    const session = opened().play(FIRST)
    for (let i = 0; i < 60; i++) {
      session.seconds++
      session.take({ kind: 'go', to: i % 2 ? 'redo' : 'undo' })
    }
    expect(session.state.echoes).toHaveLength(50)
    expect(session.state.echoes.at(-1)).toBe(session.texts[GAME])
  })
  it('waits no more for words of its own that a later one has overtaken', () => {
    const session = opened()
    const [early, late] = [FIRST, SECOND].map(one => session.play(one).texts[GAME])
    hear(session, { [GAME]: late })
    // Now somebody else has written what this tab wrote first: an older state of what lies here.
    hear(session, { [GAME]: early })
    expect([session.steps, session.writes.set[GAME]]).toEqual([2, late])
  })
  it('shows what another tab wrote, and then hears of every text again', () => {
    const session = opened()
    const [before] = session.state.echoes
    const other = beside(session).play(FIRST)
    hear(win(win(session), false), { [GAME]: other.texts[GAME] })
    expect([session.state.lastText, session.state.echoes]).toEqual([other.texts[GAME], []])
    expect(hear(session, { [GAME]: before }).steps).toBe(0)
  })
  it('of the very text that it shows changes nothing', () => {
    const session = opened()
    const other = beside(session).play(FIRST)
    const { game } = hear(session, { [GAME]: other.texts[GAME] }).state
    expect(hear(session, { [GAME]: other.texts[GAME] }).state.game).toBe(game)
  })
  it('lets a text be that cannot be read', () => {
    const session = opened().play(FIRST)
    const { game } = session.state
    expect(hear(session, { [GAME]: 'x' }).state.game).toBe(game)
    expect([session.notices, session.writes]).toEqual([[], NOTHING])
  })
  it('writes its own later state again over an earlier one', () => {
    for (const session of [opened(), win(opened())]) {
      const other = opened()
      other.seconds = 3
      const early = other.play(FIRST).texts[GAME]
      session.play(FIRST, SECOND)
      session.seconds = 90
      hear(session, { [GAME]: early })
      expect(session.steps).toBe(2)
      expect(session.writes.set[GAME]).toBe(textOf(session.state.game, 90))
    }
  })
  it('follows the tab that plays, also where that has gone back to an earlier state', () => {
    const session = opened()
    const other = beside(session)
    other.seconds = 3
    other.play(FIRST)
    win(win(session.play(FIRST, SECOND)), false)
    expect(hear(session, { [GAME]: other.texts[GAME] }).steps).toBe(1)
    expect(session.writes).toEqual(NOTHING)
  })
  it('gives its game up for one that went another way, for another play, and for another device’s', () => {
    const start = opened()
    const another = (change: (other: Stepped) => void) => {
      const session = new Stepped(start.texts).open('').play(FIRST, SECOND)
      const other = new Stepped(start.texts).open('')
      change(other)
      hear(session, { [GAME]: other.texts[GAME] })
      return session.state.game.playId === other.state.game.playId && session.steps === other.steps
    }
    expect(another(other => other.play(SECOND))).toBe(true)
    expect(another(other => other.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' }))).toBe(true)
    const fromDevice = (other: Stepped) => {
      other.play(FIRST)
      const { game } = other.state
      const inherited = { deviceBB: 1 }
      other.texts = { ...other.texts, [GAME]: textOf({ ...game, inherited }) }
    }
    expect(another(fromDevice)).toBe(true)
  })
  it('goes along with as many actions, the same ones or others', () => {
    for (const one of [FIRST, SECOND]) {
      const session = opened().play(FIRST)
      const other = opened()
      other.seconds = 3
      const { game } = other.play(one).state
      hear(session, { [GAME]: other.texts[GAME] })
      expect([session.state.game.history, session.state.game.seconds]).toEqual([game.history, 3])
    }
  })
  it('offers the way back that another tab has left, and none where it is gone', () => {
    const session = opened()
    expect(hear(session, { 'previous:sea-towers': 'text' }).state.previousText).toBe('text')
    expect(hear(session, { 'previous:freecell': 'other' }).state.previousText).toBe('text')
    expect(hear(session, { 'previous:sea-towers': undefined }).state.previousText).toBeUndefined()
  })
  it('deals anew where its game was erased, and lets the games within reach go', () => {
    const session = opened().play(FIRST)
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    session.take({ kind: 'dismissed', notice: session.state.notices[0] })
    hear(session, { [GAME]: undefined })
    expect([session.number, session.steps, session.state.change.cause]).toEqual([99, 0, 'deal'])
    expect([session.notices, session.state.previousText]).toEqual([['erasedElsewhere'], undefined])
  })
  it('adopts the settings that were chosen elsewhere', () => {
    const session = opened()
    expect(hear(session, { settings: '{"theme":"dark"}' }).state.settings.values.theme).toBe('dark')
  })
})

describe('a page that looks on while another tab plays', () => {
  it('makes what is done in it on what the other has stored, of which it may not have heard yet', () => {
    const session = win(win(opened()), false)
    session.texts = beside(session).play(FIRST, SECOND).texts
    expect(session.take({ kind: 'go', to: 'undo' }).steps).toBe(1)
    expect(session.effects).toContainEqual({ kind: 'takeLock', game: 'sea-towers' })
  })
  it('needs the lock for what changes the game, and for nothing else', () => {
    const { state } = win(win(opened()), false)
    const { position: on } = state.game
    const other = { minute: 1, vector: {}, record: '' }
    const playing: SessionEvent[] = [
      { kind: 'gesture', moves: [FIRST], on },
      { kind: 'go', to: 'undo' },
      { kind: 'newDeal', dealNumber: 1, playId: 'another1' },
      { kind: 'backToPrevious' },
      { kind: 'continueFrom', other, deviceId: 'deviceAA' },
    ]
    for (const event of playing) {
      expect([needsLock(state, event), needsTexts(state, event)], event.kind).toEqual([true, true])
      expect(needsLock(opened().state, event), event.kind).toBe(false)
    }
    expect(needsLock(state, { kind: 'hidden' })).toBe(false)
  })
})

describe('what is stored', () => {
  it('is read for what may have changed unheard, whoever plays, and for nothing else', () => {
    const { state } = win(opened())
    const other = { minute: 1, vector: {}, record: '' }
    const needs = (event: SessionEvent) => needsTexts(state, event)
    expect(needs({ kind: 'opened', search: '', isVisible: true })).toBe(true)
    expect(needs({ kind: 'shown' })).toBe(true)
    expect(needs({ kind: 'switchGame', game: 'freecell' })).toBe(true)
    expect(needs({ kind: 'backToPrevious' })).toBe(true)
    expect(needs({ kind: 'continueFrom', other, deviceId: 'deviceAA' })).toBe(true)
    expect(needs({ kind: 'imported' })).toBe(true)
    expect(needs({ kind: 'go', to: 'undo' })).toBe(false)
    expect(needs({ kind: 'hidden' })).toBe(false)
  })
  it('is on the table at once where an import has changed it', () => {
    const session = opened()
    session.texts = beside(session).play(FIRST).texts
    expect(session.take({ kind: 'imported' }).steps).toBe(1)
  })
})

describe('locks', () => {
  it('make of a page the one that plays, or one that looks on with its clock stopped', () => {
    const session = opened()
    expect([win(session).state.role, session.kinds]).toEqual(['player', []])
    expect([win(session, false).state.role, session.kinds]).toEqual(['follower', ['stopClock']])
    expect([win(session).state.role, session.kinds]).toEqual(['player', []])
  })
  it('of another game say nothing', () => {
    const { state } = opened()
    const session = opened()
    session.take({ kind: 'lockChanged', game: 'freecell', isHolder: true })
    expect(session.state.role).toBe(state.role)
  })
  it('that are held or lost already change nothing', () => {
    const session = win(opened())
    const { state } = session
    expect(win(session).state).toBe(state)
    expect([win(win(session, false), false).kinds, session.state.role]).toEqual([[], 'follower'])
  })
})

describe('a house rule', () => {
  const DOUBLE = '?game=double-sea-towers&deal=17'
  type Choice = SettingsValues['houseRules'][number]
  const choose = (session: Stepped, houseRules: Choice = 'move-runs', isChosen = true) =>
    session.take({
      kind: 'changeSettings',
      change: isChosen ? { add: { houseRules } } : { remove: { houseRules } },
    })
  const houseOf = ({ state }: Stepped) => state.game.position.house

  it('holds at once in the game on the table, is saved with it, and no card moves', () => {
    const session = new Stepped().open(DOUBLE)
    session.play(legalMoves(session.state.game.position)[0])
    session.seconds = 61
    const { piles } = session.state.game.position
    choose(session)
    expect([houseOf(session), session.state.change.cause]).toEqual([['move-runs'], 'rules'])
    expect([session.state.game.position.piles, session.steps]).toEqual([piles, 1])
    expect(session.state.game.seconds).toBe(61)
    expect(session.writes.set['game:double-sea-towers']).toBe(textOf(session.state.game))
    expect(houseOf(new Stepped(session.texts).open(''))).toEqual(['move-runs'])
  })
  it('that is unknown to the game changes nothing, nor does any other setting', () => {
    const session = new Stepped().open('?game=freecell&deal=17')
    const { game } = session.state
    choose(session)
    session.take({ kind: 'changeSettings', change: { set: { theme: 'dark' } } })
    expect(session.state.game).toBe(game)
  })
  it('is left to the tab that plays: another hears of it', () => {
    const session = new Stepped().open(DOUBLE)
    session.take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder: true })
    session.take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder: false })
    expect(houseOf(choose(session))).toEqual([])
  })
  it('that somebody chose elsewhere holds at once in the tab that plays', () => {
    const session = new Stepped().open(DOUBLE)
    hear(session, { settings: '{"automatic":"off","houseRules":["move-runs"]}' })
    expect([houseOf(session), session.state.change.cause]).toEqual([['move-runs'], 'rules'])
  })
  it('is adopted by a page that is shown again', () => {
    const session = new Stepped().open(DOUBLE).take({ kind: 'hidden' })
    session.texts = { ...session.texts, settings: '{"houseRules":["move-runs"]}' }
    expect(houseOf(session.take({ kind: 'shown' }))).toEqual(['move-runs'])
  })
  it('that a move so far has needed stays until the next deal', () => {
    const session = new Stepped({ settings: '{"automatic":"off","houseRules":["take-back"]}' })
    session.open('?game=klondike-1&deal=105').play(move('t0>f0'), move('f0>t6'))
    choose(session, 'take-back', false)
    expect([houseOf(session), session.steps]).toEqual([['take-back'], 2])
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    expect(houseOf(session)).toEqual([])
  })
  it('that limits passes holds at once while fewer were made, and is saved in the newer format', () => {
    const session = new Stepped({ settings: '{"automatic":"off"}' }).open('?game=klondike-3&deal=17')
    for (let i = 0; i < 8; i++) session.play(move('draw'))
    const { piles } = session.state.game.position
    session.take({ kind: 'changeSettings', change: { set: { klondikePasses: 'one-pass' } } })
    const { position } = session.state.game
    expect([position.game, position.piles]).toEqual([gameById('klondike-3', ['one-pass']), piles])
    expect(() => session.play(move('recycle'))).toThrow('There are no more passes through the stock')
    expect(session.texts['game:klondike-3']).toMatch(/^2/)
    session.take({ kind: 'changeSettings', change: { set: { klondikePasses: 'endless' } } })
    session.play(move('recycle'))
    expect([houseOf(session), session.state.game.position.pass]).toEqual([[], 1])
    expect(session.texts['game:klondike-3']).toMatch(/^1/)
    session.take({ kind: 'changeSettings', change: { set: { klondikePasses: 'one-pass' } } })
    expect(houseOf(session)).toEqual([])
  })
  it('that a move needs which can be redone stays until the next deal', () => {
    const session = new Stepped({ settings: '{"automatic":"off","houseRules":["take-back"]}' })
    session.open('?game=klondike-1&deal=105').play(move('t0>f0'), move('f0>t6'))
    session.take({ kind: 'go', to: 'undo' })
    choose(session, 'take-back', false)
    session.take({ kind: 'go', to: 'redo' })
    expect([houseOf(session), session.steps, session.notices]).toEqual([['take-back'], 2, []])
  })
  it('under which steps that can be redone lead to other cards waits for the next deal', () => {
    const session = new Stepped().open('?game=double-klondike-1&deal=1')
    while (session.state.game.position.pass === 0)
      session.play(legalMoves(session.state.game.position).find(({ kind }) => kind !== 'move')!)
    session.play(move('draw'))
    const { piles } = session.state.game.position
    const last = session.steps
    session.take({ kind: 'go', to: 0 })
    choose(session, 'shuffle-on-recycle')
    session.take({ kind: 'go', to: last })
    expect(session.state.game.position.piles).toEqual(piles)
  })
  it('under which other cards would lie there waits for the next deal', () => {
    const session = new Stepped().open('?game=double-klondike-1&deal=1')
    while (session.state.game.position.pass === 0)
      session.play(legalMoves(session.state.game.position).find(({ kind }) => kind !== 'move')!)
    session.play(move('draw'))
    const { game } = session.state
    choose(session, 'shuffle-on-recycle')
    expect([session.state.game, session.writes.set['game:double-klondike-1']]).toEqual([game, undefined])
  })
})
