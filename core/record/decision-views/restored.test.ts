import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decisionParts, decisions } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { sequenceLog } from '../audit/sequence.ts'
import { forgetParts } from '../decisions/result.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api?.stop())

const address = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'

test('O3 every decision can be read, replayed and proven after the database lost what the process saw it keep', async () => {
  const { key } = await api.makeKey('sandbox')
  const { db } = api.services.connection
  const call = async (path: string, body: object) => {
    const { status, text, body: answer } = await api.call('POST', path, body, key)
    expect(status, text).toBe(200)
    return (answer.decision?.id ?? answer.decision_id) as string
  }
  const check = () => call('/api/v1/sanctions/check', { wallet_address: address })
  const age = () =>
    call('/v1/gaming/verify-age', { wallet_address: address, date_of_birth: '1990-05-17', jurisdiction: 'US', required_age_tier: '18+' })
  const stored = async (id: string) => (await db.select().from(decisions).where(eq(decisions.id, id)))[0]!.result
  /** As the rules are known to be kept, decisions are stored as what they rely on. */
  const untilShort = async (make: () => Promise<string>) => {
    for (;;) if (Array.isArray((await stored(await make())).values)) return
  }
  await untilShort(check)
  await untilShort(age)
  // As a restore to an earlier state does, or the promotion of a replica that had not all.
  await db.delete(decisionParts)
  const made = [...(await Promise.all([check(), check(), check()])), await age(), await check()]
  for (const id of made) expect((await stored(id)).values).toBeInstanceOf(Array)
  forgetParts()
  await sequenceLog(api.services)
  for (const id of made) {
    expect(await api.call('GET', `/api/v1/decisions/${id}`, undefined, key)).toMatchObject({ status: 200, body: { id } })
    expect(await api.call('POST', `/api/v1/decisions/${id}/replay`, {}, key)).toMatchObject({ status: 200, body: { status: 'identical' } })
    expect(await api.call('GET', `/api/v1/decisions/${id}/receipt`, undefined, key)).toMatchObject({ status: 200 })
  }
})
