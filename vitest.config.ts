import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{engine,screening,credentials,chains,core,db,server,jobs,tools,app,tests}/**/*.test.ts'],
    exclude: ['tests/browser/**'],
    pool: 'threads',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
