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
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
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
