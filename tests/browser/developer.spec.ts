import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createUser, enter, ready, toast } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

/** A receiver that accepts everything, so that a drill finds it careless. */
let receiver: Server
let receiverUrl = ''
test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{"received":true}'))
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  receiverUrl = `http://localhost:${(receiver.address() as AddressInfo).port}/hooks`
})
test.afterAll(() => receiver.close())

test('webhooks, logs, keys and the sandbox are worked from the portal', async ({ page, product }) => {
  test.slow()
  await enter(page.context(), await createUser(product, 'issuer'))

  await test.step('an endpoint is added and its secret shown once', async () => {
    await page.goto('/developer/webhooks')
    await ready(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add endpoint' }).first().click()
    await page.getByLabel('Address').fill('ftp://example.com')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(page.locator('form').getByRole('alert').filter({ hasText: 'Use https.' })).toBeVisible()
    await page.getByLabel('Address').fill(receiverUrl)
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(page.getByTestId('shown-once')).toHaveText(/^whsec_/)
    await page.getByRole('button', { name: 'I have copied it, dismiss' }).click()
    await expect(page.getByTestId('shown-once')).toHaveCount(0)
  })

  await test.step('an event reaches it and is listed with its bodies', async () => {
    await page.goto('/developer/sandbox')
    await ready(page)
    await page.getByLabel('Event type').selectOption('credential.revoked')
    await page.getByRole('button', { name: 'Trigger', exact: true }).click()
    await expect(toast(page, 'Sent credential.revoked.')).toBeVisible()
    await page.goto('/developer/webhooks')
    await page.getByRole('link', { name: receiverUrl }).click()
    await expect(page).toHaveURL(/webhooks\/whk_/)
    const entry = page.locator('details').filter({ hasText: 'credential.revoked' })
    await expect(async () => {
      await page.reload()
      await expect(entry).toBeVisible({ timeout: 500 })
    }).toPass()
    await ready(page)
    await entry.locator('summary').click()
    await expect(entry.getByRole('region', { name: 'Request body' })).toContainText('"triggered": true')
    await expect(entry.getByRole('region', { name: 'Response body' })).toContainText('"received": true')
    await expectAccessible(page)
  })

  await test.step('example, drill, replay, rotation, disabling', async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Answered' })).toContainText('received')
    await page.getByRole('button', { name: 'Start the drill' }).click()
    await expect(page.getByText('not passed')).toBeVisible()
    await expect(page.getByRole('row', { name: /wrong signature/ })).toContainText('failed')
    await page.getByLabel('Which', { exact: true }).selectOption('all')
    await page.getByRole('button', { name: 'Count them' }).click()
    await page.getByRole('button', { name: /Send \d+ events? again/ }).click()
    await expect(page.getByText(/^\d+ queued\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await expect(page.getByTestId('shown-once')).toHaveText(/^whsec_/)
    await expect(page.getByText(/two valid until/)).toBeVisible()
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByText('This endpoint is disabled')).toBeVisible()
  })

  await test.step('the clock moves and comes back', async () => {
    await page.goto('/developer/sandbox')
    await ready(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: '+90 days' }).click()
    await expect(page.getByText('moved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Back to the real time' }).click()
    await expect(page.getByText('real time', { exact: true })).toBeVisible()
    await page.getByLabel('Search scenarios').fill('2001')
    await expect(page.getByRole('link', { name: /^Try / })).toHaveCount(1)
    await page.getByRole('button', { name: 'Reset the sandbox' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await expect(toast(page, /rows removed/)).toBeVisible()
  })

  await test.step('a snapshot is taken, restored and deleted; a fork gives a key of its own', async () => {
    await page.getByRole('button', { name: '+90 days' }).click()
    await expect(page.getByText('moved', { exact: true })).toBeVisible()
    await expect(page.getByText('No snapshot yet')).toBeVisible()
    await page.getByLabel('Name of the snapshot').fill('Ninety days on')
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await expect(page.getByText('Ninety days on', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Back to the real time' }).click()
    await expect(page.getByText('real time', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Restore Ninety days on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect(toast(page, /“Ninety days on” again/)).toBeVisible()
    await expect(page.getByText('moved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Delete Ninety days on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No snapshot yet')).toBeVisible()

    await page.getByLabel('Name of the fork').fill('CI run')
    await page.getByRole('button', { name: 'Fork', exact: true }).click()
    const key = (await page.getByTestId('shown-once').textContent())!
    expect(key).toMatch(/^sw_sandbox_[0-9a-f]{64}$/)
    const clock = await page.request.get('/api/v1/sandbox/clock', { headers: { authorization: `Bearer ${key}` } })
    expect(((await clock.json()) as { offset_seconds: number }).offset_seconds).toBeGreaterThan(89 * 86_400)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have copied it, dismiss' }).click()
    await expect(page.getByTestId('shown-once')).toHaveCount(0)
    await page.getByRole('button', { name: 'Back to the real time' }).click()
    await expect(page.getByText('real time', { exact: true })).toBeVisible()
  })

  await test.step('a key is limited, used, rotated; its call is in the log with its decision', async () => {
    await page.goto('/developer/api-keys')
    await ready(page)
    await page.getByLabel('Key name').fill('Limited')
    await page.getByText('Scopes, addresses and expiry').click()
    await page.getByLabel('Every scope').uncheck()
    await page.getByLabel('sanctions:check').check()
    await page.getByRole('button', { name: 'Create API key' }).click()
    const key = (await page.getByTestId('new-api-key').textContent())!
    const check = () =>
      page.request.post('/api/v1/sanctions/check', {
        headers: { authorization: `Bearer ${key}` },
        data: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001' },
      })
    expect((await check()).status()).toBe(200)
    const refused = await page.request.get('/api/v1/offerings', { headers: { authorization: `Bearer ${key}` } })
    expect(refused.status()).toBe(403)
    await page.getByRole('button', { name: 'Rotate Limited' }).click()
    await page.getByRole('dialog').getByLabel('Overlap').selectOption('0')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await expect(page.getByTestId('new-api-key')).not.toHaveText(key)
    expect((await check()).status()).toBe(401)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)

    await expect(async () => {
      await page.goto('/developer/logs?failed=false')
      await expect(page.getByRole('link', { name: /sanctions\/check/ }).first()).toContainText('deny', { timeout: 500 })
    }).toPass()
    await ready(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page
      .getByRole('link', { name: /sanctions\/check/ })
      .first()
      .click()
    await expect(page.getByRole('link', { name: 'sanctions_address_exact' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Request body' })).toContainText('wallet_address')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
