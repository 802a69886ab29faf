// Starts the worker of the win animation.
import address from './win-worker.ts?worker&url'

const { trustedTypes } = window as {
  trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
}
/** A Trusted Types policy that always returns the worker's URL. */
const policy = trustedTypes?.createPolicy('win', { createScriptURL: () => address })

export const startShow = (): Worker =>
  new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' })
