// A client for WebDriver BiDi, the standard remote protocol: JSON commands over a WebSocket.

interface Response {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}

/** A JSON value returned by a script, or its exception. */
interface Evaluated {
  readonly type: 'success' | 'exception'
  readonly result?: { readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}

export class BiDi {
  readonly #socket: WebSocket
  readonly #pending = new Map<number, PromiseWithResolvers<unknown> & { method: string }>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Response))
    socket.addEventListener('close', () => {
      for (const { method, reject } of this.#pending.values())
        reject(new Error(`${method}: connection closed`))
      this.#pending.clear()
    })
  }

  /** Opens a session with the browser at this address, such as `ws://127.0.0.1:9222`. */
  static async connect(address: string): Promise<BiDi> {
    const socket = new WebSocket(`${address}/session`)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('error', () => reject(new Error(`No answer from ${address}`)))
    })
    const bidi = new BiDi(socket)
    await bidi.send('session.new', { capabilities: {} })
    return bidi
  }

  #receive({ id, type, result, error, message }: Response): void {
    const pending = id === undefined ? undefined : this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id!)
    if (type === 'error') pending.reject(new Error(`${pending.method}: ${error}: ${message}`))
    else pending.resolve(result)
  }

  /** Sends a command and resolves to its result. Rejects with the browser's error. */
  send<T = unknown>(method: string, params: object = {}): Promise<T> {
    const id = ++this.#lastId
    const pending = { method, ...Promise.withResolvers<unknown>() }
    this.#pending.set(id, pending)
    this.#socket.send(JSON.stringify({ id, method, params }))
    return pending.promise as Promise<T>
  }

  /**
   * Calls a function, given as source text, in a page or a browser window. Arguments and result are passed as
   * JSON. Rejects with the message of an exception.
   */
  async call<T>(context: string, source: string, args: readonly unknown[] = []): Promise<T> {
    const { exceptionDetails, result } = await this.send<Evaluated>('script.callFunction', {
      functionDeclaration: `async text => JSON.stringify(await (${source})(...JSON.parse(text)))`,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      target: { context },
      awaitPromise: true,
      userActivation: false,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return (result?.value === undefined ? undefined : JSON.parse(result.value)) as T
  }

  close(): void {
    this.#socket.close()
  }
}
