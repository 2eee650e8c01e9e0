import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, digests, notNegative, positive, type Sealed, sealed, tenant, together, words } from './shared.ts'

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text().primaryKey(),
    ...tenant(),
    url: text().notNull(),
    description: text(),
    event_types: jsonb().$type<string[]>().notNull(),
    filters: jsonb().$type<{ resource_id?: string; market?: string }>().notNull().default({}),
    strict_order: boolean().notNull().default(false),
    payload: text({ enum: ['summary', 'full'] })
      .notNull()
      .default('summary'),
    status: text({ enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    disabled_reason: text(),
    secret_sealed: text().notNull(),
    previous_secret_sealed: text(),
    previous_secret_until: at(),
    api_version: text().notNull(),
    failing_since: at(),
    /** When its owners were told that it has been failing for an hour; null again once it answers. */
    failing_told_at: at(),
    /** When a signed message was first answered 2xx. */
    verified_at: at(),
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    together(t.previous_secret_sealed, t.previous_secret_until),
    index('webhook_endpoints_organization').on(t.organization_id, t.environment),
  ],
)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text().primaryKey(),
    ...tenant(),
    endpoint_id: text().notNull(),
    event_id: text().notNull(),
    resource_id: text().notNull(),
    sequence: integer().notNull(),
    status: text({ enum: ['pending', 'delivered', 'exhausted', 'aborted'] })
      .notNull()
      .default('pending'),
    attempts: integer().notNull().default(0),
    next_attempt_at: at().notNull(),
    created_at: at().notNull(),
    finished_at: at(),
  },
  (t) => [
    ...words(t),
    ...notNegative(t.attempts),
    ...positive(t.sequence),
    uniqueIndex('webhook_deliveries_once').on(t.endpoint_id, t.event_id),
    index('webhook_deliveries_due').on(t.next_attempt_at).where(sql`status = 'pending'`),
    index('webhook_deliveries_endpoint').on(t.endpoint_id, t.created_at),
  ],
)

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: text().primaryKey(),
    delivery_id: text()
      .notNull()
      .references(() => webhookDeliveries.id),
    endpoint_id: text().notNull(),
    event_id: text().notNull(),
    attempt: integer().notNull(),
    status: integer(),
    error: text(),
    request_headers: jsonb().$type<Record<string, string>>().notNull(),
    request_body: sealed<string>().notNull(),
    /** Ids and wallets the body names; null in rows of old versions, whose bodies are plain. */
    mentions: jsonb().$type<string[]>(),
    response_headers: jsonb().$type<Record<string, string> | null>(),
    response_body: sealed<string>(),
    address: text(),
    duration_ms: integer().notNull(),
    created_at: at().notNull(),
  },
  (t) => [
    ...notNegative(t.duration_ms),
    ...positive(t.attempt),
    index('webhook_attempts_endpoint').on(t.endpoint_id, t.created_at),
    index('webhook_attempts_delivery').on(t.delivery_id),
  ],
)

/** What somebody wrote into the contact form. */
export interface InquiryContent {
  first_name: string
  last_name: string
  company: string
  email: string
  phone: string
  notes: string
}

export const contactInquiries = pgTable(
  'contact_inquiries',
  {
    id: text().primaryKey(),
    /** Keyed hash of the address. */
    email_hash: text(),
    content_sealed: sealed<InquiryContent>(),
    /** As before inquiries were sealed: empty, and only core/portal/inquiries/inquiry.ts reads them. */
    plain_first_name: text('first_name'),
    plain_last_name: text('last_name'),
    plain_company: text('company'),
    plain_email: text('email'),
    plain_phone: text('phone'),
    inquiry_type: text({ enum: ['pricing', 'api', 'partnership', 'licensing', 'technical', 'general'] }).notNull(),
    plain_notes: text('notes'),
    status: text({ enum: ['new', 'handled'] })
      .notNull()
      .default('new'),
    handled_by: text(),
    handled_at: at(),
    /** A list, and sealed once it has a note. */
    internal_notes: jsonb().$type<Sealed<{ at: string; by: string; text: string }[]>>().notNull().default(sql`'[]'::jsonb`),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    ...digests(t.email_hash),
    together(t.handled_by, t.handled_at),
    index('contact_inquiries_created').on(t.created_at),
    index('contact_inquiries_email').on(t.email_hash),
  ],
)

export const monitoringLogs = pgTable(
  'monitoring_logs',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    level: text({ enum: ['debug', 'info', 'warn', 'error'] }).notNull(),
    message: text().notNull(),
    data: jsonb(),
    created_at: at().notNull(),
  },
  (t) => [...words(t), index('monitoring_logs_created').on(t.created_at)],
)

export const statusProbes = pgTable(
  'status_probes',
  { service: text().notNull(), at: at().notNull(), ok: boolean().notNull(), duration_ms: integer().notNull(), detail: text() },
  (t) => [...notNegative(t.duration_ms), primaryKey({ columns: [t.service, t.at] })],
)

export const incidents = pgTable(
  'incidents',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['incident', 'maintenance'] })
      .notNull()
      .default('incident'),
    title: text().notNull(),
    status: text({
      enum: ['investigating', 'identified', 'monitoring', 'resolved', 'scheduled', 'in_progress', 'completed', 'cancelled'],
    }).notNull(),
    impact: text({ enum: ['degraded', 'outage'] })
      .notNull()
      .default('degraded'),
    services: jsonb().$type<string[]>().notNull().default([]),
    updates: jsonb().$type<{ at: string; status: string; text: string }[]>().notNull().default([]),
    starts_at: at().notNull(),
    ends_at: at(),
    created_at: at().notNull(),
  },
  (t) => [...words(t)],
)

export const statusSubscribers = pgTable(
  'status_subscribers',
  {
    id: text().primaryKey(),
    email: sealed<string>().notNull(),
    email_hash: text(),
    token_hash: text().notNull(),
    confirmed_at: at(),
    unsubscribed_at: at(),
    created_at: at().notNull(),
  },
  (t) => [
    ...digests(t.email_hash),
    uniqueIndex('status_subscribers_email').on(t.email),
    uniqueIndex('status_subscribers_email_hash').on(t.email_hash),
  ],
)

/** Small facts about the installation: seed done, last run of a job, checkpoint times. */
export const settings = pgTable('settings', { key: text().primaryKey(), value: jsonb().notNull(), updated_at: at().notNull() })

/** The data of every set of rules that ever decided, so that its decisions can be made again. */
export const rulesetVersions = pgTable(
  'ruleset_versions',
  {
    version: text().notNull(),
    sha256: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    published_by: text(),
    published_at: at().notNull(),
  },
  (t) => [...digests(t.sha256), primaryKey({ columns: [t.version, t.sha256] })],
)

/** What somebody has typed into a long form and not sent yet; seen by that person alone. */
export const formDrafts = pgTable(
  'form_drafts',
  {
    id: text().primaryKey(),
    ...tenant(),
    user_id: text()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['offering'] }).notNull(),
    content: jsonb().$type<Sealed<Record<string, string>>>().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [...words(t), index('form_drafts_user').on(t.organization_id, t.environment, t.user_id, t.updated_at)],
)
