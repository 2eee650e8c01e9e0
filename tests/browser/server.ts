import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Product, waitForMail } from '../product.ts'

interface Fixtures {
  /** Collects what the page complains about; a test that has it fails on any complaint left at its end. */
  complaints: string[]
}

/** The product all browser tests share: what one of them makes, it makes for accounts of its own. */
export interface Shared {
  url: string
  /** Makes accounts and keys. */
  operatorUrl: string
  /** Where the product looks for the development chain 31337. The test that needs the chain starts it there. */
  chainPort: number
}

/** The environment variable that tells the workers of it. */
export const SHARED = 'SHARED_PRODUCT'

/** `test` with the running product and a page whose console is watched. */
export const test = base.extend<Fixtures, { product: Shared & Pick<Product, 'mailTo'> }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const shared = JSON.parse(process.env[SHARED]!) as Shared
      await use({ ...shared, mailTo: (address, containing) => waitForMail(shared.url, address, containing) })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use(complaints)
      expect(complaints, 'the browser console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** No violation that axe calls serious or critical. Moving parts are let finish first, for colours in between do not count. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(
        (each) =>
          each.playState === 'running' && each.timeline === document.timeline && Number.isFinite(each.effect?.getComputedTiming().endTime),
      )
    await Promise.all(running.map((each) => each.finished.catch(() => {})))
  })
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  const grave = violations.filter((each) => each.impact === 'serious' || each.impact === 'critical')
  expect(grave.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}

/** Nothing makes the page wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, 'pixels the page is wider than the window').toBeLessThanOrEqual(0)
}
