// Starts the worker that shows a win.
import address from './win-worker.ts?worker&url'

const { trustedTypes } = window as {
  trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
}
/** Trusts the address of this worker alone, which the build puts here. */
const policy = trustedTypes?.createPolicy('win', { createScriptURL: () => address })

export const startShow = (): Worker =>
  new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' })
