import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const python = 'sdks/python'

/** Whether there is a Python that the package runs on, with pip. */
export const hasPython = spawnSync('python3', ['-c', 'import sys, pip; sys.exit(sys.version_info < (3, 10))']).status === 0

/**
 * A folder with what the Python package needs, for PYTHONPATH, in exact versions. It is filled from the registry once and kept with what
 * npm installed: a second run asks nobody.
 */
export function pythonPath(): string {
  const list = join(root, python, 'tests/requirements.txt')
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.version, sys.platform)'], { encoding: 'utf8' })
  const name = createHash('sha256').update(stdout).update(readFileSync(list)).digest('hex').slice(0, 16)
  const cache = join(root, 'node_modules/.cache/python')
  const folder = join(cache, name)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const made = mkdtempSync(join(cache, 'new-'))
    const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--target', made, '-r', list]
    const { status, stderr } = spawnSync('python3', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`pip could not install what the Python package needs: ${stderr.slice(-1_000)}`)
    try {
      renameSync(made, folder)
    } catch {
      // Another test was quicker.
      rmSync(made, { recursive: true, force: true })
    }
  }
  return folder
}
