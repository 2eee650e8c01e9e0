import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '#core/record/audit/verify.ts'
import { openFacts } from '#core/record/decisions/facts.ts'
import { decisions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { readKey, verifyReceipt } from '#tools/verify-receipt.mjs'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop({ altered: true }))

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

  // E16: a receipt tells nothing that the answer keeps to officers, not even which of their rules ran.
  const wallet = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
  const paid = { type: 'payment', from_address: wallet('0002'), to_address: wallet('0001'), amount: '5', currency: 'USDC' }
  const { decision } = (await api.call('POST', '/api/v1/transactions', paid, key)).body
  const proof = await api.call('GET', `/api/v1/decisions/${decision.id}/receipt`, undefined, key)
  expect(verifyReceipt(proof.body.receipt, verifier)).toMatchObject({ action: 'compliance_decision', documents: [] })
  expect(proof.text).not.toMatch(/structuring|smurfing/i)

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

test('where a decision has its facts from is kept once for many, and nobody can alter it unseen', async () => {
  const { db } = api.services.connection
  const check = async () => (await api.call('POST', '/v1/sanctions/check', { wallet_address: `0x${'5ea1'.repeat(8)}00000002` }, key)).body
  const replay = async (id: string) => (await api.call('POST', `/v1/decisions/${id}/replay`, {}, key)).body.status
  const sealed = async (id: string) => {
    const row = (await findScoped(db, decisions, api.ctx('sandbox'), id))!
    const { said, sources } = await openFacts({ db, services: api.services }, row)
    const place = [row.subject_key_id, `decisions.facts:${id}`, row.facts_sealed] as const
    return { said, sources, kept: await api.services.keyring.open<{ sources: object | string }>(db, ...place) }
  }
  const first = await check()
  let one = first
  while (typeof (await sealed(one.decision.id)).kept.sources === 'object') one = await check()
  const [whole, short] = [await sealed(first.decision.id), await sealed(one.decision.id)]
  expect(short.sources).toEqual(whole.sources)
  expect(short.said).toEqual(whole.said)
  expect(Object.keys(short.said as object).length).toBeGreaterThan(5)
  expect(await replay(one.decision.id)).toBe('identical')
  const again = await api.call('GET', `/v1/decisions/${one.decision.id}`, undefined, key)
  expect(again.body.facts_used).toEqual(one.decision.facts_used)

  const part = short.kept.sources as string
  const put = (from: string, to: string) =>
    db.execute(sql`update decision_parts set texts = jsonb_build_array(replace(texts ->> 0, ${from}, ${to})) where id = ${part}`)
  await put('"subject.address":"stated"', '"subject.address":"listed"')
  const { faults } = await verifyAudit(api.services)
  expect(faults.map(({ fault }) => fault)).toContain(`part ${part} of decisions was edited`)
  expect(await replay(one.decision.id)).toBe('inputs_altered')
  await put('"subject.address":"listed"', '"subject.address":"stated"')
  expect(await replay(one.decision.id)).toBe('identical')
})

test('lists leave out which facts a decision used; the call and the one decision say it', async () => {
  const wallet = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
  const paid = { type: 'payment', from_address: wallet('0002'), to_address: wallet('0001'), amount: '5', currency: 'USDC' }
  const made = [
    ['transactions', (await api.call('POST', '/api/v1/transactions', paid, key)).body],
    ['sanctions/checks', (await api.call('POST', '/api/v1/sanctions/check', { wallet_address: wallet('0002') }, key)).body],
  ] as const
  for (const [list, { id, check_id, decision }] of made) {
    expect(decision.facts_used.length).toBeGreaterThan(0)
    const paths = decision.facts_used.map((one: { path: string }) => one.path)
    const read = async (path: string) => (await api.call('GET', `/api/v1/${path}`, undefined, key)).body
    const one = await read(`${list}/${id ?? check_id}`)
    const again = await read(`decisions/${decision.id}`)
    for (const each of [one.decision, again]) expect(each.facts_used.map((used: { path: string }) => used.path)).toEqual(paths)
    const listed = (await read(list)).data.map((row: { decision: object }) => row.decision)
    for (const each of [...listed, ...(await read('decisions')).data]) expect(each).not.toHaveProperty('facts_used')
  }
})

test('a wallet verified again only leaves its record; a revoked credential is not confirmed', async () => {
  const body = {
    wallet_address: `0x${'b7'.repeat(20)}`,
    kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
  }
  const verify = (change: object = {}) => api.call('POST', '/api/v1/wallets/verify', { ...body, ...change }, key)
  const [first, second] = [await verify(), await verify()]
  expect(second.body).toMatchObject({
    wallet_id: first.body.wallet_id,
    verification_status: 'basic',
    verified: true,
    credential: { id: first.body.credential.id, reused: true },
    decision: { outcome: 'allow' },
  })
  // What stands in the answer does not depend on the way it was found.
  const whole = await api.call('POST', '/api/v1/wallets/verify', body, key, { 'idempotency-key': 'whole' })
  const bare = ({ body: { decision, ...rest } }: typeof whole) => {
    const facts_used = decision.facts_used.map((one: object) => ({ ...one, as_of: 0 }))
    const data_age = decision.data_age.map((one: object) => ({ ...one, as_of: 0, age_seconds: 0 }))
    return {
      ...rest,
      decision: { ...decision, facts_used, data_age, id: 0, url: 0, evaluated_at: 0, result_hash: 0, lists: 0, receipt: 0 },
    }
  }
  expect(bare(whole)).toEqual(bare(second))
  const many = await Promise.all(Array.from({ length: 30 }, () => verify()))
  expect(new Set(many.map((each) => each.body.credential.id))).toEqual(new Set([first.body.credential.id]))
  expect(new Set(many.map((each) => each.body.decision.id)).size).toBe(30)

  expect((await verify({ level: 'enhanced' })).body.verification_status).toBe('pending')
  await verify()
  const other = await verify({ kyc_data: { ...body.kyc_data, full_name: 'Grace Other' } })
  expect(other).toMatchObject({ status: 409, body: { code: 'wallet_bound_to_other_person' } })
  const sanctioned = await verify({ kyc_data: { ...body.kyc_data, country: 'KP' } })
  expect(sanctioned.body.decision.outcome).not.toBe('allow')
  const revoked = await api.call(
    'POST',
    `/api/v1/credentials/${first.body.credential.id}/revoke`,
    { reason_code: 'key_compromise', note: 'Lost.' },
    key,
  )
  expect(revoked.body).toMatchObject({ state: 'revoked', reason_code: 'key_compromise', second_person: null })
  expect((await verify()).body).toMatchObject({ verified: false, credential: { state: 'revoked' } })

  // Decisions that look alike share a pattern: who alters it alters them all.
  const { rows } = await api.services.connection.db.execute<{ id: string; pattern: string }>(
    sql`select id, result ->> 'rules' as pattern from decisions where jsonb_typeof(result -> 'rules') = 'string' and id in ${many.map((each) => each.body.decision.id)}`,
  )
  expect(rows.length).toBeGreaterThan(0)
  await api.services.connection.db.execute(
    sql`update decision_parts set texts = jsonb_build_array(replace(texts ->> 0, ',0]', ',1]')) where id = ${rows[0]!.pattern}`,
  )
  const { faults } = await verifyAudit(api.services)
  for (const { id } of rows) expect(faults.map((fault) => fault.fault)).toContain(`decision ${id} was edited`)
})

test('a credential is issued by API after the same checks; a suspension is not lifted by asking again', async () => {
  const body = {
    wallet_address: `0x${'d4'.repeat(20)}`,
    kyc_data: { full_name: 'Carol Issued', date_of_birth: '1979-12-01', country: 'FR' },
  }
  const issue = (change: object = {}) => api.call('POST', '/api/v1/credentials', { ...body, ...change }, key)
  const issued = await issue()
  expect(issued).toMatchObject({ status: 201, body: { verification_status: 'basic', credential: { state: 'active', level: 'basic' } } })
  const id = issued.body.credential.id
  await api.call('POST', `/api/v1/credentials/${id}/suspend`, { reason_code: 'under_review' }, key)
  expect((await issue()).body).toMatchObject({ verification_status: 'none' })
  const listed = await issue({ wallet_address: `0x${'5ea1'.repeat(8)}00002001` })
  expect(listed.body).toMatchObject({ credential: null, decision: { outcome: 'deny' } })
  const verifier = (await api.makeKey('sandbox', ['wallets:verify'])).key
  expect((await api.call('POST', '/api/v1/credentials', body, verifier)).status).toBe(403)
})
