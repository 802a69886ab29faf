// The simulator's part in mutation testing: some histories, half of them with short pages and little room.
// `npm test` runs far more.
import { expect, it } from 'vitest'
import { codeOf, CRAMPED } from './code.ts'
import { runHistory } from './history.ts'

const HISTORIES = 80

// Created before any test, because a mutant at the top level of a file is active once the file is loaded.
const codes = [codeOf(), codeOf({}, CRAMPED)]

it('results, games and settings are kept through every history', async () => {
  for (let seed = 1; seed <= HISTORIES; seed++)
    await expect(runHistory(codes[seed % 2], seed)).resolves.toBeUndefined()
}, 60_000)
