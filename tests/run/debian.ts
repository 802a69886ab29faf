// Installs packages from Debian.
import { spawnSync } from 'node:child_process'

/**
 * Installs packages with apt, as root or with passwordless sudo. The caller checks whether this succeeded.
 */
export function installFromDebian(...packages: readonly string[]): void {
  console.log(`Installing ${packages.join(', ')} …`)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args: string[]) => {
    const [program, ...rest] = [...asRoot, 'apt-get', ...args]
    return (
      spawnSync(program, rest, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    )
  }
  if (apt('update', '-qq')) apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}
