import { z } from 'zod'
import { listInvitations } from '#core/invitations/invite.ts'
import { defineOperation } from '../../../operation.ts'
import { invitation } from './_shape.ts'

export default defineOperation({
  id: 'invitations.list',
  method: 'get',
  path: '/invitations',
  market: 'securities',
  summary: 'List invitations',
  description: 'The invitations of one offering, newest first, with what became of each; at most 1,000.',
  permission: 'investors.read',
  query: z.strictObject({ offering_id: z.string().max(100) }),
  response: z.object({ success: z.literal(true), data: z.array(invitation) }),
  status: 200,
  errors: [],
  examples: [],
  handler: async ({ ctx, query }) => {
    const { data } = await listInvitations({ ctx, input: query })
    return { success: true, data: data.map((each) => ({ object: 'invitation', ...each })) }
  },
})
