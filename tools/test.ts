import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { type Count, type PlaywrightReport, playwrightCount, type VitestReport, vitestCount } from './failures.ts'
import { findBrowser } from './find-browser.ts'
import { UNHANDLED } from './tell-unhandled.ts'

const results = 'test-results'
const node = process.execPath
const typegen = ['node_modules/@react-router/dev/bin.cjs', 'typegen']
/**
 * One checker does half the work of several, which check much of each other's; the build beside it takes the other core. What it
 * found out is kept for the next time: 4 s of processor instead of 27 where little changed.
 */
const known = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/verify/tsc.tsbuildinfo']
const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1', ...known]
const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '.', '--diagnostic-level=error']
const oxlint = ['node_modules/oxlint/bin/oxlint', '--quiet']
/** What nobody uses. Its hints on the configuration are no findings. */
const knip = ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints']

/** How often the long form of the production gate kills processes. */
const LONG_ROUNDS = process.env.CRASH_ROUNDS ?? '8'
/** What kills and restarts processes under load, a round of which alone finds little and takes minutes: the long form alone runs it. */
const LONGER = ['continuity']
const LONG_ONLY = ['--exclude', 'tests/production/*continuity.test.ts']

/** Go through whole sanctions lists, or every size of a tree and a seal: more than half of the processor time of all unit tests. */
const WHOLE_LISTS = ['screening/{screen,snapshot}.test.ts', 'screening/lists/real-data.test.ts', 'credentials/{rosette,merkle}.test.ts']

/** Runs everything (`all`), what needs neither database nor browser (`quick`), or the long form of the production gate (`gate`). */
async function main(mode: string): Promise<number> {
  const began = Date.now()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const counts: Count[] = []
  // None of these fills two cores alone.
  const beginning = mode === 'gate' ? [] : [quiet('types', [typegen, tsc]), quiet('lint', [biome, oxlint, knip])]
  if (mode === 'quick') {
    counts.push(...(await Promise.all(beginning)))
    // Of the sets of facts made up at random `npm test` tries ten times as many.
    const briefly = WHOLE_LISTS.flatMap((files) => ['--exclude', files])
    counts.push(await part('unit tests', () => vitest(['--project', 'unit', ...briefly], { PROPERTY_CASES: '1000' })))
  } else if (mode === 'gate') {
    counts.push(await part('the production gate, long', () => productionGate(LONGER, { CRASH_ROUNDS: LONG_ROUNDS })))
  } else {
    counts.push(...(await Promise.all([...beginning, quiet('build', [['start.mjs', 'build']])])))
    counts.push(await part('unit and integration tests', () => vitest(['--project', 'unit', '--project', 'database'])))
    // The gate waits for processes to end and begin for half of its time; the browsers work meanwhile.
    const gate = gateBeside()
    counts.push(await part('browser tests', browserTests), await gate)
  }
  const sum = counts.reduce((total, count) => ({
    passed: total.passed + count.passed,
    failed: total.failed + count.failed,
    failures: [...total.failures, ...count.failures],
  }))
  console.log(`\nTime: ${((Date.now() - began) / 1000).toFixed(0)} s`)
  // Last, so that whoever sees only the end of it knows what failed. `.ci/run` repeats lines that begin so.
  for (const line of sum.failures) console.log(`FAILED ${line}`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed === 0 ? 0 : 1
}

async function part(title: string, work: () => Promise<Count>): Promise<Count> {
  console.log(`\n── ${title}`)
  const began = Date.now()
  return said(title, began, await work())
}

function said(title: string, began: number, count: Count): Count {
  console.log(`── ${title}: ${count.passed} passed, ${count.failed} failed (${((Date.now() - began) / 1000).toFixed(0)} s)`)
  return count
}

/** A part that runs beside others: what its commands say is shown when it ends. Each is run, also after one failed. */
async function quiet(title: string, commands: string[][]): Promise<Count> {
  const began = Date.now()
  let ok = true
  let output = ''
  for (const command of commands)
    ok =
      (await run(command, {}, (text) => {
        output += text
      })) && ok
  console.log(`\n── ${title}\n${output.trimEnd()}`)
  return said(title, began, one(ok, title))
}

/** The gate beside the browser tests: what it says is shown in one piece when it ends. */
async function gateBeside(): Promise<Count> {
  const began = Date.now()
  let output = ''
  const count = await productionGate(LONG_ONLY, {}, (text) => {
    output += text
  })
  console.log(`\n── the production gate\n${output.trimEnd()}`)
  return said('the production gate', began, count)
}

/** A part without tests of its own. */
const one = (ok: boolean, title: string): Count =>
  ok ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [`${title}: see what it says above`] }

function run(args: string[], env: NodeJS.ProcessEnv = {}, keep?: (text: string) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const out = keep ? 'pipe' : 'inherit'
    const child = spawn(node, args, { stdio: ['ignore', out, out], env: { ...process.env, ...env } })
    if (keep) for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => keep(chunk.toString()))
    const stop = () => child.kill('SIGTERM')
    process.once('SIGTERM', stop)
    child.once('error', () => resolve(false))
    child.once('close', (code) => {
      process.removeListener('SIGTERM', stop)
      resolve(code === 0)
    })
  })
}

async function vitest(args: string[], env: NodeJS.ProcessEnv = {}, keep?: (text: string) => void): Promise<Count> {
  const file = `${results}/vitest.json`
  for (const each of [file, UNHANDLED]) rmSync(each, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, '--reporter=./tools/tell-unhandled.ts']
  const ok = await run(['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporters], env, keep)
  const report = readJson<VitestReport>(file)
  return report
    ? settle(vitestCount(report, process.cwd()), ok, readJson<string[]>(UNHANDLED) ?? [])
    : one(false, `vitest ${args.join(' ')}`)
}

/** An installation as an operator has it, walked through by people and programs (tests/production). */
async function productionGate(files: string[], env: NodeJS.ProcessEnv, keep?: (text: string) => void): Promise<Count> {
  const browser = findBrowser()
  return browser ? vitest(['--project', 'production', ...files], { ...env, BROWSER_PATH: browser }, keep) : one(false, 'no browser found')
}

async function browserTests(): Promise<Count> {
  const browser = findBrowser()
  if (!browser) return one(false, 'no browser found')
  const file = `${results}/browser.json`
  const ok = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    BROWSER_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const report = readJson<PlaywrightReport>(file)
  return report ? settle(playwrightCount(report), ok) : one(false, 'the browser tests')
}

/** A runner that fails without a failing test (an unhandled error, no test found) must not pass. */
function settle(count: Count, ok: boolean, unhandled: string[] = []): Count {
  const failures = [...count.failures, ...unhandled]
  if (ok || count.failed > 0) return { ...count, failures }
  return { ...count, failed: 1, failures: failures.length ? failures : ['a runner ended with an error of its own: see what it says above'] }
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}

process.exitCode = await main(process.argv[2] ?? 'all')
