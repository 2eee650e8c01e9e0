import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { differences, type Sample, samplesOf } from '#app/content/executable-samples.ts'

/**
 * Runs every marked sample of the guides and the documentation against SEALWRIGHT_URL with SEALWRIGHT_KEY (a sandbox key).
 * Names of files or samples as arguments narrow it. Exits with 1 when an answer lacks what its page promises.
 */
const root = resolve(import.meta.dirname, '..')
const commands: Record<string, { file: string; command: (file: string) => [string, ...string[]] }> = {
  bash: { file: 'sample.sh', command: (file) => ['bash', file] },
  js: { file: 'sample.mjs', command: (file) => [process.execPath, file] },
  python: { file: 'sample.py', command: (file) => ['python3', file] },
  go: { file: 'main.go', command: (file) => ['go', 'run', file] },
  ruby: { file: 'sample.rb', command: (file) => ['ruby', file] },
}

/** What is wrong with the sample's answer; null when its language is not installed here. */
function run(sample: Sample): string[] | null {
  const language = commands[sample.language]
  if (!language) return [`there is no way to run ${sample.language}`]
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-sample-'))
  try {
    const file = join(folder, language.file)
    writeFileSync(file, sample.code)
    const [program, ...args] = language.command(file)
    const done = spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 })
    if (done.error && 'code' in done.error && done.error.code === 'ENOENT') return null
    try {
      const faults = differences(sample.expected, JSON.parse(done.stdout))
      return faults.length ? [...faults, `answer: ${done.stdout.slice(0, 800).trim()}`] : []
    } catch {
      return [`no JSON: ${(done.stdout + done.stderr).slice(0, 800).trim()}`]
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function main(wanted: string[]): number {
  if (!process.env.SEALWRIGHT_URL || !process.env.SEALWRIGHT_KEY) {
    console.error('Set SEALWRIGHT_URL and SEALWRIGHT_KEY.')
    return 1
  }
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (const folder of ['docs', 'guides'])
    for (const name of readdirSync(join(root, 'app/content', folder)).filter((file) => file.endsWith('.mdx')))
      for (const sample of samplesOf(readFileSync(join(root, 'app/content', folder, name), 'utf8'))) {
        if (wanted.length && !wanted.some((word) => word === sample.id || `${folder}/${name}`.startsWith(word))) continue
        const faults = run(sample)
        const verdict = faults === null ? 'skipped' : faults.length ? 'failed' : 'passed'
        count[verdict]++
        console.log(`${verdict.padEnd(8)}${folder}/${name} ${sample.id} (${sample.language})`)
        for (const fault of faults ?? []) console.log(`    ${fault}`)
      }
  console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (language not installed)`)
  return count.failed ? 1 : 0
}

process.exit(main(process.argv.slice(2)))
