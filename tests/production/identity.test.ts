import { randomBytes, X509Certificate } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { CompactEncrypt, decodeJwt, importJWK, type JWK } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueSdJwtVc, newHolder, presentSdJwtVc } from '#core/sandbox/simulated/credentials.ts'
import { deriveP256, makeCertificate } from '#credentials/certificate.ts'
import { presentSdJwt } from '#credentials/sd-jwt.ts'
import { holderWallet } from '../holder-wallet.ts'
import { type Installation, installation, live, openBrowser, openPage } from './installation.ts'
import { madeUpState, showPassport, trustByTwo } from './passports.ts'
import { account, agree, enrol, freshEmail, PASSWORD, type Person, see } from './people.ts'

const DAY = 86_400_000
let gate: Installation
let browser: Browser
let admin: Person
/** Keys of two organisations that share nothing but the installation. */
let first: string
let second: string
/** Who works for the first, at a browser of their own. */
let reviewer: Pick<Person, 'page' | 'email'>
const state = madeUpState()

beforeAll(async () => {
  gate = installation()
  browser = await openBrowser(gate)
  admin = await account(gate, browser, 'admin')
  const [one, other] = await Promise.all([organisation('first'), organisation('second')])
  ;[first, second] = [one.key, other.key]
  // Who opened a session does not decide it: the first who looks is another person than the one whose key opens them.
  const email = freshEmail('reviewer')
  await gate.admin('create-user', '--email', email, '--password', PASSWORD, '--role', 'admin', '--verified')
  reviewer = { email, page: (await openPage(browser, gate)).page }
  await enrol(admin, '/admin/reviews')
  await trustByTwo(gate, first, admin, { kind: 'csca', name: 'A state that was made up', certificate: state.csca })
})
afterAll(async () => {
  await browser?.close()
  gate?.close()
})

async function organisation(name: string) {
  const email = freshEmail(name)
  await gate.admin('create-user', '--email', email, '--password', PASSWORD, '--role', 'issuer', '--verified')
  return { email, key: await gate.admin('create-key', '--email', email, '--name', name, '--environment', 'production') }
}

const said = { date_of_birth: '1990-05-17', country: 'US' }
const statusOf = async (key: string, address: string) => (await gate.call('GET', `/wallets/${address}/status`, { key })).verification_status
const becomes = (key: string, address: string, status: string) =>
  expect.poll(() => statusOf(key, address), { timeout: 30_000 }).toBe(status)

/** Says how long a walk took, from its first call to the end. */
async function timed<T>(walk: string, run: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await run()
  console.log(`${walk}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  return result
}

/** A wallet that its holder signs with, verified by an organisation as far as words go: it waits for evidence. */
async function asserted(key: string, full_name: string) {
  const holder = privateKeyToAccount(generatePrivateKey())
  const wallet_address = holder.address
  const { message } = await gate.call('POST', '/wallets/challenge', { key, body: { wallet_address } })
  const signature = { message, signature: await holder.signMessage({ message }) }
  const body = { wallet_address, kyc_data: { full_name, ...said }, signature }
  const waits = await gate.call('POST', '/wallets/verify', { key, body })
  expect(waits, JSON.stringify(waits)).toMatchObject({ verification_status: 'pending', credential: null })
  return { holder, wallet_address, kyc_data: body.kyc_data }
}

/** A wallet of the holder's own, at the address of the installation. */
const ownWallet = () =>
  holderWallet({
    call: (method, path, body, key, headers) => gate.send(method, path, { body, headers, ...(key && { key }) }),
    services: { config: { publicUrl: gate.url } },
  })

const NAMED = ['basic', 'full_name', 'birthdate', 'nationality', 'eidas_loa', 'identity_assurance_level']

/** A verified wallet's credential is kept by a wallet of the holder's own, taken by the second organisation, and by nobody once it is revoked. */
async function keptTakenAndRevoked({ holder, wallet_address, kyc_data }: Awaited<ReturnType<typeof asserted>>, ial: string, eidas: string) {
  const { credential } = await gate.call('POST', '/wallets/verify', { key: first, body: { wallet_address, kyc_data } })
  expect(credential).toMatchObject({ state: 'active' })

  const wallet = ownWallet()
  const whole = await timed('from an offer to a credential in a wallet of their own (OpenID4VCI)', async () => {
    const offer = await gate.call('POST', `/credentials/${credential.id}/offers`, { key: first, body: { named: true } })
    const taken = await wallet.take(offer, 'identity_assurance_named')
    expect(taken.status, taken.text).toBe(200)
    return taken.body.credentials[0].credential as string
  })

  const present = async () => {
    const challenge = await gate.call('POST', '/wallets/challenge', { key: second, body: { wallet_address } })
    const { message, nonce, audience } = challenge
    const bound = wallet.bind(await presentSdJwt(whole, NAMED), audience, nonce)
    return { wallet_address, credential: bound, message, signature: await holder.signMessage({ message }) }
  }
  const evidence = await timed('from a presentation to a verified wallet at a second organisation', async () => {
    const { evidence_id } = await gate.call('POST', '/credentials/attach', { key: second, body: await present() })
    const verified = await gate.call('POST', '/wallets/verify', { key: second, body: { wallet_address, kyc_data } })
    expect(verified, JSON.stringify(verified)).toMatchObject({ verified: true, credential: { state: 'active' } })
    return { id: evidence_id, sealed: verified.credential.id }
  })
  const shown = () => gate.call('GET', `/identity/evidence/${evidence.id}`, { key: second })
  expect(await shown()).toMatchObject({ method: 'foreign_credential', state: 'valid', ial, eidas })

  await timed('from a revocation by two people to its end at the second organisation', async () => {
    const body = { reason_code: 'key_compromised', note: 'The holder reports a stolen key.' }
    const asked = await gate.call('POST', `/credentials/${credential.id}/revoke`, { key: first, body })
    expect(asked).toMatchObject({ state: 'suspended', second_person: { status: 'awaiting_second' } })
    // Suspended at once: nobody relies on it while the second person reads.
    expect(await shown()).toMatchObject({ state: 'withdrawn' })
    await agree(admin, asked.second_person.case_id, 'The holder called: the key is not theirs alone any more.')
    expect(await gate.call('GET', `/credentials/${credential.id}`, { key: first })).toMatchObject({ state: 'revoked' })
  })
  expect(await gate.call('GET', `/credentials/${evidence.sealed}`, { key: second })).toMatchObject({ state: 'suspended' })
  const refused = await gate.send('POST', '/api/v1/credentials/attach', { key: second, body: await present() })
  expect([refused.status, refused.body.code]).toEqual([422, 'credential_invalid'])
}

test('a passport proves who somebody is, and their credential is kept by a wallet of their own, taken by a second organisation, and by nobody once it is revoked', async () => {
  const full_name = 'Zebulina Quillharbour'
  const { holder, wallet_address, kyc_data } = await asserted(first, full_name)
  await timed('from a passport chip to a verified wallet', async () => {
    await showPassport(gate, first, { wallet_address }, state.passport(full_name, said.date_of_birth))
    await becomes(first, wallet_address, 'basic')
  })
  await keptTakenAndRevoked({ holder, wallet_address, kyc_data }, 'IAL1', 'low')
})

test('without any vendor, papers that two people looked at prove who somebody is, and their credential goes as far as that of a chip', async () => {
  await gate.call('PATCH', '/tenant-facts', { key: first, body: { facts: { identity_second_person: true } } })
  await enrol({ ...reviewer, id: '', complaints: [] }, '/admin/reviews')
  await timed('papers, from a name that was typed to a credential that nobody takes any more', async () => {
    const typed = await timed('papers: registered with what was typed, the wallet signs', () => asserted(first, 'Pomponia Quillharbour'))
    const { wallet_address, kyc_data } = typed
    const { page: person } = await openPage(browser, gate)
    const { id, url } = await gate.call('POST', '/identity/sessions', {
      key: first,
      body: { wallet_address, methods: ['document_review'] },
    })
    await timed('papers: the person types the document, uploads two pictures, sends them', async () => {
      await person.goto(new URL(url).pathname)
      await live(person)
      await sendPapers(person, kyc_data.full_name)
    })
    expect(await statusOf(first, wallet_address)).toBe('pending')
    const { data } = await gate.call('GET', `/cases?subject_id=${id}`, { key: first })
    expect(data[0]).toMatchObject({ kind: 'identity_review', needs_second_person: true })
    await timed('papers: the first person reads and accepts', async () => {
      await accept(reviewer.page, `/admin/reviews/${data[0].id}`, 'I read the passport; the face is theirs.')
      await see(reviewer.page.getByText('You accepted it')).toBeVisible()
    })
    // One of two is not enough.
    expect(await gate.call('GET', `/identity/sessions/${id}`, { key: first })).toMatchObject({ status: 'in_review', evidence_id: null })
    await timed('papers: the second person reads and accepts', async () => {
      await accept(admin.page, `/admin/reviews/${data[0].id}`, 'I read it too: genuine, and the same face.')
      await see(admin.page.getByText('Decided:')).toBeVisible()
    })
    await timed('papers: from the second word to a verified wallet', () => becomes(first, wallet_address, 'basic'))
    await see(person.getByText('You have proven who you are')).toBeVisible()
    await person.context().close()
    const { evidence_id } = await gate.call('GET', `/identity/sessions/${id}`, { key: first })
    const shown = await gate.call('GET', `/identity/evidence/${evidence_id}`, { key: first })
    expect(shown).toMatchObject({ method: 'document_review', level: 'enhanced', ial: 'IAL1', eidas: 'low', state: 'valid' })
    expect([shown.reviewer, shown.second_reviewer]).toEqual([expect.stringMatching(/^usr_/), admin.id])
    await keptTakenAndRevoked(typed, 'IAL1', 'low')
  })
  // Nobody ends alone what takes two.
  const alone = await gate.send('PATCH', '/api/v1/tenant-facts', { key: first, body: { facts: { identity_second_person: null } } })
  expect([alone.status, alone.body.code]).toEqual([403, 'second_person_required'])
})

/** What somebody does on the page of their session, with a passport and a picture of themselves. */
async function sendPapers(page: Page, full_name: string) {
  await page.getByLabel('Issued by').selectOption('United States')
  await page.getByLabel('Name on the document').fill(full_name)
  await page.getByLabel('Date of birth').fill(said.date_of_birth)
  await page.getByLabel('Number of the document').fill('P00770077')
  await page.getByLabel('Valid until').fill('2034-04-15')
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const [label, name] of [
    ['Front of the document', 'passport.png'],
    ['A picture of you, with the document in your hand', 'me.png'],
  ] as const) {
    // A picture of a face is taken once its person agreed.
    if (name === 'me.png') await page.getByRole('button', { name: 'I have read this and agree' }).click()
    await see(page.getByLabel(label)).toBeVisible()
    const buffer = await page.screenshot()
    const form = page.locator('form').filter({ has: page.getByLabel(label) })
    await page.getByLabel(label).setInputFiles({ name, mimeType: 'image/png', buffer })
    await form.getByRole('button', { name: 'Upload' }).click()
    await see(page.getByText(name)).toBeVisible()
  }
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Send to a reviewer' }).click()
  await see(page.getByText('A person is looking at it')).toBeVisible()
}

/** A reviewer looks at both pictures and says so. */
async function accept(page: Page, path: string, words: string) {
  await page.goto(path)
  await live(page)
  await see(page.getByRole('img', { name: 'Front' })).toBeVisible()
  await page.getByRole('radio', { name: 'Accept' }).check()
  await page.getByLabel(/the document: it is valid/).check()
  await page.getByLabel(/both faces/).check()
  await page.getByLabel('What you base it on').fill(words)
  await page.getByRole('button', { name: 'Accept' }).click()
}

test('a wallet of a member state proves who somebody is (OpenID4VP), by an issuer that two people trusted and by no other', async () => {
  const full_name = 'Quentorio Quillharbour'
  const [trusted, unknown] = [await pidIssuer('Utopia'), await pidIssuer('Nowhere')]
  await trustByTwo(gate, first, admin, { kind: 'pid', name: 'Utopia', certificate: trusted.pem })
  const { wallet_address, kyc_data } = await asserted(first, full_name)
  const { id } = await gate.call('POST', '/identity/sessions', { key: first, body: { wallet_address } })
  const session = () => gate.call('GET', `/identity/sessions/${id}`, { key: first })
  expect(await presentPid(id, unknown, full_name)).toMatchObject({ status: 422, body: { code: 'issuer_not_trusted' } })
  expect(await session()).toMatchObject({ status: 'open', evidence_id: null })

  await timed('from the request of a wallet to a verified wallet address (OpenID4VP)', async () => {
    const answered = await presentPid(id, trusted, full_name)
    expect(answered.status, answered.text).toBe(200)
    await becomes(first, wallet_address, 'basic')
  })
  const { status, evidence_id } = await session()
  expect(status).toBe('verified')
  expect(await gate.call('GET', `/identity/evidence/${evidence_id}`, { key: first })).toMatchObject({
    ...{ level: 'enhanced', ial: 'IAL2', eidas: 'high', state: 'valid' },
    ...{ voucher: { kind: 'issuer', name: 'Utopia' }, proof: { simulated: false } },
  })
  const { credential } = await gate.call('POST', '/wallets/verify', { key: first, body: { wallet_address, kyc_data } })
  expect(credential).toMatchObject({ state: 'active' })
})

/** An issuer of person identification data that was made up, with its authority. */
async function pidIssuer(name: string) {
  const [top, signer] = [deriveP256(randomBytes(32), 'authority'), deriveP256(randomBytes(32), 'signer')]
  const dates = { issuer: `C=UT, CN=${name}`, signer: top, from: new Date(Date.now() - DAY), until: new Date(Date.now() + DAY) }
  const authority = await makeCertificate({ ...dates, subject: `C=UT, CN=${name}`, key: top, authorities: 0 })
  const certificate = await makeCertificate({ ...dates, subject: 'C=UT, CN=Signer', key: signer })
  return { pem: new X509Certificate(authority).toString(), privateKey: signer.privateKey, chain: [certificate] }
}

/** What a wallet does that holds the data of somebody: reads what is asked, and answers encrypted, bound to its own key. */
async function presentPid(sessionId: string, by: Awaited<ReturnType<typeof pidIssuer>>, full_name: string) {
  const { request_uri } = await gate.call('POST', `/identity/sessions/${sessionId}/presentation`, { key: first, body: {} })
  const asked = decodeJwt<{
    client_id: string
    nonce: string
    state: string
    response_uri: string
    client_metadata: { jwks: { keys: [JWK] } }
  }>((await gate.send('GET', new URL(request_uri).pathname)).text)
  const holder = newHolder()
  const [given_name, family_name] = full_name.split(' ')
  const claims = { given_name, family_name, birthdate: said.date_of_birth, nationalities: ['US'] }
  const validity = { from: new Date(Date.now() - DAY), until: new Date(Date.now() + DAY) }
  const issued = issueSdJwtVc(by, 'urn:eudi:pid:1', claims, holder, validity)
  const to = { audience: asked.client_id, nonce: asked.nonce, at: new Date() }
  const vp_token = { pid_sd_jwt: [presentSdJwtVc(issued, holder.privateKey, to)] }
  const response = await new CompactEncrypt(Buffer.from(JSON.stringify({ vp_token, state: asked.state })))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM' })
    .encrypt(await importJWK(asked.client_metadata.jwks.keys[0], 'ECDH-ES'))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return gate.send('POST', new URL(asked.response_uri).pathname, { headers, body: new URLSearchParams({ response }).toString() })
}
