import { createTestClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startAnvil } from '#chains/evm/anvil.ts'
import { createUser, enter, programOf, ready, signIn, toast } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'
import { installWallet } from './wallet.ts'

/** A wallet of this try alone: a second try finds the first one's proven by another person. */
const account = () => privateKeyToAccount(generatePrivateKey())
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

test.describe.configure({ timeout: 300_000 })

test('an investor: verified, sealed, admitted, invested, locked up, free', async ({ page, product, browser }) => {
  const anvil = await startAnvil({ chainId: 31337, port: product.chainPort })
  test.skip(!anvil, 'anvil is not installed on this machine')
  try {
    const me = account()
    const node = createTestClient({ mode: 'anvil', transport: http(anvil!.url) })
    await node.setBalance({ address: me.address, value: parseEther('12.5') })
    const wallet = await installWallet(page.context(), { accounts: [me], chains: { 31337: anvil!.url }, chainId: 31337 })
    const issuer = await createUser(product, 'issuer')
    const investor = await createUser(product)
    const program = await programOf(product, issuer)
    const offering = await program('/offerings', {
      name: 'Pier Nine Storage',
      type: 'equity',
      regulation: 'reg_d_506b',
      total_supply: '10000',
      price_per_token: '10',
      minimum_investment: '1000',
      maximum_raise: '100000',
      lockup_days: 30,
      status: 'open',
    })

    await test.step('verification keeps what is typed, names what is wrong, and decides at once', async () => {
      await signIn(page, investor)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Good to see you')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Verify your identity' }).click()
      await expect(page).toHaveURL('/dashboard/verification')
      // Whoever types on while an earlier save is slow: one save at a time, and the last holds everything.
      const saves: string[] = []
      page.on('request', (request) => request.method() === 'POST' && saves.push('sent'))
      page.on('response', (response) => response.request().method() === 'POST' && saves.push('kept'))
      await page.route(
        '**/dashboard/verification**',
        async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 700))
          await route.continue()
        },
        { times: 1 },
      )
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('Harbour')
      await page.getByLabel('City').fill('Wilmington')
      await page.getByLabel('City').blur()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await page.reload()
      await ready(page)
      await expect(page.getByLabel('City')).toHaveValue('Wilmington')
      expect(saves).toEqual(['sent', 'kept', 'sent', 'kept'])
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Date of birth is required')).toBeVisible()
      await expect(page.getByLabel('Date of birth')).toBeFocused()
      await expectAccessible(page)
      await page.getByLabel('Date of birth').fill('1985-04-02')
      await page.getByLabel('Address', { exact: true }).fill('1 Harbour Street')
      await page.getByLabel('State or region').fill('DE')
      await page.getByLabel('ZIP or postal code').fill('19801')
      await page.getByLabel('Country').selectOption('US')
      await page.getByLabel('Phone number').fill('+13025550123')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page).toHaveURL(/step=accreditation/)
      await page.getByLabel('None of these').check()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page).toHaveURL(/step=documents/)
      const file = page.getByLabel('File')
      await file.setInputFiles({ name: 'passport.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>not a document</html>') })
      await page.getByRole('button', { name: 'Upload' }).click()
      await expect(page.getByText('This is not a PDF, PNG or JPEG file.')).toBeVisible()
      await file.setInputFiles({ name: 'passport.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a passport') })
      await page.getByRole('button', { name: 'Upload' }).click()
      await expect(page.getByRole('list', { name: 'Documents' })).toContainText('passport.pdf')
      await expectAccessible(page)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download passport.pdf' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('passport.pdf')
      await page.getByRole('link', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Sign and send' }).click()
      await expect(page.getByText('You must accept the terms to be verified')).toBeVisible()
      await page.getByLabel('I agree to these terms.').check()
      await page.getByLabel('Signature').fill('Ada Harbour')
      await page.getByRole('button', { name: 'Sign and send' }).click()
      await expect(page).toHaveURL(/sent=1/)
      await expect(page.getByText('identity verified')).toBeVisible()
      await expect(page.getByText('documents pending')).toBeVisible()
    })

    await test.step('the wallet connects, proves control, and the credential is sealed to it', async () => {
      await page.getByRole('link', { name: 'Connect a wallet' }).click()
      await page.getByRole('button', { name: 'Connect MetaMask' }).click()
      await expect(page.getByTestId('wallet-address')).toHaveText(me.address.toLowerCase())
      await expect(page.getByTestId('wallet-balance')).toContainText('12.5000')
      await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
      wallet.declineNext('personal_sign')
      await page.getByRole('button', { name: 'Sign to prove control' }).click()
      await expect(page.getByText('The signature was declined in the wallet. Nothing was changed.')).toBeVisible()
      await page.getByRole('button', { name: 'Sign to prove control' }).click()
      await expect(page.getByText('KYC verified')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
      await expectAccessible(page)
    })

    await test.step('it sends with 18 decimals, shows it pending, and settles from the chain', async () => {
      const other = account().address
      await page.getByLabel('To', { exact: true }).fill('0x123')
      await page.getByLabel('Amount in ETH').fill('0.0000000000000000001')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('Enter an address: 0x and 40 hex digits')).toBeVisible()
      await page.getByLabel('To', { exact: true }).fill(other)
      await page.getByLabel('Amount in ETH').fill('0.100000000000000001')
      await page.getByRole('button', { name: 'Send' }).click()
      const row = page.getByRole('row', { name: new RegExp(short(other), 'i') })
      await expect(row).toContainText('0.100000000000000001 ETH')
      await expect(row, 'nobody has to press Refresh').toContainText('confirmed')
      await expect(page.getByTestId('wallet-balance')).toContainText('12.39')
      expect(new Set(wallet.state.asked)).toEqual(
        new Set(['eth_accounts', 'eth_requestAccounts', 'eth_chainId', 'personal_sign', 'eth_sendTransaction']),
      )
      await page.reload()
      await expect(page.getByText('KYC verified'), 'found again on load').toBeVisible()
      await expect(row).toContainText('confirmed')
    })

    await test.step('an invitation is the way in; accepting it is the consent', async () => {
      const office = await browser.newContext({ baseURL: product.url })
      await enter(office, issuer)
      const invited = await office.request.post(`/issuer/offerings/${offering.id}`, { form: { intent: 'invite', email: investor } })
      expect(invited.status()).toBeLessThan(400)
      await office.close()
      expect((await product.mailTo(investor, 'Pier Nine')).text).toContain('/dashboard/offerings/')
      await page.goto('/dashboard/offerings')
      await ready(page)
      await page.getByLabel(/^Notifications, \d unread$/).click()
      await page.getByRole('link', { name: /invites you to Pier Nine Storage/ }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pier Nine Storage')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Accept and give consent' }).click()
      await expect(page.getByRole('button', { name: 'Invest' })).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('an investment is checked without a trace, then made', async () => {
      await page.getByLabel('Amount in USD').fill('500')
      await page.getByRole('button', { name: 'Check only' }).click()
      await expect(page.getByText('The minimum investment is 1000')).toBeVisible()
      await page.getByLabel('Amount in USD').fill('2,000')
      await page.getByRole('button', { name: 'Check only' }).click()
      await expect(page.getByText('You may invest this amount')).toBeVisible()
      await page.getByRole('button', { name: 'Invest', exact: true }).click()
      await expect(page.getByText('Read and accept the terms of the subscription first.')).toBeVisible()
      await page.getByLabel(/I have read the terms/).check()
      await page.getByRole('button', { name: 'Invest', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'What you are about to do' })).toBeFocused()
      await expect(page.getByText('200 tokens at $10 each')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Invest $2,000' }).click()
      await expect(page.getByText('Your investment is accepted')).toBeVisible()
    })

    await test.step('tokens are locked up, and free by the sandbox’s clock', async () => {
      const minted = await program('/tokens/issue', { offering_id: offering.id, wallet_address: me.address, quantity: 200 })
      await program(`/tokens/issue/${minted.id}/confirm`, { transaction_hash: `0x${'d2'.repeat(32)}` })
      await page.goto('/dashboard/holdings')
      const lot = page.getByRole('row', { name: /Pier Nine Storage/ })
      await expect(lot).toContainText('200')
      await expect(lot).toContainText('locked')
      await expect(lot).toContainText('Rule 144')
      await expectAccessible(page)
      const csv = await (await page.request.get('/dashboard/tax-lots')).text()
      expect(csv).toMatch(/Pier Nine Storage,.*,200,10,2000,USD/)
      await page.goto('/dashboard/holdings?view=tax-lots')
      const table = page.getByRole('table')
      const shown = [table.locator('thead th'), table.locator('tbody tr').first().locator('td')]
      const [heads, cells] = await Promise.all(shown.map((each) => each.allInnerTexts()))
      expect(csv.replace('\ufeff', '').trim().split('\r\n')).toEqual([heads!.join(','), cells!.join(',')])
      await page.goto('/dashboard/holdings')
      await program('/sandbox/clock', { advance: '400d' })
      await page.reload()
      await expect(lot.getByText('free', { exact: true })).toBeVisible()
    })

    await test.step('the seal has a public page that names nobody; consent can be withdrawn', async () => {
      await page.goto('/dashboard/credentials')
      await ready(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: /^Withdraw/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
      await expect(page.getByText('withdrawn', { exact: true })).toBeVisible()
      // The receipt says what was learnt and when; giving it again is a new use.
      await page.getByRole('link', { name: /^Receipt/ }).click()
      await expect(page.getByText('consent withdrawn')).toBeVisible()
      await expect(page.getByText('learnt your name, date of birth, country, wallet address', { exact: false })).toBeVisible()
      await expectAccessible(page)
      const uses = page.getByRole('table').locator('tbody tr')
      const before = await uses.count()
      await page.getByRole('button', { name: /^Give again/ }).click()
      await expect(page.getByText('consent given')).toBeVisible()
      await expect(uses).toHaveCount(before + 1)
      const file = await page.request.get(`${page.url()}/receipt`)
      expect(await file.json()).toMatchObject({ object: 'consent_receipt', state: 'given', periods: [{}, { withdrawn_at: null }] })
      expect(((await file.json()) as { uses: { log_leaf: string }[] }).uses[0]!.log_leaf).toMatch(/^[0-9a-f]{64}$/)
      await page.goto('/dashboard/credentials')
      await page.getByRole('link', { name: 'Public page' }).first().click()
      await expect(page.getByText('This credential stands.')).toBeVisible()
      await expect(page.getByText('Harbour', { exact: false })).toHaveCount(0)
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 800 })
      await expectNoSidewaysScroll(page)
      for (const path of ['', '/verification?step=identity', '/wallet', '/credentials', '/offerings', '/holdings', '/notifications']) {
        await page.goto(`/dashboard${path}`)
        await expectNoSidewaysScroll(page)
      }
    })
  } finally {
    await anvil?.stop()
  }
})

test('every message and reset of the wallet', async ({ page, product, context, browser, complaints }) => {
  const investor = await createUser(product)
  await enter(page.context(), investor)
  const connect = page.getByRole('button', { name: 'Connect MetaMask' })

  await page.goto('/dashboard/wallet')
  await ready(page)
  await connect.click()
  await expect(page.getByText('MetaMask is not installed. Please install MetaMask to continue.')).toBeVisible()
  await page.getByRole('button', { name: 'Coinbase Wallet' }).click()
  await expect(page.getByText('WalletConnect and Coinbase Wallet coming soon')).toBeVisible()
  await page.getByRole('button', { name: 'WalletConnect' }).click()
  await expect(page.getByText('WalletConnect and Coinbase Wallet coming soon')).toBeVisible()

  const [first, second] = [account(), account()]
  const chains = { 1: 'http://127.0.0.1:9', 137: 'http://127.0.0.1:9' }
  const wallet = await installWallet(context, { accounts: [], chains, chainId: 1 })
  await page.reload()
  await ready(page)
  await connect.click()
  await expect(page.getByText('No accounts found')).toBeVisible()
  wallet.state.accounts = [first]
  wallet.declineNext('eth_requestAccounts')
  await connect.click()
  await expect(page.getByText('The request was declined in the wallet.')).toBeVisible()

  await test.step('what does not reach the server is passed over in silence', async () => {
    await page.route('**/functions/v1/wallet-*', (route) => route.abort())
    await connect.click()
    await expect(page.getByTestId('wallet-address')).toHaveText(first.address.toLowerCase())
    await expect(page.getByTestId('wallet-balance')).toContainText('0.0000')
    await expect(page.getByRole('main').getByRole('alert').filter({ visible: true })).toHaveCount(0)
    await page.unroute('**/functions/v1/wallet-*')
    complaints.length = 0
  })

  await test.step('accounts, networks and the end of a connection', async () => {
    await page.reload()
    await expect(page.getByTestId('wallet-address')).toHaveText(first.address.toLowerCase())
    await ready(page)
    await wallet.useAccounts([second])
    await expect(page.getByTestId('wallet-address')).toHaveText(second.address.toLowerCase())
    await page.getByLabel('Switch network').selectOption('Sepolia')
    await expect(page.getByText('This network is not available in your wallet. Please add it first.')).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.getByLabel('Switch network').selectOption('Polygon')
    await reloaded
    await expect(page.getByLabel('Switch network')).toHaveValue('0x89')
    expect(await page.evaluate(() => localStorage.getItem('sealwright.wallet.chain'))).toBe('0x89')
    await ready(page)
    await wallet.useAccounts([])
    await expect(connect).toBeVisible()
    wallet.state.accounts = [second]
    await connect.click()
    await expect(page.getByTestId('wallet-address')).toBeVisible()
    await wallet.disconnect()
    await expect(connect).toBeVisible()
    await connect.click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.reload()
    await ready(page)
    await expect(connect, 'who left is not connected again unasked').toBeVisible()
  })

  await test.step('a wallet that somebody else proved is refused', async () => {
    await connect.click()
    await page.getByRole('button', { name: 'Sign to prove control' }).click()
    await expect(toast(page, 'Control of the wallet is proven')).toBeVisible()
    await expect(page.getByText('control proven').or(page.getByText('Control of this wallet is proven')).first()).toBeVisible()
    const stranger = await browser.newContext({ baseURL: product.url })
    await installWallet(stranger, { accounts: [second], chains, chainId: 1 })
    const theirs = await stranger.newPage()
    await enter(stranger, await createUser(product))
    await theirs.goto('/dashboard/wallet')
    await ready(theirs)
    await theirs.getByRole('button', { name: 'Connect MetaMask' }).click()
    await expect(theirs.getByText('Failed to register wallet')).toBeVisible()
    await stranger.close()
  })

  await test.step('a break from play is asked for once, made longer, and never shorter', async () => {
    const leave = async (term: string) => {
      await page.getByRole('radio', { name: term, exact: true }).check()
      await page.getByRole('checkbox', { name: 'I know that this cannot be undone' }).check()
      await page.getByRole('button', { name: /^(Exclude myself|Make it longer)$/ }).click()
    }
    await page.getByText('Exclude yourself from play', { exact: true }).click()
    await leave('1 year')
    await expect(page.getByText(/^You are excluded from play through \d+ \w+ 20\d\d\.$/)).toBeVisible()
    await leave('6 months')
    await expect(page.getByText(/^The exclusion lasts to .* and is never shortened/)).toBeVisible()
  })

  await test.step('another wallet of the browser works, and nobody gets in without signing in', async () => {
    const visitor = await browser.newContext({ baseURL: product.url })
    const away = await visitor.newPage()
    for (const path of ['/dashboard/wallet', '/dashboard/verification', '/dashboard/tax-lots', '/dashboard/documents/doc_x']) {
      await away.goto(path)
      await expect(away).toHaveURL(/\/login\?next=/)
    }
    await installWallet(visitor, { accounts: [account()], chains, chainId: 1, rdns: 'com.coinbase.wallet', name: 'Coinbase Wallet' })
    await enter(visitor, await createUser(product))
    await away.goto('/dashboard/wallet')
    await ready(away)
    await away.getByRole('button', { name: /Coinbase Wallet/ }).click()
    await expect(away.getByTestId('wallet-address')).toBeVisible()
    await visitor.close()
  })
})
