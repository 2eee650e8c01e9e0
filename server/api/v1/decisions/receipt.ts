import { decisionReceipt } from '#core/record/decision-views/receipt.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: decisionReceipt,
  method: 'get',
  path: '/decisions/{id}/receipt',
  market: 'platform',
  summary: 'Get a decision receipt',
  description:
    'Proof that the decision stands in the public log: its entry, an inclusion proof and a signed checkpoint. Anyone can check it offline. `documents` holds the record and the result; it is empty where rules ran that only officers may read, as for payments.',
  status: 200,
  errors: [],
  examples: [],
  etag: true,
})
