import type { Queryable } from '#db/connect.ts'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'
import { tenantKeyId } from '../keyring.ts'
import type { PersonData, PersonRow } from '../persons/ensure.ts'
import type { Screened, SubjectToScreen } from './screen-subject.ts'

/** The row that records what a verification found about a person; what was asked is sealed. */
export async function screeningRow(
  db: Queryable,
  ctx: Ctx,
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
    kind: 'verification',
    subject_type: p.about.type,
    subject_id: p.about.id,
    wallet_address: p.address,
    status: p.screened.status,
    top_score: p.screened.matches[0] ? Math.round(p.screened.matches[0].score * 10_000) : null,
    subject_key_id: keyId,
    subject_sealed: await ctx.services.keyring.seal(db, ctx, keyId, `screenings.subject:${id}`, p.subject),
    result: {
      status: p.screened.status,
      matches: p.screened.matches.slice(0, 5).map((m) => ({ entity_id: m.entity_id, score: m.score, match_type: m.match_type })),
    },
    decision_id: p.decisionId,
    created_at: new Date(ctx.now),
    updated_at: new Date(ctx.now),
  }
}
