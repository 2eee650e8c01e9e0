import { createColleague, createUser, enter, programOf, ready } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

test('U1 the review screen says agrees only of what is equal, near with the days, and differs', async ({ page, product }, info) => {
  const issuer = await createUser(product, 'issuer')
  const program = await programOf(product, issuer)
  const held = async (wallet_address: string, date_of_birth: string): Promise<string> => {
    const kyc_data = { full_name: 'Malory Sanctioned', date_of_birth, country: 'US' }
    return (await program('/wallets/verify', { wallet_address, kyc_data })).wallet_id
  }
  const near = await held('0x1111111111111111111111111111111111119714', '1971-03-14')
  const same = await held('0x1111111111111111111111111111111111119701', '1970-01-01')
  await enter(page.context(), await createColleague(product, issuer))
  const open = async (wallet: string) => {
    await page.goto(`/desk/reviews?kind=sanctions_match&q=${wallet}`)
    await page.locator('tbody').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/desk\/reviews\/cas_/)
    await ready(page)
  }
  await open(near)
  const first = page.locator('details').filter({ hasText: 'Mallory Sanctioned' }).first()
  await expect(first.getByText('date of birth is near: 437 days apart')).toBeVisible()
  await expect(page.getByText(/date of birth agrees|born within a year/)).toHaveCount(0)
  // What only moves the score claims no likeness.
  await expect(first.getByRole('row').filter({ hasText: '1970-01-01' }).last()).toContainText('adjusts')
  for (const width of [320, 360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      if (process.env.SHOTS) await first.screenshot({ path: info.outputPath(`near-${width}-${colorScheme}.png`) })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await open(same)
  await expect(first.getByText('date of birth agrees: the same day of birth')).toBeVisible()
})
