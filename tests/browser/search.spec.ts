import { ready } from './accounts.ts'
import { expect, expectAccessible, test } from './server.ts'

// What a service worker fetches cannot be held back.
test.use({ serviceWorkers: 'block' })

test('search is opened by keyboard, finds every kind of thing and goes there', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/documentation/webhooks')
  await ready(page)
  // Nothing of the search is loaded before somebody searches.
  expect(loaded.filter((path) => /search-(index|dialog)|minisearch/.test(path))).toEqual([])

  // Whoever knows the key types on before the search is there.
  let arrived = () => {}
  const held = new Promise<void>((done) => {
    arrived = done
  })
  await page.route(/search-dialog/, async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('/')
  await page.keyboard.type('rotate / secrets')
  await page.keyboard.press('Backspace')
  arrived()
  const box = page.getByRole('combobox', { name: /^Search/ })
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('rotate / secret')
  // The document of the API, whose operations are found too, is made when it is asked for first.
  await expect(page.getByText('Loading…')).toHaveCount(0, { timeout: 90_000 })
  for (const [words, group, title] of [
    ['rotate secret', 'Documentation', /Webhooks/],
    ['travel rule', 'Guides', /stablecoin/],
    ['verify-creator', 'Reference', /\/v1\/nfts\/verify-creator/],
    ['idempotency_key_reused', 'Errors', /idempotency_key_reused/],
    ['SANCTIONS_ADDRESS_EXACT', 'Rules', /SANCTIONS_ADDRESS_EXACT/],
    ['weak alias', 'Blog', /alias/],
  ] as const) {
    await box.fill(words)
    await expect(page.getByRole('group', { name: group }).getByRole('option', { name: title }).first()).toBeVisible()
  }
  await expectAccessible(page)
  await box.fill('idempotency_key_reused')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/errors\/idempotency_key_reused$/)

  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await box.fill('qqqqzzzz')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  // A slash typed into a field stays a slash.
  await page.goto('/rules')
  await ready(page)
  await page.getByLabel('Search rules').pressSequentially('a/b')
  await expect(page.getByLabel('Search rules')).toHaveValue('a/b')
})
