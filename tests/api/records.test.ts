import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '#core/audit/verify.ts'
import { readKey, verifyReceipt } from '#tools/verify-receipt.mjs'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

test('checks of one moment each leave a decision, a screening and a leaf; an edited decision is found', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      api.call('POST', '/api/v1/sanctions/check', { wallet_address: `0x${String(i).padStart(40, 'a')}` }, key),
    ),
  )
  expect(answers.map((each) => each.status)).toEqual(answers.map(() => 200))
  expect(await verifyAudit(api.services)).toMatchObject({ whole: true, faults: [] })

  const first = answers[0]!.body.decision.id as string
  const receipt = await api.call('GET', `/api/v1/decisions/${first}/receipt`, undefined, key)
  const verifier = readKey(receipt.body.verifier_key)
  expect(verifyReceipt(receipt.body.receipt, verifier)).toMatchObject({ documents: ['decision_record', 'result_hash'] })
  const altered = structuredClone(receipt.body.receipt)
  altered.documents.result_hash.outcome = 'deny'
  expect(() => verifyReceipt(altered, verifier)).toThrow('is not the one in the log entry')

  for (const [id, change] of [
    [answers[1]!.body.decision.id, sql`result = jsonb_set(result, '{outcome}', '"deny"')`],
    [answers[2]!.body.decision.id, sql`outcome = 'deny'`],
    [answers[3]!.body.decision.id, sql`facts_sealed = facts_sealed || '\\x00'::bytea`],
  ] as const) {
    await api.services.connection.db.execute(sql`update decisions set ${change} where id = ${id}`)
    const verdict = await verifyAudit(api.services)
    expect(verdict.faults.map((fault) => fault.fault)).toContain(`decision ${id} was edited`)
  }
})
