import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { startApi } from '../../tests/api/harness.ts'
import { defineOperation } from '../operation.ts'
import { runOperation } from './run-operation.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api?.stop())

test('a refusal that comes late takes nothing from the answer that was first', async () => {
  let arrived = () => {}
  const late = new Promise<void>((resolve) => {
    arrived = resolve
  })
  let release = () => {}
  const ended = new Promise<void>((resolve) => {
    release = resolve
  })
  const operation = defineOperation({
    id: 'tests.once',
    method: 'post',
    path: '/tests/once',
    market: 'platform',
    summary: 'Once',
    description: 'Works once.',
    permission: 'offerings.write',
    body: z.strictObject({}),
    response: z.object({ success: z.literal(true) }),
    status: 200,
    errors: ['conflict'],
    examples: [],
    handler: async ({ ctx, headers }) => {
      if (headers.get('x-late')) {
        arrived()
        await ended
        throw new AppError('conflict', 'Somebody was first.')
      }
      // no event: there is nothing to tell.
      return write(ctx, async () => ({ result: { success: true as const }, audit: { action: 'tested', category: 'system' } }))
    },
  })
  const call = (more: Record<string, string> = {}) => {
    const ctx: Ctx = { ...api.ctx('sandbox'), requestId: 'req_test' }
    const headers = new Headers({ 'idempotency-key': 'one', ...more })
    return runOperation(operation, ctx, { params: {}, query: new URLSearchParams(), headers, bodyText: '{}' })
  }
  const second = call({ 'x-late': '1' })
  await late
  expect((await call()).status).toBe(200)
  release()
  for (const { status, headers } of [await second, await call()]) expect([status, headers['idempotent-replayed']]).toEqual([200, 'true'])
})
