// @vitest-environment happy-dom
// Without other devices, a tab reads no saved games, because the rules of these games may not be loaded.
import { expect, it, vi } from 'vitest'
import { continuationOf } from '../../stores/account/continuation.ts'
import { eventually } from '../support/eventually'
import { device, play } from '../support/synced-device'
import { inScope } from '../support/mount'

vi.mock('../../stores/account/continuation.ts', async original => {
  const real = await original<typeof import('../../stores/account/continuation.ts')>()
  return { ...real, continuationOf: vi.fn(real.continuationOf) }
})

it('a tab reads no saved game if there is no other device', async () => {
  const account = {}
  const laptop = await device(account, 'Laptop')
  play(laptop.game, 0, 3)
  await laptop.sync()
  inScope(() => laptop.others.follow(true))
  await laptop.others.refresh()
  expect(continuationOf).not.toHaveBeenCalled()
  const desk = await device(account, 'Desk')
  await desk.sync()
  await laptop.sync()
  await eventually(() => expect(continuationOf).toHaveBeenCalled())
})
