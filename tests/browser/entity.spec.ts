import { createColleague, createUser, enter, programOf, ready, toast } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

test('an issuer files an entity with those behind it, has its papers reviewed, and a colleague types what they say', async ({
  page,
  product,
  complaints: _,
}) => {
  test.setTimeout(120_000)
  const email = await createUser(product, 'issuer')
  const api = await programOf(product, email)
  const { id } = await api('/investors', { type: 'entity', full_name: 'Quay Works Ltd', email: 'quay@works.example', country: 'GB' })

  await test.step('a number that its register would not give is said at its field, and nothing typed is lost', async () => {
    await enter(page.context(), email)
    await page.goto('/issuer/investors')
    await page.getByRole('link', { name: 'The entity Quay Works Ltd' }).click()
    await ready(page)
    await page.getByLabel('Formed on').fill('2015-03-02')
    await page.getByLabel('Country of the register').selectOption('United Kingdom')
    await page.getByLabel('Number', { exact: true }).fill('ZZ1')
    await page.getByRole('button', { name: 'Add somebody' }).click()
    const first = page.getByRole('region', { name: 'Somebody new' })
    await first.getByLabel('Kind').selectOption('An entity')
    await first.getByLabel('Full name').fill('Quay Holding Ltd')
    const holding = page.getByRole('region', { name: 'Quay Holding Ltd' })
    await holding.getByLabel('Country').selectOption('United Kingdom')
    await holding.getByLabel('Share, in percent').fill('60')
    await page.getByRole('button', { name: 'Add somebody' }).click()
    await page.getByRole('region', { name: 'Somebody new' }).getByLabel('Full name').fill('Ida Owner')
    const ida = page.getByRole('region', { name: 'Ida Owner' })
    await ida.getByLabel('Date of birth').fill('1971-05-02')
    await ida.getByLabel('Country').selectOption('United Kingdom')
    await ida.getByLabel('Share, in percent').fill('100')
    await ida.getByLabel('Of', { exact: true }).selectOption('Quay Holding Ltd')
    await page.getByLabel('The rest is held by many').check()
    await page.getByRole('button', { name: 'File it' }).click()
    await expect(page.getByText('This is not a number of Companies House')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Number', { exact: true }).fill('1234567')
    await page.getByRole('button', { name: 'File it' }).click()
    await expect(toast(page, 'Filed: it is judged anew')).toBeVisible()
    await expect(page.getByText('01234567, Companies House')).toBeVisible()
    await expect(page.getByText('100 % of Quay Holding Ltd')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectAccessible(page)
  })

  await test.step('each of its people is asked for proof by a link, and its papers go to a reviewer', async () => {
    await page.getByRole('button', { name: 'Send to a reviewer' }).click()
    await expect(page.getByText('Upload a document of kind register_extract first')).toBeVisible()
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'extract.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    })
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('extract.pdf')).toBeVisible()
    await page.getByRole('button', { name: 'Send to a reviewer' }).click()
    await expect(toast(page, 'Sent: another person looks at the papers')).toBeVisible()
    await expect(page.getByText('The file can be changed once they have decided.')).toBeVisible()
  })

  await test.step('a colleague reads the paper, types what it says, and what differs is refused', async () => {
    await page.context().clearCookies()
    await enter(page.context(), await createColleague(product, email))
    await page.goto('/desk/reviews?kind=entity_review')
    await page.getByRole('link', { name: 'The papers of an entity need a person’s look' }).first().click()
    await ready(page)
    await expect(page.getByRole('heading', { name: 'What the file says' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Read extract.pdf' })).toBeVisible()
    await page.getByLabel('Approve').check()
    await page.getByLabel('Name', { exact: true }).fill('Quay Works Limited')
    // The arrow keys pass over the other choices, and nothing typed is lost.
    await page.getByLabel('Approve').press('ArrowDown')
    await expect(page.getByLabel('Name', { exact: true })).toBeHidden()
    await page.getByLabel('Reject').press('ArrowUp')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Quay Works Limited')
    await page.getByLabel('Country of the register').selectOption('United Kingdom')
    await page.getByLabel(/^Number/).fill('07654321')
    await page.getByLabel('Formed on').fill('2015-03-02')
    await page.getByLabel('Day of the extract').fill(new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10))
    await page.getByRole('textbox', { name: 'Reason' }).fill('I read the extract and compared it with the file.')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('The extract names another entity than the file')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel(/^Number/).fill('1234567')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Decided: released')).toBeVisible()
  })

  await test.step('the entity is confirmed', async () => {
    await page.context().clearCookies()
    await enter(page.context(), email)
    await page.goto(`/issuer/investors/${id}/entity`)
    await expect(page.getByText('confirmed', { exact: true }).first()).toBeVisible()
  })
})
