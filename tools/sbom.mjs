// `npm run sbom [-- FILE]`: the software bill of materials, in CycloneDX, from the lock alone: no network, nothing installed anew.
// Without a file it is written to standard output.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The bill of everything the lock names, as npm makes it, under the product's own name. */
export function billOfMaterials() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--offline']
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm could not read the lock: ${stderr.trim()}`)
  const bill = JSON.parse(stdout)
  // npm names the folder it was called in.
  bill.metadata.component.name = own.name
  return bill
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  const bill = billOfMaterials()
  const text = `${JSON.stringify(bill, null, 2)}\n`
  if (file) {
    writeFileSync(file, text)
    console.log(`${file}: CycloneDX ${bill.specVersion}, ${bill.components.length} components`)
  } else process.stdout.write(text)
}
