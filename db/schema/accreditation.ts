import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { persons } from './identity.ts'
import { investors } from './securities.ts'
import { at, bytea, digests, tenant, together, words } from './shared.ts'

/** Grounds of Rule 501(a), in the words of the rules. */
export const FILE_BASES = [
  'income',
  'net_worth',
  'license',
  'insider',
  'knowledgeable_employee',
  'trust',
  'entity_assets',
  'entity_investments',
  'institution',
  'family_office',
  'all_owners',
] as const

/** Ways of Rule 506(c)(2)(ii) to verify, in the words of the rules. */
export const FILE_METHODS = [
  'income_documents',
  'net_worth_documents',
  'third_party_letter',
  'grandfathered',
  'prior_verification',
  'minimum_investment',
  'principles_based',
] as const

/** What a document of a file shows. */
export const PAPERS = [
  'tax_form',
  'income_expectation',
  'asset_statement',
  'credit_report',
  'liabilities_representation',
  'letter',
  'licence_record',
  'role_record',
  'financial_statements',
  'registration',
  'owners_record',
  'trust_deed',
  'holding_record',
  'verification_record',
  'representation',
  'other',
] as const

/** A document that is kept with us, and what it shows: nothing of what it says but years and days. */
export interface FilePaper {
  document_id: string
  sha256: string
  shows: (typeof PAPERS)[number]
  /** Of a tax form: the year it is about. */
  year: number | null
  /** The day it bears. */
  dated: string | null
  of: 'investor' | 'spouse'
}

/** On what ground somebody is said to be accredited, by which figures and documents, and what a person made of it. */
export const accreditationFiles = pgTable(
  'accreditation_files',
  {
    id: text().primaryKey(),
    ...tenant(),
    investor_id: text()
      .notNull()
      .references(() => investors.id),
    person_id: text()
      .notNull()
      .references(() => persons.id),
    basis: text({ enum: FILE_BASES }).notNull(),
    method: text({ enum: FILE_METHODS }).notNull(),
    /** `open`: something is missing. `replaced`: a newer file took its place before anybody looked. */
    status: text({ enum: ['open', 'in_review', 'accepted', 'refused', 'replaced', 'withdrawn'] }).notNull(),
    subject_key_id: text().notNull(),
    /** Figures, the letter's author, and whatever else was said. */
    said_sealed: bytea().notNull(),
    papers: jsonb().$type<FilePaper[]>().notNull(),
    /** SHA-256 of what was said and of the documents. */
    digest: text().notNull(),
    missing: text().array().notNull(),
    reason_code: text(),
    decision_id: text(),
    case_id: text(),
    evidence_id: text(),
    /** What another issuer said of it: evidence that this file goes no further than, and ends with. */
    cites: text(),
    created_by: text().notNull(),
    decided_by: text(),
    decided_at: at(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.digest),
    together(t.decided_by, t.decided_at),
    index('accreditation_files_investor').on(t.organization_id, t.environment, t.investor_id, t.created_at, t.id),
    index('accreditation_files_person').on(t.person_id),
    index('accreditation_files_cites').on(t.cites).where(sql`${t.cites} is not null`),
  ],
)
