// Firefox's own remote protocol, Marionette: JSON over TCP, `length:[type, id, name, parameters]`. There is
// no client for it on npm.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFERENCES = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.activity-stream.feeds.topsites': false,
  'browser.region.network.url': '',
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.tabs.warnOnClose': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.cosmeticAnimations.enabled': false,
  'xpinstall.signatures.required': false,
}

type Answer = [1, number, { error: string; message: string } | null, unknown]

export class Marionette {
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #socket: Socket
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #lastId = 0

  private constructor(process: ChildProcess, profile: string, socket: Socket) {
    this.#process = process
    this.#profile = profile
    this.#socket = socket
    let buffer = Buffer.alloc(0)
    socket.on('data', data => {
      buffer = Buffer.concat([buffer, data])
      for (;;) {
        const colon = buffer.indexOf(':')
        const length = Number(buffer.subarray(0, colon).toString())
        if (colon < 0 || buffer.length < colon + 1 + length) return
        const message = JSON.parse(buffer.subarray(colon + 1, colon + 1 + length).toString())
        buffer = buffer.subarray(colon + 1 + length)
        if (Array.isArray(message)) this.#waiting.get(message[1])?.(message as Answer)
      }
    })
  }

  /** Starts a Firefox without a window on a fresh profile and opens a session with it. */
  static async launch(
    executable: string,
    preferences: Record<string, string | number | boolean> = {},
  ): Promise<Marionette> {
    const profile = await mkdtemp(join(tmpdir(), 'quickhand-firefox-'))
    const all = { ...PREFERENCES, 'marionette.port': 0, ...preferences }
    await writeFile(
      join(profile, 'user.js'),
      Object.entries(all)
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
        .join('\n'),
    )
    const process = spawn(
      executable,
      ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access', '--profile', profile],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const port = await portOf(process, profile)
    const socket = await new Promise<Socket>((resolve, reject) => {
      const opening = connect(port, '127.0.0.1', () => resolve(opening)).on('error', reject)
    })
    const marionette = new Marionette(process, profile, socket)
    await marionette.send('WebDriver:NewSession', { strictFileInteractability: true })
    return marionette
  }

  async send<T = unknown>(name: string, parameters: object = {}): Promise<T> {
    const id = ++this.#lastId
    const text = JSON.stringify([0, id, name, parameters])
    const answer = await new Promise<Answer>(resolve => {
      this.#waiting.set(id, resolve)
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
    this.#waiting.delete(id)
    if (answer[2]) throw new Error(`${name}: ${answer[2].error}: ${answer[2].message}`)
    return answer[3] as T
  }

  /** Runs the body of a function in the page, or with all rights in the browser's own window. */
  async run<T>(script: string, args: unknown[] = [], where: 'content' | 'chrome' = 'content'): Promise<T> {
    if (where === 'chrome') await this.send('Marionette:SetContext', { value: 'chrome' })
    try {
      const { value: answer } = await this.send<{ value: { value: T; error?: string } }>(
        'WebDriver:ExecuteAsyncScript',
        {
          script: `const done = arguments[arguments.length - 1]; (async () => { ${script} })().then(value => done({ value }), error => done({ error: String(error) }))`,
          args,
          newSandbox: true,
          sandbox: where === 'content' ? null : 'system',
        },
      )
      if (answer.error) throw new Error(answer.error)
      return answer.value
    } finally {
      if (where === 'chrome') await this.send('Marionette:SetContext', { value: 'content' })
    }
  }

  async quit(): Promise<void> {
    const gone = new Promise(resolve => this.#process.once('exit', resolve))
    await this.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => this.#process.kill())
    this.#socket.destroy()
    await gone
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Firefox writes the port it chose into its profile once it listens. */
async function portOf(process: ChildProcess, profile: string): Promise<number> {
  let said = ''
  process.stderr!.on('data', data => {
    said += data
  })
  for (let waited = 0; waited < 60_000; waited += 50) {
    const port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => ''))
    if (port > 0) return port
    if (process.exitCode !== null) break
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`Firefox did not start: ${said.slice(-2000)}`)
}
