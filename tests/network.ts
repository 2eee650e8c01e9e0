import { createConnection, createServer, type Socket } from 'node:net'

export type Target = { path: string } | { host: string; port: number }

/**
 * A stretch of network that a test may break: what connects to `port` reaches `target`. Cut off it behaves as a firewall that drops
 * packets: nothing arrives, and nobody is told.
 */
export async function startNetwork(target: Target) {
  let to = target
  let cut = false
  let refusing = false
  const pairs = new Set<{ near: Socket; far: Socket | null; lost: boolean }>()
  const server = createServer((near) => {
    if (refusing) return void near.destroy()
    const pair = { near, far: null as Socket | null, lost: cut }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      pair.far?.destroy()
    }
    near.on('error', end).on('close', end)
    if (cut) return void near.resume()
    const far = createConnection(to)
    pair.far = far
    far.on('error', end)
    // Once its packets are dropped, the end of one side is not told to the other either.
    far.on('close', () => pair.lost || end())
    near.on('data', (bytes) => pair.lost || far.write(bytes))
    far.on('data', (bytes) => pair.lost || near.write(bytes))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as { port: number }).port,
    /** Drops everything, of connections that are and of those to come. Connections of before stay lost for ever, as with a translator of addresses that forgot them. */
    cutOff() {
      cut = true
      for (const pair of pairs) pair.lost = true
    },
    /** New connections pass again. */
    heal() {
      cut = false
      refusing = false
    },
    /** Breaks every connection, in both directions, and takes none. */
    refuse() {
      refusing = true
      for (const { near, far } of pairs) {
        near.destroy()
        far?.destroy()
      }
    },
    /** Where new connections go from now. */
    lead(elsewhere: Target) {
      to = elsewhere
    },
    async stop() {
      for (const { near, far } of pairs) {
        near.destroy()
        far?.destroy()
      }
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

export type Network = Awaited<ReturnType<typeof startNetwork>>

/** Where a database address leads, for a network before it. */
export function networkTo(url: string): Target {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port || 5432}` } : { host: hostname, port: Number(port || 5432) }
}
