import { ready } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

test('the home page is accessible in the dark theme and fits every window', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await ready(page)
  await expectAccessible(page)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
})

test('the home page has its words and links before any script runs', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible()
  await context.close()
})

test('an address that does not exist answers 404 with a way back', async ({ page, complaints }) => {
  // One that no page has, and one of a page about something that is not there.
  for (const path of ['/no-such-page', '/c/crd_00000000000000000000000000']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page).toHaveTitle('Page not found | Sealwright')
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('a[href="/"]').first()).toBeVisible()
  // The browser itself reports the status of the document; nothing else may be reported.
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  complaints.length = 0
})

test('nothing goes on moving for whoever asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const moving = await page.evaluate(() => {
    const probe = document.createElement('div')
    probe.className = 'skeleton transition-colors'
    document.body.append(probe)
    const { animationDuration, animationIterationCount, transitionDuration } = getComputedStyle(probe)
    return { seconds: Math.max(...[animationDuration, transitionDuration].map(Number.parseFloat)), times: animationIterationCount }
  })
  expect(moving.seconds).toBeLessThan(0.001)
  expect(moving.times).toBe('1')
})

test('U5 the bars of uptime are dated, and seen where the system chooses the colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/api-status')
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText(/Left \d+ \w+ \d{4}, right \d+ \w+ \d{4}/)
  const bars = page
    .getByRole('img', { name: /^Uptime of the last 30 days/ })
    .first()
    .locator('span')
  await expect(bars).toHaveCount(30)
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect(bars.last()).not.toHaveCSS('background-color', canvas)
})
