import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { EgressError } from './error.ts'
import { checkedAddresses, hostLookup, withoutBrackets } from './lookup.ts'

const CONNECT_MS = 5_000
const TOTAL_MS = 30_000
const CHUNK = 256 * 1024
const MOST_ANSWER = 4_096

/**
 * Has bytes looked at by an antivirus that speaks clamd's INSTREAM (ClamAV's clamd(8)), at `unix:///path`, `tcp://host:port` or, through a
 * proxy with a certificate, `tls://host:port`. The name of what was found, or null when it found nothing. Throws EgressError for everything
 * else: no answer in 30 s, an answer that is neither, a file the scanner would not read to its end.
 */
export async function scanBytes(address: string, bytes: Uint8Array, totalMs = TOTAL_MS): Promise<string | null> {
  const socket = await open(address)
  try {
    const answer = await ask(socket, bytes, totalMs)
    if (answer === 'stream: OK') return null
    const found = /^stream: ([\x21-\x7e]{1,200}) FOUND$/.exec(answer)?.[1]
    if (!found) throw new EgressError('network', `the scanner answered "${answer.slice(0, 200)}"`)
    return found
  } finally {
    socket.destroy()
  }
}

async function open(address: string): Promise<Socket> {
  const { protocol, hostname, port, pathname } = new URL(address)
  if (protocol === 'unix:') return connectPlain({ path: decodeURIComponent(pathname), timeout: CONNECT_MS })
  const host = withoutBrackets(hostname)
  const [first] = await checkedAddresses(host, { lookup: hostLookup, allowPrivate: true })
  const to = { host: first!.address, port: Number(port), timeout: CONNECT_MS }
  return protocol === 'tls:' ? connectTls({ ...to, ...(isIP(host) ? {} : { servername: host }) }) : connectPlain(to)
}

function ask(socket: Socket, bytes: Uint8Array, totalMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (code: EgressError['code'], message: string, cause?: Error) => {
      clearTimeout(timer)
      reject(new EgressError(code, message, { cause }))
    }
    const timer = setTimeout(() => fail('timeout', 'the scanner took too long'), totalMs)
    let answer = ''
    socket.once('connect', () => socket.setTimeout(0))
    socket.once('timeout', () => fail('timeout', 'the scanner cannot be reached'))
    socket.once('error', (error) => fail('network', error.message, error))
    socket.once('close', () => fail('network', 'the scanner ended without an answer'))
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      const end = answer.indexOf('\0')
      if (end < 0 && answer.length > MOST_ANSWER) return fail('too_large', 'the scanner said too much')
      if (end < 0) return
      clearTimeout(timer)
      resolve(answer.slice(0, end))
    })
    socket.write('zINSTREAM\0')
    for (let at = 0; at < bytes.byteLength; at += CHUNK) {
      const chunk = bytes.subarray(at, at + CHUNK)
      socket.write(size(chunk.byteLength))
      socket.write(chunk)
    }
    socket.write(size(0))
  })
}

/** Each piece goes with its length before it; a length of zero ends them. */
function size(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}
