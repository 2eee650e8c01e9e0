// Binds the command line, sdks/cli/src, into one file that Node alone runs, with the licences of what it contains of others:
// sdks/cli/sealwright.js and NOTICE, which are made when the package is packed and stand in no commit. `node tools/sdks/cli.ts`
import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The program as one file, and the packages whose code it contains. */
async function cliBundle(): Promise<{ code: string; packages: string[] }> {
  const bundle = await rolldown({ cwd: root, input: 'sdks/cli/src/main.ts', platform: 'node', logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'esm', comments: { legal: true, annotation: false, jsdoc: false } })
  await bundle.close()
  const [{ code, moduleIds }] = output
  const found = moduleIds.map((id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter((one) => one !== undefined)
  // The verifier stands there bound already.
  const ofVerifier = ['@noble/hashes', '@noble/secp256k1'].map((name) => join(root, 'node_modules', name))
  return { code, packages: [...new Set([...found, ...ofVerifier])].sort() }
}

function noticeOf(packages: readonly string[]): string {
  const parts = packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
    const [file] = globSync('{LICENSE,LICENCE,license}*', { cwd: folder })
    if (!file) throw new Error(`${name} has no file with its licence (${license}).`)
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  return ['sealwright\nLicensed under the Apache License, Version 2.0. It contains code of:\n', ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}

/** Writes the program, ready to be run, and beside it the licences. */
export async function writeCli(folder: string): Promise<string> {
  const { code, packages } = await cliBundle()
  const { version } = JSON.parse(readFileSync(`${root}sdks/cli/package.json`, 'utf8')) as { version: string }
  const file = join(folder, 'sealwright.js')
  writeFileSync(file, `#!/usr/bin/env node\n// sealwright ${version}. Apache-2.0; NOTICE says what it contains of others.\n${code}`)
  chmodSync(file, 0o755)
  writeFileSync(join(folder, 'NOTICE'), noticeOf(packages))
  return file
}

if (import.meta.main) await writeCli(join(root, 'sdks/cli'))
