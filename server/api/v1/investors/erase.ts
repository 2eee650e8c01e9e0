import { z } from 'zod'
import { eraseInput, eraseInvestor } from '#core/erasure/erase-person.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'investors.erase',
  method: 'post',
  path: '/investors/{id}/erase',
  market: 'platform',
  summary: 'Erase a person',
  description:
    'Destroys the key that sealed the person’s data, so that it can never be read again, ends their credentials and removes what stood in clear. The log stays whole. Refused while the person holds units or has an investment.',
  permission: 'investors.write',
  params: idParams('Id of the investor'),
  body: eraseInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('erasure'),
    person_id: z.string(),
    erased_at: z.string(),
    credentials_revoked: z.number().int(),
    wallets_unlinked: z.number().int(),
    retained: z.array(z.object({ what: z.string(), ground: z.string() })),
  }),
  status: 200,
  errors: ['conflict'],
  examples: [
    {
      name: 'asked',
      summary: 'The person asked for it',
      request: { reason_code: 'gdpr_article_17' },
      response: { success: true, object: 'erasure' },
    },
  ],
  handler: ({ ctx, params, body }) => eraseInvestor({ ctx, input: { ...params, ...body } }),
})
