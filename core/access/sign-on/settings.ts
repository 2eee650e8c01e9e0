import { X509Certificate } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { domains, organizations, signOnKeys, signOnProviders } from '#db/schema.ts'
import { EgressError } from '#egress/error.ts'
import { egress } from '#egress/gate.ts'
import { providerOf, type SignOnProvider } from '../accounts/sign-on-of.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { lockOrganization, ofOrganization, readRole } from '../members/role.ts'
import { roleGiven } from '../members/shape.ts'
import { forgetVouched } from './forget.ts'
import { oidcAddress } from './oidc.ts'
import { keepOwnKeys, makeOwnKeys, type OwnKeys, ownKeysOf, signsNow } from './own-keys.ts'
import { samlAddresses } from './saml.ts'
import { sealClientSecret } from './secret.ts'
import { type SignOnView, signOnAnswer } from './shape.ts'

const presentCertificate = (pem: string) => {
  const certificate = new X509Certificate(pem)
  return { sha256: certificate.fingerprint256, until: certificate.validToDate.toISOString() }
}

const presentProvider = (row: SignOnProvider): SignOnView['provider'] => ({
  kind: row.kind,
  issuer: row.issuer,
  client_id: row.client_id,
  token_alg: row.token_alg,
  entry_point: row.entry_point,
  logout_point: row.logout_point,
  certificates: row.certificates.map(presentCertificate),
  encrypted_only: row.encrypted_only,
  just_in_time: row.just_in_time,
  role: row.role,
  role_id: row.role_id,
  proven_at: row.proven_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
})

function presentKeys(keys: OwnKeys[]): SignOnView['keys'] {
  const signs = signsNow(keys)
  return keys.map((one) => ({
    signing: presentCertificate(one.signing_certificate),
    encryption: presentCertificate(one.encryption_certificate),
    signs: one === signs,
    signs_from: one.signs_from.toISOString(),
    made_at: one.created_at.toISOString(),
    ends_at: one.ends_at?.toISOString() ?? null,
  }))
}

/** How people of the organisation sign on, and what it asks of their sessions. The client secret is never shown. */
export const readSignOn = defineVerb({
  name: 'sign_on.get',
  permission: 'members.read',
  output: signOnAnswer,
  run: async ({ ctx }) => {
    const { organizationId } = ctx
    const [organization] = await ctx.db.select().from(organizations).where(eq(organizations.id, organizationId)).limit(1)
    const own = await ctx.db
      .select({ id: domains.id, domain: domains.domain, since: domains.sign_on_since })
      .from(domains)
      .where(and(eq(domains.organization_id, organizationId), eq(domains.environment, 'production'), eq(domains.status, 'verified')))
      .orderBy(asc(domains.domain))
      .limit(100)
    const provider = await providerOf(ctx.db, organizationId)
    const policy = organization?.session_policy ?? {}
    const saml = samlAddresses(ctx, organizationId)
    const keys = provider?.kind === 'saml' ? await ownKeysOf(ctx.db, organizationId) : []
    return {
      success: true as const,
      object: 'sign_on' as const,
      provider: provider && presentProvider(provider),
      keys: presentKeys(keys),
      domains: own.map(({ since, ...one }) => ({ ...one, sign_on_since: since?.toISOString() ?? null })),
      session_policy: {
        sign_on: policy.sign_on ?? false,
        second_factor: policy.second_factor ?? false,
        second_factor_hours: policy.second_factor_hours ?? null,
        idle_minutes: policy.idle_minutes ?? null,
        absolute_hours: policy.absolute_hours ?? null,
        addresses: policy.addresses ?? [],
      },
      addresses: {
        redirect_uri: oidcAddress(ctx, organizationId),
        backchannel_logout_uri: `${ctx.services.config.publicUrl}/api/sign-on/logout/${organizationId}`,
        saml_entity_id: saml.entity_id,
        saml_answers: saml.answers,
        saml_logout: saml.logout,
        scim: `${ctx.services.config.publicUrl}/scim/v2`,
      },
    }
  },
})

const address = z.url({ protocol: /^https?$/, error: 'Give an address that begins with https://' }).max(500)
const common = { just_in_time: z.boolean().default(false), ...roleGiven }
const saveInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('oidc'),
    issuer: address,
    client_id: z.string().trim().min(1, 'Please enter the client id').max(300),
    client_secret: z.string().max(1_000).optional().meta({ description: 'Left out, the one that is there stays' }),
    token_alg: z.enum(['RS256', 'PS256', 'ES256', 'EdDSA']).default('RS256'),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('saml'),
    issuer: z.string().trim().min(1, 'Please enter the entity id').max(500),
    entry_point: address,
    logout_point: z
      .union([z.literal('').transform(() => null), address])
      .nullable()
      .default(null),
    certificates: z.string().trim().min(1, 'Please enter the certificate').max(20_000),
    encrypted_only: z.boolean().default(false),
    ...common,
  }),
])

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

/** The certificates of a text, each in one form. Throws for one that cannot be read, is over, or is of a key too short to count. */
function certificatesIn(text: string): string[] {
  const found = text.match(PEM) ?? [`-----BEGIN CERTIFICATE-----\n${text.replace(/\s/g, '')}\n-----END CERTIFICATE-----`]
  const read = found.slice(0, 5).map((pem) => {
    let certificate: X509Certificate
    try {
      certificate = new X509Certificate(pem)
    } catch {
      throw invalidField('/certificates', 'invalid', 'This is not a certificate. Paste it whole, with its BEGIN and END lines.')
    }
    if (certificate.validToDate.getTime() <= Date.now())
      throw invalidField('/certificates', 'expired', `This certificate ended on ${certificate.validToDate.toISOString().slice(0, 10)}.`)
    if ((certificate.publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
      throw invalidField('/certificates', 'weak', 'The certificate needs an RSA key of at least 2048 bits.')
    return certificate.toString()
  })
  // What is signed is tried with each of them: the same one twice is work for nothing.
  return [...new Set(read)]
}

/** Refuses an address that may not be asked, in words for the field. */
async function requireAskable(ctx: Ctx, field: string, url: string): Promise<void> {
  try {
    await egress.check('sign_on', url, { allowPrivate: ctx.services.config.webhookAllowPrivate })
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    throw invalidField(`/${field}`, 'address', `This address cannot be asked: ${error.message}`)
  }
}

/** What a change of how people sign on is told as. */
export async function toldSignOn(
  tx: Tx,
  ctx: Ctx,
  action: string,
  details: Record<string, unknown>,
): Promise<{ audit: AuditInput; events: EventInput[] }> {
  const id = ctx.organizationId
  const [organization] = await tx.select().from(organizations).where(eq(organizations.id, id)).limit(1)
  const provider = await providerOf(tx, id)
  return {
    audit: { action, category: 'user', subject: { type: 'organization', id }, details },
    events: [
      {
        type: 'organization.sign_on_changed',
        resource: { type: 'organization', id },
        object: {
          organization: { id },
          sign_on: provider && { kind: provider.kind, issuer: provider.issuer, just_in_time: provider.just_in_time },
          required: organization?.session_policy.sign_on ?? false,
        },
      },
    ],
  }
}

/**
 * Says with whom people of the organisation sign on. What was proven by the settings before is proven no more; whom another provider called
 * something is asked anew, and sessions that it opened end. Needs a fresh proof. Throws `validation_failed` and `conflict`.
 */
export const saveSignOn = definePageVerb({
  name: 'sign_on.save',
  permission: 'organization.own',
  input: saveInput,
  run: async ({ ctx: base, input }): Promise<{ kind: 'oidc' | 'saml' }> => {
    requireStepUp(base, { own: true })
    const ctx = ofOrganization(base)
    if (input.role === 'owner') throw invalidField('/role', 'not_allowed', 'A sign-on makes no owners. Choose another role.')
    if (input.kind === 'oidc') await requireAskable(ctx, 'issuer', input.issuer)
    const made =
      input.kind === 'saml' && !(await ownKeysOf(ctx.db, ctx.organizationId)).length ? await makeOwnKeys(ctx.organizationId) : null
    return write(ctx, async (tx) => {
      const organization = await lockOrganization(tx, ctx.organizationId)
      const role = await readRole(tx, ctx.organizationId, input)
      const before = await providerOf(tx, ctx.organizationId)
      if (organization.session_policy.sign_on && (before?.kind !== input.kind || before.issuer !== input.issuer))
        throw new AppError('conflict', 'Signing on is the only way in now. Let other ways in again first, then change the provider.')
      const values = {
        ...(input.kind === 'oidc' ? await ofOidc(tx, ctx, input, before) : ofSaml(input)),
        kind: input.kind,
        issuer: input.issuer,
        just_in_time: input.just_in_time,
        role: role.role,
        role_id: role.role_id,
        proven_at: null,
        saved_by: ctx.actor.id,
        updated_at: new Date(),
      }
      await tx
        .insert(signOnProviders)
        .values({ organization_id: ctx.organizationId, ...values })
        .onConflictDoUpdate({ target: signOnProviders.organization_id, set: values })
      if (made && !(await ownKeysOf(tx, ctx.organizationId)).length) await keepOwnKeys(tx, ctx, made, new Date())
      if (before && (before.kind !== input.kind || before.issuer !== input.issuer))
        await forgetVouched(tx, ctx.organizationId, sessionOf(ctx))
      const { kind, just_in_time, encrypted_only } = values
      const details = { kind, just_in_time, encrypted_only, role: role.role, role_id: role.role_id }
      return { result: { kind: input.kind }, ...(await toldSignOn(tx, ctx, 'sign_on_saved', details)) }
    })
  },
})

async function ofOidc(tx: Tx, ctx: Ctx, input: z.output<typeof saveInput> & { kind: 'oidc' }, before: SignOnProvider | null) {
  const given = input.client_secret?.trim()
  // A secret stays only with whom it was made for.
  const stays = before?.kind === 'oidc' && before.issuer === input.issuer ? before.secret_sealed : null
  if (!given && !stays) throw invalidField('/client_secret', 'required', 'Please enter the client secret')
  return {
    client_id: input.client_id,
    secret_sealed: given ? await sealClientSecret(tx, ctx.services, ctx.organizationId, given) : stays,
    token_alg: input.token_alg,
    entry_point: null,
    logout_point: null,
    certificates: [],
    encrypted_only: false,
  }
}

const ofSaml = (input: z.output<typeof saveInput> & { kind: 'saml' }) => ({
  client_id: null,
  secret_sealed: null,
  token_alg: null,
  entry_point: input.entry_point,
  logout_point: input.logout_point,
  certificates: certificatesIn(input.certificates),
  encrypted_only: input.encrypted_only,
})

const sessionOf = ({ actor }: Ctx): string | null => (actor.type === 'user' ? actor.sessionId : null)

/** Ends the sign-on of the organisation and the sessions it opened: its members go on with what they have of their own. Throws `conflict` while it is the only way in. */
export const removeSignOn = definePageVerb({
  name: 'sign_on.remove',
  permission: 'organization.own',
  run: async ({ ctx: base }): Promise<{ removed: true }> => {
    requireStepUp(base, { own: true })
    const ctx = ofOrganization(base)
    return write(ctx, async (tx) => {
      const organization = await lockOrganization(tx, ctx.organizationId)
      if (organization.session_policy.sign_on)
        throw new AppError('conflict', 'Signing on is the only way in now. Let other ways in again first.')
      await forgetVouched(tx, ctx.organizationId, sessionOf(ctx))
      await tx.delete(signOnKeys).where(eq(signOnKeys.organization_id, ctx.organizationId))
      await tx.delete(signOnProviders).where(eq(signOnProviders.organization_id, ctx.organizationId))
      return { result: { removed: true as const }, ...(await toldSignOn(tx, ctx, 'sign_on_removed', {})) }
    })
  },
})
