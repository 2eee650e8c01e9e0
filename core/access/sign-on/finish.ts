import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { emailHash } from '#core/kernel/people.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { directoryUsers, memberships, signOnIdentities, signOnProviders, users } from '#db/schema.ts'
import { completeSignIn } from '../accounts/complete-sign-in.ts'
import { keepOnce } from '../accounts/one-time.ts'
import type { SessionCall } from '../accounts/own-user.ts'
import { isOfOwnDomain, LINK, providerOf, type SignOnProvider, type WaitingLink } from '../accounts/sign-on-of.ts'
import { makeVouchedAccount } from '../accounts/vouched-account.ts'
import { directoryRole } from '../directory/roles.ts'
import { takesTwo } from '../members/by-two.ts'
import { activeMembership } from '../members/enter.ts'
import { enterOrAsk, readMemberEntry } from '../members/enter-by-two.ts'
import { lockOrganization } from '../members/role.ts'
import { endSignOnCookie, type Heard, noteRefusedSignOn, signOnCtx } from './begin.ts'
import { sealSignOnName, sidHash, subjectHash } from './provider-names.ts'
import { SignOnRefused } from './refusals.ts'

const LINK_MS = 15 * 60_000

/**
 * Signs in whom an identity provider vouched for. Gives where the browser goes on, and its cookies. Throws `SignOnRefused` and
 * `account_suspended`.
 */
export async function finishSignOn({ ctx, auth, headers }: SessionCall, heard: Heard): Promise<{ to: string; cookies: string[] }> {
  const { organizationId } = heard
  try {
    const found = await whoIs(ctx, heard)
    if ('link' in found) return { to: `/sign-on/link/${found.link}`, cookies: [endSignOnCookie(ctx)] }
    await ctx.db.update(signOnProviders).set({ proven_at: new Date() }).where(eq(signOnProviders.organization_id, organizationId))
    const done = await completeSignIn({
      ctx,
      auth,
      headers,
      proof: {
        authId: found.authId,
        remember: false,
        method: 'sign_on',
        secondFactor: false,
        signOn: organizationId,
        signOnAt: heard.at,
        ...(heard.asserted.sid && { signOnSession: sidHash(ctx, { issuer: heard.asserted.issuer, sid: heard.asserted.sid }) }),
        ...(heard.asserted.named && { signOnName: await sealSignOnName(ctx, found.authId, heard.asserted.named) }),
        details: { organization_id: organizationId },
      },
    })
    const to = done.mfaRequired ? `/verify-mfa?next=${encodeURIComponent(heard.next)}` : heard.next
    return { to, cookies: [...done.cookies, endSignOnCookie(ctx)] }
  } catch (error) {
    if (error instanceof SignOnRefused) await noteRefusedSignOn(ctx, organizationId, error)
    throw error
  }
}

/** The account of whom was vouched for, a member now; or the token of a link that waits for the account's owner. */
async function whoIs(ctx: Ctx, { organizationId, asserted }: Heard): Promise<{ authId: string } | { link: string }> {
  const provider = await providerOf(ctx.db, organizationId)
  if (!provider) throw new SignOnRefused('not_set_up')
  const hash = subjectHash(ctx, asserted)
  const [known] = await ctx.db
    .select({ userId: users.id, authId: users.auth_id })
    .from(signOnIdentities)
    .innerJoin(users, eq(users.id, signOnIdentities.user_id))
    .where(and(eq(signOnIdentities.organization_id, organizationId), eq(signOnIdentities.subject_hash, hash)))
    .limit(1)
  if (known) {
    const listed = await requireActive(ctx.db, organizationId, eq(directoryUsers.user_id, known.userId))
    if (!(await activeMembership(ctx.db, organizationId, known.userId))) {
      if (!(await mayEnter(ctx.db, provider, known.userId, listed))) throw new SignOnRefused('not_a_member')
      await joinBySignOn(ctx, { organizationId, issuer: provider.issuer, subjectHash: hash, authId: known.authId })
    }
    await ctx.db.update(signOnIdentities).set({ last_used_at: new Date() }).where(eq(signOnIdentities.subject_hash, hash))
    return { authId: known.authId }
  }
  const said = asserted.email?.trim()
  if (!said || said.length > 255) throw new SignOnRefused('no_email')
  // In lower case a letter that looks like another can become it: the address would be somebody else's.
  if (!/^[\x21-\x7e]+$/.test(said)) throw new SignOnRefused('email_letters')
  const email = said.toLowerCase()
  if (!asserted.emailVerified) throw new SignOnRefused('email_not_verified')
  if (!(await isOfOwnDomain(ctx.db, organizationId, email))) throw new SignOnRefused('another_domain')
  const address = emailHash(ctx.services, email)
  const inDirectory = await requireActive(ctx.db, organizationId, eq(directoryUsers.email_hash, address))
  const [account] = await ctx.db.select({ id: users.id, authId: users.auth_id }).from(users).where(eq(users.email_hash, address)).limit(1)
  if (account && !(await activeMembership(ctx.db, organizationId, account.id))) {
    if (!(await mayEnter(ctx.db, provider, account.id, inDirectory))) throw new SignOnRefused('not_a_member')
    const waiting: WaitingLink = { organizationId, issuer: provider.issuer, subjectHash: hash, emailHash: address }
    return { link: await keepOnce(ctx, LINK, waiting, LINK_MS) }
  }
  if (!account && !provider.just_in_time && !inDirectory) throw new SignOnRefused('not_a_member')
  const authId = account?.authId ?? (await makeVouchedAccount(ctx, { ...asserted, email }))
  await joinBySignOn(ctx, { organizationId, issuer: provider.issuer, subjectHash: hash, authId, email })
  return { authId }
}

/** Whether the directory knows somebody. Throws where it says that they are not active. */
async function requireActive(db: Queryable, organizationId: string, who: SQL | undefined): Promise<boolean> {
  const rows = await db
    .select({ active: directoryUsers.active })
    .from(directoryUsers)
    .where(and(eq(directoryUsers.organization_id, organizationId), who))
  if (rows.some((row) => !row.active)) throw new SignOnRefused('deactivated')
  return rows.length > 0
}

/**
 * Whether somebody who is no member becomes one by signing on. Whom the organisation declined asks again only once the sign-on is set up
 * anew. Throws where they wait for its second person.
 */
async function mayEnter(db: Queryable, provider: SignOnProvider, userId: string, listed: boolean): Promise<boolean> {
  const { organization_id } = provider
  const entry = await readMemberEntry(db, { organizationId: organization_id }, userId)
  if (entry?.waits && (await takesTwo(db, organization_id))) throw new SignOnRefused('awaiting_second')
  if (!provider.just_in_time && !listed) return false
  if (entry?.declinedAt && entry.declinedAt > provider.updated_at) return false
  return !(await wasMember(db, organization_id, userId))
}

/** Whom somebody removed does not come back by signing on. */
async function wasMember(db: Queryable, organizationId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.organization_id, organizationId), eq(memberships.user_id, userId)))
    .limit(1)
  return row !== undefined
}

/**
 * Joins what a provider calls somebody to their account, and makes them a member where they are none yet. What was asked before is asked
 * anew, with the organisation held: a link waits a while, and until then the organisation can say otherwise. Throws `SignOnRefused`, also
 * where they wait for a second person of the organisation; then they are joined, and no member.
 */
export async function joinBySignOn(
  ctx: Ctx,
  p: {
    organizationId: string
    /** Who vouched. What another provider calls somebody counts no more once it was changed. */
    issuer: string
    subjectHash: string
    authId: string
    /** The address vouched for, where that is what they are known by. */
    email?: string
  },
): Promise<void> {
  const tenant = signOnCtx(ctx, p.organizationId)
  const [person] = await ctx.db.select().from(users).where(eq(users.auth_id, p.authId)).limit(1)
  if (!person?.email_hash) throw new SignOnRefused('not_a_member')
  const { email_hash } = person
  const work = async (tx: Tx) => {
    await lockOrganization(tx, p.organizationId)
    const provider = await providerOf(tx, p.organizationId)
    if (provider?.issuer !== p.issuer) throw new SignOnRefused('not_set_up')
    if (p.email && !(await isOfOwnDomain(tx, p.organizationId, p.email))) throw new SignOnRefused('another_domain')
    const listed = await requireActive(
      tx,
      p.organizationId,
      or(eq(directoryUsers.user_id, person.id), and(isNull(directoryUsers.user_id), eq(directoryUsers.email_hash, email_hash))),
    )
    const member = await activeMembership(tx, p.organizationId, person.id)
    if (!member && !(await mayEnter(tx, provider, person.id, listed))) throw new SignOnRefused('not_a_member')
    await tx
      .update(directoryUsers)
      .set({ user_id: person.id })
      .where(
        and(
          eq(directoryUsers.organization_id, p.organizationId),
          isNull(directoryUsers.user_id),
          eq(directoryUsers.email_hash, email_hash),
        ),
      )
    const told: { audit: AuditInput[]; events: EventInput[] } = { audit: [], events: [] }
    let waits = false
    if (!member) {
      const { role, by } = await directoryRole(tx, provider, person.id)
      const entered = await enterOrAsk(tx, tenant, { userId: person.id, role, came: 'sign_on', by })
      told.audit.push(...entered.audit)
      told.events.push(...entered.events)
      waits = entered.waits
    }
    const id = newId('sign_on_identity')
    const [made] = await tx
      .insert(signOnIdentities)
      .values({ id, organization_id: p.organizationId, subject_hash: p.subjectHash, user_id: person.id, last_used_at: new Date() })
      .onConflictDoNothing()
      .returning({ id: signOnIdentities.id })
    const linked: AuditInput = {
      action: 'sign_on_linked',
      category: 'auth',
      userId: person.id,
      subject: { type: 'sign_on_identity', id },
      details: { kind: provider.kind },
    }
    const audit = made || !told.audit.length ? [linked, ...told.audit] : told.audit
    return { result: waits, audit: audit as [AuditInput, ...AuditInput[]], events: told.events }
  }
  const waits = await write(tenant, work).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'organization_ending' ? new SignOnRefused('organization_ending') : error
  })
  if (waits) throw new SignOnRefused('awaiting_second')
}
