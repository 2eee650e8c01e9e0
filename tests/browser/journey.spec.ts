import type { Page } from '@playwright/test'
import { freshEmail, ready, toast } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

const verification = {
  wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
  kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
}

/** A form typed into before its script runs would send itself the browser's way. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await ready(page)
}

test('from signing up to a revoked key', async ({ page, product, complaints }) => {
  const email = freshEmail()
  await test.step('sign up', async () => {
    await open(page, '/register')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Journey')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Phone').fill('+14155550123')
    await page.getByLabel('Password', { exact: true }).fill('A-long-one-9')
    await page.getByLabel('Confirm password').fill('A-long-one-9')
    await page.getByLabel('Company name').fill('Journey Ltd')
    await page.getByRole('group', { name: 'Solutions interest' }).getByRole('checkbox').first().check()
    await page.getByLabel('Country').selectOption('United States')
    await page.getByLabel('I accept the terms').check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(/\/verify-email$/)
    await expect(page.getByText(email)).toBeVisible()
    // A long address breaks inside the card of a telephone.
    const seen = page.viewportSize()!
    await page.setViewportSize({ width: 320, height: 740 })
    const card = (await page.getByText(email).locator('xpath=ancestor::main/div').boundingBox())!
    expect(card.x + card.width).toBeLessThanOrEqual(320)
    await page.setViewportSize(seen)
  })

  await test.step('the mailed link signs in at the root', async () => {
    const mail = await product.mailTo(email)
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
    expect(link).toContain(product.url)
    await page.goto(link!)
    await expect(page.getByText('Your address is confirmed. Welcome to Sealwright!')).toBeVisible()
    await expect(page).toHaveURL(`${product.url}/`)
    await expect(page.getByRole('link', { name: 'Developer Portal' }).first()).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  const key = await test.step('make a key, shown once', async () => {
    await open(page, '/developer/api-keys')
    await page.getByLabel('Key name').fill('  ')
    await page.getByRole('button', { name: /create/i }).click()
    await expect(toast(page, 'Please enter a key name')).toContainText('Error')
    await page.getByLabel('Key name').fill('journey')
    await page.route('**/api/api-keys', (route) => route.fulfill({ status: 503, body: 'x' }))
    await page.getByRole('button', { name: /create/i }).click()
    await expect(toast(page, 'Failed to create API key')).toContainText('Error')
    await page.unroute('**/api/api-keys')
    await page.getByRole('button', { name: /create/i }).click()
    await expect(toast(page, "API key created successfully. Copy it now - you won't be able to see it again.")).toBeVisible()
    const shown = page.getByTestId('new-api-key')
    await expect(shown).toHaveText(/^sw_sandbox_[0-9a-f]{64}$/)
    await expectAccessible(page)
    const value = (await shown.textContent())!
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy API key' }).click()
    await expect(toast(page, 'API key copied to clipboard')).toContainText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    await page.reload()
    await expect(page.getByRole('cell', { name: 'journey every scope' })).toBeVisible()
    await expect(page.getByText(value)).toHaveCount(0)
    return value
  })

  const playground = async () => {
    await open(page, '/developer/api-playground')
    await page.getByLabel('JSON body').fill(JSON.stringify(verification))
    await page
      .getByRole('region', { name: 'Request' })
      .getByLabel(/API key/)
      .fill(key)
    await page.getByRole('button', { name: 'Send request' }).click()
    return page.getByTestId('answer-status')
  }

  await test.step('the playground answers with that key', async () => {
    await expect(await playground()).toHaveText(/^200/)
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('verification_status')
    await expectAccessible(page)
  })

  await test.step('a revoked key is refused at once', async () => {
    await open(page, '/developer/api-keys')
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    const revoke = async () => {
      await page.getByRole('button', { name: 'Revoke journey' }).click()
      await expect(dialog).toContainText('Are you sure you want to revoke this API key? This action cannot be undone.')
      await dialog.getByRole('button', { name: 'Revoke' }).click()
    }
    await page.route('**/api/api-keys/*/revoke', (route) => route.fulfill({ status: 503, body: 'x' }))
    await revoke()
    await expect(toast(page, 'Failed to revoke API key')).toContainText('Error')
    await page.unroute('**/api/api-keys/*/revoke')
    await page.route('**/api/api-keys', (route) => route.fulfill({ status: 503, body: 'x' }))
    await revoke()
    await expect(toast(page, 'API key revoked successfully')).toBeVisible()
    await expect(toast(page, 'Failed to load API keys')).toContainText('Error')
    await page.unroute('**/api/api-keys')
    await page.reload()
    await expect(page.getByRole('row', { name: /journey/ })).toContainText('revoked')
    await expect(await playground()).toHaveText(/^401/)
    // The browser reports the 401 we asked for.
    expect(complaints.filter((text) => !/401|503/.test(text))).toEqual([])
    complaints.length = 0
  })

  await test.step('sign out, and the guarded page asks to sign in', async () => {
    await page.context().clearCookies()
    await page.goto('/developer/api-keys')
    await expect(page).toHaveURL(/\/login\?next=/)
  })
})

test('the playground works without an account, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/developer/api-playground')
  await page.getByLabel('JSON body').fill(JSON.stringify(verification))
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByTestId('answer-status')).toHaveText(/^200/)
  await expectNoSidewaysScroll(page)
})
