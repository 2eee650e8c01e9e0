import { eq } from 'drizzle-orm'
import { CompactEncrypt, decodeJwt, importJWK, type JWK } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindVerbs } from '#core/doors/verbs.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { presentSdJwt } from '#credentials/sd-jwt.ts'
import { evidence } from '#db/schema.ts'
import { holderWallet } from '../holder-wallet.ts'
import { accredited } from './people.ts'
import { startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: facts and answers of any shape.
type Any = Record<string, any>

const VCT = 'https://sealwright.example/vct/identity-assurance/1'
const CLAIMS = ['accredited', 'accreditation_basis', 'accreditation_verified_until', 'accreditation_verified_by']
let house: Awaited<ReturnType<typeof startProduction>>
let [first, second] = [] as unknown as [Tenant, Tenant]
let n = 0

beforeAll(async () => {
  house = await startProduction({ PUBLIC_URL: 'https://sealwright.example' })
  first = await house.tenant('verifies')
  second = await house.tenant('relies')
})
afterAll(() => house?.stop())

const due = (of: Tenant) => runDue(house.api.services, { organizationId: of.ctx.organizationId, environment: 'production' })

/** Somebody whom the first organisation accredited, and who holds that in a wallet of their own. */
async function holderOf(): Promise<{ address: string; id: string; wallet: Any; whole: string; prove: (of: Tenant) => Promise<Any> }> {
  const holder = house.holder(++n)
  await accredited(house, first, holder)
  const { credential } = await first.get(`/wallets/${holder.address}`)
  expect(credential.level).toBe('accredited')
  const wallet = holderWallet(house.api)
  const offer = await first.post(`/credentials/${credential.id}/offers`, { with_code: false })
  const taken = await wallet.take(offer)
  expect(taken.status, taken.text).toBe(200)
  return { ...holder, id: credential.id, wallet, whole: taken.body.credentials[0].credential }
}

/** The same person as an investor of the second organisation, on a wallet that they proved there. */
async function investorOf({ address, prove }: { address: string; prove: (of: Tenant) => Promise<Any> }): Promise<string> {
  const made = await second.post('/investors', {
    ...{ full_name: `Person ${address.slice(2, 10)}`, email: `${address.slice(2, 10)}@second.example`, wallet_address: address },
    ...{ date_of_birth: '1980-01-01', country: 'US', address: { line1: '1 Street', city: 'Austin', state: 'TX' } },
  })
  await second.post(`/investors/${made.id}/verify`, { signature: await prove(second), accepted_terms: true })
  return made.id
}

async function trust(of: Tenant, claims: Any = { [VCT]: {} }): Promise<Any> {
  const pem = (await house.api.call('GET', '/credentials/authority.pem')).text
  const note = 'The certificate that the issuer publishes at its own address.'
  const asked = await of.post('/identity/trusted-issuers', {
    ...{ kind: 'accreditation', name: 'Sealwright', level: 'basic', certificate: pem, claims, note },
  })
  await house.settle(asked.second_person.case_id, 'release')
  return asked
}

async function present(session: string, held: Any, shown: readonly string[] = CLAIMS): Promise<Any> {
  const { request_uri } = await second.post(`/identity/sessions/${session}/presentation`, {})
  const jwt = await (await house.api.app.request(new URL(request_uri).pathname)).text()
  const request = decodeJwt<Any>(jwt)
  const kept = await presentSdJwt(held.whole, shown)
  const presentation = held.wallet.bind(kept, request.client_id, request.nonce)
  const [jwk] = request.client_metadata.jwks.keys as [JWK]
  const response = await new CompactEncrypt(
    Buffer.from(JSON.stringify({ vp_token: { accreditation: [presentation] }, state: request.state })),
  )
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM' })
    .encrypt(await importJWK(jwk, 'ECDH-ES'))
  const answer = await house.api.app.request(new URL(request.response_uri).pathname, {
    method: 'POST',
    body: new URLSearchParams({ response }),
  })
  return { query: request.dcql_query, status: answer.status, body: await answer.json() }
}
const begin = async (investor_id: string) =>
  (await second.post('/identity/sessions', { investor_id, claims: ['accreditation'] })).id as string

test('an accreditation goes along in a wallet: asked for alone, filed as principles_based, confirmed by a person, and ended with the first', async () => {
  const held = await holderOf()
  const investor = await investorOf(held)
  // Of whom nobody is trusted to say it, it is not even asked.
  const asked = await second.call('POST', '/identity/sessions', { investor_id: investor, claims: ['accreditation'] })
  expect([asked.status, asked.body.code]).toEqual([422, 'issuer_not_trusted'])
  await trust(second)
  const session = await begin(investor)
  const done = await present(session, held)
  expect([done.status, done.body], JSON.stringify(done.body)).toEqual([200, expect.anything()])
  expect(done.query.credentials).toEqual([
    { id: 'accreditation', format: 'dc+sd-jwt', meta: { vct_values: [VCT] }, claims: CLAIMS.map((id) => ({ id, path: [id] })) },
  ])
  const ended = await second.get(`/identity/sessions/${session}`)
  expect(ended).toMatchObject({ status: 'verified', claims: ['accreditation'] })
  const kept = await second.get(`/identity/evidence/${ended.evidence_id}`)
  expect(kept).toMatchObject({
    proves: 'accreditation',
    method: 'foreign_credential',
    level: 'accredited',
    voucher: { name: 'Sealwright' },
  })
  const [theirs] = (await first.get('/identity/evidence?proves=accreditation')).data
  expect(Date.parse(kept.expires_at)).toBeLessThanOrEqual(Date.parse(theirs.expires_at))

  // Nobody is accredited by it: it waits for a person of the organisation.
  await due(second)
  const standing = async () => (await second.get(`/investors/${investor}/status`)).verification.accreditation_status
  expect(await standing()).toBe('pending')
  const [filed] = (await second.get(`/investors/${investor}/accreditation`)).data
  expect(filed).toMatchObject({ basis: 'net_worth', method: 'principles_based', status: 'in_review', missing: [] })
  await due(second)
  expect((await second.get(`/investors/${investor}/accreditation`)).data).toHaveLength(1)
  // Who reads the file sees what it rests on.
  const opened = await bindVerbs(second.ctx).openCaseFile({ id: filed.case_id })
  expect(opened.evidence.accreditation?.rests_on).toMatchObject({
    ...{ id: kept.id, issuer: 'Sealwright', state: 'valid', digest: kept.digest, revocation: 'not_published' },
    said: { basis: 'net_worth', verified_until: expect.any(String) },
  })
  await house.settle(filed.case_id, 'release')
  expect(await standing()).toBe('verified')
  const file = await second.get(`/investors/${investor}/accreditation/${filed.id}`)
  const accepted = await second.get(`/identity/evidence/${file.evidence_id}`)
  expect(Date.parse(accepted.expires_at)).toBeLessThanOrEqual(Date.parse(kept.expires_at))

  await first.post(`/credentials/${held.id}/revoke`, { reason_code: 'accreditation_lost', note: 'The letter was taken back.' })
  await due(second)
  expect(await second.get(`/identity/evidence/${kept.id}`)).toMatchObject({
    state: 'withdrawn',
    reason_code: expect.stringMatching(/^presented_credential_/),
  })
  expect(await second.get(`/identity/evidence/${accepted.id}`)).toMatchObject({ state: 'withdrawn' })
  expect(await standing()).toBe('pending')
})

test('what was hidden, is sealed to another wallet, or of an issuer trusted for something else is refused, each with its code', async () => {
  const held = await holderOf()
  const investor = await investorOf(held)
  const session = await begin(investor)
  const codeOf = async (of: Any, shown?: readonly string[]) => (await present(session, of, shown)).body.code
  for (const hidden of CLAIMS)
    expect(
      await codeOf(
        held,
        CLAIMS.filter((one) => one !== hidden),
      ),
      hidden,
    ).toBe('claim_missing')
  const other = await holderOf()
  expect(await codeOf(other)).toBe('credential_invalid')
  await first.post(`/credentials/${held.id}/suspend`, { reason_code: 'under_review' })
  expect(await codeOf(held)).toBe('credential_suspended')
  expect((await second.get(`/identity/sessions/${session}`)).evidence_id).toBeNull()
  const bare = await second.call('POST', '/identity/sessions', { wallet_address: held.address, claims: ['accreditation'] })
  expect(bare.body).toMatchObject({ code: 'validation_failed' })
  const filedBy = { basis: 'net_worth', method: 'third_party_letter', evidence_id: 'evd_none' }
  expect((await second.call('POST', `/investors/${investor}/accreditation`, filedBy)).body.code).toBe('validation_failed')
})

test('what its issuer says nothing about any more for three days ends, and with the issuer that is let go', async () => {
  const held = await holderOf()
  const investor = await investorOf(held)
  const session = await begin(investor)
  expect((await present(session, held)).status).toBe(200)
  const { evidence_id } = await second.get(`/identity/sessions/${session}`)
  const stateOf = async () => (await second.get(`/identity/evidence/${evidence_id}`)).state
  const { db } = house
  const [row] = await db.select().from(evidence).where(eq(evidence.id, evidence_id))
  const asked = async (proof: Any) => {
    await db
      .update(evidence)
      .set({ ask_at: new Date(0), proof: { ...row!.proof, ...proof } })
      .where(eq(evidence.id, evidence_id))
    await due(second)
    const [now] = await db.select().from(evidence).where(eq(evidence.id, evidence_id))
    return now!
  }
  const long = new Date(Date.now() - 80 * 3_600_000).toISOString()
  const good = await asked({ status_seen_at: long })
  expect([good.state, Date.parse(String((good.proof as Any).status_seen_at)) > Date.parse(long)]).toEqual(['valid', true])
  const gone = { uri: 'https://sealwright.invalid/status', index: 0 }
  expect((await asked({ status_list: gone, status_seen_at: new Date().toISOString() })).state).toBe('valid')
  expect((await asked({ status_list: gone, status_seen_at: long })).reason_code).toBe('credential_status_unavailable')
  expect(await stateOf()).toBe('withdrawn')
})
