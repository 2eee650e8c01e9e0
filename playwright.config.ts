import { defineConfig } from '@playwright/test'

/**
 * Parts of a whole Chromium that no test sees and that start with each window, at a third of a test's work: the pages of its
 * address bar and a renderer in reserve. The others are what Playwright turns off itself; of two such lists the last one counts.
 */
const idle = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Browser tests run against a real server of their own (tests/browser/server.ts) in a real Chromium. */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.spec.ts',
  globalSetup: './tests/browser/global-setup.ts',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  // More than two cores: pages wait for their server, which waits for its database.
  workers: 3,
  // Two busy cores can make any single step slow; a test that is wrong fails all the same.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: !!process.env.CI,
  // What fails once is a bug, of the product or of the test.
  retries: 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.BROWSER_PATH || undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${idle.join(',')}`,
      ],
    },
    actionTimeout: 20_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording every step slows all of them; ask for it to find a fault.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
