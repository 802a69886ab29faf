// Starts workers where only trusted types can be URLs of scripts.

interface Types {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string }
}

/** Returns a function that starts the worker at `url`, which the policy `name` always returns. */
export function workerStarter(name: 'quickhand' | 'win', url: string): () => Worker {
  const { trustedTypes } = window as { trustedTypes?: Types }
  const policy = trustedTypes?.createPolicy(name, { createScriptURL: () => url })
  return () => new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' })
}
