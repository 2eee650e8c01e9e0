import { eq, inArray } from 'drizzle-orm'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { askSecond, type SecondPerson } from '#core/access/second-person/ask-second.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Standing } from '#core/record/log/standing.ts'
import type { Tx } from '#db/connect.ts'
import { trustedIssuers } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import type { TrustedIssuerRow } from './trusted.ts'

const CASE = 'trusted_issuer'

/** An issuer as it is asked for, with what it is recognised by worked out. */
export type Proposed = Pick<
  TrustedIssuerRow,
  'kind' | 'name' | 'identifier' | 'chain_id' | 'material' | 'country' | 'level' | 'ial' | 'eidas' | 'claims' | 'revocation' | 'list_id'
>

interface Asked {
  rows: TrustedIssuerRow[]
  waits: SecondPerson | null
  audit: AuditInput
  events: EventInput[]
}

/** Waits until nobody else lets issuers in for this tenant, and tells which of them are in or proposed already. */
export async function issuersKnown(tx: Tx, ctx: Ctx, identifiers: readonly string[]): Promise<TrustedIssuerRow[]> {
  await lockName(tx, ctx, 'trusted-issuers')
  const rows = await tx
    .select()
    .from(trustedIssuers)
    .where(inScope(trustedIssuers, ctx, inArray(trustedIssuers.identifier, [...identifiers])))
  return rows.filter((row) => row.state !== 'ended')
}

/**
 * Keeps issuers as proposed and asks another person, in one case for all of them. Where one person plays everybody, in the sandbox, they
 * count at once. At least one; none of them known.
 */
export async function proposeIssuers(
  tx: Tx,
  ctx: Ctx,
  issuers: readonly Proposed[],
  said: { note: string; details?: Record<string, unknown> },
): Promise<Asked> {
  requireStepUp(ctx, { own: true })
  const at = new Date(ctx.now)
  const alone = ctx.world.people.playedByOne
  const rows: TrustedIssuerRow[] = []
  // Rows of a long list in pieces: a statement takes so many values and no more.
  for (let from = 0; from < issuers.length; from += 500)
    rows.push(
      ...(await tx
        .insert(trustedIssuers)
        .values(
          issuers.slice(from, from + 500).map((one) => ({
            ...one,
            id: newId('trusted_issuer', ctx.now),
            organization_id: ctx.organizationId,
            environment: ctx.environment,
            state: alone ? ('active' as const) : ('proposed' as const),
            author: ctx.actor.id,
            created_at: at,
          })),
        )
        .returning()),
    )
  const first = rows[0]!
  const about = {
    kind: first.kind,
    level: first.level,
    revocation: first.revocation,
    count: rows.length,
    ...(rows.length === 1 && { identifier: first.identifier }),
  }
  const asked = alone
    ? null
    : await askSecond(tx, ctx, {
        kind: CASE,
        subject: { type: CASE, id: first.id },
        summary:
          rows.length === 1 ? `An issuer to trust: ${first.name}` : `${rows.length} authorities to trust (${first.kind}), from one list`,
        word: { reason_code: 'issuer_trusted', note: said.note },
        details: {
          ...about,
          name: first.name,
          countries: [...new Set(rows.flatMap((row) => row.country ?? []))].sort(),
          ...said.details,
          issuers: rows.map((row) => row.id),
        },
      })
  return {
    rows,
    waits: asked?.waits ?? null,
    audit: {
      action: alone ? 'trusted_issuers_added' : 'trusted_issuers_asked',
      category: 'system',
      subject: { type: CASE, id: first.id },
      details: { ...about, ...said.details, case_id: asked?.waits.case_id ?? null },
    },
    events: asked?.events ?? [],
  }
}

/** The other person's word on it, within the transaction that decides its case. What was ended meanwhile stays ended. */
export async function settleTrustedIssuers(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  const agreed = word.outcome === 'release'
  const at = new Date(ctx.now)
  const asked = (row.details.issuers as string[] | undefined) ?? []
  const proposed = inScope(trustedIssuers, ctx, eq(trustedIssuers.state, 'proposed'), inArray(trustedIssuers.id, asked))
  const rows = await tx
    .update(trustedIssuers)
    .set(
      agreed ? { state: 'active', approved_by: word.approver, approved_at: at } : { state: 'ended', ended_by: word.approver, ended_at: at },
    )
    .where(proposed)
    .returning({ id: trustedIssuers.id })
  if (!rows.length) return { what: 'ended already', audit: [], events: [] }
  return {
    what: agreed ? 'trusted' : 'not trusted',
    audit: [
      {
        action: agreed ? 'trusted_issuers_added' : 'trusted_issuers_refused',
        category: 'system',
        subject: { type: CASE, id: row.subject_id },
        details: { count: rows.length, asked_by: word.author, countersigned_by: word.approver, case_id: row.id },
        ...(agreed && { standing: rows.map(({ id }): Standing => `trusted_issuer:${id}`) }),
      },
    ],
    // Only the organisation itself says whom it trusts; evidence names whom it rests on.
    events: [],
  }
}
