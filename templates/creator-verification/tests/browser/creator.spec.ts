import { expect, test } from '@playwright/test'
import { connect, everyLook, verify } from './walking.ts'

test('a creator is verified and lists a work; the same name of another waits', async ({ page, browser }) => {
  const name = `Ada ${Date.now().toString(36)}`
  await connect(page)
  await verify(page)
  await page.getByRole('button', { name: 'Verify me as a creator' }).click()
  await expect(page.getByLabel('Creator name')).toBeFocused()
  await page.getByLabel('Creator name').fill(name)
  await page.getByLabel('Website').fill(`https://${name.replace(' ', '-').toLowerCase()}.example`)
  await page.getByRole('button', { name: 'Verify me as a creator' }).click()
  await expect(page.getByText(`${name}: tier standard`)).toBeVisible()
  await page.getByLabel('Title').fill('Study in vermilion')
  await page.getByRole('button', { name: 'List it' }).click()
  await expect(page.getByText('Study in vermilion')).toBeVisible()
  await everyLook(page, '1-verified')

  const other = await (await browser.newContext()).newPage()
  await connect(other)
  await verify(other)
  await other.getByLabel('Creator name').fill(name)
  await other.getByRole('button', { name: 'Verify me as a creator' }).click()
  await expect(other.getByRole('heading', { name: 'A person looks at this first' })).toBeVisible()
  await expect(other.getByText('You list works once you are verified.')).toBeVisible()
  await everyLook(other, '2-waits')
})
