import { prerenderedPaths } from '../../app/content/public-paths.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

/** Every public page. The second address of an article shows the same page as the first. */
const pages = [
  ...prerenderedPaths().filter((path) => !/\.(xml|txt)$|^\/blog\/post\//.test(path)),
  '/api-status',
  '/login',
  '/register',
  '/verify-email',
]

/** Of pages that differ in their text only, one is enough for axe. */
const seen = new Set<string>()
const firstOfKind = (path: string) => {
  const kind = path.replace(
    /^\/(blog|documentation|developer\/guides|legal|solutions|rules|errors)\/(category\/|author\/)?[^/]+$/,
    '/$1/$2:one',
  )
  if (seen.has(kind)) return false
  seen.add(kind)
  return true
}

for (const path of pages) {
  const withAxe = firstOfKind(path)
  test(`${path} loads without complaint and fits a phone${withAxe ? ', and is accessible' : ''}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(/\S/)
    await page.waitForLoadState('networkidle')
    await expectNoSidewaysScroll(page)
    if (withAxe) await expectAccessible(page)
  })
}
