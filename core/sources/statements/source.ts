import type { FactsOf, Room } from '#engine/facts/of-checks.ts'

/** A sale of which issuer and investor may have left something unsaid. */
export interface UnsaidSale {
  now: number
  personId: string
  entity: boolean
  /** Where the buyer lives, as far as known. */
  place: string | null
  offering: { created_at: Date; regulation: string }
}

/** A transfer of units of which the parties may have left something unsaid. */
interface UnsaidTransfer {
  now: number
  /** Where who takes the units lives, as far as known. */
  place: string | null
}

/** Who buys, as investor and as acquirer. */
type Buyer = NonNullable<FactsOf<'investment.accept'>['investor']>

/**
 * What a world takes for said of issuers, sales and transfers while those who know it said nothing. In production that is nothing: what
 * nobody said is unknown, and the rules ask. Whatever is said counts over it.
 */
export interface StatementSource {
  issuer(now: number): Room<'issuer'>
  /** Who an issuer is that names no record of its own; null where nobody is taken for verified. */
  readonly issuerOfRecord: {
    readonly verification: 'verified'
    readonly sanctions: { readonly status: 'clear' }
    readonly control_persons_screened: true
  } | null
  offering(row: { regulation: string; opens_at: Date | null; created_at: Date }): Room<'offering'>
  /** Whether the other offerings of an issuer that are recorded here count beside one. */
  readonly besideOthers: boolean
  readonly token: Pick<Room<'token'>, 'legend_ids' | 'fungible_with_listed'>
  /** Who takes units by transfer. */
  readonly transferee: Pick<NonNullable<FactsOf<'transfer'>['to']>, 'qib' | 'knowledgeable_employee' | 'fund_owner_count'>
  buyer(sale: UnsaidSale): Buyer
  sale(sale: UnsaidSale): Room<'investment'>
  /** The sale behind units that are issued without naming one. */
  readonly unnamedSale: Pick<Room<'investment'>, 'status' | 'issued'>
  /** Who stands behind an entity whose owners and controls nobody looked at. */
  readonly behindEntity: Pick<Buyer, 'control_persons_verified' | 'fund_owner_count' | 'formed_for_purchase' | 'owners'>
  /** Who owns an entity whose owners nobody named; `none` where nobody is taken for known. */
  readonly unnamedOwners: Pick<Room<'subject'>, 'holdings' | 'blocked_control'>
  /** Who vouches in a letter that does not say it, and what an accreditation rests on. */
  readonly letter: { readonly verifier?: 'attorney'; readonly good_standing?: true }
  readonly basis: 'net_worth' | null
  /** The agreement that had to be signed, where the offering names none. */
  agreement(signed: string | undefined): string | undefined
  transfer(transfer: UnsaidTransfer): Room<'transfer'>
  /** The state of a resident of the United States who gave none. */
  readonly usState: string | null
  /** What somebody is to the issuer that said nothing of them. */
  readonly affiliation: 'none' | null
  /** What becomes of a payment, and after how long, ms; null where only who is paid knows. */
  paymentEnds(amount: string): { kind: 'payment_failed' | 'refund'; afterMs: number } | null
}
