// Which items of an import may come in under their devices' own ids, because they only add to what counts.
import { aggregate } from './aggregate.ts'
import { emptyDevice, type Device } from './device.ts'
import { readSyncEnvelope } from './game-envelope.ts'
import { writeResult, OUTCOMES, type GameResult } from './game-results.ts'
import { readResults } from './log-page.ts'
import { MAX_DEVICES, type SoundItem } from './import-bounds.ts'
import { readItem, readJson, writeItem, type Items } from './items.ts'
import { allDigestsOf, digestOf, isCompactedPage, parseSummary } from './summary.ts'
import { compareVectors } from './version-vector.ts'
import {
  WAITING,
  nameOf,
  singleRows,
  isLateWin,
  isNewGame,
  isSamePlay,
  numbersOf,
  devicesWith,
  type Sender,
  type Draft,
} from './import-draft.ts'

/** How often what was refused is judged again; a longer chain of devices that need each other is made up. */
const MAX_PASSES = 3

/** What each device has to add under its own id, of so many devices as may be added. */
function offeredBy(draft: Draft, senders: readonly Sender[]): Map<Sender, Items> {
  const offered = new Map<Sender, Items>()
  let added = 0
  for (const sender of senders) {
    const whole = asTheyAre(draft, sender)
    if (Object.keys(whole).length === 0) continue
    // One more may be needed for results that come in one by one.
    if (!draft.known.has(sender.id) && ++added >= MAX_DEVICES) continue
    offered.set(sender, whole)
  }
  return offered
}

/**
 * What may come in under the devices' own ids. Some items only add once those of another device are there, so
 * what was refused is judged again while more comes in: the same import would bring it the next time.
 */
export function harmlessIn(draft: Draft, senders: readonly Sender[]): Map<Sender, Items> {
  const offered = offeredBy(draft, senders)
  const judge = { ...withWins(draft, senders), items: {} }
  // Nearly always everything only adds; else it is found out which device's items do not.
  if (addsOnly(judge, Object.assign({}, ...offered.values()) as Items)) return offered
  const harmless = new Map<Sender, Items>()
  for (let pass = 0, before = -1; pass < MAX_PASSES && before < harmless.size; pass++) {
    before = harmless.size
    for (const [sender, whole] of offered) {
      if (harmless.has(sender) || !addsOnly(judge, whole)) continue
      Object.assign(judge.items, whole)
      harmless.set(sender, whole)
    }
  }
  return harmless
}

/**
 * What items are judged by: what is known here, and the wins of the import of plays that were given up here.
 * These come in whatever becomes of the rest. Judged without them, sums that stay outside could come in the
 * next time, because a play which they would have taken away is a win by then.
 */
function withWins(draft: Draft, senders: readonly Sender[]): Draft {
  const { freshId } = draft.context
  const wins = senders.flatMap(sender =>
    singleRows(draft, sender).flatMap(({ rows }) => rows.filter(row => isLateWin(draft, row))),
  )
  if (wins.length === 0) return draft
  const known = new Map(draft.known)
  known.set(freshId, { ...emptyDevice(freshId), pages: new Map([[0, wins]]) })
  return { ...draft, known, before: aggregate(known.values()) }
}

/** The items of a device that may come in under its own id, as far as they themselves tell. */
function asTheyAre(draft: Draft, sender: Sender): Items {
  const items: Items = {}
  if (sender.id === draft.selfId) return items
  const known = draft.known.get(sender.id)
  if (!known && claimsKnownPlays(draft, sender)) return items
  for (const item of sender.items) {
    if (item.key.kind === 'device' || item.content === '') continue
    if (known ? !hasGrown(known, item) : item.key.kind === 'game' && !isNewGame(draft, item.content)) continue
    const name = nameOf(item.key)
    const old = name in draft.replicas ? readItem(name, draft.replicas[name]) : undefined
    if (old && !old.ok) continue
    // The next version and no later one, so that the device itself is still believed when it is heard of.
    const seq = old?.ok ? old.value.seq + 1 : item.seq
    items[name] = writeItem(name, { epoch: draft.epoch, seq, content: item.content })
  }
  return items
}

/**
 * Whether sums of a device that is not known here count plays that are. Which of their results are in the
 * sums
 * nobody can check, so single results come in and the sums stay outside, every time.
 */
function claimsKnownPlays({ ends }: Draft, { items }: Sender): boolean {
  const summary = items.find(({ key }) => key.kind === 'results')
  if (!summary) return false
  const digests = allDigestsOf(parseSummary(readJson(summary.content))!)
  const isClaimed = (result: GameResult) =>
    OUTCOMES.some(outcome => digests.has(digestOf({ ...result, outcome })))
  const isKnown = ({ play }: GameResult) => ends.has(play)
  return (
    (digests.size > 0 && [...ends.values()].some(isClaimed)) ||
    items.some(({ key, content }) => key.kind === 'log' && readResults(content)!.some(isKnown))
  )
}

/**
 * Whether an item of a known device may come in under the device's own id: a page that is counted already,
 * but only in sums; later sums; the same game, further on. Anything else comes in under the fresh id, so that
 * it can be taken back on every device.
 */
function hasGrown(known: Device, { key, content }: SoundItem): boolean {
  switch (key.kind) {
    case 'log': {
      const isMissing = !known.pages.has(key.page)
      return isMissing && isCompactedPage(known.summary, key.page, readResults(content)!)
    }
    case 'results':
      return parseSummary(readJson(content))!.compactedPages > known.summary.compactedPages
    case 'game': {
      const game = readSyncEnvelope(content)
      const before = known.games.get(key.game)
      if (!game || !before || !isSamePlay(game, before)) return false
      return compareVectors(before.vector, game.vector) === 'ancestor'
    }
    default:
      return false
  }
}

/** Whether all results that count here still do, once these items are known as well. */
function addsOnly({ known, before, replicas, items: taken, selfId }: Draft, items: Items): boolean {
  const after = aggregate(devicesWith(known, { ...replicas, ...taken, ...items }))
  const now = numbersOf(after)
  for (const [game, [played, won]] of numbersOf(before)) {
    const [playedNow, wonNow] = now.get(game) ?? [0, 0]
    if (playedNow < played || wonNow < won) return false
  }
  const results = new Map(after.results.map(result => [result.play, result]))
  const own = [selfId ?? '', WAITING].flatMap(id => [...(known.get(id)?.pages.values() ?? [])].flat())
  const ownPlays = new Set(own.map(({ play }) => play))
  const ownWins = new Set(own.flatMap(({ play, outcome }) => (outcome === 'won' ? [play] : [])))
  return before.results.every(result => {
    if (!ownPlays.has(result.play)) return true
    const now = results.get(result.play)
    const isUpgraded = !ownWins.has(result.play) && now?.outcome === 'won'
    return now !== undefined && (isUpgraded || writeResult(now) === writeResult(result))
  })
}
