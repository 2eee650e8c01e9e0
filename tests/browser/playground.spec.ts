import { execFileSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { ready } from './accounts.ts'
import { expect, expectAccessible, test } from './server.ts'

test('the playground completes, explains, remembers and shares a request', async ({ page, context, complaints }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/developer/api-playground')
  await ready(page)
  // By its name: what a page keeps ready for errors comes when it is quiet, which on a busy machine is at any time.
  const editor = () => loaded.some((url) => /\/editor-[^/]+\.js$/.test(url))

  await test.step('a scenario is met, and its decision is drawn beside the JSON with its rules linked', async () => {
    await page.getByLabel('Scenario').selectOption('sanctioned_address')
    await page.getByRole('button', { name: 'Send request' }).click()
    const decision = page.getByRole('region', { name: 'Decision' })
    await expect(decision).toContainText('denied')
    await expect(decision.getByRole('link', { name: 'sanctions_address_exact' })).toHaveAttribute('href', '/rules/SANCTIONS_ADDRESS_EXACT')
    await page.getByRole('button', { name: 'Show the rules that held' }).click()
    await expect(decision).toContainText(/rules held/)
    expect(editor(), 'the editor came before anybody wanted it').toBe(false)
  })

  await test.step('the editor comes when it is needed, completes and hints', async () => {
    await page.getByLabel('JSON body').focus()
    await expect(page.locator('.cm-content')).toBeFocused()
    expect(editor()).toBe(true)
    await page.getByLabel('JSON body').fill('{"wallet_adress": "0x5ea15ea15ea15ea15ea15ea15ea15ea100000002"}')
    await expect(page.locator('.cm-lintRange-warning').filter({ hasText: 'wallet_adress' })).toBeVisible()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(', "kyc')
    await expect(page.getByRole('option', { name: /kyc_data/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  })

  await test.step('the body is sent as typed', async () => {
    await page.getByLabel('JSON body').fill('{')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByTestId('answer-status')).toHaveText(/^400/)
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('malformed_json')
    expect(complaints.every((text) => text.includes('400'))).toBe(true)
    complaints.length = 0
  })

  await test.step('code and link are copied without the key, and the link restores the request', async () => {
    const key = `sw_sandbox_${'ab'.repeat(32)}`
    await page.getByLabel('JSON body').fill(`{"wallet_address": "0x5ea15ea15ea15ea15ea15ea15ea15ea100000002", "note": "${key}"}`)
    await page
      .getByRole('region', { name: 'Request' })
      .getByLabel(/API key/)
      .fill(key)
    await page.getByLabel('Language of the copied code').selectOption('Python')
    await page.getByRole('button', { name: 'Copy as Python' }).click()
    const code = await page.evaluate(() => navigator.clipboard.readText())
    expect(code).toContain('urllib.request')
    expect(code).toContain('/api/v1/wallets/verify')
    expect(code).toContain('"Sandbox-Scenario": "sanctioned_address"')
    await page.getByRole('button', { name: 'Copy link to this request' }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(Buffer.from(link.split('#r=')[1]!, 'base64url').toString()).not.toContain('ababab')
    await page.goto('/developer')
    await page.goto(link)
    await expect(page.getByLabel('Scenario')).toHaveValue('sanctioned_address')
    await expect(page.getByLabel('JSON body')).toHaveValue(/100000002/)
    await expect(page.getByRole('region', { name: 'Request' }).getByLabel(/API key/)).toHaveValue('')
    // The language is remembered everywhere.
    await expect(page.getByLabel('Language of the copied code')).toHaveValue('Python')
  })

  await test.step('what was sent is in the history', async () => {
    await page.getByText(/^History \(\d+\)/).click()
    await page.getByRole('button', { name: /^200 wallets\.verify/ }).click()
    await expect(page.getByLabel('JSON body')).toHaveValue(/"kyc_data"/)
  })

  await test.step('no answer at all says so', async () => {
    await page.route('**/functions/v1/**', async (route) => {
      await expect(page.getByRole('button', { name: 'Testing...' })).toBeDisabled()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByRole('region', { name: 'Response' }).getByText('Request failed')).toBeVisible()
    complaints.length = 0
  })
})

test('a sample shows the language chosen last, on every page and from the first paint; the quick start has a key that works', async ({
  page,
  context,
  product,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/developer/guides/stablecoins')
  const first = page.locator('.code-tabs').first()
  await expect(first.locator('pre:visible')).toContainText('curl -s')
  await first.getByRole('tab', { name: 'Ruby' }).click()
  await expect(first.locator('pre:visible')).toContainText('Net::HTTP')
  await page.keyboard.press('ArrowLeft')
  await expect(first.getByRole('tab', { name: 'Go' })).toBeFocused()
  await expect(first.locator('pre:visible')).toContainText('package main')
  await expect(page.locator('.code-tabs').nth(2).getByRole('tab', { name: 'Go' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)

  await page.goto('/documentation/monitoring', { waitUntil: 'commit' })
  await expect(page.locator('.code-tabs').first().locator('pre:visible')).toContainText('package main')
  await page.goto('/developer/api-reference#sanctions.check')
  const card = page.locator('[id="sanctions.check"]')
  await expect(card.locator('pre').first()).toContainText('package main')
  await expect(card.locator('pre .s').first()).toBeVisible()
  await expect(card).toBeInViewport()
  await card.getByRole('tab', { name: 'curl' }).click()

  // Without scripts, what an operation takes is there all the same.
  expect(await (await page.request.get('/developer/api-reference?market=gaming')).text()).toContain('required_age_tier')
  await page.goto('/developer/api-reference#event.wallet.verified')
  const event = page.locator('[id="event.wallet.verified"]')
  await event.locator('summary').click()
  await expect(event).toContainText('data.object.verification_status')
  await expectAccessible(page)

  await page.goto('/developer')
  await page.getByRole('button', { name: 'Give me a key that works now' }).click()
  await expect(page.getByText(/Your key is in the curl sample/)).toBeVisible()
  await page.getByRole('button', { name: 'Copy code' }).first().click()
  // The page was written for the address of the build; the product of this test listens elsewhere.
  const code = (await page.evaluate(() => navigator.clipboard.readText())).replace(/https?:\/\/[^/"]+(?=\/api)/, product.url)
  expect(JSON.parse(execFileSync('bash', ['-c', code], { encoding: 'utf8' }))).toMatchObject({
    success: true,
    verification_status: 'basic',
  })

  await test.step('the JavaScript SDK runs in a page of the same origin: calls, refusals, files both ways', async () => {
    const folder = join(import.meta.dirname, '../../sdks/javascript')
    await page.route('**/sdk/*.js', (route) => route.fulfill({ path: join(folder, basename(new URL(route.request().url()).pathname)) }))
    const { key } = (await (await page.request.post('/api/playground/session', { data: {} })).json()) as { key: string }
    const seen = await page.evaluate(async (apiKey) => {
      const { Sealwright, ValidationError }: typeof import('../../sdks/javascript/index.js') = await import(
        `${location.origin}/sdk/index.js`
      )
      const client = new Sealwright({ apiKey, baseUrl: location.origin })
      const wallet_address = '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001'
      const checked = await client.sanctions.check({ wallet_address })
      const refused = await client.sanctions.check({ wallet_address: 'nobody' }).catch((error) => error instanceof ValidationError)
      const job = await client.sanctions.bulk.create(
        new Blob([`reference,wallet_address\na,${wallet_address}\n`]),
        {},
        { contentType: 'text/csv' },
      )
      for (let left = 100; left && (await client.sanctions.bulk.get(job.id)).status !== 'completed'; left--)
        await new Promise((done) => setTimeout(done, 100))
      const response = await client.sanctions.bulk.results(job.id, { format: 'csv' })
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value
      return { sanctioned: 'sanctioned' in checked && checked.sanctioned, refused, lines: text.trim().split('\n').length }
    }, key)
    expect(seen).toEqual({ sanctioned: true, refused: true, lines: 2 })
    expect(complaints.every((text) => text.includes('422'))).toBe(true)
    complaints.length = 0
  })
})
