import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { webhookEndpoints } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { defineVerb } from '../verb.ts'
import { endpointSecrets } from './endpoints.ts'
import { post, type Sent } from './post.ts'
import { signaturesOf } from './sign.ts'

const drilled = z.object({
  name: z.string(),
  expected: z.string(),
  status: z.number().int().nullable(),
  passed: z.boolean(),
  note: z.string(),
})

/**
 * Attacks the tenant's own endpoint with what a careless receiver gets wrong, and grades the answers. Messages carry
 * `drill: true` and are no events: they are in no list and reach no other endpoint. A receiver shows that a duplicate had
 * one effect by echoing a token: the second answer must not claim `x-drill-effect: applied` again.
 */
export const drillWebhookEndpoint = defineVerb({
  name: 'webhook_endpoints.drill',
  permission: 'webhooks.write',
  input: byId(),
  output: z.object({
    success: z.literal(true),
    object: z.literal('webhook_drill'),
    endpoint_id: z.string(),
    passed: z.boolean(),
    score: z.string(),
    checks: z.array(drilled),
  }),
  run: async ({ ctx, input }) => {
    const endpoint = await findScoped(ctx.db, webhookEndpoints, ctx, input.id)
    if (!endpoint) throw notFound()
    const now = () => Math.floor(Date.now() / 1000)
    const token = randomBytes(8).toString('hex')
    const message = (type: string, sequence: number, extra: object = {}) => {
      const id = newId('event')
      return {
        id,
        body: JSON.stringify({
          id,
          type,
          timestamp: new Date().toISOString(),
          api_version: endpoint.api_version,
          environment: endpoint.environment,
          sequence,
          drill: true,
          resource: { type: 'drill', id: `drill_${token}` },
          request: null,
          actor: { type: 'system', id: 'drill' },
          data: { object: { token } },
          ...extra,
        }),
      }
    }
    const send = (m: { id: string; body: string }, options: { timestamp?: number; signature?: string } = {}): Promise<Sent> =>
      post(ctx, endpoint, { ...m, attempt: 1, timeoutMs: 15_000, ...options })
    const ok = (sent: Sent) => sent.result.status !== null && sent.result.status >= 200 && sent.result.status < 300
    const checks: z.output<typeof drilled>[] = []
    const grade = (name: string, expected: 'accepted' | 'refused', sent: Sent, extra = true, note = '') => {
      const passed = (expected === 'accepted' ? ok(sent) : sent.result.status !== null && !ok(sent)) && extra
      checks.push({ name, expected, status: sent.result.status, passed, note: note || (sent.result.error ?? '') })
    }
    const secrets = await endpointSecrets(ctx, endpoint)
    const signers = ctx.services.keyring.signing.webhook[endpoint.environment as Environment]

    const good = message('ping', 1)
    const first = await send(good)
    grade('correct message', 'accepted', first)
    grade('wrong signature', 'refused', await send(message('ping', 2), { signature: `v1,${randomBytes(32).toString('base64')}` }))
    const old = message('ping', 3)
    const oldTime = now() - 3_600
    grade(
      'old timestamp',
      'refused',
      await send(old, { timestamp: oldTime, signature: await signaturesOf({ ...old, timestamp: oldTime, secrets, signers }) }),
    )
    const altered = message('ping', 4)
    const signature = await signaturesOf({ ...altered, timestamp: now(), secrets, signers })
    grade(
      'altered body',
      'refused',
      await send({ id: altered.id, body: altered.body.replace(token, 'tampered') }, { timestamp: now(), signature }),
    )
    const again = await send(good)
    grade(
      'duplicate id',
      'accepted',
      again,
      again.result.headers?.['x-drill-effect'] !== 'applied',
      again.result.headers?.['x-drill-effect'] === 'applied' ? 'the duplicate was applied a second time' : '',
    )
    const later = await send(message('ping', 6))
    const earlier = await send(message('ping', 5))
    grade('reversed order', 'accepted', ok(later) ? earlier : later)
    grade('unknown type', 'accepted', await send(message('future.thing_happened', 7)))
    grade('extra fields', 'accepted', await send(message('ping', 8, { not_known_yet: { nested: [1, 2, 3] } })))
    const large = await send(message('ping', 9, { data: { object: { token, text: 'x'.repeat(18_000) } } }))
    grade('large message', 'accepted', large)
    const slow = Math.max(...[first, again, large].map((s) => s.result.durationMs))
    checks.push({
      name: 'answers in time',
      expected: 'under 5 s',
      status: first.result.status,
      passed: ok(first) && slow < 5_000,
      note: `slowest ${slow} ms`,
    })
    const passed = checks.filter((c) => c.passed).length
    return {
      success: true as const,
      object: 'webhook_drill' as const,
      endpoint_id: endpoint.id,
      passed: passed === checks.length,
      score: `${passed}/${checks.length}`,
      checks,
    }
  },
})
