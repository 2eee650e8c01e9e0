import { createUser, enter } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

test('a founder invites a colleague, who joins by the mail, works in both organisations, and is removed', async ({
  page,
  product,
  browser,
}) => {
  const [owner, colleague] = [await createUser(product, 'issuer'), await createUser(product)]
  await enter(page.context(), owner)
  await page.goto('/settings/team')
  await page.getByLabel('E-mail address').fill(colleague)
  await page
    .locator('form', { has: page.getByRole('button', { name: 'Invite', exact: true }) })
    .getByLabel('Role')
    .selectOption('auditor')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(`As auditor, until`)).toBeVisible()
  const link = /\/join\/[\w-]+/.exec((await product.mailTo(colleague, '/join/')).text)![0]

  await test.step('nobody else accepts it', async () => {
    await page.goto(link)
    await expect(page.getByText('sent to another address')).toBeVisible()
  })

  const theirs = await browser.newContext({ baseURL: product.url, viewport: { width: 360, height: 800 }, colorScheme: 'dark' })
  const other = await theirs.newPage()
  await test.step('a visitor is told to sign in', async () => {
    await other.goto(link)
    await expect(other.getByRole('link', { name: 'Open an account' })).toBeVisible()
  })
  await test.step('the colleague joins, and reads the team without changing it', async () => {
    await enter(theirs, colleague)
    await other.goto(link)
    await other.getByRole('button', { name: /^Join / }).press('Enter')
    await expect(other).toHaveURL('/settings/team')
    await expect(other.getByText(owner)).toBeVisible()
    await expect(other.getByRole('button', { name: 'Invite', exact: true })).toHaveCount(0)
    await expectNoSidewaysScroll(other)
    await expectAccessible(other)
    await other.goto(link)
    await expect(other.getByText('accepted already')).toBeVisible()
  })
  await test.step('they choose where they work', async () => {
    await other.goto('/issuer/dashboard')
    await expect(other).toHaveURL('/issuer/dashboard')
    await other.goto('/settings/team')
    await other.getByRole('button', { name: /^Work here/ }).click()
    // Of their own organisation they are the owner.
    await expect(other.getByRole('button', { name: 'Invite', exact: true })).toBeVisible()
    await other.goto('/issuer/dashboard')
    await expect(other).toHaveURL('/dashboard')
  })
  await test.step('a page of one organisation does nothing in another, chosen in a second window meanwhile', async () => {
    await other.goto('/settings/team')
    const second = await theirs.newPage()
    await second.goto('/settings/team')
    await second.getByRole('button', { name: /^Work here/ }).click()
    await expect(second.getByText(owner)).toBeVisible()
    await other.getByLabel('E-mail address').fill('somebody@else.example')
    await other.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(other.getByText('you work in another organisation now')).toBeVisible()
    await expect(other.getByLabel('E-mail address')).toHaveValue('somebody@else.example')
    await second.getByRole('button', { name: /^Work here/ }).click()
    await expect(second.getByRole('button', { name: 'Invite', exact: true })).toBeVisible()
    await other.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(other.getByText(/^As .*, until/)).toBeVisible()
    await second.close()
  })
  await test.step('a role of its own is made and the member removed', async () => {
    await page.goto('/settings/team')
    await page.getByRole('button', { name: 'Make a role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Clerk')
    await dialog.getByLabel('Read offerings').check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save the role' }).click()
    await expect(page.getByRole('listitem').getByText('Clerk', { exact: true })).toBeVisible()
    await page
      .getByRole('row', { name: new RegExp(colleague) })
      .getByRole('button', { name: /^Remove/ })
      .click()
    await page.getByRole('button', { name: 'Remove the member' }).click()
    await expect(page.getByText(colleague)).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
  await test.step('a long name goes nowhere sideways', async () => {
    await other.goto('/settings/team')
    await other.getByLabel('Another organisation').fill(`${'W'.repeat(60)} und Gesellschaft für Vermögensverwaltung GmbH & Co. KGaA`)
    await other.getByRole('button', { name: 'Make it' }).click()
    await expect(other.getByRole('button', { name: /^Delete W+ und/ })).toBeVisible()
    await expectNoSidewaysScroll(other)
  })
  await theirs.close()
})
