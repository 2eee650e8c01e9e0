import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createUser, enter, programOf } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

const LISTED = '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001'
const SENDER = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001'
const SELF_HOSTED = '0x5ea15ea15ea15ea15ea15ea15ea15ea100007001'

test('the page of a decision: words for each reader, moved facts, a replay, a proof, and a file that proves itself', async ({
  product,
  page,
  browser,
}) => {
  const email = await createUser(product, 'issuer')
  const call = await programOf(product, email)
  const payment = {
    type: 'payment',
    market: 'stablecoins',
    from_address: SENDER,
    to_address: SELF_HOSTED,
    amount: '3000',
    currency: 'USDC',
  }
  const [paid, listed] = [await call('/transactions', payment), await call('/sanctions/check', { wallet_address: LISTED, country: 'US' })]
  await enter(page.context(), email)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(new URL(paid.decision.url).pathname)
  await expect(page.getByTestId('outcome')).toHaveText(/^In review: Travel-rule data is missing/)
  // What is missing is named by words, not by the pointers that the API gives.
  await expect(page.getByTestId('outcome')).not.toContainText('/originator')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByLabel('In the words for').selectOption('the developer')
  await expect(page.getByText('Send the fields that are named with the transfer, and call again.').first()).toBeVisible()

  // By keyboard alone: the amount is moved, and the engine decides.
  await page.getByRole('slider').first().press('Home')
  await expect(page.getByTestId('tried')).toContainText('It would be')
  const broken = await page.request.post(`/d/${paid.decision.id}.data`, { form: { changes: '{' } })
  expect(broken.status(), await broken.text()).toBeLessThan(500)
  await expect(page.getByRole('heading', { name: 'Replay', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Make it again' }).press('Enter')
  await expect(page.getByText('Every byte is the same.')).toBeVisible()
  await page.getByRole('button', { name: 'Check the proof here' }).press('Enter')
  await expect(page.getByTestId('proof')).toContainText('Proven in your browser')

  // The file shows what it proves without a network, and nothing where a letter was changed.
  await page.goto(`/d/${listed.decision.id}`)
  await expect(page.getByTestId('outcome')).toHaveText(/^Denied: The wallet address is on the list/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as a file that proves itself' }).click(),
  ])
  const text = readFileSync((await download.path())!, 'utf8')
  const file = join(tmpdir(), `${listed.decision.id}.html`)
  const away = await browser.newContext({ offline: true })
  try {
    const alone = await away.newPage()
    writeFileSync(file, text)
    await alone.goto(pathToFileURL(file).href)
    await expect(alone.getByRole('heading', { level: 1 })).toHaveText(/^Denied: The wallet address is on the list/)
    writeFileSync(file, text.replace('"outcome":"deny"', '"outcome":"allow"'))
    await alone.goto(pathToFileURL(file).href)
    await expect(alone.getByRole('status')).toContainText('Not proven')
  } finally {
    await away.close()
    rmSync(file, { force: true })
  }
})
