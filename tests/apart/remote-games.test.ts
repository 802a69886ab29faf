// @vitest-environment happy-dom
// What a new tab reads of other devices’ games. Without other devices it reads no record, because the record
// of a game that is not loaded cannot be read.
import { expect, it, vi } from 'vitest'
import { continuationOf } from '../../stores/account/continuation.ts'
import { eventually } from '../support/eventually'
import { device, play } from '../support/synced-device'

vi.mock('../../stores/account/continuation.ts', async original => {
  const real = await original<typeof import('../../stores/account/continuation.ts')>()
  return { ...real, continuationOf: vi.fn(real.continuationOf) }
})

it('a tab reads no record of a game if there is no other device', async () => {
  const account = {}
  const laptop = await device(account, 'Laptop')
  play(laptop.game, 0, 3)
  await laptop.sync()
  laptop.others.follow(true)
  await laptop.others.refresh()
  expect(continuationOf).not.toHaveBeenCalled()
  const desk = await device(account, 'Desk')
  await desk.sync()
  await laptop.sync()
  await eventually(() => expect(continuationOf).toHaveBeenCalled())
})
