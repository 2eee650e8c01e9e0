import type { PersonData, PersonRow } from '#core/identity/persons/ensure.ts'
import type { Sealing } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import type { Queryable } from '#db/connect.ts'
import { keptResult } from './present.ts'
import type { Screened, SubjectToScreen } from './screen-subject.ts'

/** The row that records what a verification found about a person; what was asked is sealed. */
export async function screeningRow(
  db: Queryable,
  ctx: Sealing,
  p: {
    about: { type: 'wallet' | 'investor'; id: string }
    address: string | null
    person: Pick<PersonRow, 'subject_key_id'>
    screened: Screened
    /** Null where nothing was decided: a list change. */
    decisionId: string | null
    subject: PersonData | SubjectToScreen
  },
) {
  const id = newId('check', ctx.now)
  const keyId = p.person.subject_key_id || tenantKeyId(ctx)
  return {
    id,
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    kind: 'verification' as const,
    subject_type: p.about.type,
    subject_id: p.about.id,
    wallet_address: p.address,
    status: p.screened.status,
    top_score: p.screened.matches[0] ? Math.round(p.screened.matches[0].score * 10_000) : null,
    subject_key_id: keyId,
    subject_sealed: await ctx.services.keyring.seal(db, ctx, keyId, `screenings.subject:${id}`, p.subject),
    result: keptResult(p.screened.status, p.screened),
    decision_id: p.decisionId,
    created_at: new Date(ctx.now),
    updated_at: new Date(ctx.now),
  }
}
