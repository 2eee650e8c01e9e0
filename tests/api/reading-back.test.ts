import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decisions, requestLogs } from '#db/schema.ts'
import { startApi } from './harness.ts'
import { decisionsIn, otherwise, sealedDecisions } from './one-decision.ts'

// What was answered once can be read again: by its id, and in lists.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

type Item = Record<string, any>
const get = (path: string, as = key) => api.call('GET', `/v1${path}`, undefined, as)
const post = async (path: string, body: object): Promise<Item> => {
  const answer = await api.call('POST', `/v1${path}`, body, key)
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(300)
  return answer.body
}
/** Every row of a list, two at a time. */
async function walk(path: string): Promise<Item[]> {
  const rows: Item[] = []
  for (let cursor = ''; ; ) {
    const { status, body, text } = await get(`${path}${path.includes('?') ? '&' : '?'}limit=2${cursor && `&cursor=${cursor}`}`)
    expect(status, text.slice(0, 300)).toBe(200)
    rows.push(...body.data)
    if (!body.has_more) return rows
    cursor = encodeURIComponent(body.next_cursor)
  }
}
const ids = (rows: Item[]) => rows.map((row) => row.id as string)

test('A15 checks, decisions, wallets and events are read back by id, list and time, and by nobody else', async () => {
  const address = `0x${'5ea1'.repeat(8)}00000002`
  const listed = `0x${'5ea1'.repeat(8)}00002001`
  const asked = { full_name: 'Malory Sanctiond', country: 'PL' }
  await api.call('POST', '/v1/sandbox/clock', { set: '2027-01-10T12:00:00Z' }, key)
  const named = await post('/sanctions/check', asked)
  await api.call('POST', '/v1/sandbox/clock', { set: '2027-01-11T12:00:00Z' }, key)
  const hit = await post('/sanctions/check', { wallet_address: listed })
  const past = await post('/sanctions/check', { wallet_address: address, as_of: '2027-01-10' })
  const verified = await post('/wallets/verify', {
    wallet_address: address,
    kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
  })

  // A check comes back with what was asked and the very decision.
  const read = (await get(`/sanctions/checks/${named.id}`)).body
  const { id, status, risk_level, sanctioned, sanctions_cleared, threshold, checked_at, as_of } = named
  expect(read).toMatchObject({
    ...{ success: true, kind: 'sanctions', id, status, risk_level, sanctioned, sanctions_cleared, threshold, checked_at, as_of },
    subject: { ...asked, wallet_address: null, entity_type: 'any' },
    matches: [{ entity_id: named.matches[0].entity_id, score: named.matches[0].score }],
    decision: { id: named.decision.id, outcome: 'review', result_hash: named.decision.result_hash },
  })
  expect(read.decision.rules.length).toBeGreaterThan(named.decision.rules.length)
  expect((await get(`/sanctions/checks/${past.id}`)).body).toMatchObject({ as_of: past.as_of, was_listed: false })

  // Lists: whole by their cursors, narrowed by their filters, nothing of it twice.
  const checks = await walk('/sanctions/checks')
  expect(ids(checks)).toHaveLength(new Set(ids(checks)).size)
  expect(checks).toHaveLength(4)
  expect(ids(await walk('/sanctions/checks?kind=sanctions')).toSorted()).toEqual(ids([named, hit, past]).toSorted())
  expect(ids(await walk('/sanctions/checks?status=hit'))).toEqual([hit.id])
  expect(ids(await walk(`/sanctions/checks?kind=sanctions&wallet_address=${address.toLowerCase()}`))).toEqual([past.id])
  const [verification] = await walk(`/sanctions/checks?subject_id=${verified.wallet_id}&kind=verification`)
  expect(verification).toMatchObject({ wallet_id: verified.wallet_id, subject: null, erased: false })
  expect(ids(await walk('/sanctions/checks?created_before=2027-01-10T23:00:00Z'))).toEqual([named.id])

  const decisions = await walk('/decisions')
  const { facts_used: _, data_age: __, ...short } = verified.decision
  expect(decisions.find((one) => one.id === verified.decision.id)).toEqual({
    object: 'decision',
    ...short,
    counterfactuals: [],
    check: 'wallet.verify',
    subject: { type: 'wallet', id: verified.wallet_id },
    environment: 'sandbox',
  })
  expect(ids(await walk(`/decisions?subject_id=${verified.wallet_id}`))).toEqual([verified.decision.id])
  expect(ids(await walk(`/decisions?subject_id=${named.id}`))).toEqual([named.decision.id])
  expect(ids(await walk('/decisions?check=sanctions.check&outcome=deny'))).toEqual([hit.decision.id])
  expect(ids(await walk('/decisions?outcome=review'))).toEqual([named.decision.id])
  expect(ids(await walk('/decisions?created_before=2027-01-10T23:00:00Z'))).toEqual([named.decision.id])

  const wallets = await walk('/wallets?verification_status=basic')
  expect(wallets).toMatchObject([{ object: 'wallet', wallet_id: verified.wallet_id, wallet_address: verified.wallet_address }])
  expect(wallets[0]).not.toHaveProperty('success')
  expect(await walk('/wallets?created_after=2028-01-01T00:00:00Z')).toEqual([])

  const events = await walk('/events')
  const late = await walk('/events?created_after=2027-01-11T00:00:00Z')
  expect(late.length).toBeGreaterThan(0)
  expect(late.every((one) => one.timestamp >= '2027-01-11')).toBe(true)
  expect(late.length + (await walk('/events?created_before=2027-01-11T00:00:00Z')).length).toBe(events.length)

  // Erased: the result stays, what was asked does not.
  const person = await post('/sanctions/check', { wallet_address: address, full_name: 'Ada Example' })
  await post('/erasures', { wallet_address: address })
  const erased = (await get(`/sanctions/checks/${person.id}`)).body
  expect(erased).toMatchObject({ subject: null, erased: true, status: 'clear', decision: { id: person.decision.id } })
  expect(JSON.stringify(await walk('/sanctions/checks'))).not.toContain('Ada Example')

  // Another tenant, the other environment, and a key without the scope.
  const elsewhere = [await api.makeStranger(), (await api.makeKey('production')).key]
  for (const other of elsewhere) {
    expect((await get(`/sanctions/checks/${named.id}`, other)).status).toBe(404)
    for (const list of ['/sanctions/checks', '/decisions', '/wallets', `/decisions?subject_id=${verified.wallet_id}`])
      expect((await get(list, other)).body.data, list).toEqual([])
  }
  const narrow = (await api.makeKey('sandbox', ['events:read'])).key
  for (const list of ['/sanctions/checks', `/sanctions/checks/${named.id}`, '/decisions', '/wallets'])
    expect((await get(list, narrow)).status, list).toBe(403)
  const { next_cursor } = (await get('/decisions?limit=1')).body
  expect((await get(`/sanctions/checks?cursor=${encodeURIComponent(next_cursor)}`)).body.code).toBe('invalid_cursor')
})

test('the log shows an answer as it was sent, though its decision is kept in the record alone', async () => {
  const address = `0x${'5ea1'.repeat(8)}00000005`
  const person = { wallet_address: address, kyc_data: { full_name: 'Grace Example', date_of_birth: '1985-03-04', country: 'US' } }
  await post('/wallets/verify', person)
  const sent = [
    await post('/sanctions/check', { wallet_address: `0x${'5ea1'.repeat(8)}000000a9` }),
    await post('/sanctions/check', { wallet_address: address, full_name: 'Grace Example' }),
    await post('/wallets/verify', person),
    await post('/sanctions/check?expand[]=decision.rules', { wallet_address: address }),
    await post('/sanctions/check', { wallet_address: `0x${'5ea1'.repeat(8)}00002001` }),
  ]
  await api.requestLog.flush()
  const { db } = api.services.connection
  const texts: string[] = []
  const logged = async (decision: Item) => {
    const [log] = await walk(`/request-logs?decision_id=${decision.id}`)
    const [row] = await db.select().from(requestLogs).where(eq(requestLogs.id, log!.id))
    texts.push(row!.response_text ?? '')
    return (await get(`/request-logs/${log!.id}`)).body.response_body
  }
  for (const answer of sent) expect((await logged(answer.decision)).decision).toEqual(answer.decision)
  expect(texts.map((text) => text.includes('"decision":{"kept":"dec_'))).toEqual([true, true, true, false, false])
  expect(await logged(sent[2]!.decision)).toEqual(sent[2])
  // What the record does not tell any more, or tells otherwise than it was sealed, the log does not either.
  await db
    .update(decisions)
    .set({ result: { rules: 'gone', values: [] } })
    .where(eq(decisions.id, sent[0]!.decision.id))
  expect((await logged(sent[0]!.decision)).decision).toEqual({ id: sent[0]!.decision.id })
  await post('/erasures', { wallet_address: address })
  expect(await logged(sent[2]!.decision)).toBeNull()
})

test('H1 the sweep sees an outcome, a reason or a rule that is told otherwise than sealed, in an answer and in a receipt', async () => {
  const { decision } = await post('/sanctions/check', { wallet_address: `0x${'5ea1'.repeat(8)}00002001` })
  await expect.poll(async () => (await get(`/decisions/${decision.id}/receipt`)).status).toBe(200)
  const receipt = (await get(`/decisions/${decision.id}/receipt`)).body
  const sealed = (await sealedDecisions(api.services.connection.db, [decision.id])).get(decision.id)!
  const wrong = (answer: Item, change: (copy: Item) => void) => {
    const found: Parameters<typeof decisionsIn>[2] = []
    const copy = structuredClone(answer)
    change(copy)
    decisionsIn(copy, 'here', found)
    expect(found).toHaveLength(1)
    return otherwise(found[0]!, sealed) !== null
  }
  const change: Record<string, [Item, (copy: Item) => void]> = {
    outcome: [decision, (copy) => (copy.outcome = 'allow')],
    reason: [decision, (copy) => copy.reason_codes.push('manual_review')],
    rule: [decision, (copy) => (copy.rules[0].result = 'review')],
    'rule left out': [decision, (copy) => copy.rules.pop()],
    hash: [decision, (copy) => (copy.result_hash = 'ab'.repeat(32))],
    'entry of a receipt': [receipt, (copy) => (copy.receipt.entry.details.outcome = 'allow')],
    'record of a receipt': [receipt, (copy) => copy.receipt.documents.decision_record.reason_codes.pop()],
    'reasons of a receipt': [receipt, (copy) => copy.receipt.documents.result_hash.reason_codes.pop()],
    'rules of a receipt': [receipt, (copy) => copy.receipt.documents.result_hash.rules.pop()],
    'receipt without its result': [receipt, (copy) => delete copy.receipt.documents.result_hash],
  }
  for (const [name, [answer, alter]] of Object.entries(change)) expect(wrong(answer, alter), name).toBe(true)
  for (const answer of [decision, receipt]) expect(wrong(answer, () => {})).toBe(false)
})
