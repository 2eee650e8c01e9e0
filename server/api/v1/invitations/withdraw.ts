import { z } from 'zod'
import { withdrawInvitation } from '#core/invitations/invite.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'invitations.withdraw',
  method: 'post',
  path: '/invitations/{id}/withdraw',
  market: 'securities',
  summary: 'Withdraw an invitation',
  description: 'Takes back an invitation that was not answered yet.',
  permission: 'investors.write',
  params: idParams('Invitation id'),
  response: z.object({ success: z.literal(true) }),
  status: 200,
  errors: ['conflict'],
  examples: [{ name: 'withdraw', summary: 'Take it back', response: { success: true } }],
  handler: ({ ctx, params }) => withdrawInvitation({ ctx, input: params }),
})
