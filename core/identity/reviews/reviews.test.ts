import { createHash } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '#core/access/api-keys/create.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { openCase } from '#core/record/cases/open.ts'
import { write } from '#core/record/transaction.ts'
import { eraseDue } from '#core/review/erasure/erase.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { fillDocumentKeys } from '#core/upkeep/document-keys.ts'
import {
  auditLogs,
  cases,
  documents,
  erasures,
  evidence,
  identitySessions,
  investors,
  memberships,
  persons,
  screenings,
  users,
  wallets,
} from '#db/schema.ts'
import { makeAccount } from '#tests/api/person.ts'
import { LISTED_BY_NAME, startProduction, type Tenant } from '#tests/reach/production.ts'
import { readContext } from '../evidence/record.ts'
import { FACE_NOTICE } from './face-notice.ts'

let at: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
let colleague: string
/** Of who opens the sessions: another person than those who decide. */
let program: string

beforeAll(async () => {
  at = await startProduction()
  of = await at.tenant('reviews')
  colleague = await keyOf('colleague')
  program = await keyOf('program')
})
afterAll(() => at.stop())

/** A key of a member of the organisation, who has been one for longer than what is asked for here. */
async function keyOf(name: string): Promise<string> {
  const id = await makeAccount(at.api, `${name}@reviews.example`, 'issuer')
  await at.db.update(users).set({ is_verified: true }).where(eq(users.id, id))
  const member = { organization_id: of.ctx.organizationId, role: 'compliance_officer', role_since: new Date(0) } as const
  await at.db.update(memberships).set(member).where(eq(memberships.user_id, id))
  const ctx = systemCtx(at.api.services, { id, organizationId: of.ctx.organizationId, environment: 'production' })
  return (await createApiKey({ ctx, input: { name, environment: 'production', scopes: ['*'], allowed_ips: [] } })).key
}

/** Whoever has the address of a session, without an account. */
const nobody = (): Ctx => ({
  ...systemCtx(at.api.services, { id: 'anonymous', organizationId: 'none', environment: 'sandbox' }),
  actor: { type: 'anonymous', id: 'anonymous' },
})
const page = () => bindVerbs(nobody())
const admin = (id?: string) => bindVerbs(at.administrator(id))
/** Another person of the organisation, who reads and decides. */
const reader = () => bindVerbs(at.colleague(of.ctx.organizationId))

let n = 0
const fresh = () => `0x${(++n).toString(16).padStart(40, 'd')}`
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const picture = (of = ++n) => Uint8Array.from([...PNG, of & 255, of >> 8])
const PERSON = { full_name: 'Anna Maria Eriksson', date_of_birth: '1984-08-12', country: 'SE', line1: '1 Harbour Street', city: 'Visby' }
const DOCUMENT = {
  kind: 'passport',
  full_name: 'Anna Maria Eriksson',
  date_of_birth: '1984-08-12',
  number: 'L898902C3',
  issuing_country: 'SE',
  nationality: 'SE',
  expires_on: '2034-04-15',
}
/** The lines of a passport of these, with their check digits. */
function zone({ number = 'L898902C3', born = '840812', ends = '340415', surname = 'ERIKSSON' } = {}) {
  const digit = (text: string) =>
    String([...text].reduce((sum, c, i) => sum + (c === '<' ? 0 : Number.parseInt(c, 36)) * [7, 3, 1][i % 3]!, 0) % 10)
  const [a, b, c, d] = [number, born, ends, '<'.repeat(14)].map((text) => text + digit(text)) as [string, string, string, string]
  return `${`P<SWE${surname}<<ANNA<MARIA`.padEnd(44, '<')}\n${a}SWE${b}F${c}${d}${digit(a + b + c + d)}`
}

const words = { note: 'Read the passport and compared its picture.' }
const decide = (id: string, body: object, key?: string) =>
  key
    ? at.api.call('POST', `/v1/cases/${id}/decide`, { ...words, ...body }, key)
    : of.call('POST', `/cases/${id}/decide`, { ...words, ...body })
const caseOf = async (session: string, kind = 'identity_review') =>
  (await of.get(`/cases?subject_id=${session}&status=all`)).data.find((one: { kind: string }) => one.kind === kind)

async function opened(more: object = {}) {
  const wallet_address = fresh()
  const asked = { wallet_address, methods: ['document_review'], ...more }
  const session = (await at.api.call('POST', '/v1/identity/sessions', asked, program)).body
  return {
    id: session.id as string,
    token: session.url.split('/verify/')[1] as string,
    wallet_address,
    wallet_id: session.wallet_id as string,
  }
}

/** A session whose documents a reviewer has before them. */
async function submitted(more: { person?: object; document?: object; portrait?: boolean; front?: Uint8Array } = {}) {
  const session = await opened()
  const { token } = session
  await page().sayWhoYouAre({ token, ...PERSON, ...more.person })
  // Each person has a document of their own.
  const number = more.person ? `N${(++n).toString().padStart(8, '0')}` : DOCUMENT.number
  await page().sayDocument({ token, ...DOCUMENT, number, ...more.person, ...more.document })
  await page().sendPicture({ token, kind: 'front', file_name: 'p.png', bytes: more.front ?? picture() })
  if (more.portrait) await page().agreeToFace({ token, version: FACE_NOTICE.version })
  if (more.portrait) await page().sendPicture({ token, kind: 'portrait', file_name: 'me.png', bytes: picture() })
  await page().submitIdentityReview({ token })
  return { ...session, case: await caseOf(session.id) }
}
/** Of another name each time, so that nobody was known before. */
const another = () => ({
  full_name: `Anna ${'abcdefghijklmnop'[++n % 16]!.toUpperCase()}orn${'aeiou'[n % 5]}${n.toString(36).replaceAll(/\d/g, 'x')}`,
})

test('a person proves who they are by documents that a reviewer accepts, and the wallet is verified', async () => {
  const { token, id, wallet_id } = await opened({ return_url: 'https://app.example.com/back' })
  const first = await page().readVerifyPage({ token })
  expect(first).toMatchObject({ status: 'open', methods: ['document_review'], review: { known: false, person: null, pictures: [] } })
  await expect(page().sayDocument({ token, ...DOCUMENT })).rejects.toMatchObject({ code: 'conflict' })
  await expect(page().submitIdentityReview({ token })).rejects.toMatchObject({ fields: [{ pointer: '/full_name' }] })

  await page().sayWhoYouAre({ token, ...PERSON })
  // What nobody vouches for binds no wallet.
  const [before] = await at.db.select().from(wallets).where(eq(wallets.id, wallet_id))
  expect(before!.person_id).toBeNull()
  await page().sayDocument({ token, ...DOCUMENT, mrz: zone() })
  await expect(page().submitIdentityReview({ token })).rejects.toMatchObject({ fields: [{ pointer: '/front' }] })
  await page().sendPicture({ token, kind: 'front', file_name: 'passport.png', bytes: picture() })
  await page().sendPicture({ token, kind: 'front', file_name: 'sharper.png', bytes: picture() })
  // A face is a matter of its own: which notice was agreed to, and when, is kept before any picture of one is.
  const portrait = () => page().sendPicture({ token, kind: 'portrait', file_name: 'me.png', bytes: picture() })
  await expect(portrait()).rejects.toMatchObject({ code: 'conflict' })
  await expect(page().agreeToFace({ token, version: '2025-01-01' })).rejects.toMatchObject({ code: 'validation_failed' })
  await page().agreeToFace({ token, version: FACE_NOTICE.version })
  await portrait()
  await page().takeBackFace({ token })
  expect((await page().readVerifyPage({ token })).review.pictures.map(({ kind }) => kind)).toEqual(['front'])
  await expect(portrait()).rejects.toMatchObject({ code: 'conflict' })
  await page().agreeToFace({ token, version: FACE_NOTICE.version })
  await portrait()
  const agreed = await at.db.select().from(auditLogs).where(eq(auditLogs.subject_id, id))
  const acts = agreed.filter(({ action }) => action.startsWith('face_')).map(({ action, details }) => [action, details?.notice])
  expect(acts.sort()).toEqual(['face_agreed', 'face_agreed', 'face_taken_back'].map((action) => [action, FACE_NOTICE.version]))
  const kept = await at.db.select().from(documents).where(eq(documents.owner_id, id))
  expect(kept.map((one) => `${one.kind} ${one.status} ${one.content_sealed.byteLength > 0}`).sort()).toEqual([
    'front removed false',
    'front uploaded true',
    'portrait removed false',
    'portrait uploaded true',
  ])
  expect(new Set(kept.map((one) => one.subject_key_id))).toEqual(new Set([kept[0]!.subject_key_id]))
  expect(kept[0]!.subject_key_id).toMatch(/^person:/)
  await page().submitIdentityReview({ token })
  expect(await page().readVerifyPage({ token })).toMatchObject({ status: 'in_review', review: { question: null } })
  await expect(page().sayDocument({ token, ...DOCUMENT })).rejects.toMatchObject({ code: 'invalid_transition' })

  const waiting = await caseOf(id)
  expect(waiting).toMatchObject({ status: 'open', needs_second_person: false, subject: { type: 'identity_session', id } })
  expect(JSON.stringify(waiting)).not.toMatch(/Anna|L898902C3/)
  const file = await reader().openCaseFile({ id: waiting.id })
  expect(file.identity!.fields.map(({ field, result }) => `${field} ${result}`)).toEqual([
    'full_name same',
    'date_of_birth same',
    'number same',
    'issuing_country same',
    'nationality same',
    'expires_on same',
  ])
  const front = file.identity!.pictures.find(({ kind }) => kind === 'front')!
  expect((await reader().downloadDocument({ id: front.id })).bytes.byteLength).toBe(PNG.length + 2)
  const read = await at.db
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.subject_id, front.id), eq(auditLogs.action, 'document_read')))
  expect(read).toHaveLength(1)

  const done = await decide(waiting.id, { outcome: 'release', reason_code: 'documents_genuine', identity: { face_compared: true } })
  expect(done.body, done.text).toMatchObject({ status: 'decided', outcome: 'release' })
  const session = await of.get(`/identity/sessions/${id}`)
  expect(session).toMatchObject({ status: 'verified', method: 'document_review' })
  const shown = await of.get(`/identity/evidence/${session.evidence_id}`)
  expect(shown).toMatchObject({
    ...{ method: 'document_review', level: 'enhanced', ial: 'IAL1', eidas: 'low', state: 'valid', case_id: waiting.id },
    covers: ['full_name', 'date_of_birth', 'document', 'nationality', 'portrait'],
    document_expires_on: '2034-04-15',
    second_reviewer: null,
  })
  expect(Date.parse(shown.expires_at) - Date.parse(shown.taken_at)).toBe(365 * 86_400_000)
  // The comparison is made: the picture of the person is gone, that of the document stays with the file.
  const left = await at.db.select().from(documents).where(eq(documents.owner_id, id))
  expect(left.filter(({ content_sealed }) => content_sealed.length > 0).map(({ kind }) => kind)).toEqual(['front'])
  const [after] = await at.db.select().from(wallets).where(eq(wallets.id, wallet_id))
  expect(after!.person_id).toBe(session.person_id)
  await runDue(at.api.services, { organizationId: of.ctx.organizationId, environment: 'production' })
  expect(await of.get(`/wallets/${after!.address}/status`)).toMatchObject({ verification_status: 'enhanced' })
  expect(await page().readVerifyPage({ token })).toMatchObject({ status: 'verified', return_url: 'https://app.example.com/back' })
  // A link that is left lying about tells nobody who it was.
  expect((await page().readVerifyPage({ token })).review).toMatchObject({ person: null, document: null, pictures: [] })
  // Nothing more is taken, by the holder or by another reviewer.
  await expect(page().sendPicture({ token, kind: 'front', file_name: 'x.png', bytes: picture() })).rejects.toMatchObject({
    code: 'invalid_transition',
  })
  expect((await decide(waiting.id, { outcome: 'refuse', reason_code: 'document_altered' })).status).toBe(409)
})

test('slips of the finger are found by the check digits before they are sent, and what differs is marked and must be seen', async () => {
  const person = another()
  const session = await opened()
  const { token } = session
  await page().sayWhoYouAre({ token, ...PERSON, ...person })
  const document = { token, ...DOCUMENT, ...person }
  await expect(page().sayDocument({ ...document, mrz: zone().replace('L898902C3', 'L898902C8') })).rejects.toMatchObject({
    fields: [{ pointer: '/mrz', code: 'check_digit' }],
  })
  await expect(page().sayDocument({ ...document, mrz: 'some words' })).rejects.toMatchObject({ fields: [{ pointer: '/mrz' }] })
  await expect(page().sayDocument({ ...document, expires_on: '2020-01-01' })).rejects.toMatchObject({
    fields: [{ pointer: '/expires_on', code: 'document_expired' }],
  })
  await page().sayDocument({ ...document, mrz: zone({ number: 'X12345678' }) })
  await page().sendPicture({ token, kind: 'front', file_name: 'p.png', bytes: picture() })
  await page().submitIdentityReview({ token })
  const waiting = await caseOf(session.id)
  const { identity } = await reader().openCaseFile({ id: waiting.id })
  expect(identity!.fields.filter(({ result }) => result === 'differs').map(({ field }) => field)).toEqual(['full_name', 'number'])
  const yes = { outcome: 'release', reason_code: 'documents_genuine' }
  expect((await decide(waiting.id, yes)).body).toMatchObject({ errors: [{ pointer: '/identity/differences_seen' }] })
  expect((await decide(waiting.id, { ...yes, identity: { differences_seen: true, face_compared: true } })).body).toMatchObject({
    errors: [{ pointer: '/identity/face_compared' }],
  })
  expect((await decide(waiting.id, { ...yes, identity: { differences_seen: true, address_proven: true } })).body).toMatchObject({
    errors: [{ pointer: '/identity/address_proven' }],
  })
  // A reviewer reads the lines themselves; there a wrong digit is a finding.
  await reader().readPrintedZone({ id: waiting.id, mrz: zone().replace('L898902C3', 'L898902C8') })
  expect((await reader().openCaseFile({ id: waiting.id })).identity!.mrz).toEqual({
    format: 'TD3',
    wrong: ['Document number', 'Composite'],
    typed_by: 'reviewer',
  })
  expect((await decide(waiting.id, { ...yes, identity: { differences_seen: true } })).status).toBe(200)
  expect(await of.get(`/identity/evidence?wallet_id=${session.wallet_id}`)).toMatchObject({ data: [{ ial: 'IAL1', eidas: 'low' }] })
})

test('what counts is what the document shows, where the reviewer says so, and until the earlier of its last days', async () => {
  const name = another()
  const { token, id } = await opened()
  await page().sayWhoYouAre({ token, ...PERSON, ...name })
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  // Typed in another year than the lines for machines have.
  await page().sayDocument({ token, ...DOCUMENT, ...name, mrz: zone({ ends: soon.slice(2).replaceAll('-', '') }) })
  await page().sendPicture({ token, kind: 'front', file_name: 'p.png', bytes: picture() })
  await page().submitIdentityReview({ token })
  const { id: waiting } = await caseOf(id)
  const release = { outcome: 'release', reason_code: 'documents_genuine', document: { number: 'L898902C4' } }
  const unseen = await decide(waiting, release)
  expect(unseen.body.errors, unseen.text).toMatchObject([{ pointer: '/identity/differences_seen' }])
  const done = await decide(waiting, { ...release, identity: { differences_seen: true } })
  expect(done.status, done.text).toBe(200)
  const shown = await of.get(`/identity/evidence/${(await of.get(`/identity/sessions/${id}`)).evidence_id}`)
  expect(shown).toMatchObject({ document_expires_on: soon, expires_at: `${soon}T10:00:00.000Z` })
  // What was read stands in no log by itself.
  const entries = await at.db.select().from(auditLogs).where(eq(auditLogs.subject_id, waiting))
  expect(JSON.stringify(entries)).not.toContain('L898902C4')
})

test('papers of an account count by what two reviewers read on them, and as long as the document', async () => {
  const joan = await at.admittable(77)
  const said = { full_name: 'Ada Personh', email: 'papers@reviews.example', date_of_birth: '1985-04-02', country: 'SE' }
  const { id } = (await at.api.call('POST', '/v1/investors', said, program)).body
  const opening = await write(of.ctx, async (tx) => {
    await tx.update(investors).set({ identity_status: 'pending', user_id: joan.ctx().actor.id }).where(eq(investors.id, id))
    const subject = { type: 'investor', id }
    const { id: made, events } = await openCase(tx, of.ctx, { kind: 'verification_identity', subject, summary: 'Needs a look' })
    return { result: made, audit: { action: 'case_opened', category: 'user', subject }, events }
  })
  const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const document = { full_name: 'Ada Personh', date_of_birth: '1985-04-02', issuing_country: 'US', number: 'P00550055', expires_on: soon }
  const say = (by: string, more: object = {}) =>
    bindVerbs(at.colleague(of.ctx.organizationId, by))
      .decideCase({ id: opening, outcome: 'release', note: 'I read the passport.', ...more })
      .then(
        (row) => row.status,
        (error) => error.fields?.[0]?.pointer ?? error.code,
      )
  // A number is read, or said not to be legible.
  const { number: _, ...unnumbered } = document
  expect(await say('usr_one', { document: unnumbered })).toBe('/document/number')
  expect(await say('usr_one', { document })).toBe('awaiting_second')
  const [kept] = await at.db.select().from(cases).where(eq(cases.id, opening))
  expect(JSON.stringify(kept)).not.toContain('Personh')
  expect(await say('usr_two', { document })).toBe('conflict')
  await bindVerbs(joan.ctx()).uploadOwnDocument({ kind: 'passport', file_name: 'p.png', bytes: picture() })
  expect(await say('usr_two', { document: { ...document, expires_on: null } })).toBe('conflict')
  expect(await say('usr_two')).toBe('conflict')
  expect(await say('usr_two', { document })).toBe('decided')
  const found = await at.db.select().from(evidence).where(eq(evidence.case_id, opening))
  expect(found).toMatchObject([
    {
      ...{ method: 'document_review', ial: 'IAL1', document_expires_on: soon, covers: ['full_name', 'date_of_birth', 'document'] },
      expires_at: new Date(`${soon}T10:00:00Z`),
    },
  ])
})

test('a reviewer asks for more, the holder reads what and why, and sends it', async () => {
  const session = await submitted({ person: another() })
  const { token } = session
  await of.post(`/cases/${session.case.id}/ask`, {
    question: 'Please send the picture without the reflection, because the number cannot be read.',
  })
  const asked = await page().readVerifyPage({ token })
  expect(asked).toMatchObject({ status: 'in_review', review: { question: { text: expect.stringContaining('reflection') } } })
  expect((await decide(session.case.id, { outcome: 'release', reason_code: 'documents_genuine' })).status).toBe(409)
  await page().sendPicture({ token, kind: 'front', file_name: 'again.png', bytes: picture() })
  await page().submitIdentityReview({ token, answer: 'Taken in daylight.' })
  const again = await of.get(`/cases/${session.case.id}`)
  expect(again).toMatchObject({ status: 'assigned', question: { answer: 'Taken in daylight.' } })
  expect((await page().readVerifyPage({ token })).review.question).toBeNull()
  // The picture that a reviewer has seen stays; the newer one counts.
  const rows = await at.db
    .select()
    .from(documents)
    .where(and(eq(documents.owner_id, session.id), eq(documents.status, 'uploaded')))
  expect(rows).toHaveLength(2)
  expect((await decide(session.case.id, { outcome: 'release', reason_code: 'documents_genuine' })).status).toBe(200)
})

test('one picture sent for two people is shown to whoever looks, of their own organisation alone', async () => {
  const front = picture()
  const first = await submitted({ person: another(), front })
  const second = await submitted({ person: another(), front })
  const elsewhere = async (one: { case: { id: string } }) => (await reader().openCaseFile({ id: one.case.id })).identity!.shown_elsewhere
  expect(await elsewhere(second)).toEqual([first.id])
  expect(await elsewhere(first)).toEqual([second.id])
  expect(await elsewhere(await submitted({ person: another() }))).toEqual([])
  // Another organisation counts its own evidence for itself, and learns nothing of who showed it elsewhere.
  await at.db.update(identitySessions).set({ organization_id: 'org_another' }).where(eq(identitySessions.id, first.id))
  expect(await elsewhere(second)).toEqual([])
  await at.db.update(identitySessions).set({ organization_id: of.ctx.organizationId }).where(eq(identitySessions.id, first.id))
})

test('one document shown for two people in two pictures is told to whoever looks, and counts for the second once both were compared', async () => {
  const document = { number: 'DE 77-0042' }
  const holder = another()
  const first = await submitted({ person: holder, document })
  // By a letter that looks the same, and one that nobody sees, it is no other document.
  const second = await submitted({ person: another(), document: { number: 'D\u0415770042\u3164' } })
  const third = await submitted({ person: another(), document })
  const file = async (one: { case: { id: string } }) => (await reader().openCaseFile({ id: one.case.id })).identity!
  expect((await file(second)).document_elsewhere).toEqual([])
  expect((await decide(first.case.id, { outcome: 'release', reason_code: 'documents_genuine' })).status).toBe(200)
  const { evidence_id } = await of.get(`/identity/sessions/${first.id}`)
  expect((await file(second)).document_elsewhere).toMatchObject([{ evidence_id, session_id: first.id, name: holder.full_name }])
  expect((await file(second)).shown_elsewhere).toEqual([])
  const accepted = { outcome: 'release', reason_code: 'documents_genuine' }
  // Nothing differs: that it is one person says nothing of whose document it is.
  const unseen = await decide(second.case.id, { ...accepted, identity: { differences_seen: true } })
  expect(unseen.body.errors, unseen.text).toMatchObject([
    { pointer: '/identity/other_holder_compared', detail: expect.stringContaining(evidence_id) },
  ])
  expect((await decide(second.case.id, { ...accepted, identity: { other_holder_compared: true } })).status).toBe(200)
  // Evidence of before documents were compared, or by another hash, is found as well: it counts for the first of two alone, and that is told.
  const counts = () =>
    at.db
      .select()
      .from(evidence)
      .where(inArray(evidence.session_id, [first.id, second.id]))
  const known = (await counts()).map(({ document_key }) => document_key)
  await at.db.update(evidence).set({ document_key: null }).where(eq(evidence.session_id, first.id))
  await at.db
    .update(evidence)
    .set({ document_key: createHash('sha256').update('otherwise').digest('hex') })
    .where(eq(evidence.session_id, second.id))
  expect((await file(third)).document_elsewhere).toEqual([])
  expect(await fillDocumentKeys(of.ctx.services)).toBeGreaterThanOrEqual(2)
  expect((await counts()).map(({ document_key }) => document_key)).toEqual(known)
  expect((await file(third)).document_elsewhere).toMatchObject([{ evidence_id }])
  expect((await counts()).find(({ id }) => id !== evidence_id)).toMatchObject({ state: 'withdrawn', reason_code: 'document_of_another' })
  const told = await at.db.select().from(auditLogs).where(eq(auditLogs.action, 'document_counts_for_two'))
  expect(told).toMatchObject([{ organization_id: of.ctx.organizationId, details: { others: [expect.any(String)] } }])
  expect(await fillDocumentKeys(of.ctx.services)).toBe(0)
  // Another state has numbers of its own.
  const abroad = await submitted({ person: another(), document: { ...document, issuing_country: 'NO' } })
  expect((await file(abroad)).document_elsewhere).toEqual([])
})

test('whoever shows a picture of another’s document, and is refused or found out, takes nothing from its holder', async () => {
  const document = { number: 'NO4410077' }
  const file = async (one: { case: { id: string } }) => (await reader().openCaseFile({ id: one.case.id })).identity!
  const refused = await submitted({ person: another(), document })
  await decide(refused.case.id, { outcome: 'refuse', reason_code: 'data_mismatch' })
  const found = await submitted({ person: another(), document })
  const accepted = { outcome: 'release', reason_code: 'documents_genuine' }
  expect((await decide(found.case.id, accepted)).status).toBe(200)
  const holder = await submitted({ person: another(), document })
  const { evidence_id } = await of.get(`/identity/sessions/${found.id}`)
  expect((await file(holder)).document_elsewhere.map((one) => one.evidence_id)).toEqual([evidence_id])
  await of.post(`/identity/evidence/${evidence_id}/withdraw`, { reason_code: 'document_reported_stolen' })
  expect((await file(holder)).document_elsewhere).toEqual([])
  expect((await decide(holder.case.id, accepted)).status).toBe(200)
})

test('a refusal has a reason of the list, which the holder reads in words; only what is about the person counts against them', async () => {
  const unread = await submitted({ person: another() })
  expect((await decide(unread.case.id, { outcome: 'refuse', reason_code: 'looks_odd' })).body).toMatchObject({
    errors: [{ pointer: '/reason_code', code: 'invalid_enum' }],
  })
  await decide(unread.case.id, { outcome: 'refuse', reason_code: 'document_unreadable' })
  expect(await page().readVerifyPage({ token: unread.token })).toMatchObject({
    status: 'rejected',
    reason: { code: 'document_unreadable', words: expect.stringContaining('good light') },
  })
  expect(await of.get(`/identity/sessions/${unread.id}`)).toMatchObject({ status: 'rejected', evidence_id: null })

  const forged = await submitted({ person: another() })
  await decide(forged.case.id, { outcome: 'refuse', reason_code: 'document_altered' })
  const ended = await of.get(`/identity/sessions/${forged.id}`)
  expect(ended).toMatchObject({ status: 'rejected', reason_code: 'document_altered' })
  expect(await of.get(`/identity/evidence/${ended.evidence_id}`)).toMatchObject({ state: 'rejected', reason_code: 'document_altered' })
})

test('who has a link and another’s name gets nothing of theirs and takes nothing from them', async () => {
  const person = another()
  const own = await submitted({ person })
  await decide(own.case.id, { outcome: 'release', reason_code: 'documents_genuine' })
  const { person_id } = await of.get(`/identity/sessions/${own.id}`)
  const stranger = await submitted({ person })
  expect((await reader().openCaseFile({ id: stranger.case.id })).identity).toMatchObject({ told_by: 'holder_matched' })
  expect(JSON.stringify(await page().readVerifyPage({ token: stranger.token }))).not.toContain(person_id)
  const [wallet] = await at.db.select().from(wallets).where(eq(wallets.id, stranger.wallet_id))
  expect(wallet!.person_id).toBeNull()
  await decide(stranger.case.id, { outcome: 'refuse', reason_code: 'face_mismatch' })
  expect(await of.get(`/identity/sessions/${stranger.id}`)).toMatchObject({ status: 'rejected', evidence_id: null })
  const evidence = await of.get(`/identity/evidence?person_id=${person_id}`)
  expect(evidence.data.map((one: { state: string }) => one.state)).toEqual(['valid'])
  // Nor does correcting the name in a link rename who is known.
  const late = await opened()
  await page().sayWhoYouAre({ token: late.token, ...PERSON, ...person })
  await page().sayWhoYouAre({ token: late.token, ...PERSON, ...another() })
  const [known] = await at.db.select().from(persons).where(eq(persons.id, person_id))
  const [moved] = await at.db.select().from(identitySessions).where(eq(identitySessions.id, late.id))
  expect(moved!.person_id).not.toBe(known!.id)
})

test('hostile files, other people’s tokens and sessions that ended are refused', async () => {
  const { token, id } = await opened()
  const send = (bytes: Uint8Array, kind = 'front', by = token) => page().sendPicture({ token: by, kind, file_name: '../../x.png', bytes })
  await expect(send(picture())).rejects.toMatchObject({ code: 'conflict' })
  await page().sayWhoYouAre({ token, ...PERSON, ...another() })
  const text = (words: string) => new TextEncoder().encode(words)
  for (const [bytes, code] of [
    [new Uint8Array(), 'required'],
    [text('<svg onload=alert(1)>'), 'invalid_type'],
    [text('%PDF-1.4 /OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), 'active_content'],
    [new Uint8Array(10 * 1024 * 1024 + 1), 'too_large'],
  ] as const)
    await expect(send(bytes)).rejects.toMatchObject({ fields: [{ pointer: '/file', code }] })
  await expect(send(picture(), 'selfie')).rejects.toMatchObject({ fields: [{ pointer: '/kind' }] })
  for (const other of [`${token}x`, '', id]) await expect(send(picture(), 'front', other)).rejects.toMatchObject({ code: 'not_found' })
  await expect(page().readVerifyPage({ token: id })).rejects.toMatchObject({ code: 'not_found' })
  await send(picture())
  const [row] = await at.db.select().from(documents).where(eq(documents.owner_id, id))
  const stranger = await at.tenant(`stranger-${n}`)
  await expect(
    bindVerbs({ ...stranger.ctx, actor: { type: 'anonymous', id: 'anonymous' } }).downloadDocument({ id: row!.id }),
  ).rejects.toThrow()
  await of.post(`/identity/sessions/${id}/cancel`)
  await expect(send(picture())).rejects.toMatchObject({ code: 'invalid_transition' })
  await expect(page().sayWhoYouAre({ token, ...PERSON })).rejects.toMatchObject({ code: 'invalid_transition' })
  const child = await opened()
  await expect(page().sayWhoYouAre({ token: child.token, ...PERSON, date_of_birth: '2020-01-01' })).rejects.toMatchObject({
    code: 'under_age',
  })
  const other = await opened({ methods: ['passport_chip'] })
  // A way that leads nowhere is not offered, and the page says why.
  const mixed = await opened({ methods: ['document_review', 'passport_chip', 'provider'] })
  expect(await page().readVerifyPage({ token: mixed.token })).toMatchObject({
    methods: ['document_review'],
    closed: [
      { method: 'passport_chip', why: expect.stringContaining('whose passports count') },
      { method: 'provider', why: expect.stringContaining('no provider') },
    ],
  })
  await expect(page().sayWhoYouAre({ token: other.token, ...PERSON })).rejects.toMatchObject({ code: 'conflict' })
})

test('of two reviewers at once one decides, and a cancelled session leaves no case', async () => {
  const session = await submitted({ person: another() })
  const answers = await Promise.all([
    decide(session.case.id, { outcome: 'release', reason_code: 'documents_genuine' }),
    decide(session.case.id, { outcome: 'refuse', reason_code: 'document_altered' }, colleague),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const off = await submitted({ person: another() })
  await of.post(`/identity/sessions/${off.id}/cancel`)
  expect(await of.get(`/cases/${off.case.id}`)).toMatchObject({ status: 'decided', outcome: 'refuse' })
})

test('the people of the organisation decide on their own page, and see nobody else’s cases or addresses', async () => {
  const session = await submitted({ person: another() })
  const userOf = (organizationId: string): Ctx => ({
    ...systemCtx(at.api.services, { id: `usr_of_${organizationId}`, organizationId, environment: 'production' }),
    actor: {
      ...{ type: 'user', id: `usr_of_${organizationId}`, organizationId, home: organizationId, role: 'investor' },
      member: { role: 'reviewer', permissions: null, standing: 'issuer' },
      ...{ email: 'one@reviews.example', sessionId: 's', secondFactorAt: Date.now(), hasSecondFactor: true },
    },
  })
  const own = bindVerbs(userOf(of.ctx.organizationId))
  expect((await own.listIdentityCases()).map(({ id }) => id)).toContain(session.case.id)
  // How somebody was screened is not for them to read, whatever a case names.
  const kyc_data = { full_name: LISTED_BY_NAME, date_of_birth: '1970-01-01', country: 'GB' }
  await of.post('/wallets/verify', { wallet_address: fresh(), kyc_data })
  const [screened] = await at.db.select().from(screenings).orderBy(desc(screenings.created_at)).limit(1)
  const [row] = await at.db.select().from(cases).where(eq(cases.id, session.case.id))
  const named = { ...row!.details, check_id: screened!.id }
  await at.db.update(cases).set({ details: named, decision_id: screened!.decision_id }).where(eq(cases.id, session.case.id))
  await expect(admin().openCaseFile({ id: session.case.id })).rejects.toMatchObject({ code: 'not_found' })
  const file = await own.openCaseFile({ id: session.case.id })
  expect(file.evidence).toMatchObject({ query: null, candidates: [], others: [], demoted: [], lists: [] })
  expect(JSON.stringify(file)).not.toContain(LISTED_BY_NAME)
  expect(file.evidence.decision!.rules.filter((rule) => rule.officer_only)).toEqual([])
  expect((await own.downloadDocument({ id: file.identity!.pictures[0]!.id })).bytes.byteLength).toBe(PNG.length + 2)
  await own.askQuestion({ id: session.case.id, question: 'Please send it in colour.' })
  await page().submitIdentityReview({ token: session.token })
  const other = bindVerbs(userOf((await at.tenant(`other-${n}`)).ctx.organizationId))
  for (const refused of [
    () => other.openCaseFile({ id: session.case.id }),
    () => other.downloadDocument({ id: file.identity!.pictures[0]!.id }),
    () => other.readPrintedZone({ id: session.case.id, mrz: zone() }),
    () => other.decideCase({ id: session.case.id, outcome: 'release', note: words.note }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'not_found' })
  expect(await other.listIdentityCases()).toEqual([])
  await own.decideCase({ id: session.case.id, outcome: 'release', note: words.note, identity: {}, proposal: null })
  const decided = await own.openCaseFile({ id: session.case.id })
  expect(decided.words.map(({ email }) => email)).not.toContain('colleague@reviews.example')
  expect(await of.get(`/identity/sessions/${session.id}`)).toMatchObject({ status: 'verified' })
})

test('erasure keeps what the law keeps of a verification, and takes the pictures with the person’s key', async () => {
  const session = await submitted({ person: another() })
  await decide(session.case.id, { outcome: 'release', reason_code: 'documents_genuine' })
  const kept = await of.post('/erasures', { wallet_address: session.wallet_address })
  expect(kept).toMatchObject({ status: 'restricted', retained: [{ kind: 'verification', ground: '31 CFR 1020.220(a)(3)(ii)' }] })
  const pictures = () => at.db.select().from(documents).where(eq(documents.owner_id, session.id))
  const [picture] = await pictures()
  // Until its day it is kept and not used: no page names them, nobody opens a picture.
  expect((await reader().openCaseFile({ id: session.case.id })).identity).toMatchObject({ erased: true, document: null, address: null })
  await expect(reader().downloadDocument({ id: picture!.id })).rejects.toMatchObject({ code: 'not_found' })
  await eraseDue(at.api.services)
  expect(await pictures()).toHaveLength(1)
  // It was verified five years and a day ago.
  const past = new Date()
  past.setUTCFullYear(past.getUTCFullYear() - 5, past.getUTCMonth(), past.getUTCDate() - 2)
  const records = [{ ...kept.retained[0], from: past.toISOString().slice(0, 10) }]
  await at.db.update(erasures).set({ erase_from: '2026-01-01', records }).where(eq(erasures.id, kept.id))
  await eraseDue(at.api.services)
  expect(await pictures()).toHaveLength(0)
  const [shown] = await at.db.select().from(evidence).where(eq(evidence.session_id, session.id))
  const { keyring } = at.api.services
  await expect(keyring.open(at.db, shown!.subject_key_id, readContext(shown!.id), shown!.read_sealed)).rejects.toMatchObject({
    code: 'facts_erased',
  })
  const gone = and(eq(auditLogs.subject_id, shown!.person_id), eq(auditLogs.action, 'person_erased'))
  expect(await at.db.select().from(auditLogs).where(gone)).toMatchObject([{ actor_id: 'erase-due', details: { erasure_id: kept.id } }])
  expect((await reader().openCaseFile({ id: session.case.id })).identity).toMatchObject({ erased: true, document: null, pictures: [] })
})

test('two people look where the organisation says so, and for as long as it says', async () => {
  await of.patch('/tenant-facts', { facts: { identity_second_person: true, identity_evidence_days: 90 } })
  const session = await submitted({ person: another(), portrait: true })
  expect(session.case).toMatchObject({ needs_second_person: true })
  const yes = { outcome: 'release', reason_code: 'documents_genuine' }
  const proposed = await decide(session.case.id, { ...yes, identity: { face_compared: true } })
  expect(proposed.body).toMatchObject({ status: 'awaiting_second' })
  expect((await decide(session.case.id, yes)).body).toMatchObject({ code: 'second_person_required' })
  // What only one of the two has compared was not compared by both.
  expect((await decide(session.case.id, yes, colleague)).body).toMatchObject({ status: 'decided' })
  const { data } = await of.get(`/identity/evidence?wallet_id=${session.wallet_id}`)
  expect(data[0]).toMatchObject({ ial: 'IAL1', reviewer: expect.any(String), second_reviewer: expect.any(String) })
  expect(data[0].reviewer).not.toBe(data[0].second_reviewer)
  expect(Date.parse(data[0].expires_at) - Date.parse(data[0].taken_at)).toBe(90 * 86_400_000)
  // An administrator of the platform ends it, where nobody else of the organisation is left to agree.
  const { organizationId: organization_id, environment } = of.ctx
  await admin().establishTenantFacts({
    organization_id,
    environment,
    facts: { identity_second_person: null, identity_evidence_days: null },
  })
})

test('of two who read documents otherwise a third decides, or the first agrees; whoever looks second is led by nobody', async () => {
  await of.patch('/tenant-facts', { facts: { identity_second_person: true } })
  const third = await keyOf('arbiter')
  const yes = { outcome: 'release', reason_code: 'documents_genuine' }
  const no = { outcome: 'refuse', reason_code: 'document_altered', note: 'The birth date is set in other letters than the rest.' }
  const back = { outcome: 'send_back', reason_code: 'look_again' }
  const read = async (id: string, key: string) => (await at.api.call('GET', `/v1/cases/${id}`, undefined, key)).body
  const session = (id: string) => of.get(`/identity/sessions/${id}`)
  const accepted = async () => {
    const made = await submitted({ person: another() })
    expect((await decide(made.case.id, yes)).body).toMatchObject({ status: 'awaiting_second', proposal: { note: null } })
    // What the first thought of it nobody reads before a second has looked.
    expect((await read(made.case.id, colleague)).proposal).toMatchObject({ outcome: 'release', note: null })
    expect(JSON.stringify(await reader().openCaseFile({ id: made.case.id }))).not.toContain(words.note)
    return made
  }

  const one = await accepted()
  const contradicted = {
    ...{ status: 'awaiting_second', outcome: null, proposal: { outcome: 'release', note: words.note } },
    details: { contradicted_by: { outcome: 'refuse', reason_code: 'document_altered', note: no.note } },
  }
  expect((await decide(one.case.id, no, colleague)).body).toMatchObject(contradicted)
  expect(await read(one.case.id, third)).toMatchObject(contradicted)
  expect(await session(one.id)).toMatchObject({ status: 'in_review', evidence_id: null })
  // Neither of the two has it their way alone, nor begins anew.
  for (const word of [yes, no, back]) expect((await decide(one.case.id, word, colleague)).body.code).toBe('second_person_required')
  for (const word of [yes, back]) expect((await decide(one.case.id, word)).body.code).toBe('second_person_required')
  const released = await decide(one.case.id, yes, third)
  expect(released.body, released.text).toMatchObject({ status: 'decided', outcome: 'release', details: { opened_by: expect.any(String) } })
  expect(released.body.details.contradicted_by).toBeUndefined()
  const proven = await of.get(`/identity/evidence/${(await session(one.id)).evidence_id}`)
  expect(released.body.decided_by).toEqual([proven.reviewer, proven.second_reviewer])
  const told = await at.db.select().from(auditLogs).where(eq(auditLogs.subject_id, one.case.id))
  expect(told.map(({ action }) => action)).toEqual(expect.arrayContaining(['case_release_proposed', 'case_contradicted', 'case_released']))

  // Whoever accepted is convinced: two have refused, and neither of their words is taken for an acceptance.
  const two = await accepted()
  await decide(two.case.id, no, colleague)
  const convinced = await decide(two.case.id, { ...no, note: 'Seen now: the letters are others.' })
  expect(convinced.body, convinced.text).toMatchObject({ status: 'decided', outcome: 'refuse' })
  const ended = await session(two.id)
  expect(ended).toMatchObject({ status: 'rejected', reason_code: 'document_altered' })
  const against = await of.get(`/identity/evidence/${ended.evidence_id}`)
  expect([against.state, against.reviewer, against.second_reviewer]).toEqual(['rejected', ...convinced.body.decided_by])
  expect(convinced.body.decided_by[1]).toBe(proven.reviewer)

  // What says nothing of the person ends it at once: they can try again.
  const three = await accepted()
  expect((await decide(three.case.id, { ...no, reason_code: 'document_unreadable' }, colleague)).body).toMatchObject({ status: 'decided' })
  expect(await session(three.id)).toMatchObject({ status: 'rejected', reason_code: 'document_unreadable', evidence_id: null })

  // A third who cannot tell has it looked at anew.
  const four = await accepted()
  await decide(four.case.id, no, colleague)
  expect((await decide(four.case.id, back, third)).body).toMatchObject({ status: 'open', proposal: null })
  expect((await decide(four.case.id, no, third)).body).toMatchObject({ status: 'decided', outcome: 'refuse' })
  const { organizationId: organization_id, environment } = of.ctx
  await admin().establishTenantFacts({ organization_id, environment, facts: { identity_second_person: null } })
})

test('the person themselves decides nothing, nor does their own organisation', async () => {
  const session = await submitted({ person: another() })
  const change = (details: object) =>
    at.db
      .update(cases)
      .set({ details: { ...session.case.details, ...details } })
      .where(eq(cases.id, session.case.id))
  // Nor who opened it: they hold its link.
  const opener = await at.api.call(
    'POST',
    `/v1/cases/${session.case.id}/decide`,
    { ...words, outcome: 'release', reason_code: 'documents_genuine' },
    program,
  )
  expect(opener.body).toMatchObject({ code: 'second_person_required' })
  await change({ user_id: of.ctx.actor.id })
  const yes = { outcome: 'release', reason_code: 'documents_genuine' }
  expect((await decide(session.case.id, yes)).body).toMatchObject({ code: 'not_found' })
  await change({ self: true })
  expect((await decide(session.case.id, yes, colleague)).body).toMatchObject({ code: 'not_found' })
  await admin().decideCase({ id: session.case.id, outcome: 'release', note: words.note, proposal: null })
  expect(await of.get(`/identity/sessions/${session.id}`)).toMatchObject({ status: 'verified' })
})

test('somebody with neither a wallet nor an account appeals on the page: others answer, and upheld by two it is open again', async () => {
  const before = await submitted({ person: another() })
  await decide(before.case.id, { outcome: 'release', reason_code: 'documents_genuine' })
  const { person_id } = await of.get(`/identity/sessions/${before.id}`)
  const refused = async () => {
    const made = (await at.api.call('POST', '/v1/identity/sessions', { person_id, methods: ['document_review'] }, program)).body
    const token = made.url.split('/verify/')[1] as string
    await page().sayDocument({ token, ...DOCUMENT })
    await page().sendPicture({ token, kind: 'front', file_name: 'p.png', bytes: picture() })
    await page().submitIdentityReview({ token })
    await decide((await caseOf(made.id)).id, { outcome: 'refuse', reason_code: 'data_mismatch' })
    expect(await of.get(`/identity/sessions/${made.id}`)).toMatchObject({ status: 'rejected' })
    return { id: made.id as string, token }
  }
  const { id, token } = await refused()
  expect((await page().readVerifyPage({ token })).appeal).toMatchObject({ possible_until: expect.any(String), opened_at: null })
  // What has a wallet has a way of its own, and what is verified nothing to appeal against.
  const statement = 'It is genuine: the consulate can be asked.'
  await expect(page().appealOwnSession({ token: before.token, statement })).rejects.toMatchObject({ code: 'invalid_transition' })
  await expect(page().appealOwnSession({ token, statement: 'No.' })).rejects.toMatchObject({ fields: [{ pointer: '/statement' }] })
  await page().appealOwnSession({ token, statement })
  expect((await page().readVerifyPage({ token })).appeal).toMatchObject({ possible_until: null, answer_by: expect.any(String) })
  await expect(page().appealOwnSession({ token, statement })).rejects.toMatchObject({ code: 'invalid_transition' })
  const appeal = await caseOf(id, 'identity_appeal')
  expect((await reader().openCaseFile({ id: appeal.id })).appeal.statement).toBe(statement)
  const yes = { outcome: 'release', reason_code: 'looked_again' }
  // Neither who refused nor who opened the session.
  for (const key of [undefined, program]) expect((await decide(appeal.id, yes, key)).body).toMatchObject({ code: 'second_person_required' })
  const third = await keyOf('third')
  expect((await decide(appeal.id, yes, colleague)).body).toMatchObject({ status: 'awaiting_second' })
  expect((await decide(appeal.id, yes, third)).body).toMatchObject({ status: 'decided' })
  expect(await of.get(`/identity/sessions/${id}`)).toMatchObject({ status: 'open', reason_code: null, evidence_id: null })
  expect((await of.get(`/events?type=identity.session.reopened&resource_id=${id}`)).data).toMatchObject([
    { data: { object: { status: 'open', reason_code: null } } },
  ])
  expect((await of.get(`/identity/evidence?person_id=${person_id}`)).data.map(({ state }: { state: string }) => state)).not.toContain(
    'rejected',
  )
  await page().sayDocument({ token, ...DOCUMENT })
  // Refused, the refusal stands.
  const again = await refused()
  await page().appealOwnSession({ token: again.token, statement })
  await decide((await caseOf(again.id, 'identity_appeal')).id, { outcome: 'refuse', reason_code: 'stands' }, colleague)
  expect(await page().readVerifyPage({ token: again.token })).toMatchObject({ status: 'rejected', appeal: { answer_by: null } })
})
