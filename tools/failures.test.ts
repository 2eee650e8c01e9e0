import { expect, test } from 'vitest'
import { playwrightCount, vitestCount } from './failures.ts'

test('each test that failed is told in one line: file, title, what is said of it', () => {
  const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }
  const failed = { status: 'failed', fullName: 'sums subtracts', failureMessages: ['AssertionError: expected 1 to be 2\n    at x.ts:3'] }
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      { name: '/repo/core/sums.test.ts', status: 'failed', assertionResults: [passed, failed] },
      { name: '/repo/core/broken.test.ts', status: 'failed', message: 'Cannot find module\nmore', assertionResults: [] },
      { name: '/repo/core/after.test.ts', status: 'failed', message: 'Cannot stop', assertionResults: [passed] },
    ],
  }
  expect(vitestCount(report, '/repo')).toEqual({
    passed: 1,
    failed: 3,
    failures: [
      'core/broken.test.ts > the file itself: Cannot find module more',
      'core/after.test.ts > the file itself: Cannot stop',
      'core/sums.test.ts > sums subtracts: AssertionError: expected 1 to be 2',
    ],
  })
})

test('of browser tests too, at any depth, and without the colours of the runner', () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    title,
    file: 'site.spec.ts',
    ok,
    tests: [{ results: [message === undefined ? {} : { error: { message, location: { file: '/repo/site.spec.ts', line: 7 } } }] }],
  })
  const inner = { specs: [spec('opens', false, '\u001b[31mError: no heading\u001b[39m\n\nLocator: h1\nCall log:')] }
  const report = { stats: { expected: 1, unexpected: 1 }, suites: [{ suites: [inner], specs: [spec('loads', true)] }] }
  expect(playwrightCount(report)).toEqual({ passed: 1, failed: 1, failures: ['site.spec.ts:7 > opens: Error: no heading Locator: h1'] })
})
