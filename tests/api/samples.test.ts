import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenApi, operationsOf } from '#app/lib/reference.ts'
import { sampleRequest } from '#app/lib/reference-samples.ts'
import { codeLanguages, codeOf, variablesOf } from '#app/lib/request-code.ts'
import { runTextSamples, textSamples } from '#tools/run-samples.ts'
import { type BatchSample, runBatch } from '#tools/sample-batch.ts'
import { startApi } from './harness.ts'

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
})
afterAll(async () => {
  await new Promise((done) => server.close(done))
  await api?.stop()
})

/** A sandbox of one's own, as the playground makes it. */
async function sandbox() {
  const { key } = (await api.call('POST', '/api/playground/session', {})).body as { key: string }
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, body: got } = await api.call(method, `/api/v1${path}`, body, key)
    if (status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(got)}`)
    return got as Record<string, any>
  }
  return { key, call }
}

const said = (language: string, count: number) =>
  process.stderr.write(`samples: ${count} in ${language} not run, it is not installed here\n`)

describe('samples of the documentation and the guides', () => {
  it('run against the product and answer what the pages promise', async () => {
    const verdicts = await runTextSamples(textSamples(), async () => ({ SEALWRIGHT_URL: origin, SEALWRIGHT_KEY: (await sandbox()).key }))
    for (const [language, each] of Map.groupBy(
      verdicts.filter(({ faults }) => faults === null),
      (verdict) => verdict.language,
    ))
      said(language, each.length)
    const failed = verdicts.filter(({ faults }) => faults !== null && faults.length > 0)
    expect(failed).toEqual([])
    expect(verdicts.filter(({ faults }) => faults?.length === 0).length).toBeGreaterThan(55)
  }, 120_000)
})

let fresh = 0
/** A new person in a new wallet, so that acts on a credential never meet. */
async function newCredential(call: Awaited<ReturnType<typeof sandbox>>['call']) {
  fresh++
  const wallet = `0x${fresh.toString(16).padStart(8, '0')}${'c0de'.repeat(8)}`
  const kyc_data = {
    full_name: `Sample Person${String.fromCharCode(65 + (fresh % 26), 65 + ((fresh / 26) | 0))}`,
    date_of_birth: '1990-05-17',
    country: 'US',
  }
  const verified = await call('POST', '/wallets/verify', { wallet_address: wallet, kyc_data })
  return { credential: verified.credential.id as string, decision: verified.decision.id as string, wallet }
}

/** What stands for `{id}` in a path, by the noun before it: made for each sample anew. */
const nouns: Record<string, (call: Awaited<ReturnType<typeof sandbox>>['call']) => Promise<string>> = {
  credentials: async (call) => (await newCredential(call)).credential,
  decisions: async (call) => (await newCredential(call)).decision,
  wallets: async (call) => (await newCredential(call)).wallet,
  offerings: async (call) =>
    (
      await call('POST', '/offerings', {
        name: 'Sample',
        regulation: 'reg_d_506c',
        total_supply: 1_000_000,
        price_per_token: '10',
        maximum_raise: '1000000',
      })
    ).id,
  investors: async (call) =>
    (
      await call('POST', '/investors', {
        full_name: 'Avery Accredited',
        email: `sample${++fresh}@example.com`,
        date_of_birth: '1980-02-29',
        country: 'US',
      })
    ).id,
  transactions: async (call) =>
    (
      await call('POST', '/transactions', {
        type: 'payment',
        from_address: `0x${'5ea1'.repeat(8)}00000001`,
        to_address: `0x${'5ea1'.repeat(8)}00000002`,
        amount: '5',
        currency: 'USDC',
      })
    ).id,
  'webhook-endpoints': async (call) =>
    (await call('POST', '/webhook-endpoints', { url: `${origin.replace('127.0.0.1', 'localhost')}/healthz` })).id,
  events: async (call) => {
    await newCredential(call)
    return (await call('GET', '/events')).data[0].id
  },
  keys: async (call) => (await call('GET', '/keys/self')).id,
}

/** Operations that need more than a fresh object before they can be done. */
const prepared: typeof nouns = {
  'credentials.resume': async (call) => {
    const { credential } = await newCredential(call)
    await call('POST', `/credentials/${credential}/suspend`, { reason_code: 'under_review' })
    return credential
  },
}

describe('samples of the reference', () => {
  it('run in every language and are answered as documented', async () => {
    const document = (await api.call('GET', '/api/v1/openapi.json')).body as unknown as OpenApi
    const operations = operationsOf(document)
      // Waits for an event; empties the sandbox; names a receiver on the internet; takes a file; names a person, a wallet, a snapshot.
      .filter(
        ({ id }) =>
          ![
            'events.stream',
            'sandbox.reset',
            'webhook_endpoints.create',
            'sanctions.bulk.create',
            'erasures.create',
            'credentials.wallets',
            'sandbox.restore',
          ].includes(id),
      )
      .flatMap((operation) => {
        const request = sampleRequest(operation, origin)
        const noun = operation.path.split('/')[2]!
        const open = variablesOf(operation.path).length > 0
        return request && (!open || nouns[noun]) ? [{ id: operation.id, request, noun: open ? noun : null }] : []
      })
    expect(operations.length).toBeGreaterThan(35)
    const failed = await Promise.all(
      codeLanguages.map(async (language) => {
        const { key, call } = await sandbox()
        const samples: BatchSample[] = []
        for (const { id, request, noun } of operations) {
          const value = noun ? await (prepared[id] ?? nouns[noun]!)(call) : ''
          const code = codeOf(language, request)
          samples.push({
            id,
            code,
            env: { SEALWRIGHT_KEY: key, ...Object.fromEntries(variablesOf(request.path).map((name) => [name, value])) },
          })
        }
        const outputs = await runBatch(language, samples)
        if (outputs === null) said(language, samples.length)
        return (outputs ?? []).flatMap((output, n) => {
          const answer = parsed(output)
          const good = answer !== null && !('code' in answer && 'status' in answer && Number(answer.status) >= 400)
          return good ? [] : [`${language} ${samples[n]!.id}: ${output.slice(0, 300)}`]
        })
      }),
    )
    expect(failed.flat()).toEqual([])
  }, 120_000)
})

function parsed(output: string): Record<string, unknown> | null {
  try {
    return JSON.parse(output) as Record<string, unknown>
  } catch {
    return null
  }
}
