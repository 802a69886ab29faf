// Finds the real servers for tests of the sync folder, and installs missing ones from Debian if possible.
// None runs as a system service.
import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.ts'

/** The servers by name: the program, other required files, and the packages. */
const SERVERS = {
  apache: {
    program: '/usr/sbin/apache2',
    needs: ['/usr/lib/apache2/modules/mod_dav_fs.so'],
    packages: ['apache2-bin'],
  },
  lighttpd: {
    program: '/usr/sbin/lighttpd',
    needs: ['/usr/lib/lighttpd/mod_webdav.so'],
    packages: ['lighttpd', 'lighttpd-mod-webdav'],
  },
  nginx: {
    program: '/usr/sbin/nginx',
    needs: ['/usr/lib/nginx/modules/ngx_http_dav_ext_module.so'],
    packages: ['nginx-light', 'libnginx-mod-http-dav-ext'],
  },
  rclone: { program: '/usr/bin/rclone', needs: [], packages: ['rclone'] },
  /** The library inside Nextcloud. */
  sabre: {
    program: '/usr/bin/php',
    needs: ['/usr/share/php/Sabre/DAV/Server.php'],
    packages: ['php-cli', 'php-xml', 'php-sabre-dav'],
  },
} as const satisfies Record<
  string,
  { program: string; needs: readonly string[]; packages: readonly string[] }
>

/** A server in Debian. */
export type ServerName = keyof typeof SERVERS

export const serverNames = Object.keys(SERVERS) as ServerName[]

const isThere = (name: ServerName): boolean =>
  [SERVERS[name].program, ...SERVERS[name].needs].every(file => existsSync(file))

/** The path of a server's program. Throws an error that says what to install. */
export function findServer(name: ServerName): string {
  const { program, packages } = SERVERS[name]
  if (!isThere(name))
    throw new Error(`${name} is required but not installed: apt-get install ${packages.join(' ')}`)
  return program
}

/** Installs missing servers; throws an error if that is impossible. */
export function ensureServers(): void {
  const missing = serverNames.filter(name => !isThere(name))
  if (missing.length > 0) installFromDebian(...missing.flatMap(name => SERVERS[name].packages))
  missing.forEach(findServer)
}
