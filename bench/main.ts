import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Runs the benchmarks named on the command line, or all of `bench/*.bench.ts`, one after the other. */
const wanted = process.argv.slice(2)
const found = readdirSync(import.meta.dirname)
  .flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? [])
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort()
if (!found.length) console.error(`There is no benchmark ${wanted.join(', ')}.`)

let failed = found.length === 0
for (const name of found) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(import.meta.dirname, `${name}.bench.ts`)], { stdio: 'inherit' })
  failed ||= status !== 0
}
process.exitCode = failed ? 1 : 0
