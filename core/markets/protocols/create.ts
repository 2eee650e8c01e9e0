import { z } from 'zod'
import { refuseSettingsAlone } from '#core/access/tenant/by-two.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { name } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { type ProtocolTerms, protocolPolicies } from '#db/schema.ts'
import { lockName } from '#db/scoped.ts'
import { findProtocol } from './find.ts'
import { type ProtocolView, presentProtocol, protocolAnswer } from './present.ts'
import { keptTerms, protocolTerms } from './terms.ts'

const createProtocolInput = z.strictObject({
  protocol_name: name(100).meta({ description: 'As permits will carry it; it cannot be changed. Found in any case' }),
  min_level: protocolTerms.min_level.default(null),
  blocked_countries: protocolTerms.blocked_countries.default([]),
  contracts: protocolTerms.contracts.default([]),
  paused: protocolTerms.paused.default(false),
})

/**
 * Registers a protocol with its policy: checks under its name follow it from now on, and permits carry this name.
 * In production a listed contract gets none before its control is proven. Throws `already_exists`.
 */
export const createProtocol = defineVerb({
  name: 'protocols.create',
  permission: 'protocols.write',
  input: createProtocolInput,
  output: protocolAnswer,
  run: async ({ ctx, input }) => {
    const { protocol_name, paused, ...terms } = input
    const policy = keptTerms(terms)
    await refuseSettingsAlone(ctx.db, ctx)
    // no event: who registers it has the answer, and each check says which policy it followed.
    return write(ctx, (tx) => registerProtocol(tx, ctx, { protocol_name, policy, paused }))
  },
})

/** Registers a protocol within a transaction. Throws `already_exists`. */
export async function registerProtocol(
  tx: Tx,
  ctx: Ctx,
  { protocol_name, policy, paused }: { protocol_name: string; policy: ProtocolTerms; paused: boolean },
): Promise<{ result: ProtocolView; audit: AuditInput }> {
  const protocol = protocol_name.toLowerCase()
  await lockName(tx, ctx, `protocol:${protocol}`)
  const known = await findProtocol(tx, ctx, protocol)
  if (known)
    throw new AppError('already_exists', `The protocol ${known.name} is registered already; change it instead.`, {
      extra: { existing_id: known.id },
    })
  const at = new Date(ctx.now)
  const id = newId('protocol', ctx.now)
  const scope = { organization_id: ctx.organizationId, environment: ctx.environment }
  const [row] = await tx
    .insert(protocolPolicies)
    .values({ ...scope, id, protocol, name: protocol_name, policy, paused, created_at: at, updated_at: at })
    .returning()
  return {
    result: presentProtocol(row!),
    audit: {
      action: 'protocol_registered',
      category: 'system',
      subject: { type: 'protocol', id },
      details: { protocol_name, version: 1, ...policy, paused },
      standing: [`protocol:${id}`],
    },
  }
}
