import { inArray } from 'drizzle-orm'
import { fileNameOf } from '#core/identity/documents/present.ts'
import { presentEvidence } from '#core/identity/evidence/present.ts'
import { readContext } from '#core/identity/evidence/record.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { readResult } from '#core/record/decisions/result.ts'
import { type accreditationFiles, decisions, documents, evidence, investors } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { isoDay, legalDay } from '#engine/dates.ts'
import { BASIS_RULES } from './facts.ts'
import type { SaidOfFile } from './input.ts'
import { toLookUp } from './looked-up.ts'
import { openSaid } from './present.ts'
import { lastDayOf, type RouteWorking, routeOf, routeWorking } from './route.ts'

/** A file as a reviewer reads it: what was said, what the rules computed, and the documents. */
export interface FileView {
  basis: string
  method: string
  status: string
  /** What was said, opened; null once the person was erased. */
  said: SaidOfFile | null
  basis_rule: { code: string; result: string; message: string | null } | null
  method_rule: RouteWorking | null
  /** The last day on which it would count if it were confirmed today; null where no rule ends it. */
  counts_through: string | null
  /** What a reviewer looks up in a register before it is confirmed; null where there is nothing to. */
  looks_up: 'author' | 'licence' | null
  /** What another issuer said, where the file rests on that; `said` is null once the person was erased. */
  rests_on: RestsOn | null
  documents: { id: string; file_name: string; shows: string; year: number | null; dated: string | null; of: string; status: string }[]
}

/** Evidence that a credential of another issuer gave: who says what, whether it counts now, and how that was checked. */
interface RestsOn {
  id: string
  issuer: string
  state: string
  taken_at: string
  expires_at: string | null
  digest: string
  said: { basis: string; verified_until: string | null; verified_by: string | null } | null
  revocation: string | null
}

async function restsOn(tenant: Ctx, id: string | null): Promise<RestsOn | null> {
  const row = id === null ? null : await findScoped(tenant.db, evidence, tenant, id)
  if (!row) return null
  const read = await tenant.services.keyring
    .open<Record<string, unknown>>(tenant.db, row.subject_key_id, readContext(row.id), row.read_sealed)
    .catch((error: unknown) => {
      if (error instanceof Erased) return null
      throw error
    })
  const by = read?.verified_by as { name?: string | null } | null | undefined
  const { state, taken_at, expires_at, digest } = presentEvidence(row, tenant.now)
  return {
    ...{ id: row.id, issuer: row.voucher.name, state, taken_at, expires_at, digest },
    said: read && {
      basis: String(read.basis),
      verified_until: (read.verified_until as string | null) ?? null,
      verified_by: by?.name ?? null,
    },
    revocation: (row.proof?.revocation as { state: string } | undefined)?.state ?? null,
  }
}

/** Opens a file for a reviewer, within its tenant. */
export async function readFileView(tenant: Ctx, row: typeof accreditationFiles.$inferSelect): Promise<FileView> {
  const said = await openSaid(tenant.db, tenant, row).catch((error) => {
    if (error instanceof Erased) return null
    throw error
  })
  const made = row.decision_id ? await findScoped(tenant.db, decisions, tenant, row.decision_id) : null
  const rule = made && (await readResult(tenant.db, made)).rules.find(({ code }) => code === BASIS_RULES[row.basis])
  const investor = await findScoped(tenant.db, investors, tenant, row.investor_id)
  const today = legalDay(tenant.now)
  const kept = said && routeOf({ ...row, said, issuerId: tenant.organizationId, lookedUp: isoDay(today) })
  const working = kept && routeWorking({ route: kept, basis: row.basis, entity: investor?.type === 'entity', today })
  const checkedAt = said?.figures.license?.checked_at ?? isoDay(today)
  const last = kept && working?.result !== 'needs_info' ? lastDayOf({ route: kept, basis: row.basis, checkedAt, today }) : null
  return {
    basis: row.basis,
    method: row.method,
    status: row.status,
    said,
    basis_rule: rule && rule.result !== 'not_applicable' ? { code: rule.code, result: rule.result, message: rule.message } : null,
    method_rule: working,
    counts_through: last === null ? null : isoDay(last),
    looks_up: (said && toLookUp(row, said)?.what) ?? null,
    rests_on: await restsOn(tenant, row.cites),
    documents: await papersOf(tenant, row),
  }
}

async function papersOf(tenant: Ctx, row: typeof accreditationFiles.$inferSelect): Promise<FileView['documents']> {
  const ids = row.papers.map((paper) => paper.document_id)
  if (!ids.length) return []
  const kept = await tenant.db
    .select({ id: documents.id, file_name: documents.file_name, status: documents.status })
    .from(documents)
    .where(inArray(documents.id, ids))
  return Promise.all(
    row.papers.flatMap(({ document_id, shows, year, dated, of }) => {
      const found = kept.find(({ id }) => id === document_id)
      return found
        ? [fileNameOf(tenant, found).then((file_name) => ({ id: found.id, file_name, shows, year, dated, of, status: found.status }))]
        : []
    }),
  )
}
