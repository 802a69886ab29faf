// The game on the table: its history, what may be done with it, and its saving at every move.
import { defineStore } from 'pinia'
import { computed, inject, shallowRef } from 'vue'
import {
  act,
  autoplayMoves,
  begin,
  deal,
  finish,
  games,
  isDealNumber,
  isStuck,
  isWon,
  movesMade,
  movesTo,
  playAll,
  positionAt,
  randomDeal,
  readRecord,
  stockMove,
  writeRecord,
  type GameId,
  type Held,
  type History,
  type Move,
  type PileId,
  type Position,
  type Result,
} from '../../engine/index.ts'
import { parseAddress, type Wish } from './launch-request'
import { useClock } from './clock'
import { platformKey } from '../platform/platform'
import type { Notice } from './notice'
import { createSaves, CURRENT, WELCOME, type Kept, type Saves } from './game-storage'
import { useSettings } from '../settings/settings'
import type { Outcome } from '../sync/game-results.ts'
import { countsWhenLeft, resultOf, writeLocalGame, type TravellingGame } from '../sync/game-envelope.ts'
import { playIdOf } from '../sync/ids.ts'
import { advance, compareVectors, joinVectors, type Vector } from '../sync/version-vector.ts'
import { useTabs } from './tabs'
import { createWriter } from './writer'

/** An easy deal of the first game, for the first start. */
const FIRST_DEAL = 310

export const useGame = defineStore('game', () => {
  const platform = inject(platformKey)!
  const { local } = platform
  const settings = useSettings()
  const clock = useClock()
  let saves: Saves
  const playId = shallowRef('')
  /** What was taken over of this play, and how many actions were made here since. */
  let base: Vector = {}
  let own = 0
  const history = shallowRef<History>(begin(deal('double-sea-towers', 1)))
  const position = shallowRef<Position>(history.value.start)
  const isOpen = shallowRef(false)
  const notice = shallowRef<Notice>()
  /** Counts the new deals of this tab, each of which is seen to be dealt. */
  const dealt = shallowRef(0)
  /** Whether nothing was ever played here. */
  const isFirst = shallowRef(false)
  /** Whether a game left by a new deal can be gone back to. */
  const hasPrevious = shallowRef(false)

  const writer = createWriter(error => {
    notice.value = { key: 'notSaved', detail: String(error) }
  })
  const tabs = useTabs(platform, { lock: () => `game:${game.value.id}`, heard, catchUp, lost: clock.stop })

  const game = computed(() => position.value.game)
  const moves = computed(() => movesMade(history.value))
  const state = computed(() =>
    isWon(position.value) ? 'won' : isStuck(position.value) ? 'stuck' : 'playing',
  )
  const canUndo = computed(() => history.value.cursor > 0)
  const canRedo = computed(() => history.value.cursor < history.value.gestures.length)
  /** The moves that end the game where the rest is a formality. */
  const finishing = computed(() => finish(position.value))

  /**
   * Opens what is stored, as the address wishes; the first thing that happens in a tab, which nobody may be
   * looking at.
   */
  async function open(search: string, isSeen = true): Promise<void> {
    const texts = await local.all()
    saves = createSaves(local, texts)
    const first: Notice[] = []
    if (!settings.open(texts)) {
      await saves.keepAside(settings.key, texts[settings.key])
      first.push({ key: 'brokenSettings' })
    }
    const parsed = parseAddress(search)
    const wish: Wish = parsed.ok ? parsed.value : {}
    if (!parsed.ok) first.push({ key: 'badAddress', reason: parsed.reason })
    isFirst.value = !(CURRENT in texts) || WELCOME in texts
    const last = games.find(({ id }) => id === texts[CURRENT])?.id
    await show(wish.game ?? last ?? games[0].id, wish.deal)
    if (first.length > 0) notice.value = first[0]
    isOpen.value = true
    if (isSeen) tabs.follow()
  }

  /** Shows a game: the one in progress (if it is the deal wished for), else a new deal. */
  async function show(id: GameId, wished?: number): Promise<void> {
    notice.value = undefined
    const saved = await saves.open('game', id)
    const isWished = saved?.ok && (wished === undefined || saved.value.history.start.dealNumber === wished)
    if (saved?.ok && isWished) {
      take(saved.value)
      if (saved.value.rebased) notice.value = { key: 'mendedGame' }
    } else {
      if (saved?.ok) await leave(saved.value)
      start(id, wished ?? (isFirst.value && id === games[0].id ? FIRST_DEAL : randomDeal()))
      if (saved?.ok) notice.value = { key: 'newDeal' }
      else if (saved)
        notice.value = {
          key: saved.reason.key === 'recordNewer' ? 'newerGame' : 'brokenGame',
          reason: saved.reason,
        }
    }
    hasPrevious.value = (await local.get(saves.keyOf('previous', id))) !== undefined
    writer.learn((await local.get(saves.keyOf('game', id))) ?? '')
    if (!writer.isLast(textNow()) || (await local.get(CURRENT)) !== id)
      await save(isFirst.value ? { [WELCOME]: '1' } : {})
  }

  function take(saved: Omit<Kept, 'rebased'>): void {
    history.value = saved.history
    position.value = saved.position
    playId.value = saved.playId
    base = saved.base
    own = saved.own
    clock.reset(saved.seconds)
  }

  /** Deals; `day` where it is the deal of that day (days since 1970). */
  const start = (id: GameId, dealNumber: number, day?: number) => {
    const first = deal(id, dealNumber, settings.houseRulesFor(id))
    take({ history: begin(first), position: first, playId: playIdOf(day), seconds: 0, base: {}, own: 0 })
  }

  const kept = (): Kept => ({
    history: history.value,
    position: position.value,
    playId: playId.value,
    seconds: clock.seconds.value,
    rebased: false,
    base,
    own,
  })
  const localGame = (of = kept()) => ({ record: writeRecord(of), base: of.base, own: of.own })
  const textNow = () => writeLocalGame(localGame())

  /** Writes the game as it is now; a browser that cannot keep it becomes a notice, and play goes on. */
  function save(also: Record<string, string> = {}): Promise<void> {
    const saved = localGame()
    return writer.write(writeLocalGame(saved), async () => {
      await saves.save('game', game.value.id, saved, { ...also, [CURRENT]: game.value.id })
      if (notice.value?.key === 'notSaved') notice.value = undefined
    })
  }

  const result = (of: Kept, outcome: Outcome) => resultOf(of, outcome, Date.now())

  /** Keeps a game that is being left within reach; left for a new deal, it is given up. */
  async function leave(left: Kept, isGivenUp = true): Promise<void> {
    await saves.save(
      'previous',
      left.position.game.id,
      localGame(left),
      isGivenUp && countsWhenLeft(left) ? result(left, 'givenUp') : {},
    )
    hasPrevious.value = true
  }

  /** Plays a gesture and what follows from it by itself. The moves must be legal. */
  function playGesture(gesture: readonly Move[]): void {
    if (tabs.isStale()) return
    const after = playAll(position.value, gesture)
    const automatic = autoplayMoves(after, settings.automaticFor(game.value.id))
    history.value = act(history.value, { kind: 'gesture', moves: [...gesture, ...automatic] })
    position.value = playAll(after, automatic)
    settle()
  }

  function settle(): void {
    notice.value = undefined
    own++
    if (isFirst.value) void local.remove([WELCOME])
    isFirst.value = false
    if (!tabs.isPlayer.value) void tabs.takeLock()
    if (state.value === 'won') clock.stop()
    else clock.touch()
    void save(state.value === 'won' ? result(kept(), 'won') : {})
    if (state.value === 'won') askToHand()
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
    if (next === history.value || tabs.isStale()) return
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
  async function newDeal(dealNumber = randomDeal(), day?: number): Promise<void> {
    if (!isDealNumber(dealNumber)) return
    await leave(kept())
    dealt.value++
    start(game.value.id, dealNumber, day)
    notice.value = { key: 'newDeal' }
    await save()
    if (!tabs.isPlayer.value) await tabs.takeLock()
  }

  /** Back to the game that a new deal left; that deal in turn stays in reach. */
  async function backToPrevious(): Promise<void> {
    const previous = await saves.open('previous', game.value.id)
    if (!previous?.ok) {
      notice.value = previous && { key: 'brokenGame', reason: previous.reason }
      hasPrevious.value = false
      return
    }
    await leave(kept())
    take(previous.value)
    own++
    notice.value = undefined
    await save(countsWhenLeft(previous.value) ? result(kept(), 'reopened') : {})
  }

  /** Goes on with a game from another device; the one on the table stays in reach. */
  async function continueFrom(other: TravellingGame, deviceId: string): Promise<void> {
    const opened = readRecord(other.record)
    if (!opened.ok) {
      notice.value = { key: 'brokenGame', reason: opened.reason }
      return
    }
    const { id } = opened.value.position.game
    if (id !== game.value.id) await choose(id)
    const here = vectorOf(deviceId)
    const isSamePlay = opened.value.playId === playId.value
    const isAhead = isSamePlay && compareVectors(here, other.vector) === 'before'
    if (!isAhead && history.value.log.length > 0) await leave(kept(), false)
    take({ ...opened.value, base: isSamePlay ? joinVectors(here, other.vector) : other.vector, own: 0 })
    notice.value = undefined
    await save()
  }

  /** How far this play has gone, with what was done here counted for this device. */
  const vectorOf = (deviceId: string): Vector => advance(base, deviceId, own)

  /** Another game, where it was left. */
  async function choose(id: GameId): Promise<void> {
    if (id === game.value.id) return
    await save()
    await show(id)
    await tabs.takeLock()
  }

  /**
   * House rules that were changed in the settings hold at once where the game so far allows it, else from the
   * next deal on.
   */
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

  function heard(changes: Record<string, string | undefined>): void {
    settings.hear(changes)
    const text = changes[saves.keyOf('game', game.value.id)]
    if (text !== undefined && !writer.isEcho(text)) void catchUp()
  }

  /** Shows what another tab made of this game. */
  async function catchUp(): Promise<void> {
    await writer.settled()
    const text = await local.get(saves.keyOf('game', game.value.id))
    if (text === undefined || writer.isLast(text)) return
    const saved = await saves.open('game', game.value.id)
    if (!saved?.ok) return
    take(saved.value)
    writer.learn(textNow())
  }

  const askToHand = () => void platform.ask('hand').catch(() => undefined)

  /** The tab was hidden or is closing: the clock stops, the game is saved and handed on. */
  function hide(): void {
    clock.stop()
    const isToSave = isOpen.value && tabs.isPlayer.value && !writer.isLast(textNow())
    if (!tabs.leave()) return
    if (isToSave) void save()
    askToHand()
  }

  /** Any sign of life lets a running clock go on; it starts with the first move. */
  function touch(): void {
    if (moves.value > 0 && state.value !== 'won' && tabs.isPlayer.value) clock.touch()
  }

  /** The position before the last gesture; the present one at the start. */
  const positionBefore = () => positionAt(history.value, Math.max(0, history.value.cursor - 1))

  return {
    isOpen,
    isFirst,
    dealt,
    isPlayer: tabs.isPlayer,
    history,
    position,
    game,
    moves,
    state,
    canUndo,
    canRedo,
    finishing,
    notice,
    hasPrevious,
    seconds: clock.seconds,
    open,
    move,
    playGesture,
    turnStock,
    goTo,
    undo,
    redo,
    restart,
    finishGame,
    newDeal,
    backToPrevious,
    choose,
    continueFrom,
    vectorOf,
    playHere: tabs.playHere,
    playId,
    adoptHouseRules,
    positionBefore,
    catchUp,
    hide,
    touch,
  }
})
