import type { ColumnClass } from './column-classes.ts'

/** The columns of who acts for an organisation, people and programs, and what they may there. */
export const MEMBER_CLASSES: Record<string, Partial<Record<ColumnClass, string>>> = {
  api_keys: {
    id: 'id organization_id created_by service_account_id key_prefix replaced_by family',
    token: 'key_hash',
    plainPersonal: 'allowed_ips known_ips last_used_ip',
    business: 'name',
    operational: 'environment is_active scopes api_version settings warned_days expires_at created_at last_used_at last_used_route',
  },
  client_sessions: {
    id: 'id organization_id api_key_id wallet_id investor_id',
    token: 'token_hash',
    business: 'origins',
    operational: 'environment scopes identity expires_at revoked_at created_at',
  },
  directories: {
    id: 'id organization_id created_by ended_by',
    token: 'token_hash',
    business: 'name',
    operational: 'created_at last_used_at ended_at',
  },
  directory_group_members: { id: 'organization_id group_id directory_user_id' },
  directory_groups: {
    id: 'id organization_id external_id role_id mapped_by',
    business: 'name',
    operational: 'role created_at updated_at',
  },
  directory_users: {
    id: 'id organization_id user_id',
    keyedHash: 'user_name_hash email_hash external_id_hash',
    sealed: 'attributes_sealed',
    operational: 'active created_at updated_at',
  },
  member_invitations: {
    id: 'id organization_id role_id invited_by accepted_by revoked_by waits_for agreed_by',
    keyedHash: 'email_hash',
    token: 'token_hash',
    sealed: 'email_sealed',
    operational: 'role created_at expires_at accepted_at revoked_at',
  },
  memberships: {
    id: 'id organization_id user_id role_id invited_by role_given_by ended_by',
    operational: 'role came role_since joined_at chosen_at ended_at',
  },
  organization_roles: {
    id: 'id organization_id created_by',
    business: 'name',
    operational: 'permissions created_at updated_at ended_at',
  },
  support_access: {
    id: 'id organization_id asked_by granted_by ended_by',
    business: 'reason',
    operational: 'hours asked_at granted_at ends_at ended_at created_at',
  },
  service_accounts: {
    id: 'id organization_id role_id created_by ended_by',
    business: 'name',
    operational: 'role created_at ended_at',
  },
  sign_on_identities: {
    id: 'id organization_id user_id',
    keyedHash: 'subject_hash',
    operational: 'created_at last_used_at',
  },
  sign_on_keys: {
    id: 'id organization_id made_by',
    sealedSecret: 'signing_sealed encryption_sealed',
    business: 'signing_certificate encryption_certificate',
    operational: 'signs_from created_at ends_at',
  },
  sign_on_providers: {
    id: 'organization_id role_id saved_by',
    sealedSecret: 'secret_sealed',
    business: 'issuer client_id entry_point logout_point certificates',
    operational: 'encrypted_only kind token_alg just_in_time role proven_at created_at updated_at',
  },
}
