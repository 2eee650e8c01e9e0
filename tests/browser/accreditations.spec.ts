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
  await page.getByLabel('The register says so').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('The file names another number').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Reject' }).check()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The letter names nobody that the bar association knows.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('The letter names nobody').first()).toBeVisible()
})
