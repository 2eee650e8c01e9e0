import { eq } from 'drizzle-orm'
import { namesFor } from '#core/identity/providers/start.ts'
import type { SessionRow } from '#core/identity/sessions/present.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { trustedIssuers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/**
 * The ways of a session that lead somewhere: a provider is set up, or somebody is trusted whose word could be shown. All of them where that
 * leaves none, since each says itself what it lacks.
 */
export async function waysThatLead(ctx: Ctx, session: SessionRow, address: string | null): Promise<SessionRow['methods']> {
  const t = trustedIssuers
  const [rows, providers] = await Promise.all([
    ctx.db
      .selectDistinct({ kind: t.kind })
      .from(t)
      .where(inScope(t, ctx, eq(t.state, 'active'))),
    session.methods.includes('provider') ? namesFor(ctx, session) : [],
  ])
  const trusts = (...kinds: (typeof rows)[number]['kind'][]) => rows.some(({ kind }) => kinds.includes(kind))
  const leads: Partial<Record<SessionRow['methods'][number], boolean>> = {
    wallet_presentation: ctx.world.issuers.simulated || trusts('iaca', 'pid'),
    passport_chip: [...ctx.world.states].length > 0 || trusts('csca'),
    provider: providers.length > 0,
    foreign_credential: address !== null && (trusts('did') || (address.startsWith('0x') && trusts('eas', 'onchainid'))),
  }
  const leading = session.methods.filter((method) => leads[method] ?? true)
  return leading.length ? leading : session.methods
}
