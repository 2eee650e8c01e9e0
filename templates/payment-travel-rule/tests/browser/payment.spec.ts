import { expect, test } from '@playwright/test'
import { connect, everyLook, PICTURE, verify } from './walking.ts'

const wallet = (scenario: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${scenario}`

test('somebody is verified once; a payment is approved, one waits for names, one is denied', async ({ page }) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && !/40[139]|422/.test(message.text()) && problems.push(message.text()))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Test wallet of the sandbox' })).toBeVisible()
  await everyLook(page, '1-connect')
  await connect(page)

  await page.getByRole('button', { name: 'Verify me' }).click()
  await expect(page.getByLabel('Document')).toBeVisible()
  await expect(page.getByLabel('Picture or scan of it')).toBeFocused()
  await everyLook(page, '2-verify')
  await verify(page)
  await expect(page.getByRole('heading', { name: 'A new payment' })).toBeVisible()

  const pay = async (to: string, amount: string) => {
    await page.getByLabel('To wallet').fill(to)
    await page.getByLabel('Amount').fill(amount)
    await page.getByRole('button', { name: 'Ask whether it may be sent' }).click()
  }
  await pay(wallet('5002'), 'a lot')
  await expect(page.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Amount')).toBeFocused()
  await pay(wallet('5002'), '500')
  await expect(page.getByRole('heading', { name: 'Allowed', exact: true })).toBeVisible()

  await pay(wallet('5002'), '5000')
  await expect(page.getByText('Give the name of the recipient')).toBeVisible()
  await everyLook(page, '3-names-needed')
  await page.getByLabel('Name of the recipient').fill('Grace Example')
  await page.getByLabel('Provider of the recipient').fill('Other Exchange')
  await page.getByLabel('Invoice').setInputFiles({ name: 'invoice.png', mimeType: 'image/png', buffer: PICTURE })
  await pay(wallet('5002'), '5000')
  await expect(page.getByText(/: complete\./).first()).toBeVisible()

  await pay(wallet('2001'), '50')
  await expect(page.getByRole('heading', { name: 'Not allowed' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Not allowed' }).locator('..')).toBeFocused()
  await everyLook(page, '4-denied')

  await page.reload()
  await expect(page.getByText('May be sent', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Not allowed', { exact: true })).toHaveCount(1)
  await page.getByText('Why').first().click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Connect a wallet' })).toBeVisible()
  expect(problems).toEqual([])
})
