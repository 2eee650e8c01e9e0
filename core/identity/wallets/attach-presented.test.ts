import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { presentSdJwt } from '#credentials/sd-jwt.ts'
import { consents, presentedCredentials } from '#db/schema.ts'
import { holderWallet, sealedHolder } from '#tests/holder-wallet.ts'
import { startProduction, type Tenant } from '#tests/reach/production.ts'

let world: Awaited<ReturnType<typeof startProduction>>
let first: Tenant
let second: Tenant
beforeAll(async () => {
  world = await startProduction({ PUBLIC_URL: 'https://issuer.example' })
  first = await world.tenant('first', { shows: false })
  second = await world.tenant('second', { shows: false })
})
afterAll(() => world?.stop())

const NAMED = ['enhanced', 'full_name', 'birthdate', 'nationality', 'eidas_loa', 'identity_assurance_level', 'basic']

/** Somebody with a credential of the first organisation in a wallet of their own. */
async function holding(full_name: string) {
  const holder = await sealedHolder((method, path, body) => first.call(method, path, body), first.ctx, { full_name })
  const wallet = holderWallet(world.api)
  const offer = await first.post(`/credentials/${holder.id}/offers`, { named: true })
  const taken = await wallet.take(offer, 'identity_assurance_named')
  const whole: string = taken.body.credentials[0].credential
  const { address: wallet_address } = holder.account
  /** What the second organisation is sent, by default all as it should be. */
  const present = async (names = NAMED, over: { audience?: string; nonce?: string; by?: typeof wallet; sign?: boolean } = {}) => {
    const { message, nonce, audience } = await second.post('/wallets/challenge', { wallet_address })
    const shown = await presentSdJwt(whole, names)
    const credential = (over.by ?? wallet).bind(shown, over.audience ?? audience, over.nonce ?? nonce)
    const signature = over.sign === false ? {} : { message, signature: await holder.account.signMessage({ message }) }
    return { wallet_address, credential, ...signature }
  }
  return { ...holder, wallet, whole, wallet_address, present }
}
const attach = (body: object) => second.call('POST', '/credentials/attach', body)
const told = async (of: Tenant, path: string) => (await of.get(path)).data.map((one: { type: string }) => one.type)

describe('a second organisation relies on a credential that its holder presents', () => {
  test('as evidence that goes as far as the first, with the holder’s consent, and the first is told', async () => {
    const ada = await holding('Ada Reused')
    const done = await attach(await ada.present())
    expect(done.status, done.text).toBe(200)
    expect(done.body).toMatchObject({ credential: { id: ada.id, state: 'active', reused: true }, evidence_id: expect.any(String) })
    expect(await second.get(`/identity/evidence/${done.body.evidence_id}`)).toMatchObject({
      ...{ method: 'foreign_credential', state: 'valid', ial: 'IAL1', eidas: 'low' },
      voucher: { kind: 'issuer', name: 'Sealwright', id: 'did:web:issuer.example' },
      covers: ['full_name', 'date_of_birth', 'nationality'],
      proof: { credential_id: ada.id },
    })
    const [link] = await world.db.select().from(presentedCredentials).where(eq(presentedCredentials.source_credential_id, ada.id))
    const [consent] = await world.db.select().from(consents).where(eq(consents.id, link!.consent_id))
    expect(consent).toMatchObject({ person_id: link!.person_id, withdrawn_at: null })
    expect(await told(first, `/events?resource_id=${ada.id}`)).toContain('credential.reused')
    const { data } = await first.get(`/events?type=credential.reused&resource_id=${ada.id}`)
    expect(JSON.stringify(data)).not.toContain(second.ctx.organizationId)
    const kyc_data = { full_name: 'Ada Reused', date_of_birth: '1990-05-17', country: 'FR' }
    const verified = await second.post('/wallets/verify', { wallet_address: ada.wallet_address, kyc_data })
    expect(verified).toMatchObject({ verified: true, credential: { state: 'active' } })
  })

  test('whose end reaches it at once: the evidence counts no more, and what was sealed on it is suspended until it is presented anew', async () => {
    const rhea = await holding('Rhea Reused')
    const { evidence_id } = (await attach(await rhea.present())).body
    const kyc_data = { full_name: 'Rhea Reused', date_of_birth: '1990-05-17', country: 'FR' }
    const { credential } = await second.post('/wallets/verify', { wallet_address: rhea.wallet_address, kyc_data })
    await first.post(`/credentials/${rhea.id}/suspend`, { reason_code: 'under_review' })
    expect(await second.get(`/identity/evidence/${evidence_id}`)).toMatchObject({
      state: 'withdrawn',
      reason_code: 'presented_credential_suspended',
    })
    expect(await second.get(`/credentials/${credential.id}`)).toMatchObject({
      state: 'suspended',
      reason_code: 'presented_credential_suspended',
    })
    expect((await second.call('POST', `/credentials/${credential.id}/resume`, { reason_code: 'because' })).body.code).toBe(
      'invalid_transition',
    )
    expect((await attach(await rhea.present())).body).toMatchObject({ code: 'credential_invalid' })
    await runDue(world.api.services, { organizationId: second.ctx.organizationId, environment: 'production' })
    expect(await told(second, `/events?resource_id=${evidence_id}`)).toContain('identity.evidence.withdrawn')

    await first.post(`/credentials/${rhea.id}/resume`, { reason_code: 'cleared' })
    expect(await second.get(`/credentials/${credential.id}`)).toMatchObject({ state: 'suspended' })
    expect((await attach(await rhea.present())).status).toBe(200)
    expect(await second.get(`/credentials/${credential.id}`)).toMatchObject({ state: 'active' })
  })

  test('however often it was shown: each piece of evidence that it made ends with it', async () => {
    const tova = await holding('Tova Reused')
    const shown = [await attach(await tova.present()), await attach(await tova.present())].map(({ body }) => body.evidence_id as string)
    expect(new Set(shown).size).toBe(2)
    const states = () => Promise.all(shown.map(async (id) => (await second.get(`/identity/evidence/${id}`)).state))
    expect(await states()).toEqual(['valid', 'valid'])
    await first.post(`/credentials/${tova.id}/suspend`, { reason_code: 'under_review' })
    expect(await states()).toEqual(['withdrawn', 'withdrawn'])
    const kyc_data = { full_name: 'Tova Reused', date_of_birth: '1990-05-17', country: 'FR' }
    const verified = await second.post('/wallets/verify', { wallet_address: tova.wallet_address, kyc_data, force_new: true })
    expect(verified).toMatchObject({ verified: false })
  })

  test('without a name where the same person is known behind the wallet, and not where somebody else is', async () => {
    const nora = await holding('Nora Reused')
    const unnamed = ['basic', 'nationality']
    expect((await attach(await nora.present(unnamed))).body.code).toBe('kyc_data_required')
    const kyc = (full_name: string) => ({ full_name, date_of_birth: '1990-05-17', country: 'FR' })
    await second.post('/wallets/verify', { wallet_address: nora.wallet_address, kyc_data: kyc('Nora Reused') })
    const done = await attach(await nora.present(unnamed))
    expect(done.body.credential).toMatchObject({ level: 'basic' })
    expect(await second.get(`/identity/evidence/${done.body.evidence_id}`)).toMatchObject({
      ...{ level: 'basic', ial: null, eidas: null },
      covers: ['nationality', 'full_name', 'date_of_birth'],
    })
    const olga = await holding('Olga Reused')
    await second.call('POST', '/wallets/verify', { wallet_address: olga.wallet_address, kyc_data: kyc('Somebody Elsewhere') })
    for (const names of [unnamed, NAMED]) expect((await attach(await olga.present(names))).body.code).toBe('credential_bound_elsewhere')
  })
})

test('what is refused: another audience, nonce, key or wallet, a replay, no proof of the holder, no signature of the wallet', async () => {
  const rita = await holding('Rita Reused')
  const code = async (body: object) => (await attach(body)).body.code
  const first_audience = (await first.post('/wallets/challenge', { wallet_address: rita.wallet_address })).audience
  expect(await code(await rita.present(NAMED, { audience: first_audience }))).toBe('credential_invalid')
  expect(await code(await rita.present(NAMED, { nonce: 'made-up' }))).toBe('nonce_expired')
  expect(await code(await rita.present(NAMED, { by: holderWallet(world.api) }))).toBe('credential_invalid')
  expect(await code(await rita.present(['nationality']))).toBe('credential_invalid')
  expect(await code(await rita.present(NAMED, { sign: false }))).toBe('signature_invalid')
  const { message, signature } = (await rita.present()) as unknown as Record<string, string>
  const other = await rita.present()
  expect(await code({ ...other, message, signature })).toBe('nonce_expired')
  const { credential: unbound } = await first.get(`/credentials/${rita.id}/sd-jwt`)
  expect(await code({ ...other, credential: unbound })).toBe('credential_invalid')
  const stranger = await holding('Sina Reused')
  expect(await code({ ...(await rita.present()), wallet_address: stranger.wallet_address })).toBe('signer_mismatch')
  const sent = await rita.present()
  expect((await attach(sent)).status).toBe(200)
  expect(await code(sent)).toBe('nonce_expired')
  // Control is proven now: the presentation alone is enough, and still works once.
  const again = await rita.present(NAMED, { sign: false })
  expect((await attach(again)).status).toBe(200)
  expect(await code(again)).toBe('nonce_expired')
})
