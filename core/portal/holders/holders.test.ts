import { eq } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { createApiKey } from '#core/access/api-keys/create.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import { createWalletChallenge } from '#core/identity/wallets/challenge.ts'
import { proveControl } from '#core/identity/wallets/prove-control.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'
import { cases, investors, users, verificationStatus, wallets } from '#db/schema.ts'
import { letterValidThrough } from '#engine/calculations/verification.ts'
import { isoDay, parseDay } from '#engine/dates.ts'
import { startApi } from '#tests/api/harness.ts'
import { mailsTo, userByEmail } from '#tests/stored.ts'
import { connectUserWallet } from '../user-wallets/connect.ts'
import { proveOwnWallet } from '../user-wallets/prove.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string

async function person(email: string, role: 'investor' | 'issuer' | 'admin' = 'investor'): Promise<Ctx> {
  const auth = createAuth(api.services, { secret: 'x'.repeat(40), rateLimit: false })
  const id = await createAccount(api.services, auth, { email, password: 'A-long-one-9', role, firstName: 'Ada', lastName: 'Example' })
  const [row] = await api.services.connection.db.select().from(users).where(eq(users.id, id))
  const base = systemCtx(api.services, { id, organizationId: row!.organization_id, environment: 'sandbox' })
  return { ...base, actor: { type: 'user', id, ...atHome(row!.organization_id, role), email, sessionId: 's', secondFactorAt: null } }
}

beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const identity = {
  firstName: 'Ada',
  lastName: 'Example',
  dateOfBirth: '1985-04-02',
  nationalIdLast4: '1234',
  address: '1 Harbour Street',
  city: 'Wilmington',
  state: 'DE',
  zipCode: '19801',
  country: 'US',
  phoneNumber: '+13025550123',
}
const wallet = privateKeyToAccount(`0x${'5ea1'.padStart(64, '0')}`)

/** Connects a wallet and signs the challenge, as the browser does. */
async function prove(ctx: Ctx, account = wallet) {
  const own = await personalCtx(ctx)
  const connected = await connectUserWallet({ ctx: own, input: { address: account.address, chainId: '31337', provider: 'metamask' } })
  const signature = await account.signMessage({ message: connected.message })
  return { connected, proven: await proveOwnWallet({ ctx: own, input: { message: connected.message, signature } }) }
}

async function verified(ctx: Ctx, over: Partial<typeof identity> = {}) {
  const verbs = bindVerbs(ctx)
  const values = { ...identity, ...over }
  await verbs.saveOwnVerification({ step: 'identity', values, complete: true })
  return verbs.submitOwnVerification({ acceptedTerms: true, signature: `${values.firstName} ${values.lastName}` })
}

test('an investor goes from nothing to verified, admitted, invested, locked up and free', async () => {
  const ada = await person('ada@holders.example')
  const verbs = bindVerbs(ada)

  // What is typed is kept, valid or not, and sealed.
  await verbs.saveOwnVerification({ step: 'identity', values: { firstName: 'Ada', dateOfBirth: 'nonsense' }, complete: false })
  const half = await verbs.saveOwnVerification({ step: 'identity', values: { lastName: 'Example' }, complete: true }).catch((e) => e)
  expect(half.fields.map((f: { pointer: string }) => f.pointer)).toEqual(
    expect.arrayContaining(['/dateOfBirth', '/address', '/country', '/phoneNumber']),
  )
  expect((await verbs.readOwnVerification()).draft.identity).toMatchObject({
    firstName: 'Ada',
    lastName: 'Example',
    dateOfBirth: 'nonsense',
  })
  const { db } = api.services.connection
  const [stored] = await db.select().from(verificationStatus).where(eq(verificationStatus.user_id, ada.actor.id))
  expect(JSON.stringify(stored)).not.toContain('nonsense')

  // The signature must be the name; then the engine decides at once.
  await verbs.saveOwnVerification({ step: 'identity', values: identity, complete: true })
  await expect(verbs.submitOwnVerification({ acceptedTerms: true, signature: 'Somebody Else' })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  await expect(verbs.submitOwnVerification({ signature: 'Ada Example' })).rejects.toMatchObject({ fields: [{ pointer: '/acceptedTerms' }] })
  expect(await verbs.submitOwnVerification({ acceptedTerms: true, signature: 'ada  example' })).toEqual({ identity: 'verified' })
  await expect(verbs.submitOwnVerification({ acceptedTerms: true, signature: 'Ada Example' })).rejects.toMatchObject({
    code: 'already_verified',
  })
  const after = await verbs.readOwnVerification()
  expect(after.statuses).toEqual({ identity: 'verified', accreditation: 'incomplete', documents: 'incomplete' })
  expect(after.history).toMatchObject([
    { field: 'identity', from: 'pending', to: 'verified' },
    { field: 'identity', from: 'incomplete', to: 'pending' },
  ])

  // Before a wallet is proven there is no credential; the proof seals one.
  expect((await verbs.listOwnCredentials()).credentials).toEqual([])
  const { connected, proven } = await prove(ada)
  expect(connected.isKYCVerified).toBe(false)
  expect(proven.isKYCVerified).toBe(true)
  expect((await prove(ada)).connected.isKYCVerified).toBe(true)
  const [credential] = (await verbs.listOwnCredentials()).credentials
  expect(credential).toMatchObject({ organization: null, level: 'basic', state: 'active', wallet_address: wallet.address })
  expect(await verbs.readPublicCredential({ id: credential!.id })).toMatchObject({ state: 'active', hash: credential!.hash })
  expect(JSON.stringify(await verbs.readPublicCredential({ id: credential!.id }))).not.toContain('Ada')

  // An organisation opens an offering and invites her; nobody else sees it.
  const created = await api.call(
    'POST',
    '/v1/offerings',
    {
      name: 'Harbour Notes',
      type: 'equity',
      regulation: 'reg_d_506b',
      total_supply: '10000',
      price_per_token: '10',
      minimum_investment: '1000',
      maximum_raise: '100000',
      lockup_days: 90,
      status: 'open',
    },
    key,
  )
  expect(created.status, created.text).toBe(201)
  const owner = await userByEmail(api.services, 'owner@tests.example')
  const issuer: Ctx = { ...systemCtx(api.services, { id: owner!.id, organizationId: owner!.organization_id, environment: 'sandbox' }) }
  issuer.actor = {
    type: 'user',
    id: owner!.id,
    ...atHome(owner!.organization_id, 'issuer'),
    email: owner!.email,
    sessionId: 's',
    secondFactorAt: null,
  }
  const invitation = await bindVerbs(issuer).inviteInvestor({ offering_id: created.body.id, email: 'Ada@holders.example' })
  await expect(bindVerbs(issuer).inviteInvestor({ offering_id: created.body.id, email: 'ada@holders.example' })).rejects.toMatchObject({
    code: 'already_exists',
  })
  const bob = bindVerbs(await person('bob@holders.example'))
  expect((await bob.listOwnInvitations()).data).toEqual([])
  await expect(bob.readOwnOffering({ invitation_id: invitation.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(bob.answerInvitation({ invitation_id: invitation.id, accept: true })).rejects.toMatchObject({ code: 'not_found' })
  expect((await verbs.listOwnInvitations()).data).toMatchObject([
    { id: invitation.id, status: 'sent', offering: { name: 'Harbour Notes' } },
  ])
  expect((await verbs.listNotifications({ limit: 10 })).data[0]).toMatchObject({
    href: `/dashboard/offerings/${invitation.id}`,
    read: false,
  })

  // Accepting is the consent; then the organisation decides about the money by its own rules.
  const money = { invitation_id: invitation.id, amount: '2000', agreed: true }
  await expect(verbs.investAsHolder(money)).rejects.toMatchObject({ code: 'forbidden' })
  await verbs.answerInvitation({ invitation_id: invitation.id, accept: true })
  await expect(verbs.answerInvitation({ invitation_id: invitation.id, accept: true })).rejects.toMatchObject({ code: 'conflict' })
  expect((await verbs.readOwnOffering({ invitation_id: invitation.id })).admission).toMatchObject({
    identity: 'verified',
    consent_withdrawn: false,
  })
  await expect(verbs.investAsHolder({ ...money, amount: '10' })).rejects.toMatchObject({ code: 'below_minimum_investment' })
  expect(await verbs.investAsHolder({ ...money, dry_run: true })).toMatchObject({ id: null, status: 'accepted' })
  const invested = await verbs.investAsHolder(money)
  expect(invested, JSON.stringify(invested.decision)).toMatchObject({ status: 'accepted', amount: '2000.00', quantity: '200' })
  const issued = await api.call(
    'POST',
    '/v1/tokens/issue',
    { offering_id: created.body.id, investor_id: invested.investor_id, quantity: 200, investment_id: invested.id },
    key,
  )
  expect(issued.body.status, issued.text).toBe('authorized')
  const minted = { transaction_hash: `0x${'d1'.repeat(32)}` }
  expect((await api.call('POST', `/v1/tokens/issue/${issued.body.id}/confirm`, minted, key)).body.status).toBe('confirmed')

  const page = { page: 1, page_size: 20 }
  expect((await verbs.listOwnInvestments(page)).data).toMatchObject([
    { offering: 'Harbour Notes', status: 'accepted', issued_quantity: '200' },
  ])
  const held = await verbs.listOwnHoldings(page)
  expect(held).toMatchObject({ total: 1, totals: { lots: 1, locked: 1 }, data: [{ quantity: '200', price: '10', locked: true }] })
  expect(held.data[0]!.free_because).toMatch(/Rule 144/)
  expect((await bob.listOwnHoldings(page)).total).toBe(0)

  // The ledger says who relied on what; taking the consent back stops the next check, not the past ones.
  const ledger = await verbs.listOwnCredentials()
  expect(ledger.credentials.map((c) => [c.organization === null, c.state])).toEqual(
    expect.arrayContaining([
      [true, 'active'],
      [false, 'active'],
    ]),
  )
  expect(ledger.uses.map((use) => use.disclosed)).toContainEqual(['name', 'date_of_birth', 'country', 'wallet'])
  const [consent] = ledger.consents
  await expect(bob.withdrawConsent({ id: consent!.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(bob.readConsentReceipt({ id: consent!.id })).rejects.toMatchObject({ code: 'not_found' })
  const receipt = await verbs.readConsentReceipt({ id: consent!.id })
  expect(receipt).toMatchObject({ state: 'given', periods: [{ withdrawn_at: null }] })
  expect(receipt.uses.at(-1)).toMatchObject({
    disclosed: ['name', 'date_of_birth', 'country', 'wallet'],
    log_leaf: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  await verbs.withdrawConsent({ id: consent!.id })
  const refused = await verbs.investAsHolder({ ...money, amount: '1000' })
  expect(refused.status).toBe('rejected')
  expect(refused.decision.reason_codes).toContain('consent_withdrawn')
  const blocked = await api.call(
    'POST',
    '/v1/defi/verify-wallet',
    { wallet_address: wallet.address, protocol_name: 'Pool', verification_type: 'kyc' },
    key,
  )
  expect(blocked.body.access_granted).toBe(false)
  const uses = (await verbs.readConsentReceipt({ id: consent!.id })).uses.length
  await verbs.renewConsent({ id: consent!.id })
  const renewed = await verbs.readConsentReceipt({ id: consent!.id })
  expect(renewed).toMatchObject({ state: 'given', periods: [{ withdrawn_at: expect.any(String) }, { withdrawn_at: null }] })
  expect(renewed.uses).toHaveLength(uses + 1)
  expect(renewed.uses[0]).toMatchObject({
    log_leaf: expect.stringMatching(/^[0-9a-f]{64}$/),
    disclosed: ['name', 'date_of_birth', 'country', 'wallet'],
  })
  const { id, status } = await verbs.investAsHolder({ ...money, amount: '1000' })
  expect(status).toBe('accepted')

  // While it waits it can be taken back, by whoever made it; accepted, only the issuer calls it off.
  const own = { id: id! }
  await expect(verbs.cancelOwnInvestment(own)).rejects.toMatchObject({ code: 'invalid_transition' })
  const bounced = await api.call('POST', `/v1/investments/${id}/payment`, { status: 'failed', note: 'The debit bounced.' }, key)
  expect(bounced.body.status, bounced.text).toBe('pending')
  expect((await verbs.listOwnInvestments(page)).data[0]).toMatchObject({
    payment_failed: true,
    reserved_until: bounced.body.reserved_until,
  })
  expect((await verbs.listNotifications({ limit: 1 })).data[0]).toMatchObject({ title: 'A payment failed' })
  await expect(bob.cancelOwnInvestment(own)).rejects.toMatchObject({ code: 'not_found' })
  expect(await verbs.cancelOwnInvestment(own)).toMatchObject({ status: 'cancelled' })
  await expect(verbs.cancelOwnInvestment(own)).rejects.toMatchObject({ code: 'invalid_transition' })
  const paid = await api.call('POST', `/v1/investments/${id}/payment`, { status: 'received', note: 'It came after all.' }, key)
  expect(paid.body).toMatchObject({ status: 409, code: 'invalid_transition', reason: 'cancelled_by_investor' })

  // A year later by the sandbox's clock the lot is free.
  await api.call('POST', '/v1/sandbox/clock', { advance: '367d' }, key)
  expect((await verbs.listOwnHoldings(page)).data[0]!.locked).toBe(false)
  await api.call('POST', '/v1/sandbox/clock', { resume: true }, key)
})

test('a wallet belongs to who proved it, and to nobody else', async () => {
  const mallory = await person('mallory@holders.example')
  await expect(prove(mallory)).rejects.toMatchObject({ code: 'wallet_bound_to_other_person', message: 'Failed to register wallet' })
  const own = await personalCtx(mallory)
  const other = privateKeyToAccount(`0x${'5ea2'.padStart(64, '0')}`)
  const connected = await connectUserWallet({ ctx: own, input: { address: other.address, chainId: '0x7a69', provider: 'io.metamask' } })
  const forged = await wallet.signMessage({ message: connected.message })
  await expect(proveOwnWallet({ ctx: own, input: { message: connected.message, signature: forged } })).rejects.toMatchObject({
    code: 'signer_mismatch',
  })
})

test('a wallet that a customer signed for is nobody’s of the organisation until they sign', async () => {
  const founder = await person('founder@holders.example', 'issuer')
  const own = await personalCtx(founder)
  const customer = privateKeyToAccount(`0x${'c057'.padStart(64, '0')}`)
  const [address, now] = [customer.address, new Date()]
  const { organizationId, environment } = own
  const tenant = { organization_id: organizationId, environment, created_at: now, updated_at: now }
  const { db } = api.services.connection
  await db
    .insert(wallets)
    .values({ ...tenant, id: 'wal_customer', address, family: 'evm', control: 'proven', control_method: 'eoa', control_proven_at: now })
  const owner = async () => (await db.select().from(wallets).where(eq(wallets.id, 'wal_customer')))[0]!.user_id
  const connected = await connectUserWallet({ ctx: own, input: { address, chainId: '1', provider: 'metamask' } })
  expect([connected.isKYCVerified, await owner()]).toEqual([false, null])
  const forged = await wallet.signMessage({ message: connected.message })
  await expect(proveOwnWallet({ ctx: own, input: { message: connected.message, signature: forged } })).rejects.toMatchObject({
    code: 'signer_mismatch',
  })
  expect(await owner()).toBeNull()
  await prove(founder, customer)
  expect(await owner()).toBe(founder.actor.id)

  // Nor of whoever connected it before the customer signed.
  const later = privateKeyToAccount(`0x${'c058'.padStart(64, '0')}`)
  await connectUserWallet({ ctx: own, input: { address: later.address, chainId: '1', provider: 'metamask' } })
  const found = async () => (await db.select().from(wallets).where(eq(wallets.address, later.address)))[0]!
  expect((await found()).user_id).toBe(founder.actor.id)
  const key: Ctx = { ...own, actor: systemCtx(api.services, { id: 'signed-by-api', organizationId, environment }).actor }
  const { message } = await createWalletChallenge.run({
    ctx: key,
    input: { wallet_address: { ok: true, canonical: later.address, family: 'evm', did: '', checksum: 'none' } },
  })
  const signature = await later.signMessage({ message })
  await write(key, async (tx) => {
    const { event } = await proveControl(tx, key, await found(), { message, signature })
    return { result: null, audit: { action: 'wallet_control_proven', category: 'user' }, events: [event] }
  })
  expect(await found()).toMatchObject({ control: 'proven', user_id: null })
})

test('a lost wallet is replaced by its holder: at once with both keys, else after a day in which anybody’s request can be stopped', async () => {
  const lena = await person('lena@holders.example')
  await verified(lena, { firstName: 'Lena', lastName: 'Lost', dateOfBirth: '1982-03-04' })
  const [lost, fresh] = [privateKeyToAccount(`0x${'f0c1'.padStart(64, '0')}`), privateKeyToAccount(`0x${'f0c2'.padStart(64, '0')}`)]
  await prove(lena, lost)
  const { db } = api.services.connection
  await prove(lena, fresh)
  const proven = { ...lena, actor: { ...lena.actor, secondFactorAt: Date.now() } } as Ctx
  const verbs = bindVerbs(proven)
  const id = async (address: string) => (await verbs.listOwnWallets()).data.find((one) => one.address === address)!.id
  const ask = async (from = lost.address, to = fresh.address) =>
    verbs.moveOwnWallet({ from: await id(from), to: await id(to), note: 'My phone fell into the harbour.' })
  await expect(bindVerbs(lena).moveOwnWallet({ from: 'a', to: 'b', note: 'x'.repeat(10) })).rejects.toMatchObject({
    code: 'step_up_required',
  })
  await expect(bindVerbs(await person('liar@holders.example')).stopOwnMove({ id: 'act' })).rejects.toMatchObject({ code: 'not_found' })

  // The old key signed long ago: it waits, is told of by mail, and can be stopped.
  await db
    .update(wallets)
    .set({ control_proven_at: new Date('2026-01-01') })
    .where(eq(wallets.address, lost.address))
  expect(await ask()).toMatchObject({ status: 'proposed' })
  await expect(ask()).rejects.toMatchObject({ code: 'already_exists' })
  const told = await mailsTo(api.services, 'lena@holders.example')
  expect(told.map((mail) => mail.subject)).toContain('A wallet of yours is to be replaced')
  const [open] = await verbs.listOwnMoves()
  expect(open).toMatchObject({ status: 'proposed', wallet_address: lost.address, to_address: fresh.address, asked_by_me: true })
  // No administrator is quicker than the day.
  const admin = await person('second@holders.example', 'admin')
  const second = { ...admin, actor: { ...admin.actor, secondFactorAt: Date.now() } } as Ctx
  expect(await bindVerbs(second).approveHoldingAct({ id: open!.id })).toMatchObject({ status: 'approved' })
  await verbs.stopOwnMove({ id: open!.id })
  expect((await verbs.listOwnMoves())[0]).toMatchObject({ status: 'refused', end_reason: 'stopped by the holder' })
  await expect(verbs.stopOwnMove({ id: open!.id })).rejects.toMatchObject({ code: 'invalid_transition' })

  await prove(lena, lost)
  expect(await ask()).toMatchObject({ status: 'done' })
  const [old] = await db.select().from(wallets).where(eq(wallets.address, lost.address))
  expect(old).toMatchObject({ status: 'superseded' })
  // Their own credential they end alone.
  const { credentials: held } = await verbs.listOwnCredentials()
  const live = held.find((one) => one.state === 'active')!
  await expect(bindVerbs(second).revokeOwnCredential({ id: live.id })).rejects.toMatchObject({ code: 'not_found' })
  await verbs.revokeOwnCredential({ id: live.id })
  expect((await verbs.listOwnCredentials()).credentials.find((one) => one.id === live.id)).toMatchObject({ state: 'revoked' })
})

test('a possible match waits for a person; nobody is told more than that', async () => {
  const penn = await person('penn@holders.example')
  expect(await verified(penn, { firstName: 'Penn', lastName: 'Ding' })).toEqual({ identity: 'pending' })
  const { db } = api.services.connection
  const [row] = await db.select().from(investors).where(eq(investors.user_id, penn.actor.id))
  expect(await db.select().from(cases).where(eq(cases.subject_id, row!.id))).toMatchObject([
    { kind: 'verification_identity', status: 'open' },
  ])
  expect((await bindVerbs(penn).listNotifications({ limit: 1 })).data[0]!.title).toBe('A person is looking at your identity')
  // While it is looked at nothing is changed; taken back, it is sent anew.
  const own = bindVerbs(penn)
  const again = () => verified(penn, { firstName: 'Penelope', lastName: 'Ding' })
  await expect(again()).rejects.toMatchObject({ code: 'verification_in_progress' })
  expect(await own.readOwnVerification()).toMatchObject({ looked_at: true, statuses: { identity: 'pending' } })
  await own.withdrawOwnVerification()
  expect(await own.readOwnVerification()).toMatchObject({ looked_at: false, statuses: { identity: 'incomplete' } })
  expect(await db.select().from(cases).where(eq(cases.subject_id, row!.id))).toMatchObject([{ status: 'decided' }])
  await expect(own.withdrawOwnVerification()).rejects.toMatchObject({ code: 'invalid_transition' })
  expect(await again()).toEqual({ identity: 'verified' })
  const rhea = await person('rhea@holders.example')
  expect(await verified(rhea, { firstName: 'Rhea', lastName: 'Reject' })).toEqual({ identity: 'rejected' })
  expect((await bindVerbs(rhea).readOwnVerification()).rejection).toMatchObject({ retryable: true })
  await expect(verified(await person('kid@holders.example'), { dateOfBirth: '2012-01-01' })).rejects.toMatchObject({
    fields: [{ code: 'under_age' }],
  })
})

test('a letter counts only after a reviewer read it, and never its owner', async () => {
  const grace = await person('grace@holders.example')
  const verbs = bindVerbs(grace)
  await verbs.saveOwnVerification({ step: 'identity', values: { ...identity, firstName: 'Grace', lastName: 'Accredited' }, complete: true })
  const dated = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  await verbs.saveOwnVerification({
    step: 'accreditation',
    values: {
      accreditationType: 'net_worth',
      method: 'third_party_letter',
      verifier: 'cpa',
      dated,
      author: 'Carl',
      authorLicense: 'CPA 7',
    },
    complete: true,
  })
  const sign = { acceptedTerms: true, signature: 'Grace Accredited' }
  await expect(verbs.submitOwnVerification(sign)).rejects.toMatchObject({ fields: [{ pointer: '/documents' }] })
  const bytes = new TextEncoder().encode('%PDF-1.7 a letter')
  await verbs.uploadOwnDocument({ kind: 'accreditation_letter', file_name: 'letter.pdf', bytes })
  expect(await verbs.submitOwnVerification(sign)).toEqual({ identity: 'verified' })
  const waiting = await verbs.readOwnVerification()
  expect(waiting.statuses).toEqual({ identity: 'verified', accreditation: 'pending', documents: 'pending' })
  // Taken back, nobody reads it any more, and it can be sent again.
  await verbs.withdrawOwnAccreditation()
  expect((await verbs.readOwnVerification()).statuses).toMatchObject({ identity: 'verified', accreditation: 'incomplete' })
  await expect(verbs.withdrawOwnAccreditation()).rejects.toMatchObject({ code: 'invalid_transition' })
  await verbs.submitOwnVerification(sign)
  expect((await verbs.readOwnVerification()).statuses.accreditation).toBe('pending')
  await prove(grace, privateKeyToAccount(`0x${'5ea3'.padStart(64, '0')}`))

  const reviewer = bindVerbs(await person('reviewer@holders.example', 'admin'))
  const { db } = api.services.connection
  // A document that waits is taken back before somebody reads it, but for the letter that an accreditation rests on.
  const spare = await verbs.uploadOwnDocument({
    kind: 'passport',
    file_name: 'p.pdf',
    bytes: new TextEncoder().encode('%PDF-1.7 a passport'),
  })
  await verbs.submitOwnVerification(sign)
  await verbs.removeDocument({ id: spare.id })
  await expect(verbs.removeDocument({ id: waiting.documents[0]!.id })).rejects.toMatchObject({ code: 'invalid_transition' })
  const own = (await db.select().from(cases)).filter((each) => each.details.user_id === grace.actor.id && !each.decided_at)
  expect(own.find((each) => each.kind === 'verification_documents')!.details.document_ids).toEqual([waiting.documents[0]!.id])
  expect(own.map((each) => each.kind).sort()).toEqual(['accreditation_review', 'verification_documents'])
  const reason = 'Read the letter, it is signed and current'
  await expect(verbs.decideCase({ id: own[0]!.id, outcome: 'release', note: reason })).rejects.toMatchObject({ code: 'forbidden' })
  // Nor a key of the owner's own organisation, by the case or by a check of its own.
  const keys = await createApiKey({ ctx: grace, input: { name: 'own', environment: 'sandbox', scopes: ['*'], allowed_ips: [] } })
  const word = { outcome: 'release', reason_code: 'read', note: 'I read my own letter.' }
  for (const each of own) expect((await api.call('POST', `/v1/cases/${each.id}/decide`, word, keys.key)).body.code).toBe('not_found')
  const record = own.find((each) => each.kind === 'verification_documents')!.subject_id
  const letter = {
    accreditation: { type: 'net_worth', method: 'third_party_letter', verifier: 'cpa', dated, evidence_sha256: 'a'.repeat(64) },
  }
  expect((await api.call('POST', `/v1/investors/${record}/verify`, letter, keys.key)).body.code).toBe('conflict')
  const oneCall = { full_name: 'Grace Accredited', email: 'grace@holders.example', ...letter }
  expect((await api.call('POST', '/v1/investors/verify', oneCall, keys.key)).body.code).toBe('conflict')
  expect((await verbs.readOwnVerification()).statuses.accreditation).toBe('pending')
  const found = { register: 'A board of accountancy', looked_up_on: dated, number: 'CPA 7', entry: 'Carl: active', good_standing: true }
  for (const each of own)
    await reviewer.decideCase({
      ...{ id: each.id, outcome: 'release', note: reason },
      ...(each.kind === 'accreditation_review' && { looked_up: found }),
    })
  const done = await verbs.readOwnVerification()
  expect(done.statuses).toEqual({ identity: 'verified', accreditation: 'verified', documents: 'verified' })
  // It counts until its last day, three months after its date, ends first anywhere.
  const last = letterValidThrough(parseDay(dated)!, { months: 3 })
  expect(Date.parse(done.accreditation!.expires_at!)).toBe(endOfDay(isoDay(last)))
  expect(done.documents[0]!.status).toBe('accepted')
  expect((await verbs.listOwnCredentials()).credentials[0]).toMatchObject({ level: 'accredited', state: 'active' })

  // What administrators set by hand counts where it is relied on.
  const id = grace.actor.id
  const stateOf = async () => (await verbs.listOwnCredentials()).credentials[0]!.state
  await reviewer.setVerificationStatus({ id, identity_status: 'pending' })
  expect([await stateOf(), (await verbs.readOwnVerification()).statuses.identity]).toEqual(['suspended', 'pending'])
  const asked = await reviewer.setVerificationStatus({ id, identity_status: 'verified' })
  const colleague = await person('colleague@holders.example', 'admin')
  const second = bindVerbs({ ...colleague, actor: { ...colleague.actor, secondFactorAt: Date.now() } } as Ctx)
  await second.decideCase({ id: asked.second_person!.case_id, outcome: 'release', note: reason })
  expect([await stateOf(), (await verbs.readOwnVerification()).statuses.identity]).toEqual(['active', 'verified'])
})

test('U6 all that is missing is told at once; a proof that ended is incomplete, and a newer one renews it', async () => {
  const joan = await person('joan@holders.example')
  const verbs = bindVerbs(joan)
  const { db } = api.services.connection
  await verbs.updateOwnProfile({
    firstName: 'Ada',
    lastName: 'Example',
    phone: '+4915155501234',
    companyName: '',
    country: 'Germany',
    city: '',
    state: '',
    address: '',
    postalCode: '',
    dateOfBirth: '',
  })
  expect((await verbs.readOwnVerification()).known).toMatchObject({ phoneNumber: '+4915155501234', country: 'DE' })
  await verbs.saveOwnVerification({
    step: 'accreditation',
    values: { accreditationType: 'income', method: 'third_party_letter' },
    complete: false,
  })
  const sign = { acceptedTerms: true, signature: 'Ada Example' }
  const refused = await verbs.submitOwnVerification({}).catch((e) => e)
  expect(refused.fields.map((f: { pointer: string }) => f.pointer)).toEqual(
    expect.arrayContaining([
      '/acceptedTerms',
      '/signature',
      '/dateOfBirth',
      '/verifier',
      '/dated',
      '/author',
      '/authorLicense',
      '/documents',
    ]),
  )
  const { missing } = await verbs.readOwnVerification()
  expect([missing.accreditation.length, missing.documents.length]).toEqual([4, 1])
  await verbs.saveOwnVerification({ step: 'accreditation', values: { accreditationType: 'none' }, complete: true })
  await verified(joan, { dateOfBirth: '1986-05-03' })

  // A letter verified four months ago.
  const ended = new Date(Date.now() - 30 * 86_400_000)
  const accreditation = { type: 'income', method: 'third_party_letter' }
  const proof = { accreditation, accreditation_status: 'verified' as const, accreditation_expires_at: ended }
  await db.update(investors).set(proof).where(eq(investors.user_id, joan.actor.id))
  await db.update(verificationStatus).set({ accreditation_status: 'verified' }).where(eq(verificationStatus.user_id, joan.actor.id))
  const before = await verbs.readOwnVerification()
  expect([before.statuses.accreditation, before.accreditation!.ended_at]).toEqual(['incomplete', ended.toISOString()])
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const letter = (ago: number) => ({
    ...{ accreditationType: 'income', method: 'third_party_letter', verifier: 'cpa', dated: day(ago) },
    ...{ author: 'Carl', authorLicense: 'CPA 7' },
  })
  await expect(verbs.saveOwnVerification({ step: 'accreditation', values: letter(121), complete: true })).rejects.toMatchObject({
    fields: [{ pointer: '/dated', code: 'out_of_date' }],
  })
  await verbs.saveOwnVerification({ step: 'accreditation', values: letter(2), complete: true })
  await expect(verbs.submitOwnVerification(sign)).rejects.toMatchObject({ fields: [{ pointer: '/documents' }] })
  const bytes = new TextEncoder().encode('%PDF-1.7 a newer letter')
  await verbs.uploadOwnDocument({ kind: 'accreditation_letter', file_name: 'newer.pdf', bytes })
  await verbs.submitOwnVerification(sign)
  expect((await verbs.readOwnVerification()).statuses).toMatchObject({ identity: 'verified', accreditation: 'pending' })
})

test('one tax form stands for one year, which its owner reads where they upload it', async () => {
  const verbs = bindVerbs(await person('ines@holders.example'))
  await verbs.saveOwnVerification({ step: 'identity', values: { ...identity, firstName: 'Ines', lastName: 'Formless' }, complete: true })
  const values = { accreditationType: 'income', method: 'income_docs', incomeLast: '250000', incomeBefore: '240000' }
  await verbs.saveOwnVerification({
    step: 'accreditation',
    values: { ...values, incomeShared: 'own', incomeExpected: 'yes' },
    complete: true,
  })
  const upload = (kind: string, words: string) =>
    verbs.uploadOwnDocument({ kind, file_name: `${kind}.pdf`, bytes: new TextEncoder().encode(`%PDF-1.7 ${words}`) })
  for (const kind of ['income', 'income_before']) await upload(kind, 'a form')
  await upload('income_expectation', 'as much is expected')
  const sign = { acceptedTerms: true, signature: 'Ines Formless' }
  await expect(verbs.submitOwnVerification(sign)).rejects.toMatchObject({ fields: [{ pointer: '/documents', code: 'conflicting' }] })
  await upload('income_before', 'the form of before')
  expect(await verbs.submitOwnVerification(sign)).toEqual({ identity: 'verified' })
})

test('what the own organisation said of a person before does not count for them', async () => {
  const eve = await person('eve@holders.example')
  const { key: own } = await createApiKey({ ctx: eve, input: { name: 'own', environment: 'sandbox', scopes: ['*'], allowed_ips: [] } })
  const dated = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  const said = await api.call(
    'POST',
    '/v1/investors/verify',
    {
      full_name: 'Eve Example',
      email: 'eve@holders.example',
      date_of_birth: '1985-04-02',
      country: 'US',
      accreditation: { type: 'net_worth', method: 'third_party_letter', verifier: 'cpa', dated, evidence_sha256: 'a'.repeat(64) },
    },
    own,
  )
  expect(said.body.verification).toMatchObject({ identity_status: 'verified', accreditation_status: 'verified' })
  expect(await verified(eve, { firstName: 'Eve' })).toEqual({ identity: 'verified' })
  const after = await bindVerbs(eve).readOwnVerification()
  expect(after.statuses).toMatchObject({ identity: 'verified', accreditation: 'incomplete' })
  expect(after.accreditation).toBeNull()
})
