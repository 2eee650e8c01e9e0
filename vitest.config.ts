import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Loading the modules anew for each file took a quarter of the whole run; tests keep what they change to themselves.
const shared = { pool: 'threads', isolate: false, testTimeout: 60_000, hookTimeout: 120_000 } as const

/** Two parts: the pure rooms, which need nothing and end in seconds, and everything that works on a database. */
export default defineConfig({
  test: {
    // By default one core would be left idle.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { ...shared, name: 'unit', include: ['{engine,screening,credentials,chains,tools,app}/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'database',
          include: ['{core,db,server,jobs,tests}/**/*.test.ts'],
          exclude: ['tests/browser/**'],
          globalSetup: './tests/global-setup.ts',
        },
      },
    ],
  },
})
