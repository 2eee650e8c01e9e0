import type { Browser } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { startReceiver } from '../receiver.ts'
import { type Installation, installation, live, openBrowser, openPage } from './installation.ts'
import { oneDecisionEverywhere } from './one-decision.ts'
import { freshEmail, PASSWORD, see } from './people.ts'

let gate: Installation
let browser: Browser
let receiver: Awaited<ReturnType<typeof startReceiver>>
let issuer: Person
/** Two people of the platform. Both have their role before anything is asked of them, and neither gave it to the other. */
let admins: Person[]
let key: string

beforeAll(async () => {
  gate = installation()
  browser = await openBrowser(gate)
  receiver = await startReceiver(gate.tls())
  const [first, ...more] = await Promise.all([account('issuer'), account('admin'), account('admin')])
  issuer = first
  admins = more
})
afterAll(async () => {
  await browser?.close()
  await receiver?.stop()
  gate?.close()
})

type Person = Awaited<ReturnType<typeof account>>

/** An account as the operator makes it, and its owner at a browser. */
async function account(role: 'issuer' | 'admin') {
  const email = freshEmail(role)
  const id = await gate.admin('create-user', '--email', email, '--password', PASSWORD, '--role', role)
  // Whatever the tool warns of, scripts read this and nothing else.
  expect(id).toMatch(/^usr_[0-9a-z]+$/)
  const { page, complaints } = await openPage(browser, gate)
  return { email, id, page, complaints }
}

async function signIn({ email, page }: Person, to: string): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(to)}`)
  await live(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs somebody in whose role asks for a second factor: sets up an authenticator by the screens, and goes on to the page that was wanted. */
async function enrol(person: Person, to: string): Promise<TOTP> {
  const { page } = person
  await signIn(person, to)
  await see(page).toHaveURL(`/setup-mfa?next=${encodeURIComponent(to)}`)
  await live(page)
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const manual = (await page.getByTestId('manual-code').textContent())!
  const totp = new TOTP({ secret: Secret.fromBase32(manual.replaceAll(' ', '')) })
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Verification code').fill(totp.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Go on' }).click()
  await see(page).toHaveURL(to)
  await live(page)
  return totp
}

const call = (method: string, path: string, body?: object) => gate.call(method, path, { key, body })
const post = (path: string, body: object = {}) => call('POST', path, body)

const holder = (digits: string) => privateKeyToAccount(`0x${digits.repeat(32)}`)
const kyc = (full_name: string) => ({ full_name, date_of_birth: '1990-05-17', country: 'US' })
async function prove(wallet: ReturnType<typeof holder>, name: string) {
  const { message } = await post('/wallets/challenge', { wallet_address: wallet.address })
  const signature = { message, signature: await wallet.signMessage({ message }) }
  return post('/wallets/verify', { wallet_address: wallet.address, kyc_data: kyc(name), signature })
}

describe('an issuer in production', () => {
  test('turns a second factor on, uses it at the next sign-in, and makes a production key with it', async () => {
    const { page, email } = issuer
    const totp = await enrol(issuer, '/issuer/dashboard')
    await gate.mailTo(email, 'authenticator app was turned on')
    await page.context().clearCookies()
    await signIn(issuer, '/developer/api-keys')
    await see(page).toHaveURL(/\/verify-mfa/)
    await live(page)
    // Each code is good once: the next one is taken, which is accepted a little early.
    await page.getByLabel('Verification code').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
    await page.getByRole('button', { name: 'Verify' }).click()
    await see(page).toHaveURL('/developer/api-keys')
    await live(page)
    await page.getByLabel('Key name').fill('shop')
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('production')
    await page.getByRole('button', { name: 'Create API key' }).click()
    key = (await page.getByTestId('new-api-key').textContent())!
    expect(key).toMatch(/^sw_production_[0-9a-f]{64}$/)
  })

  test('is told of everything by webhooks whose signatures hold', async () => {
    const endpoint = await post('/webhook-endpoints', { url: receiver.url })
    const { keys } = (await gate.send('GET', '/.well-known/webhook-keys.json')).body
    receiver.secrets.push(endpoint.secret, keys.find((one: { environment: string }) => one.environment === 'production').whpk)
    const wallet_address = `0x${'a7'.repeat(20)}`
    const kyc_data = { full_name: 'Zebulon Quillfeather', date_of_birth: '1975-05-05', country: 'US' }
    const seen = await post('/wallets/verify', { wallet_address, kyc_data })
    expect(seen).toMatchObject({ verified: true, decision: { outcome: 'allow' } })
    await expect
      .poll(() => receiver.deliveries.map(({ event }) => event.type), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['wallet.verified']))
    expect(receiver.faults).toEqual([])
  })

  test('checks names against the official lists: a listed one is denied, another is clear', async () => {
    const check = (full_name: string) => post('/sanctions/check', { full_name, wallet_address: `0x${'a8'.repeat(20)}` })
    expect(await check('Zebulon Quillfeather')).toMatchObject({ sanctions_cleared: true, decision: { outcome: 'allow' } })
    const listed = await check(LISTED)
    expect(listed.sanctions_cleared).toBe(false)
    expect(listed.matches.length).toBeGreaterThan(0)
  })

  test('A19 the markets ask for what the guides say, and name the step that is missing', async () => {
    const facts = {
      serves_eu: false,
      us_bsa_type: 'none',
      travel_seats: ['US'],
      cdd_regime: 'US',
      licences: [],
      game_blocklist: [],
      art_trader: false,
    }
    expect(await call('PATCH', '/tenant-facts', { facts })).toMatchObject({ success: true })
    const [ada, ben] = [holder('d1'), holder('d2')]
    const access = { wallet_address: ada.address, protocol_name: 'Guide Lend' }
    expect((await post('/defi/verify-wallet', access)).next_action).toMatchObject({ type: 'verify_wallet' })
    const asserted = await post('/wallets/verify', { wallet_address: ada.address, kyc_data: kyc('Zebulina Quillwright') })
    expect(asserted.markets).toMatchObject({ gaming: { usable: true }, defi: { usable: false, reason_codes: ['wallet_control'] } })
    const refused = await post('/defi/verify-wallet', access)
    expect(refused).toMatchObject({ verification_level: 'none', access_granted: false, next_action: { type: 'verify_wallet' } })
    expect(refused.next_action.detail).toContain('/v1/wallets/challenge')

    expect((await prove(ada, 'Zebulina Quillwright')).markets.defi).toEqual({ usable: true, reason_codes: [] })
    await prove(ben, 'Quentorio Quillwright')
    expect(await post('/defi/verify-wallet', access)).toMatchObject({ verification_level: 'defi-basic', access_granted: true })
    const borrow = await post('/defi/verify-wallet', { ...access, action: { type: 'borrow', amount: '1000', currency: 'USDC' } })
    expect(borrow.next_action).toEqual({
      type: 'verify_wallet',
      detail: 'The action needs defi-enhanced; the wallet has defi-basic. Verify the holder for the higher level.',
    })

    const age = { wallet_address: ada.address, jurisdiction: 'US-NJ' }
    expect(await post('/gaming/verify-age', { ...age, activity: 'skill_gaming' })).toMatchObject({ evidence: 'credential', eligible: true })
    expect((await post('/gaming/verify-age', { ...age, activity: 'gambling' })).reason_codes).toContain('geo_not_allowed')

    const creator = await post('/nfts/verify-creator', { wallet_address: ada.address, creator_name: 'Zebulina Quillwright Draws' })
    expect(creator).toMatchObject({ verified: true })
    const asset = { chain: 'ethereum', contract: `0x${'5f'.repeat(20)}`, token_id: '7' }
    const sides = { from_address: ada.address, to_address: ben.address, dry_run: true }
    const sale = { ...sides, type: 'sale', market: 'nfts', asset, currency: 'USD', amount: '12500' }
    expect(await post('/transactions', sale)).toMatchObject({ restriction_code: 0, decision: { outcome: 'allow' } })
    const payment = { ...sides, type: 'payment', currency: 'USDC' }
    expect((await post('/transactions', { ...payment, amount: '1000' })).decision.outcome).toBe('allow')
    expect((await post('/transactions', { ...payment, amount: '1000.01' })).decision.outcome).toBe('review')
    const unknown = await post('/transactions', { ...payment, from_address: holder('d3').address, amount: '1' })
    expect(unknown).toMatchObject({ restriction_code: 20, decision: { outcome: 'deny', missing: ['/from/credential'] } })

    // A ground of accreditation alone shows nothing: what shows it is asked for.
    const person = { full_name: 'Letitia Quillwright', date_of_birth: '1980-04-02', country: 'US', email: freshEmail('letitia') }
    const address = { line1: '1 Main Street', city: 'Austin', state: 'TX' }
    const ground = await post('/investors/verify', { ...person, address, accreditation_type: 'income' })
    expect(ground).toMatchObject({ missing: ['/accreditation'], next_action: { type: 'provide' } })
  })

  test('says what holds of it, is verified by an administrator, opens an offering and sells', async () => {
    const today = rulesDay(Date.now())
    const owners = [{ full_name: 'Olympia Quillfeather', share_percent: 100, controls: true, date_of_birth: '1970-01-01', country: 'US' }]
    const company = await post('/investors', {
      type: 'entity',
      full_name: 'Quillfeather Harbour Works Inc',
      email: freshEmail('works'),
      country: 'US',
    })
    const seat = { address: '1 Quay', city: 'Dover', state: 'DE' }
    await post(`/investors/${company.id}/verify`, {
      identity: { registration_number: '123', registration_country: 'US', ...seat, owners },
    })
    const stated = await call('PATCH', '/issuer', { investor_id: company.id, compliance_facts: ISSUER })
    expect(stated, JSON.stringify(stated)).toMatchObject({ verification: 'unverified', sanctions_status: 'clear' })
    expect(await post('/offerings', terms(today))).toMatchObject({ status: 'draft', warnings: [{ code: 'issuer_not_verified' }] })

    const admin = admins[0]!
    await enrol(admin, `/admin/users/${issuer.id}`)
    await admin.page.getByRole('button', { name: 'Mark as verified' }).click()
    await see(admin.page.getByText('The account is verified.')).toBeVisible()

    expect((await call('GET', '/issuer')).verification).toBe('verified')
    const offering = await post('/offerings', terms(today))
    expect(offering, JSON.stringify(offering)).toMatchObject({ status: 'open', warnings: [] })
    const investor = await post('/investors', {
      full_name: 'Paulina Quillfeather',
      email: freshEmail('paulina'),
      wallet_address: `0x${'ab'.repeat(20)}`,
      date_of_birth: '1980-01-01',
      country: 'US',
      affiliation: 'none',
      address: { line1: '1 Street', city: 'Austin', state: 'TX' },
    })
    const verified = await post(`/investors/${investor.id}/verify`, { accepted_terms: true })
    expect(verified.status, JSON.stringify(verified)).toBe('verified')
    // A letter is uploaded and filed, and an administrator reads it.
    const headers = { 'content-type': 'application/pdf' }
    const pdf = { key, headers, body: Buffer.from('%PDF-1.7\nA letter of Lena Lawyer\n%%EOF') }
    const { id: document_id } = await gate.call('POST', `/investors/${investor.id}/documents?kind=accreditation_letter`, pdf)
    const filed = await post(`/investors/${investor.id}/accreditation`, {
      ...{ basis: 'net_worth', method: 'third_party_letter', documents: [{ document_id, shows: 'letter' }] },
      letter: { verifier: 'attorney', author: 'Lena Lawyer', license_number: 'NY 1', dated: today, good_standing: true },
    })
    await admin.page.goto(`/admin/reviews/${filed.case_id}`)
    await live(admin.page)
    await admin.page.getByRole('radio', { name: 'Approve' }).check()
    await admin.page
      .getByRole('textbox', { name: 'Reason' })
      .fill('The letter is signed and current, its author is at the bar of New York.')
    await admin.page.getByRole('button', { name: 'Approve' }).click()
    await expect
      .poll(async () => (await call('GET', `/investors/${investor.id}/status`)).verification.accreditation_status)
      .toBe('verified')
    const sold = await post('/investments', {
      offering_id: offering.id,
      investor_id: investor.id,
      amount: '1000',
      payment_method: 'wire',
      agreement_sha256: 'cd'.repeat(32),
      compliance_facts: { 'investment.own_account_representation': true, 'investment.paid_by_investor': true },
    })
    expect(sold, JSON.stringify(sold.decision)).toMatchObject({ status: 'accepted' })

    // Its papers are kept, and a program among them is not.
    const { page } = issuer
    await page.context().addCookies([{ name: 'sealwright.environment', value: 'production', url: gate.url, secure: true }])
    await page.goto(`/issuer/offerings/${offering.id}?view=documents`)
    await live(page)
    const file = (text: string) => ({ name: 'memo.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) })
    await page.getByLabel('File').setInputFiles(file('%PDF-1.7\nA memorandum\n%%EOF'))
    await page.getByRole('button', { name: 'Upload' }).click()
    await see(page.getByRole('link', { name: 'memo.pdf', exact: true })).toBeVisible()
    await page.getByLabel('File').setInputFiles(file('MZ a program'))
    await page.getByRole('button', { name: 'Upload' }).click()
    await see(page.getByRole('alert').filter({ hasText: /PDF/ })).toBeVisible()
  })

  test('waits for two people where a name is like a listed one', async () => {
    const body = {
      wallet_address: `0x${'a9'.repeat(20)}`,
      kyc_data: { full_name: 'Mladen Naletilich', date_of_birth: '1946-01-01', country: 'US' },
    }
    const held = await post('/wallets/verify', body)
    expect(held, JSON.stringify(held.decision)).toMatchObject({ verified: false, decision: { outcome: 'review' } })
    const opened = (await call('GET', '/cases?limit=100')).data.find(
      (one: { subject: { id: string } }) => one.subject.id === held.wallet_id,
    )
    const path = `/admin/reviews/${opened.id}`
    const word = async ({ page }: Person, words: string, button: string) => {
      // The keys come with the page; whoever has just signed in may still see the one before.
      await see(page.getByRole('button', { name: 'Keys' })).toBeVisible()
      await page.keyboard.press('a')
      await see(page.getByRole('radio').first()).toBeChecked()
      await page.getByRole('textbox', { name: 'Reason' }).fill(words)
      await page.getByRole('button', { name: button }).click()
      await see(page.getByText(words).first()).toBeVisible()
    }
    const [first, second] = admins as [Person, Person]
    await first.page.goto(path)
    await live(first.page)
    await word(first, 'An engineer from Ohio; the listed one is another man.', 'Propose the release')
    // Whoever proposed it is not asked again.
    await see(first.page.getByText('Another admin has to confirm it.')).toBeVisible()
    await see(first.page.getByRole('textbox', { name: 'Reason' })).toHaveCount(0)
    expect((await call('GET', `/cases/${opened.id}`)).status).toBe('awaiting_second')
    await enrol(second, path)
    await word(second, 'I compared both as well: not the same person.', 'Confirm the release')
    await expect.poll(async () => (await call('GET', `/cases/${opened.id}`)).status).toBe('decided')
    expect(await post('/wallets/verify', body)).toMatchObject({ verified: true })
  })

  test('H1 has each decision told alike by its id, in lists, events, webhooks and receipts', async () => {
    console.log('told alike:', await oneDecisionEverywhere(gate, key, receiver.deliveries))
  })
})

const LISTED = 'Usama bin Muhammad bin Awad BIN LADIN'

const ISSUER = {
  other_offerings: [],
  domicile: 'US',
  principal_place: 'US',
  ica_status: 'operating',
  investment_securities_bps: 0,
  shell: 'never',
  exchange_act_reporting: false,
  total_assets_fye: { amount: '4000000', currency: 'USD' },
  holder_cap: 'none',
  nonaccredited_holder_cap: 'none',
  bank_holding: false,
  reports_current: true,
  fye: '12-31',
}
const terms = (today: string) => ({
  name: 'Harbour Series A',
  type: 'equity',
  regulation: 'reg_d_506c',
  total_supply: 10_000,
  price_per_token: '10',
  maximum_raise: '100000',
  compliance_facts: {
    covered_persons: [{ person_id: 'olympia', questionnaire_at: today }],
    bad_actor_events: [],
    legend_ids: ['L1', 'L2', 'L3'],
    documents_required: false,
    agreement_sha256: 'cd'.repeat(32),
  },
})
