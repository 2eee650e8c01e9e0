import type { Page, Route } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createUser, enter, fillRegistration, freshEmail, PASSWORD, ready, signIn, toast } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

/** The browser reports what we asked for on purpose. */
const forgive = (complaints: string[], ...statuses: number[]) => {
  expect(complaints.filter((text) => !statuses.some((status) => text.includes(String(status))))).toEqual([])
  complaints.length = 0
}
const typeLogin = async (page: Page, email: string, password = PASSWORD) => {
  await page.goto('/login')
  await ready(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const isolate = async (page: Page) => {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  // Nothing of the page may still ask when the session is gone.
  await page.goto('about:blank')
  await page.context().clearCookies()
}

test('second factor: set up with a real authenticator, asked for at sign-in, backup codes, step-up, off again', async ({
  page,
  product,
  complaints,
}) => {
  const email = await createUser(product)
  let code: (ahead?: number) => string = () => ''
  let backup: string[] = []

  await test.step('a stranger is sent to sign in first', async () => {
    await page.goto('/setup-mfa')
    await expect(page).toHaveURL('/login?next=%2Fsetup-mfa')
    await page.goto('/verify-mfa')
    await expect(page).toHaveURL('/login')
  })

  await test.step('scan, keep the codes, verify, done', async () => {
    await signIn(page, email)
    await page.goto('/settings')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Set up', exact: true }).click()
    await expect(page).toHaveURL('/setup-mfa')
    // A passkey is offered first.
    await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use an authenticator app' }).click()
    const manual = (await page.getByTestId('manual-code').textContent())!
    expect(manual).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    expect(await page.getByRole('img', { name: /QR code/ }).getAttribute('src')).toMatch(/^data:image\/svg\+xml/)
    const totp = new TOTP({ secret: Secret.fromBase32(manual.replaceAll(' ', '')) })
    code = (ahead = 0) => totp.generate({ timestamp: Date.now() + ahead * 30_000 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Next' }).click()
    backup = await page.getByTestId('backup-codes').getByRole('listitem').allTextContents()
    expect(backup).toHaveLength(8)
    for (const each of backup) expect(each).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByLabel('I have saved these codes').check()
    await page.getByRole('button', { name: 'Next' }).click()

    const field = page.getByLabel('Verification code')
    await field.pressSequentially('12a3')
    await expect(field).toHaveValue('123')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(toast(page, 'Please enter a 6-digit verification code')).toContainText('Invalid code')
    await field.fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid verification code' })).toBeVisible()
    await expect(toast(page, 'Please try again')).toContainText('Invalid code')
    await expectAccessible(page)
    forgive(complaints, 422)
    await field.fill(code(0))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'Continue to Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await product.mailTo(email, 'authenticator app was turned on')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('signing in asks for the code: too short, wrong, right', async () => {
    await isolate(page)
    await typeLogin(page, email)
    await expect(toast(page, 'Please enter your authentication code to proceed')).toContainText('MFA Required')
    await expect(page).toHaveURL('/verify-mfa')
    const mark = await page.evaluate(() => sessionStorage.getItem('sealwright.partial-auth'))
    expect(Object.keys(JSON.parse(mark!)).sort()).toEqual(['auth_id', 'requires_mfa'])
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login?next=%2Fdashboard')
    await page.goto('/verify-mfa')
    await ready(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(toast(page, 'Please enter a 6-digit verification code')).toContainText('Invalid code')
    await page.getByLabel('Verification code').fill('000000')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid verification code' })).toBeVisible()
    await expect(toast(page, 'Invalid code, please try again')).toContainText('Verification failed')
    await page.route('**/api/accounts/verify-mfa', (route) => route.fulfill({ status: 503, body: 'x' }))
    await page.getByLabel('Verification code').fill(code(1))
    await page.getByRole('button', { name: 'Verify' }).click()
    const unsure = page.locator('[data-sonner-toast]').filter({ hasText: 'Verification failed' }).filter({ hasNotText: 'Invalid code' })
    await expect(unsure.first()).toContainText('Please try again')
    await page.unroute('**/api/accounts/verify-mfa')
    forgive(complaints, 422, 503)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL('/dashboard')
    expect(await page.evaluate(() => sessionStorage.getItem('sealwright.partial-auth'))).toBeNull()
    await product.mailTo(email, 'New sign-in')
  })

  await test.step('a marker without a waiting sign-in tells that it expired', async () => {
    await isolate(page)
    await page.goto('/login')
    await page.evaluate(() => sessionStorage.setItem('sealwright.partial-auth', '{"auth_id":"x","requires_mfa":true}'))
    await page.goto('/verify-mfa')
    await page.getByLabel('Verification code').fill('123456')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Authentication session expired' })).toBeVisible()
    forgive(complaints, 401)
  })

  await test.step('a backup code opens the account once; the count goes down; new codes replace the old', async () => {
    await typeLogin(page, email)
    await expect(page).toHaveURL('/verify-mfa')
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill(backup[0]!.toLowerCase())
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/settings')
    await ready(page)
    await expect(page.getByText('7 of 8 backup codes left.')).toBeVisible()
    await page.getByRole('button', { name: 'New backup codes' }).click()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await expect(page.getByText('8 of 8 backup codes left.')).toBeVisible()
    await expect(page.getByTestId('backup-codes').getByRole('listitem')).toHaveCount(8)
    expect(await page.getByTestId('backup-codes').textContent()).not.toContain(backup[1])
    await expectAccessible(page)
  })

  await test.step('turning it off says so, and also when it failed', async () => {
    const off = async () => {
      await page.getByRole('button', { name: 'Turn off' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    }
    await page.route('**/api/accounts/mfa/disable', (route) => route.fulfill({ status: 503, body: 'x' }))
    await off()
    await expect(toast(page, 'Failed to disable MFA. Please try again.')).toContainText('Error')
    forgive(complaints, 503)
    await page.unroute('**/api/accounts/mfa/disable')
    await off()
    await expect(toast(page, 'Multi-factor authentication has been disabled for your account')).toContainText('MFA Disabled')
    await expect(page.getByRole('link', { name: 'Set up', exact: true })).toBeVisible()
  })
})

test('passkeys: added, sign in alone, second factor, step-up that loses nothing, removed', async ({ page, product, complaints }) => {
  const email = await createUser(product)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await enter(page.context(), email)
  await page.goto('/settings')
  await ready(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(toast(page, 'Passkey added')).toBeVisible()
  await page.getByRole('button', { name: /^Rename/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('My laptop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove My laptop' })).toBeVisible()
  await product.mailTo(email, 'A passkey was added')

  await test.step('it signs in alone', async () => {
    await isolate(page)
    await page.goto('/login')
    await ready(page)
    await page.getByRole('button', { name: 'Passkey' }).click()
    await expect(page.getByText('Login successful! Redirecting...')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('without the person it is refused, and the account stays shut', async () => {
    await isolate(page)
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.goto('/login')
    await ready(page)
    await page.getByRole('button', { name: 'Passkey' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The passkey was not used' })).toBeVisible()
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  })

  await test.step('a dangerous act asks for it and then goes on with what was typed', async () => {
    await typeLogin(page, email)
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/developer/api-keys')
    await ready(page)
    await page.getByLabel('Key name').fill('Checkout of the shop')
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('production')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByTestId('new-api-key')).toHaveText(/^sw_production_[0-9a-f]{64}$/)
    await expect(page.getByText('Your new key “Checkout of the shop”')).toBeVisible()
    forgive(complaints, 403)
  })

  await test.step('removed, it opens nothing', async () => {
    await page.goto('/settings')
    await ready(page)
    await page.getByRole('button', { name: 'Remove My laptop' }).click()
    await page.getByRole('button', { name: 'Remove the passkey' }).click()
    await expect(page.getByRole('button', { name: 'Remove My laptop' })).toHaveCount(0)
    await isolate(page)
    await page.goto('/login')
    await ready(page)
    await page.getByRole('button', { name: 'Passkey' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This passkey could not be verified' })).toBeVisible()
    forgive(complaints, 422)
  })
})

test('settings: profile, role, password, sessions, a wallet to sign in with, own data', async ({ page, product, browser, complaints }) => {
  const email = await createUser(product)
  const wallet = privateKeyToAccount(generatePrivateKey())
  await page.exposeFunction('signForTest', (hex: `0x${string}`) => wallet.signMessage({ message: { raw: hex } }))
  await enter(page.context(), email)
  await page.goto('/settings')
  await ready(page)

  await test.step('profile', async () => {
    await page.getByLabel('First name').fill('')
    await page.getByLabel('Phone').fill('0123')
    await page.getByRole('button', { name: 'Save the profile' }).click()
    await expect(page.getByText('First name is required')).toBeVisible()
    await expect(page.getByText('Please use international format (e.g., +1234567890)', { exact: true })).toBeVisible()
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Last name').fill('Hopper')
    await page.getByLabel('Phone').fill('+14155550123')
    await page.getByRole('button', { name: 'Save the profile' }).click()
    await expect(toast(page, 'Profile updated')).toBeVisible()
    await expect(page.getByLabel(/account menu of Grace Hopper/)).toBeVisible()
    await page.reload()
    await ready(page)
    await expect(page.getByLabel('First name')).toHaveValue('Grace')
  })

  await test.step('asking to become an issuer', async () => {
    await page.getByRole('button', { name: 'Ask to become an issuer' }).click()
    await expect(page.getByText('Please say in at least 20 characters what you want to issue')).toBeVisible()
    await page.getByLabel('What do you want to issue?').fill('A Reg D 506(c) offering of a building in Arlington.')
    await page.getByRole('button', { name: 'Ask to become an issuer' }).click()
    await expect(page.getByText('An admin will look at your request.')).toBeVisible()
  })

  await test.step('without a wallet in the browser it says what to do; with one it is added', async () => {
    await page.getByRole('button', { name: 'Add a wallet' }).click()
    await expect(toast(page, 'MetaMask is not installed. Please install MetaMask to continue.')).toBeVisible()
    await page.context().addInitScript((address) => {
      const answers: Record<string, unknown> = { eth_requestAccounts: [address], eth_accounts: [], eth_chainId: '0x1' }
      Object.assign(window, {
        ethereum: {
          on: () => {},
          removeListener: () => {},
          request: async ({ method, params }: { method: string; params: string[] }) =>
            method === 'personal_sign'
              ? (window as unknown as { signForTest(m: string): string }).signForTest(params[0]!)
              : answers[method],
        },
      })
    }, wallet.address)
    await page.reload()
    await ready(page)
    await page.getByRole('button', { name: 'Add a wallet' }).click()
    await expect(page.getByText(wallet.address, { exact: false }).first()).toBeVisible()
    await product.mailTo(email, 'A wallet was added')
  })

  await test.step('password: wrong, leaked, changed; the other session ends', async () => {
    const other = await browser.newContext({ baseURL: product.url })
    const elsewhere = await other.newPage()
    await enter(other, email)
    const fill = async (present: string, next: string) => {
      await page.getByLabel('Present password').fill(present)
      await page.getByLabel('New password').fill(next)
      await page.getByLabel('Confirm password').fill(next)
      await page.getByRole('button', { name: 'Change the password' }).click()
    }
    await fill('Wrong-Pass-1', 'Horse-Staple-7')
    await expect(page.getByText('This is not your present password.').first()).toBeVisible()
    await fill(PASSWORD, 'Password1')
    await expect(page.getByText('This password is known from a data breach. Please choose another one.').first()).toBeVisible()
    forgive(complaints, 422)
    await fill(PASSWORD, 'Horse-Staple-7')
    await expect(toast(page, 'Password changed')).toBeVisible()
    await elsewhere.goto('/settings')
    await expect(elsewhere).toHaveURL(/\/login/)
    await enter(other, email, 'Horse-Staple-7')
    await page.reload()
    await ready(page)
    await expect(page.getByText('this session')).toBeVisible()
    await page.getByRole('button', { name: 'End all others' }).click()
    await expect(toast(page, 'All other sessions ended')).toBeVisible()
    await elsewhere.goto('/settings')
    await expect(elsewhere).toHaveURL(/\/login/)
    await other.close()
  })

  await test.step('own data, and a request for erasure taken back', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()])
    expect(download.suggestedFilename()).toMatch(/^sealwright-my-data-.*\.json$/)
    await page.getByRole('button', { name: 'Ask for erasure' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ask for erasure' }).click()
    await expect(page.getByText('It has not been carried out yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Withdraw the request' }).click()
    await expect(page.getByRole('button', { name: 'Ask for erasure' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('the wallet signs in', async () => {
    await isolate(page)
    await page.goto('/login')
    await ready(page)
    await page.getByRole('button', { name: 'Wallet' }).click()
    await expect(page.getByText('Login successful! Redirecting...')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })
})

test('failures: the words when the service is away, on every account screen and at log out', async ({ page, product, complaints }) => {
  const email = await createUser(product)
  await page.goto('/login')
  await ready(page)
  await page.route('**/api/accounts/**', (route) => route.abort())
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication service unavailable' })).toBeVisible()
  await expect(toast(page, 'Login failed')).toBeVisible()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send instructions' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send password reset email' })).toBeVisible()
  await expect(toast(page, 'Please try again later')).toContainText('Password reset failed')

  await page.unroute('**/api/accounts/**')
  await page.route('**/api/accounts/sign-in', (route) => route.fulfill({ status: 500, body: 'x' }))
  await typeLogin(page, email)
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication failed' })).toBeVisible()
  await page.unroute('**/api/accounts/sign-in')

  for (const [detail, words] of [
    ['x', 'Failed to create account'],
    ['Failed to create user', 'Failed to create user'],
  ] as const) {
    await page.goto('/register')
    await ready(page)
    await fillRegistration(page, freshEmail())
    await page.route('**/api/accounts/sign-up', (route) => route.fulfill({ status: 500, json: { code: 'internal_error', detail } }))
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(toast(page, 'Registration failed')).toContainText('An error occurred during registration')
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await page.unroute('**/api/accounts/sign-up')
  }

  await signIn(page, email)
  await page.route('**/dashboard/holdings.data*', (route) => route.fulfill({ status: 500, body: 'x' }))
  await ready(page)
  await page.getByRole('link', { name: 'Holdings' }).first().click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText(/Error id: \w+/)).toBeVisible()
  for (const name of ['Go Home', 'Report Bug']) await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/dashboard/holdings.data*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Holdings' })).toBeVisible()

  await page.goto('/no/such/page')
  await expect(page.getByRole('link', { name: 'Go Home' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
  for (const to of ['/developer', '/features', '/technology', '/contact'])
    await expect(page.getByRole('navigation', { name: 'Other pages' }).locator(`a[href="${to}"]`)).toBeVisible()
  await page.goto('/dashboard')
  await ready(page)
  await page.route('**/api/accounts/sign-out', (route) => route.fulfill({ status: 503, body: 'x' }))
  await page.getByLabel(/account menu/).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(toast(page, 'Logout failed')).toBeVisible()
  await page.unroute('**/api/accounts/sign-out')

  // One part that fails says so in its place; the rest of the page stays, and it comes back when asked to try again.
  await page.goto('/settings')
  await ready(page)
  await page.evaluate(() => {
    const right = Date.prototype.getUTCHours
    const mend = () => Object.assign(Date.prototype, { getUTCHours: right })
    Object.assign(window, { mend })
    Date.prototype.getUTCHours = () => {
      throw new Error('no hours today')
    }
  })
  await page.getByRole('button', { name: 'Ask for erasure' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for erasure' }).click()
  const fault = page.locator('#privacy').getByRole('alert').filter({ hasText: 'Component Error' })
  await expect(fault).toContainText('Something went wrong. Please try again.')
  await expect(page.getByLabel('First name')).toBeVisible()
  await page.evaluate(() => (window as unknown as { mend(): void }).mend())
  await fault.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Withdraw the request' })).toBeVisible()

  // What nobody caught is told in the words of the catalogue.
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('a fatal thing')), 0))
  await expect(toast(page, 'Critical Error')).toContainText('Something went wrong. Please try again.')

  await page.route('**/api/accounts/mfa/setup', (route) => route.fulfill({ status: 401, json: { code: 'not_signed_in' } }))
  await page.goto('/setup-mfa')
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'You must be logged in to set up MFA' })).toBeVisible()

  await page.context().clearCookies()
  for (const [how, words] of [
    [
      async (route: Route) => {
        await expect(page.getByRole('status', { name: 'Loading...' })).toBeVisible()
        await route.abort()
      },
      'Authentication service unavailable',
    ],
    [(route: Route) => route.fulfill({ body: 'x' }), 'Authentication initialization failed'],
  ] as const) {
    await page.route('**/api/session', how)
    const told = page.waitForRequest((request) => request.url().endsWith('/api/monitoring/logs'))
    await page.goto('/')
    expect((await told).postDataJSON()).toMatchObject({ level: 'error', message: `auth: ${words}` })
    await ready(page)
    await page.unroute('**/api/session')
  }
  expect(complaints.length).toBeGreaterThan(0)
  complaints.length = 0
})

test('web vitals are rated and told to the monitoring call when the page is left', async ({ page }) => {
  await page.goto('/pricing')
  await ready(page)
  const told = page.waitForRequest((request) => request.url().endsWith('/api/monitoring/logs'))
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    window.dispatchEvent(new Event('visibilitychange'))
  })
  const body = (await told).postDataJSON()
  expect(body).toMatchObject({
    message: 'web-vitals',
    data: { TTFB: { rating: expect.stringMatching(/good|needs-improvement|poor/) }, FCP: { value: expect.any(Number) } },
  })
})
