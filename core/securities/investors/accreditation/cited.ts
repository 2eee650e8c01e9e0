import { readContext, type Shown } from '#core/identity/evidence/record.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, fieldsWrong, invalidField } from '#core/kernel/errors.ts'
import type { Tx } from '#db/connect.ts'
import { evidence } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { InvestorRow } from '../create.ts'
import type { FileInput } from './input.ts'

type EvidenceRow = typeof evidence.$inferSelect

/** What another issuer said of an accreditation, while it counts. Throws `conflict`. */
export async function citedNow(tx: Tx, ctx: Ctx, id: string): Promise<EvidenceRow> {
  const row = await findScoped(tx, evidence, ctx, id)
  if (row?.state === 'valid' && row.expires_at && row.expires_at.getTime() > ctx.now) return row
  throw new AppError('conflict', 'The credential that this rests on counts no more. Ask for another one, or for figures and documents.')
}

/** A file that cites what another issuer said goes as far as that: its method, its ground, this person. Throws `validation_failed`, `conflict`. */
export async function requireCited(tx: Tx, ctx: Ctx, investor: InvestorRow, input: FileInput): Promise<void> {
  if (input.method !== 'principles_based')
    throw invalidField('/evidence_id', 'not_allowed', 'A credential of another issuer is looked at as principles_based: name that method.')
  const row = await findScoped(tx, evidence, ctx, input.evidence_id!)
  if (row?.person_id !== investor.person_id || row.proves !== 'accreditation' || row.method !== 'foreign_credential')
    throw fieldsWrong([
      {
        pointer: '/evidence_id',
        code: 'not_found',
        detail: 'This is no evidence that a credential gave of an accreditation of this investor.',
      },
    ])
  await citedNow(tx, ctx, row.id)
  const { basis } = await ctx.services.keyring.open<Shown>(tx, row.subject_key_id, readContext(row.id), row.read_sealed)
  if (basis !== input.basis) throw invalidField('/basis', 'conflict', `The credential says another ground: ${String(basis)}.`)
}
