import { expect, test } from '@playwright/test'
import { connect, everyLook, PICTURE, verify } from './walking.ts'

test('an investor is denied while not accredited, and accepted after a letter', async ({ page }) => {
  const email = `ada-${Date.now()}@example.org`
  await connect(page)
  await verify(page)
  await expect(page.getByRole('heading', { name: 'What accredits you?' })).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByLabel('The document', { exact: true })).toBeFocused()
  await everyLook(page, '1-accredit')
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('I can show').selectOption('none')
  await page.getByLabel('I have read').check()
  await page.getByRole('button', { name: 'Go on' }).click()

  await expect(page.getByRole('heading', { name: 'Open offerings' })).toBeVisible()
  const example = page.getByRole('button', { name: 'Open an example' })
  await expect(example.or(page.getByRole('heading', { name: 'Example Growth' }))).toBeVisible()
  if (await example.isVisible()) await example.click()
  const invest = async (amount: string) => {
    await page.getByLabel('Amount in USD').fill(amount)
    await page.getByRole('button', { name: 'Ask whether I may invest' }).click()
  }
  await invest('5')
  await expect(page.getByLabel('Amount in USD')).toHaveAttribute('aria-invalid', 'true')
  await invest('5000')
  await expect(page.getByText('The purchaser is not accredited.')).toBeVisible()
  await everyLook(page, '2-denied')

  await page.getByRole('button', { name: 'Show what accredits me' }).click()
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByLabel('Email').fill(email)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Day of the document').fill(yesterday)
  await page.getByLabel('The document', { exact: true }).setInputFiles({ name: 'letter.png', mimeType: 'image/png', buffer: PICTURE })
  await page.getByLabel('I have read').check()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('Accredited', { exact: true })).toBeVisible()
  await invest('5000')
  await expect(page.getByRole('heading', { name: 'Allowed', exact: true })).toBeVisible()
  await expect(page.getByText('Example Growth, 500 units')).toBeVisible()
  await everyLook(page, '3-accepted')
})
