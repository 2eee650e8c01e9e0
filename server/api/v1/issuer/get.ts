import { readIssuer } from '#core/securities/issuer/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readIssuer,
  method: 'get',
  path: '/issuer',
  market: 'securities',
  summary: 'Read the issuer',
  description: 'Your organisation as the rules know it when it offers securities: what it stated, and what is established about it now.',
  status: 200,
  errors: ['screening_unavailable'],
  examples: [],
})
