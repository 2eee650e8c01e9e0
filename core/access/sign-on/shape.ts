import { z } from 'zod'
import { NAMED_ROLES } from '#core/kernel/permissions.ts'

const ROLE = z.enum([...NAMED_ROLES, 'custom'])

const CERTIFICATE = z.object({ sha256: z.string(), until: z.string() })

const sessionPolicyShape = z.object({
  sign_on: z
    .boolean()
    .meta({ description: 'Only sessions that the identity provider opened; its owners also by two factors of their own' }),
  second_factor: z.boolean().meta({ description: 'A second factor of the account has to be proven in each session' }),
  second_factor_hours: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'How long such a proof counts; to the end of the session where it does not say' }),
  idle_minutes: z.number().int().nullable().meta({ description: 'A session left alone for longer is over' }),
  absolute_hours: z.number().int().nullable().meta({ description: 'A session older than this is over, however often it is used' }),
  addresses: z.array(z.string()).meta({ description: 'Addresses and ranges it is used from, by people and by API keys; empty for any' }),
})

const signOnShape = z.object({
  object: z.literal('sign_on'),
  provider: z
    .object({
      kind: z.enum(['oidc', 'saml']),
      issuer: z.string().meta({ description: 'The issuer of OpenID Connect, or the entity id of SAML' }),
      client_id: z.string().nullable(),
      token_alg: z.string().nullable().meta({ description: 'The one algorithm that ID tokens are signed with' }),
      entry_point: z.string().nullable().meta({ description: 'Of SAML: where its sign-in is' }),
      logout_point: z.string().nullable().meta({ description: 'Of SAML: where its single logout is; null where nobody said' }),
      certificates: z.array(CERTIFICATE),
      encrypted_only: z.boolean().meta({ description: 'Of SAML: whether only assertions encrypted for the own key are taken' }),
      just_in_time: z.boolean().meta({ description: 'Whether somebody of a domain of the organisation becomes a member by signing on' }),
      role: ROLE,
      role_id: z.string().nullable(),
      proven_at: z.string().nullable().meta({ description: 'When somebody last signed on by these settings' }),
      updated_at: z.string(),
    })
    .nullable(),
  keys: z
    .array(
      z.object({
        signing: CERTIFICATE.meta({ description: 'The key that requests and answers of single logout are signed with' }),
        encryption: CERTIFICATE.meta({ description: 'The key that assertions are encrypted for' }),
        signs: z.boolean().meta({ description: 'Whether these sign now' }),
        signs_from: z.string().meta({ description: 'From when on these sign' }),
        made_at: z.string(),
        ends_at: z.string().nullable().meta({ description: 'When these count no more; null while they have not been replaced' }),
      }),
    )
    .meta({ description: 'Of SAML: the own keys of the organisation that count, newest first; the first is the one to encrypt for' }),
  domains: z
    .array(z.object({ id: z.string(), domain: z.string(), sign_on_since: z.string().nullable() }))
    .meta({ description: 'Proven domains of production; people with an address of one that has `sign_on_since` sign on here' }),
  session_policy: sessionPolicyShape,
  addresses: z
    .object({
      redirect_uri: z.string(),
      backchannel_logout_uri: z.string(),
      saml_entity_id: z.string(),
      saml_answers: z.string(),
      saml_logout: z.string(),
      scim: z.string(),
    })
    .meta({ description: 'What to enter at the identity provider and the directory' }),
})
export const signOnAnswer = signOnShape.extend({ success: z.literal(true) })
export type SignOnView = z.output<typeof signOnShape>
