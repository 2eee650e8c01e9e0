import { defineConfig } from '@playwright/test'

// Walks the running application: start it with `npm start`, or name another address in APP_URL.
export default defineConfig({
  testDir: 'tests/browser',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: process.env.APP_URL ?? 'http://localhost:4000',
    launchOptions: {
      ...(process.env.BROWSER_PATH && { executablePath: process.env.BROWSER_PATH }),
      args: ['--no-sandbox', '--disable-background-networking'],
    },
  },
  workers: 1,
  reporter: 'list',
})
