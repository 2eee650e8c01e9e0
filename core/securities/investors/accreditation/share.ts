import { eq } from 'drizzle-orm'
import { type EvidenceFound, recordEvidence } from '#core/identity/evidence/record.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { evidence, investors, persons } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { InvestorRow } from '../create.ts'
import { accreditationEnded } from '../present.ts'
import type { VerifiedRoute } from './route.ts'

/**
 * Gives an organisation the letter that a person's accreditation rests on, as a reviewer read it, with the person's consent. Only a letter
 * goes along: it speaks to whoever relies on its author. What another method verified, it verified for whom it was done. Null where there
 * is none that counts.
 */
export async function shareLetter(
  tx: Tx,
  p: { own: Ctx; row: InvestorRow; tenant: Ctx; there: InvestorRow },
): Promise<{ there: InvestorRow; audit: AuditInput; events: EventInput[] } | null> {
  const { own, row, tenant, there } = p
  const record = row.accreditation as { route?: VerifiedRoute; evidence_id?: string } | null
  if (row.accreditation_status !== 'verified' || accreditationEnded(row, own.now) || record?.route?.method !== 'third_party_letter')
    return null
  const kept = record.evidence_id ? await findScoped(tx, evidence, own, record.evidence_id) : null
  if (kept?.state !== 'valid') return null
  const person = (await findScoped(tx, persons, tenant, there.person_id))!
  const shown: EvidenceFound = {
    ...{ proves: 'accreditation', method: 'accreditation_review', level: 'accredited', ial: null, eidas: null },
    ...{ voucher: kept.voucher, digest: kept.digest, reviewer: kept.reviewer, second_reviewer: kept.second_reviewer, rejected: null },
    read: { basis: row.accreditation!.basis, method: record.route.method, route: record.route },
    covers: kept.covers,
    proof: kept.proof,
    takenAt: kept.taken_at,
    expiresAt: kept.expires_at,
  }
  const found = await recordEvidence(tx, tenant, person, shown, [there.id])
  const [stored] = await tx
    .update(investors)
    .set({
      accreditation: {
        ...row.accreditation,
        route: { ...record.route, issuer_id: tenant.organizationId },
        evidence_id: found.row.id,
        file_id: null,
      },
    })
    .where(inScope(investors, tenant, eq(investors.id, there.id)))
    .returning()
  return { there: stored!, audit: found.audit, events: found.events }
}
