import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  subject: string
  text: string
}

/** A real mail server that asks for TLS and lays each mail it receives into `folder`, as JSON. */
export async function startMailServer(input: { folder: string; tls: { cert: string; key: string } }) {
  let count = 0
  const server = new SMTPServer({
    ...input.tls,
    authOptional: true,
    disabledCommands: ['AUTH'],
    async onData(stream, session, done) {
      const raw = await text(stream)
      const mail: ReceivedMail = {
        to: session.envelope.rcptTo.map((one) => one.address),
        subject: decoded(/^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? ''),
        text: plainPart(raw),
      }
      if (!session.secure) return done(new Error('TLS is needed here.'))
      writeFileSync(join(input.folder, `${String(++count).padStart(5, '0')}.json`), JSON.stringify(mail))
      done()
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  return { port, stop: () => new Promise<void>((done) => server.close(done)) }
}

/** A header line of several, and encoded words in it (RFC 2047). */
const decoded = (line: string) =>
  line
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/=\?utf-8\?Q\?(.*?)\?=/gi, (_, word: string) => quotedPrintable(word.replaceAll('_', ' ')))
    .replace(/=\?utf-8\?B\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString())

function plainPart(raw: string): string {
  const [, headers = '', body = ''] =
    /(Content-Type: text\/plain[\s\S]*?)\r\n\r\n([\s\S]*?)(?=\r\n--|$(?![\s\S]))/i.exec(
      raw.slice(raw.search(/Content-Type: text\/plain/i)),
    ) ?? []
  if (/base64/i.test(headers)) return Buffer.from(body, 'base64').toString()
  return /quoted-printable/i.test(headers) ? quotedPrintable(body) : body
}

const quotedPrintable = (body: string) =>
  Buffer.from(
    body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
