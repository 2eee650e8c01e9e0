import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemCtx } from '#core/system.ts'
import { startApi } from '#tests/api/harness.ts'
import { sequenceLog } from '../audit/sequence.ts'
import { verifyAudit } from '../audit/verify.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

/** Every text of every row of every table, our own schema and the log's. */
async function everything(): Promise<string> {
  const { db } = api.services.connection
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth')`,
  )
  const texts = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ text: string }>(sql.raw(`select t::text as text from ${name} t`))
    texts.push(...rows.map((row) => row.text))
  }
  return texts.join('\n').toLowerCase()
}

it('leaves nothing of a person to be read, and the log whole', async () => {
  const wallet_address = `0x${'e'.repeat(40)}`
  const post = (path: string, body: object, headers?: Record<string, string>) => api.call('POST', path, body, key, headers)
  const made = await post(
    '/v1/investors',
    {
      full_name: 'Zebulon Quixotessa',
      email: 'zebulon@erasure.test',
      phone: '+12025550199',
      wallet_address,
      date_of_birth: '1971-02-27',
      country: 'US',
      external_id: 'crm-zebulon',
    },
    { 'idempotency-key': 'erase-me' },
  )
  expect(made.status).toBe(201)
  const { id } = made.body
  const verified = await post(`/v1/investors/${id}/verify`, {})
  expect(verified.body.status).toBe('verified')
  await post('/v1/sanctions/check', { wallet_address, full_name: 'Zebulon Quixotessa', monitor: true })
  await post('/v1/nfts/verify-creator', { wallet_address, creator_name: 'Zebulon Quixotessa' })
  await post('/v1/defi/verify-wallet', { wallet_address, protocol_name: 'x' })

  const erased = await post(`/v1/investors/${id}/erase`, { reason_code: 'gdpr_article_17' })
  expect(erased.body, erased.text).toMatchObject({ object: 'erasure', wallets_unlinked: 1 })
  expect(erased.body.credentials_revoked).toBeGreaterThan(0)
  expect((await post(`/v1/investors/${id}/erase`, { reason_code: 'gdpr_article_17' })).status).toBe(409)

  const text = await everything()
  for (const personal of ['zebulon', 'quixotessa', '1971-02-27', '2025550199'])
    expect(text.split('\n').filter((line) => line.includes(personal))).toEqual([])
  const seen = await api.call('GET', `/v1/investors/${id}`, undefined, key)
  expect(seen.body).toMatchObject({ id, full_name: null, email: null, country: null, status: 'incomplete' })
  expect((await api.call('GET', `/v1/investors/${id}/status`, undefined, key)).status).toBe(200)
  const replay = await api.call('POST', `/v1/decisions/${verified.body.decision.id}/replay`, {}, key)
  expect(replay.body.status).toBe('facts_erased')
  const receipt = await api.call('GET', `/v1/decisions/${verified.body.decision.id}/receipt`, undefined, key)
  expect(receipt.status).toBe(200)
  // What is asked of the erased afterwards is refused in words, never an accident.
  for (const [path, body] of [
    [`/v1/investors/${id}/verify`, {}],
    ['/v1/wallets/verify', { wallet_address }],
    ['/v1/defi/verify-wallet', { wallet_address, protocol_name: 'x' }],
    ['/v1/sanctions/check', { wallet_address }],
  ] as const)
    expect((await post(path, body)).status, path).toBeLessThan(500)

  await sequenceLog(api.services)
  const whole = await verifyAudit(systemCtx(api.services, { id: 'test' }).services)
  expect(whole).toMatchObject({ whole: true, faults: [] })
})

it('is refused while the person holds something', async () => {
  const post = (path: string, body: object) => api.call('POST', path, body, key)
  const offering = (
    await post('/v1/offerings', { name: 'E', regulation: 'reg_d_506c', total_supply: 100, price_per_token: '10', maximum_raise: '1000' })
  ).body
  const made = (
    await post('/v1/investments', { offering_id: offering.id, wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100003001', amount: '100' })
  ).body
  const refused = await post(`/v1/investors/${made.investor_id}/erase`, { reason_code: 'gdpr_article_17' })
  expect(refused.status).toBe(409)
  expect(refused.body.retained[0].ground).toContain('CFR')
})
