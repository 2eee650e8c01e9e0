import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A folder as create-sealwright writes it. */
export interface Created {
  folder: string
  remove(): void
}

/** Runs create-sealwright as `npm create sealwright` does, from the repository. */
export const createSealwright = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'sdks/create-sealwright/index.js'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Writes an application into a new folder. What npm would install is linked from this repository, which has the same versions. */
export function createFromTemplate(template: string): Created {
  const outer = mkdtempSync(join(tmpdir(), 'sealwright-template-'))
  const folder = join(outer, template)
  const { status, stderr } = createSealwright(template, folder)
  if (status !== 0) throw new Error(stderr)
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    const ours = join(root, 'node_modules', name)
    // Binaries of other machines.
    if (optionalDependencies?.[name] && !existsSync(ours)) continue
    const target = version.startsWith('file:') ? join(folder, version.slice(5)) : ours
    if (!existsSync(target)) throw new Error(`${template} needs ${name}, which is not installed here.`)
    if (target === ours) {
      const { version: installed } = JSON.parse(readFileSync(join(ours, 'package.json'), 'utf8')) as { version: string }
      if (installed !== version) throw new Error(`${template} wants ${name} ${version}; it was tried with ${installed}.`)
    }
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link)
  }
  // A chain that ends writes what happened on it.
  return { folder, remove: () => rmSync(outer, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) }
}
