import type { BrowserContext, Page } from '@playwright/test'
import type { MemberRole, Role } from '#core/kernel/permissions.ts'
import type { Wish } from '../operator.ts'
import { expect } from './server.ts'

export const PASSWORD = 'Ada-Example-1'

let made = 0
/** An address nobody has used in this run. */
export const freshEmail = () => `ada.${process.pid}.${Date.now()}.${++made}@integrator.example`

type Operated = { operatorUrl: string }

async function operate({ operatorUrl }: Operated, wish: Wish): Promise<string> {
  const answer = await fetch(operatorUrl, { method: 'POST', body: JSON.stringify(wish) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** Makes a confirmed account and returns its address. */
export async function createUser(product: Operated, role: Role = 'investor'): Promise<string> {
  const email = freshEmail()
  await operate(product, { email, password: PASSWORD, role })
  return email
}

/** Makes a confirmed account that works in somebody's organisation, there as one who decides cases unless said otherwise, and returns its address. */
export async function createColleague(product: Operated, colleagueOf: string, as?: MemberRole, role: Role = 'investor'): Promise<string> {
  const email = freshEmail()
  await operate(product, { email, password: PASSWORD, role, colleagueOf, ...(as && { as }) })
  return email
}

/** Makes a confirmed account whose organisation has its sign-on as the only way in, and returns its address. */
export async function createSignOnOnly(product: Operated): Promise<string> {
  const email = freshEmail().replace('@', `@only-${process.pid}-${made}.`)
  await operate(product, { email, password: PASSWORD, role: 'issuer' })
  await operate(product, { signOnOnlyOf: email })
  return email
}

/** A sandbox key of an account. */
export const keyOf = (product: Operated, email: string): Promise<string> => operate(product, { keyOf: email })

/** Calls the API with a sandbox key of an account, as its program would; bytes are sent as a PDF, and without a body it reads. */
export async function programOf(product: Operated & { url: string }, email: string) {
  const key = await keyOf(product, email)
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
  return async (path: string, body?: unknown): Promise<any> => {
    const bytes = body instanceof Uint8Array
    const response = await fetch(`${product.url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': bytes ? 'application/pdf' : 'application/json' },
      ...(body !== undefined && { body: bytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.ok, text).toBe(true)
    return JSON.parse(text)
  }
}

/** Signs in by the call the screen makes; the screen has tests of its own. */
export async function enter(context: BrowserContext, email: string, password = PASSWORD): Promise<void> {
  const answer = await context.request.post('/api/accounts/sign-in', { data: { email, password, rememberMe: false } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Signs in and opens the page that follows. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await enter(page.context(), email, password)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard')
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
