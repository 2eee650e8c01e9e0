import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { ACT_STATUSES } from '#core/identity/acts/acts.ts'
import { PROOF_STATUSES } from '#core/markets/protocols/present.ts'
import { INCIDENT_STATUSES, MAINTENANCE_STATUSES } from '#core/portal/incidents/incident.ts'
import type { AppealView } from '#core/review/appeals/appeal.ts'
import * as schema from '#db/schema.ts'
import { CASE, CREDENTIAL, IDENTITY, INVESTMENT, ISSUANCE, OFFERING, TRANSACTION } from '#engine/lifecycles/index.ts'
import { loadCatalogue } from './catalogue.ts'

/** The calls that lead out of each state; none where the state is final. */
const WAYS: [name: string, states: readonly string[], ways: Record<string, string[]>][] = [
  [
    'offering',
    OFFERING.states,
    {
      draft: ['offerings.open', 'offerings.integration', 'offerings.update', 'offerings.cancel'],
      needs_contact: ['cases.decide', 'offerings.update', 'offerings.cancel'],
      open: ['offerings.pause', 'offerings.close', 'offerings.cancel'],
      paused: ['offerings.open', 'offerings.close', 'offerings.cancel'],
      closed: ['offerings.reopen'],
      cancelled: [],
    },
  ],
  [
    'investment',
    INVESTMENT.states,
    {
      pending: ['investments.approve', 'investments.decline', 'investments.cancel', 'investments.report_payment', 'cases.decide'],
      // With units issued the payment's failure freezes them, and a recall takes them back.
      accepted: ['investments.report_payment', 'investments.cancel', 'investments.refund', 'holdings.force_transfer', 'cases.decide'],
      rejected: [],
      cancelled: [],
      refunded: [],
    },
  ],
  ['issuance', ISSUANCE.states, { authorized: ['tokens.confirm'], submitted: ['tokens.confirm'], confirmed: [], denied: [], failed: [] }],
  [
    'transaction',
    TRANSACTION.states,
    {
      review: ['transactions.approve', 'transactions.deny', 'cases.decide'],
      awaiting_counterparty: ['transactions.approve', 'transactions.deny'],
      approved: ['transactions.submit'],
      submitted: ['transactions.get', 'cases.decide'],
      settled: [],
      denied: [],
      failed: [],
      expired: [],
    },
  ],
  [
    'investor',
    IDENTITY.states,
    {
      incomplete: ['investors.verify'],
      pending: ['cases.decide', 'investors.verify'],
      verified: ['investors.revoke'],
      rejected: ['investors.appeal'],
    },
  ],
  [
    'credential',
    CREDENTIAL.states,
    {
      active: ['credentials.suspend', 'credentials.revoke', 'credentials.supersede'],
      suspended: ['credentials.resume', 'credentials.revoke'],
      expired: [],
      revoked: [],
      superseded: [],
    },
  ],
  [
    'case',
    CASE.states,
    {
      open: ['cases.assign', 'cases.decide'],
      in_review: ['cases.decide', 'cases.ask'],
      awaiting_info: ['cases.answer'],
      escalated: ['cases.decide'],
      decided: ['investors.appeal'],
      closed: [],
    },
  ],
  [
    'holding act',
    ACT_STATUSES,
    {
      proposed: ['holdings.acts_approve', 'holdings.acts_refuse'],
      approved: ['holdings.acts_refuse'],
      active: ['holdings.unfreeze', 'holdings.force_transfer', 'investments.report_payment'],
      done: [],
      refused: [],
      denied: [],
      ended: [],
    },
  ],
  [
    'contract of a protocol',
    PROOF_STATUSES,
    {
      pending: ['protocols.challenge', 'protocols.prove'],
      proven: ['protocols.update'],
    },
  ],
]

test('A13 no state is a dead end: calls that exist lead out of each, and final ones are named as such', async () => {
  const ids = new Set((await loadCatalogue()).map((operation) => operation.id))
  for (const [name, states, ways] of WAYS) {
    expect(Object.keys(ways).sort(), name).toEqual([...states].sort())
    for (const call of Object.values(ways).flat()) expect(ids, `${name}: ${call}`).toContain(call)
  }
  const finals = WAYS.flatMap(([name, , ways]) =>
    Object.entries(ways).flatMap(([state, calls]) => (calls.length ? [] : [`${name} ${state}`])),
  )
  const ends = [OFFERING, INVESTMENT, ISSUANCE, TRANSACTION, CREDENTIAL, CASE].flatMap((machine) =>
    machine.terminal.map((state) => `${machine.name} ${state}`),
  )
  const acts = ['done', 'refused', 'denied', 'ended'].map((state) => `holding act ${state}`)
  expect(finals.sort()).toEqual([...ends, ...acts].sort())
})

/**
 * The same for every other object that is stored with a state: a call, a page, or why nobody has to do anything. `none` marks a final
 * state, or one to stay in.
 */
const STORED: Record<string, { states?: readonly string[]; ways: Record<string, string[]> }> = {
  'policy_plans.status': { ways: { planned: ['policy.apply'], waiting: ['cases.decide'], applied: [], refused: [] } },
  'role_requests.status': { ways: { pending: ['page admin/users.tsx'], approved: [], declined: [] } },
  'erasure_requests.status': {
    ways: { pending: ['page admin/erasure.tsx', 'page settings/settings.tsx'], withdrawn: [], done: [], refused: [] },
  },
  'erasures.status': {
    ways: { restricted: ['erasures.release_hold', 'erasures.carry_out', 'page desk/erasures.tsx'], erased: [] },
  },
  'wallets.status': {
    ways: { active: ['page investor/wallet.tsx', 'credentials.supersede'], unlinked: ['wallets.verify'], superseded: [] },
  },
  'credential_copies.state': {
    ways: { issued: ['itself: its chain is read'], unknown: ['credentials.chain', 'itself: its chain is read'], confirmed: [] },
  },
  'credentials.chain_state': {
    // As it is answered: what is stored is read together with the credential's own state.
    states: ['none', 'live', 'pending', 'unknown', 'confirmed'],
    ways: {
      none: ['credentials.claim'],
      live: ['credentials.revoke'],
      pending: ['credentials.chain'],
      unknown: ['credentials.chain'],
      confirmed: [],
    },
  },
  'domains.status': { ways: { pending: ['domains.verify'], verified: ['domains.delete'], lost: ['domains.verify'] } },
  'due_diligence_files.state': {
    ways: {
      proposed: ['due_diligence.approve', 'due_diligence.delete', 'page desk/due-diligence.tsx', 'page issuer/due-diligence.tsx'],
      approved: ['due_diligence.delete', 'page desk/due-diligence.tsx', 'page issuer/due-diligence.tsx'],
      withdrawn: ['due_diligence.create', 'page issuer/due-diligence.tsx'],
    },
  },
  'accreditation_files.status': {
    ways: {
      open: ['investors.accreditation.create', 'investors.documents.upload'],
      in_review: ['cases.decide', 'page admin/review.tsx', 'investors.accreditation.withdraw'],
      accepted: ['investors.contrary_knowledge', 'evidence.withdraw'],
      refused: ['investors.accreditation.create'],
      replaced: [],
      withdrawn: ['investors.accreditation.create'],
    },
  },
  'entity_files.state': {
    ways: {
      filed: ['investors.entity.review', 'investors.entity.look_up', 'investors.entity.file'],
      in_review: ['cases.decide', 'page admin/review.tsx'],
      confirmed: ['investors.entity.file', 'evidence.withdraw'],
      refused: ['investors.entity.file', 'investors.entity.review'],
      superseded: [],
    },
  },
  'entity_files.number_state': {
    ways: {
      none: ['investors.entity.file'],
      unchecked: ['investors.entity.review'],
      well_formed: ['investors.entity.look_up', 'investors.entity.review'],
      confirmed: [],
      differs: ['investors.entity.file'],
      not_found: ['investors.entity.file'],
      not_active: ['investors.entity.file'],
    },
  },
  'entity_files.lei_state': {
    ways: {
      none: [],
      unconfirmed: ['investors.entity.look_up'],
      confirmed: [],
      differs: ['investors.entity.file'],
      not_found: ['investors.entity.file'],
      not_active: ['investors.entity.look_up'],
    },
  },
  'list_holds.state': { ways: { held: ['page admin/lists.tsx'], released: [], discarded: [], superseded: [] } },
  'exceptions.state': {
    ways: {
      proposed: ['exceptions.approve', 'exceptions.refuse', 'page desk/exceptions.tsx'],
      active: ['exceptions.delete', 'page desk/exceptions.tsx'],
      refused: ['exceptions.create'],
      expired: ['exceptions.create'],
      voided: ['exceptions.create'],
    },
  },
  'self_exclusions.status': { ways: { active: ['itself: ends on its day, and never before'], ended: [] } },
  'trusted_issuers.state': {
    ways: {
      proposed: ['cases.decide', 'trusted_issuers.end', 'page admin/review.tsx'],
      active: ['trusted_issuers.end'],
      ended: ['trusted_issuers.create'],
    },
  },
  'evidence.state': {
    ways: {
      valid: ['evidence.withdraw'],
      rejected: ['identity_sessions.create'],
      conflicting: ['cases.decide', 'identity_sessions.create'],
      withdrawn: ['identity_sessions.create'],
    },
  },
  'identity_sessions.status': {
    ways: {
      open: ['identity_sessions.cancel', 'itself: ends when its time is over'],
      processing: ['identity_sessions.cancel', 'itself: ended by the answer that is waited for'],
      in_review: ['cases.decide', 'identity_sessions.cancel'],
      verified: [],
      rejected: ['identity_sessions.create'],
      expired: ['identity_sessions.create'],
      cancelled: ['identity_sessions.create'],
    },
  },
  'presented_credentials.state': { ways: { active: ['credentials.suspend'], suspended: ['credentials.attach'], ended: [] } },
  'venues.status': {
    ways: {
      proposed: ['page admin/venues.tsx'],
      active: ['page admin/venues.tsx'],
      withdrawing: ['page admin/venues.tsx'],
      refused: [],
      withdrawn: [],
    },
  },
  'webhook_endpoints.status': {
    ways: {
      enabled: ['webhook_endpoints.update', 'page developer/webhook.tsx'],
      disabled: ['webhook_endpoints.update', 'page developer/webhook.tsx'],
    },
  },
  'webhook_deliveries.status': {
    ways: {
      pending: ['itself: tried again for 72 hours'],
      delivered: [],
      exhausted: ['webhook_endpoints.recover', 'events.resend', 'page developer/webhook.tsx'],
      aborted: ['webhook_endpoints.recover', 'events.resend'],
    },
  },
  'bulk_screenings.status': {
    ways: {
      uploading: ['sanctions.bulk.cancel'],
      queued: ['sanctions.bulk.cancel'],
      running: ['sanctions.bulk.cancel'],
      completed: ['sanctions.bulk.results'],
      cancelled: [],
      failed: ['sanctions.bulk.create'],
    },
  },
  'contact_inquiries.status': { ways: { new: ['page admin/inquiry.tsx'], handled: ['page admin/inquiry.tsx'] } },
  'incidents.status': {
    ways: Object.fromEntries(
      [...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES].map((state) => [
        state,
        ['resolved', 'completed', 'cancelled'].includes(state) ? [] : ['page admin/incident.tsx'],
      ]),
    ),
  },
  'mails.status': { ways: { queued: ['itself: tried again'], sent: [], failed: ['page admin/system.tsx'] } },
  'invitations.status': {
    ways: {
      sent: ['invitations.withdraw', 'page issuer/offering.tsx', 'page investor/offerings.tsx'],
      accepted: [],
      declined: ['invitations.create'],
      withdrawn: ['invitations.create'],
    },
  },
  'documents.status': {
    ways: {
      pending: ['page investor/verification.tsx'],
      uploaded: ['cases.decide', 'page admin/user.tsx'],
      accepted: [],
      refused: ['page investor/verification.tsx'],
      removed: ['page investor/verification.tsx'],
    },
  },
  appeal: {
    states: ['in_review', 'upheld', 'refused'] satisfies AppealView['status'][],
    // Refused, the same refusal is appealed no second time; a new check that refuses again is.
    ways: {
      in_review: ['cases.decide', 'page admin/review.tsx', 'page marketing/appeal.tsx'],
      upheld: ['investors.verify'],
      refused: ['investors.verify'],
    },
  },
}

/** Columns of that name that are no state of an object of their own, or whose object stands in the table above. */
const ELSEWHERE: Record<string, string> = {
  ...Object.fromEntries(
    ['cases.status', 'credentials.state', 'holding_acts.status', 'investments.status', 'investors.identity_status', 'issuances.status'].map(
      (column) => [column, 'above'],
    ),
  ),
  'offerings.status': 'above',
  'transactions.status': 'above',
  'investors.status': 'the whole of its three parts',
  'investors.accreditation_status': 'as the identity',
  'investors.documents_status': 'as the identity',
  'verification_status.identity_status': 'of a person’s own account, by the same machine',
  'verification_status.accreditation_status': 'of a person’s own account, by the same machine',
  'verification_status.documents_status': 'of a person’s own account, by the same machine',
  'wallets.verification_status': 'that of its person',
  'wallet_transfers.status': 'that of the transfer on its chain',
  'monitored_subjects.last_status': 'that of the last check',
  'screenings.status': 'an answer, which stays',
  'audit_logs.status': 'how an act ended',
  'idempotency_keys.status': 'of an HTTP answer',
  'request_logs.status': 'of an HTTP answer',
  'webhook_attempts.status': 'of an HTTP answer',
  'investors.us_state': 'a place',
  'user_profiles.state': 'a place',
}

/** The words that the schema and the database let each column of a state hold. */
const WORDS = new Map<string, readonly string[]>(
  Object.values(schema).flatMap((table) =>
    is(table, PgTable)
      ? Object.values(getTableColumns(table)).flatMap((column) =>
          column.enumValues?.length ? [[`${getTableName(table)}.${column.name}`, column.enumValues] as const] : [],
        )
      : [],
  ),
)

test('A13 every state that is stored names its way on, or stands among those that need none', async () => {
  const stored = Object.values(schema).flatMap((table) =>
    is(table, PgTable)
      ? Object.values(getTableColumns(table)).flatMap(({ name }) =>
          /(^|_)(status|state)$/.test(name) ? [`${getTableName(table)}.${name}`] : [],
        )
      : [],
  )
  expect(stored.filter((column) => !(column in STORED) && !(column in ELSEWHERE))).toEqual([])
  expect([...Object.keys(STORED), ...Object.keys(ELSEWHERE)].filter((name) => name !== 'appeal' && !stored.includes(name))).toEqual([])
  const ids = new Set((await loadCatalogue()).map((operation) => operation.id))
  const machines = { offerings: OFFERING, investments: INVESTMENT, issuances: ISSUANCE, transactions: TRANSACTION }
  for (const [table, { states }] of Object.entries(machines)) expect([...WORDS.get(`${table}.status`)!].sort()).toEqual([...states].sort())
  for (const [name, { states, ways }] of Object.entries(STORED)) {
    const words = WORDS.get(name)
    expect(words !== undefined, `${name}: say its words in the schema`).toBe(name !== 'appeal')
    expect(Object.keys(ways).sort(), name).toEqual([...(states ?? words ?? [])].sort())
    for (const way of Object.values(ways).flat()) {
      const page = /^page (.+)$/.exec(way)?.[1]
      if (page) expect(existsSync(join(import.meta.dirname, '../app/routes', page)), way).toBe(true)
      else if (!way.startsWith('itself: ')) expect(ids, `${name}: ${way}`).toContain(way)
    }
  }
})
