import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { persons, wallets } from './identity.ts'
import { investors } from './securities.ts'
import { at, bytea, digests, tenant, together, words } from './shared.ts'

/** How something was found out about somebody. */
export const EVIDENCE_METHODS = [
  'document_review',
  'wallet_presentation',
  'passport_chip',
  'provider',
  'reliance',
  'foreign_credential',
  'accreditation_review',
] as const

/** Ways on which a session can go. */
export const SESSION_METHODS = ['document_review', 'wallet_presentation', 'passport_chip', 'provider', 'foreign_credential'] as const

/** What a session may be about in place of who somebody is: that alone is asked for and kept. */
export const SESSION_CLAIMS = ['age_over_18', 'age_over_21', 'accreditation'] as const

/** Providers of identity checks that can be asked. */
export const IDENTITY_PROVIDERS = ['persona', 'sumsub', 'stripe', 'veriff', 'onfido'] as const

/** How a name, a birth date and a country that were read compare with what was said: name in ten-thousandths. */
export interface Comparison {
  name_score: number
  dob_equal: boolean
  country_equal: boolean
}

/** Who vouches for evidence, without naming whom it is about. `reviewer` is a person of the tenant, `issuer` who signed, `author` who wrote a letter. */
export interface Voucher {
  kind: 'issuer' | 'provider' | 'reviewer' | 'tenant' | 'author'
  name: string
  id: string | null
}

/** What was found out about a person: by which method, on whose word, from what, when, and until when it counts. Never changed but to end it. */
export const evidence = pgTable(
  'evidence',
  {
    id: text().primaryKey(),
    ...tenant(),
    person_id: text()
      .notNull()
      .references(() => persons.id),
    /** `age`: that somebody is so old, and nothing of who they are. */
    proves: text({ enum: ['identity', 'accreditation', 'entity', 'age'] }).notNull(),
    method: text({ enum: EVIDENCE_METHODS }).notNull(),
    level: text({ enum: ['basic', 'enhanced', 'accredited'] }).notNull(),
    /** NIST SP 800-63A-4. */
    ial: text({ enum: ['IAL1', 'IAL2', 'IAL3'] }),
    /** Implementing Regulation (EU) 2015/1502. */
    eidas: text({ enum: ['low', 'substantial', 'high'] }),
    /** `rejected`: it shows that they are not who they say. `conflicting`: it says another name, birth date or country. */
    state: text({ enum: ['valid', 'rejected', 'conflicting', 'withdrawn'] }).notNull(),
    reason_code: text(),
    voucher: jsonb().$type<Voucher>().notNull(),
    /** Names of the facts it establishes: full_name, date_of_birth, country, nationality, address, over_18, … */
    covers: text().array().notNull(),
    /** Keyed hash of the name and birth date the person had then: under another name it is about somebody else. */
    person_key: text(),
    comparison: jsonb().$type<Comparison | null>(),
    /** Of a document: its last day. */
    document_expires_on: text(),
    /** Keyed hash of a document's state and number, one tenant's own: whether the same one was shown for somebody else. */
    document_key: text(),
    subject_key_id: text().notNull(),
    /** What was read. */
    read_sealed: bytea().notNull(),
    /** SHA-256 of what was shown: the file, the presentation, the report. */
    digest: text().notNull(),
    /** How its signature was checked: algorithm, certificates by thumbprint, trusted list; no personal data. */
    proof: jsonb().$type<Record<string, unknown> | null>(),
    session_id: text(),
    case_id: text(),
    reviewer: text(),
    second_reviewer: text(),
    taken_at: at().notNull(),
    expires_at: at(),
    ended_by: text(),
    ended_at: at(),
    /** When its issuer is asked next whether it still stands. */
    ask_at: at(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.digest, t.person_key, t.document_key),
    together(t.ended_by, t.ended_at),
    index('evidence_person').on(t.organization_id, t.environment, t.person_id, t.created_at),
    index('evidence_document').on(t.document_key).where(sql`${t.document_key} is not null`),
    index('evidence_created').on(t.organization_id, t.environment, t.created_at, t.id),
    index('evidence_ask').on(t.ask_at).where(sql`${t.ask_at} is not null and ${t.state} = 'valid'`),
    index('evidence_source')
      .on(sql`(${t.proof} ->> 'credential_id')`)
      .where(sql`${t.proves} = 'accreditation' and ${t.method} = 'foreign_credential'`),
    // The same presentation, report or scan counts once.
    uniqueIndex('evidence_digest').on(t.organization_id, t.environment, t.person_id, t.proves, t.method, t.digest),
  ],
)

/** For which wallet or investor a piece of evidence was shown: it counts for these, and for nobody who merely has the same name. */
export const evidenceSubjects = pgTable(
  'evidence_subjects',
  {
    ...tenant(),
    evidence_id: text()
      .notNull()
      .references(() => evidence.id),
    /** Of a wallet or of an investor. */
    subject_id: text().notNull(),
    created_at: at().notNull(),
  },
  (t) => [...words(t), primaryKey({ columns: [t.evidence_id, t.subject_id] }), index('evidence_subjects_subject').on(t.subject_id)],
)

/** A person proving who they are: opened by an integrator, gone through on a page of ours or in an app, ended by evidence. */
/** Consent to the processing of a face that was given elsewhere than on a page of ours, by the word of whoever asked for it. */
export interface FaceStated {
  notice_version: string
  notice_sha256: string
  agreed_at: string
  stated_at: string
  /** Who said so: a person or a key of the tenant. */
  by: string
}

export const identitySessions = pgTable(
  'identity_sessions',
  {
    id: text().primaryKey(),
    ...tenant(),
    status: text({ enum: ['open', 'processing', 'in_review', 'verified', 'rejected', 'expired', 'cancelled'] })
      .notNull()
      .default('open'),
    level: text({ enum: ['basic', 'enhanced'] }).notNull(),
    /** The ways that are open, in the order in which they are offered. */
    methods: text({ enum: SESSION_METHODS }).array().notNull(),
    /** Null where it is about who somebody is. */
    claims: text({ enum: SESSION_CLAIMS }).array(),
    /** The way that was taken last. */
    method: text({ enum: SESSION_METHODS }),
    /** Null until it is known who it is about: what is read then makes the person. */
    person_id: text().references(() => persons.id),
    wallet_id: text().references(() => wallets.id),
    investor_id: text().references(() => investors.id),
    subject_key_id: text().notNull(),
    /** SHA-256 of the secret in the address of its page. */
    token_hash: text().notNull(),
    /** What a way keeps between its steps. */
    state_sealed: bytea(),
    provider: text(),
    /** Whether whoever opened the session named its provider: then no other is asked. */
    provider_named: boolean().notNull().default(false),
    /** The provider's own name of it. */
    external_id: text(),
    return_url: text(),
    reason_code: text(),
    evidence_id: text(),
    tries: integer().notNull().default(0),
    /** Which notice about their face the person agreed to, and when; null where they did not, or took it back. */
    face_notice: text(),
    face_agreed_at: at(),
    /** What an app of the tenant says it was that the person agreed to there. */
    face_stated: jsonb().$type<FaceStated>(),
    /** When the person took it back: what they agreed to before that counts no more. */
    face_taken_back_at: at(),
    /** When its provider is asked how the check stands, should no message come before. */
    ask_at: at(),
    created_by: text().notNull(),
    expires_at: at().notNull(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.token_hash),
    together(t.face_notice, t.face_agreed_at),
    uniqueIndex('identity_sessions_token').on(t.token_hash),
    uniqueIndex('identity_sessions_external').on(t.provider, t.external_id),
    index('identity_sessions_created').on(t.organization_id, t.environment, t.created_at, t.id),
    index('identity_sessions_person').on(t.person_id),
    index('identity_sessions_open').on(t.status, t.expires_at),
    index('identity_sessions_ask').on(t.ask_at).where(sql`${t.ask_at} is not null`),
  ],
)

/** What is said of an entity and of those who own and control it, and what became of it. A later file takes the place of the one before. */
export const entityFiles = pgTable(
  'entity_files',
  {
    id: text().primaryKey(),
    ...tenant(),
    person_id: text()
      .notNull()
      .references(() => persons.id),
    investor_id: text()
      .notNull()
      .references(() => investors.id),
    /** `filed`: said. `in_review`: somebody looks at the papers. `confirmed`, `refused`: by evidence. `superseded`: another one counts. */
    state: text({ enum: ['filed', 'in_review', 'confirmed', 'refused', 'superseded'] })
      .notNull()
      .default('filed'),
    /** What its registration number and its LEI come to, by their form and by whom they were looked up with. */
    number_state: text({ enum: ['none', 'unchecked', 'well_formed', 'confirmed', 'differs', 'not_found', 'not_active'] }).notNull(),
    lei_state: text({ enum: ['none', 'unconfirmed', 'confirmed', 'differs', 'not_found', 'not_active'] }).notNull(),
    looked_up_at: at(),
    /** Who owns, controls or acts for it, as persons of their own: whoever of them is verified, it is judged anew. */
    people: text().array().notNull(),
    subject_key_id: text().notNull(),
    file_sealed: bytea().notNull(),
    case_id: text(),
    evidence_id: text(),
    filed_by: text().notNull(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    // One counts, so that nobody reads two.
    uniqueIndex('entity_files_current').on(t.person_id).where(sql`${t.state} <> 'superseded'`),
    index('entity_files_person').on(t.organization_id, t.environment, t.person_id, t.created_at),
    index('entity_files_people').using('gin', t.people),
  ],
)

/** Whose word counts: issuers of documents and credentials that a tenant trusts, each at the level it gives them. Two people let one in. */
export const trustedIssuers = pgTable(
  'trusted_issuers',
  {
    id: text().primaryKey(),
    ...tenant(),
    /** accreditation: of credentials that say who is an accredited investor. iaca: of mobile documents. pid: of SD-JWT credentials. csca: of passports. eas, onchainid: on chain. did: of verifiable credentials. */
    kind: text({ enum: ['iaca', 'pid', 'csca', 'eas', 'onchainid', 'did', 'accreditation'] }).notNull(),
    name: text().notNull(),
    /** What it is recognised by: thumbprint of a certificate, address of a contract or attester, DID. */
    identifier: text().notNull(),
    chain_id: integer(),
    /** Its certificate (PEM) or key (JWK), where it is not looked up. */
    material: text(),
    country: text(),
    level: text({ enum: ['basic', 'enhanced'] }).notNull(),
    ial: text({ enum: ['IAL1', 'IAL2', 'IAL3'] }),
    eidas: text({ enum: ['low', 'substantial', 'high'] }),
    /** Which claims, topics or schemas of it count, and as which fact. */
    claims: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Where nobody can tell whether a certificate below it was revoked: `review` leaves it to a person, `require` refuses. */
    revocation: text({ enum: ['review', 'require'] })
      .notNull()
      .default('review'),
    /** The list that names it, while it is on that list: past its time its issuers count no more. */
    list_id: text(),
    state: text({ enum: ['proposed', 'active', 'ended'] })
      .notNull()
      .default('proposed'),
    author: text().notNull(),
    approved_by: text(),
    approved_at: at(),
    ended_by: text(),
    ended_at: at(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    together(t.approved_by, t.approved_at),
    together(t.ended_by, t.ended_at),
    index('trusted_issuers_kind').on(t.organization_id, t.environment, t.kind, t.state),
  ],
)

/** Lists of trust services (ETSI TS 119 612 and 119 602) that a tenant imported: of each the newest. */
export const trustLists = pgTable(
  'trust_lists',
  {
    id: text().primaryKey(),
    ...tenant(),
    /** As what its services are trusted. */
    kind: text({ enum: ['pid', 'iaca', 'accreditation'] }).notNull(),
    format: text({ enum: ['ts_119_612', 'ts_119_602'] }).notNull(),
    /** What its issues have in common: kind of list, territory, operator and name, as JSON. */
    scheme: text().notNull(),
    operator: text().notNull(),
    territory: text().notNull(),
    /** SHA-256 of the operator's certificate that was named, and of the one that signed. */
    authority: text().notNull(),
    signer: text().notNull(),
    sequence: integer().notNull(),
    issued_at: at().notNull(),
    next_update: at().notNull(),
    /** SHA-256 of the file. */
    digest: text().notNull(),
    imported_by: text().notNull(),
    imported_at: at().notNull(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.authority, t.signer, t.digest),
    uniqueIndex('trust_lists_scheme').on(t.organization_id, t.environment, t.kind, t.scheme),
    index('trust_lists_created').on(t.organization_id, t.environment, t.created_at, t.id),
  ],
)

/** Lists of revoked certificates (CRL) of issuers that a tenant trusts, and of those below them: one an address, and one that was sent by hand. */
export const revocationLists = pgTable(
  'revocation_lists',
  {
    id: text().primaryKey(),
    ...tenant(),
    /** SHA-256 of the certificate whose list it is, that certificate (PEM), and what its subject says. */
    issuer: text().notNull(),
    certificate: text().notNull(),
    issuer_name: text().notNull(),
    /** What the trusted issuer at the top of its chain is recognised by. */
    anchor: text().notNull(),
    /** Where it was fetched; null where somebody sent it. */
    url: text(),
    /** Null where none was ever had. */
    body: bytea(),
    digest: text(),
    number: text(),
    this_update: at(),
    next_update: at(),
    revoked: integer(),
    imported_by: text(),
    /** When it came, and when it was asked for last. */
    kept_at: at(),
    tried_at: at().notNull(),
    /** Why there is no newer one, where asking for it failed last. */
    failure: text(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.issuer, t.digest),
    ...[t.digest, t.this_update, t.next_update, t.revoked, t.kept_at].map((column) => together(column, t.body)),
    unique('revocation_lists_place').on(t.organization_id, t.environment, t.issuer, t.url).nullsNotDistinct(),
    index('revocation_lists_created').on(t.organization_id, t.environment, t.created_at, t.id),
    index('revocation_lists_tried').on(t.tried_at),
  ],
)

/** A provider of identity checks that a tenant has an account with. */
export const identityProviders = pgTable(
  'identity_providers',
  {
    id: text().primaryKey(),
    ...tenant(),
    provider: text({ enum: IDENTITY_PROVIDERS }).notNull(),
    /** Which of its flows people go through: a template, level or workflow. */
    flow: text(),
    region: text({ enum: ['eu', 'us', 'ca'] }),
    /** Its keys and the secret of its messages. */
    secrets_sealed: text().notNull(),
    set_by: text().notNull(),
    /** When a message of it was heard last, and when one came whose signature did not hold. */
    heard_at: at(),
    refused_at: at(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [...words(t), uniqueIndex('identity_providers_provider').on(t.organization_id, t.environment, t.provider)],
)
