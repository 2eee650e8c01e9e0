import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERRORS } from '#core/kernel/errors.ts'
import { openFacts } from '#core/record/decisions/facts.ts'
import { otherwise } from '#core/record/simulations/simulate.ts'
import { ERROR_RECIPES, type RecipeStep, reachableErrors } from '#core/sandbox/worlds/error-recipes.ts'
import { OUTCOME_REASONS, reasonRecipes } from '#core/sandbox/worlds/reason-recipes.ts'
import { decisions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { decide } from '#engine/decide.ts'
import { REASONS } from '#engine/reasons.ts'
import { currentRuleset, RULES } from '#engine/rulesets.ts'
import { magicWallet } from '#screening/sandbox-sample.ts'
import { errorsOf } from '#server/openapi.ts'
import { startApi } from './harness.ts'

// Every code the API can say has a published way to see it, and each way is gone here.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const keys: Record<string, string | null> = {}
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
  const other = async (change: Parameters<typeof api.changeKey>[1], scopes = ['*']) => {
    const made = await api.makeKey('sandbox', scopes)
    await api.changeKey(made.id, change)
    return made.key
  }
  Object.assign(keys, {
    none: null,
    unknown: `sw_sandbox_${'0'.repeat(64)}`,
    revoked: await other({ is_active: false }),
    expired: await other({ expires_at: new Date(Date.now() - 1_000) }),
    narrow: await other({ is_active: true }, ['offerings:read']),
    elsewhere: await other({ allowed_ips: ['203.0.113.7'] }),
    production: (await api.makeKey('production')).key,
  })
})
afterAll(() => api?.stop())

/** A recipe's step with what earlier answers said filled in. */
function filled(value: unknown, answers: { body: unknown }[]): unknown {
  const text = JSON.stringify(value)?.replace(/\{\{(\d+)\.([\w.]+)\}\}/g, (_, call: string, path: string) => {
    const found = path
      .split('.')
      .reduce((at: unknown, name) => (at as Record<string, unknown> | null)?.[name], answers[Number(call) - 1]?.body)
    return JSON.stringify(String(found)).slice(1, -1)
  })
  return text === undefined ? undefined : JSON.parse(text)
}

async function perform(steps: readonly RecipeStep[]) {
  const answers: Awaited<ReturnType<typeof api.call>>[] = []
  for (const step of steps) {
    const path = filled(step.path, answers) as string
    const body = step.text ?? (step.padding ? JSON.stringify(step.body) + ' '.repeat(step.padding) : filled(step.body, answers))
    answers.push(
      await api.call(
        step.method,
        path.startsWith('/functions') ? path : `/v1${path}`,
        body,
        step.key ? keys[step.key] : key,
        step.headers ?? {},
      ),
    )
  }
  return answers
}

test.each(reachableErrors())('%s', async (code, steps) => {
  const answers = await perform(steps)
  const last = answers.at(-1)!
  expect(
    [last.status, last.body?.code, last.body?.errors?.map((e: { code: string }) => e.code)],
    answers.map((a) => a.text.slice(0, 400)).join('\n'),
  ).toEqual([
    // What is wrong with one field is told at the field.
    ...(last.body?.code === code ? [ERRORS[code].status, code] : [422, 'validation_failed']),
    last.body?.code === code ? last.body?.errors?.map((e: { code: string }) => e.code) : expect.arrayContaining([code]),
  ])
})

test('no code an operation names is without a recipe', () => {
  const named = new Set(api.catalogue.flatMap((operation) => errorsOf(operation)))
  expect([...named].filter((code) => typeof ERROR_RECIPES[code] === 'string')).toEqual([])
  expect(Object.keys(ERROR_RECIPES).sort()).toEqual(Object.keys(ERRORS).sort())
})

test('every reason code has a way, and every simulated one says the code', async () => {
  const recipes = reasonRecipes()
  const codes = new Set(recipes.map((recipe) => recipe.code))
  const all = [...new Set(RULES.map((rule) => rule.code)), ...Object.keys(REASONS), ...Object.keys(OUTCOME_REASONS)]
  expect(all.filter((code) => !codes.has(code))).toEqual([])
  expect(recipes.filter(({ way }) => way.kind === 'guard').map((recipe) => recipe.code)).toMatchInlineSnapshot(`
    [
      "MICA_ART23_COUNT",
      "REG_A_TIER1_NO_LIMIT",
      "RULE_COULD_NOT_RUN",
      "NO_RULES_IN_FORCE",
      "WASH_NOT_MEASURED",
      "STRONGER_SOURCE_NEEDED",
    ]
  `)

  const base = await api.call('POST', '/v1/sanctions/check', { wallet_address: magicWallet('0002') }, key)
  const missed: string[] = []
  const row = await findScoped(api.services.connection.db, decisions, api.ctx('sandbox'), base.body.decision.id)
  const facts = await openFacts({ services: api.services, db: api.services.connection.db }, row!)
  const checks = new Set<string>()
  for (const { code, way } of recipes) {
    if (way.kind !== 'simulation') continue
    const said = (codes: readonly string[], rules: readonly { code: string; result: string }[]) =>
      [...codes, ...rules.filter((rule) => !['pass', 'not_applicable'].includes(rule.result)).map((rule) => rule.code)].some((one) =>
        [code.toLowerCase(), one.toLowerCase().split(':')[0]].every((each) => each === code.toLowerCase()),
      )
    // The same that the endpoint does, without the road there; of each check one goes the whole way.
    const result = decide(otherwise(facts, way.changes, 'sandbox'), currentRuleset)
    if (!said(result.reason_codes, result.rules)) missed.push(code)
    if (checks.has(way.check)) continue
    checks.add(way.check)
    const { body, text } = await api.call('POST', '/v1/simulations', { decision_id: base.body.decision.id, changes: way.changes }, key)
    if (!said(body.decision?.reason_codes ?? [], body.decision?.rules ?? [])) missed.push(`${code} ${text.slice(0, 300)}`)
  }
  expect(checks.size).toBeGreaterThan(12)
  expect(missed).toEqual([])
})

test('the catalogue tells all of it, or about one code', async () => {
  const plain = await api.call('GET', '/v1/sandbox/scenarios', undefined, key)
  expect(plain.body.errors).toBeUndefined()
  const whole = await api.call('GET', '/v1/sandbox/scenarios?include=recipes', undefined, key)
  expect(whole.body.errors).toHaveLength(Object.keys(ERRORS).length)
  const one = await api.call('GET', '/v1/sandbox/scenarios?code=PEP_MATCH', undefined, key)
  expect(one.body).toMatchObject({ data: [], errors: [], reasons: [{ code: 'pep_match', way: { kind: 'simulation' } }] })
  const error = await api.call('GET', '/v1/sandbox/scenarios?code=already_issued', undefined, key)
  expect(error.body.errors[0]).toMatchObject({
    code: 'already_issued',
    status: 409,
    steps: expect.arrayContaining([expect.objectContaining({ method: 'POST' })]),
  })
})
