import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { recordError } from '#core/kernel/monitoring.ts'
import { mails } from '#db/schema.ts'
import { personCtx } from '#tests/api/admin-caller.ts'
import { startApi } from '#tests/api/harness.ts'
import { listErrors } from './errors.ts'
import { adminOverview } from './overview.ts'
import { readSystem } from './read.ts'
import { retryMail } from './retry-mail.ts'

let api: Awaited<ReturnType<typeof startApi>>
let ctx: Ctx
beforeAll(async () => {
  api = await startApi()
  ctx = personCtx(api.services, 'admin')
})
afterAll(() => api?.stop())

const stateOf = async (id: string) => (await readSystem({ ctx })).checks.find((check) => check.id === id)!

test('every check can be read, also where no worker has made its queues yet', async () => {
  const before = await readSystem({ ctx })
  expect(before.checks.map((check) => check.id)).toEqual([
    'lists',
    'outbox',
    'webhooks',
    'mail',
    'log',
    'deadlines',
    'identity',
    'database',
    'memory',
    'errors',
  ])
  expect(before.checks.filter((check) => check.state === 'unknown')).toEqual([])
  // Only the sample is loaded: that is what an operator must see first.
  expect(before.checks[0]).toMatchObject({ state: 'bad', value: 'none' })
  expect(before.tables.map((table) => table.name)).toContain('audit_logs')
})

test('a mail that was given up is shown, counted and sent again', async () => {
  const id = newId('mail')
  const mail = { to: 'nobody@reader.example', subject: 'Resolved: example', html: '<p>x</p>', text: 'x' }
  await queueMails(ctx.db, ctx.services, [mail], { id })
  await ctx.db.update(mails).set({ status: 'failed', attempts: 12, last_error: 'connect ECONNREFUSED' }).where(eq(mails.id, id))
  expect(await stateOf('mail')).toMatchObject({ state: 'bad' })
  const [shown] = (await readSystem({ ctx })).mails
  expect(shown).toMatchObject({ id, subject: 'Resolved: example', attempts: 12, error: 'connect ECONNREFUSED' })
  expect(JSON.stringify(shown)).not.toContain('nobody@')
  await retryMail({ ctx, input: { id } })
  const [row] = await ctx.db.select().from(mails).where(eq(mails.id, id))
  expect(row).toMatchObject({ status: 'queued', attempts: 0 })
  await ctx.db.update(mails).set({ status: 'sent' }).where(eq(mails.id, id))
  await expect(retryMail({ ctx, input: { id } })).rejects.toMatchObject({ code: 'invalid_transition' })
})

test('errors of browsers are counted and found', async () => {
  await recordError({ ctx, input: { code: 'NETWORK_ERROR', message: 'fetch failed at 100%' } })
  expect(await stateOf('errors')).toMatchObject({ state: 'waiting', value: '1 in 24 h' })
  const found = await listErrors({ ctx, input: { search: '100%' } })
  expect(found).toMatchObject({ total: 1, data: [{ level: 'error', message: 'NETWORK_ERROR: fetch failed at 100%' }] })
  expect((await listErrors({ ctx, input: { level: 'warn' } })).total).toBe(0)
})

test('the overview counts what waits and shows fourteen days of decisions', async () => {
  const key = (await api.makeKey('sandbox')).key
  await api.call('POST', '/v1/sanctions/check', { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002' }, key)
  const overview = await adminOverview({ ctx })
  expect(overview.users.total).toBe(1)
  expect(overview.decisions).toHaveLength(14)
  const today = overview.decisions.at(-1)!
  expect(today.allow + today.review + today.deny).toBe(1)
  expect(overview.decisions.slice(0, -1).every((day) => day.allow + day.review + day.deny === 0)).toBe(true)
})

test('nobody but an admin reads any of it', async () => {
  for (const role of ['issuer', 'investor'] as const) {
    const other = personCtx(api.services, role)
    for (const call of [
      () => readSystem({ ctx: other }),
      () => adminOverview({ ctx: other }),
      () => listErrors({ ctx: other }),
      () => retryMail({ ctx: other, input: { id: 'mal_x' } }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'forbidden' })
  }
})
