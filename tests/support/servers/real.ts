// Apache, lighttpd, nginx, rclone and sabre/dav as people run them at home. They serve WebDAV on loopback
// with a user name and password. Each has its own configuration, port and folder.
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findServer, type ServerName } from '../../run/servers.ts'

export interface TestServer {
  /** The URL of the server’s folder, such as `http://127.0.0.1:1234/`. */
  readonly address: string
  readonly user: string
  readonly password: string
  /** The folder on disk; undefined for a server that keeps everything in memory. */
  readonly files?: string
  /** Kills the server, as a power failure does. The folder remains. */
  kill(): Promise<void>
  /** Restarts the killed server on the same port and folder. */
  restart(): Promise<void>
  /** Stops the server and removes its files. */
  stop(): Promise<void>
}

const USER = 'ann'
const PASSWORD = 'correct horse'
const isRoot = process.getuid?.() === 0

interface Paths {
  readonly folder: string
  readonly files: string
  readonly port: number
}

const APACHE_MODULES = [
  ...['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic', 'filter', 'deflate'],
  ...['dav', 'dav_fs'],
]

/** Compression is enabled, as in Nextcloud's images. It changes the format of ETags. */
const apache = ({ folder, files, port }: Paths): string => `
ServerRoot "${folder}"
ServerName localhost
Listen 127.0.0.1:${port}
PidFile "${folder}/pid"
ErrorLog "${folder}/error.log"
${isRoot ? 'User nobody\nGroup nogroup' : ''}
${APACHE_MODULES.map(name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
DavLockDB "${folder}/locks/db"
DocumentRoot "${files}"
SetOutputFilter DEFLATE
<Directory "${files}">
  Dav On
  AuthType Basic
  AuthName "files"
  AuthUserFile "${folder}/users"
  Require valid-user
</Directory>
`

const lighttpd = ({ folder, files, port }: Paths): string => `
server.bind = "127.0.0.1"
server.port = ${port}
server.document-root = "${files}"
server.errorlog = "${folder}/error.log"
server.upload-dirs = ("${folder}/locks")
server.modules = ("mod_auth", "mod_authn_file", "mod_webdav")
auth.backend = "plain"
auth.backend.plain.userfile = "${folder}/plain-users"
auth.require = ("/" => ("method" => "basic", "realm" => "files", "require" => "valid-user"))
webdav.activate = "enable"
`

const nginx = ({ folder, files, port }: Paths): string => `
daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
load_module /usr/lib/nginx/modules/ngx_http_dav_ext_module.so;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/locks;
  client_max_body_size 8m;
  server {
    listen 127.0.0.1:${port};
    root ${files};
    auth_basic files;
    auth_basic_user_file ${folder}/users;
    location / {
      dav_methods PUT DELETE MKCOL;
      dav_ext_methods PROPFIND OPTIONS;
    }
  }
}
`

/** The library inside Nextcloud, on PHP's built-in server; interrupted uploads stay truncated. */
const sabre = ({ files }: Paths): string => `<?php
error_reporting(0);
require '/usr/share/php/Sabre/autoload.php';
$given = [$_SERVER['PHP_AUTH_USER'] ?? '', $_SERVER['PHP_AUTH_PW'] ?? ''];
if ($given !== ['${USER}', '${PASSWORD}']) {
  http_response_code(401);
  header('WWW-Authenticate: Basic realm="files"');
  return;
}
$server = new Sabre\\DAV\\Server(new Sabre\\DAV\\FS\\Directory('${files}'));
$server->setBaseUri('/');
$server->exec();
`

/** The arguments and the configuration of each server. */
const COMMANDS: Readonly<
  Record<ServerName, (paths: Paths) => { readonly args: readonly string[]; readonly config?: string }>
> = {
  apache: paths => ({ args: ['-DFOREGROUND', '-f', `${paths.folder}/config`], config: apache(paths) }),
  lighttpd: paths => ({ args: ['-D', '-f', `${paths.folder}/config`], config: lighttpd(paths) }),
  nginx: paths => ({
    args: ['-p', paths.folder, '-e', `${paths.folder}/error.log`, '-c', `${paths.folder}/config`],
    config: nginx(paths),
  }),
  rclone: ({ files, port }) => ({
    args: [
      ...['serve', 'webdav', files, '--addr', `127.0.0.1:${port}`, '--config', '/dev/null'],
      ...['--user', USER, '--pass', PASSWORD],
    ],
  }),
  sabre: paths => ({
    args: ['-S', `127.0.0.1:${paths.port}`, `${paths.folder}/config`],
    config: sabre(paths),
  }),
}

/** A port that is not in use. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve((socket.destroy(), true)))
    socket.once('error', () => resolve(false))
  })

/**
 * Starts a server, and waits until it accepts connections. Rejects with its output if it exits before that.
 */
export async function startServer(name: ServerName): Promise<TestServer> {
  const program = findServer(name)
  const folder = await mkdtemp(join(tmpdir(), `quickhand-${name}-`))
  const files = join(folder, 'files')
  const port = await freePort()
  const { args, config } = COMMANDS[name]({ folder, files, port })
  for (const one of [files, join(folder, 'locks')]) await mkdir(one)
  const hash = createHash('sha1').update(PASSWORD).digest('base64')
  await writeFile(join(folder, 'users'), `${USER}:{SHA}${hash}\n`)
  await writeFile(join(folder, 'plain-users'), `${USER}:${PASSWORD}\n`)
  if (config) await writeFile(join(folder, 'config'), config)
  // Apache drops root's privileges and writes as another user.
  for (const one of [folder, files, join(folder, 'locks')]) await chmod(one, 0o777)

  let running = await launch(program, args, port)
  const kill = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return
    const exit = once(running, 'exit')
    process.kill(-running.pid!, 'SIGKILL')
    await exit
    // Its child processes may hold the port a little longer, which would block the next server.
    while (await accepts(port)) await new Promise(resolve => setTimeout(resolve, 5))
  }
  return {
    address: `http://127.0.0.1:${port}/`,
    user: USER,
    password: PASSWORD,
    files,
    kill,
    async restart() {
      running = await launch(program, args, port)
    },
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Starts a program as the leader of its own process group, so that its children end with it. */
async function launch(program: string, args: readonly string[], port: number): Promise<ChildProcess> {
  const running = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  running.stderr!.on('data', text => {
    stderr = (stderr + String(text)).slice(-2000)
  })
  await once(running, 'spawn')
  while (!(await accepts(port))) {
    if (running.exitCode !== null) throw new Error(`${program} did not start: ${stderr}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return running
}
