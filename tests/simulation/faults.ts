// Faults that cost other extensions their people's data, each as a change to the real code: the simulation
// must find every one.
import type { Change } from './code.ts'

export interface Fault {
  readonly name: string
  readonly changes: readonly Change[]
}

const fault = (
  name: string,
  ...changes: readonly (readonly [file: string, find: string, replace: string])[]
): Fault => ({ name, changes: changes.map(([file, find, replace]) => ({ file, find, replace })) })

export const faults: readonly Fault[] = [
  fault(
    'all devices write the same keys',
    ['reconcile.ts', 'known ?? { id: newId(), era: 0 }', "known ?? { id: 'sharedId', era: 0 }"],
    ['reconcile.ts', 'if (known && wasCloned(', 'if (known && !known && wasCloned('],
  ),
  fault('a fold that counts a play once for each device', [
    'fold.ts',
    '[...bestRows(single).values()].map(({ row }) => row)',
    'single.flatMap(([, all]) => all).filter(counts)',
  ]),
  fault(
    'a fold that adds sums and rows',
    [
      'fold.ts',
      'const isInside = (row: Row) => isOver &&',
      'const isInside = (row: Row) => isOver && !isOver &&',
    ],
    ['fold.ts', '!isIn(summed, row) && ', ''],
  ),
  fault('clear, then set', [
    'syncer.ts',
    'await sync.set(Object.fromEntries(chosen))',
    'await sync.remove(Object.keys(await sync.all()))\n        await sync.set(Object.fromEntries(chosen))',
  ]),
  fault('the clock on the wall decides which setting is the later', [
    'wishes.ts',
    'now > last[0] ? [now, 0] : [last[0], last[1] + 1]',
    '[now, last[1] * 0]',
  ]),
  fault('a refused write is not tried again', [
    'reconcile.ts',
    'fitted.wanted.filter(key => seen[key] !== copies[key])',
    'fitted.wanted.filter(key => seen[key] !== copies[key] && local[COPY + key] !== copies[key])',
  ]),
  fault('no guard against clones', [
    'reconcile.ts',
    'if (known && wasCloned(',
    'if (known && !known && wasCloned(',
  ]),
  fault('a clone that leaves its own results behind', [
    'reconcile.ts',
    'pending = [...adoptClone(self.id, copies, seen), ...pending]',
    'adoptClone(self.id, copies, seen)',
  ]),
  fault('no healing', ['reconcile.ts', 'heal: sync ? lost() : {}', 'heal: sync && lost() ? {} : {}']),
  fault('healing that brings back what was erased', [
    'reconcile.ts',
    '(eraOf(key, value) ?? era) < era',
    '(eraOf(key, value) ?? era) < 0',
  ]),
  fault('a failed read taken for an empty storage', [
    'settle.ts',
    'const here = await local.all()',
    'const here = await local.all().catch(() => ({}))',
  ]),
  fault('the ancestor test reversed', [
    'vector.ts',
    "isAhead ? (isBehind ? 'apart' : 'after') : isBehind ? 'before' : 'same'",
    "isAhead ? (isBehind ? 'apart' : 'before') : isBehind ? 'after' : 'same'",
  ]),
  fault('the last page of the log lost when a new one begins', [
    'reconcile.ts',
    'else put(keys.log(self.id, page + 1), writeRow(row))',
    'else put(key, writeRow(row))',
  ]),
  fault('a newer format rewritten', [
    'items.ts',
    'if (/^[2-9][\\w-]{6}/.test(value)) return',
    "if (value === 'newer') return",
  ]),
  fault('a result removed before it is in the log', [
    'settle.ts',
    'if (Object.keys(round.local).length > 0) await local.set(round.local)\n    if (round.forget.length > 0) await local.remove(round.forget)',
    'if (round.forget.length > 0) await local.remove(round.forget)\n    if (Object.keys(round.local).length > 0) await local.set(round.local)',
  ]),
  fault('writes without a bucket', [
    'syncer.ts',
    'if (!hand || now() < state.notBefore || state.tokens < 1) return waiting',
    '',
  ]),
]
