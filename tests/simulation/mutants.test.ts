// Histories for mutation testing, half of them with short pages and little room. `npm test` runs more
// histories.
import { expect, it } from 'vitest'
import { codeOf, CRAMPED } from './code.ts'
import { runHistory } from './history.ts'

const HISTORIES = 80

// Created before the test, because a mutant at the top level of a file is active as soon as the file is
// loaded.
const codes = [codeOf(), codeOf({}, CRAMPED)]

it('results, games and settings are kept through every history', async () => {
  for (let seed = 1; seed <= HISTORIES; seed++)
    await expect(runHistory(codes[seed % 2], seed)).resolves.toBeUndefined()
}, 60_000)
