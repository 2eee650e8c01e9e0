import { createUser, enter, ready, toast } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

test('an organisation sets up a provider by its keys, reads how its messages arrive, and removes it', async ({
  page,
  product,
  complaints,
}) => {
  await enter(page.context(), await createUser(product, 'issuer'))
  await page.goto('/issuer/identity-providers')
  await ready(page)
  await expect(page.getByText('No provider is set up')).toBeVisible()
  await page.getByLabel('Provider', { exact: true }).selectOption('Sumsub')
  await page.getByLabel('Key', { exact: true }).fill('prd:0123456789abcdef')
  await page.getByLabel('Secret of the key').fill('sumsub-secret-key')
  await page.getByLabel('Secret of its messages').fill('sumsub-webhook-secret')
  await page.getByLabel('Level name').fill('basic-kyc')
  await page.getByRole('button', { name: 'Keep the keys' }).click()
  // A key of the other world is refused, and nothing that was typed is lost.
  await expect(page.getByText('This is a live key')).toBeVisible()
  await expect(page.getByLabel('Key', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Level name')).toHaveValue('basic-kyc')
  await page.getByLabel('Key', { exact: true }).fill('sbx:0123456789abcdef')
  await page.getByRole('button', { name: 'Keep the keys' }).click()
  await expect(toast(page, 'Kept.')).toBeVisible()
  await expect(page.getByText('no message yet')).toBeVisible()
  await expect(page.getByText(/\/api\/identity\/providers\/sumsub\/idp_/)).toBeVisible()
  await expect(page.getByLabel('Key', { exact: true })).toHaveCount(0)
  expect(await page.content()).not.toContain('sumsub-secret-key')
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  const webhook = new URL((await page.getByText(/\/api\/identity\/providers\/sumsub\/idp_/).textContent())!).pathname
  expect((await page.request.post(webhook, { data: {} })).status()).toBe(422)
  await page.reload()
  await expect(page.getByText('message with a wrong signature')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('No provider is set up')).toBeVisible()
  complaints.splice(0)
})
