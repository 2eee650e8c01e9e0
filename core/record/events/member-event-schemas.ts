import { z } from 'zod'
import { id, object, exampleText as text, time } from './event-words.ts'

const held = { role: text('reviewer'), role_id: id('orl').nullable() }
const member = object({ member: object({ id: id('mem'), user_id: id('usr'), ...held }) })
const serviceAccount = object({ service_account: object({ id: id('sva'), name: text('Settlement'), ...held }) })
const supportAccess = object({ support_access: object({ id: id('sup'), hours: z.number().int(), ends_at: time.nullable() }) })
const organization = object({ organization: object({ id: id('org'), ends_at: time.nullable() }) })

const user = object({
  user_id: id('usr'),
  from: text('investor'),
  to: text('issuer'),
  actor: id('usr').optional(),
  countersigned_by: id('usr').optional(),
})

/** What events say of who acts for an organisation: never a name or an address. */
export const MEMBER_EVENTS = {
  'member.invited': object({ invitation: object({ id: id('miv'), ...held, expires_at: time }) }),
  'member.joined': member,
  'member.role_changed': member,
  'member.left': member.extend({ how: z.enum(['left', 'removed']) }),
  'service_account.created': serviceAccount,
  'service_account.ended': serviceAccount,
  'support_access.asked': supportAccess,
  'support_access.granted': supportAccess,
  'support_access.ended': supportAccess,
  'organization.ending': organization,
  'organization.kept': organization,
  'organization.sign_on_changed': object({
    organization: object({ id: id('org') }),
    sign_on: object({ kind: z.enum(['oidc', 'saml']), issuer: text('https://login.bank.example'), just_in_time: z.boolean() }).nullable(),
    required: z.boolean(),
  }),
  'policy.applied': object({
    plan: object({ id: id('pln'), changes: z.array(text('/settings/licences')), effective_at: time.nullable() }),
  }),
  'user.role_changed': user,
  'user.verification_changed': user,
  'user.mfa_changed': user,
}
