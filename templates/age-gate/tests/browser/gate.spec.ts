import { expect, test } from '@playwright/test'
import { connect, everyLook } from './walking.ts'

test('somebody of age plays; a child does not; a break closes the gate', async ({ page }) => {
  await connect(page)
  const pass = async (born: string, where: string, what = 'general') => {
    await page.getByLabel('Date of birth').fill(born)
    await page.getByLabel('Where you are').fill(where)
    await page.getByLabel('What you play').selectOption(what)
    await page.getByRole('button', { name: 'Let me in' }).click()
  }
  await pass('1990-05-17', 'nowhere')
  await expect(page.getByLabel('Where you are')).toBeFocused()
  await pass('1990-05-17', 'DE')
  await expect(page.getByText('You may play.')).toBeVisible()
  await page.getByRole('button', { name: 'Play: Games' }).click()
  await expect(page.getByText('Your game begins here.')).toBeVisible()
  await everyLook(page, '1-open')
  await pass('1990-05-17', 'US-UT', 'gambling')
  await expect(page.getByRole('heading', { name: 'Not allowed' })).toBeVisible()
  await everyLook(page, '2-denied')
  await page.getByRole('button', { name: 'Begin the break' }).click()
  await expect(page.getByText('Your break has begun.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The gate is open' })).toBeHidden()
  await pass('1990-05-17', 'DE')
  await expect(page.getByRole('heading', { name: 'Not allowed' })).toBeVisible()
})
