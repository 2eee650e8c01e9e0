import { z } from 'zod'

export const invitation = z.object({
  id: z.string(),
  object: z.literal('invitation'),
  offering_id: z.string(),
  email: z.string(),
  status: z.enum(['sent', 'accepted', 'declined', 'withdrawn']),
  created_at: z.string(),
  answered_at: z.string().nullable(),
})
export const invitationAnswer = invitation.extend({ success: z.literal(true) })
