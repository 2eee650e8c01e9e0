import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '#core/record/transaction.ts'
import { recordedIdentity } from '#core/sources/identity/production.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { identitySessions, wallets } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { loadSmallLists } from '#tests/reach/production.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import { keepReviewState, openReviewState } from '../reviews/state.ts'
import { concludeSession, lockSession } from './conclude.ts'
import { openIdentitySession } from './open.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string

beforeAll(async () => {
  api = await startApi()
  await loadSmallLists(api.services)
  key = (await api.makeKey('production')).key
})
afterAll(() => api.stop())

const call = (method: string, path: string, body?: object) => api.call(method, `/v1${path}`, body, key)
const ctx = () => api.ctx('production')
let n = 0
const fresh = () => `0x${(++n).toString(16).padStart(40, 'e')}`

const found = (read: EvidenceFound['read'], more: Partial<EvidenceFound> = {}): EvidenceFound => ({
  proves: 'identity',
  method: 'passport_chip',
  level: 'enhanced',
  ial: 'IAL2',
  eidas: 'high',
  voucher: { kind: 'issuer', name: 'Utopia', id: null },
  digest: createHash('sha256')
    .update(JSON.stringify([read, more.rejected, n]))
    .digest('hex'),
  rejected: null,
  read,
  covers: ['full_name', 'date_of_birth'],
  takenAt: new Date(),
  expiresAt: new Date(Date.now() + 365 * 86_400_000),
  ...more,
})
const conclude = (id: string, what: EvidenceFound) =>
  write(ctx(), async (tx) => {
    const { session, evidence, audit, events } = await concludeSession(tx, ctx(), await lockSession(tx, ctx(), id), what)
    return { result: { session, evidence }, audit: [audit[0]!, ...audit.slice(1)], events }
  })

test('a session is opened by its secret, ends with evidence, and what the evidence says counts while it is about the person', async () => {
  const wallet_address = fresh()
  const opened = await call('POST', '/identity/sessions', { wallet_address })
  expect(opened.status, opened.text).toBe(201)
  expect(opened.body).toMatchObject({ status: 'open', level: 'enhanced', person_id: null })
  const secret = opened.body.url.split('/verify/')[1]
  const { session } = await openIdentitySession(ctx(), secret)
  expect(session.id).toBe(opened.body.id)
  await expect(openIdentitySession(ctx(), `${secret}x`)).rejects.toMatchObject({ code: 'not_found' })
  const again = await call('GET', `/identity/sessions/${session.id}`)
  expect(again.body.url).toBeUndefined()

  const read = { full_name: 'Ada Sessions', date_of_birth: '1985-04-02', country: 'UT' }
  const done = await conclude(session.id, found(read))
  expect(done.session).toMatchObject({ status: 'verified', evidence_id: done.evidence.id })
  const [wallet] = await api.services.connection.db.select().from(wallets).where(eq(wallets.id, session.wallet_id!))
  const identity = await recordedIdentity(api.services.connection).of(ctx().db, ctx(), {
    personId: done.session.person_id!,
    shownFor: session.wallet_id,
    played: null,
  })
  expect(identity).toMatchObject({ status: 'verified', level: 'enhanced', method: 'document', evidence: done.evidence.id })
  expect(wallet?.person_id).toBe(done.session.person_id)

  const shown = await call('GET', `/identity/evidence/${done.evidence.id}`)
  expect(shown.body).toMatchObject({ state: 'valid', session_id: session.id, covers: ['full_name', 'date_of_birth'] })
  expect(shown.text).not.toContain('Ada Sessions')
  expect((await call('GET', `/identity/evidence?wallet_id=${session.wallet_id}`)).body.data.map((one: { id: string }) => one.id)).toEqual([
    done.evidence.id,
  ])
  const back = await call('POST', `/identity/evidence/${done.evidence.id}/withdraw`, { reason_code: 'document_reported_stolen' })
  expect(back.body).toMatchObject({ state: 'withdrawn', reason_code: 'document_reported_stolen' })
  expect(
    await recordedIdentity(api.services.connection).of(ctx().db, ctx(), {
      personId: done.session.person_id!,
      shownFor: session.wallet_id,
      played: null,
    }),
  ).toMatchObject({ status: 'unknown' })
})

test('what was read of somebody else is no evidence until a person has looked, and a rejection stands', async () => {
  const opened = await call('POST', '/identity/sessions', { wallet_address: fresh() })
  const first = await conclude(opened.body.id, found({ full_name: 'Bertha Sessions', date_of_birth: '1985-04-02' }, { level: 'basic' }))
  // Basic proof does not go as far as was asked: the session goes on.
  expect(first.session.status).toBe('open')
  const other = await conclude(opened.body.id, found({ full_name: 'Bertha Sessions', date_of_birth: '1985-04-03' }))
  expect(other).toMatchObject({ session: { status: 'in_review' }, evidence: { state: 'conflicting', reason_code: 'data_conflict' } })
  const identity = () =>
    recordedIdentity(api.services.connection).of(ctx().db, ctx(), {
      personId: other.session.person_id!,
      shownFor: other.session.wallet_id,
      played: null,
    })
  expect(await identity()).toMatchObject({ status: 'verified', level: 'basic' })
  const no = await conclude(opened.body.id, found({}, { rejected: 'document_forged' }))
  expect(no).toMatchObject({ session: { status: 'rejected' }, evidence: { state: 'rejected' } })
  expect(await identity()).toMatchObject({ status: 'rejected', rejection: { code: 'document_forged' } })
  await expect(conclude(opened.body.id, found({}))).rejects.toMatchObject({ code: 'invalid_transition' })
})

test('what another way goes on with opens after it is known whom the session is about, and after a person has to look', async () => {
  const lines = { mrz_by: 'usr_0000000000000000000000001' }
  const { body } = await call('POST', '/identity/sessions', { wallet_address: fresh() })
  // About nobody yet.
  const before = await write(ctx(), async (tx) => ({
    result: await keepReviewState(tx, ctx(), await lockSession(tx, ctx(), body.id), lines),
    audit: { action: 'identity_review_said', category: 'user', subject: { type: 'identity_session', id: body.id } },
  }))
  const read = { full_name: 'Celia Sessions', date_of_birth: '1985-04-04', country: 'SE' }
  const low = await conclude(before.id, found(read, { level: 'basic' }))
  expect(low.session).toMatchObject({ status: 'open', subject_key_id: expect.stringMatching(/^person:/) })
  expect(low.session.subject_key_id).not.toBe(before.subject_key_id)
  expect(await openReviewState(ctx().db, ctx(), low.session)).toEqual(lines)
  const other = await conclude(before.id, found({ ...read, full_name: 'Somebody Else' }))
  expect(other.session).toMatchObject({ status: 'in_review' })
  expect(await openReviewState(ctx().db, ctx(), other.session)).toEqual(lines)
  // What does not go far enough afterwards takes the case from nobody.
  expect((await conclude(other.session.id, found(read, { level: 'basic', digest: 'f'.repeat(64) }))).session.status).toBe('in_review')
})

test('a session that nobody used runs out, and one that was called off takes nothing', async () => {
  const [late, off] = [
    await call('POST', '/identity/sessions', { wallet_address: fresh(), expires_in: 300 }),
    await call('POST', '/identity/sessions', { wallet_address: fresh() }),
  ]
  await api.services.connection.db
    .update(identitySessions)
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where(eq(identitySessions.id, late.body.id))
  expect((await call('GET', `/identity/sessions/${late.body.id}`)).body.status).toBe('expired')
  await runDue(api.services, { organizationId: ctx().organizationId, environment: 'production' })
  const events = await call('GET', '/events?type=identity.session.expired')
  expect(events.body.data.map((one: { resource: { id: string } }) => one.resource.id)).toEqual([late.body.id])
  expect((await call('POST', `/identity/sessions/${off.body.id}/cancel`, {})).body.status).toBe('cancelled')
  expect((await call('POST', `/identity/sessions/${off.body.id}/cancel`, {})).status).toBe(409)
  for (const { body } of [late, off]) await expect(conclude(body.id, found({}))).rejects.toMatchObject({ code: 'invalid_transition' })
  expect((await call('GET', '/identity/sessions?status=expired')).body.data).toHaveLength(1)
  expect((await call('POST', '/identity/sessions', { wallet_address: fresh(), return_url: 'http://example.com' })).status).toBe(422)
})

test('the lists are counted where that is asked for, and sessions come with the evidence that ended them', async () => {
  const all = (await call('GET', '/identity/sessions?limit=100')).body
  expect(all.total_count).toBeUndefined()
  const first = (await call('GET', '/identity/sessions?limit=2&include=total_count')).body
  expect([first.data.length, first.total_count, first.has_more]).toEqual([2, all.data.length, true])
  const next = (await call('GET', `/identity/sessions?limit=2&include=total_count&cursor=${first.next_cursor}`)).body
  expect(next.total_count).toBe(all.data.length)
  const { data } = (await call('GET', '/identity/sessions?limit=100&expand[]=evidence')).body
  for (const { evidence_id, evidence } of data) expect(evidence?.id ?? null).toBe(evidence_id)
  expect(data.some(({ evidence }: { evidence: object | null }) => evidence !== null)).toBe(true)
  expect((await call('GET', '/identity/sessions?expand[]=wallet')).status).toBe(422)
  const kept = (await call('GET', '/identity/evidence?limit=1&include=total_count')).body
  expect(kept.total_count).toBe((await call('GET', '/identity/evidence?limit=100')).body.data.length)
  expect((await call('GET', '/identity/trusted-issuers?include=total_count')).body).toMatchObject({ data: [], total_count: 0 })
  const shown = (await call('GET', '/identity/evidence?limit=100&expand[]=session')).body.data
  for (const { id, session } of shown) expect(session?.evidence_id ?? id).toBe(id)
  expect(shown.some(({ session }: { session: object | null }) => session !== null)).toBe(true)
  for (const list of ['credentials', 'wallets', 'gaming/self-exclusions', 'due-diligence', 'credential-offers']) {
    const whole = (await call('GET', `/${list}?limit=100`)).body
    expect(whole.total_count, list).toBeUndefined()
    const counted = (await call('GET', `/${list}?limit=1&include=total_count`)).body
    expect([counted.total_count, counted.has_more], `${list}: ${JSON.stringify(counted)}`).toEqual([
      whole.data.length,
      whole.data.length > 1,
    ])
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const none = (await call('GET', `/${list}?include=total_count&created_after=${later}`)).body
    expect([none.total_count, none.data], list).toEqual([0, []])
    if (counted.has_more) {
      const next = (await call('GET', `/${list}?limit=100&cursor=${counted.next_cursor}`)).body.data
      expect(
        [...counted.data, ...next].map((one: { id: string }) => one.id),
        list,
      ).toEqual(whole.data.map((one: { id: string }) => one.id))
    }
  }
})

test('no page is opened that nobody could end: for a company, or with a provider alone while none is set up', async () => {
  const body = { type: 'entity', full_name: 'Sessions Ltd', email: 'office@sessions.example', country: 'GB' }
  const { id } = (await call('POST', '/investors', body)).body
  const owner = { full_name: 'Olga Owner', date_of_birth: '1980-01-02', country: 'GB', share_percent: 100, roles: ['control_person'] }
  const filed = await call('POST', `/investors/${id}/entity`, {
    ...{ entity_type: 'company', formation_date: '2015-03-02', registration: { country: 'GB', number: '01234567' } },
    ...{ address: { line1: '1 Harbour Street', city: 'Leeds', country: 'GB' }, notice_shown_at: new Date().toISOString() },
    ...{ owners_doubt: false, owners: [owner] },
  })
  expect(filed.status, filed.text).toBe(201)
  for (const about of [{ investor_id: id }, { person_id: filed.body.person_id }]) {
    const refused = await call('POST', '/identity/sessions', about)
    expect([refused.status, refused.body.errors], refused.text).toEqual([
      422,
      [
        expect.objectContaining({
          pointer: `/${Object.keys(about)[0]}`,
          code: 'not_a_person',
          detail: expect.stringContaining('person_id'),
        }),
      ],
    ])
  }
  expect((await call('POST', '/identity/sessions', { person_id: filed.body.owners[0].person_id })).status).toBe(201)
  const nobody = await call('POST', '/identity/sessions', { wallet_address: fresh(), methods: ['provider'] })
  expect([nobody.status, nobody.body.code], nobody.text).toEqual([422, 'provider_not_configured'])
  expect(nobody.body.detail).toContain('POST /v1/identity/providers/{provider}')
})

test('a session says which of its ways lead nowhere, and what to do about each', async () => {
  const made = (await call('POST', '/identity/sessions', { wallet_address: fresh() })).body
  expect(Object.fromEntries(made.closed.map(({ method, code }: { method: string; code: string }) => [method, code]))).toEqual({
    wallet_presentation: 'no_trusted_wallet_issuer',
    passport_chip: 'no_trusted_state',
    provider: 'no_provider',
    foreign_credential: 'no_trusted_issuer',
  })
  expect(made.closed.every(({ detail }: { detail: string }) => detail.includes('POST /v1/identity/'))).toBe(true)
  expect((await call('GET', `/identity/sessions/${made.id}`)).body.closed).toEqual(made.closed)
  expect((await call('GET', '/identity/sessions')).body.data[0].closed).toEqual(made.closed)
  expect((await call('POST', `/identity/sessions/${made.id}/cancel`, {})).status).toBe(200)
  expect((await call('GET', `/identity/sessions/${made.id}`)).body.closed).toEqual([])
  // The sandbox plays wallets and states.
  const sandbox = (await api.makeKey('sandbox')).key
  const played = (await api.call('POST', '/v1/identity/sessions', { wallet_address: fresh() }, sandbox)).body
  expect(played.closed.map(({ method }: { method: string }) => method)).not.toContain('wallet_presentation')
})

test('a body with nothing in it is told what belongs in it', async () => {
  const detailsOf = async (path: string, body: object) => {
    const { errors: fields } = (await call('POST', path, body)).body
    return Object.fromEntries(fields.map(({ pointer, detail }: { pointer: string; detail: string }) => [pointer, detail]))
  }
  const file = await detailsOf('/investors/inv_none/accreditation', {})
  expect(file['/basis']).toMatch(/required\. Say the ground of Rule 501\(a\): income, net_worth/)
  expect(file['/method']).toMatch(/required\. Say how it is verified.*third_party_letter/)
  expect((await detailsOf('/identity/foreign-credentials', {}))['/kind']).toMatch(/required\. Say what is presented: eas with chain_id/)
})
