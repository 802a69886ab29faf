// Starts workers under a content security policy that requires trusted types for the URLs of scripts.

interface Types {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string }
}

/** Returns a function that starts the worker at `url`, the only URL that the policy `name` returns. */
export function workerStarter(name: 'quickhand' | 'win', url: string): () => Worker {
  const { trustedTypes } = window as { trustedTypes?: Types }
  const policy = trustedTypes?.createPolicy(name, { createScriptURL: () => url })
  return () => new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' })
}
