import { createUser, fillRegistration, freshEmail, PASSWORD, ready, signIn, toast } from './accounts.ts'
import { expect, expectAccessible, test } from './server.ts'

test('login: messages of the fields, wrong password, success, redirect after a second', async ({ page, product, complaints }) => {
  const email = await createUser(product)
  await page.goto('/login')
  await ready(page)
  await expectAccessible(page)
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  for (const address of [email, freshEmail()]) {
    await page.getByLabel('Email').fill(address)
    await page.getByLabel('Password', { exact: true }).fill('Wrong-password-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
    await expect(toast(page, 'Login failed')).toBeVisible()
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByLabel('Remember me').check()
  const asked = Date.now()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible()
  await expect(toast(page, 'Welcome back, ')).toContainText('Login successful')
  await expect(page).toHaveURL('/dashboard')
  expect(Date.now() - asked).toBeGreaterThanOrEqual(1000)
  expect(await page.evaluate(() => localStorage.getItem('sealwright.remember-me'))).toBe('true')
  expect(await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('sealwright.user')!)).sort())).toEqual(
    ['createdAt', 'email', 'firstName', 'id', 'isVerified', 'lastName', 'mfaEnabled', 'profileCompleted', 'role', 'updatedAt'].sort(),
  )
  expect(await page.evaluate(() => localStorage.getItem('sealwright.user'))).not.toContain(email)
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
  complaints.length = 0
})

test('signing up, in and asking for a new password work without scripts', async ({ browser, product }) => {
  const email = await createUser(product)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/login?next=%2Fsettings')
  const enterWith = async (password: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await enterWith('Wrong-pass-1')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send instructions' }).click()
  await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send instructions' }).click()
  await expect(page.getByText('Password reset email sent')).toBeVisible()
  await page.goto('/register')
  await page.getByLabel('Postal code').fill('10115')
  await page.getByLabel('DeFi').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('You must accept the terms to create an account')).toBeVisible()
  await expect(page.getByLabel('Postal code')).toHaveValue('10115')
  await expect(page.getByLabel('DeFi')).toBeChecked()
  await page.goto('/login?next=%2Fsettings')
  await enterWith(PASSWORD)
  await expect(page).toHaveURL('/settings')
  await context.close()
})

test('forgot password opens in place; the button waits for an address', async ({ page, product, complaints }) => {
  const email = await createUser(product)
  await page.goto('/login')
  await ready(page)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/login')
  const send = page.getByRole('button', { name: 'Send instructions' })
  await expect(send).toBeDisabled()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(email)
  await expect(send).toBeEnabled()
  await send.click()
  await expect(toast(page, 'Password reset email sent')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).toBeFocused()

  const link = (await product.mailTo(email, 'Reset')).text.match(/https?:\/\/\S+/)![0]
  await page.goto(link)
  await ready(page)
  for (const password of ['Password1', 'Another-Pass-2']) {
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Save the new password' }).click()
    if (password !== 'Password1') break
    await expect(page.getByText('This password is known from a data breach. Please choose another one.')).toBeVisible()
    await expect(page.getByLabel('New password')).toBeFocused()
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
    complaints.length = 0
  }
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await signIn(page, email, 'Another-Pass-2')
  await page.goto('/settings')
  await expect(page.getByRole('cell', { name: 'Password reset', exact: true })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('This link is not valid any more. Please ask for a new one.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('button', { name: 'Send instructions' })).toBeDisabled()
})

test('guards: nobody sees a signed-in page without signing in, and comes back to it afterwards', async ({ page, product }) => {
  for (const path of ['/dashboard', '/settings', '/developer/api-keys']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  }
  const email = await createUser(product)
  await ready(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/developer/api-keys')
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/register')
  await expect(page).toHaveURL('/dashboard')
})

test('a form sent before its script ran puts no password into an address', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/login?next=%2Fsettings')
  await page.getByLabel('Email').fill('ada@integrator.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page).toHaveURL('/login?next=%2Fsettings')
  for (const path of ['/register', '/reset-password?token=x']) {
    await page.goto(path)
    await expect(page.locator('form:has(input[type=password])')).toHaveAttribute('method', 'post')
    const answer = await context.request.post(path, { form: { password: 'never-sent-back' }, maxRedirects: 0 })
    expect(answer.status()).toBe(422)
    expect(await answer.text()).not.toContain('never-sent-back')
  }
  await context.close()
})

test('an address of another site is never gone on to', async ({ page, product }) => {
  const email = await createUser(product)
  await page.goto(`/login?next=${encodeURIComponent('//evil.example/x')}`)
  await ready(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('log out returns to the site root and ends the session', async ({ page, product }) => {
  await signIn(page, await createUser(product))
  // Quicker than the page's scripts, and than those of the menu.
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/dashboard', { waitUntil: 'domcontentloaded' })
  await page.getByLabel(/account menu/).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  scripts.resolve()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
})

test('register: every message of the specification', async ({ page }) => {
  await page.goto('/register')
  await ready(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  for (const message of [
    'First name is required',
    'Last name is required',
    'Please enter a valid email address',
    'Password must be at least 8 characters',
    'Please confirm your password',
    'Phone number is required',
    'Company name is required',
    'Please select at least one solution',
    'Country is required',
    'You must accept the terms to create an account',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()

  await fillRegistration(page, freshEmail())
  const password = page.getByLabel('Password', { exact: true })
  for (const [typed, message] of [
    ['alllower1', 'Password must contain at least one uppercase letter'],
    ['ALLUPPER1', 'Password must contain at least one lowercase letter'],
    ['NoNumbers', 'Password must contain at least one number'],
    ['Another-1', 'Passwords do not match'],
  ] as const) {
    await password.fill(typed)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await page.getByLabel('Phone').fill('0123456789')
  await expect(page.getByText('Please use international format (e.g., +1234567890)', { exact: true })).toBeVisible()
})

test('a role sent along at sign-up changes nothing, and a known address gets the same answer', async ({ request, product }) => {
  const email = freshEmail()
  const body = {
    email,
    password: PASSWORD,
    firstName: 'Eve',
    lastName: 'Example',
    phone: '+14155550123',
    companyName: 'Example Works',
    solutionsInterest: ['defi'],
    country: 'Germany',
    role: 'admin',
    isVerified: true,
  }
  const first = await request.post('/api/accounts/sign-up', { data: body })
  expect(first.status()).toBe(201)
  const second = await request.post('/api/accounts/sign-up', { data: body })
  expect(second.status()).toBe(201)
  expect(await second.json()).toEqual(await first.json())
  const mail = await product.mailTo(email, 'Confirm')
  await request.get(mail.text.match(/https?:\/\/\S+/)![0])
  const { user } = await (await request.get('/api/session')).json()
  expect(user).toMatchObject({ email, role: 'investor', isVerified: false })
})

test('a confirmation link that is wrong leads to where a new one is sent', async ({ page }) => {
  await page.goto('/api/auth/verify-email?token=nonsense&callbackURL=%2F')
  await expect(page).toHaveURL('/verify-email?error=link')
  await expect(page.getByRole('alert').filter({ hasText: 'This link is not valid any more' })).toBeVisible()
})

test("the auth library's own calls are closed: they would pass by this product's rules", async ({ request }) => {
  for (const path of ['sign-up/email', 'sign-in/email', 'two-factor/enable', 'update-user'])
    expect((await request.post(`/api/auth/${path}`, { data: { email: freshEmail(), password: 'weak', name: 'x' } })).status()).toBe(404)
})
