import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { freePort, newDataFolder, type Product, removeDataFolder, sharedListFolder, startProduct } from '../product.ts'

interface Fixtures {
  /** Collects what the page complains about; a test that has it fails on any complaint left at its end. */
  complaints: string[]
}

/**
 * `test` with a running product (one for all browser tests of a worker) and a page whose console is watched.
 * Real sanctions lists when the shared data folder is there, the small sample otherwise.
 */
export const test = base.extend<Fixtures, { product: Product; chainPort: number }>({
  /** Where the product looks for the development chain 31337. A test that needs the chain starts it there. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  chainPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  product: [
    async ({ chainPort }, use) => {
      const dataDir = newDataFolder()
      const lists = sharedListFolder()
      const product = await startProduct({
        dataDir,
        env: {
          ...(lists ? { SANCTIONS_SOURCE: 'official', SANCTIONS_DIR: lists } : {}),
          RATE_LIMIT: '0',
          EVM_RPC_URLS: `31337=http://127.0.0.1:${chainPort}`,
        },
      })
      await use(product)
      await product.stop()
      await removeDataFolder(dataDir)
    },
    { scope: 'worker', timeout: 180_000 },
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
