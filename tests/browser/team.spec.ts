import type { Locator, Page } from '@playwright/test'
import { makeAuthority } from '../identity/authorities.ts'
import { createColleague, createUser, enter, keyOf, ready, toast } from './accounts.ts'
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

test('a program’s key, the organisation handed over, deleted and kept, by keyboard alone', async ({ page, product, browser }) => {
  const owner = await createUser(product, 'issuer')
  // Only to somebody with the role issuer: the organisation would have no desk else.
  const officer = await createColleague(product, owner, 'admin', 'issuer')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter(page.context(), owner)
  await page.goto('/settings/team')
  const press = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name }).first().press('Enter')
  const dialog = page.getByRole('dialog')
  const roleOf = (on: Page, email: string) => on.getByRole('row', { name: new RegExp(email) }).getByRole('combobox')
  const works = async (key: string) =>
    (await fetch(`${product.url}/api/v1/keys/self`, { headers: { authorization: `Bearer ${key}` } })).status === 200

  const theirs = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  await enter(theirs, officer)
  const other = await theirs.newPage()
  await test.step('a program of the organisation has a key, and none once it is ended', async () => {
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Make a service account' }) })
    await form.getByLabel('Name').fill('Nightly export')
    await form.getByLabel('Name').press('Enter')
    await press(/^Make a key/)
    const key = (await page.getByTestId('new-api-key').textContent())!.trim()
    expect(await works(key)).toBe(true)
    await expectNoSidewaysScroll(page)
    await press('I have copied it, dismiss')
    await press('End Nightly export')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'End Nightly export' })).toBeFocused()
    await press('End Nightly export')
    await press('End the service account', dialog)
    await expect(page.getByText('There is none yet.')).toBeVisible()
    expect(await works(key)).toBe(false)
  })
  await test.step('the owner hands it over, and decides nothing of its end any more', async () => {
    await page
      .getByRole('row', { name: new RegExp(officer) })
      .getByRole('button', { name: /^Make owner/ })
      .press('Enter')
    await expectAccessible(page)
    await press('Hand it over', dialog)
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    await expect(roleOf(page, officer)).toHaveValue('owner')
  })
  await test.step('the new owner deletes it by its name, and calls it off', async () => {
    const key = await keyOf(product, owner)
    expect(await works(key)).toBe(true)
    await other.setViewportSize({ width: 360, height: 800 })
    await other.emulateMedia({ colorScheme: 'dark' })
    await other.goto('/settings/team')
    await ready(other)
    await press(/^Delete /, other)
    const asked = other.getByRole('dialog')
    await asked.getByLabel('Type its name to delete it').fill('Another name')
    await asked.getByLabel('Type its name to delete it').press('Enter')
    await expect(asked.getByRole('alert')).toBeVisible()
    await expect(asked.getByLabel('Type its name to delete it')).toHaveValue('Another name')
    await expectAccessible(other)
    const name = (await asked.getByRole('heading').textContent())!.slice('Delete '.length, -1)
    await asked.getByLabel('Type its name to delete it').fill(name)
    await asked.getByLabel('Type its name to delete it').press('Enter')
    await expect(other.getByText('Its API keys do nothing.')).toBeVisible()
    expect(await works(key)).toBe(false)
    await expectNoSidewaysScroll(other)
    await expectAccessible(other)
    await press('Call it off', other)
    await expect(other.getByRole('button', { name: /^Delete / })).toBeVisible()
    expect(await works(key)).toBe(true)
  })
  await theirs.close()
})

test('sign-on, sessions and a directory are set up by keyboard, each refused with a word at its field first', async ({ page, product }) => {
  await enter(page.context(), await createUser(product, 'issuer'))
  await page.goto('/settings/sign-on')
  await page.getByLabel('Protocol').selectOption('SAML 2.0')
  await page.getByLabel('Entity id of the provider').fill('https://idp.harbour.example/entity')
  await page.getByLabel('Sign-in address').fill('https://idp.harbour.example/sso')
  await page.getByLabel('Signing certificates').fill('no certificate')
  await page.getByRole('button', { name: 'Save', exact: true }).first().press('Enter')
  await expect(page.getByLabel('Signing certificates')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Entity id of the provider')).toHaveValue('https://idp.harbour.example/entity')
  await page.getByLabel('Signing certificates').fill((await makeAuthority({ name: 'C=UT, CN=Harbour', rsaBits: 2_048 })).pem)
  await page.getByRole('button', { name: 'Save', exact: true }).first().press('Enter')
  await expect(page.getByText('Nobody has signed on by these settings yet.')).toBeVisible()
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  const idle = page.getByLabel('Over after minutes alone')
  await idle.fill('a while')
  await idle.press('Enter')
  await expect(idle).toHaveAttribute('aria-invalid', 'true')
  await expect(idle).toHaveValue('a while')
  await idle.fill('60')
  await idle.press('Enter')
  await expect(toast(page, 'It holds from the next request')).toBeVisible()
  await page.getByLabel('Name of a directory').fill('Harbour directory')
  await page.getByLabel('Name of a directory').press('Enter')
  const token = (await page.getByTestId('new-api-key').textContent())!.trim()
  const asked = async () => (await fetch(`${product.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await asked()).toBe(200)
  await page.getByRole('button', { name: /^End its token/ }).press('Enter')
  await expect(toast(page, 'Directory ended')).toBeVisible()
  expect(await asked()).toBe(401)
  await page.getByRole('button', { name: 'Remove the sign-on' }).press('Enter')
  await expect(page.getByText('Nobody signs on yet.')).toBeVisible()
})
