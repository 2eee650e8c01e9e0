import { getTableName } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ORGANIZATION_TABLES, WORLD_TABLES } from './tables.ts'

/** Tables of an organisation that a reset leaves as they are, with why. */
const STAY: Record<string, string> = {
  users: 'people and their accounts',
  memberships: 'who belongs to it',
  member_invitations: 'who is asked to',
  organization_roles: 'what they may',
  service_accounts: 'programs that act for it',
  support_access: 'history: who was let in',
  sign_on_providers: 'how people sign on',
  sign_on_keys: 'what it signs with towards who signs them on',
  sign_on_identities: 'whom the identity provider calls what',
  directories: 'who puts people in',
  directory_users: 'what a directory says of people',
  directory_groups: 'the groups it puts them in',
  directory_group_members: 'who is in them',
  api_keys: 'how one comes in',
  wallet_challenges: 'ten minutes, used once',
  client_sessions: 'fifteen minutes at most, of nobody once whom they are about is gone',
  domains: 'a setting of the integration',
  tenant_facts: 'what the organisation is, with its history',
  policy_plans: 'what was asked of the settings, with its history',
  identity_providers: 'a setting of the integration',
  webhook_deliveries: 'history',
  webhook_endpoints: 'a setting of the integration',
  form_drafts: "a person's own unfinished forms",
  sandboxes: 'the clock: put back by itself',
  sandbox_snapshots: 'to come back to',
  audit_logs: 'history: must stay verifiable',
  decisions: 'history',
  events: 'history',
  event_sequences: 'history: sequences never begin again',
  request_logs: 'history',
  idempotency_keys: 'what was answered',
  subject_keys: 'what seals history; destroyed only by erasure',
  erasures: 'what was erased stays erased',
}

it('knows of every table of an organisation whether it is part of a sandbox’s world', () => {
  const world = new Set<string>(WORLD_TABLES.map((table) => getTableName(table)))
  const forgotten = ORGANIZATION_TABLES.map((table) => getTableName(table)).filter((name) => !world.has(name) && !(name in STAY))
  expect(forgotten).toEqual([])
  expect(Object.keys(STAY).filter((name) => world.has(name))).toEqual([])
})
