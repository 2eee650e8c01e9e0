import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { createColleague, createUser, enter, PASSWORD, programOf, ready, toast } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

const PAGES = [
  'dashboard',
  'users',
  'users?view=requests',
  'reviews',
  'holdings',
  'support',
  'tokens',
  'erasures',
  'venues',
  'organisations',
  'lists',
  'audit',
  'inquiries',
  'incidents',
  'incidents/new',
  'system',
  'rules',
]

/** Gives the browser an authenticator of its own and the signed-in person a passkey on it. */
async function makePasskey(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  })
  // A new proof ends the old session. This page asks for nothing on its own that would meet its end.
  await page.goto('/settings')
  await page.evaluate(async (password) => {
    const post = async (path: string, body: unknown) => {
      const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.json()
    }
    await post('/api/accounts/step-up', { password })
    const { options } = await post('/api/accounts/passkeys/options', { purpose: 'register' })
    const { PublicKeyCredential: keys } = window as unknown as {
      PublicKeyCredential: { parseCreationOptionsFromJSON(json: unknown): PublicKeyCredentialCreationOptions }
    }
    const made = await navigator.credentials.create({ publicKey: keys.parseCreationOptionsFromJSON(options) })
    await post('/api/accounts/passkeys', { name: 'Test', response: (made as unknown as { toJSON(): unknown }).toJSON() })
  }, PASSWORD)
}

test('guards: admin pages are for admins; anybody else is led away, and told nothing by the calls behind them', async ({
  page,
  product,
  request,
  complaints,
}) => {
  for (const path of PAGES) {
    const answer = await request.get(`/admin/${path}`, { maxRedirects: 0 })
    expect(answer.status(), path).toBe(302)
    expect(answer.headers().location, path).toContain('/login?next=')
  }
  for (const role of ['admin', 'investor', 'issuer'] as const) {
    await page.context().clearCookies()
    await enter(page.context(), await createUser(product, role))
    await page.goto('/developer')
    await page.getByLabel(/account menu/).click()
    await expect(page.getByRole('link', { name: 'Settings' }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(role === 'admin' ? 1 : 0)
    if (role === 'admin') continue
    for (const path of PAGES) {
      const answer = await page.context().request.get(`${product.url}/admin/${path}`, { maxRedirects: 0 })
      expect([answer.status(), answer.headers().location], `${role} ${path}`).toEqual([302, '/dashboard'])
    }
    for (const path of ['/api/admin/users', '/api/admin/users/export', '/api/admin/audit'])
      expect((await page.context().request.get(product.url + path)).status(), `${role} ${path}`).toBe(403)
  }
  complaints.length = 0
})

test('every admin page: empty, accessible, and no wider than a telephone', async ({ page, product }) => {
  test.setTimeout(240_000)
  await enter(page.context(), await createUser(product, 'admin'))
  for (const path of PAGES) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/admin/${path}`)
    await ready(page)
    await expect(page.locator('h1')).toHaveCount(1)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNoSidewaysScroll(page)
  }
})

test('U3 a possible match is released by two people, each with a passkey that signs the act', async ({
  browser,
  page,
  product,
  baseURL,
  complaints,
}) => {
  const issuer = await createUser(product, 'issuer')
  const program = await programOf(product, issuer)
  const verify = (): Promise<{ verified?: boolean; wallet_id: string }> =>
    program('/wallets/verify', {
      wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002003',
      kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
    })
  const held = await verify()
  expect(held.verified).toBe(false)

  await enter(page.context(), await createColleague(product, issuer))
  await makePasskey(page)
  await page.goto(`/desk/reviews?kind=sanctions_match&q=${held.wallet_id}`)
  await ready(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/reviews\/cas_/)
  await ready(page)
  await expect(page.getByText('date of birth is near: 437 days apart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'SANCTIONS_NAME_POSSIBLE' })).toBeVisible()
  await expectAccessible(page)
  const address = page.url()
  // U3: nothing is chosen beforehand, and a sentence to complete is not a reason.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Decide', exact: true })).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.type('The birth date')
  await expect(page.getByLabel('Reason')).toHaveValue(/^Not the listed person: The birth date differs from the entry/)
  await page.getByRole('button', { name: 'Propose the release' }).click()
  await expect(page.getByText('Complete the reason where it says')).toBeVisible()
  await page.getByLabel('Reason').fill('short')
  await page.getByRole('button', { name: 'Propose the release' }).click()
  await expect(page.getByText('Say in at least 10 characters what you base this on')).toBeVisible()
  await page.getByLabel('Reason').fill('Born 437 days apart, and another passport.')
  // The hands stay on the keyboard: from the reason on to the button.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Propose with a passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You proposed this release')).toBeVisible()
  await expect(page.getByRole('button', { name: /Confirm/ })).toHaveCount(0)

  const other = await browser.newContext({ baseURL: baseURL! })
  await enter(other, await createColleague(product, issuer))
  const second = await other.newPage()
  await makePasskey(second)
  await second.goto('/desk/reviews?status=awaiting_second')
  await second.goto(address)
  await ready(second)
  await expect(second.getByText('Born 437 days apart, and another passport.').first()).toBeVisible()
  await second.keyboard.press('a')
  // What is typed takes the place of the first gap only; one's own words take the place of all.
  await second.keyboard.press('Control+A')
  await second.keyboard.type('I compared both as well: not the same person.')
  await second.keyboard.press('Tab')
  await second.keyboard.press('Enter')
  await expect(second.getByText('Decided: released')).toBeVisible()
  await expect(second.getByText('by a passkey that signed the act')).toHaveCount(2)
  expect((await verify()).verified).toBe(true)

  await second.goto('/desk/exceptions')
  const row = second.locator('tbody tr').filter({ hasText: 'active' }).first()
  await expect(row).toContainText('@integrator.example')
  await row.locator('summary').click()
  await expect(row).toContainText('Born 437 days apart, and another passport.')
  await expectAccessible(second)

  await second.goto('/desk/audit')
  await ready(second)
  await second.getByText('Case released', { exact: true }).first().click()
  const download = second.waitForEvent('download')
  await second.getByRole('link', { name: 'Receipt, checkable offline' }).click()
  expect((await download).suggestedFilename()).toMatch(/receipt\.json$/)
  await releaseExactName(page, second, program)
  // The refusals of the evidence, as the browser notes them.
  expect(complaints.filter((each) => !each.includes('422'))).toEqual([])
  complaints.length = 0
  await other.close()
})

/** An exact name goes only with what differs. By keyboard alone: what is missing is said at its field, and nothing typed is lost. */
async function releaseExactName(page: Page, second: Page, program: Awaited<ReturnType<typeof programOf>>): Promise<void> {
  const check = await program('/sanctions/check', { full_name: 'Mallory Sanctioned', date_of_birth: '1991-02-03' })
  await page.goto(`/desk/reviews?kind=sanctions_match&q=${check.id}`)
  await page.locator('tbody').getByRole('link').first().click()
  // The address changes before the page does, and the queue knows other keys.
  await expect(page.getByRole('heading', { level: 1, name: 'A sanctions check found a possible match' })).toBeVisible()
  const listed = page.getByLabel('The entry states')
  const own = page.getByLabel('The person has')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Another birth date in the passport.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose what differs from the entry, or give')).toBeVisible()
  await expect(listed).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('1970-01-01')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Say which value of the entry differs')).toBeVisible()
  await expect(page.getByText('Say where you saw it: the paper and who issued it')).toBeVisible()
  await expect(listed).toBeFocused()
  await shoot(page, 'refused')
  await page.keyboard.press('b')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Passport of France, seen on video')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Another birth date was screened.')).toBeVisible()
  await expect(own).toBeFocused()
  await expect(own).toHaveValue('1970-01-01')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('1991-02-03')
  await expect(page.getByLabel('Reason')).toHaveValue('Another birth date in the passport.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You proposed this release')).toBeVisible()
  const told = /Mallory Sanctioned: birth date 1970-01-01; the person: 1991-02-03, seen in Passport of France/
  await second.goto(page.url())
  await ready(second)
  await expect(second.getByRole('alert').filter({ hasText: told }).or(second.getByText(told)).first()).toBeVisible()
  await shoot(second, 'second')
  await second.keyboard.press('a')
  await second.keyboard.press('Control+A')
  await second.keyboard.type('I saw the same passport: not the same.')
  await second.keyboard.press('Tab')
  await second.keyboard.press('Enter')
  await expect(second.getByText('Decided: released')).toBeVisible()
}

/** Whole and accessible at both widths, in both schemes; with SHOTS as pictures too. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
}

test('a contract with an organisation is in force once a second administrator agreed, and taken back at once', async ({
  browser,
  page,
  product,
  baseURL,
}) => {
  const issuer = await createUser(product, 'issuer')
  const label = 'Contract of reliance in force'
  const row = (of: Page) => of.getByRole('region', { name: 'Facts of the organisation: table' }).getByRole('row').filter({ hasText: label })
  const say = async (value: 'Yes' | 'No') => {
    await page.getByRole('button', { name: `Edit: ${label}` }).click()
    const dialog = page.getByRole('dialog', { name: label })
    await expect(dialog).toContainText('To say that it is in force takes two')
    await dialog.getByLabel(label).selectOption(value)
    await dialog.getByLabel('Where it can be looked up').fill('Drawer 7')
    if (value === 'Yes') await shoot(page, 'contract-dialog')
    await dialog.getByRole('button', { name: 'Establish it' }).click()
  }
  await enter(page.context(), await createUser(product, 'admin'))
  await makePasskey(page)
  const found = await (await page.context().request.get(`/api/admin/users?search=${encodeURIComponent(issuer)}`)).json()
  const { organization_id: id } = found.data.find((one: { email: string }) => one.email === issuer)
  await page.goto(`/admin/organisations?id=${id}`)
  await say('Yes')
  await expect(toast(page, 'It waits for another administrator')).toBeVisible()
  await expect(page.getByText('A contract waits for another administrator')).toBeVisible()
  await expect(row(page)).toContainText('Nobody said it“Yes” waits for a second person')
  await shoot(page, 'contract-waits')
  await page.getByRole('link', { name: 'To the request' }).click()
  await expect(page.getByText('You asked for this')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)

  const other = await browser.newContext({ baseURL: baseURL! })
  await enter(other, await createUser(product, 'admin'))
  const second = await other.newPage()
  await makePasskey(second)
  await second.goto(page.url())
  await shoot(second, 'contract-case')
  await second.getByRole('radio', { name: /^Agree/ }).check()
  await second.getByLabel('Reason').fill('I read the signed paper as well.')
  await second.getByRole('button', { name: 'Agree with a passkey' }).click()
  await expect(second.getByText('Decided: agreed')).toBeVisible()
  await second.getByRole('link', { name: id }).first().click()
  await expect(row(second)).toContainText('Yes')
  await expect(row(second)).toContainText('Drawer 7')
  await shoot(second, 'contract-in-force')
  await other.close()

  await page.goto(`/admin/organisations?id=${id}`)
  await say('No')
  await expect(toast(page, 'It is established')).toBeVisible()
  await expect(row(page)).toContainText('No')
})

test('U6 the banner’s second factor goes on to the page it was opened from, and to no other site', async ({ page, product }) => {
  await enter(page.context(), await createUser(product, 'admin'))
  await page.goto('/admin/reviews?status=open')
  await page.getByRole('link', { name: 'Set one up now' }).click()
  await expect(page).toHaveURL(/\/setup-mfa\?next=/)
  await expect(page.getByRole('link', { name: 'Not now, back to where you were' })).toHaveAttribute('href', '/admin/reviews?status=open')
  await ready(page)
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const manual = (await page.getByTestId('manual-code').textContent())!
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Verification code').fill(new TOTP({ secret: Secret.fromBase32(manual.replaceAll(' ', '')) }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Close this tab')).toHaveCount(0)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page).toHaveURL('/admin/reviews?status=open')
  await page.goto('/setup-mfa?next=//other.example')
  await expect(page.getByRole('link', { name: 'Not now, back to where you were' })).toHaveAttribute('href', '/settings')
})

test('an act that needs a second factor leads an admin without one to it and back, with everything as it was', async ({
  page,
  product,
  complaints,
}) => {
  const email = await createUser(product, 'investor')
  await enter(page.context(), await createUser(product, 'admin'))
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`)
  await ready(page)
  await expect(page.getByText('Your account has no second factor yet')).toBeVisible()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog).toContainText('nothing you typed is lost')
  await expectAccessible(page)
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: /^Set up a second factor/ }).click()
  const setup = await opened
  await setup.getByRole('button', { name: 'Use an authenticator app' }).click()
  const manual = (await setup.getByTestId('manual-code').textContent())!
  await setup.getByRole('button', { name: 'Next' }).click()
  await setup.getByLabel('I have saved these codes').check()
  await setup.getByRole('button', { name: 'Next' }).click()
  await setup.getByLabel('Verification code').fill(new TOTP({ secret: Secret.fromBase32(manual.replaceAll(' ', '')) }).generate())
  await setup.getByRole('button', { name: 'Turn on' }).click()
  await expect(setup.getByRole('button', { name: 'Continue to Dashboard' })).toBeVisible()
  await expect(setup.getByText('the page there waits as you left it', { exact: false })).toBeVisible()
  await setup.close()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(dialog.getByText('Your second factor is on')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  expect((await download).suggestedFilename()).toMatch(/csv$/)
  complaints.length = 0
})

test('an incident is opened, told, and closed, as anybody sees it on the status page', async ({ page, product }) => {
  await enter(page.context(), await createUser(product, 'admin'))
  await page.goto('/admin/incidents/new')
  await ready(page)
  await page.getByRole('button', { name: 'Publish the incident' }).click()
  await expect(page.getByText('Name at least one service')).toBeVisible()
  await page.getByLabel('Title').fill('Webhook deliveries are late')
  await page.getByLabel('What is known').fill('Deliveries wait up to five minutes; we look at the queue.')
  await page.getByLabel('Webhooks').check()
  await page.getByRole('button', { name: 'Publish the incident' }).click()
  await expect(page).toHaveURL(/\/admin\/incidents\/inc_/)
  const incident = page.url()
  await page.goto('/api-status')
  await expect(page.getByText('Webhook deliveries are late')).toBeVisible()
  await expect(page.getByText('Deliveries wait up to five minutes; we look at the queue.')).toBeVisible()
  await page.goto(incident)
  await ready(page)
  await page.getByLabel('Status').selectOption('resolved')
  await page.getByLabel('Update').fill('A worker was replaced; every delivery was made.')
  await page.getByRole('button', { name: 'Publish the update' }).click()
  await expect(toast(page, 'The update is public')).toBeVisible()
  await expect(page.getByText('This is closed.', { exact: false })).toBeVisible()
  const report = (await (await page.request.get('/api/status/incidents')).json()) as { data: { status: string; updates: unknown[] }[] }
  expect(report.data[0]).toMatchObject({ status: 'resolved' })
  expect(report.data[0]!.updates).toHaveLength(2)
})

test('users: search, change a role and export, each dangerous act after a fresh second factor', async ({ page, product, complaints }) => {
  const me = await createUser(product, 'admin')
  const email = await createUser(product, 'investor')
  await enter(page.context(), me)
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`)
  await ready(page)
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(1)
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(dialog).toContainText('your account has none yet')
  await expectAccessible(page)

  await makePasskey(page)
  // A new session has proven the password alone.
  await page.context().clearCookies()
  await enter(page.context(), me)
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`)
  await ready(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  const file = await download
  const csv = await (await file.createReadStream()).toArray()
  expect(Buffer.concat(csv).toString()).toContain(email)

  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/admin\/users\/usr_/)
  await ready(page)
  await page.getByRole('button', { name: 'Mark as verified' }).click()
  await expect(page.getByText('The account is verified.')).toBeVisible()
  await page.getByLabel('Role', { exact: true }).selectOption('issuer')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace all roles' }).click()
  await expect(toast(page, 'The role is now issuer')).toBeVisible()
  await expect(page.getByRole('cell').filter({ hasText: 'Role changed' }).first()).toBeVisible()
  await expectAccessible(page)
  complaints.length = 0
})

test('a session that ended in the middle of a form keeps what was typed', async ({ page, product, complaints }) => {
  await enter(page.context(), await createUser(product, 'admin'))
  await page.goto('/admin/incidents/new')
  await ready(page)
  await page.getByLabel('Title').fill('Webhook deliveries are late')
  await page.getByLabel('What is known').fill('They arrive ten minutes late.')
  await page.context().clearCookies()
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Authentication required. Please sign in to continue.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Webhook deliveries are late')
  complaints.length = 0
})
