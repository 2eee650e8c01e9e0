import type { Page } from '@playwright/test'
import { createUser, enter, fillRegistration, freshEmail, PASSWORD, ready } from './accounts.ts'
import { expect, test } from './server.ts'

const NETWORK = 'Network connection issue. Please check your internet connection and try again.'

/** The browser's own report of what it could not load, and the router's of the pages it was about to look up when the network went. */
const OF_THE_NETWORK = /ERR_INTERNET_DISCONNECTED|^Failed to fetch manifest patches TypeError: Failed to fetch/
const onlyTheBrowsers = (complaints: string[]) => {
  expect(complaints.filter((text) => !OF_THE_NETWORK.test(text))).toEqual([])
  complaints.length = 0
}
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

test('U2 sign-in, sign-up and a forgotten password say that the network is away, and keep what was typed', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto('/login')
  await ready(page)
  await context.setOffline(true)
  await page.getByLabel('Email').fill('ada@integrator.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await said(page, 'Login failed')
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication service unavailable' }).first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ada@integrator.example')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send instructions' }).click()
  await said(page, 'Password reset failed')
  onlyTheBrowsers(complaints)

  await context.setOffline(false)
  await page.goto('/register')
  await ready(page)
  const email = freshEmail()
  await fillRegistration(page, email)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create account' }).click()
  await said(page, 'Registration failed')
  await said(page, 'An error occurred during registration')
  await expect(page.getByRole('alert').filter({ hasText: NETWORK }).first()).toBeVisible()
  await expect(page.getByLabel('Company name')).toHaveValue('Example Works')
  onlyTheBrowsers(complaints)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/verify-email')
})

test('U2 the contact form and the status mails say so as well', async ({ page, context, complaints }) => {
  await page.goto('/contact')
  await ready(page)
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Example'],
    ['Company', 'Example Works'],
    ['Business email', 'ada@integrator.example'],
    ['Phone', '+14155550123'],
    ['Notes', 'We would like to know what a check costs at volume.'],
  ] as const)
    await page.getByLabel(label, { exact: label === 'Company' }).fill(text)
  await page.getByLabel('Inquiry type').selectOption({ index: 1 })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Submission Failed')).toHaveCount(2)
  await expect(page.getByText(/^Please try again or contact us directly at \S+@\S+$/).first()).toBeVisible()
  await expect(page.getByLabel('Notes')).toHaveValue(/at volume/)
  onlyTheBrowsers(complaints)

  await context.setOffline(false)
  await page.goto('/api-status')
  await ready(page)
  await context.setOffline(true)
  await page.getByLabel('Email').fill('ada@integrator.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await said(page, 'The subscription could not be saved. Please try again.')
  await expect(page.getByLabel('Email')).toHaveValue('ada@integrator.example')
  onlyTheBrowsers(complaints)
})

test('U2 what tells of an error is told even when its own files never arrived', async ({ page, context, complaints }) => {
  // Only what the page needs to be shown at first.
  await page.route(/\/assets\/(toaster|error-handler|zod|schemas)/, (route) => route.abort())
  await page.goto('/login')
  await ready(page)
  await context.setOffline(true)
  await page.getByLabel('Email').fill('ada@integrator.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await said(page, 'Login failed')
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication service unavailable' }).first()).toBeVisible()
  onlyTheBrowsers(complaints.filter((text) => !text.includes('ERR_FAILED')))
  complaints.length = 0
})

test('U2 keys, webhooks, the sandbox, settings and the playground keep their forms', async ({ page, context, product, complaints }) => {
  await enter(context, await createUser(product, 'issuer'))
  await page.goto('/developer/api-keys')
  await ready(page)
  await page.getByLabel('Key name').fill('Checkout service')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await said(page, 'Failed to create API key')
  await expect(page.getByLabel('Key name')).toHaveValue('Checkout service')
  onlyTheBrowsers(complaints)

  await context.setOffline(false)
  await page.goto('/developer/webhooks')
  await ready(page)
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  await page.getByLabel('Address').fill('https://receiver.example/hooks')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(page.getByText(NETWORK).first()).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('https://receiver.example/hooks')

  await context.setOffline(false)
  await page.goto('/developer/sandbox')
  await ready(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Trigger', exact: true }).click()
  await expect(page.getByText(NETWORK).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Sandbox' })).toBeVisible()

  await context.setOffline(false)
  await page.goto('/settings')
  await ready(page)
  await page.getByLabel('First name').fill('Augusta')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await said(page, 'Profile not updated')
  await expect(page.getByText(NETWORK).first()).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Augusta')

  await context.setOffline(false)
  await page.goto('/developer/api-playground')
  await ready(page)
  await context.setOffline(true)
  await page
    .getByRole('button', { name: /^(Send|Run)/ })
    .first()
    .click()
  await expect(page.getByText('Request failed').first()).toBeVisible()
  complaints.length = 0
})

test('U2 a page that cannot be reached leaves the one that is shown, with a way to try again', async ({ page, context, complaints }) => {
  await page.goto('/contact')
  await ready(page)
  await page.getByLabel('Notes').fill('Half a sentence')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  const away = page.getByRole('alert').filter({ hasText: NETWORK })
  await expect(away).toBeVisible()
  await expect(page).toHaveURL('/contact')
  await away.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Still no connection')).toBeVisible()
  await away.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(away).toHaveCount(0)
  await expect(page.getByLabel('Notes')).toHaveValue('Half a sentence')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await context.setOffline(false)
  await page.getByRole('alert').getByRole('button', { name: 'Try Again' }).click()
  await expect(page).toHaveURL('/pricing')
  complaints.length = 0
})
