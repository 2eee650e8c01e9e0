import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { presentSdJwt } from '#credentials/sd-jwt.ts'
import { holderWallet } from '../holder-wallet.ts'
import { type Installation, installation, live, openBrowser, openPage } from './installation.ts'
import { type Flaw, madeUpState, showPassport, signerOn, trustByTwo } from './passports.ts'
import { account, agree, enrol, freshEmail, joins, PASSWORD, type Person, see, signUp } from './people.ts'
import { answerWithPid, type PidIssuer, pidIssuer } from './pids.ts'

let gate: Installation
let browser: Browser
/** Another person of the first organisation. */
let colleague: Person
/** Keys of two organisations that share nothing but the installation. */
let first: string
let second: string
/** Who works for the first, at a browser of their own. */
let reviewer: Person
/** Who decides where those two read something otherwise. */
let arbiter: Person
const state = madeUpState()

beforeAll(async () => {
  gate = installation()
  browser = await openBrowser(gate)
  const [one, other] = await Promise.all([organisation('first'), organisation('second')])
  ;[first, second] = [one.key, other.key]
  // Who opened a session does not decide it: both who look are other people than the one whose key opens them.
  colleague = await joins(gate, browser, first, 'compliance_officer')
  reviewer = await joins(gate, browser, first, 'reviewer')
  arbiter = await joins(gate, browser, first, 'compliance_officer')
  await trustByTwo(gate, first, colleague, { kind: 'csca', name: 'A state that was made up', certificate: state.csca })
})
afterAll(async () => {
  await browser?.close()
  gate?.close()
})

async function organisation(name: string) {
  const email = freshEmail(name)
  await gate.admin('create-user', '--email', email, '--password', PASSWORD, '--role', 'issuer', '--verified')
  return { email, key: await gate.admin('create-key', '--email', email, '--name', name, '--environment', 'production', '--scopes', '*') }
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

/** The keys that sign credentials are replaced, and used at once. */
const replaceKeys = () => gate.admin('rotate-keys', '--only', 'credentials', '--now')

/** A verified wallet's credential is kept by a wallet of the holder's own, taken by the second organisation, and by nobody once it is revoked. */
async function keptTakenAndRevoked(
  { holder, wallet_address, kyc_data }: Awaited<ReturnType<typeof asserted>>,
  [ial, eidas]: [string, string],
  between?: () => Promise<unknown>,
) {
  const { credential } = await gate.call('POST', '/wallets/verify', { key: first, body: { wallet_address, kyc_data } })
  expect(credential).toMatchObject({ state: 'active' })

  const wallet = ownWallet()
  const whole = await timed('from an offer to a credential in a wallet of their own (OpenID4VCI)', async () => {
    const offer = await gate.call('POST', `/credentials/${credential.id}/offers`, { key: first, body: { named: true } })
    await between?.()
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
  if (between) {
    // What the former key signed is good, and is shown again.
    await between()
    expect((await gate.send('POST', '/api/v1/credentials/attach', { key: second, body: await present() })).status).toBe(200)
  }

  await timed('from a revocation by two people to its end at the second organisation', async () => {
    const body = { reason_code: 'key_compromised', note: 'The holder reports a stolen key.' }
    const asked = await gate.call('POST', `/credentials/${credential.id}/revoke`, { key: first, body })
    expect(asked).toMatchObject({ state: 'suspended', second_person: { status: 'awaiting_second' } })
    // Suspended at once: nobody relies on it while the second person reads.
    expect(await shown()).toMatchObject({ state: 'withdrawn' })
    await agree(colleague, asked.second_person.case_id, 'The holder called: the key is not theirs alone any more.')
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
  await keptTakenAndRevoked({ holder, wallet_address, kyc_data }, ['IAL1', 'low'], replaceKeys)
})

test('each chip that proves nothing is refused with its own code, in words for its holder, and the session stays open', async () => {
  const koblitz = signerOn('secp256k1')
  const stranger = signerOn('prime256v1')
  const day = (days: number) => new Date(Date.now() + days * 86_400_000)
  const made = madeUpState()
  await trustByTwo(gate, first, colleague, { kind: 'csca', name: 'A state whose offices fail', certificate: made.csca })
  const listed = await gate.send('POST', '/api/v1/identity/revocation-lists', {
    ...{ key: first, body: made.revokes(9), headers: { 'content-type': 'application/x-pem-file' } },
  })
  expect([listed.status, listed.body.revoked], listed.text).toEqual([201, 1])
  const flaws: Record<string, Flaw> = {
    passport_unreadable: { cut: 1 },
    passport_algorithm_unsupported: { certificate: { key: koblitz.key }, by: koblitz },
    passport_signer_not_allowed: { certificate: { uses: ['2.23.136.1.1.3'] } },
    passport_signer_expired: { certificate: { notAfter: day(-1).getTime() } },
    passport_signature_invalid: { by: stranger },
    passport_data_altered: { written: { sex: 'F' } },
    passport_expired: { zone: { expires_on: day(-2).toISOString().slice(0, 10) } },
    passport_issuer_mismatch: { zone: { issuing_state: 'CAN' } },
    passport_signer_revoked: { certificate: { serial: 9 } },
  }
  const wallet_address = privateKeyToAccount(generatePrivateKey()).address
  const session = await gate.call('POST', '/identity/sessions', { key: first, body: { wallet_address, methods: ['passport_chip'] } })
  const place = `${new URL(session.url).pathname}/passport-chip`
  const { challenge } = await gate.call('GET', `/identity/sessions/${session.id}/passport-chip`, { key: first })
  const shown = (flaw?: Flaw) => {
    const { files, answer } = made.passport('Balthazine Quillharbour', said.date_of_birth, flaw)
    return { ...files, active_authentication: answer(challenge) }
  }
  await timed('nine chips that prove nothing, each sent by an app of the organisation and by the holder', async () => {
    for (const [code, flaw] of Object.entries(flaws)) {
      const body = shown(flaw)
      const answers = await Promise.all([
        gate.send('POST', `/api/v1/identity/sessions/${session.id}/passport-chip`, { key: first, body }),
        gate.send('POST', place, { body }),
      ])
      for (const { status, body: told } of answers) {
        expect([status, told.code], JSON.stringify(told)).toEqual([422, code])
        expect([code, told.detail]).toEqual([code, expect.stringMatching(/another document|one that is valid/)])
      }
    }
  })
  const after = await gate.call('GET', `/identity/sessions/${session.id}`, { key: first })
  expect(after).toMatchObject({ status: 'open', evidence_id: null })
  // A good one of the same state ends it all the same.
  const good = await gate.call('POST', `/identity/sessions/${session.id}/passport-chip`, { key: first, body: shown() })
  expect(good).toMatchObject({ status: 'verified' })
})

test('without any vendor, papers on which a third person decided between two prove who somebody is, and their credential goes as far as that of a chip', async () => {
  await gate.call('PATCH', '/tenant-facts', { key: first, body: { facts: { identity_second_person: true } } })
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
      // Whoever looked at the sandbox last is shown the case where it is.
      await reviewer.page.context().clearCookies({ name: 'sealwright.environment' })
      await accept(reviewer.page, `/desk/reviews/${data[0].id}`, 'I read the passport; the face is theirs.')
      await see(reviewer.page.getByText('You accepted it')).toBeVisible()
    })
    // One of two is not enough.
    expect(await gate.call('GET', `/identity/sessions/${id}`, { key: first })).toMatchObject({ status: 'in_review', evidence_id: null })
    await timed('papers: the second person reads, led by nobody, and refuses', async () => {
      const { page } = colleague
      await page.goto(`/desk/reviews/${data[0].id}`)
      await live(page)
      await see(page.getByText('This waits for a second person')).toBeVisible()
      await see(page.getByText('the face is theirs')).toHaveCount(0)
      await page.getByRole('radio', { name: 'Refuse' }).check()
      await page.getByLabel('Why', { exact: true }).selectOption('face_mismatch')
      await page.getByLabel('What you base it on').fill('The ears are not those of the picture.')
      await page.getByRole('button', { name: 'Refuse' }).click()
      await see(page.getByText('You refused it')).toBeVisible()
    })
    expect(await gate.call('GET', `/identity/sessions/${id}`, { key: first })).toMatchObject({ status: 'in_review', evidence_id: null })
    await timed('papers: a third person reads both, and accepts', async () => {
      const { page } = arbiter
      await page.goto(`/desk/reviews/${data[0].id}`)
      await see(page.getByText('Two people read it otherwise')).toBeVisible()
      for (const words of ['the face is theirs', 'The ears are not']) await see(page.getByText(words).first()).toBeVisible()
      await accept(page, `/desk/reviews/${data[0].id}`, 'The ears are covered by the hair; eyes, nose and chin are the same.')
      await see(page.getByText('Decided:')).toBeVisible()
    })
    await timed('papers: from the last word to a verified wallet', () => becomes(first, wallet_address, 'basic'))
    await see(person.getByText('You have proven who you are')).toBeVisible()
    await person.context().close()
    const { evidence_id } = await gate.call('GET', `/identity/sessions/${id}`, { key: first })
    const shown = await gate.call('GET', `/identity/evidence/${evidence_id}`, { key: first })
    expect(shown).toMatchObject({ method: 'document_review', level: 'enhanced', ial: 'IAL1', eidas: 'low', state: 'valid' })
    expect([shown.reviewer, shown.second_reviewer]).toEqual([reviewer.id, arbiter.id])
    await keptTakenAndRevoked(typed, ['IAL1', 'low'])
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
  await see(page.getByText('Production: what you do here is real')).toBeVisible()
  await see(page.getByRole('img', { name: 'Front' })).toBeVisible()
  await page.getByRole('radio', { name: 'Accept' }).check()
  await page.getByLabel(/the document: it is valid/).check()
  await page.getByLabel(/both faces/).check()
  await page.getByLabel('What you base it on').fill(words)
  await page.getByRole('button', { name: 'Accept' }).click()
}

test('a person signs up by the form, sends a passport that two people look at, has it sealed to a wallet, shows it elsewhere, and ends it', {
  timeout: 150_000,
}, async () => {
  const { page } = await openPage(browser, gate)
  const holder = privateKeyToAccount(generatePrivateKey())
  const wallet_address = holder.address
  const name = { first: 'Wilhelmina', last: 'Quillharbour' }
  await timed('signed up, from the form to who ends what was sealed', async () => {
    await timed('signed up: by the form and the mailed link', () => signUp(page, gate, freshEmail('holder')))
    await timed('signed up: the form of the verification, a picture of a passport, signed and sent', () => sendOwn(page, name))
    const [one, other] = await Promise.all([account(gate, browser, 'admin'), account(gate, browser, 'admin')])
    const path = `/admin/reviews/${await newestCase('verification_identity')}`
    await timed('signed up: two administrators look at it', async () => {
      await enrol(one, path)
      await release(one.page, name, 'I read the passport; it says the same.', 'Propose the release')
      await enrol(other, path)
      await release(other.page, name, 'I read it too: genuine, and the same name.', 'Confirm the release')
    })
    for (const { page: done } of [one, other]) await done.context().close()
    await timed('signed up: verified, the wallet signs, the credential is sealed to it', async () => {
      const verified = async () => (await sendForm(page, '/dashboard/verification', {}, 'GET')).includes('identity verified')
      await expect.poll(verified, { timeout: 30_000 }).toBe(true)
      const { message } = await backEnd(page, 'wallet-connect', { address: wallet_address, chainId: '1', provider: 'metamask' })
      const proven = await backEnd(page, 'wallet-prove', { message, signature: await holder.signMessage({ message: message! }) })
      expect(proven).toMatchObject({ control: 'proven', isKYCVerified: true })
    })
    const wallet = ownWallet()
    const credential = /cre_[0-9a-z]{26}/.exec(await sendForm(page, '/dashboard/credentials', {}, 'GET'))![0]
    const whole = await timed('signed up: taken into a wallet of their own (OpenID4VCI)', async () => {
      const html = await sendForm(page, '/dashboard/credentials', { intent: 'offer', id: credential, named: 'on' })
      // Shown on the page itself, and not only in what its scripts read.
      expect(html).toContain('Your wallet asks for this code')
      const url = /openid-credential-offer:\/\/\?credential_offer=[\w.~%+-]+/.exec(html)![0]
      const credential_offer = JSON.parse(new URL(url).searchParams.get('credential_offer')!)
      const tx_code = /tx_code\\*",\\*"(\d{6})/.exec(html)?.[1]
      const taken = await wallet.take({ credential_offer, ...(tx_code && { tx_code }) } as never, 'identity_assurance_named')
      expect(taken.status, taken.text).toBe(200)
      return taken.body.credentials[0].credential as string
    })
    const present = async () => {
      const { message, nonce, audience } = await gate.call('POST', '/wallets/challenge', { key: second, body: { wallet_address } })
      const shown = wallet.bind(await presentSdJwt(whole, NAMED), audience, nonce)
      return { wallet_address, credential: shown, message, signature: await holder.signMessage({ message }) }
    }
    const { evidence_id } = await timed('signed up: shown to a second organisation, verified there', async () => {
      const attached = await gate.call('POST', '/credentials/attach', { key: second, body: await present() })
      const kyc_data = { full_name: `${name.first} ${name.last}`, ...said }
      const verified = await gate.call('POST', '/wallets/verify', { key: second, body: { wallet_address, kyc_data } })
      expect(verified, JSON.stringify(verified)).toMatchObject({ verified: true, credential: { state: 'active' } })
      return attached
    })
    const shown = () => gate.call('GET', `/identity/evidence/${evidence_id}`, { key: second })
    expect(await shown()).toMatchObject({ method: 'foreign_credential', state: 'valid', ial: 'IAL1' })
    await timed('signed up: ended by its holder, refused at the second organisation', async () => {
      await sendForm(page, '/dashboard/credentials', { intent: 'revoke', id: credential })
      expect(await shown()).toMatchObject({ state: 'withdrawn' })
      const refused = await gate.send('POST', '/api/v1/credentials/attach', { key: second, body: await present() })
      expect([refused.status, refused.body.code]).toEqual([422, 'credential_invalid'])
    })
  })
  await page.context().close()
})

/** Somebody fills in the form of their own verification and sends it, with a picture of a passport. */
async function sendOwn(page: Page, { first, last }: { first: string; last: string }): Promise<void> {
  await page.goto('/dashboard/verification')
  await live(page)
  const fields: Record<string, string> = {
    ...{ 'First name': first, 'Last name': last, 'Date of birth': said.date_of_birth, 'State or region': 'DE', City: 'Wilmington' },
    ...{ 'ZIP or postal code': '19801', 'Phone number': '+13025550123' },
  }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByLabel('Address', { exact: true }).fill('1 Harbour Street')
  await page.getByLabel('Country').selectOption('US')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('None of these').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  const buffer = await page.screenshot()
  await page.getByLabel('File').setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Upload' }).click()
  await see(page.getByRole('list', { name: 'Documents' })).toContainText('passport.png')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByLabel('I agree to these terms.').check()
  await page.getByLabel('Signature').fill(`${first} ${last}`)
  await page.getByRole('button', { name: 'Sign and send' }).click()
  await see(page).toHaveURL(/sent=1/)
  await see(page.getByText('identity pending')).toBeVisible()
}

/** One of two people, whose second factor is fresh, types what the passport shows and lets it pass. */
async function release(page: Page, { first, last }: { first: string; last: string }, reason: string, button: string): Promise<void> {
  await see(page.getByRole('button', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('a')
  await see(page.getByRole('radio').first()).toBeChecked()
  await page.getByLabel('Name on it').fill(`${first} ${last}`)
  await page.getByLabel('Date of birth on it').fill(said.date_of_birth)
  await page.getByLabel('Issued by').selectOption('United States')
  await page.getByLabel('Number', { exact: true }).fill('P00660066')
  await page.getByLabel('Valid until').fill(new Date(Date.now() + 900 * 86_400_000).toISOString().slice(0, 10))
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await page.getByRole('button', { name: button }).click()
  await see(page.getByText(reason).first()).toBeVisible()
}

/** A form as a browser without scripts sends it, by whoever is signed in there. Answers with the page that comes. */
const sendForm = (page: Page, path: string, fields: Record<string, string>, method = 'POST'): Promise<string> =>
  page.evaluate(
    async ([to, body, how]) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
      const html = await (await fetch(to!, how === 'GET' ? { headers } : { method: how!, headers, body: body! })).text()
      return html.replaceAll('<!-- -->', '').replaceAll('&amp;', '&')
    },
    [path, new URLSearchParams(fields).toString(), method],
  )

/** A call of the pages' own back end, by whoever is signed in. */
const backEnd = (page: Page, name: string, body: object): Promise<Record<string, string>> =>
  page.evaluate(
    async ([to, text]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/functions/v1/${to}`, { method: 'POST', headers, body: text! })
      const said = await answer.json()
      return answer.ok ? (said.data ?? said) : { failed: `${answer.status} ${JSON.stringify(said)}` }
    },
    [name, JSON.stringify(body)],
  )

async function newestCase(kind: string): Promise<string> {
  const owner = new pg.Client({ connectionString: gate.databaseUrl })
  await owner.connect()
  const { rows } = await owner.query('select id from cases where kind = $1 order by created_at desc limit 1', [kind])
  await owner.end()
  return rows[0].id
}

test('a wallet of a member state proves who somebody is (OpenID4VP), by an issuer that two people trusted and by no other', async () => {
  const full_name = 'Quentorio Quillharbour'
  const [trusted, unknown] = [await pidIssuer('Utopia'), await pidIssuer('Nowhere')]
  await trustByTwo(gate, first, colleague, { kind: 'pid', name: 'Utopia', certificate: trusted.pem })
  const holder = await asserted(first, full_name)
  const { wallet_address } = holder
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
  // It goes on as a credential from any other evidence does, as far as what it rests on.
  await keptTakenAndRevoked(holder, ['IAL2', 'high'])
})

test('a stranger resolves who gives credentials and their words, and finds no key of anybody', async () => {
  const read = async (path: string) => {
    const answer = await gate.send('GET', path)
    expect([path, answer.status, answer.headers['access-control-allow-origin']]).toEqual([path, 200, '*'])
    return answer.body
  }
  const did = `did:web:${gate.host}%3A${gate.port}`
  const [document, jwks, words, type] = await timed('four addresses that a verifier reads', () =>
    Promise.all(['/.well-known/did.json', '/.well-known/jwks.json', '/ns/v1', '/vct/identity-assurance/1'].map(read)),
  )
  expect(document.id).toBe(did)
  // Each method of the document is of its own subject, and is a key of the set beside it.
  const kids = jwks.keys.map(({ kid }: { kid: string }) => kid)
  const methods = document.verificationMethod.filter((one: { publicKeyJwk?: object }) => one.publicKeyJwk)
  expect(methods.map(({ controller }: { controller: string }) => controller)).toEqual(methods.map(() => did))
  expect(kids).toEqual(expect.arrayContaining(methods.map(({ id }: { id: string }) => id)))
  expect(JSON.stringify([document, jwks])).not.toMatch(/"d":/)
  expect(type.vct).toBe(`${gate.url}/vct/identity-assurance/1`)
  expect(Object.keys(words['@context']).length).toBeGreaterThan(3)
})

test('a wallet signs at the integrator’s own site, is bound to an investor who exists, and to no second one', async () => {
  const domain = `app-${Date.now()}.integrator.example`
  const made = await gate.call('POST', '/domains', { key: first, body: { domain } })
  const holder = privateKeyToAccount(generatePrivateKey())
  const challenge = (key: string, about: object = { domain, uri: `https://${domain}/join` }) =>
    gate.send('POST', '/api/v1/wallets/challenge', { key, body: { wallet_address: holder.address, ...about } })
  const unproven = { status: 422, body: { errors: [{ pointer: '/domain', code: 'not_registered' }] } }
  expect(await challenge(first)).toMatchObject(unproven)
  // There is no name server to ask here: it is proven as the look for it would write it down.
  await asOwner(`update domains set status = 'verified', method = 'dns', verified_at = now(), checked_at = now() where id = $1`, [made.id])
  expect(await challenge(second)).toMatchObject(unproven)
  const sign = async () => {
    const { message } = (await challenge(first)).body
    return { message, signature: await holder.signMessage({ message }) }
  }
  const signature = await sign()
  expect(signature.message).toContain(`${domain} wants you to sign in with your Ethereum account:`)
  expect(signature.message).toContain(`URI: https://${domain}/join`)

  const investor = (full_name: string) =>
    gate.call('POST', '/investors', { key: first, body: { full_name, email: freshEmail('investor'), ...said } })
  const [one, other] = [await investor('Leopoldine Quillharbour'), await investor('Balthasar Ravenscroft')]
  const bind = (id: string, proof: object) =>
    gate.send('PATCH', `/api/v1/investors/${id}`, { key: first, body: { wallet_address: holder.address, signature: proof } })
  const bound = await bind(one.id, signature)
  expect([bound.status, bound.body.wallet_address], bound.text).toEqual([200, holder.address])
  // Whoever signs for it again binds it to nobody else.
  expect(await bind(other.id, await sign())).toMatchObject({ status: 409, body: { code: 'wallet_bound_to_other_person' } })
  const renamed = await gate.call('PATCH', `/investors/${one.id}`, { key: first, body: { full_name: 'Leopoldine Quillharbor' } })
  // A word verifies nobody: what was said anew waits for evidence.
  expect(renamed).toMatchObject({ full_name: 'Leopoldine Quillharbor', wallet_address: holder.address })
  expect(renamed.status).not.toBe('verified')
})

/** Changes what only somebody outside changes, as the owner of the tables. */
async function asOwner(statement: string, values: unknown[]): Promise<void> {
  const server = new URL(gate.adminDatabaseUrl)
  server.pathname = '/installation'
  const owner = new pg.Client({ connectionString: server.href })
  await owner.connect()
  await owner.query(statement, values)
  await owner.end()
}

async function presentPid(sessionId: string, by: PidIssuer, full_name: string) {
  const { request_uri } = await gate.call('POST', `/identity/sessions/${sessionId}/presentation`, { key: first, body: {} })
  const send = await answerWithPid(gate, request_uri, by, { full_name, date_of_birth: said.date_of_birth })
  return send()
}
