/**
 * Decisions per second of the rules engine on one core: a full securities transfer, each market, the cost of one more rule, and
 * json-rules-engine and json-logic-js given the same ten rules over the same facts. Times are CPU time, so that a busy machine does not
 * count against anybody. `ENGINE_SECONDS` is the CPU time of each measurement (2).
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { investmentCase } from '#engine/cases/investment.ts'
import { transferCase } from '#engine/cases/transfer.ts'
import { decide, evaluate } from '#engine/decide.ts'
import { CHECKS, type Check, type Facts, ROOTS, SUBJECTS } from '#engine/facts.ts'
import { GOLDEN_AS_OF, unflatten } from '#engine/goldens.ts'
import type { Details } from '#engine/rule.ts'
import { buildRuleset, type Ruleset } from '#engine/ruleset.ts'
import { currentRuleset, RULES } from '#engine/rulesets.ts'
import { SUBSET, subsetPeers } from './peers/rule-engines.ts'

const SECONDS = Number(process.env.ENGINE_SECONDS ?? 2)
const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Runs a second unmeasured, then counts how many fit into the CPU time. */
async function perSecond(run: () => unknown | Promise<unknown>): Promise<number> {
  const spend = async (seconds: number) => {
    const start = cpu()
    let count = 0
    let spent = 0
    while (spent < seconds) {
      for (let i = 0; i < 50; i++) {
        const answer = run()
        if (answer instanceof Promise) await answer
      }
      count += 50
      spent = cpu() - start
    }
    return count / spent
  }
  await spend(Math.min(1, SECONDS))
  return spend(SECONDS)
}

const show = (name: string, value: number, note = '') =>
  console.log(`${name.padEnd(44)} ${Math.round(value).toLocaleString('en').padStart(12)}/s  ${note}`)
const factsOf = (flat: Details) => unflatten(flat as never) as unknown as Facts
const only = (codes: readonly string[]): Ruleset =>
  buildRuleset({ ...currentRuleset.data, rules: currentRuleset.data.rules.filter((rule) => codes.includes(rule.code)) }, RULES)

/** Ordinary facts of a check: what its rules' own worked cases start from, under the names of the check's parties. */
function ordinary(check: Check): Facts {
  const layers: Record<string, never>[] = []
  for (const rule of RULES) {
    if (!rule.checks.includes(check)) continue
    const subjects = rule.perSubject ? SUBJECTS[check] : ['subject']
    for (const subject of subjects) {
      const roots: Record<string, string> = { ...ROOTS[check], subject }
      const moved = Object.entries(rule.given).map(([path, value]) => {
        const [first, ...rest] = path.split('.')
        return [[roots[first!] ?? first, ...rest].join('.'), value]
      })
      layers.push(Object.fromEntries(moved))
    }
  }
  return unflatten(...layers, { check, as_of: GOLDEN_AS_OF } as never) as unknown as Facts
}

console.log(`Node ${process.version}, ${SECONDS} s of CPU time each. Decisions per second on one core.\n`)

const transfer = factsOf(transferCase)
const factsRefused = factsOf({ ...transferCase, 'to.accreditation.status': 'not_accredited' })
const sample = evaluate(transfer, currentRuleset)
console.log(`A securities transfer: ${sample.rules.length} rules for the 24 checks, every outcome kept; ${sample.outcome}.`)
const full = await perSecond(() => evaluate(transfer, currentRuleset))
show('  evaluated', full, full >= 50_000 ? 'target 50,000: reached' : 'target 50,000: NOT reached')
show('  evaluated, refused', await perSecond(() => evaluate(factsRefused, currentRuleset)))
show('  decided (with canonical form and SHA-256)', await perSecond(() => decide(transfer, currentRuleset)))

console.log('\nEach check')
for (const check of CHECKS) {
  const facts = check === 'transfer' ? transfer : check === 'investment.accept' ? factsOf(investmentCase) : ordinary(check)
  const { rules, outcome } = evaluate(facts, currentRuleset)
  if (rules.length === 0) continue
  show(`  ${check}`, await perSecond(() => evaluate(facts, currentRuleset)), `${rules.length} rules, ${outcome}`)
}

console.log('\nOne more rule')
const codes = currentRuleset.plan.transfer.map((compiled) => compiled.code)
const [few, many] = [only(codes.slice(0, 12)), only(codes)]
const [fast, slow] = [await perSecond(() => evaluate(transfer, few)), await perSecond(() => evaluate(transfer, many))]
const rulesMore = evaluate(transfer, many).rules.length - evaluate(transfer, few).rules.length
console.log(
  `  ${(((1 / slow - 1 / fast) / rulesMore) * 1e9).toFixed(0)} ns a rule (from ${evaluate(transfer, few).rules.length} to ${evaluate(transfer, many).rules.length} rules)`,
)

console.log(`\nThe same ${SUBSET.length} rules, all of them run, failing codes collected`)
const subset = only(SUBSET)
const ours = await perSecond(() => evaluate(transfer, subset))
show('  Sealwright (with facts, sources, citations)', ours)
const peersFolder = join(import.meta.dirname, 'peer-packages')
if (!existsSync(join(peersFolder, 'node_modules/json-rules-engine'))) {
  spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: peersFolder, stdio: 'inherit' })
}
for (const peer of await subsetPeers()) {
  for (const [name, facts] of Object.entries({ allowed: transfer, refused: factsRefusedSubset() })) {
    const theirs = [...(await peer.failing(facts))].sort().join()
    const expected = evaluate(facts, subset)
      .rules.filter((rule) => rule.result !== 'pass')
      .map((rule) => rule.code)
      .sort()
      .join()
    if (theirs !== expected) throw new Error(`${peer.name} disagrees on the ${name} case: ${theirs} instead of ${expected}`)
  }
  const rate = await perSecond(() => peer.failing(transfer))
  show(`  ${peer.name}`, rate, `Sealwright is ${(ours / rate).toFixed(1)} times as fast`)
}

function factsRefusedSubset(): Facts {
  return factsOf({ ...transferCase, 'token.state': 'paused', 'from.balance': '10', 'to.residence': 'KP', 'to.open_block_cases': 1 })
}
