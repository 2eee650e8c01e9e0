import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { auditLogs, statusSubscribers } from '#db/schema.ts'
import { type Mailer, sendDueMails } from '#jobs/send-mail.ts'
import { personCtx } from '#tests/api/admin-caller.ts'
import { startApi } from '#tests/api/harness.ts'
import { mailsTo as storedMails } from '#tests/stored.ts'
import { answerStatusSubscription, readStatusLink, subscriberHash, subscribeToStatus } from '../status/subscribe.ts'
import { createIncident } from './create.ts'
import { getIncident } from './get.ts'
import { listIncidents } from './list.ts'
import { resolveIncident } from './resolve.ts'
import { updateIncident } from './update.ts'

let api: Awaited<ReturnType<typeof startApi>>
let ctx: Ctx
beforeAll(async () => {
  api = await startApi()
  ctx = personCtx(api.services, 'admin')
})
afterAll(() => api?.stop())

const create = (input: unknown) => createIncident.sent({ ctx, input })
const update = (input: unknown) => updateIncident.sent({ ctx, input })
const resolve = (input: unknown) => resolveIncident.sent({ ctx, input })
const status = async () => (await api.call('GET', '/api/status')).body
const stateOf = async (name: string) => (await status()).services.find((service: { name: string }) => service.name === name).status
const mailsTo = (to: string) => storedMails(api.services, to)

const late = {
  kind: 'incident',
  title: 'Webhooks are <late>',
  services: ['Webhooks'],
  text: 'Deliveries wait up to five minutes.',
}

test('an incident from its first word to its end, as the public sees it and subscribers are told', async () => {
  for (const email of ['told@reader.example', 'unconfirmed@reader.example']) await subscribeToStatus({ ctx, input: { email } })
  const [confirm] = await mailsTo('told@reader.example')
  await answerStatusSubscription({ ctx, input: { token: confirm!.text.match(/token=(\S+)/)![1]!, subscribe: true } })

  const opened = await create(late)
  expect(opened).toMatchObject({ status: 'investigating', open: true, impact: 'degraded', ends_at: null })
  expect(await stateOf('Webhooks')).toBe('degraded')
  expect((await status()).overall).toBe('degraded')
  await update({ id: opened.id, status: 'identified', text: 'A worker holds its lock too long.', impact: 'outage', notify: false })
  expect(await stateOf('Webhooks')).toBe('outage')
  expect(await stateOf('Core API')).toBe('operational')
  const closed = await resolve({ id: opened.id, text: 'The worker was replaced; all deliveries were made.' })
  expect(closed).toMatchObject({ status: 'resolved', open: false })
  expect(closed.updates.map((entry) => entry.status)).toEqual(['resolved', 'identified', 'investigating'])
  expect(await stateOf('Webhooks')).toBe('operational')
  const [shown] = (await status()).incidents
  expect(shown).toMatchObject({ id: opened.id, status: 'resolved', resolved_at: closed.ends_at, services: ['Webhooks'] })

  // Closing is said once; what is added afterwards leaves the end where it was.
  await expect(resolve({ id: opened.id, text: 'Closed a second time.' })).rejects.toMatchObject({ code: 'invalid_transition' })
  const later = await update({ id: opened.id, status: 'resolved', text: 'Post-mortem: the lock now has a limit.', notify: false })
  expect(later.ends_at).toBe(closed.ends_at)

  const told = (await mailsTo('told@reader.example')).slice(1)
  expect(told.map((mail) => mail.subject)).toEqual(['Investigating: Webhooks are <late>', 'Resolved: Webhooks are <late>'])
  expect(told[0]!.html).toContain('Webhooks are &#60;late&#62;')
  expect((await mailsTo('unconfirmed@reader.example')).length).toBe(1)

  // The link of any message ends the subscription; a changed one does not.
  const token = told[1]!.text.match(/unsubscribe\?token=(\S+)/)![1]!
  await expect(answerStatusSubscription({ ctx, input: { token: `${token.slice(0, -1)}~`, subscribe: false } })).rejects.toThrow(AppError)
  const endedAt = async () => {
    const rows = await api.services.connection.db
      .select()
      .from(statusSubscribers)
      .where(eq(statusSubscribers.email_hash, subscriberHash(api.services, 'told@reader.example')))
    return rows[0]!.unsubscribed_at
  }
  const sent: Parameters<Mailer['send']>[0][] = []
  while (await sendDueMails(api.services, { send: async (mail) => void sent.push(mail) }));
  expect(sent.find((mail) => mail.subject === told[1]!.subject)!.headers).toEqual({
    'List-Unsubscribe': `<${told[1]!.unsubscribe_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })

  // A mail scanner that opens the links changes nothing; the one click of a mail program does (RFC 8058).
  const oneClick = new URL(told[1]!.unsubscribe_url!)
  const asked = await api.app.request(oneClick.pathname + oneClick.search)
  expect(asked.headers.get('location')).toBe(`/api-status/unsubscribe?token=${token}`)
  expect(await readStatusLink({ ctx, input: { token, subscribe: false } })).toEqual({ email: 'told@reader.example' })
  expect(await endedAt()).toBeNull()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' }
  expect((await api.app.request(oneClick.pathname + oneClick.search, post)).status).toBe(200)
  expect(await endedAt()).not.toBeNull()

  const feed = await (await api.app.request('/api/status/feed.xml')).text()
  expect(feed.match(/<item>/g)).toHaveLength(4)
  expect(feed).toContain('Webhooks are &#60;late&#62;: resolved')
  const json = await api.call('GET', '/api/status/incidents')
  expect(json.headers.get('access-control-allow-origin')).toBe('*')
  expect(json.body.data[0]).toMatchObject({ id: opened.id, url: expect.stringContaining(`/api-status#${opened.id}`) })

  const audit = await api.services.connection.db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.subject_id, opened.id))
    .orderBy(auditLogs.timestamp)
  expect(audit.map((entry) => entry.action)).toEqual(['incident_created', 'incident_updated', 'incident_resolved', 'incident_updated'])
  expect(audit[0]!.details).toMatchObject({ mailed: 1 })
  expect(audit[0]!.user_id).toBe(ctx.actor.id)
})

test('a maintenance window begins and ends by the clock', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const planned = { ...late, kind: 'maintenance', title: 'Database upgrade', services: ['Core API'], notify: false }
  const coming = await create({ ...planned, starts_at: at(60), ends_at: at(120) })
  expect(coming.status).toBe('scheduled')
  expect(await stateOf('Core API')).toBe('operational')
  expect((await status()).maintenance).toMatchObject([{ id: coming.id, status: 'scheduled' }])
  const now = await create({ ...planned, starts_at: at(-1), ends_at: at(10) })
  expect(now.status).toBe('in_progress')
  expect(await stateOf('Core API')).toBe('maintenance')
  const done = await resolve({ id: now.id, text: 'Finished earlier than planned.' })
  expect(done.status).toBe('completed')
  expect(await stateOf('Core API')).toBe('operational')
  await expect(update({ id: now.id, status: 'in_progress', text: 'Going on after all.' })).rejects.toMatchObject({
    code: 'invalid_transition',
  })
  await update({ id: coming.id, status: 'cancelled', text: 'Not needed any more.', notify: false })
  expect((await status()).maintenance).toEqual([])

  for (const [wrong, path] of [
    [{ starts_at: at(60), ends_at: at(30) }, 'ends_at'],
    [{ starts_at: at(60) }, 'ends_at'],
    [{ starts_at: at(-60), ends_at: at(-30) }, 'ends_at'],
  ] as const)
    expect(createIncident.input.safeParse({ ...planned, ...wrong }).error!.issues[0]!.path).toEqual([path])
  expect(createIncident.input.safeParse({ ...late, starts_at: at(30) }).success).toBe(false)
  await expect(update({ id: coming.id, status: 'resolved', text: 'A status of incidents.' })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})

test('lists are filtered and counted; nobody but an admin may touch them', async () => {
  const list = (input: unknown) => listIncidents.sent({ ctx, input })
  expect((await list({ kind: 'maintenance' })).total).toBe(2)
  expect((await list({ state: 'open' })).total).toBe(0)
  expect((await list({ state: 'closed', search: 'LATE>' })).data.map((row) => row.title)).toEqual(['Webhooks are <late>'])
  expect((await list({ search: '%' })).total).toBe(0)
  await expect(getIncident({ ctx, input: { id: 'inc_nowhere' } })).rejects.toMatchObject({ code: 'not_found' })
  for (const role of ['issuer', 'investor'] as const) {
    const other = personCtx(api.services, role)
    await expect(listIncidents({ ctx: other })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(createIncident.sent({ ctx: other, input: late })).rejects.toMatchObject({ code: 'forbidden' })
  }
})
