import { createHash, KeyObject } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '#core/access/api-keys/create.ts'
import { findChangedStanding } from '#core/record/log/standing.ts'
import { write } from '#core/record/transaction.ts'
import { recordedIdentity } from '#core/sources/identity/production.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { buildCrl } from '#credentials/passport/build.ts'
import { cases, persons, trustedIssuers, trustLists, wallets } from '#db/schema.ts'
import { costOf } from '#tests/cost.ts'
import { type Entry, makeAuthority, signLote, signMasterList, signTrustedList, signVical } from '#tests/identity/authorities.ts'
import { startProduction, type Tenant } from '#tests/reach/production.ts'
import { recordEvidence } from '../evidence/record.ts'
import { findTrusted, trustedOf, voucherOf } from './trusted.ts'

let installation: Awaited<ReturnType<typeof startProduction>>
beforeAll(async () => {
  installation = await startProduction()
})
afterAll(() => installation?.stop())

const note = 'Published by the authority itself.'
const PATH = '/identity/trusted-issuers'
const COINBASE = {
  kind: 'eas',
  name: 'Coinbase Verifications',
  level: 'basic',
  chain_id: 8453,
  identifier: '0x357458739F90461b99789350868CD7CF330Dd7EE',
  contract: '0x4200000000000000000000000000000000000021',
  claims: {
    '0xf8b05c79f090979bf4a80270aba232dff11a10d9ca55c4f88de95317970f0de9': {
      abi: 'bool verifiedAccount',
      fields: { verifiedAccount: 'verified' },
    },
  },
  note,
}
/** Another person of the organisation answers. */
const decide = (id: string, outcome: 'release' | 'refuse', by?: string) => installation.settle(id, outcome, by)
const keyOf = async (of: Tenant) =>
  (await createApiKey({ ctx: of.ctx, input: { name: 'Files', environment: 'production', scopes: ['*'], allowed_ips: [] } })).key
const importPath = (query: object) => `/v1${PATH}/import?${new URLSearchParams({ note, level: 'enhanced', ...query })}`
const upload = async (of: Tenant, query: object, bytes: Buffer) =>
  installation.api.app.request(importPath(query), {
    method: 'POST',
    headers: { authorization: `Bearer ${await keyOf(of)}`, 'content-type': 'application/octet-stream' },
    body: bytes as BodyInit,
  })

test('an issuer counts once another person agreed, is found by its thumbprint, and no more once it is let go', async () => {
  const of = await installation.tenant('trust')
  const { pem, der } = await makeAuthority({ name: 'C=UT, O=Utopia, CN=IACA of Utopia' })
  const identifier = createHash('sha256').update(der).digest('hex')
  const asked = await of.post(PATH, { kind: 'iaca', name: 'Utopia', level: 'enhanced', ial: 'IAL2', eidas: 'high', certificate: pem, note })
  expect(asked).toMatchObject({ state: 'proposed', identifier, country: 'UT', second_person: { status: 'awaiting_second' } })
  expect(await findTrusted(installation.db, of.ctx, 'iaca', identifier)).toBeNull()
  const again = await of.call('POST', PATH, { kind: 'iaca', name: 'Again', level: 'basic', certificate: pem, note })
  expect(again).toMatchObject({ status: 409, body: { code: 'already_exists', existing_id: asked.id } })
  // Nobody is their own second person.
  const own = await of.call('POST', `/cases/${asked.second_person.case_id}/decide`, { outcome: 'release', reason_code: 'looked_at', note })
  expect(own.body.code).toBe('second_person_required')

  await decide(asked.second_person.case_id, 'release')
  expect(await of.get(`${PATH}/${asked.id}`)).toMatchObject({ state: 'active', approved_by: 'usr_colleague' })
  expect(await findTrusted(installation.db, of.ctx, 'iaca', identifier)).toMatchObject({ id: asked.id })
  expect(await findTrusted(installation.db, of.ctx, 'csca', identifier)).toBeNull()
  expect(await findChangedStanding(installation.api.services)).toEqual([])
  // Another organisation trusts whom it trusts.
  const other = await installation.tenant('other')
  expect(await trustedOf(installation.db, other.ctx, 'iaca')).toEqual([])
  expect((await other.call('GET', `${PATH}/${asked.id}`)).status).toBe(404)

  await of.post(`${PATH}/${asked.id}/end`, { reason_code: 'key_compromised' })
  expect(await findTrusted(installation.db, of.ctx, 'iaca', identifier)).toBeNull()
  expect((await of.call('POST', `${PATH}/${asked.id}/end`, { reason_code: 'again' })).status).toBe(409)
  expect(await findChangedStanding(installation.api.services)).toEqual([])
  expect((await of.get(`${PATH}?kind=iaca&state=ended`)).data).toHaveLength(1)
  // Let go, it may be asked for anew.
  const anew = await of.post(PATH, { kind: 'iaca', name: 'Utopia', level: 'enhanced', certificate: pem, note })
  await decide(anew.second_person.case_id, 'refuse')
  expect(await of.get(`${PATH}/${anew.id}`)).toMatchObject({ state: 'ended', approved_by: null, ended_by: 'usr_colleague' })
})

test('changed by hand in the table, an issuer is told by the check of the log', async () => {
  const of = await installation.tenant('tampered')
  const asked = await of.post(PATH, { ...COINBASE, chain_id: 10 })
  await decide(asked.second_person.case_id, 'release')
  const set = (level: 'basic' | 'enhanced') => installation.db.update(trustedIssuers).set({ level }).where(eq(trustedIssuers.id, asked.id))
  await set('enhanced')
  expect(await findChangedStanding(installation.api.services)).toMatchObject([{ subject: asked.id }])
  await set('basic')
})

test('evidence that rests on an issuer is worth nothing from the moment it is let go', async () => {
  const of = await installation.tenant('rests', { shows: false })
  const asked = await of.post(PATH, COINBASE)
  await decide(asked.second_person.case_id, 'release')
  const issuer = (await findTrusted(installation.db, of.ctx, 'eas', COINBASE.identifier, 8453))!
  const wallet_address = `0x${'7e'.repeat(20)}`
  await of.post('/wallets/verify', { wallet_address, kyc_data: { full_name: 'Rita Rests', date_of_birth: '1980-02-03', country: 'US' } })
  const [known] = await installation.db
    .select()
    .from(wallets)
    .where(eq(wallets.address, getAddress(wallet_address)))
  const [person] = await installation.db.select().from(persons).where(eq(persons.id, known!.person_id!))
  const { row } = await write(of.ctx, async (tx) => {
    const kept = await recordEvidence(
      tx,
      of.ctx,
      person!,
      {
        ...{ proves: 'identity', method: 'foreign_credential', level: 'basic', ial: null, eidas: null, rejected: null, read: {} },
        ...{ voucher: voucherOf(issuer), digest: 'ab'.repeat(32), covers: ['verified'], takenAt: new Date(), expiresAt: null },
      },
      [known!.id],
    )
    return { result: kept, audit: kept.audit, events: kept.events }
  })
  const identity = () =>
    recordedIdentity(installation.api.services.connection).of(installation.db, of.ctx, {
      personId: person!.id,
      shownFor: known!.id,
      played: null,
    })
  expect(await identity()).toMatchObject({ status: 'verified', evidence: row.id })
  const ended = await of.post(`${PATH}/${asked.id}/end`, { reason_code: 'key_compromised' })
  expect(ended.evidence_withdrawn).toBe(1)
  expect(await identity()).toMatchObject({ status: 'unknown', evidence: null })
  expect(await of.get(`/identity/evidence/${row.id}`)).toMatchObject({ state: 'withdrawn', reason_code: 'issuer_not_trusted' })
  await runDue(installation.api.services, { organizationId: of.ctx.organizationId, environment: 'production' })
  const told = await of.get('/events?type=identity.evidence.withdrawn')
  expect(told.data.map((one: { resource: { id: string } }) => one.resource.id)).toEqual([row.id])
})

test('what is no authority, has run out, counts from later on, or is weak is refused, each with its own word', async () => {
  const of = await installation.tenant('unfit')
  const cases = {
    no_authority: await makeAuthority({ ca: false }),
    expired: await makeAuthority({ from: -2 * 86_400_000, until: -60_000 }),
    not_yet_valid: await makeAuthority({ from: 3_600_000 }),
    weak_key: await makeAuthority({ rsaBits: 1_024 }),
  }
  for (const [code, { pem }] of Object.entries(cases))
    for (const kind of ['iaca', 'csca', 'pid']) {
      const { status, body } = await of.call('POST', PATH, { kind, name: 'Unfit', level: 'basic', certificate: pem, note })
      expect([status, body.errors?.[0]?.code], `${kind} ${code}`).toEqual([422, code])
    }
  const bad = await of.call('POST', PATH, { kind: 'iaca', name: 'Unfit', level: 'basic', certificate: 'a certificate', note })
  expect(bad.body.errors[0].code).toBe('unreadable')
  const refused: [object, string][] = [
    [{ ...COINBASE, level: 'enhanced' }, '/level'],
    [{ ...COINBASE, identifier: '0x357458739f90461B99789350868CD7CF330Dd7EE' }, '/identifier'],
    [{ ...COINBASE, contract: undefined }, '/contract'],
    [{ ...COINBASE, claims: {} }, '/claims'],
    [{ ...COINBASE, claims: { 1: { says: ['verified'] } } }, '/claims'],
    [{ kind: 'did', name: 'Web', level: 'basic', identifier: 'did:ethr:0x1', claims: { A: { says: ['verified'] } }, note }, '/identifier'],
    [
      {
        kind: 'pid',
        name: 'Key',
        level: 'basic',
        identifier: 'https://pid.example',
        jwk: { kty: 'EC', crv: 'P-256', x: 'a', y: 'b', d: 'c' },
        note,
      },
      '/jwk',
    ],
  ]
  for (const [body, pointer] of refused) {
    const answer = await of.call('POST', PATH, body)
    expect([answer.status, answer.body.errors?.[0]?.pointer], JSON.stringify(body)).toEqual([422, pointer])
  }
})

test('a master list is let in as one case, its signature checked, and what cannot be trusted in it left out', async () => {
  const of = await installation.tenant('lists')
  const csca = await makeAuthority({ name: 'C=UT, CN=CSCA of Utopia' })
  const signer = await makeAuthority({ name: 'C=UT, CN=Signer', ca: false, by: csca, usages: ['2.23.136.1.1.3'] })
  const others = [await makeAuthority({ name: 'C=DE, CN=CSCA two' }), await makeAuthority({ from: -2 * 86_400_000, until: -1_000 })]
  const answer = await upload(of, { kind: 'csca' }, await signMasterList([csca, ...others], signer))
  const done = (await answer.json()) as { added: number; second_person: { case_id: string }; authority: string }
  expect(done).toMatchObject({
    ...{ format: 'master_list', added: 2, known: 0, refused: [{ reason: 'expired', count: 1 }] },
    authority: createHash('sha256').update(csca.der).digest('hex'),
  })
  expect(await trustedOf(installation.db, of.ctx, 'csca')).toEqual([])
  await decide(done.second_person.case_id, 'release')
  expect((await trustedOf(installation.db, of.ctx, 'csca')).map((row) => row.country).sort()).toEqual(['DE', 'UT'])
  expect(await findChangedStanding(installation.api.services)).toEqual([])

  const code = async (bytes: Buffer, kind = 'csca') =>
    ((await (await upload(of, { kind }, bytes)).json()) as { errors?: { code: string }[] }).errors?.[0]?.code
  expect(await code(await signMasterList([csca], signer))).toBe('nothing_new')
  const fresh = await makeAuthority({ name: 'C=FR, CN=CSCA three' })
  const changed = (bytes: Buffer) => {
    bytes[bytes.length - 1]! ^= 1
    return bytes
  }
  const stranger = await makeAuthority({ name: 'C=UT, CN=CSCA of Utopia' })
  const forged = await makeAuthority({ name: 'C=UT, CN=Signer', ca: false, by: stranger, usages: ['2.23.136.1.1.3'] })
  const other = await makeAuthority({ name: 'C=UT, CN=Signer', ca: false, by: csca, usages: ['1.3.6.1.5.5.7.3.1'] })
  const late = await makeAuthority({
    name: 'C=UT, CN=Signer',
    ca: false,
    by: csca,
    usages: ['2.23.136.1.1.3'],
    from: -9_000,
    until: -1_000,
  })
  for (const [what, bytes] of Object.entries({
    altered: await signMasterList([csca, fresh], signer, { after: changed }),
    'of another authority': await signMasterList([csca, fresh], forged),
    'not for lists': await signMasterList([csca, fresh], other),
    'run out': await signMasterList([csca, fresh], late),
    sha1: await signMasterList([csca, fresh], signer, { digest: '1.3.14.3.2.26' }),
    'cut off': (await signMasterList([csca, fresh], signer)).subarray(0, 400),
    nonsense: Buffer.from('not a list'),
  }))
    expect(await code(bytes), what).toBe('invalid_master_list')
  expect(await code(await signMasterList([csca], signer), 'iaca')).toBe('required')

  // Whoever signed it is looked for in the list of revoked certificates of the authority behind them.
  const crlBy = { key: KeyObject.from(csca.keys.privateKey), kind: 'ecdsa', hash: 'sha256' } as const
  const dates = { number: 1, thisUpdate: Date.now() - 60_000, nextUpdate: Date.now() + 86_400_000 }
  const crl = buildCrl({ ...dates, issuer: csca.der, revoked: [signer.der] }, crlBy)
  const pem = `-----BEGIN X509 CRL-----\n${Buffer.from(crl).toString('base64')}\n-----END X509 CRL-----\n`
  const crlType = { 'content-type': 'application/x-pem-file' }
  expect((await installation.api.call('POST', '/v1/identity/revocation-lists', pem, await keyOf(of), crlType)).status).toBe(201)
  expect(await code(await signMasterList([csca, fresh], signer))).toBe('signer_revoked')
  const next = await makeAuthority({ name: 'C=UT, CN=Signer two', ca: false, by: csca, usages: ['2.23.136.1.1.3'] })
  const letIn = (await (
    await upload(of, { kind: 'csca', revocation: 'require' }, await signMasterList([csca, fresh], next))
  ).json()) as typeof done
  const [row] = await installation.db.select().from(cases).where(eq(cases.id, letIn.second_person.case_id))
  expect(row!.details.list).toMatchObject({ signer_revocation: 'good' })

  const bundle = `${fresh.pem}\n${others[0]!.pem}\n${fresh.pem}`
  const type = { 'content-type': 'application/x-pem-file' }
  const { body } = await installation.api.call('POST', importPath({ kind: 'iaca' }), bundle, await keyOf(of), type)
  expect(body).toMatchObject({ format: 'pem', added: 2, signer: null })
  expect((await upload(of, { kind: 'iaca' }, Buffer.alloc(5 * 1024 * 1024))).status).toBe(413)
})

test('a VICAL is let in as one case, of the provider that was named and nobody else, and what cannot be trusted in it left out', async () => {
  const of = await installation.tenant('vical')
  const provider = await makeAuthority({ name: 'C=UT, CN=Provider of lists' })
  const signer = await makeAuthority({ name: 'C=UT, CN=Signer of lists', ca: false, by: provider, usages: ['1.0.18013.5.1.8'] })
  const [iaca, pid, other, late] = await Promise.all(
    ['UT', 'DE', 'FR', 'SE'].map((country) => makeAuthority({ name: `C=${country}, CN=IACA of ${country}` })),
  )
  const MDL = 'org.iso.18013.5.1.mDL'
  const entries: Entry[] = [
    { der: iaca!.der, docType: [MDL] },
    { der: pid!.der, docType: ['eu.europa.ec.eudi.pid.1'] },
    { der: other!.der, docType: ['org.example.fishing'] },
    { der: late!.der, docType: [MDL], notAfter: '2020-01-01T00:00:00Z' },
  ]
  const list = await signVical(entries, signer, provider)
  const print = (der: Uint8Array) => createHash('sha256').update(der).digest('hex')
  const send = async (bytes: Buffer, query: object = { provider: print(provider.der) }) => {
    const answer = await upload(of, { kind: 'iaca', ...query }, bytes)
    return (await answer.json()) as { second_person: { case_id: string }; errors?: { code: string; detail: string }[] }
  }
  const refused = async (bytes: Buffer, query?: object) => (await send(bytes, query)).errors?.[0]
  const stranger = await makeAuthority({ name: 'C=UT, CN=Provider of lists' })
  const forged = await makeAuthority({ name: 'C=UT, CN=Signer of lists', ca: false, by: stranger, usages: ['1.0.18013.5.1.8'] })
  const mdocs = await makeAuthority({ name: 'C=UT, CN=Signer', ca: false, by: provider, usages: ['1.0.18013.5.1.2'] })
  const old = { name: 'C=UT, CN=Signer', ca: false, by: provider, usages: ['1.0.18013.5.1.8'], from: -9_000, until: -1_000 }
  const changed = Buffer.from(list)
  changed[changed.length - 1]! ^= 1
  for (const [bytes, says] of [
    [changed, 'changed after it was signed'],
    [await signVical(entries, forged, stranger), 'not signed by the provider'],
    [await signVical(entries, forged, provider), 'not signed by the provider'],
    [await signVical(entries, mdocs, provider), 'not for signing such lists'],
    [await signVical(entries, await makeAuthority(old), provider), 'not valid now'],
    [await signVical(entries, signer, provider, { nextUpdate: '2020-01-01T00:00:00Z' }), 'newer list was due'],
    [await signVical(entries, signer, provider, { version: '2.0' }), 'no VICAL of version 1.0'],
    [list.subarray(0, 300), 'no VICAL'],
    [Buffer.from('not a list'), 'no VICAL'],
  ] as const)
    expect(await refused(bytes), says).toMatchObject({ code: 'invalid_vical', detail: expect.stringContaining(says) })
  expect(await refused(list, {})).toMatchObject({ code: 'required' })
  expect(await refused(list, { provider: print(stranger.der) })).toMatchObject({ code: 'invalid_vical' })

  const done = await send(list)
  expect(done).toMatchObject({ format: 'vical', added: 2, refused: [], signer: print(signer.der), authority: print(provider.der) })
  expect(await trustedOf(installation.db, of.ctx, 'iaca')).toEqual([])
  await decide(done.second_person.case_id, 'release')
  expect((await trustedOf(installation.db, of.ctx, 'iaca')).map((row) => row.country).sort()).toEqual(['DE', 'UT'])

  // Whoever signed it is looked for in the provider's list of revoked certificates, as with master lists.
  const pemType = { 'content-type': 'application/x-pem-file' }
  const own = await installation.api.call('POST', importPath({ kind: 'iaca' }), provider.pem, await keyOf(of), pemType)
  await decide(own.body.second_person.case_id, 'release')
  const crlBy = { key: KeyObject.from(provider.keys.privateKey), kind: 'ecdsa', hash: 'sha256' } as const
  const dates = { number: 1, thisUpdate: Date.now() - 60_000, nextUpdate: Date.now() + 86_400_000 }
  const crl = buildCrl({ ...dates, issuer: provider.der, revoked: [signer.der] }, crlBy)
  const pem = `-----BEGIN X509 CRL-----\n${Buffer.from(crl).toString('base64')}\n-----END X509 CRL-----\n`
  expect((await installation.api.call('POST', '/v1/identity/revocation-lists', pem, await keyOf(of), pemType)).status).toBe(201)
  const fresh = await makeAuthority({ name: 'C=IT, CN=IACA of IT' })
  const newer = [...entries, { der: fresh.der, docType: [MDL] }]
  expect(await refused(await signVical(newer, signer, provider))).toMatchObject({ code: 'signer_revoked' })
  const next = await makeAuthority({ name: 'C=UT, CN=Signer two', ca: false, by: provider, usages: ['1.0.18013.5.1.8'] })
  expect(await send(await signVical(newer, next, provider))).toMatchObject({ added: 1 })
})

const PID = 'http://uri.etsi.org/19602/SvcType/PID/Issuance'
const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'
const EAA = 'http://uri.etsi.org/TrstSvc/Svctype/EAA/Q'
const print = (one: { der: Uint8Array }) => createHash('sha256').update(one.der).digest('hex')
const answerOf = async (of: Tenant, query: object, bytes: Buffer) =>
  (await upload(of, query, bytes)).json() as Promise<{ second_person: { case_id: string }; list_id: string }>
const refusal = async (of: Tenant, query: object, bytes: Buffer) =>
  ((await (await upload(of, query, bytes)).json()) as { errors?: { code: string; detail: string }[] }).errors?.[0]

test('a list of trusted entities lets in providers of identification data, at the word of its operator and two people', async () => {
  const of = await installation.tenant('lote')
  const operator = await makeAuthority({ name: 'C=UT, CN=Operator of lists' })
  const signer = await makeAuthority({ name: 'C=UT, CN=Signer of lists', ca: false, by: operator })
  const [one, two, wallets, withdrawn] = await Promise.all(
    ['one', 'two', 'wallets', 'withdrawn'].map((name) => makeAuthority({ name: `C=UT, CN=Provider ${name}` })),
  )
  const services = [
    { type: PID, der: one!.der },
    { type: PID, status: GRANTED, der: two!.der },
    { type: 'http://uri.etsi.org/19602/SvcType/WalletSolution/Issuance', der: wallets!.der },
    { type: PID, status: 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/withdrawn', der: withdrawn!.der },
  ]
  const chain = [signer, operator]
  const query = { kind: 'pid', provider: print(operator) }
  const list = await signLote(services, chain, { sequence: 7 })
  const stranger = await makeAuthority({ name: 'C=UT, CN=Operator of lists' })
  const [head, body, signature] = list.toString().split('.')
  const other = JSON.parse(Buffer.from(body!, 'base64url').toString())
  other.LoTE.ListAndSchemeInformation.LoTESequenceNumber = 9
  const altered = [head, Buffer.from(JSON.stringify(other)).toString('base64url'), signature].join('.')
  const none = `${Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')}.${body}.`
  for (const [bytes, says] of [
    [Buffer.from(altered), 'changed after it was signed'],
    [Buffer.from(none), 'does not carry the certificate'],
    [await signLote(services, [await makeAuthority({ ca: false, by: stranger }), stranger]), 'not signed by the operator'],
    [await signLote(services, chain, { nextUpdate: -60_000 }), 'newer list was due'],
    [await signLote(services, chain, { issued: 3_600_000 }), 'time that has not come'],
    [await signLote(services, chain, { sequence: 0 }), 'no number of itself'],
    [await signLote(services, chain, { header: { crit: ['condition'], condition: 1 } }), 'way that does not count'],
    [await signLote(services, chain, { header: { 'x5t#S256': Buffer.alloc(32).toString('base64url') } }), 'another certificate'],
    [Buffer.from('eyJhbGciOiJFUzI1NiJ9.e30'), 'no signed list'],
  ] as const)
    expect(await refusal(of, query, bytes), says).toMatchObject({ code: 'invalid_trust_list', detail: expect.stringContaining(says) })
  expect(await refusal(of, { kind: 'pid' }, list)).toMatchObject({ code: 'required' })
  expect(await refusal(of, { ...query, types: 'urn:x' }, list)).toMatchObject({ code: 'not_allowed' })

  const done = await answerOf(of, query, list)
  expect(done).toMatchObject({ format: 'ts_119_602', added: 2, ended: 0, signer: print(signer), authority: print(operator) })
  expect(await trustedOf(installation.db, of.ctx, 'pid')).toEqual([])
  await decide(done.second_person.case_id, 'release')
  expect((await trustedOf(installation.db, of.ctx, 'pid')).map(({ identifier }) => identifier).sort()).toEqual(
    [print(one!), print(two!)].sort(),
  )
  const { data } = await of.get('/identity/trust-lists')
  expect(data).toMatchObject([
    { kind: 'pid', sequence: 7, state: 'current', operator: 'Utopia', digest: createHash('sha256').update(list).digest('hex') },
  ])

  // Back goes nobody, and one number is one list.
  expect(await refusal(of, query, list)).toMatchObject({ code: 'nothing_new' })
  expect(await refusal(of, query, await signLote(services, chain, { sequence: 6 }))).toMatchObject({ code: 'older' })
  expect(await refusal(of, query, await signLote(services, chain, { sequence: 7, nextUpdate: 60_000 }))).toMatchObject({ code: 'older' })
  // Whom a newer one does not name any more is let go with it.
  const next = await answerOf(of, query, await signLote(services.slice(0, 1), chain, { sequence: 8 }))
  expect(next).toMatchObject({ added: 0, ended: 1, second_person: null })
  expect((await trustedOf(installation.db, of.ctx, 'pid')).map(({ identifier }) => identifier)).toEqual([print(one!)])
  expect(await findChangedStanding(installation.api.services)).toEqual([])
  // A public body that issues attestations is notified or withdrawn, and nothing else is a state of it.
  const state = 'http://uri.etsi.org/19602/PubEAAProvidersList/SvcStatus'
  const [notified, gone] = await Promise.all(['notified', 'gone'].map((name) => makeAuthority({ name: `C=UT, CN=Body ${name}` })))
  const bodies = [
    { type: 'http://uri.etsi.org/19602/SvcType/PubEAA/Issuance', status: `${state}/notified`, der: notified!.der },
    { type: 'http://uri.etsi.org/19602/SvcType/PubEAA/Issuance', status: `${state}/withdrawn`, der: gone!.der },
  ]
  const attested = { kind: 'accreditation', level: 'basic', provider: print(operator), types: 'https://issuer.example/vct/accredited' }
  expect(await answerOf(of, attested, await signLote(bodies, chain, { sequence: 1 }))).toMatchObject({ added: 1 })
  // Past its time the list vouches for nobody.
  const overdue = { next_update: new Date(Date.now() - 1_000) }
  await installation.db.update(trustLists).set(overdue).where(eq(trustLists.id, data[0].id))
  expect(await trustedOf(installation.db, of.ctx, 'pid')).toEqual([])
  expect(await findTrusted(installation.db, of.ctx, 'pid', print(one!))).toBeNull()
  expect((await of.get('/identity/trust-lists')).data).toContainEqual(expect.objectContaining({ kind: 'pid', state: 'overdue' }))
})

test('a trusted list in XML lets in providers of attestations of the types that were named, and what it does not sign counts for nothing', async () => {
  const of = await installation.tenant('tsl')
  const operator = await makeAuthority({ name: 'C=UT, CN=Operator', ca: false, rsaBits: 2_048, usages: ['0.4.0.2231.3.0'] })
  const [one, two, stamps] = await Promise.all(['one', 'two', 'stamps'].map((name) => makeAuthority({ name: `C=UT, CN=Provider ${name}` })))
  const services = [
    { type: EAA, status: GRANTED, der: one!.der },
    { type: EAA, status: GRANTED.replace('granted', 'withdrawn'), der: two!.der },
    { type: 'http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST', status: GRANTED, der: stamps!.der },
  ]
  const query = { kind: 'accreditation', level: 'basic', provider: print(operator), types: 'https://issuer.example/vct/accredited' }
  const list = signTrustedList(services, [operator]).toString()
  const stranger = await makeAuthority({ name: 'C=UT, CN=Operator', ca: false, usages: ['0.4.0.2231.3.0'] })
  const other = await makeAuthority({ name: 'C=UT, CN=Operator', ca: false, usages: ['1.3.6.1.5.5.7.3.1'] })
  const unsigned = list.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
  const cases: [string, string, string?][] = [
    [list.replace(GRANTED.replace('granted', 'withdrawn'), GRANTED), 'changed after it was signed'],
    [
      list.replace('<?xml version="1.0" encoding="UTF-8"?>', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'),
      'definition of its own',
    ],
    [unsigned, 'not signed'],
    // Wrapped: the signed list within another one, whose services nobody signed.
    [
      `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#">${list.replace(/^<\?xml[^>]*>/, '')}</TrustServiceStatusList>`,
      'one signature of the whole',
    ],
    [signTrustedList(services, [stranger]).toString(), 'not signed by the operator'],
    [signTrustedList(services, [other]).toString(), 'not for signing such lists', print(other)],
    [signTrustedList(services, [operator], { names: stranger }).toString(), 'names another certificate'],
    [signTrustedList(services, [operator], { nextUpdate: -60_000 }).toString(), 'newer list was due'],
    [list.replace('xmlenc#sha256"/><ds:DigestValue', 'xmldsig#sha1"/><ds:DigestValue'), 'way that does not count'],
    ['<html/>', 'no trusted list'],
    [list.slice(0, 900), 'well-formed'],
  ]
  for (const [text, says, provider = print(operator)] of cases)
    expect(await refusal(of, { ...query, provider }, Buffer.from(text)), says).toMatchObject({
      code: 'invalid_trust_list',
      detail: expect.stringContaining(says),
    })
  // What somebody made hard to take apart takes no time of the thread that answers everybody: here it cost 0.8 seconds.
  const bomb = Buffer.from(
    `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#">${'<![CDATA['.repeat(120_000)}</TrustServiceStatusList>`,
  )
  const { ms, answer } = await costOf(() => refusal(of, query, bomb), 400)
  expect(answer).toMatchObject({ code: 'invalid_trust_list' })
  expect(ms).toBeLessThan(400)
  expect(await refusal(of, { ...query, types: '' }, Buffer.from(list))).toMatchObject({ code: 'required' })
  expect(await refusal(of, { ...query, level: 'enhanced' }, Buffer.from(list))).toMatchObject({ code: 'too_high' })

  const done = await answerOf(of, query, Buffer.from(list))
  expect(done).toMatchObject({ format: 'ts_119_612', added: 1, known: 0, refused: [], authority: print(operator) })
  await decide(done.second_person.case_id, 'release')
  expect(await trustedOf(installation.db, of.ctx, 'accreditation')).toMatchObject([
    { identifier: print(one!), claims: { 'https://issuer.example/vct/accredited': {} }, list_id: done.list_id },
  ])
  // By a curve as well, in a chain, and of the number after.
  const top = await makeAuthority({ name: 'C=UT, CN=Top of operators' })
  const below = await makeAuthority({ name: 'C=UT, CN=Signer', ca: false, by: top })
  const next = signTrustedList([...services, { type: EAA, status: GRANTED, der: stamps!.der }], [below, top], { sequence: 2 })
  expect(await answerOf(of, { ...query, provider: print(top) }, next)).toMatchObject({
    added: 1,
    ended: 0,
    known: 1,
    list_id: done.list_id,
  })
})
