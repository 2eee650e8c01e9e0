import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Loading the modules anew for each file took a quarter of the whole run; tests keep what they change to themselves.
// What is waited for comes when the machine gets to it, not within a second.
const shared = {
  ...{ pool: 'threads', isolate: false, testTimeout: 120_000, hookTimeout: 120_000 },
  expect: { poll: { timeout: 30_000 } },
} as const

/** Three parts: the pure rooms, which need nothing and end in seconds, what works on a database, and the gate shaped like production. */
export default defineConfig({
  test: {
    // Tests on a database wait for it half of their time.
    maxWorkers: availableParallelism() * 2,
    projects: [
      { test: { ...shared, name: 'unit', include: ['{engine,screening,credentials,chains,egress,tools,app,bench}/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'database',
          include: ['{core,db,server,jobs,tests}/**/*.test.ts'],
          // The kills of the embedded installation are among the long suites (`.ci/run`); the gate kills one shaped like production.
          exclude: [
            '**/node_modules/**',
            'tests/browser/**',
            'tests/production/**',
            'tests/chaos/**',
            ...(process.env.CRASH_ROUNDS ? [] : ['tests/crash/**']),
            // Whole packages, built, installed and called in each language, are too; `languages.test.ts` tries the contract of each here.
            ...(process.env.PACKAGES ? [] : ['tests/sdks/{cli,go,python,react,ruby}.test.ts']),
          ],
          globalSetup: './tests/global-setup.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'production',
          include: ['tests/production/**/*.test.ts'],
          globalSetup: './tests/production/global-setup.ts',
          // One installation: while one file kills its processes, no other may be at work.
          fileParallelism: false,
        },
      },
      // Breaks everything around the processes, one thing after the other (CHAOS=1); `CHAOS=short` what breaks most often.
      ...(process.env.CHAOS ? [{ test: { ...shared, name: 'chaos', include: ['tests/chaos/**/*.test.ts'], fileParallelism: false } }] : []),
    ],
  },
})
