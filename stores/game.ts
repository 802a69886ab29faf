// The game on the table: its history, what may be done with it, and its saving at every move.
import { defineStore } from 'pinia'
import { computed, inject, shallowRef } from 'vue'
import {
  act, automaticMoves, begin, deal, finish, games, isDealNumber, isStuck, isWon, movesMade, movesTo,
  playAll, positionAt, randomDeal, stockMove, writeRecord, type GameId, type Held, type History, type Move, type OpenedGame,
  type PileId, type Position, type Reason, type Result,
} from '../engine/index.ts'
import { parseAddress, type Wish } from './address'
import { useClock } from './clock'
import { platformKey } from './platform'
import { createSaves, type Saves } from './saves'
import { useSettings } from './settings'

/** Something to tell the person, quietly; it goes with the next move. */
export interface Notice {
  readonly key: 'brokenGame' | 'newerGame' | 'mendedGame' | 'brokenSettings' | 'badAddress' | 'newDeal' | 'notSaved'
  readonly reason?: Reason
  readonly detail?: string
}

const CURRENT = 'current'

/** Eight base64url characters that name one playing of a deal. */
const newPlayId = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(6))))
  .replaceAll('+', '-').replaceAll('/', '_')

export const useGame = defineStore('game', () => {
  const { local } = inject(platformKey)!
  const settings = useSettings()
  const clock = useClock()
  let saves: Saves
  let playId = ''
  /** The record as it was last read or written here. */
  let lastRecord = ''
  /** Records written here whose echo has not come back yet, to know another tab's from our own. */
  const ownRecords = new Set<string>()
  /** The last write; the writes before it have ended when it has. */
  let writing: Promise<void> = Promise.resolve()
  let isStale = false

  const history = shallowRef<History>(begin(deal('double-sea-towers', 1)))
  const position = shallowRef<Position>(history.value.start)
  const isOpen = shallowRef(false)
  const notice = shallowRef<Notice>()
  /** Whether a game left by a new deal can be gone back to. */
  const hasPrevious = shallowRef(false)

  const game = computed(() => position.value.game)
  const moves = computed(() => movesMade(history.value))
  const state = computed(() => isWon(position.value) ? 'won' : isStuck(position.value) ? 'stuck' : 'playing')
  const canUndo = computed(() => history.value.cursor > 0)
  const canRedo = computed(() => history.value.cursor < history.value.gestures.length)
  /** The moves that end the game where the rest is a formality. */
  const finishing = computed(() => finish(position.value))

  /** Opens what is stored, as the address wishes; the first thing that happens in a tab. */
  async function open(search: string): Promise<void> {
    const texts = await local.all()
    saves = createSaves(local, texts)
    const first: Notice[] = []
    if (!settings.open(texts[settings.key])) {
      await saves.keepAside(settings.key, texts[settings.key])
      first.push({ key: 'brokenSettings' })
    }
    const parsed = parseAddress(search)
    const wish: Wish = parsed.ok ? parsed.value : {}
    if (!parsed.ok) first.push({ key: 'badAddress', reason: parsed.reason })
    const last = games.find(({ id }) => id === texts[CURRENT])?.id
    await show(wish.game ?? last ?? games[0].id, wish.deal)
    if (first.length > 0) notice.value = first[0]
    local.onChanged(followOtherTabs)
    isOpen.value = true
  }

  /** Shows a game: the one in progress (if it is the deal wished for), else a new deal. */
  async function show(id: GameId, wished?: number): Promise<void> {
    notice.value = undefined
    const saved = await saves.open('game', id)
    const isWished = saved?.ok && (wished === undefined || saved.value.history.start.dealNumber === wished)
    if (saved?.ok && isWished) {
      take(saved.value, saved.value.position)
      if (saved.value.rebased) notice.value = { key: 'mendedGame' }
    } else {
      if (saved?.ok) await leave(saved.value)
      start(id, wished ?? randomDeal())
      if (saved?.ok) notice.value = { key: 'newDeal' }
      else if (saved) notice.value = { key: saved.reason.key === 'recordNewer' ? 'newerGame' : 'brokenGame', reason: saved.reason }
    }
    hasPrevious.value = await local.get(saves.keyOf('previous', id)) !== undefined
    lastRecord = await local.get(saves.keyOf('game', id)) ?? ''
    if (recordNow() !== lastRecord || await local.get(CURRENT) !== id) await save()
  }

  function take(saved: { history: History, playId: string, seconds: number }, now: Position): void {
    history.value = saved.history
    position.value = now
    playId = saved.playId
    clock.reset(saved.seconds)
  }

  const start = (id: GameId, dealNumber: number) => {
    const first = deal(id, dealNumber, settings.houseRulesFor(id))
    take({ history: begin(first), playId: newPlayId(), seconds: 0 }, first)
  }

  const recordNow = () => writeRecord({ history: history.value, playId, seconds: clock.seconds.value })

  /** Writes the game as it is now; a browser that cannot keep it becomes a notice, and play goes on. */
  function save(): Promise<void> {
    lastRecord = recordNow()
    ownRecords.add(lastRecord)
    const kept = saves.save('game', game.value.id, lastRecord, { [CURRENT]: game.value.id }).then(
      () => { if (notice.value?.key === 'notSaved') notice.value = undefined },
      (error: unknown) => { notice.value = { key: 'notSaved', detail: String(error) } },
    )
    writing = Promise.all([writing, kept]).then(() => undefined)
    return kept
  }

  /** Keeps a game that is being left within reach. */
  async function leave(saved: OpenedGame): Promise<void> {
    await saves.save('previous', saved.position.game.id, writeRecord(saved))
    hasPrevious.value = true
  }

  /** Plays a gesture and what follows from it by itself. The moves must be legal. */
  function playGesture(gesture: readonly Move[]): void {
    const after = playAll(position.value, gesture)
    const automatic = automaticMoves(after, settings.automaticFor(game.value.id))
    history.value = act(history.value, { kind: 'gesture', moves: [...gesture, ...automatic] })
    position.value = playAll(after, automatic)
    settle()
  }

  function settle(): void {
    notice.value = undefined
    if (state.value === 'won') clock.stop()
    else clock.touch()
    void save()
  }

  /** Brings held cards to a pile; the reason where the rules forbid it, and then nothing changes. */
  function move(held: Held, to: PileId): Result<readonly Move[]> {
    const result = movesTo(position.value, held, to)
    if (result.ok) playGesture(result.value)
    return result
  }

  /** Turns the stock, or deals from it. */
  function turnStock(): Result<Move> {
    const result = stockMove(position.value)
    if (result.ok) playGesture([result.value])
    return result
  }

  /** Goes to a step of the history, 0 being the deal. */
  function goTo(step: number): void {
    const next = act(history.value, { kind: 'go', to: step })
    if (next === history.value) return
    history.value = next
    position.value = positionAt(next)
    settle()
  }
  const undo = () => goTo(history.value.cursor - 1)
  const redo = () => goTo(history.value.cursor + 1)
  const restart = () => goTo(0)

  function finishGame(): void {
    if (finishing.value) playGesture(finishing.value)
  }

  /** A new deal of this game, random unless a number is given; the game left stays in reach. */
  async function newDeal(dealNumber = randomDeal()): Promise<void> {
    if (!isDealNumber(dealNumber)) return
    await leave({ history: history.value, position: position.value, playId, seconds: clock.seconds.value, rebased: false })
    start(game.value.id, dealNumber)
    notice.value = { key: 'newDeal' }
    await save()
  }

  /** Back to the game that a new deal left; that deal in turn stays in reach. */
  async function backToPrevious(): Promise<void> {
    const previous = await saves.open('previous', game.value.id)
    if (!previous?.ok) {
      notice.value = previous && { key: 'brokenGame', reason: previous.reason }
      hasPrevious.value = false
      return
    }
    await leave({ history: history.value, position: position.value, playId, seconds: clock.seconds.value, rebased: false })
    take(previous.value, previous.value.position)
    notice.value = undefined
    await save()
  }

  /** Another game, where it was left. */
  async function choose(id: GameId): Promise<void> {
    if (id === game.value.id) return
    await save()
    await show(id)
  }

  /** House rules that were changed in the settings hold at once where the game so far allows it, else from the next deal on. */
  function adoptHouseRules(): void {
    const house = settings.houseRulesFor(game.value.id)
    const next: History = { ...history.value, start: { ...history.value.start, house } }
    try {
      const now = positionAt(next)
      if (JSON.stringify(now.piles) !== JSON.stringify(position.value.piles)) return
      position.value = now
      history.value = next
      void save()
    } catch {
      // The moves made so far need the old rules: this game keeps them.
    }
  }

  function followOtherTabs(changes: Record<string, string | undefined>): void {
    if (changes[settings.key] !== undefined) settings.open(changes[settings.key])
    const record = changes[saves.keyOf('game', game.value.id)]
    if (record === undefined || ownRecords.delete(record)) return
    if (document.hidden) isStale = true
    else void catchUp()
  }

  /** Shows what another tab made of this game. */
  async function catchUp(): Promise<void> {
    isStale = false
    await writing
    ownRecords.clear()
    const saved = await saves.open('game', game.value.id)
    if (!saved?.ok) return
    take(saved.value, saved.value.position)
    lastRecord = recordNow()
  }

  /** The tab was hidden or is closing: the clock stops and is saved. */
  function hide(): void {
    clock.stop()
    if (isOpen.value && !isStale && recordNow() !== lastRecord) void save()
  }

  /** The tab is seen again. */
  function unhide(): void {
    if (isStale) void catchUp()
  }

  /** Any sign of life lets a running clock go on; it starts with the first move. */
  function touch(): void {
    if (moves.value > 0 && state.value !== 'won') clock.touch()
  }

  /** The position before the last gesture; the present one at the start. */
  const positionBefore = () => positionAt(history.value, Math.max(0, history.value.cursor - 1))

  return {
    isOpen, history, position, game, moves, state, canUndo, canRedo, finishing, notice, hasPrevious, seconds: clock.seconds,
    open, move, playGesture, turnStock, goTo, undo, redo, restart, finishGame, newDeal, backToPrevious, choose,
    adoptHouseRules, positionBefore, catchUp, hide, unhide, touch,
  }
})

