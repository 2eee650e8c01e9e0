import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startApi } from '#tests/api/harness.ts'
import { defineVerb } from './verb.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const greet = defineVerb({
  name: 'wallets.greet',
  permission: 'wallets.read',
  input: z.strictObject({ name: z.string().max(10), times: z.coerce.number().int().default(1) }),
  output: z.object({ said: z.string() }),
  run: async ({ input }) => ({ said: `${input.name} `.repeat(input.times).trim() }),
})

it('H7 a verb reads its input once, with its defaults, wherever the call comes from', async () => {
  const ctx = api.ctx('sandbox')
  expect(await greet({ ctx, input: { name: 'Ada' } })).toEqual({ said: 'Ada' })
  expect(await greet.sent({ ctx, input: { name: 'Ada', times: '2' } })).toEqual({ said: 'Ada Ada' })
  expect(await greet.run({ ctx, input: { name: 'Ada', times: 3 } })).toEqual({ said: 'Ada Ada Ada' })
  expect([greet.name, greet.permission]).toEqual(['wallets.greet', 'wallets.read'])
})

it('H7 a verb refuses input in one way: a pointer, a code and words a field', async () => {
  const refused = await greet.sent({ ctx: api.ctx('sandbox'), input: { nmae: 'Ada', times: 'x' } }).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'validation_failed',
    fields: [
      { pointer: '/name', code: 'required' },
      { pointer: '/times', code: 'invalid_type' },
      { pointer: '/nmae', code: 'unknown_field', suggestion: 'name' },
    ],
  })
})

it('a verb refuses whoever may not before it looks at the input', async () => {
  const ctx = { ...api.ctx('sandbox'), actor: { type: 'anonymous', id: 'anonymous' } as const }
  for (const call of [greet.sent({ ctx, input: 7 }), greet.run({ ctx, input: { name: 'Ada', times: 1 } })])
    await expect(call).rejects.toMatchObject({ code: 'not_signed_in' })
})

it('H4 the answer of a verb is what its schema says: another one does not compile', () => {
  defineVerb({
    name: 'wallets.misspelt',
    permission: 'wallets.read',
    output: z.object({ wallet_idd: z.number() }),
    // @ts-expect-error wallet_id is not wallet_idd
    run: async () => ({ wallet_id: 7 }),
  })
})
