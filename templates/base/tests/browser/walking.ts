import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** A PNG of one point. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Signs in with the test wallet of the sandbox. */
export async function connect(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Test wallet of the sandbox' }).click()
  await expect(page.getByText(/^Wallet 0x/)).toBeVisible()
}

/** Says who the person is, once. Each walk has a person of its own: limits count for a person, whichever wallet they use. */
export async function verify(page: Page): Promise<void> {
  const letters = Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
  await page.getByLabel('Full name').fill(`Ada ${letters[0]!.toUpperCase()}${letters.slice(1)}`)
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByLabel('Street and number').fill('1 Main Street')
  await page.getByLabel('City').fill('Springfield')
  await page.getByLabel('Postal code').fill('62701')
  await page.getByLabel('Country').fill('US')
  await page.getByLabel('State').fill('IL')
  await page
    .getByLabel('Identification number')
    .fill(`536-${10 + Math.floor(Math.random() * 89)}-${1000 + Math.floor(Math.random() * 8999)}`)
  await page.getByLabel('Valid until').fill('2035-01-31')
  await page.getByLabel('Picture or scan of it').setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: PICTURE })
  await page.getByRole('button', { name: 'Verify me' }).click()
}

/** Nothing that stands in the way of somebody, and nothing wider than the window. */
export async function standsUp(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)))
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
}

/** The page as it stands, narrow in light and wide in dark; in all four looks, with a picture of each, where PICTURES names a folder. */
export async function everyLook(page: Page, name: string): Promise<void> {
  const { PICTURES } = process.env
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      if (!PICTURES && (width === 360) !== (colorScheme === 'light')) continue
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await standsUp(page)
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
}
