import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
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
  const verb = defineVerb({
    name: 'tests.once',
    permission: 'offerings.write',
    output: z.object({ success: z.literal(true) }),
    run: async ({ ctx }) => {
      if (ctx.requestId === 'req_late') {
        arrived()
        await ended
        throw new AppError('conflict', 'Somebody was first.')
      }
      // no event: there is nothing to tell.
      return write(ctx, async () => ({ result: { success: true as const }, audit: { action: 'tested', category: 'system' } }))
    },
  })
  const operation = defineOperation({
    verb,
    emptyBody: true,
    method: 'post',
    path: '/tests/once',
    market: 'platform',
    summary: 'Once',
    description: 'Works once.',
    status: 200,
    errors: ['conflict'],
    examples: [],
  })
  const call = (requestId: string) => {
    const ctx: Ctx = { ...api.ctx('sandbox'), requestId }
    const headers = new Headers({ 'idempotency-key': 'one' })
    return runOperation(operation, ctx, { params: {}, query: new URLSearchParams(), headers, version: CURRENT_VERSION, bodyText: '{}' })
  }
  const second = call('req_late')
  await late
  expect((await call('req_test')).status).toBe(200)
  release()
  for (const { status, headers } of [await second, await call('req_test')])
    expect([status, headers['idempotent-replayed']]).toEqual([200, 'true'])
})
