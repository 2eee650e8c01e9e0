import { generateKeyPairSync } from 'node:crypto'
import type { Page } from '@playwright/test'
import { base58 } from '@scure/base'
import { CompactSign } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createColleague, createUser, enter, programOf, ready } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'
import { installWallet } from './wallet.ts'

/** A made-up passport, drawn by the browser: nobody's. */
async function madeUpPassport(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 620, height: 440 })
    const draw = canvas.getContext('2d')!
    draw.fillStyle = '#e8e0cf'
    draw.fillRect(0, 0, 620, 440)
    draw.fillStyle = '#222233'
    draw.font = '24px serif'
    for (const [i, line] of ['UTOPIA PASSPORT', 'ERIKSSON', 'ANNA MARIA', 'L898902C3'].entries()) draw.fillText(line, 30, 50 + i * 45)
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)))
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  return { name: 'passport.png', mimeType: 'image/png', buffer: Buffer.from(bytes) }
}

/** As people have it: on a telephone and on a desk, light and dark. */
async function expectWellMade(page: Page): Promise<void> {
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  await page.setViewportSize({ width: 360, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a person proves who they are on a telephone, a reviewer asks for more and accepts, and the wallet is verified', async ({
  page,
  browser,
  product,
}) => {
  const issuer = await createUser(product, 'issuer')
  const program = await programOf(product, issuer)
  const wallet_address = '0x11111111111111111111111111111111111ee1fe'
  const { url, id } = await program('/identity/sessions', { wallet_address, level: 'basic', methods: ['document_review'] })
  await page.setViewportSize({ width: 360, height: 800 })
  const answer = await page.goto(new URL(url).pathname)
  expect(answer!.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'private, no-store',
  })
  await ready(page)
  await page.getByLabel('Full name').fill('Anna Maria Eriksson')
  await page.getByLabel('Date of birth').fill('1984-08-12')
  await page.getByLabel('Country where you live').selectOption('Sweden')
  await page.getByLabel('Taxpayer number').fill('12')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Taxpayer number')).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveValue('Anna Maria Eriksson')
  await expectWellMade(page)
  await page.getByLabel('Taxpayer number').fill('')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByLabel('Issued by').selectOption('Sweden')
  await expect(page.getByLabel('Name on the document')).toHaveValue('Anna Maria Eriksson')
  await page.getByLabel('Number of the document').fill('L898902C3')
  await page.getByLabel('Valid until').fill('2034-04-15')
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByLabel('Front of the document').setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  const front = page.locator('form').filter({ has: page.getByLabel('Front of the document') })
  await front.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('This is not a PDF, PNG or JPEG file.')).toBeVisible()
  await page.getByLabel('Front of the document').setInputFiles(await madeUpPassport(page))
  await front.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('passport.png')).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Send to a reviewer' }).click()
  await expect(page.getByText('A person is looking at it')).toBeVisible()

  const desk = await browser.newContext({ baseURL: product.url })
  try {
    await enter(desk, await createColleague(product, issuer))
    const reviewer = await desk.newPage()
    await reviewer.goto(`/desk/reviews?kind=identity_review&q=${id}`)
    await reviewer.locator('tbody').getByRole('link').first().click()
    await ready(reviewer)
    await expect(reviewer.getByRole('row', { name: /Name/ })).toContainText('same')
    await expect(reviewer.getByRole('img', { name: 'Front' })).toBeVisible()
    expect(await reviewer.getByRole('img', { name: 'Front' }).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(620)
    await expect(reviewer.getByRole('radio', { checked: true })).toHaveCount(0)
    await expectWellMade(reviewer)
    // The arrow keys pass over each choice. What was written for one is neither lost nor shown to the person by another.
    await reviewer.getByRole('radio', { name: 'Refuse' }).check()
    await reviewer.getByLabel('What you base it on').fill('Not for the eyes of the person.')
    await reviewer.getByLabel('Why', { exact: true }).selectOption('data_mismatch')
    await reviewer.getByRole('radio', { name: 'Refuse' }).press('ArrowDown')
    await expect(reviewer.getByLabel('What the person should send')).toHaveValue('')
    await reviewer.getByRole('radio', { name: 'Ask for more' }).press('ArrowUp')
    await expect(reviewer.getByLabel('What you base it on')).toHaveValue('Not for the eyes of the person.')
    await expect(reviewer.getByLabel('Why', { exact: true })).toHaveValue('data_mismatch')
    await reviewer.getByRole('radio', { name: 'Ask for more' }).check()
    await reviewer.getByLabel('What the person should send').fill('Please send the lines for machines, because the picture cuts them off.')
    await reviewer.getByRole('button', { name: 'Ask for more' }).click()
    await expect(page.getByText('because the picture cuts them off')).toBeVisible({ timeout: 30_000 })
    await expectWellMade(page)
    await page.getByLabel('Your answer').fill('There are none on mine.')
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(page.getByText('A person is looking at it')).toBeVisible()
    await reviewer.reload()
    await expect(reviewer.getByText('There are none on mine.')).toBeVisible()
    await reviewer.getByRole('radio', { name: 'Accept' }).check()
    await reviewer.getByLabel(/the document: it is valid/).check()
    await reviewer.getByLabel('What you base it on').fill('Read the passport and its picture.')
    await reviewer.getByRole('button', { name: 'Accept' }).press('Enter')
    await expect(reviewer.locator('[tabindex="-1"]').filter({ hasText: 'Decided:' }).last()).toBeFocused()
  } finally {
    await desk.close()
  }
  await expect(page.getByText('You have proven who you are')).toBeVisible({ timeout: 30_000 })
  await expectWellMade(page)
  // The organisation's own people have the same before them.
  await enter(page.context(), issuer)
  await page.goto('/issuer/identity')
  await expectWellMade(page)
  await page.getByRole('link', { name: /Documents of a person/ }).click()
  await expect(page.getByRole('img', { name: 'Front' })).toBeVisible()
  await expectWellMade(page)
})

test('by keyboard alone each step begins where it begins, says what it lacks, and shows names as they were typed', async ({
  page,
  product,
}) => {
  const program = await programOf(product, await createUser(product, 'issuer'))
  const wallet_address = '0x11111111111111111111111111111111111ee3fe'
  const { url } = await program('/identity/sessions', { wallet_address, level: 'basic' })
  const head = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(new URL(url).pathname)
  // Nobody set up a provider, or trusts who confirms people: nothing is offered that leads nowhere.
  await expect(page.getByRole('listitem').getByRole('link')).toHaveCount(3)
  await page.getByRole('link', { name: 'Digital identity wallet' }).press('Enter')
  await expect(head('Digital identity wallet')).toBeFocused()
  await page.getByRole('link', { name: 'Choose another way' }).press('Enter')
  await expect(head('Choose how')).toBeFocused()
  await page.getByRole('link', { name: 'Pictures of a document' }).press('Enter')
  await expect(head('Who you are')).toBeFocused()
  await page.getByLabel('Full name').fill('de la Cruz محمد')
  await page.getByLabel('Date of birth').fill('1984-08-12')
  await page.getByLabel('Country where you live').selectOption('Sweden')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(head('What your document says')).toBeFocused()
  await page.getByLabel('Issued by').selectOption('Sweden')
  await page.getByLabel('Number of the document').fill('L898902C3')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(head('Pictures of it')).toBeFocused()
  await page.getByRole('link', { name: 'Continue' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Still missing: front of the document' })).toBeVisible()
  await expect(head('Pictures of it')).toBeFocused()
  const front = { ...(await madeUpPassport(page)), name: `${'Reisepass-'.repeat(9)}.png` }
  await page.locator('[data-kind=front] input[type=file]').setInputFiles(front)
  await page.getByRole('button', { name: 'Upload' }).first().press('Enter')
  await expect(page.locator('[data-kind=front] [tabindex="-1"]').filter({ hasText: front.name })).toBeFocused()
  await expectWellMade(page)
  // Read anew it is the same page: what the server wrote and what runs agree.
  await page.reload()
  await page.getByRole('button', { name: 'Remove: Front of the document' }).press('Enter')
  await expect(page.getByLabel('Front of the document', { exact: true })).toBeFocused()
  await page.locator('[data-kind=front] input[type=file]').setInputFiles(front)
  // While it travels nothing leads away from it, and nothing else looks as if it did.
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/verify\/.*\.data/, (route) => arrives.then(() => route.continue()), { times: 1 })
  await page.getByRole('button', { name: 'Upload' }).first().press('Enter')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  // A picture of the person is not asked for before they agreed to what becomes of it.
  await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(0)
  arrive()
  await expect(page.locator('[data-kind=front] [tabindex="-1"]').filter({ hasText: front.name })).toBeFocused()
  await page.getByRole('link', { name: 'Continue' }).press('Enter')
  await expect(head('Read it over and send it')).toBeFocused()
  // As it is drawn: no letter is made another one.
  expect(await page.getByRole('definition').filter({ hasText: 'Cruz' }).innerText()).toBe('de la Cruz محمد')
  const steps = await page.getByRole('navigation', { name: 'Steps' }).locator('a').all()
  const edges = await Promise.all(steps.map((one) => one.evaluate((link) => link.scrollWidth - link.clientWidth)))
  expect(edges).toEqual(steps.map(() => 0))
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Send to a reviewer' }).press('Enter')
  await expect(page.getByText('A person is looking at it')).toBeVisible()
  await expect(page.locator('[data-arrival]')).toBeFocused()
})

test('a telephone that loses the network while the page waits keeps the page, and goes on by itself', async ({
  page,
  context,
  product,
  complaints,
}) => {
  const program = await programOf(product, await createUser(product, 'issuer'))
  const wallet_address = '0x11111111111111111111111111111111111ee4fe'
  for (const [method, shown, done] of [
    ['wallet_presentation', 'Code to scan with the wallet on your phone', 'Use the simulated wallet'],
    ['passport_chip', 'Code for a reader app', 'Use a made-up passport'],
  ] as const) {
    const { url } = await program('/identity/sessions', { wallet_address, methods: [method] })
    const { pathname } = new URL(url)
    await page.clock.install()
    // What there is to show does not come at first.
    await page.route(/passport-chip|\/wallet$/, (route) => route.abort(), { times: 1 })
    await page.goto(pathname)
    await page.getByRole('button', { name: 'Try again' }).click()
    const code = page.getByRole('img', { name: shown })
    await expect(code).toBeVisible()
    await page.waitForResponse((answer) => answer.url().includes(pathname) && answer.request().method() === 'GET')
    // Away as the browser knows it, and as it does not: a network that swallows what is sent.
    await context.setOffline(true)
    await page.clock.runFor(15_000)
    await expect(code).toBeVisible()
    await context.setOffline(false)
    await page.route('**/verify/**', (route) => route.abort())
    await page.clock.runFor(15_000)
    if (method === 'passport_chip') await expect(page.getByText('There is no answer just now')).toBeVisible()
    await expect(code).toBeVisible()
    await page.unroute('**/verify/**')
    if (method === 'passport_chip') {
      await page.getByText('Send files that another reader app wrote').click()
      const file = page.getByLabel('EF.SOD, the signature of the state')
      await page.getByLabel('DG1, the machine-readable zone').setInputFiles({ name: 'dg1', mimeType: '', buffer: Buffer.from('a') })
      await file.setInputFiles({ name: 'sod', mimeType: '', buffer: Buffer.alloc(40_000) })
      await page.getByRole('button', { name: 'Send the files' }).click()
      await expect(file).toBeFocused()
      await expect(file).toHaveAccessibleDescription(/larger than 32 kB/)
    }
    await page.getByRole('button', { name: done }).click()
    await expect(page.getByText('You have proven who you are')).toBeVisible()
    await expect(page.getByText('There is no answer just now')).toHaveCount(0)
  }
  // The browser says of each call that the network was away.
  expect(
    complaints.splice(0).filter((text) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED|^Failed to fetch manifest patches/.test(text)),
  ).toEqual([])
})

test('a person presents what another company confirmed, signed with the wallet that it is about, and a credential of nobody who is trusted counts for nothing', async ({
  page,
  product,
  complaints,
}) => {
  const program = await programOf(product, await createUser(product, 'issuer'))
  const [holder, another] = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key)) as [Holder, Holder]
  const wallet = await installWallet(page.context(), { accounts: [another], chains: {}, chainId: 1 })
  const [issuer, stranger] = [madeUpIssuer(), madeUpIssuer()]
  const open = () => program('/identity/sessions', { wallet_address: holder.address, methods: ['foreign_credential'] })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(new URL((await open()).url).pathname)
  await expect(page.getByText('There is nobody whose credentials are taken here')).toBeVisible()
  await expectWellMade(page)

  const claims = { Person: { fields: { givenName: 'given_name', familyName: 'family_name', birthDate: 'date_of_birth' } } }
  const said = { kind: 'did', name: 'Harbour Checks', identifier: issuer.did, level: 'enhanced', claims, note: 'Published by itself.' }
  await program('/identity/trusted-issuers', said)
  const attests = { kind: 'eas', name: 'Attester', chain_id: 8453, identifier: another.address, contract: `0x${'ea'.repeat(20)}` }
  const schema = { [`0x${'01'.repeat(32)}`]: { abi: 'bool verifiedAccount', fields: { verifiedAccount: 'verified' } } }
  await program('/identity/trusted-issuers', { ...attests, level: 'basic', claims: schema, note: 'Published by itself.' })
  await page.goto(new URL((await open()).url).pathname)
  await expect(page.getByText('attestation on Base')).toBeVisible()
  await page.getByLabel('UIDs of the attestations').fill('not-one')
  await page.getByRole('button', { name: 'Without a signature (sandbox)' }).click()
  await expect(page.getByLabel('UIDs of the attestations')).toBeFocused()
  await expectWellMade(page)

  await page.getByRole('radio', { name: 'Verifiable credential' }).check()
  await page.getByLabel('Credential', { exact: true }).fill(await stranger.issue(holder.address))
  await page.getByRole('button', { name: 'Sign and present it' }).click()
  await expect(page.getByText(`Choose ${holder.address} in it`)).toBeVisible()
  await wallet.useAccounts([holder])
  await page.getByRole('button', { name: 'Sign and present it' }).click()
  await expect(page.getByText('not among those whose credentials are taken here')).toBeVisible()
  await expectWellMade(page)
  await page.getByLabel('Credential', { exact: true }).fill(await issuer.issue(holder.address))
  await page.getByText('Sign with a wallet that is not in this browser').click()
  await page.getByRole('button', { name: 'Show the message to sign' }).click()
  const message = await page.locator('pre').textContent()
  await page.getByLabel('Signature').fill(await holder.signMessage({ message: message! }))
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Present it', exact: true }).click()
  await expect(page.getByText('You have proven who you are')).toBeVisible()
  // The browser says of each refused call that it was.
  expect(complaints.splice(0).filter((text) => !text.includes('422'))).toEqual([])
})

type Holder = ReturnType<typeof privateKeyToAccount>

/** A company that confirms people, and signs as itself. */
function madeUpIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  const did = `did:key:z${base58.encode(Uint8Array.from([0xed, 0x01, ...raw]))}`
  const issue = (address: string) => {
    const person = { givenName: 'Vera', familyName: 'Harbourlight', birthDate: '1985-04-02' }
    const credentialSubject = { id: `did:pkh:eip155:1:${address}`, ...person }
    const vc = {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      type: ['VerifiableCredential', 'Person'],
      issuer: did,
      credentialSubject,
    }
    const header = { alg: 'EdDSA', kid: `${did}#${did.slice(8)}`, typ: 'vc+jwt' }
    return new CompactSign(Buffer.from(JSON.stringify(vc))).setProtectedHeader(header).sign(privateKey)
  }
  return { did, issue }
}

test('without scripts the steps are forms that keep what was typed, and the page is shown within nobody’s but its own', async ({
  browser,
  product,
}) => {
  const program = await programOf(product, await createUser(product, 'issuer'))
  const { url } = await program('/identity/sessions', {
    wallet_address: '0x11111111111111111111111111111111111ee2fe',
    methods: ['document_review'],
    return_url: 'http://shop.example.com/account',
  })
  const plain = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  try {
    const page = await plain.newPage()
    const answer = await page.goto(new URL(url).pathname)
    const policy = answer!.headers()['content-security-policy']
    expect(policy).toMatch(/frame-ancestors 'self' http:\/\/shop\.example\.com /)
    expect(answer!.headers()['x-frame-options']).toBeUndefined()
    await page.getByLabel('Full name').fill('Bertha Bauer')
    await page.getByLabel('Date of birth').fill('1984-08-12')
    await page.getByLabel('Country where you live').selectOption('Sweden')
    await page.getByLabel('Street and number').fill('1 Harbour Street')
    await page.getByLabel('City').fill('Visby')
    await page.getByLabel('Taxpayer number').fill('12')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Nine digits')).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('Bertha Bauer')
    await page.getByLabel('Taxpayer number').fill('')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Number of the document')).toBeVisible()
    const asks = await program('/identity/sessions', {
      wallet_address: '0x11111111111111111111111111111111111ee2fe',
      methods: ['passport_chip', 'wallet_presentation'],
    })
    for (const way of asks.methods) {
      await page.goto(`${new URL(asks.url).pathname}?way=${way}`)
      await expect(page.getByText('This way needs JavaScript')).toBeVisible()
    }
    const none = await page.goto('/verify/nobody-gave-this-out-nobody-gave-this-out-xx')
    expect(none!.status()).toBe(404)
    expect(none!.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  } finally {
    await plain.close()
  }
})

test('the page of a session knows its browser again after it has asked a wallet, and takes no code of somebody else’s', async ({
  page,
  product,
}) => {
  const issuer = await createUser(product, 'issuer')
  const program = await programOf(product, issuer)
  const wallet_address = '0x11111111111111111111111111111111111ee2fe'
  const { url } = await program('/identity/sessions', { wallet_address, methods: ['wallet_presentation'] })
  const { pathname } = new URL(url)
  await page.goto(pathname)
  await expect(page.getByRole('link', { name: 'Open the wallet on this device' })).toHaveAttribute('href', /^openid4vp:/)
  const known = async () => (await page.context().cookies()).find(({ name }) => name === 'sealwright.verify')
  const first = await known()
  expect(first).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/verify' })
  // Whatever the page reads anew by itself.
  await page.waitForLoadState('networkidle')
  await page.goto(`${pathname}?response_code=of-somebody-else`)
  await expect(page).toHaveURL(new RegExp(`${pathname}\\?way=wallet_presentation$`))
  await expect(page.getByRole('link', { name: 'Open the wallet on this device' })).toBeVisible()
  expect((await known())?.value).toBe(first!.value)
})
