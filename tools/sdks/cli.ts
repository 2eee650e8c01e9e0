// Binds the command line, sdks/cli/src, into one file that Node alone runs: sdks/cli/sealwright.js, which is made when the package is packed
// and stands in no commit. `node tools/sdks/cli.ts [file]`
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The program as one file. */
export async function cliBundle(): Promise<string> {
  const bundle = await rolldown({ cwd: root, input: 'sdks/cli/src/main.ts', platform: 'node', logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'esm', comments: { legal: true, annotation: false, jsdoc: false }, minify: false })
  await bundle.close()
  const { version } = JSON.parse(readFileSync(`${root}sdks/cli/package.json`, 'utf8')) as { version: string }
  const [{ code }] = output
  return `#!/usr/bin/env node\n// sealwright ${version}. Apache-2.0; see NOTICE for what it contains of others.\n${code}`
}

/** Writes the program and lets it be run. */
export async function writeCli(file: string): Promise<void> {
  writeFileSync(file, await cliBundle())
  chmodSync(file, 0o755)
}

if (import.meta.main) await writeCli(process.argv[2] ?? `${root}sdks/cli/sealwright.js`)
