import { createServer } from 'node:net'

/** What the scanner of the tests knows to be malware: these bytes anywhere in a file. */
export const MALWARE = 'known-to-the-scanner-of-the-tests'

/** A scanner that speaks clamd's INSTREAM strictly, on a socket at `path`. `answer` says something else than the truth; null says nothing. */
export async function startScanner(path: string) {
  const scanner = { url: `unix://${path}`, scanned: 0, answer: undefined as string | null | undefined, stop: () => {} }
  const server = createServer((socket) => {
    let given = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      given = Buffer.concat([given, data])
      const file = fileIn(given)
      if (!file) return
      scanner.scanned++
      if (scanner.answer !== null)
        socket.end(`${scanner.answer ?? (file.includes(MALWARE) ? 'stream: Test.Sample FOUND' : 'stream: OK')}\0`)
    })
  })
  await new Promise<void>((done) => server.listen(path, done))
  scanner.stop = () => void server.close()
  return scanner
}

const COMMAND = 'zINSTREAM\0'

/** The whole file, once its end has come. */
function fileIn(given: Buffer): Buffer | null {
  if (given.length >= COMMAND.length && given.toString('latin1', 0, COMMAND.length) !== COMMAND)
    throw new Error('not the command of the protocol')
  const parts: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= given.length; ) {
    const length = given.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(given.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
