import type { Socket } from 'node:net'

const MEGABYTE = Buffer.alloc(1024 * 1024, 0x61)
const CHUNK = Buffer.concat([Buffer.from('100000\r\n'), MEGABYTE, Buffer.from('\r\n')])

/**
 * Sends as a proxy does that passes on what its client still writes: all of it, however early the answer comes, and reads only
 * then. The answer as it came; rejects when the connection was cut before everything was sent.
 */
export async function sendWhole(socket: Socket, head: string[], megabytes: number): Promise<string> {
  const chunked = head.includes('Transfer-Encoding: chunked')
  let answer = ''
  const ended = new Promise<void>((done, fail) => socket.once('close', () => done()).once('error', fail))
  ended.catch(() => {})
  const cut = ended.then(() => Promise.reject(new Error('The connection was cut.')))
  cut.catch(() => {})
  const write = (data: string | Buffer) => Promise.race([cut, new Promise((done) => socket.write(data, done))])
  socket.pause()
  await write(`${[...head, ...(chunked ? [] : [`Content-Length: ${megabytes * MEGABYTE.length}`])].join('\r\n')}\r\n\r\n`)
  for (let sent = 0; sent < megabytes; sent++) await write(chunked ? CHUNK : MEGABYTE)
  if (chunked) await write('0\r\n\r\n')
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
    if (!head.includes('Connection: close') && answer.endsWith('}')) socket.end()
  })
  socket.resume()
  await ended
  return answer
}
