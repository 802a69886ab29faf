// An HTTP server on loopback that can be killed and restarted on its port.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a server on a free port. If the handler rejects, the connection is closed. */
export async function startLoopback(handle: (...args: Parameters<RequestListener>) => Promise<void>) {
  let port = 0
  const listen = async () => {
    const server = createServer(
      (request, response) => void handle(request, response).catch(() => request.socket.destroy()),
    ).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    return server
  }
  let server = await listen()
  const kill = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const restart = async () => {
    server = await listen()
  }
  return { port, kill, restart, stop: kill }
}
