// Makes what the test kits of sdks/testing and sdks/testing-python take from the house. kit.generated.js is the engine, the screening and the
// verbs of the product in one file without imports, that runs wherever JavaScript does. What a verb reads and writes is in memory there
// (`testing/memory.ts`), and what signs and connects is left out. Made when a package is packed, and in no commit. `node tools/sdks/testing.ts`
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { exampleEvent } from '#core/record/events/event-schemas.ts'
import { EVENT_TYPES } from '#core/record/events/event-types.ts'
import { scenarios } from './testing/scenarios.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const MEMORY = join(root, 'tools/sdks/testing/stand-ins.ts')
const EVERYWHERE = join(root, 'tools/sdks/testing/everywhere.ts')

/** What stands in for a function of the product: one of `memory.ts`, or an expression with its names. */
type StandIn = string
const same = (...names: string[]): Record<string, StandIn> => Object.fromEntries(names.map((name) => [name, `memory.${name}`]))
const refuses = (what: string) => `memory.refuses(${JSON.stringify(what)})`

/** By file, the functions that read or write the database, and what takes their place. */
const STAND_INS: Readonly<Record<string, Readonly<Record<string, StandIn>>>> = {
  'core/chain/wallets/find.ts': same('findWallet', 'findKnownWallet', 'ensureWallet'),
  'core/chain/transactions/authorization.ts': { authorizeTransfer: 'memory.nobody' },
  'core/identity/acts/freezes.ts': { freezesOn: 'memory.noRows' },
  'core/identity/credentials/issue.ts': same('issueCredential'),
  'core/identity/credentials/live.ts': same('bestCredential'),
  'core/identity/credentials/reliance.ts': { judgeReliance: 'memory.nobody' },
  'core/identity/credentials/seal.ts': same('supersedeSame'),
  'core/identity/credentials/standing.ts': same('suspendedCredential', 'revokedCredential'),
  'core/identity/due-diligence/facts.ts': same('dueDiligenceOf'),
  'core/identity/entities/owners.ts': { screenOwners: refuses('the owners of an entity') },
  'core/identity/persons/ensure.ts': same('ensurePerson', 'openPerson', 'updatePerson'),
  'core/identity/wallets/confirm-holder.ts': same('confirmHolder'),
  'core/identity/wallets/market-subject.ts': { noteUse: 'memory.noRows' },
  'core/identity/wallets/prove-control.ts': { proveControl: refuses('a signature of a wallet') },
  'core/identity/wallets/starting-credential.ts': same('playedCredential', 'boundPerson', 'bindPerson', 'markProven'),
  'core/identity/wallets/unscreened.ts': { keepUnscreened: 'async (_tx, _ctx, _input, error) => ({ refused: error })' },
  'core/identity/wallets/verify.ts': same('alsoBound'),
  // Whoever has the kit may do all of it.
  'core/kernel/permissions.ts': { requirePermission: 'memory.nothing', may: '() => true' },
  'core/identity/exclusions/in-force.ts': { exclusionInForce: 'memory.nobody' },
  'core/markets/defi/verify-wallet.ts': { ...same('hadAccess'), permitFor: refuses('permits, which are signed') },
  'core/markets/protocols/find.ts': { findProtocol: 'memory.nobody' },
  'core/screening/holds/hold.ts': { standingWord: 'memory.nobody' },
  'core/sources/identity/age.ts': { ageShownFor: 'memory.nobody' },
  'core/markets/nfts/creator.ts': { creatorOfCollection: refuses('sales of NFTs') },
  'core/markets/transactions/coin.ts': { coinFacts: refuses('coins that are made, redeemed, sold or paid as a reward') },
  'core/markets/transactions/history.ts': {
    ...same('past', 'cashOuts', 'walletsOfPerson', 'walletRisk', 'sentInMarket'),
    totalSent: refuses('more than a thousand payments of one sender'),
    failuresOf: 'memory.zero',
  },
  'core/markets/transactions/move-units.ts': { moveUnits: refuses('units that were sent already') },
  'core/markets/transactions/nft-sale-facts.ts': { nftSaleFacts: refuses('sales of NFTs') },
  'core/markets/transactions/watch.ts': { watchPayment: 'memory.nothing' },
  'core/record/cases/open.ts': same('openCase'),
  'core/record/facts/history.ts': same('insertTransaction'),
  'core/record/timers/set-timer.ts': same('setTimer', 'isTimerSet'),
  'core/record/transaction.ts': same('write', 'append'),
  'core/screening/exceptions/void.ts': { voidChangedSubject: 'memory.nothingVoided' },
  'core/screening/holds/lift-matches.ts': { liftMatches: refuses('matches that people lift') },
  'core/screening/lists/as-of.ts': { asOfView: refuses('lists of the past (as_of)') },
  'core/screening/matching/apply.ts': same('markExceptions'),
  'core/screening/subjects/monitor.ts': { monitorSubject: refuses('monitoring (monitor: true)') },
  'core/securities/holdings/holder-facts.ts': same(
    'affiliationOf',
    'heldBy',
    'soldLately',
    'openBlockCases',
    'outstandingUnits',
    'heldSince',
  ),
  'core/securities/holdings/lots.ts': same('openLots'),
  'core/securities/holdings/of-record.ts': {
    ...same('holdersOfRecord', 'pendingUnits'),
    lockCaps: 'memory.nothing',
    standBehind: refuses('the owners of a fund'),
  },
  'core/securities/issuer/profile.ts': same('establish'),
  'core/securities/venues/venue.ts': same('findVenue'),
  'core/sources/fixtures.ts': { ...same('lockOffering'), prepareFixture: 'memory.nothing' },
  'core/sources/tenant/production.ts': { recordedTenant: '() => ({ forDecision: async () => memory.TOLD_OF_TENANT })' },
  'db/scoped.ts': { lockName: 'memory.nothing' },
}

/** What reads or writes in the midst of a function, and what takes its place. */
const EDITS: Readonly<Record<string, readonly (readonly [string | RegExp, string])[]>> = {
  'core/identity/wallets/verify.ts': [
    ['tx.insert(screenings).values(screening)', 'memory.keepScreening(tx, screening)'],
    [
      /tx\n\s+\.update\(wallets\)\n\s+\.set\((\{.*?\})\)\n\s+\.where\(inScope\(wallets, at, eq\(wallets\.id, wallet\.id\)\)\)/,
      'memory.setWalletStatus(tx, wallet.id, $1)',
    ],
  ],
  'core/markets/transactions/create.ts': [
    [
      /await tx\n\s+\.select\(\{ id: transactions\.id \}\)\n\s+\.from\(transactions\)\n\s+\.where\(.*\)\n\s+\.limit\(1\)/,
      'memory.transactionByHash(tx, input.transaction_hash)',
    ],
  ],
  'core/record/decisions/decide.ts': [
    ['const facts = told(input, environment,', 'input = memory.withGiven(tx, input)\n  const facts = told(input, environment,'],
    [/const \{ sealed, parts \} = .*\n\s+const facts_sealed = .*\n/, 'const facts_sealed = null\n'],
    ['storedResult(services.connection, result, short, parts)', 'null'],
    ['noteShown(row, decision)', 'memory.keepDecision(tx, row, decision, facts)'],
    ['decisionRecordHash(row)', "''"],
    [/ {2}await insertDecisions\(tx, \[row\]\)\n {2}if .*\n/, ''],
  ],
  'core/screening/holds/hold.ts': [['tx.insert(screenings).values(screening)', 'memory.keepScreening(tx, screening)']],
  'core/securities/offerings/facts.ts': [[/await db\.select\(\)\.from\(organizations\).*\.limit\(1\)/, '[]']],
  // What a venue may be called is for answers that the kit does not give.
  'core/securities/venues/venue.ts': [
    ['venues.kind.enumValues', '[]'],
    ['venues.status.enumValues', '[]'],
  ],
  'core/sources/faults/sandbox.ts': [["import { setTimeout as delay } from 'node:timers/promises'", '']],
}

/** Where a function of this name begins and ends: at its name, and at the first line that is a closing brace alone, or a blank one. */
function functionAt(code: string, name: string): { head: string; from: number; to: number } {
  const found = new RegExp(`^(export )?((async )?function ${name}\\b|const ${name}\\b)`, 'm').exec(code)
  if (!found) throw new Error(`there is no ${name}`)
  const isFunction = found[2]!.includes('function ')
  const end = isFunction ? code.indexOf('\n}\n', found.index) + 3 : code.indexOf('\n\n', found.index)
  return { head: found[1] ?? '', from: found.index, to: end < found.index ? code.length : end }
}

function withStandIns(path: string, source: string): string {
  let code = source
  for (const [what, by] of EDITS[path] ?? []) {
    const next = code.replace(what, by)
    if (next === code) throw new Error(`${path}: there is no ${what}`)
    code = next
  }
  for (const [name, by] of Object.entries(STAND_INS[path] ?? {})) {
    const { head, from, to } = functionAt(code, name)
    // Modules stand in a circle with the memory: it is asked when it is called.
    code = `${code.slice(0, from)}${head}const ${name} = (...given) => (${by})(...given)\n${code.slice(to)}`
  }
  return `import * as memory from ${JSON.stringify(MEMORY)}\n${/\bBuffer\./.test(code) ? withBuffer(code) : code}`
}

const withBuffer = (code: string) => `import { Buffer } from ${JSON.stringify(EVERYWHERE)}\n${code}`

const standIns: Plugin = {
  name: 'stand-ins',
  transform(code, id) {
    const path = relative(root, id).replaceAll('\\', '/')
    if (path in STAND_INS || path in EDITS) return withStandIns(path, code)
    return /^[a-z]/.test(path) && /\bBuffer\./.test(code) && id !== EVERYWHERE ? withBuffer(code) : undefined
  },
  // What Node brings is in a few lines for everywhere; of tables nobody asks anything here.
  resolveId: (id) => (/^(node:|drizzle-orm|pg$|#db\/schema\.ts)/.test(id) ? EVERYWHERE : undefined),
}

/** The kit in one file, and the packages whose code it contains. */
async function kitBundle(): Promise<{ code: string; packages: string[] }> {
  const bundle = await rolldown({
    cwd: root,
    input: 'tools/sdks/testing/kit.ts',
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    treeshake: { moduleSideEffects: false, propertyReadSideEffects: false, manualPureFunctions: PURE },
    plugins: [standIns],
    shimMissingExports: true,
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: { legal: false, annotation: false, jsdoc: false } })
  await bundle.close()
  const [{ code, imports, modules }, ...more] = output
  if (imports.length || more.length) throw new Error(`the kit is one file, without imports: ${imports.join(', ')}`)
  const used = Object.entries(modules).flatMap(([id, { code: text }]) =>
    text ? (/.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []) : [],
  )
  return { code, packages: [...new Set(used)].sort() }
}

/** Makes something and does nothing besides, when a module is loaded. */
const PURE = [
  'z',
  'defineVerb',
  'definePageVerb',
  'onceFor',
  'requiring',
  'pgTable',
  'pgSchema',
  'pgSequence',
  'customType',
  'index',
  'sql',
]

function noticeOf(packages: readonly string[]): string {
  const parts = packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
    const [file] = globSync('{LICENSE,LICENCE,license}*', { cwd: folder })
    if (!file) throw new Error(`${name} has no file with its licence (${license}).`)
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  const head = '@sealwright/testing\nLicensed under the Apache License, Version 2.0. kit.generated.js contains code of:\n'
  return [head, ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}

/** What facts and decisions are, as the engine declares it: written into a folder. */
function writeTypes(folder: string): void {
  const flags = '--ignoreConfig --declaration --emitDeclarationOnly --strict --skipLibCheck --allowImportingTsExtensions'.split(' ')
  const how = ['--target', 'es2024', '--module', 'nodenext', '--moduleResolution', 'nodenext', '--types', '']
  const where = ['--outDir', folder, '--rootDir', join(root, 'engine'), 'engine/facts/of-checks.ts', 'engine/decide.ts']
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, ...how, ...where], { cwd: root })
  for (const name of globSync('**/*.d.ts', { cwd: folder })) {
    const text = readFileSync(join(folder, name), 'utf8')
    writeFileSync(join(folder, name), text.replaceAll(/((?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js'))
  }
}

const eventExamples = () => JSON.stringify(Object.fromEntries([...EVENT_TYPES.keys()].map((type) => [type, exampleEvent(type)])))

/** One event of each type, for both packages. */
export function writeExamples(folder: string): void {
  writeFileSync(join(folder, 'events.generated.js'), `/** @type {Record<string, any>} */\nexport const EXAMPLES = ${eventExamples()}\n`)
}

/** What the Python package takes from the house. */
export function writePython(folder: string): void {
  writeFileSync(join(folder, '_events.json'), `${eventExamples()}\n`)
  writeFileSync(join(folder, '_scenarios.json'), `${JSON.stringify(scenarios)}\n`)
}

/** What the npm package takes from the house, beside what stands in it. */
export async function writeKit(folder: string): Promise<void> {
  const { code, packages } = await kitBundle()
  writeFileSync(join(folder, 'kit.generated.js'), code)
  writeFileSync(join(folder, 'NOTICE'), noticeOf(packages))
  writeExamples(folder)
  writeTypes(join(folder, 'types'))
}

/** Every place of the product that something stands in for, as it is in the kit. Throws where one is not there any more. */
export const standInsMade = (): string[] =>
  [...new Set([...Object.keys(STAND_INS), ...Object.keys(EDITS)])].map((path) => withStandIns(path, readFileSync(join(root, path), 'utf8')))

if (import.meta.main) {
  await writeKit(join(root, 'sdks/testing'))
  writePython(join(root, 'sdks/testing-python/src/sealwright_testing'))
}
