import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenApi, operationsOf } from '#app/lib/reference.ts'
import { sampleRequest } from '#app/lib/reference-samples.ts'
import { codeLanguages, codeOf, variablesOf } from '#app/lib/request-code.ts'
import { runTextSamples, textSamples } from '#tools/run-samples.ts'
import { type BatchSample, runBatch } from '#tools/sample-batch.ts'
import { type Call, canMake, notAlone, pathValue } from '#tools/sample-world.ts'
import { startApi } from './harness.ts'
import { decisionsIn } from './one-decision.ts'

let api: Awaited<ReturnType<typeof startApi>>
let server: ReturnType<typeof serve>
let origin = ''
beforeAll(async () => {
  api = await startApi()
  // A receiver for webhook samples: this product itself, on this machine.
  Object.assign(api.services.config, { webhookAllowPrivate: true })
  server = await new Promise((done) => {
    const started = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' }, () => done(started))
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Samples follow the addresses that the product tells of itself, as wallets do.
  Object.assign(api.services.config, { publicUrl: origin })
})
afterAll(async () => {
  await new Promise((done) => server.close(done))
  await api?.stop()
})

/** A sandbox of one's own, as the playground makes it. */
async function sandbox() {
  const { key } = (await api.call('POST', '/api/playground/session', {})).body as { key: string }
  const call: Call = async (method, path, body, type) => {
    const { status, body: got } = await api.call(method, `/api/v1${path}`, body, key, type ? { 'content-type': type } : undefined)
    if (status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(got)}`)
    return got as Record<string, any>
  }
  return { key, call }
}

const said = (language: string, count: number) =>
  process.stderr.write(`samples: ${count} in ${language} not run, it is not installed here\n`)

describe('samples of the documentation and the guides', () => {
  it('run against the product and answer what the pages promise', async () => {
    const verdicts = await runTextSamples(textSamples(origin), async () => ({
      SEALWRIGHT_KEY: (await sandbox()).key,
      SEALWRIGHT_URL: origin,
    }))
    for (const [language, each] of Map.groupBy(
      verdicts.filter(({ faults }) => faults === null),
      (verdict) => verdict.language,
    ))
      said(language, each.length)
    const failed = verdicts.filter(({ faults }) => faults !== null && faults.length > 0)
    expect(failed).toEqual([])
    expect(verdicts.filter(({ faults }) => faults?.length === 0).length).toBeGreaterThan(55)
  }, 300_000)
})

/** The other languages make their code by the same rules, which the samples above try: those are asked among the long suites (`.ci/run`). */
const languages = process.env.PACKAGES ? codeLanguages : (['curl', 'JavaScript'] as const)

describe('samples of the reference', () => {
  it('run in their languages and are answered as documented', async () => {
    const document = (await api.call('GET', '/api/v1/openapi.json')).body as unknown as OpenApi
    const operations = operationsOf(document)
      .filter(({ id }) => !(id in notAlone))
      .flatMap((operation) => {
        const request = sampleRequest(operation, origin)
        const open = variablesOf(operation.path).length > 0
        return request && (!open || canMake(operation)) ? [{ operation, request, open }] : []
      })
    expect(operations.length).toBeGreaterThan(60)
    const deciding = new Set<string>()
    const failed = await Promise.all(
      languages.map(async (language) => {
        const { key, call } = await sandbox()
        const samples: BatchSample[] = []
        for (const { operation, request, open } of operations) {
          const value = open ? (await pathValue(operation, call, origin))! : ''
          const code = codeOf(language, request)
          samples.push({
            id: operation.id,
            code,
            env: { SEALWRIGHT_KEY: key, ...Object.fromEntries(variablesOf(request.path).map((name) => [name, value])) },
          })
        }
        const outputs = await runBatch(language, samples)
        if (outputs === null) said(language, samples.length)
        return (outputs ?? []).flatMap((output, n) => {
          const answer = parsed(output)
          const found: typeof api.told = []
          decisionsIn(answer, samples[n]!.id, found)
          if (found.length) deciding.add(samples[n]!.id)
          api.told.push(...found)
          const good = answer !== null && !('code' in answer && 'status' in answer && Number(answer.status) >= 400)
          return good ? [] : [`${language} ${samples[n]!.id}: ${output.slice(0, 300)}`]
        })
      }),
    )
    expect(failed.flat()).toEqual([])
    // H1: every operation whose answer tells a decision is asked here, or where its own objects are made.
    const telling = operationsOf(document).filter(({ method, path }) => tellsDecision(document, method, path))
    expect(telling.map(({ id }) => id).filter((id) => !deciding.has(id) && !ELSEWHERE.includes(id))).toEqual([])
    expect(telling.length).toBeGreaterThan(25)
  }, 300_000)
})

/** Asked in core/record/simulations, core/markets/reserves, tests/api/settlement.test.ts and tests/api/erasure.test.ts. */
const ELSEWHERE = [
  'investors.accreditation.create',
  'simulations.run',
  'stablecoins.get_statement',
  'transactions.submit',
  'erasures.create',
]

/** Whether the schema of an operation's answer has a decision in it. */
function tellsDecision(document: OpenApi, method: string, path: string): boolean {
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked.
  const whole = document as any
  const walk = (node: unknown, seen: ReadonlySet<string>): boolean => {
    if (typeof node !== 'object' || node === null) return false
    const { $ref: ref, properties } = node as { $ref?: string; properties?: object }
    if (typeof ref === 'string') {
      const to = ref
        .slice(2)
        .split('/')
        .reduce((at, name) => at?.[name], whole)
      return !seen.has(ref) && walk(to, new Set([...seen, ref]))
    }
    if (properties && 'outcome' in properties && 'reason_codes' in properties && 'result_hash' in properties) return true
    return Object.values(node).some((each) => walk(each, seen))
  }
  const item = whole.paths[path] ?? whole.paths[path.replace(/^\/v1/, '')]
  const responses = item[method.toLowerCase()].responses as Record<string, unknown>
  return Object.entries(responses).some(([status, response]) => status.startsWith('2') && walk(response, new Set()))
}

function parsed(output: string): Record<string, unknown> | null {
  try {
    return JSON.parse(output) as Record<string, unknown>
  } catch {
    return null
  }
}
