import { createServer, type Socket } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { composeMail } from '#core/kernel/mails/mail.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { mails } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { allMails } from '#tests/stored.ts'
import { localMailbox, sendDueMails, smtpMailer } from './send-mail.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})
const db = () => api.services.connection.db

/** A mail server that speaks as much SMTP as a mail needs. `refuse` answers RCPT; `silent` says nothing after the greeting. */
async function mailServer(options: { refuse?: string; silent?: boolean } = {}) {
  const received: string[] = []
  const receivers: string[] = []
  const server = createServer((socket: Socket) => {
    let data: string[] | null = null
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 ready')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (data) {
          if (line === '.') {
            received.push(data.join('\n'))
            data = null
            say('250 kept')
          } else data.push(line)
          continue
        }
        if (/^RCPT/i.test(line)) receivers.push(line)
        if (options.silent) continue
        else if (/^RCPT/i.test(line) && options.refuse) say(options.refuse)
        else if (/^DATA/i.test(line)) {
          data = []
          say('354 go on')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else say('250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { received, receivers, url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}` }
}

async function queue(to: string): Promise<string> {
  const id = `mal_${to.split('@')[0]}`
  const content = composeMail({ to, subject: 'Reset', heading: 'Reset', paragraphs: ['A link: https://a.example/secret-token'] })
  await queueMails(db(), api.services, [content], { id })
  return id
}
const mail = async (id: string) => (await allMails(api.services)).find((each) => each.id === id)!

test('a mail is sent once, under an id of its own, and its links do not stay behind', async () => {
  const server = await mailServer()
  const mailer = smtpMailer(server.url, 'Sealwright <no-reply@sealwright.example>')
  const id = await queue('once@mails.example')
  // Two processes at the same moment.
  await Promise.all([sendDueMails(api.services, mailer), sendDueMails(api.services, mailer)])
  expect(await sendDueMails(api.services, mailer)).toBe(false)
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toContain(`Message-ID: <${id}@localhost>`)
  expect(server.received[0]).toContain('secret-token')
  expect(await mail(id)).toMatchObject({ status: 'sent', html: '', text: '' })
  // Without a mail server the table is the mailbox.
  const local = await queue('local@mails.example')
  await sendDueMails(api.services, localMailbox)
  expect((await mail(local)).text).toContain('secret-token')
})

test('a refused mail waits, holds up no other, and neither log nor table names who it was for', async () => {
  const refusing = await mailServer({ refuse: '550 5.1.1 <nobody@mails.example>: no such user here' })
  const id = await queue('nobody@mails.example')
  const said: string[] = []
  const log = { ...api.services.log, warn: (fields: object, message: string) => void said.push(message + JSON.stringify(fields)) }
  expect(await sendDueMails({ ...api.services, log }, smtpMailer(refusing.url, 'a@b.example'))).toBe(true)
  const kept = await mail(id)
  expect(kept).toMatchObject({ status: 'queued', attempts: 1 })
  expect(kept.last_error).toContain('550')
  expect(said.join()).toContain('550')
  expect(`${kept.last_error} ${said.join()}`).not.toContain('nobody@')
  expect(kept.next_attempt_at.getTime()).toBeGreaterThan(kept.created_at.getTime())
  const server = await mailServer()
  await queue('other@mails.example')
  await sendDueMails(api.services, smtpMailer(server.url, 'a@b.example'))
  expect(server.received).toHaveLength(1)
  await db().delete(mails)
})

test('S12 a refusal with U+0000 in its words counts, and the mail waits', async () => {
  const refusing = await mailServer({ refuse: '550 no\0thing here' })
  const id = await queue('poisoned@mails.example')
  expect(await sendDueMails(api.services, smtpMailer(refusing.url, 'a@b.example'))).toBe(true)
  expect(await mail(id)).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringContaining('\ufffd') })
  expect(await sendDueMails(api.services, smtpMailer(refusing.url, 'a@b.example'))).toBe(false)
  await db().delete(mails)
})

test('a mail written before the clock was set back is sent all the same, and one that was tried waits for its time', async () => {
  const server = await mailServer()
  const ahead = sql`now() + interval '5 seconds'`
  const [fresh, tried] = [await queue('fresh@mails.example'), await queue('tried@mails.example')]
  await db().update(mails).set({ next_attempt_at: ahead })
  await db().update(mails).set({ attempts: 1 }).where(eq(mails.id, tried))
  const mailer = smtpMailer(server.url, 'a@b.example')
  expect([await sendDueMails(api.services, mailer), await sendDueMails(api.services, mailer)]).toEqual([true, false])
  expect(await mail(fresh)).toMatchObject({ status: 'sent' })
  await db().delete(mails)
})

test('what stands in a subject or an address adds no header and no receiver', async () => {
  const server = await mailServer()
  const breaks = 'Hello\r\nBcc: victim@mails.example\r\n\r\nbody'
  const mailer = smtpMailer(server.url, 'a@b.example')
  const parts = {
    messageId: '<x@mails.example>',
    html: '<p>x</p>',
    text: 'x',
    headers: { 'List-Unsubscribe': `<https://a.example/?t=${breaks}>` },
  }
  await mailer.send({ ...parts, to: 'one@mails.example', subject: breaks })
  for (const to of [
    'one@mails.example, two@mails.example',
    'one@mails.example\r\nRCPT TO:<two@mails.example>',
    '<two@mails.example>',
    'one@mails.example>\nBcc: two@mails.example',
  ])
    await mailer.send({ ...parts, to, subject: 'x' }).catch(() => {})
  const head = (text: string) => text.slice(0, text.search(/\n\n/))
  expect(server.received.map(head).join('\n')).not.toMatch(/^(bcc|cc):/im)
  expect(server.receivers.filter((one) => /victim|^<two@mails.example>$/.test(one.replace(/^RCPT TO:/, '')))).toEqual([
    'RCPT TO:<two@mails.example>',
  ])
})

test('a server that falls silent is given up, and the mail waits', async () => {
  const silent = await mailServer({ silent: true })
  const id = await queue('silent@mails.example')
  await sendDueMails(api.services, smtpMailer(`${silent.url}?socketTimeout=200`, 'a@b.example'))
  expect(await mail(id)).toMatchObject({ status: 'queued', attempts: 1 })
})
