import { prerenderedPaths } from '../../app/content/public-paths.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

/** Every public page. The second address of an article shows the same page as the first. */
const pages = [
  ...prerenderedPaths().filter((path) => !/\.(xml|txt|json|md)$|^\/blog\/post\//.test(path)),
  '/api-status',
  '/rules',
  '/rules/REG_D_506C_VERIFICATION',
  '/errors/validation_failed',
  '/developer/api-reference',
  '/developer/api-playground',
  '/login',
  '/register',
  '/verify-email',
]

/** Pages drawn by the same route differ in their text only. */
const kindOf = (path: string) =>
  path.replace(/^\/(blog|documentation|developer\/guides|legal|solutions|rules|errors)\/(category\/|author\/)?[^/]+$/, '/$1/$2…')

for (const [kind, [first, ...others]] of Map.groupBy(pages, kindOf)) {
  test(`${first} loads without complaint, fits a phone and is accessible`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const response = await page.goto(first!)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(/\S/)
    await page.waitForLoadState('networkidle')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  if (others.length > 0)
    test(`the other ${others.length} pages of ${kind} load without complaint and fit a phone`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      for (const path of others)
        await test.step(path, async () => {
          const response = await page.goto(path)
          expect(response?.status()).toBe(200)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          await expectNoSidewaysScroll(page)
        })
    })
}
