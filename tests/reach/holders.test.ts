import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { bestCredential } from '#core/identity/credentials/live.ts'
import type { Shown } from '#core/identity/evidence/record.ts'
import { ownInvestor } from '#core/identity/persons/own-investor.ts'
import { concludeSession, lockSession } from '#core/identity/sessions/conclude.ts'
import { connectUserWallet } from '#core/portal/user-wallets/connect.ts'
import { proveOwnWallet } from '#core/portal/user-wallets/prove.ts'
import { write } from '#core/record/transaction.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { wallets } from '#db/schema.ts'
import { showIdentity } from '../evidence.ts'
import { startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape.
type Any = Record<string, any>

let house: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
let next = 0
beforeAll(async () => {
  house = await startProduction({ NODE_ENV: 'production' })
  of = await house.tenant('holders', { shows: false })
})
afterAll(() => house?.stop())

const settled = () => runDue(house.api.services, { organizationId: of.ctx.organizationId, environment: 'production' })
const named = (full_name: string, date_of_birth = '1985-04-02') => ({ full_name, date_of_birth, country: 'GB' })
/** A wallet that its holder can sign with. */
function holding() {
  const account = privateKeyToAccount(generatePrivateKey())
  const sign = async () => {
    const { message } = await of.post('/wallets/challenge', { wallet_address: account.address })
    return { message, signature: await account.signMessage({ message }) }
  }
  return { address: account.address, sign, account }
}
type Wallet = ReturnType<typeof holding>
const verify = async (wallet: Wallet, kyc_data: object, more: object = {}): Promise<Any> =>
  of.post('/wallets/verify', { wallet_address: wallet.address, kyc_data, signature: await wallet.sign(), ...more })
const standing = async (wallet: Wallet): Promise<string> => (await of.get(`/wallets/${wallet.address}/status`)).verification_status

/** Whoever has the session proves who they are, for what it was opened for. */
async function prove(about: object, read: Shown = {}, covers = ['full_name', 'date_of_birth']): Promise<Any> {
  const opened = await of.post('/identity/sessions', about)
  const done = await write(of.ctx, async (tx) => {
    const session = await lockSession(tx, of.ctx, opened.id)
    const {
      session: now,
      evidence,
      audit,
      events,
    } = await concludeSession(tx, of.ctx, session, {
      ...{ proves: 'identity', method: 'passport_chip', level: 'enhanced', ial: 'IAL1', eidas: 'low' },
      voucher: { kind: 'issuer', name: 'Utopia', id: null },
      digest: createHash('sha256').update(`${++next}`).digest('hex'),
      rejected: null,
      ...{ read, covers },
      takenAt: new Date(),
      expiresAt: new Date(Date.now() + 300 * 86_400_000),
    })
    return { result: { status: now.status, evidence: evidence.id }, audit: [audit[0]!, ...audit.slice(1)], events }
  })
  await settled()
  return done
}
const proveWallet = ({ address }: Wallet, read?: Shown, covers?: string[]) => prove({ wallet_address: address }, read, covers)

const OF_INVESTOR = 'POST /v1/identity/sessions with investor_id; of an entity, POST /v1/investors/{id}/entity'
const ASKS = { fact: 'subject.verification.status', from: 'investor', how: 'POST /v1/identity/sessions with wallet_address' }

describe('the name and birth date of somebody proven, typed for another wallet', () => {
  test('verify nothing there, whatever is asked, and the answer says how that wallet is shown', async () => {
    const [first, second] = [holding(), holding()]
    const who = named('Ada Holder')
    await verify(first, who)
    await proveWallet(first)
    expect(await standing(first)).toBe('basic')

    const typed = await verify(second, who)
    expect(typed).toMatchObject({ verification_status: 'pending', verified: false, credential: null })
    expect(typed.decision.supply).toContainEqual(ASKS)
    const again = await of.call('POST', '/wallets/verify', { wallet_address: second.address, signature: await second.sign() })
    expect([again.status, again.body.code]).toEqual([422, 'kyc_data_required'])
    for (const level of ['basic', 'enhanced'])
      expect(await verify(second, who, { force_new: true, level })).toMatchObject({ verified: false, credential: null })
    expect(await of.get(`/wallets/${second.address}`)).toMatchObject({ verification_status: 'pending', credential: null })
    const issued = await of.post('/credentials', { wallet_address: second.address, kyc_data: who, signature: await second.sign() })
    expect(issued).toMatchObject({ verification_status: 'pending', credential: null })
    const played = await of.post('/gaming/verify-age', { wallet_address: second.address, jurisdiction: 'GB', date_of_birth: '1985-04-02' })
    expect(played).toMatchObject({ age_verified: false })
    await settled()
    expect([await standing(first), await standing(second)]).toEqual(['basic', 'pending'])
  })

  test('nor where it was typed first, and a session of another wallet ended afterwards', async () => {
    const [first, second] = [holding(), holding()]
    const who = named('Bea Holder')
    for (const wallet of [first, second]) expect(await verify(wallet, who)).toMatchObject({ verification_status: 'pending' })
    await proveWallet(first)
    expect([await standing(first), await standing(second)]).toEqual(['basic', 'pending'])
    expect(await verify(second, who, { force_new: true })).toMatchObject({ verification_status: 'pending', credential: null })
    // The holder of both shows it for the second one, too.
    await proveWallet(second)
    expect(await standing(second)).toBe('basic')
  })

  test('nor under a name that only sounds alike', async () => {
    const [first, second] = [holding(), holding()]
    await verify(first, named('Jan Wolff'))
    await proveWallet(first)
    expect(await standing(first)).toBe('basic')
    expect(await verify(second, named('Ian Volf'))).toMatchObject({ verification_status: 'pending', credential: null })
  })

  test('evidence that is taken back carries nothing on by another wallet', async () => {
    const [first, second] = [holding(), holding()]
    const who = named('Cleo Holder')
    await verify(first, who)
    const { evidence } = await proveWallet(first)
    await of.post(`/identity/evidence/${evidence}/withdraw`, { reason_code: 'document_reported_stolen' })
    await settled()
    expect(await standing(first)).toBe('none')
    await verify(second, who)
    await proveWallet(second)
    expect([await standing(first), await standing(second)]).toEqual(['none', 'basic'])
    expect((await verify(first, who)).verified).toBe(false)
  })
})

test('where somebody lives is established only where the evidence says what they say, and no longer once they say something else', async () => {
  const evidenceOf = (id: string) => of.get(`/identity/evidence/${id}`)
  const read = (country: string): Shown => ({ full_name: 'Rea Holder', date_of_birth: '1985-04-02', country })
  const covers = ['full_name', 'date_of_birth', 'country']
  const wallet = holding()
  await verify(wallet, named('Rea Holder'))
  const other = await proveWallet(wallet, read('IR'), covers)
  expect(other.status).toBe('in_review')
  expect(await evidenceOf(other.evidence)).toMatchObject({ state: 'conflicting', covers: ['full_name', 'date_of_birth'] })
  expect(await standing(wallet)).toBe('pending')

  const investor = await of.post('/investors', { ...named('Ria Holder'), email: 'ria@holders.example' })
  const own = await prove({ investor_id: investor.id }, { ...read('GB'), full_name: 'Ria Holder' }, covers)
  expect(await evidenceOf(own.evidence)).toMatchObject({ state: 'valid', covers })
  await of.call('PATCH', `/investors/${investor.id}`, { country: 'IE' })
  expect((await evidenceOf(own.evidence)).covers).toEqual(['full_name', 'date_of_birth'])
})

test('an age alone says of nobody who they are, and half a name that is another one counts for nothing', async () => {
  const [young, other] = [holding(), holding()]
  await verify(young, named('Dora Holder'))
  await proveWallet(young, { over_18: true }, ['over_18'])
  expect(await standing(young)).toBe('pending')
  await verify(other, named('Elin Holder'))
  expect(await proveWallet(other, { full_name: 'Somebody Else' }, ['full_name'])).toMatchObject({ status: 'in_review' })
  expect(await standing(other)).toBe('pending')
})

test('a credential is shown for a second wallet by who joins it to that credential, not by who typed its name', async () => {
  const [first, second] = [holding(), holding()]
  const who = named('Fay Holder')
  await verify(first, who)
  await proveWallet(first)
  const { credential } = await verify(first, who)
  await verify(second, who)
  const shown = { wallet_address: second.address, credential_id: credential.id, ...(await second.sign()) }
  expect((await of.call('POST', '/credentials/attach', shown)).body.code).toBe('credential_bound_elsewhere')
  await of.post(`/credentials/${credential.id}/wallets`, { wallet_address: second.address, ...(await second.sign()) })
  expect(await verify(second, who)).toMatchObject({ verified: true, credential: { id: credential.id } })
})

describe('an investor', () => {
  const invest = (full_name: string, more: object = {}) =>
    of.post('/investors', { ...named(full_name), email: `investor-${++next}@people.example`, affiliation: 'none', ...more })
  const check = (id: string): Promise<Any> => of.post(`/investors/${id}/verify`, { force: true })

  test('is who they are by a session that was opened for them, and not by the name of somebody proven', async () => {
    const wallet = holding()
    await verify(wallet, named('Gia Holder'))
    await proveWallet(wallet)
    const typed = await invest('Gia Holder')
    const asked = await check(typed.id)
    expect(asked).toMatchObject({ status: 'pending', credential: null })
    expect(asked.decision.supply).toContainEqual({
      ...{ fact: 'subject.verification.status', from: 'investor', how: OF_INVESTOR },
    })
    expect(asked.next_action.detail).toContain('POST /v1/identity/sessions with investor_id')
    // What was said has to be shown, and not to be said once more.
    expect(asked.decision.supply).toContainEqual({
      ...{ fact: 'investor.date_of_birth', from: 'investor', how: OF_INVESTOR },
    })
    await prove({ investor_id: typed.id })
    expect(await of.get(`/investors/${typed.id}`)).toMatchObject({ status: 'verified' })
    // Another record under the name, made before or after, is shown anew; so is a wallet that nobody signed in with.
    const second = await invest('Gia Holder')
    expect(await check(second.id)).toMatchObject({ status: 'pending', credential: null })
    const other = holding()
    expect(await verify(other, named('Gia Holder'))).toMatchObject({ verification_status: 'pending', credential: null })
  })

  test('has the wallet of their record, which is verified with them', async () => {
    const wallet = holding()
    const made = await invest('Hal Holder', { wallet_address: wallet.address })
    await verify(wallet, named('Hal Holder'))
    await prove({ investor_id: made.id })
    expect(await of.get(`/investors/${made.id}`)).toMatchObject({ status: 'verified' })
    expect(await verify(wallet, named('Hal Holder'))).toMatchObject({ verified: true })
    const other = await invest('Hal Holder', { wallet_address: holding().address })
    expect(await check(other.id)).toMatchObject({ status: 'pending', credential: null })
  })

  test('a wallet that was verified makes nobody who names it an investor who is', async () => {
    const wallet = holding()
    await verify(wallet, named('Ida Holder'))
    await proveWallet(wallet)
    const made = await invest('Ida Holder', { wallet_address: wallet.address })
    expect(await check(made.id)).toMatchObject({ status: 'pending' })
    // Its holder does, by signing for them.
    const shown = await of.post(`/investors/${made.id}/verify`, { signature: await wallet.sign(), force: true })
    expect(shown).toMatchObject({ status: 'verified', credential: { state: 'active' } })
    // Not by the signature of another wallet, nor for another record of the name.
    const other = await invest('Ida Holder', { wallet_address: holding().address })
    const wrong = await of.call('POST', `/investors/${other.id}/verify`, { signature: await wallet.sign(), force: true })
    expect(wrong.status, wrong.text).toBeGreaterThanOrEqual(400)
    expect(await check(other.id)).toMatchObject({ status: 'pending' })
  })

  test('is verified by what the wallet that signed for them showed, before or after', async () => {
    const [before, after] = [holding(), holding()]
    await verify(before, named('Ike Holder'))
    await proveWallet(before)
    const [one, two] = [await invest('Ike Holder'), await invest('Ina Holder')]
    const bind = async (id: string, wallet: Wallet) =>
      of.call('PATCH', `/investors/${id}`, { wallet_address: wallet.address, signature: await wallet.sign() })
    expect((await bind(one.id, before)).status).toBe(200)
    await settled()
    expect(await of.get(`/investors/${one.id}`)).toMatchObject({ status: 'verified' })
    // Shown for the wallet alone, by a session or a credential of elsewhere.
    expect((await bind(two.id, after)).status).toBe(200)
    await verify(after, named('Ina Holder'))
    await settled()
    expect(await check(two.id)).toMatchObject({ status: 'pending' })
    const [held] = await house.db.select().from(wallets).where(eq(wallets.address, after.address))
    await showIdentity(of.ctx, held!.person_id!, { shownFor: [held!.id] })
    expect(await of.get(`/investors/${two.id}`)).toMatchObject({ status: 'verified' })
  })
})

test('who is behind a company is who has the very name, and not somebody proven whose name sounds alike', async () => {
  const wallet = holding()
  await verify(wallet, named('Jon Wulff'))
  await proveWallet(wallet)
  const company = await of.post('/investors', { type: 'entity', full_name: 'Holders Ltd', email: 'ltd@people.example', country: 'GB' })
  const owner = (full_name: string) => ({
    ...{ type: 'individual', full_name, date_of_birth: '1985-04-02', country: 'GB', share_percent: 100, roles: ['control_person'] },
  })
  const behind = async (full_name: string) => {
    const filed: Any = await of.post(`/investors/${company.id}/entity`, {
      ...{ entity_type: 'company', formation_date: '2015-03-02', registration: { country: 'GB', number: '01234567' }, owners_doubt: false },
      ...{ address: { line1: '1 Harbour Street', city: 'Leeds', country: 'GB' }, owners: [owner(full_name)] },
    })
    return filed.owners[0].verification
  }
  expect([await behind('JON WÜLFF'), await behind('Ion Vulf')]).toEqual(['verified', 'unknown'])
})

test('the account that proved who it is has its second wallet verified once that one signed, and no wallet of the same name elsewhere', async () => {
  const person = await house.admittable(3)
  expect(await person.verify()).toMatchObject({ identity: 'verified' })
  await person.prove()
  const own = await personalCtx(person.ctx())
  const row = (await ownInvestor(own.db, own))!
  const credentialOf = async (address: string) => {
    const [wallet] = await own.db.select().from(wallets).where(eq(wallets.address, address))
    const best = await bestCredential(own.db, own, wallet!)
    const { status } = await own.world.identity.of(own.db, own, { personId: row.person_id, shownFor: wallet!.id, played: null })
    return { state: best?.state ?? null, status }
  }
  expect(await credentialOf(person.address)).toEqual({ state: 'active', status: 'verified' })
  const { account } = holding()
  const input = { address: account.address, chainId: '1', provider: 'metamask' }
  const { message } = await connectUserWallet({ ctx: own, input })
  expect(await credentialOf(account.address)).toMatchObject({ state: null, status: 'unknown' })
  await proveOwnWallet({ ctx: own, input: { message, signature: await account.signMessage({ message }) } })
  expect(await credentialOf(account.address)).toEqual({ state: 'active', status: 'verified' })

  await person.admit(of)
  const admitted = (await of.get(`/wallets/${person.address}`)) as Any
  expect(admitted).toMatchObject({ control: 'proven', credential: { state: 'active' } })
  const stranger = holding()
  const kyc = { full_name: 'Ada Persond', date_of_birth: '1985-04-02', country: 'US', region: 'US-DE' }
  expect(await verify(stranger, kyc)).toMatchObject({ verified: false, credential: null })
})
