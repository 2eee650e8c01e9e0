import type { Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_MS = 20

/** The requests under way, so that a process ends without cutting one off. */
export class Requests {
  /** Whether this process is about to end: `/readyz` says so, and no connection is kept for another request. */
  draining = false
  /**
   * The answers that are not sent yet, in places that are used again. No Set: it is made anew whenever a hundred have come and gone, and
   * what the old ones still name is moved by the collection of garbage as if it lived, with all that hangs on it.
   */
  readonly #open: (ServerResponse | null)[] = []
  readonly #free: number[] = []
  #working = 0

  /** Counts a request until its work is done and its answer is sent, or nobody is there to take it. */
  async run(response: ServerResponse, work: () => unknown): Promise<void> {
    if (this.draining) response.shouldKeepAlive = false
    const place = this.#free.pop() ?? this.#open.length
    this.#open[place] = response
    response.once('close', () => {
      this.#open[place] = null
      this.#free.push(place)
    })
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
    for (const response of this.#open) if (response && !response.headersSent) response.shouldKeepAlive = false
    await delay(delayMs)
    server.close()
    const deadline = performance.now() + deadlineMs
    while ((this.#open.length > this.#free.length || this.#working) && performance.now() < deadline) await delay(LOOK_MS)
    server.closeAllConnections()
  }
}
