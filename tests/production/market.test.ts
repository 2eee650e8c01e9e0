import type { Browser } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { startReceiver } from '../receiver.ts'
import { type Installation, installation, live, openBrowser } from './installation.ts'
import { oneDecisionEverywhere } from './one-decision.ts'
import { madeUpState, showPassport, trustByTwo } from './passports.ts'
import { account, enrol, freshEmail, joins, type Person, see, signIn } from './people.ts'

let gate: Installation
let browser: Browser
let receiver: Awaited<ReturnType<typeof startReceiver>>
let issuer: Person
/** The platform's administrator. */
let admin: Person
/** Two people of the issuer. Both have their role before anything is asked of them, and neither gave it to the other. */
let colleagues: Person[]
let key: string
/** Whose passports the issuer trusts. */
const state = madeUpState()

beforeAll(async () => {
  gate = installation()
  browser = await openBrowser(gate)
  receiver = await startReceiver(gate.tls())
  const [first, second] = await Promise.all((['issuer', 'admin'] as const).map((role) => account(gate, browser, role)))
  issuer = first!
  admin = second!
})
afterAll(async () => {
  await browser?.close()
  await receiver?.stop()
  gate?.close()
})

const call = (method: string, path: string, body?: object) => gate.call(method, path, { key, body })
const post = (path: string, body: object = {}) => call('POST', path, body)

/** What a verification says of somebody who has shown nothing yet. */
const NOTHING_SHOWN = {
  ...{ verified: false, credential: null },
  decision: {
    outcome: 'review',
    missing: ['/subject/date_of_birth', '/subject/verification/status'],
    supply: ['subject.date_of_birth', 'subject.verification.status'].map((fact) => ({
      ...{ fact, from: 'investor', how: 'POST /v1/identity/sessions with wallet_address' },
    })),
  },
}

/** Somebody shows their passport, and the worker judges the wallet that waited for it. */
async function show(wallet_address: string, name: string, born = '1990-05-17') {
  await showPassport(gate, key, { wallet_address }, state.passport(name, born))
  const status = async () => (await call('GET', `/wallets/${wallet_address}/status`)).verification_status
  await expect.poll(status, { timeout: 30_000 }).toBe('basic')
}

/** Keeps a document of an investor: its id. */
async function upload(investor: string, kind: string, words: string): Promise<string> {
  const sent = { key, headers: { 'content-type': 'application/pdf' }, body: Buffer.from(`%PDF-1.7\n${words}\n%%EOF`) }
  return (await gate.call('POST', `/investors/${investor}/documents?kind=${kind}`, sent)).id
}

/** An administrator reads the extract of a register, and types what it says. */
async function readExtract({ page }: Person, caseId: string, extract: Record<string, string>) {
  await page.goto(`/admin/reviews/${caseId}`)
  await live(page)
  await page.getByRole('radio', { name: 'Approve' }).check()
  for (const [name, value] of Object.entries(extract)) {
    const field = page.locator(`[name=${name}]`)
    if (await field.evaluate((element) => element.tagName === 'SELECT')) await field.selectOption(value)
    else await field.fill(value)
  }
  await page.getByRole('textbox', { name: 'Reason' }).fill('I read the extract of the register; it is of this company.')
  await page.getByRole('button', { name: 'Approve' }).click()
  await see(page.getByText('it is of this company.').first()).toBeVisible()
}

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

  test('invites two people, and trusts a state whose passports then count once one of them agreed', async () => {
    colleagues = [await joins(gate, browser, key, 'compliance_officer'), await joins(gate, browser, key, 'reviewer')]
    await trustByTwo(gate, key, colleagues[0]!, { kind: 'csca', name: 'A state that was made up', certificate: state.csca })
  })

  test('is told of everything by webhooks whose signatures hold', async () => {
    const endpoint = await post('/webhook-endpoints', { url: receiver.url })
    const { keys } = (await gate.send('GET', '/.well-known/webhook-keys.json')).body
    receiver.secrets.push(endpoint.secret, keys.find((one: { environment: string }) => one.environment === 'production').whpk)
    const wallet_address = `0x${'a7'.repeat(20)}`
    const kyc_data = { full_name: 'Zebulon Quillfeather', date_of_birth: '1975-05-05', country: 'US' }
    const seen = await post('/wallets/verify', { wallet_address, kyc_data })
    expect(seen, JSON.stringify(seen)).toMatchObject(NOTHING_SHOWN)
    await show(wallet_address, kyc_data.full_name, kyc_data.date_of_birth)
    expect(await post('/wallets/verify', { wallet_address, kyc_data })).toMatchObject({ verified: true, decision: { outcome: 'allow' } })
    await expect
      .poll(() => receiver.deliveries.map(({ event }) => event.type), { timeout: 30_000 })
      .toEqual(
        expect.arrayContaining([
          'wallet.verification.pending',
          'identity.evidence.recorded',
          'identity.session.verified',
          'wallet.verified',
        ]),
      )
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
    const asserted = { wallet_address: ada.address, kyc_data: kyc('Zebulina Quillwright') }
    expect(await post('/wallets/verify', asserted)).toMatchObject(NOTHING_SHOWN)
    await show(ada.address, 'Zebulina Quillwright')
    expect((await post('/wallets/verify', asserted)).markets).toMatchObject({
      gaming: { usable: true },
      defi: { usable: false, reason_codes: ['wallet_control'] },
    })
    const refused = await post('/defi/verify-wallet', access)
    expect(refused).toMatchObject({ verification_level: 'none', access_granted: false, next_action: { type: 'verify_wallet' } })
    expect(refused.next_action.detail).toContain('/v1/wallets/challenge')

    expect((await prove(ada, 'Zebulina Quillwright')).markets.defi).toEqual({ usable: true, reason_codes: [] })
    await prove(ben, 'Quentorio Quillwright')
    await show(ben.address, 'Quentorio Quillwright')
    expect(await post('/defi/verify-wallet', access)).toMatchObject({ verification_level: 'defi-basic', access_granted: true })
    const borrow = await post('/defi/verify-wallet', { ...access, action: { type: 'borrow', amount: '1000', currency: 'USDC' } })
    expect(borrow.next_action).toEqual({
      type: 'verify_wallet',
      detail: 'The action needs defi-enhanced; the wallet has defi-basic. Verify the holder for the higher level.',
    })

    const age = { wallet_address: ada.address, jurisdiction: 'US-NJ' }
    expect(await post('/gaming/verify-age', { ...age, activity: 'skill_gaming' })).toMatchObject({ evidence: 'document', eligible: true })
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
    expect(ground).toMatchObject({
      missing: ['/identity/date_of_birth', '/identity/verification/status', '/accreditation'],
      next_action: { type: 'provide' },
    })
  })

  test('says what holds of it, is verified by an administrator, opens an offering and sells', async () => {
    const today = rulesDay(Date.now())
    const company = await post('/investors', {
      type: 'entity',
      full_name: 'Quillfeather Harbour Works Inc',
      email: freshEmail('works'),
      country: 'US',
      address: { line1: '1 Quay', city: 'Dover', state: 'DE' },
    })
    const { owners } = await post(`/investors/${company.id}/entity`, { ...COMPANY, notice_shown_at: new Date(Date.now() - 60_000) })
    const stated = await call('PATCH', '/issuer', { investor_id: company.id, compliance_facts: ISSUER })
    expect(stated, JSON.stringify(stated)).toMatchObject({ verification: 'unverified', sanctions_status: 'clear' })
    expect(await post('/offerings', terms(today))).toMatchObject({ status: 'draft', warnings: [{ code: 'issuer_not_verified' }] })

    await enrol(admin, `/admin/users/${issuer.id}`)
    await live(admin.page)
    await admin.page.getByRole('button', { name: 'Mark as verified' }).click()
    await see(admin.page.getByText('The account is verified.')).toBeVisible()
    expect((await call('GET', '/issuer')).verification).not.toBe('verified')
    // Its papers are read by an administrator, and who is behind it shows their passport.
    await upload(company.id, 'register_extract', 'An extract of the register')
    const { case_id } = await post(`/investors/${company.id}/entity/review`)
    const { registration, formation_date } = COMPANY
    const extract = { legal_name: company.full_name, country: 'US', number: registration.number, formation_date, dated: today }
    await readExtract(admin, case_id, extract)
    expect((await call('GET', `/investors/${company.id}/entity`)).status).toBe('confirmed')
    expect((await call('GET', '/issuer')).verification).not.toBe('verified')
    await showPassport(gate, key, { person_id: owners[0].person_id }, state.passport('Olympia Quillfeather', '1970-01-01'))
    const shown = async () => (await call('GET', `/investors/${company.id}`)).status
    await expect.poll(shown, { timeout: 30_000 }).toBe('verified')
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
    expect(verified, JSON.stringify(verified)).toMatchObject({
      status: 'pending',
      missing: ['/identity/date_of_birth', '/identity/verification/status'],
    })
    await showPassport(gate, key, { investor_id: investor.id }, state.passport('Paulina Quillfeather', '1980-01-01'))
    await expect.poll(async () => (await call('GET', `/investors/${investor.id}`)).status, { timeout: 30_000 }).toBe('verified')
    // A letter is uploaded and filed, and a colleague reads it.
    const document_id = await upload(investor.id, 'accreditation_letter', 'A letter of Lena Lawyer')
    const filed = await post(`/investors/${investor.id}/accreditation`, {
      ...{ basis: 'net_worth', method: 'third_party_letter', documents: [{ document_id, shows: 'letter' }] },
      letter: { verifier: 'attorney', author: 'Lena Lawyer', license_number: 'NY 1', dated: today, good_standing: true },
    })
    const reader = colleagues[0]!.page
    await reader.goto(`/desk/reviews/${filed.case_id}`)
    await live(reader)
    await reader.getByRole('radio', { name: 'Approve' }).check()
    await reader.getByLabel('Register', { exact: true }).fill('The bar of New York')
    await reader.getByLabel('Looked up on', { exact: true }).fill(today)
    await reader.getByLabel('Number there').fill('NY 1')
    await reader.getByLabel('What it says of them').fill('LAWYER, LENA. Currently registered.')
    await reader.getByLabel('the register says so').check()
    await reader.getByRole('textbox', { name: 'Reason' }).fill('The letter is signed and current, its author is at the bar of New York.')
    await reader.getByRole('button', { name: 'Approve' }).click()
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
    // Whoever they are not, they show who they are.
    await showPassport(gate, key, { wallet_address: body.wallet_address }, state.passport('Mladen Naletilich', '1946-01-01'))
    const opened = (await call('GET', '/cases?limit=100')).data.find(
      (one: { subject: { id: string } }) => one.subject.id === held.wallet_id,
    )
    const path = `/desk/reviews/${opened.id}`
    const word = async ({ page }: Person, words: string, button: string) => {
      // The keys come with the page; whoever has just signed in may still see the one before.
      await see(page.getByRole('button', { name: 'Keys' })).toBeVisible()
      await page.keyboard.press('a')
      await see(page.getByRole('radio').first()).toBeChecked()
      await page.getByRole('textbox', { name: 'Reason' }).fill(words)
      await page.getByRole('button', { name: button }).click()
      await see(page.getByText(words).first()).toBeVisible()
    }
    // The platform's administrator sees that something waits, and reads nothing of it.
    for (const address of [path, `/admin/reviews/${opened.id}`]) expect((await admin.page.goto(address))!.status(), address).toBe(404)
    await admin.page.goto(`/admin/reviews?all=yes&q=${opened.id}`)
    await see(admin.page.getByText('Sanctions match, decided by the organisation itself')).toBeVisible()
    await see(admin.page.getByText('Naletilich')).toHaveCount(0)
    const [first, second] = colleagues as [Person, Person]
    await first.page.goto(path)
    await live(first.page)
    await word(first, 'An engineer from Ohio; the listed one is another man.', 'Propose the release')
    // Whoever proposed it is not asked again.
    await see(first.page.getByText('Another person has to confirm it.')).toBeVisible()
    await see(first.page.getByRole('textbox', { name: 'Reason' })).toHaveCount(0)
    expect((await call('GET', `/cases/${opened.id}`)).status).toBe('awaiting_second')
    await second.page.goto(path)
    await live(second.page)
    await word(second, 'I compared both as well: not the same person.', 'Confirm the release')
    await expect.poll(async () => (await call('GET', `/cases/${opened.id}`)).status).toBe('decided')
    const verified = await post('/wallets/verify', body)
    expect(verified, JSON.stringify(verified)).toMatchObject({ verified: true })
  })

  test('H1 has each decision told alike by its id, in lists, events, webhooks and receipts', async () => {
    console.log('told alike:', await oneDecisionEverywhere(gate, key, receiver.deliveries))
  })
})

const LISTED = 'Usama bin Muhammad bin Awad BIN LADIN'

const COMPANY = {
  entity_type: 'company',
  formation_date: '2015-03-02',
  registration: { country: 'US', region: 'US-DE', number: '1234567' },
  tax_id: { type: 'ein', country: 'US', number: '12-3456789' },
  address: { line1: '1 Quay', city: 'Dover', state: 'DE', country: 'US' },
  owners_doubt: false,
  owners: [
    {
      ...{ full_name: 'Olympia Quillfeather', date_of_birth: '1970-01-01', country: 'US' },
      ...{ share_percent: 100, roles: ['control_person'] },
    },
  ],
}
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
