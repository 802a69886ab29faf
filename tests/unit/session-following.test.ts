// Single steps of the session for events from outside the page (it is hidden or shown, storage or a lock
// changes), and for changed house rules.
import { beforeAll, describe, expect, it } from 'vitest'
import { gameById, legalMoves, loadGames, writeRecord } from '../../engine/index.ts'
import { textOf } from '../../stores/session/game-in-memory.ts'
import type { SettingsValues } from '../../stores/settings/schema.ts'
import type { SessionEvent } from '../../stores/session/state.ts'
import { needsLock, needsTexts } from '../../stores/session/step.ts'
import { move } from '../support/help.ts'
import { FIRST, quarantinedIn, SECOND, Stepped } from '../support/stepped.ts'

beforeAll(() => loadGames())

const GAME = 'game:sea-towers'
const NO_WRITES = { set: {}, remove: [] }
const opened = (texts?: Readonly<Record<string, string>>) => new Stepped(texts).open()
const change = (session: Stepped, changes: Readonly<Record<string, string | undefined>>) =>
  session.take({ kind: 'storageChanged', changes })
const getLock = (session: Stepped) =>
  session.take({ kind: 'lockChanged', game: 'sea-towers', isHolder: true })
const loseLock = (session: Stepped) =>
  session.take({ kind: 'lockChanged', game: 'sea-towers', isHolder: false })
/** A second tab, opened with the stored texts of the first. */
const secondTab = (session: Stepped) => new Stepped(session.texts).open('')

describe('a page whose window loses the focus', () => {
  it('saves the seconds on its clock, so that another window can continue from there', () => {
    const session = opened().play(FIRST)
    session.seconds = 42
    session.take({ kind: 'blurred' })
    expect(session.writes.set).toEqual({ [GAME]: textOf(session.state.game, 42), current: 'sea-towers' })
    expect([session.kinds, session.state.role]).toEqual([[], 'opening'])
    expect(session.take({ kind: 'blurred' }).writes).toEqual(NO_WRITES)
  })
  it('writes nothing if another tab is playing the game, or if the page is hidden', () => {
    for (const session of [loseLock(getLock(opened().play(FIRST))), opened().take({ kind: 'hidden' })]) {
      session.seconds = 42
      expect(session.take({ kind: 'blurred' }).writes).toEqual(NO_WRITES)
    }
  })
})

describe('a page that is hidden', () => {
  it('saves the seconds on its clock, stops the clock and requests publishing', () => {
    const session = opened().play(FIRST)
    session.seconds = 42
    session.take({ kind: 'hidden' })
    expect(session.writes.set).toEqual({ [GAME]: textOf(session.state.game, 42), current: 'sea-towers' })
    expect(session.kinds).toEqual(['stopClock', 'publish'])
    expect(session.state.role).toBe('hidden')
  })
  it('writes nothing if nothing has changed since the last write', () => {
    expect(opened().play(FIRST).take({ kind: 'hidden' }).writes).toEqual(NO_WRITES)
    const player = getLock(opened()).play(FIRST)
    expect(player.take({ kind: 'hidden' }).writes).toEqual(NO_WRITES)
  })
  it('does not write a game that another tab is playing', () => {
    const session = loseLock(getLock(opened().play(FIRST)))
    session.seconds = 42
    expect(session.take({ kind: 'hidden' }).writes).toEqual(NO_WRITES)
  })
  it('saves the game whose lock it holds', () => {
    const session = getLock(opened()).play(FIRST)
    session.seconds = 42
    expect(session.take({ kind: 'hidden' }).writes.set).toHaveProperty([GAME])
  })
  it('ignores a second “hidden” event, storage changes and lock changes', () => {
    const session = opened().play(FIRST).take({ kind: 'hidden' })
    const { state } = session
    session.take({ kind: 'hidden' })
    expect([session.state, session.kinds]).toEqual([state, []])
    change(session, { [GAME]: undefined, settings: '{"theme":"dark"}' })
    expect(session.state).toBe(state)
    expect(getLock(session).state).toBe(state)
  })
})

describe('a page that is shown', () => {
  it('requests the lock of its game before the user does anything', () => {
    const session = opened().take({ kind: 'hidden' }).take({ kind: 'shown' })
    expect(session.effects).toEqual([{ kind: 'takeLock', game: 'sea-towers' }])
    expect([session.state.role, session.state.change.id]).toEqual(['opening', 1])
  })
  it('shows the moves and the clock that another tab has stored in the meantime', () => {
    const session = opened().take({ kind: 'hidden' })
    const other = secondTab(session)
    other.seconds = 80
    other.play(FIRST, SECOND)
    session.texts = other.texts
    session.take({ kind: 'shown' })
    expect([session.steps, session.state.change.cause]).toEqual([2, 'tab'])
    expect(session.effects).toContainEqual({ kind: 'setClock', seconds: 80 })
    expect(session.writes).toEqual(NO_WRITES)
  })
  it('shows another tab’s game if it could not save its own, which stays within reach', () => {
    const session = opened().play(FIRST, SECOND)
    const own = session.state.game.playId
    session.seconds = 42
    session.take({ kind: 'hidden' })
    const other = opened().take({ kind: 'newDeal', dealNumber: 17, playId: 'another1' }).play(FIRST)
    session.take({ kind: 'shown' }, { stored: other.texts })
    expect([session.state.game.playId, session.steps]).toEqual(['another1', 1])
    expect(session.state.previousText).toContain(own)
    expect(session.texts['previous:sea-towers']).toBe(session.state.previousText)
    expect(GAME in session.writes.set).toBe(false)
    expect(session.take({ kind: 'backToPrevious' }).state.game).toMatchObject({ playId: own, seconds: 42 })
  })
  it('shows how another tab has continued the game, if it could not save its own last action', () => {
    const session = opened().play(FIRST)
    const other = secondTab(session).play(SECOND)
    session.take({ kind: 'go', to: 'undo' }).take({ kind: 'hidden' })
    session.take({ kind: 'shown' }, { stored: other.texts })
    expect(session.steps).toBe(2)
    expect(session.state.previousText).toBeUndefined()
    expect(GAME in session.writes.set).toBe(false)
  })
  it('keeps its unsaved game if only an earlier state or the game before it is stored', () => {
    const session = opened().play(FIRST)
    const stored = session.texts
    session.play(SECOND).take({ kind: 'hidden' }).take({ kind: 'shown' }, { stored })
    expect(session.steps).toBe(2)
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' }).take({ kind: 'hidden' })
    session.take({ kind: 'shown' }, { stored })
    expect(session.state.game.playId).toBe('another1')
  })
  it('offers to go back to the game that a new deal in another tab replaced', () => {
    const session = opened().take({ kind: 'hidden' })
    const other = secondTab(session).play(FIRST)
    other.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    session.texts = { ...other.texts, previous: 'none' }
    session.take({ kind: 'shown' })
    expect(session.state.previousText).toBe(other.texts['previous:sea-towers'])
  })
  it('deals a new game, with a notice, if everything was erased in the meantime', () => {
    const session = opened().play(FIRST).take({ kind: 'hidden' })
    session.texts = {}
    session.take({ kind: 'shown' })
    expect([session.steps, session.number, session.notices]).toEqual([0, 99, ['erasedElsewhere']])
    expect(session.texts[GAME]).toBe(textOf(session.state.game))
    expect(session.effects).toContainEqual({ kind: 'setClock', seconds: 0 })
  })
  it('does not overwrite a game that a newer version stored in the meantime', () => {
    const session = opened().play(FIRST).take({ kind: 'hidden' })
    const newer = `3${session.texts[GAME].slice(1)}`
    session.texts = { ...session.texts, [GAME]: newer }
    session.take({ kind: 'shown' })
    expect([session.steps, session.notices]).toEqual([1, []])
    session.play(SECOND)
    expect([session.texts[GAME], session.texts[`${GAME}@1`]]).toEqual([newer, textOf(session.state.game)])
  })
})

describe('a page whose stored game a newer version has replaced', () => {
  const newerGame = (session: Stepped) => `3${session.texts[GAME].slice(1)}`

  it('keeps its game when it is shown again, even if it followed another tab', () => {
    const session = loseLock(getLock(opened().play(FIRST)))
    const newer = newerGame(session)
    session.texts = { ...session.texts, [GAME]: newer }
    change(session, { [GAME]: newer })
      .take({ kind: 'hidden' })
      .take({ kind: 'shown' })
    expect([session.steps, session.number, session.notices]).toEqual([1, 17, []])
    expect([session.texts[GAME], session.texts[`${GAME}@1`]]).toEqual([newer, textOf(session.state.game)])
  })
  it('deals a new game if everything was erased while it was hidden', () => {
    const session = getLock(opened().play(FIRST))
    const newer = newerGame(session)
    session.texts = { ...session.texts, [GAME]: newer }
    change(session, { [GAME]: newer }).take({ kind: 'hidden' })
    session.texts = {}
    session.take({ kind: 'shown' })
    expect([session.steps, session.number, session.notices]).toEqual([0, 99, ['erasedElsewhere']])
  })
  it('also keeps the games within reach', () => {
    const session = getLock(opened().play(FIRST))
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'play9999' })
    const { previousText } = session.state
    const newer = `3${previousText!.slice(1)}`
    session.texts = { ...session.texts, 'previous:sea-towers': newer }
    change(session, { 'previous:sea-towers': newer })
    expect(session.texts).toMatchObject({
      'previous:sea-towers': newer,
      'previous:sea-towers@1': previousText,
    })
    session.take({ kind: 'hidden' }).take({ kind: 'shown' })
    expect(session.state.previousText).toBe(previousText)
  })
})

describe('a page that receives storage changes', () => {
  it('stores its game under a separate key if a newer version has replaced the stored one', () => {
    const session = getLock(opened().play(FIRST))
    const newer = `3${session.texts[GAME].slice(1)}`
    session.texts = { ...session.texts, [GAME]: newer }
    change(session, { [GAME]: newer })
    expect([session.texts[GAME], session.texts[`${GAME}@1`]]).toEqual([newer, textOf(session.state.game)])
    session.play(SECOND)
    expect([session.texts[GAME], session.texts[`${GAME}@1`]]).toEqual([newer, textOf(session.state.game)])
  })
  it('shows the moves and the clock of another tab that plays the game', () => {
    const session = opened()
    const other = secondTab(session)
    other.seconds = 80
    other.play(FIRST)
    change(session, { [GAME]: other.texts[GAME] })
    expect([session.steps, session.state.change.cause]).toEqual([1, 'tab'])
    expect(session.effects).toEqual([{ kind: 'setClock', seconds: 80 }])
    expect(session.writes).toEqual(NO_WRITES)
  })
  it('runs its clock after each move in another window, until that window is hidden', () => {
    const session = loseLock(getLock(opened().play(FIRST)))
    const other = secondTab(session)
    other.play(SECOND)
    change(session, { [GAME]: other.texts[GAME] })
    expect(session.kinds).toEqual(['setClock', 'runClock'])
    other.seconds = 90
    other.take({ kind: 'hidden' })
    change(session, { [GAME]: other.texts[GAME] })
    expect(session.effects).toEqual([{ kind: 'setClock', seconds: 90 }])
  })
  it('recognizes its own writes, in the order in which it made them', () => {
    const session = opened()
    const texts = [FIRST, SECOND].map(one => session.play(one).texts[GAME])
    const { game } = session.state
    for (const text of texts) expect(change(session, { [GAME]: text }).writes).toEqual(NO_WRITES)
    expect(session.state.game).toBe(game)
    expect(session.state.echoes).toEqual([])
  })
  it('waits for the change events of at most fifty writes, because failed writes cause none', () => {
    const session = opened().play(FIRST)
    for (let i = 0; i < 60; i++) {
      session.seconds++
      session.take({ kind: 'go', to: i % 2 ? 'redo' : 'undo' })
    }
    expect(session.state.echoes).toHaveLength(50)
    expect(session.state.echoes.at(-1)).toBe(session.texts[GAME])
  })
  it('stops waiting for an earlier write of its own once a later one has arrived', () => {
    const session = opened()
    const [early, late] = [FIRST, SECOND].map(one => session.play(one).texts[GAME])
    change(session, { [GAME]: late })
    // Then another tab writes the text that this tab wrote first. It is an earlier state of the game here.
    change(session, { [GAME]: early })
    expect([session.steps, session.writes.set[GAME]]).toEqual([2, late])
  })
  it('shows the game that another tab wrote, and stops waiting for its own writes', () => {
    const session = opened()
    const [before] = session.state.echoes
    const other = secondTab(session).play(FIRST)
    change(loseLock(getLock(session)), { [GAME]: other.texts[GAME] })
    expect([session.state.lastText, session.state.echoes]).toEqual([other.texts[GAME], []])
    expect(change(session, { [GAME]: before }).steps).toBe(0)
  })
  it('does nothing if the stored text is that of the game on the table', () => {
    const session = opened()
    const other = secondTab(session).play(FIRST)
    const { game } = change(session, { [GAME]: other.texts[GAME] }).state
    expect(change(session, { [GAME]: other.texts[GAME] }).state.game).toBe(game)
  })
  it('quarantines an unreadable text before the next save of the game replaces it', () => {
    const session = opened().play(FIRST)
    const { game } = session.state
    expect(change(session, { [GAME]: 'x' }).state.game).toBe(game)
    expect(session.notices).toEqual([])
    expect(Object.values(session.writes.set)).toEqual(['x'])
    expect(Object.values(quarantinedIn(session.play(SECOND).texts))).toEqual(['x'])
  })
  it('waits until it is shown again to quarantine an unreadable text, if another tab plays the game', () => {
    const session = loseLock(getLock(opened()))
    session.take({ kind: 'storageChanged', changes: { [GAME]: 'x' } }, { texts: undefined })
    expect(session.writes).toEqual(NO_WRITES)
    session.take({ kind: 'hidden' })
    session.texts = { ...session.texts, [GAME]: 'x' }
    expect(Object.values(quarantinedIn(session.take({ kind: 'shown' }).texts))).toEqual(['x'])
  })
  it('stores its own later state again if an earlier one was stored', () => {
    for (const session of [opened(), getLock(opened())]) {
      const other = opened()
      other.seconds = 3
      const early = other.play(FIRST).texts[GAME]
      session.play(FIRST, SECOND)
      session.seconds = 90
      change(session, { [GAME]: early })
      expect(session.steps).toBe(2)
      expect(session.writes.set[GAME]).toBe(textOf(session.state.game, 90))
    }
  })
  it('follows the playing tab, even to an earlier state', () => {
    const session = opened()
    const other = secondTab(session)
    other.seconds = 3
    other.play(FIRST)
    loseLock(getLock(session.play(FIRST, SECOND)))
    expect(change(session, { [GAME]: other.texts[GAME] }).steps).toBe(1)
    expect(session.writes).toEqual(NO_WRITES)
  })
  it('shows a stored game that has diverged, is a different play, or is from another device', () => {
    const start = opened()
    const isReplacedBy = (play: (other: Stepped) => void) => {
      const session = new Stepped(start.texts).open('').play(FIRST, SECOND)
      const other = new Stepped(start.texts).open('')
      play(other)
      change(session, { [GAME]: other.texts[GAME] })
      return session.state.game.playId === other.state.game.playId && session.steps === other.steps
    }
    expect(isReplacedBy(other => other.play(SECOND))).toBe(true)
    expect(isReplacedBy(other => other.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' }))).toBe(
      true,
    )
    const fromDevice = (other: Stepped) => {
      other.play(FIRST)
      const { game } = other.state
      const inherited = { deviceBB: 1 }
      other.texts = { ...other.texts, [GAME]: textOf({ ...game, inherited }) }
    }
    expect(isReplacedBy(fromDevice)).toBe(true)
  })
  it('shows a stored state with the same number of actions, even if the actions differ', () => {
    for (const one of [FIRST, SECOND]) {
      const session = opened().play(FIRST)
      const other = opened()
      other.seconds = 3
      const { game } = other.play(one).state
      change(session, { [GAME]: other.texts[GAME] })
      expect([session.state.game.history, session.state.game.seconds]).toEqual([game.history, 3])
    }
  })
  it('offers the previous game that another tab has stored, until it is removed', () => {
    const session = opened()
    expect(change(session, { 'previous:sea-towers': 'text' }).state.previousText).toBe('text')
    expect(change(session, { 'previous:freecell': 'other' }).state.previousText).toBe('text')
    expect(change(session, { 'previous:sea-towers': undefined }).state.previousText).toBeUndefined()
  })
  it('deals a new game if its game was erased, and does not offer previous games', () => {
    const session = opened().play(FIRST)
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    session.take({ kind: 'dismissed', notice: session.state.notices[0] })
    change(session, { [GAME]: undefined })
    expect([session.number, session.steps, session.state.change.cause]).toEqual([99, 0, 'deal'])
    expect([session.notices, session.state.previousText]).toEqual([['erasedElsewhere'], undefined])
    session.take({ kind: 'newDeal', dealNumber: 19, playId: 'another2' })
    expect(session.notices, 'no previous game is offered').toEqual([])
  })
  it('shows the new deal that another tab has already stored after an erasure, with the notice', () => {
    const session = opened().play(FIRST)
    const erased = { kind: 'storageChanged', changes: { [GAME]: undefined } } as const
    const other = secondTab(session).take(erased, { newDeal: { dealNumber: 6 } })
    session.take(erased, { stored: other.texts })
    expect([session.number, session.notices, session.writes]).toEqual([6, ['erasedElsewhere'], NO_WRITES])
  })
  it('deals a new game even if its own late write has stored the erased game again', () => {
    const session = opened().play(FIRST)
    const erased = { kind: 'storageChanged', changes: { [GAME]: undefined } } as const
    session.take(erased, { stored: session.texts })
    expect([session.number, session.steps]).toEqual([99, 0])
  })
  it('deals the preferred number after an erasure, if there is one', () => {
    const erased = { kind: 'storageChanged', changes: { [GAME]: undefined } } as const
    expect(
      opened()
        .play(FIRST)
        .take(erased, { newDeal: { dealNumber: 6 } }).number,
    ).toBe(6)
    const session = opened().play(FIRST).take({ kind: 'hidden' })
    session.texts = {}
    expect(session.take({ kind: 'shown' }, { newDeal: { dealNumber: 6 } }).number).toBe(6)
  })
  it('adopts settings that were chosen in another tab', () => {
    const session = opened()
    expect(change(session, { settings: '{"theme":"dark"}' }).state.settings.values.theme).toBe('dark')
  })
})

describe('a page that follows another tab', () => {
  it('applies actions to the game that the other tab has stored, even if the change event is late', () => {
    const session = loseLock(getLock(opened()))
    session.texts = secondTab(session).play(FIRST, SECOND).texts
    expect(session.take({ kind: 'go', to: 'undo' }).steps).toBe(1)
    expect(session.state.role, 'the lock was taken before').toBe('player')
    expect(session.kinds).not.toContain('takeLock')
  })
  it('needs the lock only for events that change the game', () => {
    const { state } = loseLock(getLock(opened()))
    const { position: on } = state.game
    const other = { minute: 1, vector: {}, record: '' }
    const changing: SessionEvent[] = [
      { kind: 'gesture', moves: [FIRST], on },
      { kind: 'go', to: 'undo' },
      { kind: 'newDeal', dealNumber: 1, playId: 'another1' },
      { kind: 'backToPrevious' },
      { kind: 'continueFrom', other, deviceId: 'deviceAA' },
    ]
    for (const event of changing) {
      expect([needsLock(state, event), needsTexts(state, event)], event.kind).toEqual([true, true])
      expect(needsLock(opened().state, event), event.kind).toBe(false)
    }
    expect(needsLock(state, { kind: 'hidden' })).toBe(false)
  })
})

describe('storage', () => {
  it('is read before an event only if the playing page may have missed changes', () => {
    const { state } = getLock(opened())
    const other = { minute: 1, vector: {}, record: '' }
    const needs = (event: SessionEvent) => needsTexts(state, event)
    expect(needs({ kind: 'opened', search: '', isVisible: true })).toBe(true)
    expect(needs({ kind: 'shown' })).toBe(true)
    expect(needs({ kind: 'switchGame', game: 'freecell' })).toBe(true)
    expect(needs({ kind: 'backToPrevious' })).toBe(true)
    expect(needs({ kind: 'continueFrom', other, deviceId: 'deviceAA' })).toBe(true)
    expect(needs({ kind: 'imported' })).toBe(true)
    expect(needs({ kind: 'storageChanged', changes: { [GAME]: undefined } })).toBe(true)
    expect(needs({ kind: 'storageChanged', changes: { [GAME]: 'text' } })).toBe(false)
    expect(needs({ kind: 'go', to: 'undo' })).toBe(false)
    expect(needs({ kind: 'hidden' })).toBe(false)
  })
  it('is read after an import, and the imported game is shown', () => {
    const session = opened()
    session.texts = secondTab(session).play(FIRST).texts
    expect(session.take({ kind: 'imported' }).steps).toBe(1)
  })
})

describe('a lock change', () => {
  it('makes the page the player, or a follower with a stopped clock', () => {
    const session = opened()
    expect([getLock(session).state.role, session.kinds]).toEqual(['player', []])
    expect([loseLock(session).state.role, session.kinds]).toEqual(['follower', ['stopClock']])
    expect([getLock(session).state.role, session.kinds]).toEqual(['player', []])
  })
  it('makes the page a follower if another tab takes the lock while the page opens the game', () => {
    expect(loseLock(opened()).state.role).toBe('follower')
  })
  it('of another game has no effect', () => {
    const { state } = opened()
    const session = opened()
    session.take({ kind: 'lockChanged', game: 'freecell', isHolder: true })
    expect(session.state.role).toBe(state.role)
  })
  it('has no effect if the page already holds the lock or has already lost it', () => {
    const session = getLock(opened())
    const { state } = session
    expect(getLock(session).state).toBe(state)
    expect([loseLock(loseLock(session)).kinds, session.state.role]).toEqual([[], 'follower'])
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

  it('applies immediately to the current game and is saved with it, without moving a card', () => {
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
  it('does not change a game that does not offer it, and neither does any other setting', () => {
    const session = new Stepped().open('?game=freecell&deal=17')
    const { game } = session.state
    choose(session)
    session.take({ kind: 'changeSettings', change: { set: { theme: 'dark' } } })
    expect(session.state.game).toBe(game)
  })
  it('is not applied by a tab that follows another tab', () => {
    const session = new Stepped().open(DOUBLE)
    session.take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder: true })
    session.take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder: false })
    expect(houseOf(choose(session))).toEqual([])
  })
  it('that was chosen in a following tab applies when that tab becomes the playing tab', () => {
    const session = new Stepped().open(DOUBLE)
    for (const isHolder of [true, false])
      session.take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder })
    choose(session).take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder: true })
    expect(houseOf(session)).toEqual(['move-runs'])
  })
  it('that was chosen in a following tab applies once the user plays there', () => {
    const session = new Stepped().open(DOUBLE)
    session.take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder: false })
    choose(session).play(legalMoves(session.state.game.position)[0])
    // The lock was taken before the move, and its report arrives after the move.
    session.take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder: true })
    expect([session.steps, houseOf(session), session.state.role]).toEqual([1, ['move-runs'], 'player'])
  })
  it('that was chosen in a following tab applies after the last move of the playing tab', () => {
    const session = new Stepped().open(DOUBLE)
    session.take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder: false })
    const player = new Stepped(session.texts).open('')
    choose(session)
    player.play(legalMoves(player.state.game.position)[0])
    // The player is closed before its move arrives in this tab.
    session.texts = { ...session.texts, ...player.writes.set }
    session.take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder: true })
    expect([session.steps, houseOf(session)]).toEqual([1, ['move-runs']])
  })
  it('that was chosen while another game was on the table applies when its game comes back', () => {
    const session = new Stepped().open(DOUBLE)
    session.play(legalMoves(session.state.game.position)[0])
    session.take({ kind: 'switchGame', game: 'freecell' })
    choose(session).take({ kind: 'switchGame', game: 'double-sea-towers' })
    expect([houseOf(session), session.state.change.cause]).toEqual([['move-runs'], 'opened'])
    expect(session.texts['game:double-sea-towers']).toBe(textOf(session.state.game))
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    choose(session, 'move-runs', false).take({ kind: 'backToPrevious' })
    expect([session.number, houseOf(session)]).toEqual([17, []])
  })
  it('applies to a game that the user continues from another device or restores after that', () => {
    const there = new Stepped().open(DOUBLE)
    there.play(legalMoves(there.state.game.position)[0])
    const other = { minute: 1, vector: { deviceBB: 1 }, record: writeRecord(there.state.game) }
    const session = new Stepped().open(DOUBLE.replace('17', '18'))
    session.take({ kind: 'lockChanged', game: 'double-sea-towers', isHolder: true })
    session.play(legalMoves(session.state.game.position)[0])
    const { game: left } = session.state
    choose(session).take({ kind: 'continueFrom', other, deviceId: 'deviceAA' })
    expect([session.number, session.state.change.cause, houseOf(session)]).toEqual([
      17,
      'device',
      ['move-runs'],
    ])
    expect(session.texts['game:double-sea-towers']).toBe(textOf(session.state.game))
    session.take({ kind: 'restore', left, on: session.state.game.position })
    expect([session.number, houseOf(session)]).toEqual([18, ['move-runs']])
  })
  it('that was chosen in another tab applies immediately in the playing tab', () => {
    const session = new Stepped().open(DOUBLE)
    change(session, { settings: '{"automatic":"off","houseRules":["move-runs"]}' })
    expect([houseOf(session), session.state.change.cause]).toEqual([['move-runs'], 'rules'])
  })
  it('that was chosen while the page was hidden applies when the page is shown', () => {
    const session = new Stepped().open(DOUBLE).take({ kind: 'hidden' })
    session.texts = { ...session.texts, settings: '{"houseRules":["move-runs"]}' }
    expect(houseOf(session.take({ kind: 'shown' }))).toEqual(['move-runs'])
  })
  it('does not change the clock of a game that another tab has stored in the meantime', () => {
    const session = new Stepped().open(DOUBLE).take({ kind: 'hidden' })
    const other = secondTab(session)
    other.seconds = 80
    other.play(legalMoves(other.state.game.position)[0])
    session.texts = { ...other.texts, settings: '{"houseRules":["move-runs"]}' }
    session.take({ kind: 'shown' })
    expect([houseOf(session), session.state.game.seconds]).toEqual([['move-runs'], 80])
  })
  it('that is turned off applies until the next deal if a move so far has needed it', () => {
    const session = new Stepped({ settings: '{"automatic":"off","houseRules":["take-back"]}' })
    session.open('?game=klondike-1&deal=105').play(move('t0>f0'), move('f0>t6'))
    choose(session, 'take-back', false)
    expect([houseOf(session), session.steps]).toEqual([['take-back'], 2])
    session.take({ kind: 'newDeal', dealNumber: 18, playId: 'another1' })
    expect(houseOf(session)).toEqual([])
  })
  it('about passes applies immediately if it allows those made so far, and is saved in format 2', () => {
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
  it('that is turned off applies until the next deal if a move that can be redone needs it', () => {
    const session = new Stepped({ settings: '{"automatic":"off","houseRules":["take-back"]}' })
    session.open('?game=klondike-1&deal=105').play(move('t0>f0'), move('f0>t6'))
    session.take({ kind: 'go', to: 'undo' })
    choose(session, 'take-back', false)
    session.take({ kind: 'go', to: 'redo' })
    expect([houseOf(session), session.steps, session.notices]).toEqual([['take-back'], 2, []])
  })
  it('waits for the next deal if it would change a step that can be redone', () => {
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
  it('waits for the next deal if it would change the cards on the table', () => {
    const session = new Stepped().open('?game=double-klondike-1&deal=1')
    while (session.state.game.position.pass === 0)
      session.play(legalMoves(session.state.game.position).find(({ kind }) => kind !== 'move')!)
    session.play(move('draw'))
    const { game } = session.state
    choose(session, 'shuffle-on-recycle')
    expect([session.state.game, session.writes.set['game:double-klondike-1']]).toEqual([game, undefined])
  })
})
