import { listScenarios } from '#core/sandbox/worlds/control.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listScenarios,
  method: 'get',
  path: '/sandbox/scenarios',
  market: 'platform',
  summary: 'List sandbox scenarios',
  description:
    'Every scenario with its magic wallets and header. `include=recipes` adds a way to see each error code, as calls one after the other, and each reason code, as facts for a simulation.',
  status: 200,
  errors: [],
  examples: [],
  sandboxOnly: true,
})
