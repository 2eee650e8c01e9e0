import { readIssuer } from '#core/issuer/read.ts'
import { defineOperation } from '../../../operation.ts'
import { issuer } from './_shape.ts'

export default defineOperation({
  id: 'issuer.get',
  method: 'get',
  path: '/issuer',
  market: 'securities',
  summary: 'Read the issuer',
  description: 'Your organisation as the rules know it when it offers securities: what it stated, and what is established about it now.',
  permission: 'offerings.read',
  response: issuer,
  status: 200,
  errors: ['screening_unavailable'],
  examples: [],
  handler: ({ ctx }) => readIssuer({ ctx }),
})
