import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId, reasonCode } from '#core/kernel/fields.ts'
import { listVerb } from '#core/record/list-verb.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { trustedIssuers } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { takeBackEvidence } from '../evidence/take-back.ts'
import { presentIssuer } from './present.ts'
import { ISSUER_KINDS, STATES, trustedIssuerAnswer, trustedIssuerShape } from './shape.ts'
import type { TrustedIssuerRow } from './trusted.ts'

/** One issuer, as it stands. Throws `not_found`. */
export const getTrustedIssuer = defineVerb({
  name: 'trusted_issuers.get',
  permission: 'identity.read',
  input: byId('Id of the issuer'),
  output: trustedIssuerAnswer,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, trustedIssuers, ctx, input.id)
    if (!row) throw notFound()
    return { success: true as const, ...presentIssuer(row) }
  },
})

/** Issuers that are trusted, proposed or were, newest first. */
export const listTrustedIssuers = listVerb({
  name: 'trusted_issuers.list',
  permission: 'identity.read',
  table: trustedIssuers,
  list: 'trusted_issuers',
  filters: {
    kind: z.enum(ISSUER_KINDS).optional(),
    state: z.enum(STATES).optional(),
    country: z.string().max(2).optional(),
  },
  item: trustedIssuerShape,
  wanted: ({ input }) =>
    and(
      input.kind ? eq(trustedIssuers.kind, input.kind) : undefined,
      input.state ? eq(trustedIssuers.state, input.state) : undefined,
      input.country ? eq(trustedIssuers.country, input.country.toUpperCase()) : undefined,
    ),
  present: (_, rows) => rows.map(presentIssuer),
})

/**
 * Lets an issuer go: its word counts no more, from this moment, and evidence that rests on it is taken back with it. Credentials of the people
 * concerned are suspended a moment later, each with its own event. Takes one person. Throws `not_found`, `invalid_transition`.
 */
export const endTrustedIssuer = defineVerb({
  name: 'trusted_issuers.end',
  permission: 'identity.write',
  input: byId('Id of the issuer').extend({
    reason_code: reasonCode.meta({ description: 'Why, as a code of your own', examples: ['key_compromised'] }),
  }),
  output: trustedIssuerAnswer.extend({ evidence_withdrawn: z.number().int().meta({ description: 'How much rested on it' }) }),
  run: async ({ ctx, input }) =>
    // no event: only the organisation itself says whom it trusts; what was taken back with it is told for each.
    write(ctx, async (tx) => {
      const row = await lockScoped(tx, trustedIssuers, ctx, input.id)
      if (!row) throw notFound()
      if (row.state === 'ended') throw new AppError('invalid_transition', 'This issuer is not trusted any more already.')
      const { now, withdrawn, audit } = await endIssuer(tx, ctx, row, { by: ctx.actor.id, reason_code: input.reason_code })
      return { result: { success: true as const, ...presentIssuer(now), evidence_withdrawn: withdrawn }, audit }
    }),
})

/** Ends an issuer that is locked and not ended yet, with the evidence that rests on it. */
export async function endIssuer(
  tx: Tx,
  ctx: Ctx,
  row: TrustedIssuerRow,
  said: { by: string; reason_code: string },
): Promise<{ now: TrustedIssuerRow; withdrawn: number; audit: AuditInput }> {
  const [now] = await tx
    .update(trustedIssuers)
    .set({ state: 'ended', ended_by: said.by, ended_at: new Date(ctx.now) })
    .where(inScope(trustedIssuers, ctx, eq(trustedIssuers.id, row.id)))
    .returning()
  const withdrawn = await takeBackEvidence(tx, ctx, { voucherId: row.id }, 'issuer_not_trusted')
  return {
    now: now!,
    withdrawn,
    audit: {
      action: 'trusted_issuer_ended',
      category: 'system',
      subject: { type: 'trusted_issuer', id: row.id },
      details: { kind: row.kind, from: row.state, reason_code: said.reason_code, evidence_withdrawn: withdrawn },
      ...(row.state === 'active' && { standing: [`trusted_issuer:${row.id}` as const] }),
    },
  }
}
