import type { Page } from '@playwright/test'
import { expect } from './server.ts'

export const PASSWORD = 'Ada-Example-1'

let made = 0
/** An address nobody has used in this run. */
export const freshEmail = () => `ada.${process.pid}.${Date.now()}.${++made}@integrator.example`

/** Makes a confirmed account with the operator's tool and returns its address. */
export function createUser(product: { admin(...args: string[]): string }, role: 'admin' | 'issuer' | 'investor' = 'investor'): string {
  const email = freshEmail()
  product.admin('create-user', '--email', email, '--password', PASSWORD, '--role', role)
  return email
}

/** Signs in by the call the screen makes (the screen has tests of its own) and opens the page that follows. */
export async function signIn(page: Page, email: string, password = PASSWORD, expected: string | RegExp = '/dashboard'): Promise<void> {
  const answer = await page.request.post('/api/accounts/sign-in', { data: { email, password, rememberMe: false } })
  expect(answer.status(), await answer.text()).toBe(200)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(expected)
}

/** A form with a method, typed into before its scripts answer, would send itself the browser's way. */
export const ready = (page: Page) => expect(page.locator('html[data-live]')).toBeAttached()

/** Fills the sign-up form with a valid person. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('+14155550123')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByLabel('Company name').fill('Example Works')
  await page.getByLabel('DeFi').check()
  await page.getByLabel('Country').selectOption('Germany')
  await page.getByLabel(/I accept the terms/).check()
}

export const toast = (page: Page, text: string | RegExp) => page.locator('[data-sonner-toast]').filter({ hasText: text }).first()
