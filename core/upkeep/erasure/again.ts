import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { invitationSeal } from '#core/kernel/mails/invitation-mail.ts'
import { erasePerson, restrictPerson, type Wiped } from '#core/review/erasure/wipe.ts'
import { emailHash } from '#core/securities/investors/create.ts'
import type { Tx } from '#db/connect.ts'
import { erasures, investors, invitations, persons } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'

/**
 * In a world that was brought back, whoever was erased or restricted since it was kept is so again: their credentials end, and
 * nothing finds or names them.
 */
export async function eraseAgain(tx: Tx, ctx: Ctx): Promise<Wiped> {
  const done: Wiped = { audit: [], events: [] }
  const rows = await tx.select().from(erasures).where(inScope(erasures, ctx))
  for (const row of rows) {
    const person = await lockScoped(tx, persons, ctx, row.person_id)
    if (!person || person.erased_at) continue
    const erased = row.status === 'erased'
    // What their key sealed is lost already, their address among it.
    if (erased) await forgetInvited(tx, ctx, person.id)
    const wiped = erased
      ? await erasePerson(tx, ctx, { ...person, pii_sealed: null })
      : await restrictPerson(tx, ctx, person, { held: row.legal_hold !== null })
    done.audit.push(...wiped.audit)
    done.events.push(...wiped.events)
  }
  // What was watched for them is sealed with keys that are gone.
  await tx.execute(sql`delete from monitored_subjects m using subject_keys k where k.id = m.subject_key_id and k.destroyed_at is not null
    and m.organization_id = ${ctx.organizationId} and m.environment = ${ctx.environment}`)
  return done
}

/** Invitations to an erased person, known by the hash of their address that came back with the world. */
async function forgetInvited(tx: Tx, ctx: Ctx, personId: string): Promise<void> {
  const own = await tx
    .select({ hash: investors.email_hash })
    .from(investors)
    .where(inScope(investors, ctx, eq(investors.person_id, personId), isNotNull(investors.email_hash)))
  if (!own.length) return
  for (const { id, subject_key_id, email_sealed } of await tx.select().from(invitations).where(inScope(invitations, ctx))) {
    const email = await ctx.services.keyring.open<string>(tx, subject_key_id, invitationSeal(id), Buffer.from(email_sealed, 'base64'))
    const hash = emailHash(ctx, email)
    if (own.some((one) => one.hash === hash)) await tx.delete(invitations).where(inScope(invitations, ctx, eq(invitations.id, id)))
  }
}
