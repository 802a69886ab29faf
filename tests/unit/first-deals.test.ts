// The first deal of a newly chosen game is winnable.
import { describe, expect, test } from 'vitest'
import { FIRST_DEALS, deal, games, solve } from '../../engine/index.ts'
import { some } from '../support/help.ts'

describe('the first deals', () => {
  test.each(games.map(({ id }) => id))('of %s are sixteen different winnable deals', id => {
    const numbers = FIRST_DEALS[id]
    expect(new Set(numbers).size).toBe(16)
    for (const number of numbers.slice(0, some(16)))
      expect(solve(deal(id, number), { maxStates: 400_000 }).verdict, `deal ${number}`).toBe('won')
  })
})
