import { eq } from 'drizzle-orm'
import { namesFor } from '#core/identity/providers/start.ts'
import type { SessionRow } from '#core/identity/sessions/present.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { trustedIssuers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

type Method = SessionRow['methods'][number]

/** Why a way leads nowhere, in words for the person. */
const NOWHERE: Record<Exclude<Method, 'document_review'>, string> = {
  wallet_presentation: 'The organisation has not said yet whose wallets count.',
  passport_chip: 'The organisation has not said yet whose passports count.',
  provider: 'The organisation has set up no provider.',
  foreign_credential: 'The organisation trusts nobody yet whose credential could be shown here.',
}
const NO_WALLET = 'It is about a wallet, and this session names none.'

/** The ways of a session that can be walked, and why not the others. */
export interface Ways {
  methods: SessionRow['methods']
  closed: { method: Method; why: string }[]
}

/**
 * Which ways of a session lead somewhere: a provider is set up, or somebody is trusted whose word could be shown. All of them where that
 * leaves none, since each says itself what it lacks.
 */
export async function waysThatLead(ctx: Ctx, session: SessionRow, address: string | null): Promise<Ways> {
  const t = trustedIssuers
  const [rows, providers] = await Promise.all([
    ctx.db
      .selectDistinct({ kind: t.kind })
      .from(t)
      .where(inScope(t, ctx, eq(t.state, 'active'))),
    session.methods.includes('provider') ? namesFor(ctx, session) : [],
  ])
  const trusts = (...kinds: (typeof rows)[number]['kind'][]) => rows.some(({ kind }) => kinds.includes(kind))
  const leads: Record<keyof typeof NOWHERE, boolean> = {
    wallet_presentation: ctx.world.issuers.simulated || trusts('iaca', 'pid'),
    passport_chip: [...ctx.world.states].length > 0 || trusts('csca'),
    provider: providers.length > 0,
    foreign_credential: address !== null && (trusts('did') || (address.startsWith('0x') && trusts('eas', 'onchainid'))),
  }
  const closed = session.methods.flatMap((method) =>
    method === 'document_review' || leads[method]
      ? []
      : [{ method, why: method === 'foreign_credential' && address === null ? NO_WALLET : NOWHERE[method] }],
  )
  const methods = session.methods.filter((method) => !closed.some((one) => one.method === method))
  return methods.length ? { methods, closed } : { methods: session.methods, closed: [] }
}
