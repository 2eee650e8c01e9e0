import { generateKeyPairSync, sign } from 'node:crypto'
import { encodeBase58 } from '#chains/base58.ts'
import { createUser, programOf, ready } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

test('a refused wallet of Solana appeals with its key alone, and is told how the appeal stands', async ({ page, product }) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const address = encodeBase58(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  const program = await programOf(product, await createUser(product, 'issuer'))
  await program('/sandbox/lists/delta', { add: [{ entity_id: 'APPEAL-1', name: 'Fictional Listed Wallet', wallet_addresses: [address] }] })
  const refused = await program('/wallets/verify', {
    wallet_address: address,
    kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
  })
  expect(refused.verification_status).toBe('rejected')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/appeal')
  await ready(page)
  await page.getByText('No wallet in this browser, or one of Solana').click()
  await page.getByLabel('Wallet address').fill(address)
  await page.getByRole('button', { name: 'Get the text to sign' }).click()
  const text = page.locator('pre')
  await expect(text).toContainText(address)
  await expectNoSidewaysScroll(page)
  const signature = sign(null, Buffer.from((await text.textContent())!), privateKey)
  await page.getByLabel('Signature').fill(encodeBase58(signature))
  await page.getByRole('button', { name: 'Check the signature' }).click()

  await expect(page.getByRole('radio')).toBeChecked()
  await expect(page.getByText('Reason: sanctions screening.')).toBeVisible()
  await page.getByRole('button', { name: 'Open the appeal' }).click()
  await expect(page.getByText('Say in at least 10 characters why the refusal is wrong.')).toBeVisible()
  await expect(page.getByLabel('Your statement')).toBeFocused()
  await page.getByLabel('Your statement').fill('This wallet is mine alone and was never theirs.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Open the appeal' }).click()

  await expect(page.getByText('Your appeal is open')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Keep this receipt' })).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'See how it stands' }).click()
  await expect(page).toHaveURL(/\/appeal\?id=apl_/)
  await expect(page.getByText('in review', { exact: true })).toBeVisible()
})
