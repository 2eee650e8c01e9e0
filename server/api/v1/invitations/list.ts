import { z } from 'zod'
import { listInvitations, listInvitationsInput } from '#core/invitations/invite.ts'
import { defineOperation } from '../../../operation.ts'
import { invitation } from './_shape.ts'

export default defineOperation({
  id: 'invitations.list',
  method: 'get',
  path: '/invitations',
  market: 'securities',
  summary: 'List invitations',
  description: 'The invitations of one offering, newest first, with what became of each.',
  permission: 'investors.read',
  query: z.strictObject({
    offering_id: listInvitationsInput.shape.offering_id,
    status: listInvitationsInput.shape.status,
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(100).default(100),
  }),
  response: z.object({
    success: z.literal(true),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
    data: z.array(invitation),
  }),
  status: 200,
  errors: [],
  examples: [],
  handler: async ({ ctx, query }) => {
    const { rows, ...page } = await listInvitations({ ctx, input: query })
    return { success: true, ...page, data: rows.map((each) => ({ object: 'invitation', ...each })) }
  },
})
