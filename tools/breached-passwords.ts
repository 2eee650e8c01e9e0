// Writes core/access/accounts/breached-passwords.bin from a list of leaked passwords, one a line:
// node tools/breached-passwords.ts 10_million_password_list_top_1M.txt
import { readFileSync, writeFileSync } from 'node:fs'
import { breachHash } from '#core/access/accounts/breached.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the list.')
// Only what our own rules let through in some spelling: eight characters with a letter and a digit.
const wanted = readFileSync(file, 'utf8')
  .split(/\r?\n/)
  .map((line) => line.trim().toLowerCase())
  .filter((word) => word.length >= 8 && /[a-z]/.test(word) && /\d/.test(word))
const hashes = [...new Set(wanted.map(breachHash))].sort((a, b) => a - b)
const bytes: number[] = []
let last = 0
for (const hash of hashes) {
  let gap = hash - last
  last = hash
  for (; gap > 127; gap = Math.floor(gap / 128)) bytes.push((gap % 128) + 128)
  bytes.push(gap)
}
writeFileSync(new URL('../core/access/accounts/breached-passwords.bin', import.meta.url), Buffer.from(bytes))
console.log(`${hashes.length} passwords, ${bytes.length} bytes`)
