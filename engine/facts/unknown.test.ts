// What is unknown, in the future or contradictory never opens a decision: 10,000 random sets of facts here, PROPERTY_CASES as many as it says.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../canonical.ts'
import { investmentCase, regSInvestmentCase } from '../cases/investment.ts'
import { MINIMAL } from '../cases/minimal.ts'
import { regSResaleCase, transferCase } from '../cases/transfer.ts'
import { legalDay, parseInstant } from '../dates.ts'
import { evaluate } from '../decide.ts'
import type { Check, Facts, Kind, Need } from '../facts.ts'
import { goldenFacts, runAlone, unflatten } from '../goldens.ts'
import { Context, valueAt } from '../reading.ts'
import type { Golden, Rule } from '../rule.ts'
import { currentRuleset, RULES } from '../rulesets.ts'

const CASES = Number(process.env.PROPERTY_CASES ?? 10_000) / 2
const ALLOWS = new Set(['pass', 'info', 'warn', 'not_applicable'])
/** Read by the engine itself: without them nothing is decided at all. */
const ENVELOPE = new Set(['check', 'as_of', 'sources', 'environment', 'fx'])

type Path = readonly string[]
const isRoom = (value: unknown): value is Record<string, Json> => value !== null && typeof value === 'object'

function* leaves(value: Json, path: Path = []): Generator<{ path: Path; value: Json }> {
  if (!isRoom(value)) yield { path, value }
  else for (const key of Object.keys(value)) if (path.length > 0 || !ENVELOPE.has(key)) yield* leaves(value[key]!, [...path, key])
}

function put(at: Json, [key, ...rest]: Path, value: Json | undefined): Json {
  const copy = (Array.isArray(at) ? [...at] : { ...(at as object) }) as Record<string, Json | undefined>
  if (rest.length > 0) copy[key!] = put(copy[key!] ?? {}, rest, value)
  else if (value === undefined && !Array.isArray(at)) delete copy[key!]
  else copy[key!] = value ?? null
  return copy as Json
}

const WRONG: readonly ((value: Json) => Json | undefined)[] = [
  () => undefined,
  () => null,
  () => 'zzz_unknown',
  () => -1,
  () => '-1',
  () => 0.5,
  () => ({}),
  () => true,
  () => '2099-01-01',
  () => '2099-01-01T00:00:00Z',
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  (value) => [value, value],
]

/** Every reading of a path, by the rules of a check or by one rule. */
function readings(needs: Iterable<Need<unknown>>, into = new Map<string, Kind<unknown>[]>()): Map<string, Kind<unknown>[]> {
  for (const need of needs)
    if (need.derived) readings(need.derived.list, into)
    else into.set(need.path, [...(into.get(need.path) ?? []), need.kind])
  return into
}
const ofCheck = new Map<Check, Map<string, Kind<unknown>[]>>()
const readingsOf = (check: Check) => {
  const known = ofCheck.get(check) ?? readings(currentRuleset.plan[check].flatMap((one) => one.needs))
  ofCheck.set(check, known)
  return known
}

const nowOf = ({ as_of, check }: Facts) => {
  const ms = parseInstant(as_of)!
  return { ms, day: legalDay(ms), check }
}

/** A change by which something becomes unknown: every rule that reads it finds nothing, or what nobody can name. */
function isUnknown(facts: Facts, path: Path, read: Map<string, Kind<unknown>[]>): boolean {
  const context = new Context(facts, nowOf(facts), () => undefined)
  const whole = path.map((_, i) => path.slice(0, i + 1).join('.')).filter((at) => read.has(at))
  return (
    whole.length > 0 && whole.every((at) => read.get(at)!.every((kind) => unreadable(kind, valueAt(facts, at.split('.')) as Json, context)))
  )
}
function unreadable(kind: Kind<unknown>, raw: Json, context: Context): boolean {
  // An optional fact that is left out is known to be out; a test of absence holds it.
  if (raw === undefined) return !kind.name.startsWith('optional')
  try {
    return kind.parse(raw, context) === undefined
  } catch {
    return true
  }
}

const spoiled = fc.array(fc.record({ leaf: fc.nat(), wrong: fc.nat(WRONG.length - 1) }), { minLength: 1, maxLength: 3 })
type Spoil = { leaf: number; wrong: number }

/** Facts of which some became unknown, with the paths. */
function spoil(facts: Facts, read: Map<string, Kind<unknown>[]>, changes: readonly Spoil[]): { facts: Facts; paths: string[] } {
  const paths: string[] = []
  let out = facts
  for (const { leaf, wrong } of changes) {
    const all = [...leaves(out as unknown as Json)].filter(({ path }) => path.some((_, i) => read.has(path.slice(0, i + 1).join('.'))))
    if (all.length === 0) break
    const { path, value } = all[leaf % all.length]!
    const next = put(out as unknown as Json, path, WRONG[wrong]!(value)) as unknown as Facts
    if (!isUnknown(next, path, read)) continue
    out = next
    paths.push(path.join('.'))
  }
  return { facts: out, paths }
}

const GOLDENS: readonly (readonly [Rule, Golden])[] = RULES.flatMap((rule) => rule.goldens.map((golden) => [rule, golden] as const))
/** A resale takes any open route, so that one of which a fact is unknown may be beside one that is open. */
const anyOf = (rule: Rule) =>
  JSON.stringify(Object.values(rule.needs as Record<string, Need<unknown>>).map((one) => one.path)).includes('resale')

it('L14 of any rule, what is unknown opens nothing, and a rule that read it does not pass', () => {
  let counted = 0
  fc.assert(
    fc.property(fc.constantFrom(...GOLDENS), spoiled, ([rule, golden], changes) => {
      const facts = goldenFacts(rule, golden)
      const bad = spoil(facts, readings(Object.values(rule.needs as Record<string, Need<unknown>>)), changes)
      if (bad.paths.length === 0) return
      counted++
      const said = runAlone(rule, bad.facts, golden.params)
      if (!ALLOWS.has(golden.expect))
        expect([rule.code, golden.name, bad.paths, ALLOWS.has(said.result)]).toEqual([rule.code, golden.name, bad.paths, false])
      if (said.result !== 'pass' || anyOf(rule)) return
      const read = said.facts.map((one) => one.path).filter((path) => bad.paths.some((one) => one === path || one.startsWith(`${path}.`)))
      expect([rule.code, golden.name, read]).toEqual([rule.code, golden.name, []])
    }),
    { numRuns: CASES, seed: 14 },
  )
  expect(counted).toBeGreaterThan(CASES / 2)
}, 900_000)

const BASES: readonly Facts[] = [
  ...Object.values(MINIMAL),
  ...[transferCase, { ...transferCase, ...regSResaleCase }, investmentCase, regSInvestmentCase].map(
    (flat) => unflatten(flat) as unknown as Facts,
  ),
]
const listed = (address: Json | undefined): Json => [{ address: address ?? 'none', list: 'us_ofac_sdn', active: true }]
/** What refuses, asks or holds, laid over a clean case. */
const TROUBLE: readonly ((facts: Facts) => readonly (readonly [string, Json])[])[] = [
  () => [],
  (facts) => [
    ['to.sanctions.status', 'hit'],
    ['subject.screen.addresses', listed(valueAt(facts, ['subject', 'address']) as Json)],
  ],
  () => [
    [
      'from.screen.names',
      [
        {
          list: 'us_ofac_sdn',
          type: 'name',
          score: 9_900,
          agree: ['birth_date'],
          conflict: [],
          weak: false,
          subject_hash: 's',
          entry_hash: 'e',
          exception: 'none',
        },
      ],
    ],
  ],
  () => [
    ['subject.places', [{ source: 'residence', country: 'IR', region: 'none', proven: true }]],
    ['to.places', [{ source: 'residence', country: 'UA', region: 'UA-43', proven: true }]],
    ['investor.places', [{ source: 'residence', country: 'KP', region: 'none', proven: true }]],
  ],
  () => [
    ['subject.places', [{ source: 'residence', country: 'UA', region: 'none', proven: true }]],
    ['from.credential.state', 'suspended'],
  ],
  () => [
    ['tx.amount', { amount: '250000', currency: 'USD' }],
    ['sale.total', { amount: '150000', currency: 'USD' }],
  ],
  () => [
    ['investor.accreditation.status', 'not_accredited'],
    ['to.accreditation.status', 'not_accredited'],
  ],
  () => [
    ['offering.lockup_days', 365],
    ['issuer.holder_cap', 1],
  ],
  () => [
    ['investor.birth_date', '2015-01-01'],
    ['subject.date_of_birth', '2015-01-01'],
  ],
  () => [
    ['defi.risk', 90],
    ['history.count_24h', 25],
    ['token.reserves', []],
  ],
]

function lay(facts: Facts, trouble: number): Facts {
  let out = facts
  for (const [path, value] of TROUBLE[trouble]!(facts)) {
    const keys = path.split('.')
    if (isRoom(valueAt(out, keys.slice(0, -1)))) out = put(out as unknown as Json, keys, value) as unknown as Facts
  }
  return out
}

/** One party's facts that cannot both be true. */
const CONTRADICTORY: readonly (readonly [string, Json])[][] = [
  [
    ['kind', 'absent'],
    ['full_name', 'Ada Example'],
  ],
  [
    ['over_18', true],
    ['date_of_birth', '2015-01-01'],
  ],
  [
    ['us_person', false],
    ['residence', 'US'],
  ],
]

it('L14 of whole decisions, what is unknown, in the future or contradictory never makes an allow of anything else', () => {
  let refused = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...BASES),
      fc.nat(TROUBLE.length - 1),
      spoiled,
      fc.option(
        fc.record({
          party: fc.constantFrom('subject', 'from', 'to', 'investor', 'buyer', 'seller'),
          pair: fc.nat(CONTRADICTORY.length - 1),
        }),
      ),
      (base, trouble, changes, contradiction) => {
        const facts = lay(base, trouble)
        const before = evaluate(facts, currentRuleset)
        let { facts: after, paths } = spoil(facts, readingsOf(facts.check), changes)
        if (contradiction && isRoom(valueAt(after, [contradiction.party])))
          for (const [name, value] of CONTRADICTORY[contradiction.pair]!)
            after = put(after as unknown as Json, [contradiction.party, name], value) as unknown as Facts
        const said = evaluate(after, currentRuleset)
        if (before.outcome !== 'allow') {
          refused++
          expect([before.primary, paths, contradiction, said.outcome === 'allow']).toEqual([before.primary, paths, contradiction, false])
        }
        for (const rule of said.rules) if (rule.reason === 'FACTS_CONTRADICT') expect(ALLOWS.has(rule.result)).toBe(false)
        expect(said.reason_codes).not.toContain('RULE_COULD_NOT_RUN')
      },
    ),
    { numRuns: CASES, seed: 15 },
  )
  expect(refused).toBeGreaterThan(CASES / 4)
}, 900_000)
