// Writes the current ruleset's data to engine/archive/, so that its decisions can be replayed after the rules have moved on.
// A version that was published keeps its data: run this once for each new version, before it is used.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../engine/archive/', import.meta.url))
const indexFile = `${folder}index.generated.ts`

function index(files: readonly string[]): string {
  const lines = files.map((file, i) => `import a${i} from './${file}'`)
  return [
    '// Made by tools/archive-ruleset.ts. Do not edit.',
    "import type { RulesetData } from '../ruleset.ts'",
    ...lines,
    '',
    `export const ARCHIVE: readonly RulesetData[] = [${files.map((_, i) => `a${i}`).join(', ')}]`,
    '',
  ].join('\n')
}

// The engine imports the index, so it has to exist before the engine can be read.
if (!existsSync(indexFile)) writeFileSync(indexFile, index([]))
const { CURRENT_VERSION, currentRuleset } = await import('../engine/rulesets.ts')

const name = `ruleset-${CURRENT_VERSION.replaceAll('.', '-')}.generated.ts`
const text = [
  '// Made by tools/archive-ruleset.ts. Do not edit.',
  "import type { RulesetData } from '../ruleset.ts'",
  '',
  `const data: RulesetData = ${JSON.stringify(currentRuleset.data, null, 1)}`,
  'export default data',
  '',
].join('\n')
const published = existsSync(`${folder}${name}`) && readFileSync(`${folder}${name}`, 'utf8') !== text
if (published && !process.argv.includes('--replace')) {
  console.error(`${CURRENT_VERSION} is archived with other data. Raise CURRENT_VERSION, or pass --replace while it is unpublished.`)
  process.exit(1)
}
writeFileSync(`${folder}${name}`, text)
writeFileSync(
  indexFile,
  index(
    readdirSync(folder)
      .filter((file) => file.startsWith('ruleset-'))
      .sort(),
  ),
)
console.log(`${CURRENT_VERSION} archived: ${currentRuleset.data.rules.length} rules, ${currentRuleset.ref.sha256}`)
