import { createUser, enter, programOf, ready } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

test('people of an issuer read an accreditation file that a program of theirs sent, and refuse it with a reason', async ({
  page,
  product,
}) => {
  const issuer = await createUser(product, 'issuer')
  const program = await programOf(product, issuer)
  await enter(page.context(), issuer)
  await page.goto('/issuer/accreditations')
  await expect(page.getByText('Nothing waits')).toBeVisible()
  const investor = await program('/investors', {
    ...{ full_name: 'Rufina Quillon', email: 'rufina@people.example', date_of_birth: '1980-01-01', country: 'US' },
    wallet_address: '0x11111111111111111111111111111111111ac1fe',
    address: { line1: '1 Street', city: 'Austin', state: 'TX' },
  })
  await program(`/investors/${investor.id}/verify`, { accepted_terms: true })
  const bytes = new Uint8Array(Buffer.from('%PDF-1.7\nA letter\n%%EOF'))
  const { id: document_id } = await program(`/investors/${investor.id}/documents?kind=accreditation_letter&file_name=letter.pdf`, bytes)
  // Wherever on earth it is read, a letter of yesterday is not of tomorrow.
  const dated = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const letter = { verifier: 'attorney', author: 'Lena Lawyer', license_number: 'NY 1', dated, good_standing: true }
  const filed = await program(`/investors/${investor.id}/accreditation`, {
    ...{ basis: 'net_worth', method: 'third_party_letter', letter, documents: [{ shows: 'letter', dated, document_id }] },
  })
  expect(filed).toMatchObject({ status: 'in_review', missing: [] })
  await page.reload()
  const open = page.getByRole('link', { name: /net worth/i })
  for (const path of ['list', 'file']) {
    for (const width of [360, 1440])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }
    if (path === 'list') await open.click()
    await expect(page.getByText('Lena Lawyer')).toBeVisible()
  }
  await ready(page)
  // Nobody approves a letter whose author was not looked up.
  await page.getByRole('radio', { name: 'Approve' }).check()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The letter is signed and names its author.')
  for (const [name, text] of [
    ['Register', 'The bar of New York'],
    ['Looked up on', dated],
    ['Number there', 'NY 2'],
    ['What it says of them', 'LAWYER, LENA. Currently registered.'],
  ] as const)
    await page.getByRole('group', { name: 'The author of the letter' }).getByLabel(name, { exact: true }).fill(text)
  await page.getByLabel('the register says so').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('The file names another number').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Reject' }).check()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The letter names nobody that the bar association knows.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('The letter names nobody').first()).toBeVisible()
})

test('the simulated wallet presents an accreditation by the buttons of the page, and each refused one says why', async ({
  page,
  product,
  complaints,
}) => {
  const program = await programOf(product, await createUser(product, 'issuer'))
  const { id: investor_id } = await program('/investors', {
    ...{ full_name: 'Grace Harbourlight', email: 'grace@people.example', date_of_birth: '1980-01-01', country: 'US' },
    wallet_address: '0x11111111111111111111111111111111111ac2fe',
  })
  const { id, url } = await program('/identity/sessions', { investor_id, claims: ['accreditation'] })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(new URL(url).pathname)
  for (const [button, says] of [
    ['One that has run out', /run out|expired/],
    ['One that was revoked', /revoked/],
    ['One of nobody who is trusted', /not trusted here/],
  ] as const) {
    await page.getByRole('button', { name: button }).press('Enter')
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: says })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  expect(await program(`/identity/sessions/${id}`)).toMatchObject({ status: 'open', evidence_id: null })
  await expect(page.getByRole('button', { name: 'Present a simulated accreditation' })).toBeEnabled()
  await page.getByRole('button', { name: 'Present a simulated accreditation' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Present a simulated accreditation' })).toHaveCount(0)
  await expect.poll(async () => (await program(`/investors/${investor_id}/accreditation`)).data[0]?.status).toBe('in_review')
  await expectAccessible(page)
  // The browser says of each refused call that it was.
  expect(complaints.splice(0).filter((text) => !text.includes('422'))).toEqual([])
})

test('a person takes the accreditation back that they sent themselves, and chooses another ground', async ({ page, product }) => {
  await enter(page.context(), await createUser(product))
  await page.goto('/dashboard/verification')
  const said = {
    ...{ 'First name': 'Rufina', 'Last name': 'Harbourlight', 'Date of birth': '1980-01-01', 'State or region': 'DE', City: 'Wilmington' },
    ...{ 'ZIP or postal code': '19801', 'Phone number': '+13025550123' },
  }
  for (const [label, value] of Object.entries(said)) await page.getByLabel(label).fill(value)
  await page.getByLabel('Address', { exact: true }).fill('1 Harbour Street')
  await page.getByLabel('Country').selectOption('US')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.getByRole('radio', { name: /^Net worth/ }).check()
  await page.getByLabel('How can it be shown?').selectOption({ index: 1 })
  await page.getByLabel('Who wrote the letter?').selectOption('Attorney')
  await page.getByLabel('Date of the letter').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
  await page.getByLabel('Name of the writer').fill('Lena Lawyer')
  await page.getByLabel('Their licence or bar number').fill('NY 1')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByLabel('Kind')).toHaveValue('accreditation_letter')
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nA letter\n%%EOF') })
  await page.getByRole('button', { name: 'Upload' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Documents' })).toContainText('letter.pdf')
  await page.getByRole('link', { name: 'Continue' }).press('Enter')
  await page.getByLabel('I agree to these terms.').check()
  await page.getByLabel('Signature').fill('Rufina Harbourlight')
  await page.getByRole('button', { name: 'Sign and send' }).press('Enter')
  await expect(page.getByText('accreditation pending')).toBeVisible()
  await page.getByRole('button', { name: 'Take the accreditation back' }).press('Enter')
  await expect(page).toHaveURL(/step=accreditation/)
  await expect(page.getByRole('button', { name: 'Take the accreditation back' })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^Net worth/ })).toBeVisible()
  await expect(page.getByText('accreditation pending')).toHaveCount(0)
})
