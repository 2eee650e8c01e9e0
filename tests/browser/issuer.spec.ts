import { startFixture } from '#chains/evm/anvil-fixture.ts'
import { createColleague, createUser, enter, freshEmail, programOf, ready, toast } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'
import { installWallet } from './wallet.ts'

test('an issuer goes from a draft to a closed offering whose cap table sums to what was issued', async ({ page, product, complaints }) => {
  test.setTimeout(240_000)
  const email = await createUser(product, 'issuer')
  const api = await programOf(product, email)
  // Few mails go to one address a day.
  const guest = freshEmail()

  await test.step('nothing yet: each page says what to do next', async () => {
    await enter(page.context(), email)
    await page.goto('/issuer/dashboard')
    await expect(page.getByText('Create your first offering')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of ['/issuer/dashboard', '/issuer/offerings', '/issuer/investors', '/issuer/offerings/new']) {
      await page.goto(path)
      await expectNoSidewaysScroll(page)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await test.step('the rules answer while typing, and what is typed is kept', async () => {
    await page.goto('/issuer/offerings/new')
    await ready(page)
    await page.getByLabel('Name').fill('Harbour Street')
    await page.getByLabel('Reg A+ (Tier 2)').check()
    await page.getByLabel('Price of a token').fill('10')
    await page.getByLabel('Total supply').fill('10,000,000')
    await page.getByLabel('Maximum offering').fill('75,000,001')
    const answer = page.getByRole('complementary', { name: 'What the rules say' })
    await expect(answer.getByRole('heading', { name: 'This cannot be created' })).toBeVisible()
    await expect(answer.getByRole('link', { name: 'reg a tier2 cap' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create and open' }).click()
    await expect(page.getByText('Nothing was lost').first()).toBeVisible()
    await expect(page.getByLabel('Maximum offering')).toHaveValue('75,000,001')
    await page.getByLabel('Reg D 506(b)').check()
    await page.getByLabel('Maximum offering').fill('1,000,000')
    await page.getByLabel('Total supply').fill('100,000')
    await page.getByLabel('Minimum investment').fill('1,000')
    await expect(answer.getByRole('heading', { name: 'This can open' })).toBeVisible()
    await expect(page).toHaveURL(/draft=drf_/)
    await expect(page.getByText('Everything typed is saved.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Maximum offering')).toHaveValue('1,000,000')
    await ready(page)
    await page.getByRole('button', { name: 'Create as draft' }).click()
    await expect(page).toHaveURL(/offerings\/off_/)
    await expect(page.getByText('draft', { exact: true })).toBeVisible()
  })
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const view = async (name: string) => {
    await page.goto(`/issuer/offerings/${id}?view=${name}`)
    await ready(page)
  }

  await test.step('change a draft: the form holds its terms, the call that does it names only what changed', async () => {
    await page.getByRole('link', { name: 'Edit terms' }).click()
    await expect(page).toHaveURL(/\/edit$/)
    await ready(page)
    await expect(page.getByLabel('Maximum offering')).toHaveValue('1,000,000')
    await expect(page.getByRole('button', { name: 'Save the changes' })).toBeDisabled()
    await page.getByLabel('Target').fill('900,000')
    await page.getByLabel('Closes on').fill('2027-03-31')
    await expect(page.getByText('2 terms changed.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This can open' })).toBeVisible()
    await page.getByText('The API call that does it').click()
    await expect(page.getByText('curl -X PATCH')).toContainText(`/api/v1/offerings/${id}`)
    await expectAccessible(page)
    await page.getByLabel('Minimum investment').fill('')
    await page.getByRole('button', { name: 'Save the changes' }).click()
    await expect(page.getByText('Nothing was lost').first()).toBeVisible()
    await expect(page.getByLabel('Target')).toHaveValue('900,000')
    await page.getByLabel('Minimum investment').fill('1000')
    await page.getByRole('button', { name: 'Save the changes' }).click()
    await expect(page).toHaveURL(new RegExp(`/offerings/${id}$`))
    await expect(page.getByText('31 Mar 2027').first()).toBeVisible()
    await expect(page.getByText('$900,000').first()).toBeVisible()
  })

  await test.step('open it and invite somebody by mail', async () => {
    await ready(page)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('dialog').getByText('The API call that does it').click()
    await expect(page.getByRole('dialog').locator('pre')).toContainText(`/api/v1/offerings/${id}/open`)
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click()
    await expect(toast(page, 'The offering is open')).toBeVisible()
    await view('invitations')
    await page.getByLabel('Invite by e-mail').fill(guest)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('cell', { name: guest, exact: true })).toBeVisible()
    const mail = await product.mailTo(guest)
    expect(mail.text).toContain('Harbour Street')
    expect(mail.text).toContain(`${product.url}/dashboard/offerings/ivt_`)
  })

  await test.step('keep a paper, refuse a program', async () => {
    await view('documents')
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'memo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nA memorandum\n%%EOF') })
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByRole('link', { name: 'memo.pdf', exact: true })).toBeVisible()
    await expect(page.getByLabel('File')).toHaveValue('')
    await page.getByLabel('File').setInputFiles({ name: 'memo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ a program') })
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /PDF/ })).toBeVisible()
    // Without scripts the whole page is the answer: it says why, and keeps the rest of the form.
    const refused = await page.request.post(page.url(), {
      headers: { origin: product.url },
      multipart: {
        intent: 'upload',
        kind: 'form_d',
        file: { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ a program') },
      },
    })
    expect(refused.status()).toBe(422)
    const answered = await refused.text()
    expect(answered).toContain('<option value="form_d" selected')
    expect(answered).toContain('This is not a PDF, PNG or JPEG file.')
  })

  /** One mint with the browser's wallet, on a chain that stands in for the sandbox's test network; the other by its hash. */
  async function signAndReport(): Promise<void> {
    const chain = await startFixture(11155111)
    try {
      if (chain)
        await installWallet(page.context(), {
          accounts: [await chain.account(1)],
          chains: { 11155111: chain.anvil.url },
          chainId: 11155111,
        })
      await view('issuances')
      await expect(page.getByText('2 mints wait for you')).toBeVisible()
      await expect(page.getByText(/23 h left, until/)).toHaveCount(2)
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Name the contract' }).click()
      await dialog.getByLabel('Address').fill('0x52908400098527886E0F7030069857D2E4169EE7')
      await dialog.getByRole('button', { name: 'Keep it' }).click()
      await expect(toast(page, 'The token’s contract is kept')).toBeVisible()
      if (chain) {
        await page.getByRole('button', { name: 'Prove it by signature' }).click()
        await expectAccessible(page)
        await dialog.getByRole('button', { name: 'Sign with your wallet' }).click()
        await expect(toast(page, 'The contract is linked')).toBeVisible()
        await expect(page.getByRole('region', { name: 'Token contract' })).toContainText('active')
      }
      const row = (n: number) => page.getByRole('row', { name: new RegExp(`Investor Number${n}`) })
      await row(1)
        .getByRole('button', { name: /Sign and report/ })
        .click()
      await expectAccessible(page)
      if (chain) await dialog.getByRole('button', { name: 'Sign with your wallet' }).click()
      else {
        await dialog.getByRole('button', { name: 'Make one up' }).click()
        await dialog.getByRole('button', { name: 'Report the mint' }).click()
      }
      await expect(row(1)).toContainText('confirmed')
      if (chain) expect((await chain.node.getBlock({ includeTransactions: true })).transactions[0]!.input).toMatch(/^0x40c10f19/)
      await row(2)
        .getByRole('button', { name: /Sign and report/ })
        .click()
      await dialog.getByRole('button', { name: 'Make one up' }).click()
      await dialog.getByRole('button', { name: 'Report the mint' }).click()
      await expect(row(2)).toContainText('confirmed')
      await expectAccessible(page)
      await view('investors')
    } finally {
      await chain?.stop()
    }
  }

  const people = await test.step('three invest through the API: one accepted at once, one later, one never', async () => {
    const investor = async (n: number, verify: boolean) => {
      const made = await api('/investors', {
        full_name: `Investor Number${n}`,
        email: `n${n}@people.example`,
        date_of_birth: '1980-02-03',
        country: 'DE',
        wallet_address: `0x${String(n).repeat(40)}`,
      })
      if (verify) await api(`/investors/${made.id}/verify`, { accepted_terms: true })
      return made.id as string
    }
    const ids = [await investor(1, true), await investor(2, false), await investor(3, false)]
    for (const investor_id of ids) await api('/investments', { offering_id: id, investor_id, amount: '20000' })
    return ids
  })

  await test.step('approve what is verified now, never what is not, and decline the rest', async () => {
    await view('investors')
    await page.getByRole('button', { name: 'Approve Investor Number2' }).click()
    await expect(
      page
        .getByRole('dialog')
        .getByText(/\/v1\/investments\/ivs_\w+\/approve/)
        .first(),
    ).toBeVisible()
    await page.getByRole('dialog').getByLabel('Why').fill('Known to us')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('identity')
    await api(`/investors/${people[1]}/verify`, { accepted_terms: true })
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(toast(page, 'The investment is accepted')).toBeVisible()
    await page.getByRole('button', { name: 'Decline Investor Number3' }).click()
    await page.getByRole('dialog').getByLabel('Why').fill('Withdrew')
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByRole('row', { name: /Investor Number3/ })).toContainText('rejected')
    await expectAccessible(page)
  })

  await test.step('issue, close, and read the cap table on screen and as CSV', async () => {
    await page.getByRole('button', { name: 'Authorise them all' }).click()
    // U3: four mints with a deadline are asked for, not made at once.
    await page.getByRole('dialog').getByRole('button', { name: 'Authorise', exact: true }).click()
    await expect(toast(page, '2 issuances authorised')).toBeVisible()
    await signAndReport()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close for good' }).click()
    await expect(toast(page, 'The offering is closed')).toBeVisible()
    // U5: one day of sales is a figure, no curve.
    await view('overview')
    await expect(page.getByText('A curve is drawn from three days on.')).toBeVisible()
    await view('cap-table')
    await expect(page.getByText('sums to it')).toBeVisible()
    await expect(page.getByRole('row', { name: /Investor Number1/ })).toContainText('2,000')
    await expect(page.getByRole('row', { name: /Investor Number2/ })).toContainText('50.00 %')
    await expectAccessible(page)
    const link = await page.getByRole('link', { name: 'CSV' }).getAttribute('href')
    const csv = await (await page.request.get(link!)).text()
    // U12: the same rows as data.
    expect(csv).toMatch(/Investor Number1,DE,2000,50\.00,2000,/)
    expect(csv.trim().split('\r\n')).toHaveLength(1 + (await page.locator('tbody tr').count()))
    await page.getByRole('button', { name: 'Freeze units of Investor Number1' }).click()
    const freeze = page.getByRole('dialog')
    await freeze.getByLabel('Ground').selectOption('court_order')
    await freeze.getByLabel('SHA-256').fill('e3'.repeat(32))
    await expectAccessible(page)
    await freeze.getByRole('button', { name: 'Freeze now' }).click()
    await expect(toast(page, 'The units are frozen')).toBeVisible()
    await expect(page.getByText('2,000 frozen')).toBeVisible()
    await view('orders')
    await expect(page.getByRole('row', { name: /Investor Number1/ })).toContainText('in force')
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const name of ['overview', 'readiness', 'investors', 'issuances', 'cap-table', 'orders', 'transfers', 'fees', 'what-if', 'exam']) {
      await view(name)
      await expectNoSidewaysScroll(page)
    }
  })
  // The browser reports the refusals we asked for.
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
  complaints.length = 0
})

test('an offering created while its terms are still checked opens its own page', async ({ page, product }) => {
  await enter(page.context(), await createUser(product, 'issuer'))
  let asked = 0
  await page.route(
    () => true,
    async (route) => {
      const checks = route.request().method() === 'POST' && /intent=check/.test(route.request().postData() ?? '')
      // The answer is on its way while the form leads on.
      if (checks && ++asked) await new Promise((go) => setTimeout(go, 300))
      await route.continue().catch(() => {})
    },
  )
  await page.goto('/issuer/offerings/new')
  await ready(page)
  await page.getByLabel('Name').fill('Harbour Street')
  await page.getByLabel('Reg D 506(b)').check()
  await page.getByLabel('Price of a token').fill('10')
  await page.getByLabel('Total supply').fill('100,000')
  await page.getByLabel('Maximum offering').fill('1,000,000')
  await page.getByLabel('Minimum investment').fill('1,000')
  await expect(page.getByText('Everything typed is saved.')).toBeVisible()
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Create as draft' }).click()
  await expect(page).toHaveURL(/offerings\/off_[^?]*$/)
  await expect(page.getByText('draft', { exact: true })).toBeVisible()
  expect(asked).toBeGreaterThan(1)
})

test('issuer pages are for issuers; an offering of one environment does not exist in the other', async ({ page, product, complaints }) => {
  await page.goto('/issuer/offerings')
  await expect(page).toHaveURL(/\/login\?next=%2Fissuer%2Fofferings/)
  await enter(page.context(), await createUser(product, 'investor'))
  for (const path of [
    '/issuer/dashboard',
    '/issuer/offerings',
    '/issuer/offerings/off_00000000000000000000000000',
    '/issuer/export/investors',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  }
  await page.context().clearCookies()
  await enter(page.context(), await createUser(product, 'issuer'))
  await page.goto('/issuer/dashboard')
  await ready(page)
  await page.getByRole('button', { name: 'Production' }).first().click()
  await expect(page.getByText('Production: what you do here is real')).toBeVisible()
  await page.goto('/issuer/offerings/off_00000000000000000000000000')
  await expect(page.getByRole('heading', { level: 1, name: 'No page is sealed to this address' })).toBeVisible()
  complaints.length = 0
})

test('U5 bars have a legend with their sums; U17 filters apply as they change and fold away on a phone', async ({ page, product }) => {
  const email = await createUser(product, 'issuer')
  const api = await programOf(product, email)
  await api('/offerings', {
    name: 'Quay Two',
    type: 'equity',
    regulation: 'reg_d_506b',
    total_supply: '1000',
    price_per_token: '10',
    minimum_investment: '100',
    maximum_raise: '10000',
  })
  await enter(page.context(), email)
  await page.goto('/issuer/dashboard')
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText(/Allowed ?\d.*In review ?\d.*Denied ?\d/)

  // Search and commands, by keyboard alone: a record by a part of its name, then a page; what is typed is in no address.
  await ready(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /Search people/ })
  await field.pressSequentially('quay')
  const option = page.getByRole('option', { name: /^Quay Two/ })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/issuer\/offerings\/off_\w+$/)
  await page.keyboard.press('Control+k')
  await expect(field).toHaveValue('')
  await page.keyboard.type('inbox')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  // On a phone the places are a sheet, before scripts and with them.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByLabel('Menu', { exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Inbox' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Offerings' }).click()
  await page.goto('/issuer/offerings')
  await ready(page)
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden()
  await expect(page.getByLabel('Status', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('draft')
  await expect(page).toHaveURL(/status=draft/)
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page).toHaveURL(/q=nothing/)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expectNoSidewaysScroll(page)
})

test('A13 due diligence: filed by keyboard, kept when refused, approved by a second person, taken back', async ({
  browser,
  page,
  product,
  baseURL,
}) => {
  const email = await createUser(product, 'issuer')
  const program = await programOf(product, email)
  const investor = await program('/investors', { full_name: 'Linh Example', email: 'linh@integrator.example', country: 'VN' })
  await enter(page.context(), email)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/issuer/due-diligence')
  await ready(page)
  await page.getByRole('button', { name: 'File due diligence' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await form.getByLabel('Investor or wallet').fill('inv_nobody')
  await form.getByLabel('What was found out, and how').fill('Employed by a bank since 2016; payslips seen.')
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'File it' }).press('Enter')
  await expect(form.getByText('Choose at least one.')).toBeVisible()
  await form.getByLabel('A country of higher risk').press('Space')
  await form.getByRole('button', { name: 'File it' }).press('Enter')
  await expect(form.getByText('You have no such investor')).toBeVisible()
  await expect(form.getByLabel('Investor or wallet')).toBeFocused()
  await expect(form.getByLabel('What was found out, and how')).toHaveValue(/payslips seen/)
  await expectAccessible(page)
  await form.getByLabel('Investor or wallet').fill(investor.id)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The file counts from the next check on')).toBeVisible()
  await expect(page.getByText('another person approves', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await expectNoSidewaysScroll(page)

  const other = await browser.newContext({ baseURL: baseURL! })
  await enter(other, await createColleague(product, email))
  const second = await other.newPage()
  await second.goto(`/desk/due-diligence?q=${investor.id}`)
  await ready(second)
  await second.getByText('Linh Example').click()
  await expect(second.getByText('payslips seen')).toBeVisible()
  await second.getByRole('button', { name: 'Approve the file on Linh Example' }).press('Enter')
  await second.getByLabel('In which office you approve').fill('MLRO')
  await second.keyboard.press('Enter')
  await expect(toast(second, 'The file is approved')).toBeVisible()
  await expectAccessible(second)
  await other.close()

  await page.reload()
  await ready(page)
  await expect(page.getByText('as MLRO')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw the file on Linh Example' }).press('Enter')
  await page.getByRole('button', { name: 'Withdraw it' }).press('Enter')
  await expect(page.getByText('counts no more')).toBeVisible()
})
