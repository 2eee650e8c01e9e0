import type { KeyObject } from 'node:crypto'
import type { Sealing } from '#core/kernel/context.ts'
import type { Anchor } from '#credentials/presented/certificates.ts'
import type { Queryable } from '#db/connect.ts'
import type { trustedIssuers, Voucher } from '#db/schema.ts'

/** An issuer of credentials of identity wallets whose word counts for a tenant, and how far. */
export interface WalletIssuer
  extends Anchor,
    Pick<typeof trustedIssuers.$inferSelect, 'level' | 'ial' | 'eidas' | 'country' | 'revocation'> {
  kind: 'iaca' | 'pid' | 'accreditation'
  /** Of accreditations: the types of credentials that it is trusted for. */
  types: readonly string[]
  /** The name by which what it signs calls it, where its key is pinned. */
  identifier: string
  key: KeyObject | null
  voucher: Voucher
  /** Made up for the sandbox. */
  simulated: boolean
}

/** Whom a tenant trusts for what its people's wallets present. */
export interface IssuerSource {
  of(db: Queryable, ctx: Sealing, kind: WalletIssuer['kind']): Promise<WalletIssuer[]>
  /** A status list, or a list of revoked certificates, that this world publishes itself; null where it has to be fetched. */
  publishes(ctx: Sealing, uri: string): Promise<Uint8Array | null>
  /** Whether there is a wallet to play with, whose issuers are made up. */
  readonly simulated: boolean
}
