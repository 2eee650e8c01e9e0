import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { holdingActs } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { LEGAL_BASES } from './legal-bases.ts'

export type ActRow = typeof holdingActs.$inferSelect
export const ACT_KINDS = ['freeze', 'unfreeze', 'force_transfer', 'wallet_move'] as const
export const ACT_STATUSES = ['proposed', 'approved', 'active', 'done', 'refused', 'denied', 'ended'] as const
/** Nothing more happens to an act in another status. */
export const OPEN_STATUSES: ActRow['status'][] = ['proposed', 'approved', 'active']

/** On what paper an act rests. The paper itself stays with the issuer. */
export const ground = {
  legal_basis: z.enum(LEGAL_BASES).meta({ description: 'On what ground' }),
  document_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Use 64 lower-case hex digits')
    .meta({ description: 'SHA-256 of the order, certificate or agreement it rests on; the paper stays with you' }),
  note: z.string().trim().min(3).max(1_000).optional().meta({ description: 'In a sentence, without names' }),
}

/** Units of a call: so many, or said in so many words, all of them. Never both, never neither. */
export const howMany = {
  quantity: z
    .union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,15}$/)])
    .transform((value) => String(value))
    .optional()
    .meta({ description: 'Whole units' }),
  whole: z.literal(true).optional().meta({ description: 'Everything the holder has; in place of quantity' }),
}
export const oneAmount = (v: { quantity?: unknown; whole?: unknown }) => (v.quantity === undefined) !== (v.whole === undefined)
export const ONE_AMOUNT = { message: 'Give quantity, or whole: true.', path: ['quantity'] }

/** What was asked for or done to a holding, as these operations answer it. */
export const holdingActAnswer = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('holding_act'),
  kind: z.enum(['freeze', 'unfreeze', 'force_transfer', 'wallet_move']),
  status: z
    .enum(['proposed', 'approved', 'active', 'done', 'refused', 'denied', 'ended'])
    .meta({ description: '`proposed` waits for a second person, `approved` for its time, `active` is a freeze in force' }),
  offering_id: z.string().nullable(),
  person_id: z.string(),
  wallet_address: z.string().nullable().meta({ description: 'Null for a freeze of every wallet of the person' }),
  to_address: z.string().nullable(),
  quantity: z.string().nullable().meta({ description: 'Null: everything' }),
  whole: z.boolean(),
  legal_basis: z.string(),
  document_sha256: z.string().nullable(),
  note: z.string().nullable(),
  freeze_id: z.string().nullable().meta({ description: 'The freeze that is lifted, or carried out' }),
  credential_id: z.string().nullable(),
  asked_by: z.string(),
  countersigned_by: z.string().nullable().meta({ description: 'The second person' }),
  approved_at: z.string().nullable(),
  effective_at: z.string().nullable().meta({ description: 'When the move of a wallet may take place at the earliest' }),
  expires_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  end_reason: z.string().nullable(),
  decision_id: z.string().nullable(),
  outcome: z.looseObject({}).nullable().meta({ description: 'What came of it: reason codes of the rules, or what was moved' }),
  environment: z.enum(['sandbox', 'production']),
  created_at: z.string(),
})

/** An act as answers show it. */
export const presentAct = (row: ActRow) => ({
  id: row.id,
  object: 'holding_act' as const,
  kind: row.kind as (typeof ACT_KINDS)[number],
  status: row.status as (typeof ACT_STATUSES)[number],
  offering_id: row.offering_id,
  person_id: row.person_id,
  wallet_address: row.wallet_address,
  to_address: row.to_address,
  quantity: row.quantity,
  whole: row.quantity === null,
  legal_basis: row.legal_basis,
  document_sha256: row.document_sha256,
  note: row.note,
  freeze_id: row.freeze_id,
  credential_id: row.credential_id,
  asked_by: row.asked_by,
  countersigned_by: row.approved_by,
  approved_at: row.approved_at?.toISOString() ?? null,
  effective_at: row.effective_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  end_reason: row.end_reason,
  decision_id: row.decision_id,
  outcome: row.outcome,
  environment: row.environment as Environment,
  created_at: row.created_at.toISOString(),
})
export type WireAct = ReturnType<typeof presentAct>

type NewAct = Pick<ActRow, 'kind' | 'status' | 'person_id' | 'legal_basis'> & Partial<typeof holdingActs.$inferInsert>

/** Writes down who asks for what. */
export async function insertAct(tx: Tx, ctx: Ctx, act: NewAct): Promise<ActRow> {
  const [row] = await tx
    .insert(holdingActs)
    .values({
      id: newId('holding_act', ctx.now),
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      asked_by: ctx.actor.id,
      created_at: new Date(ctx.now),
      ...act,
    })
    .returning()
  return row!
}

/** Changes an act the caller has locked. */
export async function changeAct(tx: Tx, ctx: Ctx, row: ActRow, changes: Partial<ActRow>): Promise<ActRow> {
  const [changed] = await tx
    .update(holdingActs)
    .set(changes)
    .where(inScope(holdingActs, ctx, eq(holdingActs.id, row.id)))
    .returning()
  return changed!
}

/** An act about the same thing that still waits, or null. */
export async function openAct(
  tx: Tx,
  ctx: Ctx,
  about: { kind: ActRow['kind']; freezeId?: string; walletAddress?: string },
): Promise<string | null> {
  const [row] = await tx
    .select({ id: holdingActs.id })
    .from(holdingActs)
    .where(
      inScope(
        holdingActs,
        ctx,
        and(
          eq(holdingActs.kind, about.kind),
          inArray(holdingActs.status, ['proposed', 'approved']),
          about.freezeId ? eq(holdingActs.freeze_id, about.freezeId) : undefined,
          about.walletAddress ? eq(holdingActs.wallet_address, about.walletAddress) : undefined,
        ),
      ),
    )
    .limit(1)
  return row?.id ?? null
}

/** What an act did, for the verb that lets it happen. */
export interface Carried {
  changes: Partial<ActRow>
  audit: AuditInput[]
  events: EventInput[]
}

/** The audit entry of a step of an act. The note may name somebody, and the log is for ever: it is not in it. */
export const actAudit = (row: ActRow, step: string, details: AuditInput['details'] = {}): AuditInput => ({
  action: `holding_${row.kind}_${step}`,
  category: 'investment',
  subject: { type: 'holding_act', id: row.id },
  details: {
    offering_id: row.offering_id,
    wallet_address: row.wallet_address,
    quantity: row.quantity,
    legal_basis: row.legal_basis,
    document_sha256: row.document_sha256,
    ...details,
  },
})

/** The event of what was done to a holding. One freeze is one resource, from its beginning to its end. */
export const holdingEvent = (
  type: 'holding.frozen' | 'holding.unfrozen' | 'holding.force_transferred',
  act: ActRow,
  more: { resourceId?: string; walletId: string | null; quantity: string } & Record<string, unknown>,
): EventInput => {
  const { resourceId, walletId, quantity, ...rest } = more
  return {
    type,
    resource: { type: 'holding', id: resourceId ?? act.id },
    object: {
      act_id: act.id,
      offering_id: act.offering_id,
      wallet_id: walletId,
      wallet_address: act.wallet_address,
      person_id: act.person_id,
      quantity,
      whole: act.quantity === null,
      legal_basis: act.legal_basis,
      document_sha256: act.document_sha256,
      countersigned_by: act.approved_by,
      ...rest,
    },
  }
}
