// Finds the real servers for the tests of the sync folder, and installs missing servers from Debian if
// possible. No server runs as a system service.
import { existsSync } from 'node:fs'
import { installFromDebian } from './debian.ts'

/** The program, other required files, and the packages of each server. */
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
  /** The WebDAV library that Nextcloud uses. */
  sabre: {
    program: '/usr/bin/php',
    needs: ['/usr/share/php/Sabre/DAV/Server.php'],
    packages: ['php-cli', 'php-xml', 'php-sabre-dav'],
  },
} as const satisfies Record<
  string,
  { program: string; needs: readonly string[]; packages: readonly string[] }
>

export type ServerName = keyof typeof SERVERS

export const serverNames = Object.keys(SERVERS) as ServerName[]

const isInstalled = (name: ServerName): boolean =>
  [SERVERS[name].program, ...SERVERS[name].needs].every(file => existsSync(file))

/** The path of a server's program. Throws an error that says what to install. */
export function findServer(name: ServerName): string {
  const { program, packages } = SERVERS[name]
  if (!isInstalled(name))
    throw new Error(`${name} is required but not installed: apt-get install ${packages.join(' ')}`)
  return program
}

/** Installs missing servers. Throws an error that says what to install if this is impossible. */
export function ensureServers(): void {
  const missing = serverNames.filter(name => !isInstalled(name))
  if (missing.length > 0) installFromDebian(...missing.flatMap(name => SERVERS[name].packages))
  missing.forEach(findServer)
}
