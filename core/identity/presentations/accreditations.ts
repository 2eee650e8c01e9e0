import type { Ctx } from '#core/kernel/context.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import type { WalletIssuer } from '#core/sources/issuers/source.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import type { CredentialShown as Presented } from '#credentials/presented/shown.ts'
import { FILE_BASES, investors, wallets } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import type { SessionRow } from '../sessions/present.ts'

/** Under this id the query asks for it. */
export const ACCREDITATION_ID = 'accreditation'
/** So often its issuer is asked whether it still stands. */
export const STANDS_MS = 86_400_000
const CLAIMS = ['accredited', 'accreditation_basis', 'accreditation_verified_until', 'accreditation_verified_by'] as const

/** Whether a session asks whether somebody is an accredited investor, and nothing else. */
export const isAccreditationAsked = ({ claims }: Pick<SessionRow, 'claims'>): boolean => claims?.includes('accreditation') ?? false

/** The query (DCQL, OpenID4VP 1.0, section 6) for the types of credentials that the tenant trusts somebody for. Throws `issuer_not_trusted`. */
export async function accreditationQuery(ctx: Ctx) {
  const types = [...new Set((await ctx.world.issuers.of(ctx.db, ctx, 'accreditation')).flatMap((one) => one.types))]
  if (!types.length)
    throw new PresentationRefused(
      'issuer_not_trusted',
      'This organisation trusts nobody any more to say who is accredited. Ask it for another way.',
    )
  return {
    credentials: [
      {
        id: ACCREDITATION_ID,
        format: 'dc+sd-jwt',
        meta: { vct_values: types },
        claims: CLAIMS.map((name) => ({ id: name, path: [name] })),
      },
    ],
  }
}

const wrong = (detail: string) => new PresentationRefused('credential_invalid', detail)

/**
 * What a credential says of an accreditation: its ground, who verified it, and until when. It must be sealed to the investor's own wallet,
 * and its end has to be published: what cannot be taken back is not relied on. Throws `credential_invalid`, `claim_missing`,
 * `credential_expired`, `credential_status_unavailable`.
 */
export async function readAccreditation(
  ctx: Ctx,
  session: SessionRow,
  shown: Presented,
  issuer: WalletIssuer,
): Promise<Pick<EvidenceFound, 'proves' | 'read' | 'covers' | 'document_expires_on' | 'expiresAt'> & { source: Record<string, unknown> }> {
  if (!issuer.types.includes(shown.type))
    throw wrong('The issuer is not trusted for credentials of this type. Present one of a type that was asked for.')
  if (shown.claims.accredited !== true) throw missing('that its holder was checked as an accredited investor')
  const { accreditation_basis: basis, accreditation_verified_until: until, accreditation_verified_by: by } = shown.claims
  if (!FILE_BASES.some((one) => one === basis)) throw missing('on which ground of Rule 501(a) its holder is accredited')
  if (typeof until !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(until) || Number.isNaN(Date.parse(until)))
    throw missing('until when that was verified')
  const { kind, name } = (typeof by === 'object' && by !== null ? by : {}) as { kind?: unknown; name?: unknown }
  if (typeof kind !== 'string' || typeof name !== 'string' || !name.trim() || kind.length + name.length > 300)
    throw missing('who verified it')
  const ends = Math.min(endOfDay(until), shown.validUntil ?? Number.POSITIVE_INFINITY)
  if (ends <= ctx.now)
    throw new PresentationRefused('credential_expired', 'The accreditation has run out. Have it verified anew, and present that.')
  if (!shown.status)
    throw new PresentationRefused('credential_status_unavailable', 'The issuer publishes nowhere whether this accreditation still stands.')
  await requireOwnWallet(ctx, session, shown.claims.sub)
  return {
    proves: 'accreditation',
    read: { basis, verified_until: until, verified_by: { kind, name } },
    covers: ['accreditation'],
    document_expires_on: null,
    expiresAt: new Date(ends),
    // By these the end of what it rests on is heard of.
    source: {
      status_list: { uri: shown.status.uri, index: shown.status.index },
      status_seen_at: new Date(ctx.now).toISOString(),
      ...(typeof shown.claims.id === 'string' && { credential_id: shown.claims.id }),
    },
  }
}

const missing = (what: string) =>
  new PresentationRefused('claim_missing', `The credential does not show ${what}. Present it again and share what is asked for.`)

/** Whoever holds the key of a credential may have it of somebody else: the wallet that it is sealed to says whose it is. */
async function requireOwnWallet(ctx: Ctx, session: SessionRow, subject: unknown): Promise<void> {
  const [, account = ''] = /^did:pkh:(?:eip155:\d+|solana:[^:]+):(.+)$/.exec(String(subject)) ?? []
  const investor = session.investor_id ? await findScoped(ctx.db, investors, ctx, session.investor_id) : null
  const wallet = investor?.wallet_id ? await findScoped(ctx.db, wallets, ctx, investor.wallet_id) : null
  const same = wallet && (wallet.family === 'evm' ? wallet.address.toLowerCase() === account.toLowerCase() : wallet.address === account)
  if (!same || wallet.status !== 'active' || (ctx.world.chain.wantsProof && wallet.control !== 'proven'))
    throw wrong(
      'The credential is sealed to another wallet than the one that this investor has proven here. Prove that wallet here first, then present it again.',
    )
}
