import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { findBrowser } from './find-browser.ts'

/** What one part of the suite found. */
interface Count {
  passed: number
  failed: number
}

const results = 'test-results'
const node = process.execPath
const typegen = ['node_modules/@react-router/dev/bin.cjs', 'typegen']
const tsc = ['node_modules/typescript/bin/tsc', '--noEmit']
const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '.', '--diagnostic-level=error']
const oxlint = ['node_modules/oxlint/bin/oxlint', '--quiet']

/** Runs everything (`all`) or what needs neither database nor browser (`quick`), and closes with the sum. */
async function main(mode: string): Promise<number> {
  const began = Date.now()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const counts: Count[] = [
    await part('types', async () => one(await allOf([typegen, tsc]))),
    await part('lint', async () => one(await allOf([biome, oxlint]))),
  ]
  if (mode === 'quick') counts.push(await part('unit tests', () => vitest(['--project', 'unit'])))
  else {
    counts.push(await part('build', async () => one(await run(['start.mjs', 'build']))))
    counts.push(await part('unit and integration tests', () => vitest([])))
    counts.push(await part('browser tests', browserTests))
  }
  const sum = counts.reduce((total, count) => ({ passed: total.passed + count.passed, failed: total.failed + count.failed }))
  console.log(`\nTime: ${((Date.now() - began) / 1000).toFixed(0)} s`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed === 0 ? 0 : 1
}

async function part(title: string, work: () => Promise<Count>): Promise<Count> {
  console.log(`\n── ${title}`)
  const began = Date.now()
  const count = await work()
  console.log(`── ${title}: ${count.passed} passed, ${count.failed} failed (${((Date.now() - began) / 1000).toFixed(0)} s)`)
  return count
}

const one = (ok: boolean): Count => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/** Each is run, also after one failed, so that all complaints are seen at once. */
async function allOf(commands: string[][]): Promise<boolean> {
  let ok = true
  for (const command of commands) ok = (await run(command)) && ok
  return ok
}

function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(node, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    const stop = () => child.kill('SIGTERM')
    process.once('SIGTERM', stop)
    child.once('error', () => resolve(false))
    child.once('exit', (code) => {
      process.removeListener('SIGTERM', stop)
      resolve(code === 0)
    })
  })
}

async function vitest(args: string[]): Promise<Count> {
  const file = `${results}/vitest.json`
  const ok = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = readJson<{
    numPassedTests: number
    numFailedTests: number
    testResults: { status: string; assertionResults: unknown[] }[]
  }>(file)
  if (!report) return one(false)
  const brokenFiles = report.testResults.filter((each) => each.status === 'failed' && each.assertionResults.length === 0).length
  return settle({ passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles }, ok)
}

async function browserTests(): Promise<Count> {
  const browser = findBrowser()
  if (!browser) return one(false)
  const file = `${results}/browser.json`
  const ok = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    BROWSER_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const report = readJson<{ stats: { expected: number; unexpected: number; flaky: number } }>(file)
  if (!report) return one(false)
  if (report.stats.flaky) console.log(`${report.stats.flaky} passed only on the second try (marked flaky above): find out why.`)
  return settle({ passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }, ok)
}

/** A runner that fails without a failing test (an unhandled error, no test found) must not pass. */
const settle = (count: Count, ok: boolean): Count => (ok || count.failed > 0 ? count : { ...count, failed: 1 })

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}

process.exitCode = await main(process.argv[2] ?? 'all')
