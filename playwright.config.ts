import { defineConfig } from '@playwright/test'

/** Browser tests run against a real server of their own (tests/browser/server.ts) in a real Chromium. */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  // One product for each worker; most of a browser test is waiting, so two fill two cores.
  workers: 2,
  // Two busy cores can make any single step slow; a test that is wrong fails all the same.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: !!process.env.CI,
  // One bad moment of a busy machine does not refuse a change; tools/test.ts names what needed a second try, for it is a bug.
  retries: 1,
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
      ],
    },
    actionTimeout: 20_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording every step slows all of them; ask for it to find a fault.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
