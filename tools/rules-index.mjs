// Writes engine/rules/index.generated.ts: every rule file under engine/rules, found by its folder.
// A list of imports (and not a directory read at run time) is what lets the engine run inside a browser bundle.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../engine/rules/', import.meta.url))
const target = join(root, 'index.generated.ts')

function ruleFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return ruleFiles(path)
      return entry.name.endsWith('.ts') && !/\.(test|generated)\.ts$/.test(entry.name) ? [path] : []
    })
    .sort()
}

/** The text of the index as it should be now. */
export function rulesIndex() {
  const files = ruleFiles(root).map((path) => relative(root, path).split(sep).join('/'))
  const imports = files.map((file, i) => `import r${i} from './${file}'`)
  const names = files.map((_, i) => `  r${i},`)
  return [
    '// Made by tools/rules-index.mjs from the files in this folder. Do not edit.',
    "import type { Rule } from '../rule.ts'",
    ...imports,
    '',
    'export const RULES: readonly Rule[] = [',
    ...names,
    ']',
    '',
  ].join('\n')
}

export function writtenIndex() {
  return readFileSync(target, 'utf8')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = rulesIndex()
  writeFileSync(target, text)
  console.log(`${text.match(/^import r\d/gm)?.length ?? 0} rules indexed.`)
}
