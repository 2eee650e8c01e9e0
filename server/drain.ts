import type { Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_MS = 20

/** The requests under way, so that a process ends without cutting one off. */
export class Requests {
  /** Whether this process is about to end: `/readyz` says so, and no connection is kept for another request. */
  draining = false
  readonly #open = new Set<ServerResponse>()
  #working = 0

  /** Counts a request until its work is done and its answer is sent, or nobody is there to take it. */
  async run(response: ServerResponse, work: () => unknown): Promise<void> {
    if (this.draining) response.shouldKeepAlive = false
    this.#open.add(response)
    response.once('close', () => this.#open.delete(response))
    this.#working++
    try {
      await work()
    } finally {
      this.#working--
    }
  }

  /**
   * Ends the server: for `delayMs` it still takes requests while proxies read in `/readyz` that it goes; then it takes no new
   * connection, and what is under way has `deadlineMs` to end.
   */
  async drain(server: Server, { delayMs, deadlineMs }: { delayMs: number; deadlineMs: number }): Promise<void> {
    this.draining = true
    for (const response of this.#open) if (!response.headersSent) response.shouldKeepAlive = false
    await delay(delayMs)
    server.close()
    const deadline = performance.now() + deadlineMs
    while ((this.#open.size || this.#working) && performance.now() < deadline) await delay(LOOK_MS)
    server.closeAllConnections()
  }
}
