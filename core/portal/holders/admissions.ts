import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { documentsOf } from '#core/identity/documents/list.ts'
import { type DocumentView, presentDocuments } from '#core/identity/documents/present.ts'
import { consentOf } from '#core/identity/persons/consents.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { invitedHash } from '#core/kernel/mails/invitation-mail.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { readStatus, type Status } from '#core/securities/investors/present.ts'
import { type OfferingView, presentOffering } from '#core/securities/offerings/present.ts'
import { investors, invitations, offerings, organizations } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** An invitation as the invited person sees it. */
export interface OwnInvitation {
  id: string
  status: 'sent' | 'accepted' | 'declined'
  organization: string
  environment: Environment
  offering: Pick<
    OfferingView,
    'id' | 'name' | 'type' | 'regulation' | 'status' | 'price_per_token' | 'minimum_investment' | 'currency' | 'closes_at'
  >
  created_at: string
  answered_at: string | null
}

export interface OwnOffering extends Omit<OwnInvitation, 'offering'> {
  offering: OfferingView
  documents: DocumentView[]
  /** How the organisation sees the person after the invitation was accepted. */
  admission: { identity: Status; accreditation: Status; country: string | null; consent_withdrawn: boolean } | null
}

const OPEN = ['sent', 'accepted', 'declined'] as const

/** The invitation, if it was sent to the signed-in person's address. Throws `not_found`. */
export async function findOwnInvitation(ctx: Ctx, id: string) {
  if (ctx.actor.type !== 'user') throw notFound()
  const [row] = await ctx.db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.id, id),
        eq(invitations.email_hash, invitedHash(ctx.services, ctx.actor.email)),
        inArray(invitations.status, OPEN),
      ),
    )
    .limit(1)
  if (!row) throw notFound()
  return row
}

/** The invitations sent to the signed-in person's address, newest first. Nothing else is ever listed. */
export const listOwnInvitations = definePageVerb({
  name: 'own.list_invitations',
  permission: 'account.read',
  run: async ({ ctx }): Promise<{ data: OwnInvitation[] }> => {
    if (ctx.actor.type !== 'user') return { data: [] }
    const rows = await ctx.db
      .select({ invitation: invitations, offering: offerings, organization: organizations.name })
      .from(invitations)
      .innerJoin(
        offerings,
        and(
          eq(offerings.id, invitations.offering_id),
          eq(offerings.organization_id, invitations.organization_id),
          eq(offerings.environment, invitations.environment),
        ),
      )
      .innerJoin(organizations, eq(organizations.id, invitations.organization_id))
      .where(
        and(
          eq(invitations.email_hash, invitedHash(ctx.services, ctx.actor.email)),
          inArray(invitations.status, OPEN),
          ne(offerings.status, 'draft'),
        ),
      )
      .orderBy(desc(invitations.created_at), desc(invitations.id))
      .limit(200)
    return {
      data: rows.map(({ invitation, offering, organization }) => ({
        id: invitation.id,
        status: invitation.status as OwnInvitation['status'],
        organization,
        environment: invitation.environment as Environment,
        offering: {
          id: offering.id,
          name: offering.name,
          type: offering.type,
          regulation: offering.regulation,
          status: offering.status as OfferingView['status'],
          price_per_token: offering.price_per_token,
          minimum_investment: offering.minimum_investment,
          currency: offering.currency,
          closes_at: offering.closes_at?.toISOString() ?? null,
        },
        created_at: invitation.created_at.toISOString(),
        answered_at: invitation.answered_at?.toISOString() ?? null,
      })),
    }
  },
})

/** The offering behind one's invitation, with its papers and one's standing there. */
export const readOwnOffering = definePageVerb({
  name: 'own.read_offering',
  permission: 'account.read',
  input: z.strictObject({ invitation_id: z.string().max(100) }),
  run: async ({ ctx, input }): Promise<OwnOffering> => {
    const invitation = await findOwnInvitation(ctx, input.invitation_id)
    const tenant = await tenantCtx(ctx, invitation.organization_id, invitation.environment as Environment)
    const [[row], [organization], papers, admission] = await Promise.all([
      ctx.db.select().from(offerings).where(eq(offerings.id, invitation.offering_id)).limit(1),
      ctx.db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, invitation.organization_id)).limit(1),
      documentsOf(ctx.db, { owner_type: 'offering', owner_id: invitation.offering_id }),
      findAdmission(tenant),
    ])
    if (!row || row.status === 'draft') throw notFound()
    const consent = admission ? await consentOf(ctx.db, tenant, admission.person_id) : null
    return {
      id: invitation.id,
      status: invitation.status as OwnInvitation['status'],
      organization: organization?.name ?? '',
      environment: invitation.environment as Environment,
      offering: presentOffering(row),
      documents: await presentDocuments(ctx, papers),
      admission: admission
        ? {
            identity: readStatus(admission.status),
            accreditation: readStatus(admission.accreditation_status),
            country: admission.country,
            consent_withdrawn: consent?.withdrawn_at != null,
          }
        : null,
      created_at: invitation.created_at.toISOString(),
      answered_at: invitation.answered_at?.toISOString() ?? null,
    }
  },
})

/** The signed-in person's record within a tenant, once admitted. */
export async function findAdmission(tenant: Ctx) {
  const [row] = await tenant.db
    .select()
    .from(investors)
    .where(inScope(investors, tenant, eq(investors.user_id, tenant.actor.id)))
    .orderBy(desc(investors.created_at))
    .limit(1)
  return row ?? null
}
