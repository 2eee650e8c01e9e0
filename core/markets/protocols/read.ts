import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { decodeCursor, newestFirst, olderThan, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import { defineVerb } from '#core/record/verb.ts'
import { protocolPolicies } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { presentProtocol, protocolAnswer } from './present.ts'

/** One protocol with every version of its policy. Throws `not_found`. */
export const getProtocol = defineVerb({
  name: 'protocols.get',
  permission: 'protocols.read',
  input: byId('Protocol id, ptc_…'),
  output: protocolAnswer,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, protocolPolicies, ctx, input.id)
    if (!row) throw notFound()
    return presentProtocol(row)
  },
})

const listProtocolsQuery = z.strictObject(pageQuery)

/** The tenant's protocols, newest first. */
export const listProtocols = defineVerb({
  name: 'protocols.list',
  permission: 'protocols.read',
  input: listProtocolsQuery,
  output: listOf(protocolAnswer),
  run: async ({ ctx, input }) => {
    const rows = await ctx.db
      .select()
      .from(protocolPolicies)
      .where(inScope(protocolPolicies, ctx, olderThan(protocolPolicies, decodeCursor(ctx, 'protocols', input.cursor))))
      .orderBy(...newestFirst(protocolPolicies))
      .limit(input.limit + 1)
    return { success: true as const, ...pageOf(ctx, 'protocols', rows, input.limit, presentProtocol, placeOf) }
  },
})
