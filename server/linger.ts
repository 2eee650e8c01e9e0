import type { IncomingMessage, ServerResponse } from 'node:http'

interface LingerLimits {
  /** How much of a refused body is read at most. */
  bytes: number
  /** How long nothing may come of it. */
  idleMs: number
  /** How long reading it may take in all. */
  totalMs: number
  /** How many bodies of one address are read at the same time. */
  perAddress: number
}

/** More than a document or a file of wallets has that a proxy sends on, and no longer than an ending process waits. */
const LIMITS: LingerLimits = { bytes: 64 * 1024 * 1024, idleMs: 5_000, totalMs: 25_000, perAddress: 16 }

/** How many bodies are being thrown away, by the address that sends them. */
const lingering = new Map<string, number>()

/**
 * Makes an answer that is given before its request was read arrive. Closing a connection on which bytes still come resets it,
 * and a proxy that is still sending then shows 502 instead of what was said. So the whole answer is sent at once, and what still
 * comes is read and thrown away before the connection ends: nginx and HAProxy call this lingering. Never longer than the limits say,
 * and of one address only so many at a time: the connections of the rest are closed at once.
 */
export function lingerOver(request: IncomingMessage, response: ServerResponse, addressOf: () => string, limits = LIMITS): void {
  if (!request.headers['content-length'] && !request.headers['transfer-encoding']) return
  const end = response.end
  response.end = function endOnceRead(this: ServerResponse, ...given: unknown[]) {
    response.end = end
    const finish = () => (end as (...all: unknown[]) => void).call(response, typeof given.at(-1) === 'function' ? given.at(-1) : undefined)
    if (request.complete || request.destroyed || response.destroyed) return end.apply(response, given as never)
    // Whoever was told the length has the whole answer with this.
    if (typeof given[0] === 'string' || given[0] instanceof Uint8Array) response.write(given[0])
    const address = addressOf()
    const others = lingering.get(address) ?? 0
    if (others >= limits.perAddress) {
      finish()
      request.socket.destroySoon()
      return response
    }
    lingering.set(address, others + 1)
    throwAway(request, limits, () => {
      const left = lingering.get(address)! - 1
      if (left) lingering.set(address, left)
      else lingering.delete(address)
      finish()
    })
    return response
  } as ServerResponse['end']
}

/** Reads what still comes of a body to its end, or to the limits; past those the connection is closed. */
function throwAway(request: IncomingMessage, limits: LingerLimits, done: () => void): void {
  const deadline = performance.now() + limits.totalMs
  let left = limits.bytes
  const ended = () => {
    clearTimeout(timer)
    request.off('data', count).off('end', ended).off('close', ended)
    done()
    if (!request.complete && !request.destroyed) request.socket.destroySoon()
  }
  const timer = setTimeout(ended, limits.idleMs)
  const count = (chunk: Uint8Array) => {
    left -= chunk.byteLength
    if (left < 0 || performance.now() > deadline) ended()
    else timer.refresh()
  }
  // Whoever began to read it would stop the flow once its own buffer is full.
  request.removeAllListeners('data')
  request.on('data', count).once('end', ended).once('close', ended)
  request.resume()
}
