import { z } from 'zod'
import { listsDeltaInput, rescreenAfterDelta } from '#core/lists/sandbox-delta.ts'
import { defineOperation } from '../../../operation.ts'

const ids = z.array(z.string())
const count = z.number().int()

export default defineOperation({
  id: 'sandbox.lists_delta',
  method: 'post',
  path: '/sandbox/lists/delta',
  market: 'platform',
  summary: 'Change the sandbox list',
  description:
    'Adds, replaces or removes entries of the fictional list of this sandbox and screens its monitored subjects again, as a new version of an official list would: events and cases follow. Each change is a version of its own, so `as_of` finds the list as it was.',
  permission: 'sandbox.manage',
  body: listsDeltaInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('sandbox_list_delta'),
    source: z.literal('sandbox_sample'),
    version: z.string(),
    added: ids,
    changed: ids,
    removed: ids,
    rescreened: z.object({
      subjects: count,
      rescreened: count,
      created: count,
      updated: count,
      cleared: count,
      unaffected: count,
      exceptions_voided: count,
      credentials_suspended: count,
      seconds: z.number(),
    }),
  }),
  status: 200,
  errors: ['not_found'],
  examples: [
    {
      name: 'add',
      summary: 'List a wallet',
      request: { add: [{ entity_id: 'TEST-1', name: 'Test Entry', wallet_addresses: ['0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'] }] },
      response: { success: true, added: ['sandbox_sample:TEST-1'] },
    },
  ],
  sandboxOnly: true,
  handler: ({ ctx, body }) => rescreenAfterDelta({ ctx, input: body }),
})
