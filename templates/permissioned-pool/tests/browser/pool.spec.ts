import { expect, test } from '@playwright/test'
import { connect, everyLook, verify } from './walking.ts'

test('a wallet is verified, gets a permit and deposits on the chain; too much is denied; leaving is open', async ({ page }) => {
  await connect(page)
  await verify(page)
  await expect(page.getByText('You have 0 in the pool.')).toBeVisible()
  const ask = async (amount: string) => {
    await page.getByLabel('Amount in USD').fill(amount)
    await page.getByRole('button', { name: 'Ask for a permit' }).click()
  }
  await ask('much')
  await expect(page.getByLabel('Amount in USD')).toBeFocused()
  await ask('100')
  await expect(page.getByRole('heading', { name: 'Allowed', exact: true })).toBeVisible()
  await everyLook(page, '1-permit')
  await page.getByRole('button', { name: 'Put 100 in' }).click()
  await expect(page.getByText('You have 100 in the pool.')).toBeVisible()
  await expect(page.getByText('In the pool', { exact: true })).toBeVisible()

  await ask('1000000')
  await expect(page.getByRole('heading', { name: 'Not allowed' })).toBeVisible()
  await everyLook(page, '2-denied')
  await page.getByLabel('Amount to take out').fill('40')
  await page.getByRole('button', { name: 'Take out' }).click()
  await expect(page.getByText('You have 60 in the pool.')).toBeVisible()
})
