import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { identityProviders, trustedIssuers, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { isGoingOn, type SessionRow } from './present.ts'
import type { ClosedWay } from './shape.ts'

type Method = SessionRow['methods'][number]

/** Why a way leads nowhere: in words for the person on the page, and what whoever opened the session does about it. */
const WHY: Record<ClosedWay['code'], { person: string; detail: string }> = {
  no_trusted_wallet_issuer: {
    person: 'The organisation has not said yet whose wallets count.',
    detail: 'You trust no authority whose wallets could show this: POST /v1/identity/trusted-issuers or /v1/identity/trust-lists.',
  },
  no_trusted_state: {
    person: 'The organisation has not said yet whose passports count.',
    detail: 'You trust no state that signs passports: POST /v1/identity/trusted-issuers or /v1/identity/trust-lists with kind csca.',
  },
  no_provider: {
    person: 'The organisation has set up no provider.',
    detail: 'The provider of this session, or any, is not set up: POST /v1/identity/providers/{provider}.',
  },
  no_trusted_issuer: {
    person: 'The organisation trusts nobody yet whose credential could be shown here.',
    detail: 'You trust nobody whose credential the wallet could show: POST /v1/identity/trusted-issuers with kind did, eas or onchainid.',
  },
  no_wallet: {
    person: 'It is about a wallet, and this session names none.',
    detail: 'A credential of others is of a wallet: open a session by wallet_address.',
  },
}

/** Whom a tenant trusts and which providers it set up, read once for any number of sessions. */
async function standing(ctx: Ctx, db: Queryable) {
  const t = trustedIssuers
  const [rows, providers] = await Promise.all([
    db
      .selectDistinct({ kind: t.kind })
      .from(t)
      .where(inScope(t, ctx, eq(t.state, 'active'))),
    db.select({ name: identityProviders.provider }).from(identityProviders).where(inScope(identityProviders, ctx)),
  ])
  const kinds = new Set<string>(rows.map(({ kind }) => kind))
  return { trusts: (...any: string[]) => any.some((kind) => kinds.has(kind)), providers: providers.map(({ name }) => name) }
}
type Standing = Awaited<ReturnType<typeof standing>>

function closedOf(ctx: Ctx, { trusts, providers }: Standing, session: SessionRow, address: string | null): ClosedWay['code'][] {
  const shown = session.claims?.includes('accreditation') ? ['accreditation'] : ['iaca', 'pid']
  const set = session.provider_named ? providers.filter((name) => name === session.provider) : providers
  const why: Record<Method, ClosedWay['code'] | null> = {
    document_review: null,
    wallet_presentation: ctx.world.issuers.simulated || trusts(...shown) ? null : 'no_trusted_wallet_issuer',
    passport_chip: [...ctx.world.states].length > 0 || trusts('csca') ? null : 'no_trusted_state',
    provider: set.length ? null : 'no_provider',
    foreign_credential:
      address === null
        ? 'no_wallet'
        : trusts('did') || (address.startsWith('0x') && trusts('eas', 'onchainid'))
          ? null
          : 'no_trusted_issuer',
  }
  return session.methods.flatMap((method) => why[method] ?? [])
}

const METHOD_OF: Record<ClosedWay['code'], Method> = {
  no_trusted_wallet_issuer: 'wallet_presentation',
  no_trusted_state: 'passport_chip',
  no_provider: 'provider',
  no_trusted_issuer: 'foreign_credential',
  no_wallet: 'foreign_credential',
}

/** Of each session the ways in `methods` that lead nowhere as it stands now, and what to do about it; none once it has ended. */
export async function closedWays(ctx: Ctx, sessions: readonly SessionRow[], db: Queryable = ctx.db): Promise<ClosedWay[][]> {
  const goesOn = sessions.filter((session) => isGoingOn(session, ctx.now))
  if (!goesOn.length) return sessions.map(() => [])
  const ids = goesOn.flatMap(({ wallet_id }) => wallet_id ?? [])
  const [now, rows] = await Promise.all([
    standing(ctx, db),
    ids.length
      ? db
          .select({ id: wallets.id, address: wallets.address })
          .from(wallets)
          .where(inScope(wallets, ctx, inArray(wallets.id, ids)))
      : [],
  ])
  const addressOf = new Map(rows.map(({ id, address }) => [id, address]))
  return sessions.map((session) =>
    isGoingOn(session, ctx.now)
      ? closedOf(ctx, now, session, addressOf.get(session.wallet_id ?? '') ?? null).map((code) => ({
          method: METHOD_OF[code],
          code,
          detail: WHY[code].detail,
        }))
      : [],
  )
}

/** What the page of a session offers, and why not the rest. All of them where that leaves none, since each says itself what it lacks. */
export async function waysThatLead(
  ctx: Ctx,
  session: SessionRow,
  address: string | null,
): Promise<{ methods: Method[]; closed: { method: Method; why: string }[] }> {
  const closed = closedOf(ctx, await standing(ctx, ctx.db), session, address).map((code) => ({
    method: METHOD_OF[code],
    why: WHY[code].person,
  }))
  const methods = session.methods.filter((method) => !closed.some((one) => one.method === method))
  return methods.length ? { methods, closed } : { methods: session.methods, closed: [] }
}
