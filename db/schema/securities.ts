import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { persons, wallets } from './identity.ts'
import { saidFacts } from './said-facts.ts'
import {
  at,
  decimal,
  digests,
  MARKETS,
  notNegative,
  positive,
  REGULATIONS,
  STANDINGS,
  spans,
  tenant,
  together,
  within,
  words,
} from './shared.ts'

export const offerings = pgTable(
  'offerings',
  {
    id: text().primaryKey(),
    ...tenant(),
    name: text().notNull(),
    type: text({ enum: ['equity', 'debt', 'fund', 'real_estate', 'revenue_share', 'other'] }).notNull(),
    regulation: text({ enum: REGULATIONS }).notNull(),
    status: text({ enum: ['draft', 'needs_contact', 'open', 'paused', 'closed', 'cancelled'] }).notNull(),
    total_supply: decimal().notNull(),
    price_per_token: decimal().notNull(),
    minimum_investment: decimal().notNull(),
    maximum_raise: decimal().notNull(),
    target_amount: decimal(),
    currency: text().notNull(),
    description: text(),
    chain: text(),
    external_id: text(),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    opens_at: at(),
    closes_at: at(),
    allowed_countries: jsonb().$type<string[]>().notNull().default([]),
    blocked_countries: jsonb().$type<string[]>().notNull().default([]),
    max_holders: integer(),
    max_non_accredited: integer(),
    lockup_days: integer(),
    /** Facts of the rulebook without a column of their own (form D dates, questionnaires …), and below who stated each, and when. */
    facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    facts_stated: jsonb().$type<Record<string, { by: string; at: string }>>().notNull().default({}),
    /** That terms were agreed for a raise that asks for them: who recorded it, and when; null while nobody did. */
    commercial_terms: jsonb().$type<{ by: string; at: string; case_id: string } | null>(),
    /** From which offerings, by the exemption each is under, two people hold it apart (Rule 152(a)); null while nobody did. */
    integration_apart: jsonb().$type<{
      kinds?: Record<string, string>
      document_sha256: string
      asked_by: string
      countersigned_by: string
      at: string
      case_id: string
    } | null>(),
    /** The case in which the platform is asked for those terms. */
    terms_case_id: text(),
    amount_raised: decimal().notNull().default('0'),
    tokens_issued: decimal().notNull().default('0'),
    fee_accrued: decimal().notNull().default('0'),
    investor_count: integer().notNull().default(0),
    non_accredited_count: integer().notNull().default(0),
    token_address: text(),
    /** Digits after the point of the token's unit; null where nobody said, which counts as whole units. */
    token_decimals: integer(),
    /** Who proved by signature that the contract is theirs; null while it is only named. */
    token_link: jsonb().$type<{ wallet: string; role: string; linked_at: string; linked_by: string } | null>(),
    /** Since when and by whom the token is paused; null while it is not. */
    token_pause: jsonb().$type<{ at: string; by: string; role: 'issuer' | 'admin'; reason_code: string } | null>(),
    /** When and by whom the token was deactivated, for good. */
    token_end: jsonb().$type<{ at: string; plan_sha256: string | null; asked_by: string; countersigned_by: string } | null>(),
    fixed: boolean().notNull().default(false), // a sandbox fixture that cannot be changed
    first_sale_at: at(),
    /** When it was closed; null while it is not. */
    closed_at: at(),
    /** The case in which the platform is asked to agree to a cancellation. */
    cancellation_case_id: text(),
    created_by: text(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...notNegative(
      t.total_supply,
      t.price_per_token,
      t.minimum_investment,
      t.maximum_raise,
      t.target_amount,
      t.amount_raised,
      t.tokens_issued,
      t.fee_accrued,
      t.investor_count,
      t.non_accredited_count,
      t.max_holders,
      t.max_non_accredited,
      t.lockup_days,
      t.token_decimals,
    ),
    index('offerings_created').on(t.organization_id, t.environment, t.created_at, t.id),
    uniqueIndex('offerings_external').on(t.organization_id, t.environment, t.external_id),
  ],
)

export const investors = pgTable(
  'investors',
  {
    id: text().primaryKey(),
    ...tenant(),
    type: text({ enum: ['individual', 'entity'] }).notNull(),
    person_id: text()
      .notNull()
      .references(() => persons.id),
    wallet_id: text().references(() => wallets.id),
    user_id: text().references(() => users.id),
    email_hash: text(),
    country: text(),
    us_state: text(),
    status: text({ enum: STANDINGS }).notNull().default('incomplete'),
    identity_status: text({ enum: STANDINGS }).notNull().default('incomplete'),
    accreditation_status: text({ enum: STANDINGS }).notNull().default('incomplete'),
    documents_status: text({ enum: STANDINGS }).notNull().default('incomplete'),
    accreditation: jsonb().$type<Record<string, unknown> | null>(),
    accreditation_expires_at: at(),
    accreditation_warned_days: integer(),
    terms_accepted_at: at(),
    /** What the issuer says of the holder's control over it, and the day it last ended; null where nothing was said. */
    affiliation: jsonb().$type<{ role: 'none' | 'officer_or_director' | 'control'; stated_on: string; ended_on: string | null } | null>(),
    external_id: text(),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    history: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.email_hash),
    index('investors_created').on(t.organization_id, t.environment, t.created_at, t.id),
    uniqueIndex('investors_email').on(t.organization_id, t.environment, t.email_hash),
    uniqueIndex('investors_external').on(t.organization_id, t.environment, t.external_id),
    index('investors_person').on(t.person_id),
    index('investors_wallet').on(t.wallet_id),
    index('investors_user').on(t.user_id).where(sql`user_id is not null`),
  ],
)

export const investments = pgTable(
  'investments',
  {
    id: text().primaryKey(),
    ...tenant(),
    offering_id: text()
      .notNull()
      .references(() => offerings.id),
    investor_id: text()
      .notNull()
      .references(() => investors.id),
    person_id: text()
      .notNull()
      .references(() => persons.id),
    status: text({ enum: ['pending', 'accepted', 'rejected', 'cancelled', 'refunded'] }).notNull(),
    amount: decimal().notNull(),
    token_quantity: decimal().notNull(),
    currency: text().notNull(),
    accredited: boolean().notNull(),
    fee_amount: decimal().notNull().default('0'),
    payment_method: text({ enum: ['card', 'ach', 'wire', 'crypto'] }),
    payment_reference: text(),
    agreement_sha256: text(),
    /** As the investor stated them, in US dollars, under Regulation A. */
    annual_income: decimal(),
    net_worth: decimal(),
    /** What else was said of this sale, by the names of the rules. */
    ...saidFacts(),
    lockup_until: at(),
    issued_quantity: decimal().notNull().default('0'),
    decision_id: text().notNull(),
    /** What stood against it besides the decision's rules: a limit of the offering itself, or the issuer's word. */
    refusal: text(),
    /** While it waits: until when it holds its units. Null for what waited before reservations ended by themselves. */
    reserved_until: at(),
    /** When it was last accepted: the sale, from which its clocks run. Null while it never was, and for what was accepted before this was kept. */
    accepted_at: at(),
    /** When its payment failed; null once it was made good. */
    payment_failed_at: at(),
    /** Why it was cancelled, as a code. */
    cancel_reason: text(),
    /** The freeze that lies on issued units whose payment failed; null where none does. */
    payment_freeze_id: text().references((): AnyPgColumn => holdingActs.id),
    /** That the issuer returned the money: when it was recorded, by whom, and under which reference; null while it did not. */
    refund: jsonb().$type<{ at: string; by: string; reference: string | null; note: string } | null>(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.agreement_sha256),
    ...notNegative(t.fee_amount, t.issued_quantity, t.annual_income),
    ...positive(t.amount, t.token_quantity),
    index('investments_created').on(t.organization_id, t.environment, t.created_at, t.id),
    index('investments_offering').on(t.organization_id, t.environment, t.offering_id, t.created_at),
    index('investments_investor').on(t.investor_id),
    index('investments_person').on(t.offering_id, t.person_id, t.status),
    index('investments_waiting').on(t.offering_id, t.reserved_until).where(sql`status = 'pending'`),
  ],
)

export const feeEntries = pgTable(
  'fee_entries',
  {
    id: text().primaryKey(),
    ...tenant(),
    offering_id: text()
      .notNull()
      .references(() => offerings.id),
    investment_id: text()
      .notNull()
      .references(() => investments.id),
    amount: decimal().notNull(),
    raised_after: decimal().notNull(),
    accrued_after: decimal().notNull(),
    created_at: at().notNull(),
  },
  (t) => [...words(t), index('fee_entries_offering').on(t.organization_id, t.environment, t.offering_id, t.created_at)],
)

/** Holdings are lots: each issuance or transfer opens one, and moves close what they take. Never updated in place except `closed_at`. */
export const lots = pgTable(
  'lots',
  {
    id: text().primaryKey(),
    ...tenant(),
    offering_id: text()
      .notNull()
      .references(() => offerings.id),
    person_id: text().notNull(),
    investor_id: text().references(() => investors.id),
    wallet_address: text().notNull(),
    quantity: decimal().notNull(),
    cost: decimal(),
    acquired_at: at().notNull(),
    paid_in_full_at: at(),
    acquired_from: text({ enum: ['issuer', 'affiliate', 'other'] }).notNull(),
    acquired_under: text({ enum: REGULATIONS }).notNull(),
    tack_from: text().references((): AnyPgColumn => lots.id),
    lockup_until: at(),
    /** What was told of the end of the lock-up: 0 nothing, 1 that it nears, 2 that it came. */
    lockup_told: integer().notNull().default(0),
    frozen: boolean().notNull().default(false),
    issuance_id: text().references((): AnyPgColumn => issuances.id),
    transaction_id: text(),
    created_at: at().notNull(),
    closed_at: at(),
    closed_by: text(),
  },
  (t) => [
    ...words(t),
    ...notNegative(t.cost),
    ...positive(t.quantity),
    within(t.lockup_told, 0, 2),
    index('lots_offering').on(t.organization_id, t.environment, t.offering_id, t.created_at),
    index('lots_holder').on(t.organization_id, t.environment, t.wallet_address),
    index('lots_person').on(t.person_id, t.offering_id),
  ],
)

/**
 * What is done to holdings on a legal basis, without their holder: freezes and their lifting, forced transfers, and the move of a
 * lost wallet. One row is the request, the word of the second person, and what became of it.
 */
export const holdingActs = pgTable(
  'holding_acts',
  {
    id: text().primaryKey(),
    ...tenant(),
    kind: text({ enum: ['freeze', 'unfreeze', 'force_transfer', 'wallet_move'] }).notNull(),
    status: text({ enum: ['proposed', 'approved', 'active', 'done', 'refused', 'denied', 'ended'] }).notNull(),
    offering_id: text().references(() => offerings.id), // null for the move of a wallet, which takes everything along
    person_id: text().notNull(), // the holder
    wallet_address: text(), // null when a freeze binds every wallet of the holder
    to_address: text(),
    quantity: decimal(), // null: everything
    legal_basis: text().notNull(),
    document_sha256: text(),
    note: text(),
    freeze_id: text().references((): AnyPgColumn => holdingActs.id), // what an unfreeze lifts, or a forced transfer carries out
    credential_id: text(),
    asked_by: text().notNull(),
    approved_by: text(), // another person
    approved_at: at(),
    effective_at: at(), // when the move of a wallet may take place at the earliest
    expires_at: at(),
    ended_at: at(),
    ended_by: text(),
    end_reason: text(),
    decision_id: text(),
    outcome: jsonb().$type<Record<string, unknown> | null>(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.document_sha256),
    ...positive(t.quantity),
    together(t.approved_by, t.approved_at),
    index('holding_acts_created').on(t.organization_id, t.environment, t.created_at, t.id),
    index('holding_acts_active').on(t.organization_id, t.environment, t.offering_id).where(sql`status = 'active'`),
    index('holding_acts_person').on(t.person_id),
  ],
)

export const issuances = pgTable(
  'issuances',
  {
    id: text().primaryKey(),
    ...tenant(),
    offering_id: text()
      .notNull()
      .references(() => offerings.id),
    investor_id: text().notNull(),
    investment_id: text().references((): AnyPgColumn => investments.id),
    wallet_address: text().notNull(),
    quantity: decimal().notNull(),
    status: text({ enum: ['authorized', 'submitted', 'confirmed', 'denied', 'failed'] }).notNull(),
    reason: text().notNull(),
    chain: text().notNull(),
    standard: text({ enum: ['erc3643', 'erc1404', 'erc20', 'spl_token_2022'] }).notNull(),
    transaction_hash: text(),
    authorization: jsonb().$type<Record<string, unknown> | null>(),
    unsigned_transaction: jsonb().$type<Record<string, unknown> | null>(),
    decision_id: text().notNull(),
    /** Until when the mint must be reported. Null once it was, and for what was authorised before this was asked. */
    authorized_until: at(),
    /** Why it failed, as a code. */
    failure: text({ enum: ['reverted', 'mismatch', 'dropped', 'not_reported'] }),
    /** When its mint was confirmed: from then on, until its block left the chain. */
    confirmed_during: spans(),
    /** The block that confirmed it, as long as its chain may still drop it. */
    settled_block: jsonb().$type<{ chain_id: string; number: string; hash: string } | null>(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...positive(t.quantity),
    index('issuances_offering').on(t.organization_id, t.environment, t.offering_id, t.created_at),
    index('issuances_unreported').on(t.authorized_until).where(sql`status = 'authorized'`),
    index('issuances_watched').on(t.id).where(sql`settled_block is not null`),
  ],
)

export const transactions = pgTable(
  'transactions',
  {
    id: text().primaryKey(),
    ...tenant(),
    market: text({ enum: MARKETS }).notNull(),
    type: text({ enum: ['transfer', 'payment', 'trade', 'mint', 'burn', 'redemption', 'sale'] }).notNull(),
    status: text({
      enum: ['review', 'awaiting_counterparty', 'approved', 'submitted', 'settled', 'denied', 'failed', 'expired'],
    }).notNull(),
    from_address: text(),
    to_address: text(),
    /** Who moves the units under an allowance of the sender. */
    spender_address: text(),
    amount: decimal().notNull(),
    currency: text(),
    offering_id: text().references(() => offerings.id),
    asset: jsonb().$type<Record<string, unknown> | null>(),
    venue: text(),
    /** The record of the register that the venue is. */
    venue_id: text(), // no foreign key: the venues of a sandbox are in no table
    restriction_code: integer().notNull(),
    risk_score: integer().notNull().default(0),
    checks: jsonb().$type<Record<string, string>>().notNull(),
    travel_rule: jsonb().$type<Record<string, unknown> | null>(),
    /** What was said of a transfer, payment or sale besides, by the names of the rules. */
    ...saidFacts(),
    party_key_id: text(),
    party_sealed: text(),
    authorization: jsonb().$type<Record<string, unknown> | null>(),
    transaction_hash: text(),
    timeline: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    decision_id: text().notNull(),
    deadline: at(),
    /** The block that settled it, as long as its chain may still drop it. */
    settled_block: jsonb().$type<{ chain_id: string; number: string; hash: string } | null>(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...notNegative(t.amount),
    within(t.risk_score, 0, 100),
    together(t.party_key_id, t.party_sealed),
    index('transactions_watched').on(t.id).where(sql`settled_block is not null`),
    index('transactions_created').on(t.organization_id, t.environment, t.created_at, t.id),
    index('transactions_offering').on(t.offering_id),
    index('transactions_deadline').on(t.deadline).where(sql`deadline is not null`),
    index('transactions_from').on(t.organization_id, t.environment, t.from_address, t.created_at),
    index('transactions_to').on(t.organization_id, t.environment, t.to_address, t.created_at),
    uniqueIndex('transactions_hash').on(t.organization_id, t.environment, t.transaction_hash),
  ],
)

export const invitations = pgTable(
  'invitations',
  {
    id: text().primaryKey(),
    ...tenant(),
    offering_id: text()
      .notNull()
      .references(() => offerings.id),
    email_hash: text().notNull(), // of a copied world: `fork:` and the id, which no address has
    subject_key_id: text().notNull(),
    email_sealed: text().notNull(),
    status: text({ enum: ['sent', 'accepted', 'declined', 'withdrawn'] })
      .notNull()
      .default('sent'),
    user_id: text().references(() => users.id),
    created_at: at().notNull(),
    answered_at: at(),
  },
  (t) => [...words(t), index('invitations_offering').on(t.offering_id), index('invitations_email').on(t.email_hash)],
)
