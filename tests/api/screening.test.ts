import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFacts } from '#core/record/decisions/facts.ts'
import { expireExceptions } from '#core/screening/exceptions/manage.ts'
import { runBulk } from '#core/screening/screenings/bulk/run.ts'
import { sandboxNow } from '#core/sources/clock/sandbox.ts'
import { apiKeys, auditLogs, cases, decisions, events, monitoredSubjects, screenings } from '#db/schema.ts'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let organizationId: string
beforeAll(async () => {
  api = await startApi({}, { passports: true })
  const made = await api.makeKey('sandbox')
  key = made.key
  const [row] = await api.services.connection.db.select().from(apiKeys).where(eq(apiKeys.id, made.id))
  organizationId = row!.organization_id
})
afterAll(() => api?.stop())

const check = (body: object, with_: string = key) => api.call('POST', '/v1/sanctions/check', body, with_)
const clock = (body: object) => api.call('POST', '/v1/sandbox/clock', body, key)
const delta = async (input: object) => {
  const { status, body } = await api.call('POST', '/v1/sandbox/lists/delta', input, key)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const eventsOf = async (resource: string) =>
  (
    await api.services.connection.db
      .select()
      .from(events)
      .where(and(eq(events.organization_id, organizationId), eq(events.resource_id, resource)))
      .orderBy(asc(events.position))
  ).map((e) => e.type)

test('a name spelled with joiners is read; joiners that only hide something are refused', async () => {
  expect((await check({ full_name: 'आयुष्\u200dमा प्याकुरेल' })).body).toMatchObject({ status: 'clear' })
  expect((await check({ full_name: 'Mal\u200dlory Sanctioned' })).body.errors).toMatchObject([{ pointer: '/full_name' }])
})

describe('monitoring', () => {
  test('a list change without monitored subjects says so', async () => {
    const { rescreened } = await delta({ add: [{ entity_id: 'OWN-0', name: 'First Of All' }] })
    const none = {
      subjects: 0,
      rescreened: 0,
      created: 0,
      updated: 0,
      cleared: 0,
      unaffected: 0,
      exceptions_voided: 0,
      credentials_suspended: 0,
      seconds: 0,
    }
    expect(rescreened).toEqual(none)
  })

  test('a list change is told once, opens a case, and delisting clears; the subject is sealed and can be forgotten', async () => {
    const subject = { full_name: 'Quentin Watchman-Example', date_of_birth: '1980-02-03', country: 'FR', monitor: true }
    const first = await check(subject)
    expect(first.body).toMatchObject({ status: 'clear', monitored: true })
    const id: string = first.body.monitored_subject_id
    expect((await check(subject)).body.monitored_subject_id).toBe(id)
    const [row] = await api.services.connection.db.select().from(monitoredSubjects).where(eq(monitoredSubjects.id, id))
    expect(Buffer.from(row!.subject_sealed).toString('latin1')).not.toContain('Watchman')
    expect(JSON.stringify({ ...row, subject_sealed: null })).not.toMatch(/watchman|1980/i)

    const added = await delta({ add: [{ entity_id: 'OWN-1', name: 'Quentin Watchman Example', date_of_birth: '1980-02-03' }] })
    expect(added).toMatchObject({ added: ['sandbox_sample:OWN-1'], rescreened: { subjects: 1, rescreened: 1, created: 1, unaffected: 0 } })
    const unrelated = await delta({ add: [{ entity_id: 'OWN-2', name: 'Somebody Entirely-Different' }] })
    expect(unrelated.rescreened).toMatchObject({ subjects: 1, rescreened: 0, unaffected: 1 })
    const read = await api.call('GET', `/v1/sanctions/monitored/${id}`, undefined, key)
    expect(read.body).toMatchObject({ status: 'hit', subject: { full_name: 'Quentin Watchman-Example' } })
    const open = await api.services.connection.db.select().from(cases).where(eq(cases.subject_id, id))
    expect(open).toMatchObject([{ kind: 'sanctions_match', status: 'open' }])

    const renamed = await delta({ add: [{ entity_id: 'OWN-1', name: 'Quentin Watchman Example', date_of_birth: '1980-02-04' }] })
    expect(renamed).toMatchObject({ changed: ['sandbox_sample:OWN-1'], rescreened: { updated: 1 } })
    const removed = await delta({ remove: ['OWN-1'] })
    expect(removed.rescreened).toMatchObject({ cleared: 1 })
    expect(await eventsOf(id)).toEqual(['sanctions.match.created', 'sanctions.match.updated', 'sanctions.match.cleared'])
    expect(await eventsOf('sandbox_sample')).toHaveLength(5)

    const list = await api.call('GET', '/v1/sanctions/monitored?status=clear', undefined, key)
    expect(list.body.data.map((s: { id: string }) => s.id)).toContain(id)
    expect((await api.call('DELETE', `/v1/sanctions/monitored/${id}`, undefined, key)).status).toBe(200)
    expect((await api.call('GET', `/v1/sanctions/monitored/${id}`, undefined, key)).status).toBe(404)
    const gone = await api.call('POST', '/v1/sandbox/lists/delta', { remove: ['OWN-1'] }, key)
    expect(gone.body.code).toBe('not_found')
  })

  test('an address put on the list makes its monitored wallet a hit', async () => {
    const wallet_address = '0x52908400098527886E0F7030069857D2E4169EE7'
    const { body } = await check({ wallet_address, monitor: true })
    expect(body.status).toBe('clear')
    const others = [
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ]
    await delta({ add: [{ entity_id: 'OWN-3', name: 'Wallet Holder', wallet_addresses: [wallet_address.toLowerCase(), ...others] }] })
    // Lists name addresses of many chains.
    for (const asked of [...others, `bitcoin:${others[0]}?amount=1`, others[2]!.toUpperCase()])
      expect((await check({ wallet_address: asked })).body, asked).toMatchObject({
        status: 'hit',
        matches: [{ match_type: 'address_exact' }],
      })
    expect((await check({ wallet_address: others[0]!.toLowerCase() })).body).not.toMatchObject({ status: 'hit' })
    expect((await check({ wallet_address: '1Boat' })).body.errors).toMatchObject([{ pointer: '/wallet_address', code: 'invalid_address' }])
    expect((await check({ wallet_address })).body).toMatchObject({ status: 'hit', matches: [{ match_type: 'address_exact' }] })
    expect(await eventsOf(body.monitored_subject_id)).toEqual(['sanctions.match.created'])
  })
})

describe('holders of credentials', () => {
  const verified = async (wallet_address: string, full_name: string) => {
    const kyc_data = { full_name, date_of_birth: '1979-08-07', country: 'FR' }
    const { body } = await api.call('POST', '/v1/wallets/verify', { wallet_address, kyc_data }, key)
    expect(body, JSON.stringify(body)).toMatchObject({ verified: true })
    return { wallet: body.wallet_id as string, credential: body.credential.id as string }
  }
  const stateOf = async (id: string) => (await api.call('GET', `/v1/credentials/${id}`, undefined, key)).body
  const casesOf = (id: string) => api.services.connection.db.select().from(cases).where(eq(cases.subject_id, id))

  test('who is listed loses the use of the credential at once; who is like it is for people to look at', async () => {
    const [listed, named, alike] = [
      await verified(`0x${'1d'.repeat(20)}`, 'Wilhelmina Adelsberg'),
      await verified(`0x${'2d'.repeat(20)}`, 'Thaddeus Quillmore'),
      await verified(`0x${'3d'.repeat(20)}`, 'Leocadia Fernsby'),
    ]
    const { rescreened } = await delta({
      add: [
        { entity_id: 'HOLD-1', name: 'Somebody Elsewhere', wallet_addresses: [`0x${'1d'.repeat(20)}`] },
        { entity_id: 'HOLD-2', name: 'Thaddeus Quillmore', date_of_birth: '1979-08-07' },
        { entity_id: 'HOLD-3', name: 'Leocadia Fernsbey' },
      ],
    })
    expect(rescreened).toMatchObject({ credentials_suspended: 2 })
    for (const { wallet, credential } of [listed, named]) {
      expect(await stateOf(credential)).toMatchObject({ state: 'suspended', reason_code: 'sanctions_match' })
      expect((await eventsOf(credential)).at(-1)).toBe('credential.suspended')
      expect(await casesOf(wallet)).toMatchObject([{ kind: 'sanctions_match', status: 'open', priority: 100 }])
    }
    expect(await stateOf(alike.credential)).toMatchObject({ state: 'active' })
    expect(await casesOf(alike.wallet)).toMatchObject([{ kind: 'sanctions_match', status: 'open', priority: 90 }])
    // Off the list again nothing comes back by itself: two people resume it, once the holder is screened clear.
    const resume = () => api.call('POST', `/v1/credentials/${listed.credential}/resume`, { reason_code: 'delisted' }, key)
    expect((await resume()).body.code).toBe('invalid_transition')
    await delta({ remove: ['HOLD-1', 'HOLD-2', 'HOLD-3'] })
    expect(await stateOf(listed.credential)).toMatchObject({ state: 'suspended' })
    // Nor does a new wallet, or a verification as an investor, shake it off.
    const person = { full_name: 'Wilhelmina Adelsberg', date_of_birth: '1979-08-07', country: 'FR' }
    const again = async (address: string, kyc_data = person) =>
      (await api.call('POST', '/v1/wallets/verify', { wallet_address: address, kyc_data }, key)).body
    expect(await again(`0x${'4d'.repeat(20)}`)).toMatchObject({ verified: false, credential: { state: 'suspended' } })
    const investor = await api.call(
      'POST',
      '/v1/investors/verify',
      { ...person, email: 'wilhelmina@screening.test', wallet_address: `0x${'4d'.repeat(20)}` },
      key,
    )
    expect(investor.body.credential, investor.text).toMatchObject({ state: 'suspended' })
    const { second_person: waits } = (await resume()).body
    const word = { outcome: 'release', reason_code: 'delisted', note: 'The entry is gone from the list.' }
    await api.call('POST', `/v1/cases/${waits.case_id}/decide`, word, (await api.makeKey('sandbox')).key)
    expect(await again(`0x${'4d'.repeat(20)}`)).toMatchObject({ verified: true })

    const revoke = (id: string, reason_code: string) => api.call('POST', `/v1/credentials/${id}/revoke`, { reason_code }, key)
    await revoke(alike.credential, 'identity_fraud')
    const fraud = { ...person, full_name: 'Leocadia Fernsby' }
    expect(await again(`0x${'5d'.repeat(20)}`, fraud)).toMatchObject({ verified: false, credential: { state: 'revoked' } })
    const lost = await verified(`0x${'6d'.repeat(20)}`, 'Isidore Blackwell')
    await revoke(lost.credential, 'key_compromise')
    expect(await again(`0x${'7d'.repeat(20)}`, { ...person, full_name: 'Isidore Blackwell' })).toMatchObject({ verified: true })
  })
})

describe('as_of', () => {
  test('an address added on day 2 and removed on day 4 answers clear, hit, clear for days 1, 3, 5', async () => {
    const wallet_address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const days: string[] = []
    const today = async () => days.push(new Date(await sandboxNow(api.services, organizationId)).toISOString().slice(0, 10))
    await today()
    await clock({ advance: '1d' })
    await delta({ add: [{ entity_id: 'OWN-4', name: 'Briefly Listed', wallet_addresses: [wallet_address] }] })
    await clock({ advance: '1d' })
    await today()
    await clock({ advance: '1d' })
    await delta({ remove: ['OWN-4'] })
    await clock({ advance: '1d' })
    await today()
    const answers = await Promise.all(days.map((as_of) => check({ wallet_address, as_of })))
    expect(answers.map((a) => a.body.status)).toEqual(['clear', 'hit', 'clear'])
    expect(answers[0]!.body.as_of).toBe(`${days[0]}T23:59:59.999Z`)
    const again = await check({ wallet_address, as_of: days[1] })
    expect(again.body.matches).toEqual(answers[1]!.body.matches)
    expect(again.body.decision.result_hash).toBe(answers[1]!.body.decision.result_hash)
    // A past answer is no news.
    expect(await eventsOf(again.body.id)).toEqual([])
    const future = await check({ wallet_address, as_of: '2099-01-01' })
    expect(future.body).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/as_of', code: 'future_date' }] })
    expect((await check({ wallet_address, as_of: days[0], monitor: true })).body.code).toBe('conflicting_fields')
    await clock({ resume: true })
  })

  test('the sample list of last week still has the delisted entry', async () => {
    const body = { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002005' }
    expect((await check({ ...body, as_of: '2026-11-10' })).body).toMatchObject({ status: 'hit', matches: [{ name: 'Delia Delisted' }] })
    const production = (await api.makeKey('production')).key
    const none = await check({ ...body, as_of: '2026-11-10' }, production)
    expect(none.body).toMatchObject({ status: 422, errors: [{ code: 'too_early' }] })
  })
})

describe('exceptions', () => {
  const subject = {
    wallet_address: '0xde709f2102306220921060314715629080e2fb77',
    full_name: 'Mallory Sanctioned',
    date_of_birth: '1991-03-14',
    country: 'US',
  }
  const reason = 'Another birth date and another mother, seen on the passport.'
  const read = { document_sha256: 'ab'.repeat(32) }
  let second: string

  test('C2 of an exact name need what differs, as the entry states it, or a document; it is sealed, and the log binds it', async () => {
    const { body: found } = await check({ full_name: subject.full_name, date_of_birth: subject.date_of_birth })
    const { entity_id } = found.matches[0]
    const told = {
      field: 'date_of_birth',
      listed_value: '1970-01-01',
      person_value: subject.date_of_birth,
      source: 'passport, seen on video',
    }
    const propose = (more: object) => api.call('POST', '/v1/exceptions', { check_id: found.id, entity_id, reason, ...more }, key)
    const refusal = async (more: object) => {
      const { status, body } = await propose(more)
      return [status, ...(body.errors ?? []).map((one: { pointer: string; code: string }) => `${one.pointer} ${one.code}`)]
    }
    expect(await refusal({})).toEqual([422, '/differences evidence_required'])
    expect(await refusal({ differences: [{ ...told, listed_value: '1971-01-01' }] })).toEqual([
      422,
      '/differences/0/listed_value not_listed',
    ])
    expect(await refusal({ differences: [{ ...told, person_value: '1970-01-01' }] })).toEqual([422, '/differences/0/person_value conflict'])
    const passport = { field: 'identifier', listed_value: 'SBX0000001', person_value: 'sbx 0000001', source: 'passport' }
    expect(await refusal({ differences: [passport] })).toEqual([422, '/differences/0/person_value does_not_differ'])
    expect(await refusal({ differences: [{ ...told, entity_id: 'x' }] })).toEqual([422, '/differences/0/entity_id no_match'])
    const { body: made } = await propose({ differences: [told] })
    expect((await api.call('GET', `/v1/exceptions/${made.id}`, undefined, key)).body.evidence).toEqual({
      differences: [{ ...told, entity_id }],
      document_sha256: null,
    })
    const { rows } = await api.owner.pool.query('select evidence, evidence_hash from exceptions where id = $1', [made.id])
    expect(rows[0].evidence).toMatch(/^sealed\|screened:/)
    const [entry] = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.subject_id, made.id))
    expect(entry!.details).toMatchObject({ evidence_hash: rows[0].evidence_hash })
    await api.call('DELETE', `/v1/exceptions/${made.id}`, undefined, key)
  })

  test('need a second person, then lift the review, and end with the facts', async () => {
    const { body: before } = await check(subject)
    expect(before).toMatchObject({ status: 'possible_match', decision: { outcome: 'review' } })
    const entity_id = before.matches[0].entity_id
    const proposal = await api.call('POST', '/v1/exceptions', { check_id: before.id, entity_id, reason, ...read }, key)
    expect(proposal.body).toMatchObject({ status: 'proposed', approved_by: null })
    const { id } = proposal.body
    expect((await check(subject)).body.status).toBe('possible_match')
    expect((await api.call('POST', '/v1/exceptions', { check_id: before.id, entity_id, reason, ...read }, key)).body.code).toBe(
      'already_exists',
    )

    expect((await api.call('POST', `/v1/exceptions/${id}/approve`, {}, key)).body.code).toBe('second_person_required')
    // In the sandbox two keys are two people, as in the review queue: one developer tries both sides.
    second = (await api.makeKey('sandbox')).key
    expect((await api.call('POST', `/v1/exceptions/${id}/approve`, {}, second)).body).toMatchObject({ status: 'active' })

    const { body: after } = await check(subject)
    expect(after.matches[0].exception).toMatchObject({ id })
    expect(after).toMatchObject({ status: 'clear', sanctions_cleared: true, decision: { outcome: 'allow' } })
    expect(JSON.stringify(after)).not.toMatch(/entry_hash|exception_facts/)
    // The same facts by another door.
    const wallet = await api.call(
      'POST',
      '/v1/wallets/verify',
      {
        wallet_address: subject.wallet_address,
        kyc_data: { full_name: subject.full_name, date_of_birth: subject.date_of_birth, country: 'US' },
      },
      key,
    )
    expect(wallet.body).toMatchObject({ verification_status: 'basic', sanctions_cleared: true })

    // Another birth date is another party: void at once, and told.
    expect((await check({ ...subject, date_of_birth: '1991-03-15' })).body.status).toBe('possible_match')
    expect((await api.call('GET', `/v1/exceptions/${id}`, undefined, key)).body).toMatchObject({
      status: 'voided',
      end_reason: 'subject_changed',
    })
    expect((await check(subject)).body.status).toBe('possible_match')
    expect(await eventsOf(id)).toEqual(['exception.created', 'exception.voided'])
  })

  const record = async (extra: object = {}) => {
    const { body } = await check(subject)
    const entity_id = body.matches[0].entity_id
    const { body: proposal } = await api.call('POST', '/v1/exceptions', { check_id: body.id, entity_id, reason, ...read, ...extra }, key)
    await api.call('POST', `/v1/exceptions/${proposal.id}/approve`, {}, second)
    return proposal.id as string
  }

  test('end on their day, with the entry, and when taken back', async () => {
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const id = await record({ expires_at: day })
    expect((await check(subject)).body.status).toBe('clear')
    await clock({ advance: '3d' })
    expect((await check(subject)).body.status).toBe('possible_match')
    expect(await expireExceptions(api.services)).toBe(1)
    expect(await eventsOf(id)).toEqual(['exception.created', 'exception.expired'])
    await clock({ resume: true })

    const changed = await record()
    const { body: watched } = await check({ ...subject, monitor: true })
    expect(watched).toMatchObject({ status: 'clear', monitored: true })
    const monitoredNow = async () =>
      (await api.call('GET', `/v1/sanctions/monitored/${watched.monitored_subject_id}`, undefined, key)).body.status
    const { rescreened } = await delta({ add: [{ entity_id: 'SBX-0001', name: 'Mallory Sanctioned', date_of_birth: '1970-01-02' }] })
    expect(rescreened).toMatchObject({ exceptions_voided: 1, updated: 1 })
    // The same entry as before, and yet another answer.
    expect(await monitoredNow()).toBe('possible_match')
    const opened = await api.services.connection.db.select().from(cases).where(eq(cases.subject_id, watched.monitored_subject_id))
    expect(opened).toMatchObject([{ kind: 'sanctions_match', status: 'open' }])
    expect((await api.call('GET', `/v1/exceptions/${changed}`, undefined, key)).body).toMatchObject({ end_reason: 'entry_changed' })

    const taken = await record()
    expect(await monitoredNow()).toBe('clear')
    expect((await api.call('DELETE', `/v1/exceptions/${taken}`, undefined, key)).body).toMatchObject({
      status: 'voided',
      end_reason: 'taken_back',
    })
    // What was decided, and that it ended, is heard by the monitoring as a list change is.
    expect(await monitoredNow()).toBe('possible_match')
    await api.call('DELETE', `/v1/sanctions/monitored/${watched.monitored_subject_id}`, undefined, key)
    const list = await api.call('GET', '/v1/exceptions?status=voided', undefined, key)
    expect(list.body.data).toHaveLength(4)
  })

  test('clear nobody who is hidden behind those set aside', async () => {
    const namesakes = Array.from({ length: 27 }, (_, i) => ({ entity_id: `SAME-${i}`, name: 'Ottoline Brackwater' }))
    await delta({ add: namesakes })
    const common = { full_name: 'Ottoline Brackwater' }
    const setAside = async (check_id: string, entity_id: string) => {
      const { body } = await api.call('POST', '/v1/exceptions', { check_id, entity_id, reason, ...read }, key)
      expect(body, JSON.stringify(body)).toMatchObject({ status: 'proposed' })
      await api.call('POST', `/v1/exceptions/${body.id}/approve`, {}, second)
    }
    const { body: first } = await check(common)
    expect(first.matches).toHaveLength(25)
    for (const match of first.matches) await setAside(first.id, match.entity_id)
    const { body: next } = await check(common)
    expect(next).toMatchObject({ status: 'possible_match', sanctions_cleared: false })
    const open = next.matches.filter((match: { exception: unknown }) => match.exception === null)
    expect(open).toHaveLength(2)
    const bulk = await api.call('POST', '/v1/sanctions/bulk', 'full_name\nOttoline Brackwater\n', key, { 'content-type': 'text/csv' })
    await runBulk(api.services)
    expect((await api.call('GET', `/v1/sanctions/bulk/${bulk.body.id}`, undefined, key)).body).toMatchObject({
      possible_match: 1,
      clear: 0,
    })
    for (const match of open) await setAside(next.id, match.entity_id)
    expect((await check(common)).body).toMatchObject({ status: 'clear', sanctions_cleared: true })
    await delta({ remove: namesakes.map((one) => one.entity_id) })
  })

  test('never cover an address or a strong match', async () => {
    const { body: address } = await check({ wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7' })
    for (const one of [address, (await check({ full_name: 'Mallory Sanctioned', date_of_birth: '1970-01-02' })).body]) {
      expect(one.status).toBe('hit')
      const refused = await api.call('POST', '/v1/exceptions', { check_id: one.id, entity_id: one.matches[0].entity_id, reason }, key)
      expect(refused.body.code).toBe('exception_not_possible')
    }
    const none = await api.call('POST', '/v1/exceptions', { check_id: address.id, entity_id: 'sandbox_sample:SBX-0004', reason }, key)
    expect(none.body).toMatchObject({ errors: [{ pointer: '/entity_id', code: 'no_match' }] })
    const late = await api.call('POST', '/v1/exceptions', { check_id: address.id, entity_id: 'x', reason, expires_at: '2099-01-01' }, key)
    expect(late.body).toMatchObject({ errors: [{ code: 'too_late' }] })
  })
})

test('the threshold preview says what the newest checks become', async () => {
  const production = (await api.makeKey('production', ['decisions:read'])).key
  expect((await api.call('POST', '/v1/sanctions/threshold-preview', {}, production)).body.code).toBe('insufficient_scope')
  await check({ full_name: 'Mallory T Sanctionov' })
  const preview = async (threshold: number) => (await api.call('POST', '/v1/sanctions/threshold-preview', { threshold }, key)).body
  const [low, high] = [await preview(0.6), await preview(0.99)]
  const rows = await api.services.connection.db.select().from(screenings).where(eq(screenings.kind, 'sanctions'))
  expect(low.checks).toBe(rows.length)
  expect(low.clear + low.possible_match + low.hit).toBe(low.checks - low.erased)
  expect(low.hit).toBe(high.hit)
  expect(low.possible_match).toBeGreaterThan(high.possible_match)
  expect(high.become_clear).toBeGreaterThan(0)
  expect(low.curve.map((c: { possible_match: number }) => c.possible_match)).toEqual(
    low.curve.map((c: { possible_match: number }) => c.possible_match).toSorted((a: number, b: number) => b - a),
  )
})

test('C2 what a caller says clears no name that is looked at by itself; what it lowers is answered and kept', async () => {
  const against = { date_of_birth: '1975-06-07', country: 'NZ', entity_type: 'vessel' }
  const { body } = await check({ full_name: 'Mallory Sanctioned', ...against })
  expect(body).toMatchObject({ status: 'possible_match', sanctions_cleared: false, decision: { outcome: 'review' } })
  expect(body.matches[0]).toMatchObject({ score: 0.85, name_score: 1, held: true, conflict: expect.arrayContaining(['date_of_birth']) })
  // The public entry stands beside it, so that a person can tell the two apart.
  expect(body.matches[0].listed).toMatchObject({ dates_of_birth: ['1970-01-02'], names: [{ full: 'Mallory Sanctioned' }] })
  const row = async (id: string) => (await api.services.connection.db.select().from(screenings).where(eq(screenings.id, id)))[0]!.result
  expect(await row(body.id)).toMatchObject({ matches: [{ score: 0.85, name_score: 1, held: true, conflict: body.matches[0].conflict }] })

  // Nor one that is merely near.
  const near = { full_name: 'Mallory T Sanctionov' }
  expect((await check(near)).body).toMatchObject({ status: 'possible_match', demoted: [] })
  expect((await check({ ...near, ...against })).body).toMatchObject({ status: 'possible_match', matches: [{ score: 0.85, held: true }] })

  // What only a lower threshold finds may fall below it by what is said, and the answer and the record tell it.
  const far = { full_name: 'Malory T Sanctionovich', threshold: 0.6 }
  expect((await check(far)).body).toMatchObject({ status: 'possible_match', demoted: [] })
  const cleared = (await check({ ...far, ...against })).body
  expect(cleared).toMatchObject({ status: 'clear', matches: [], demoted: [{ held: false, name: 'Mallory Sanctioned' }] })
  expect(await row(cleared.id)).toMatchObject({ status: 'clear', demoted: [{ name_score: cleared.demoted[0].name_score }] })
  const [made] = await api.services.connection.db.select().from(decisions).where(eq(decisions.id, cleared.decision.id))
  const facts = await openFacts({ db: api.services.connection.db, services: api.services }, made!)
  expect(facts).toMatchObject({ subject: { screen: { demoted: [{ conflict: cleared.demoted[0].conflict }] } } })
})

describe('C3 the whole subject', () => {
  const whole = {
    full_name: 'Somebody Entirely-Other',
    other_names: ['Another Name-Other'],
    gender: 'female',
    birth_place: 'Inventia, Switzerland',
    nationality: 'CH',
    addresses: [{ line1: '12 Fiction Street', city: 'Nowhereville', country: 'CH' }],
    identifiers: [{ type: 'passport', value: 'WS-100 2003', country: 'CH' }],
  }
  beforeAll(() =>
    delta({
      add: [
        {
          entity_id: 'WHOLE-1',
          name: 'Winifred Subject-Example',
          aliases: Array.from({ length: 14 }, (_, i) => `Winifred Alias${'abcdefghijklmn'[i]} Example`),
          date_of_birth: '1961-02-03',
          gender: 'female',
          birth_place: 'Inventia',
          country: 'CH',
          postal_address: 'Fiction Street 12, Nowhereville',
          identifiers: [
            { type: 'passport', value: 'WS1002003', country: 'CH' },
            { type: 'tax', value: '756.1234.5678' },
          ],
        },
        { entity_id: 'WHOLE-2', name: 'MT EXAMPLE TANKER', type: 'vessel', identifiers: [{ type: 'imo', value: '9074729' }] },
        {
          entity_id: 'WHOLE-3',
          name: 'EXAMPLE WIDEBODY',
          type: 'aircraft',
          identifiers: [{ type: 'registration', value: 'XX-EXAM', country: 'IR' }],
        },
        { entity_id: 'WHOLE-4', name: 'Example Bank-Invented', type: 'organization', identifiers: [{ type: 'bic', value: 'EXAMCHZZ' }] },
      ],
    }),
  )
  const first = async (body: object) => {
    const { status, body: answer, text } = await check(body)
    expect(status, text).toBe(200)
    return answer.matches[0] ?? null
  }

  test('a number is found by its own type alone, and is looked at whatever the name', async () => {
    const { body } = await check(whole)
    expect(body).toMatchObject({ status: 'hit', sanctions_cleared: false, decision: { outcome: 'deny' } })
    expect(body.matches[0]).toMatchObject({ entity_id: 'sandbox_sample:WHOLE-1', match_type: 'identifier', score: 1, conflict: [] })
    expect(body.matches[0].agree).toEqual(['identifier', 'nationality', 'birth_place', 'address', 'gender'])
    const alone = { full_name: whole.full_name }
    const number = (type: string, value: string, country?: string) =>
      first({ ...alone, identifiers: [{ type, value, ...(country && { country }) }] })
    for (const type of ['national_id', 'tax', 'lei', 'bic', 'imo', 'mmsi', 'registration'])
      expect(await number(type, 'WS1002003', 'CH'), type).toBeNull()
    expect(await number('tax', '75612345678')).toMatchObject({ score: 0.95, near: ['identifier'] })
    expect(await number('passport', 'WS1002003', 'SE')).toMatchObject({ score: 0.95, near: ['identifier'] })
    expect(await number('imo', 'IMO 9074729')).toMatchObject({ entity_id: 'sandbox_sample:WHOLE-2', score: 1 })
    expect(await number('registration', 'XXEXAM', 'IR')).toMatchObject({ entity_id: 'sandbox_sample:WHOLE-3', score: 1 })
    expect(await number('bic', 'EXAMCHZZXXX')).toMatchObject({ entity_id: 'sandbox_sample:WHOLE-4', score: 1 })
    expect((await check({ ...alone, identifiers: [{ type: 'tax', value: '75612345678' }] })).body).toMatchObject({
      status: 'possible_match',
      decision: { outcome: 'review' },
    })
    // A wallet has no name; what is said of its holder's papers is asked all the same. And a number alone is nobody to record.
    const wallet = { wallet_address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D', identifiers: whole.identifiers }
    expect((await check(wallet)).body).toMatchObject({ status: 'hit', matches: [{ match_type: 'identifier' }] })
    expect((await check({ identifiers: whole.identifiers })).body.code).toBe('subject_required')
    expect((await check({ ...alone, identifiers: [{ type: 'passport', value: 'A1' }] })).body.errors).toMatchObject([
      { pointer: '/identifiers/0/value' },
    ])
  })

  test('the answer has what a reviewer compares, and the record what was asked', async () => {
    const { body } = await check({ full_name: 'Somebody Entirely-Other', other_names: ['Winifred Aliasn Example'] })
    expect(body.matches[0]).toMatchObject({
      name: 'Winifred Subject-Example',
      matched_name: { full: 'Winifred Aliasn Example', strength: 'strong', kind: 'aka' },
      asked_name: 'Winifred Aliasn Example',
      list: 'sandbox_sample',
      list_version: body.lists.find((one: { source: string }) => one.source === 'sandbox_sample').version,
      programs: ['SANDBOX-OWN'],
      listed: {
        dates_of_birth: ['1961-02-03'],
        places_of_birth: ['Inventia'],
        nationalities: ['CH'],
        postal_addresses: [{ text: 'Fiction Street 12, Nowhereville', country: 'CH' }],
        identifiers: [
          { type: 'passport', value: 'WS1002003', country: 'CH' },
          { type: 'tax', value: '756.1234.5678', country: null },
        ],
        remarks: expect.any(String),
      },
    })
    // Twelve of its fifteen names, and the one that matched is among them.
    expect(body.matches[0].listed.names).toHaveLength(12)
    expect(body.matches[0].listed.names).toContainEqual(body.matches[0].matched_name)
    const { body: asked } = await check(whole)
    const { identifiers, full_name: _, ...said } = whole
    expect((await api.call('GET', `/v1/sanctions/checks/${asked.id}`, undefined, key)).body.subject).toMatchObject({ ...said, identifiers })
    const [row] = await api.services.connection.db.select().from(screenings).where(eq(screenings.id, asked.id))
    expect(Buffer.from(row!.subject_sealed).toString('latin1')).not.toMatch(/Fiction|WS-100/)
    expect(JSON.stringify({ ...row, subject_sealed: null })).not.toMatch(/Fiction|WS-100|Inventia/)
  })

  test('a file, a verified wallet and the monitoring ask the same', async () => {
    const file = [
      'full_name,passport,passport_country,other_names,imo,gender,nationality,address',
      'Somebody Entirely-Other,WS 1002003,Switzerland,,,f,CH,"12 Fiction Street, Nowhereville"',
      'Somebody Entirely-Other,,,Winifred Aliasa Example|Third Name,,,,',
      'Somebody Entirely-Other,,,,IMO 9074729,,,',
      'Somebody Entirely-Other,9074729,,,WS1002003,,,',
      'Somebody Entirely-Other,A1,,,,,,',
    ].join('\n')
    const json = JSON.stringify({ full_name: 'Somebody Entirely-Other', identifiers: whole.identifiers, other_names: ['Third Name'] })
    const results = async (text: string, type: string) => {
      const { body } = await api.call('POST', '/v1/sanctions/bulk', text as never, key, { 'content-type': type })
      while (await runBulk(api.services)) {}
      const answer = await api.app.request(`/v1/sanctions/bulk/${body.id}/results?format=jsonl`, {
        headers: { authorization: `Bearer ${key}` },
      })
      return (await answer.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    }
    const found = await results(file, 'text/csv')
    expect(found.map((one) => [one.status, one.matches[0]?.entity_id ?? null])).toEqual([
      ['hit', 'sandbox_sample:WHOLE-1'],
      ['possible_match', 'sandbox_sample:WHOLE-1'],
      ['hit', 'sandbox_sample:WHOLE-2'],
      ['clear', null],
      ['invalid', null],
    ])
    expect(found[4].problem).toMatch(/^passport: /)
    expect(found[1].matches[0]).toMatchObject({ matched_name: 'Winifred Aliasa Example', listed: { dates_of_birth: ['1961-02-03'] } })
    expect(
      await results(`${json}\n{"full_name":"X Y","identifiers":[{"type":"shoe","value":"12345"}]}`, 'application/x-ndjson'),
    ).toMatchObject([{ status: 'hit' }, { status: 'invalid' }])

    const verify = (wallet_address: string, more: object) =>
      api.call(
        'POST',
        '/v1/wallets/verify',
        { wallet_address, kyc_data: { full_name: 'Somebody Entirely-Other', date_of_birth: '1980-01-01', country: 'CH', ...more } },
        key,
      )
    const { body: refused } = await verify(`0x${'8d'.repeat(20)}`, { identifiers: [{ type: 'tax', value: '756-1234-5678' }] })
    expect(refused).toMatchObject({ verified: false, sanctions_cleared: false })
    expect(JSON.stringify(refused)).not.toContain('756-1234')
    const passport = { type: 'passport', country: 'CH', number: 'WS1002003' }
    expect((await verify(`0x${'9d'.repeat(20)}`, { full_name: 'Somebody Otherwise', id_number: passport })).body).toMatchObject({
      verified: false,
      sanctions_cleared: false,
    })

    const watched = { full_name: 'Somebody Watched-Other', identifiers: [{ type: 'lei', value: '5493001KJTIIGC8Y1R12' }], monitor: true }
    const { body } = await check(watched)
    expect(body.status).toBe('clear')
    await delta({ add: [{ entity_id: 'WHOLE-5', name: 'Quite Another Company', type: 'organization', identifiers: watched.identifiers }] })
    expect((await api.call('GET', `/v1/sanctions/monitored/${body.monitored_subject_id}`, undefined, key)).body).toMatchObject({
      status: 'hit',
      matches: [{ entity_id: 'sandbox_sample:WHOLE-5', match_type: 'identifier' }],
      subject: { identifiers: [{ type: 'lei', value: '5493001KJTIIGC8Y1R12', country: null }] },
    })
  })

  test('what was decided of a name holds for no papers that nobody had shown', async () => {
    const { body } = await check({ full_name: 'Winifred Subject-Exampel', date_of_birth: '1991-01-01' })
    expect(body.status).toBe('possible_match')
    const why = { reason: 'Another person by their passport, seen.', document_sha256: 'ab'.repeat(32) }
    const { body: proposal } = await api.call(
      'POST',
      '/v1/exceptions',
      { check_id: body.id, entity_id: body.matches[0].entity_id, ...why },
      key,
    )
    await api.call('POST', `/v1/exceptions/${proposal.id}/approve`, {}, (await api.makeKey('sandbox')).key)
    const again = { full_name: 'Winifred Subject-Exampel', date_of_birth: '1991-01-01' }
    expect((await check(again)).body.status).toBe('clear')
    expect((await check({ ...again, identifiers: [{ type: 'tax', value: '75612345678' }] })).body.status).toBe('possible_match')
  })
})

test('C6 a threshold tightens freely; above 0.85 it warns and is recorded, and it ends at 0.90', async () => {
  const warned = async (threshold: number, body: object = { full_name: 'Mallory Sanctioned', country: 'NZ' }) => {
    const { body: answer } = await check({ ...body, threshold })
    return [answer.threshold, answer.status, answer.warnings.map(({ code }: { code: string }) => code)]
  }
  expect(await warned(0.5)).toEqual([0.5, 'possible_match', []])
  expect(await warned(0.85)).toEqual([0.85, 'possible_match', []])
  expect(await warned(0.87)).toEqual([0.87, 'possible_match', ['threshold_loosened']])
  expect(await warned(1)).toEqual([0.9, 'possible_match', ['threshold_loosened', 'threshold_capped']])
  expect(await warned(1, { full_name: 'Dr Sanctioned Mallory' })).toEqual([
    0.9,
    'possible_match',
    ['threshold_loosened', 'threshold_capped'],
  ])
  const { body } = await check({ full_name: 'Mallory T Sanctionov', threshold: 1, monitor: true })
  expect(body.status).toBe('clear')
  const [kept] = await api.services.connection.db.select().from(screenings).where(eq(screenings.id, body.id))
  expect(kept!.result).toMatchObject({ threshold: 0.9 })
  const [watched] = await api.services.connection.db
    .select()
    .from(monitoredSubjects)
    .where(eq(monitoredSubjects.id, body.monitored_subject_id))
  expect(watched!.threshold).toBe(9000)
  const [entry] = await api.services.connection.db.select().from(auditLogs).where(sql`${auditLogs.details}->>'check_id' = ${body.id}`)
  expect(entry!.details).toMatchObject({ threshold: { asked: 10_000, applied: 9_000 } })
  const file = 'full_name,country\nMallory Sanctioned,NZ\n'
  const bulk = await api.call('POST', '/v1/sanctions/bulk?threshold=1', file as never, key, { 'content-type': 'text/csv' })
  expect(bulk.body).toMatchObject({ threshold: 0.9, warnings: [{ code: 'threshold_loosened' }, { code: 'threshold_capped' }] })
})

test('C10 A11 an address that only looks like a listed or a known one, or denies its checksum, is warned of where money moves', async () => {
  const codes = (body: { warnings?: { code: string; pointer?: string }[] }) => (body.warnings ?? []).map((one) => [one.code, one.pointer])
  const listed = `0x0bad${'5'.repeat(32)}2001`
  const poisoned = `0x0bad${'7'.repeat(32)}2001`
  // The list is the one that this sandbox made its own.
  await delta({ add: [{ entity_id: 'OWN-5', name: 'Own Listed-Example', wallet_addresses: [listed] }] })
  expect(codes((await check({ wallet_address: listed })).body)).toEqual([])
  const { body: checked } = await check({ subjects: [{ wallet_address: listed }, { wallet_address: poisoned }] })
  expect(checked.results.map(codes)).toEqual([[], [['address_lookalike', '/subjects/1/wallet_address']]])
  expect(checked.results[1].warnings[0].detail).toContain('Own Listed-Example')
  const kyc_data = { full_name: 'Paula Poisoned-Example', date_of_birth: '1980-01-01', country: 'DE' }
  expect(codes((await api.call('POST', '/v1/wallets/verify', { wallet_address: poisoned, kyc_data }, key)).body)).toEqual([
    ['address_lookalike', '/wallet_address'],
  ])

  const payee = `0xc0ffee${'a1'.repeat(15)}beef`
  const pay = async (to_address: string, from_address = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001') =>
    (await api.call('POST', '/v1/transactions', { type: 'payment', from_address, to_address, amount: '10', currency: 'USDC' }, key)).body
  expect(codes(await pay(payee))).toEqual([])
  const odd = `0xC0ffee${'b2'.repeat(15)}bEEf`
  const warned = await pay(odd)
  expect(codes(warned)).toEqual([
    ['address_checksum_mismatch', '/to_address'],
    ['address_lookalike', '/to_address'],
  ])
  expect(warned.warnings[1].detail.toLowerCase()).toContain(payee)
  expect(codes(await pay(`0xdead${'1'.repeat(32)}0001`, `0xdead${'2'.repeat(32)}0001`))).toContainEqual([
    'address_lookalike',
    '/to_address',
  ])

  // A key that wants checksums is refused, whatever the operation.
  const strict = await api.makeKey('sandbox')
  await api.services.connection.db
    .update(apiKeys)
    .set({ settings: { strict_checksum: true } })
    .where(eq(apiKeys.id, strict.id))
  for (const [path, body, pointer] of [
    ['/v1/transactions', { type: 'payment', from_address: payee, to_address: odd, amount: '10', currency: 'USDC' }, '/to_address'],
    ['/v1/sanctions/check', { wallet_address: odd }, '/wallet_address'],
  ] as const)
    expect((await api.call('POST', path, body, strict.key)).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer, code: 'address_checksum_invalid' }],
    })
})
