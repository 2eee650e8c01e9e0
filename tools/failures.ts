import { relative } from 'node:path'

/** What one part of the suite found. `failures` has one line for each that failed: file, title, what is said of it. */
export interface Count {
  passed: number
  failed: number
  failures: string[]
}

/** What we read of the report Vitest writes. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

/** A file that could not be loaded has no tests, and one may fail before its first or after its last: each counts as one that failed. */
export function vitestCount(report: VitestReport, root: string): Count {
  const ofTests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName, failureMessages }) => lineOf(relative(root, name), fullName, failureMessages?.[0])),
  )
  const ofFiles = report.testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'))
    .map(({ name, message }) => lineOf(relative(root, name), 'the file itself', message))
  return { passed: report.numPassedTests, failed: report.numFailedTests + ofFiles.length, failures: [...ofFiles, ...ofTests] }
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    ok: boolean
    tests: { projectName?: string; results: { error?: { message?: string; location?: { file: string; line: number } } }[] }[]
  }[]
}

/** What we read of the report Playwright writes. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky?: number }
  suites?: PlaywrightSuite[]
  errors?: { message?: string }[]
}

export function playwrightCount({ stats, suites = [], errors = [] }: PlaywrightReport): Count {
  const specsOf = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  const failures = suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
      const at = error?.location ? `:${error.location.line}` : ''
      return lineOf(`${file}${at}`, title, error?.message)
    })
  const ofTheRunner = errors.map(({ message }) => lineOf('the browser tests', 'an error of the runner', message))
  return { passed: stats.expected, failed: stats.unexpected, failures: [...failures, ...ofTheRunner] }
}

const LONGEST = 300

function lineOf(file: string, title: string, message = ''): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: runners colour what they say.
  const plain = message.replaceAll(/\x1b\[[0-9;]*m/g, '')
  const lines = plain.split('\n').map((line) => line.trim())
  // Where code is shown or a stack begins, nothing is said any more.
  const end = lines.findIndex((line) => /^(at |Call log|\d+ \|)/.test(line))
  const said = lines.slice(0, end < 0 ? undefined : end).filter(Boolean)
  return `${file} > ${title}: ${(said.join(' ') || 'no message').slice(0, LONGEST)}`
}
