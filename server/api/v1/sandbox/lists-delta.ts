import { rescreenAfterDelta } from '#core/identity/listed/sandbox-delta.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: rescreenAfterDelta,
  method: 'post',
  path: '/sandbox/lists/delta',
  market: 'platform',
  summary: 'Change the sandbox list',
  description:
    'Adds, replaces or removes entries of the fictional list of this sandbox and screens its monitored subjects again, as a new version of an official list would: events and cases follow. Each change is a version of its own, so `as_of` finds the list as it was.',
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
})
