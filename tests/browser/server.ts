import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page, type Response } from '@playwright/test'
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
  // A person looks before they press. A test of what comes earlier says what it waits for (`waitUntil`).
  page: async ({ page }, use) => {
    for (const name of ['goto', 'reload'] as const) {
      const go = page[name].bind(page) as (...args: unknown[]) => Promise<Response | null>
      const andWait = async (...args: unknown[]) => {
        const response = await go(...args)
        const { waitUntil } = (args[name === 'goto' ? 1 : 0] ?? {}) as { waitUntil?: string }
        if (!waitUntil && response?.headers()['content-type']?.includes('text/html')) await live(page)
        return response
      }
      Object.assign(page, { [name]: andWait })
    }
    await use(page)
  },
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

/** Until the scripts of a page answer, where it has any. */
const live = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('script[type="module"]') || 'live' in document.documentElement.dataset)

export { expect }

/** No violation that axe calls serious or critical. Moving parts are put where they end: colours in between do not count, and nothing waits for frames. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.getAnimations())
      if (each.playState === 'running' && each.timeline === document.timeline && Number.isFinite(each.effect?.getComputedTiming().endTime))
        each.finish()
  })
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // A notice that comes or goes is faint on its way.
    .exclude('[data-sonner-toast]:not([data-mounted="true"])')
    .exclude('[data-sonner-toast][data-removed="true"]')
    .options({ resultTypes: ['violations'] })
    .analyze()
  const grave = violations.filter((each) => each.impact === 'serious' || each.impact === 'critical')
  expect(grave.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}

/** Nothing makes the page wider than the window. A chart is drawn anew in a frame after the window changed. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wide, { message: `pixels that ${page.url()} is wider than the window` }).toBeLessThanOrEqual(0)
}
