// Requests of pages to the background, over messages as browsers deliver them.
import { describe, expect, it, vi } from 'vitest'
import { answerRequests } from '../../stores/platform/answering.ts'
import { browserPlatform } from '../../stores/platform/platform.ts'

type Listener = (message: unknown, sender: object, respond: (answer: unknown) => void) => boolean

/** Delivers messages as JSON, and answers only if the listener returns true. */
const runtime = vi.hoisted(() => {
  let listener: Listener
  const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
  return {
    onMessage: { addListener: (added: Listener) => void (listener = added) },
    sendMessage: (message: unknown) =>
      new Promise(resolve => {
        if (!listener(copy(message), {}, answer => resolve(copy(answer)))) resolve(undefined)
      }),
  }
})
vi.mock('wxt/browser', () => ({
  browser: { runtime, storage: { session: {} }, alarms: { onAlarm: { addListener: () => undefined } } },
}))

const ask = (request: string) => browserPlatform.ask(request as never)

describe('a request of a page', () => {
  answerRequests(
    message => (typeof message === 'string' ? message : undefined),
    async request => {
      if (request === 'erase') throw new Error('The disk is full')
      return request === 'name' ? { name: 'Chrome on Linux' } : undefined
    },
  )
  it('gets the answer of the background, which may be empty', async () => {
    expect(await ask('name')).toEqual({ name: 'Chrome on Linux' })
    expect(await ask('sync-now')).toBeUndefined()
  })
  it('fails with the message of the error if the background fails', async () => {
    await expect(ask('erase')).rejects.toThrow('The disk is full')
  })
})
