import type { Page } from '@playwright/test'
import { expect as seen } from '@playwright/test'
import { type Installation, live } from './installation.ts'

export const PASSWORD = 'A-long-one-9'
export const see = seen.configure({ timeout: 20_000 })

let made = 0
/** An address nobody has used in this run. */
export const freshEmail = (name = 'ada') => `${name}.${Date.now()}.${++made}@integrator.example`

/** Signs up by the form, opens the mailed link, and is then signed in. */
export async function signUp(page: Page, gate: Installation, email: string): Promise<void> {
  await page.goto('/register')
  await live(page)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Journey')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone').fill('+14155550123')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByLabel('Company name').fill('Journey Ltd')
  await page.getByRole('group', { name: 'Solutions interest' }).getByRole('checkbox').first().check()
  await page.getByLabel('Country').selectOption('United States')
  await page.getByLabel('I accept the terms').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await see(page).toHaveURL(/\/verify-email$/)
  const mail = await gate.mailTo(email, 'Confirm')
  const link = /https:\/\/\S+/.exec(mail.text)![0]
  see(link.startsWith(`${gate.url}/`), link).toBe(true)
  await page.goto(link)
  await see(page.getByText('Your address is confirmed. Welcome to Sealwright!')).toBeVisible()
}
