import { z } from 'zod'
import { secondPerson } from '#core/kernel/answers.ts'
import { NAMED_ROLES } from '#core/kernel/permissions.ts'

const MEMBER_ROLE = z
  .enum([...NAMED_ROLES, 'custom'])
  .meta({ description: 'What they are in the organisation: `custom` is one of its own roles, named by `role_id`' })

/** A role in an organisation, as answers show it. */
const roleShown = {
  role: MEMBER_ROLE,
  role_id: z.string().nullable().meta({ description: 'Of a role of the organisation’s own' }),
  role_name: z.string().meta({ description: 'The role in words' }),
}

/** A role in an organisation, as calls name it. */
export const roleGiven = {
  role: MEMBER_ROLE,
  role_id: z.string().max(60).nullish().meta({ description: 'With `custom`: which of the organisation’s own roles' }),
}

export const member = z.object({
  object: z.literal('member'),
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  ...roleShown,
  came: z
    .enum(['founded', 'invited', 'sign_on', 'directory'])
    .meta({ description: 'How they came: they made the organisation, were invited, signed on or were put in by a directory' }),
  invited_by: z.string().nullable(),
  joined_at: z.string(),
  role_since: z.string().meta({ description: 'What was asked for before this they do not agree to' }),
  suspended: z.boolean().meta({ description: 'Nobody signs in to the account, and its keys do nothing' }),
  second_factor: z.boolean(),
})
export const memberAnswer = member.extend({ success: z.literal(true) })
export type MemberView = z.output<typeof member>

export const memberInvitation = z.object({
  object: z.literal('member_invitation'),
  id: z.string(),
  email: z.string().nullable().meta({ description: 'Null once the address is not needed any more' }),
  ...roleShown,
  status: z
    .enum(['awaiting_second', 'open', 'accepted', 'revoked', 'expired'])
    .meta({ description: '`awaiting_second`: the mail is sent when another person has agreed' }),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
})
export const memberInvitationAnswer = memberInvitation.extend({
  success: z.literal(true),
  second_person: secondPerson.nullable().meta({ description: 'What waits for another person; null when it was sent' }),
})
export type MemberInvitationView = z.output<typeof memberInvitation>

export const organizationRole = z.object({
  object: z.literal('organization_role'),
  id: z.string().nullable().meta({ description: 'Null for the roles every organisation has' }),
  role: MEMBER_ROLE,
  name: z.string(),
  permissions: z.array(z.string()),
  members: z.number().int().meta({ description: 'How many members and service accounts have it now' }),
  created_at: z.string().nullable(),
})
export const organizationRoleAnswer = organizationRole.extend({ success: z.literal(true) })
export type OrganizationRoleView = z.output<typeof organizationRole>

export const serviceAccount = z.object({
  object: z.literal('service_account'),
  id: z.string(),
  name: z.string(),
  ...roleShown,
  keys: z.number().int().meta({ description: 'Its keys that work' }),
  created_by: z.string(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export const serviceAccountAnswer = serviceAccount.extend({ success: z.literal(true) })
export type ServiceAccountView = z.output<typeof serviceAccount>
