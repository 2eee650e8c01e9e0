import { EVIDENCE_CLASSES } from './column-classes-evidence.ts'
import { MEMBER_CLASSES } from './column-classes-members.ts'
import { TENANT_CLASSES } from './column-classes-tenant.ts'

/**
 * Every column of the database with its class, so that nobody adds one without saying what is in it. A test compares it with the
 * migrated database, and another writes people through the product and looks for them in every column that is not sealed.
 */
export type ColumnClass =
  /** Ids, addresses of wallets, and what else names somebody only to whom it was told before. */
  | 'id'
  /** A hash of personal data under a key of the product: it finds, and says nothing. */
  | 'keyedHash'
  /** The other half of a secret: its hash, a public key, or a value that opens nothing without a key of the product. */
  | 'token'
  /** Personal data, sealed under a data key. */
  | 'sealed'
  /** A secret or a data key, sealed or wrapped by a key of the product. */
  | 'sealedSecret'
  /** Empty: what it held is sealed elsewhere, and the column goes with a later version. */
  | 'emptied'
  /** Personal data in clear, with the reason in PLAIN. */
  | 'plainPersonal'
  /** What an organisation says of its business; may name somebody only by its own choice. */
  | 'business'
  /** Told to everybody, or taken from what is. */
  | 'public'
  /** The audit log's details: ids, states and masked addresses, never to be removed. */
  | 'log'
  /** Hashes of documents, decisions and leaves. */
  | 'hash'
  /** States, kinds, times, numbers and settings. */
  | 'operational'

export const COLUMN_CLASSES: Record<string, Partial<Record<ColumnClass, string>>> = {
  ...EVIDENCE_CLASSES,
  ...MEMBER_CLASSES,
  'auth.account': {
    id: 'id account_id provider_id user_id',
    token: 'password',
    emptied: 'access_token refresh_token id_token',
    operational: 'access_token_expires_at refresh_token_expires_at scope created_at updated_at',
  },
  audit_logs: {
    id: 'id user_id organization_id actor_id subject_id request_id',
    log: 'details',
    hash: 'leaf_hash',
    operational: 'action category status timestamp environment actor_type subject_type',
  },
  'auth.attempt': {
    keyedHash: 'key',
    operational: 'failures locked_until updated_at',
  },
  'auth.backup_code': {
    id: 'id user_id',
    token: 'code_hash',
    operational: 'active used_at created_at',
  },
  bulk_parts: {
    id: 'bulk_id',
    sealed: 'input_sealed output_sealed',
    operational: 'part first_line',
  },
  bulk_screenings: {
    id: 'id organization_id subject_key_id',
    business: 'file_name',
    hash: 'sha256',
    operational:
      'environment status total done hits possible threshold format columns only_lists lists bytes parts parts_done invalid problems error created_at started_at finished_at updated_at',
  },
  cases: {
    id: 'id organization_id subject_id decision_id assigned_to',
    sealed: 'appeal',
    plainPersonal: 'details first_approval second_approval notes',
    business: 'summary',
    operational: 'environment kind status subject_type priority outcome overdue_told_at deadline created_at decided_at',
  },
  key_roots: {
    sealedSecret: 'wrapped',
    operational: 'group generation service held_as since created_at',
  },
  wallet_identities: {
    id: 'organization_id wallet_id identity',
    operational: 'environment chain_id method block proven_at',
  },
  wallet_challenges: {
    id: 'organization_id address message',
    token: 'nonce',
    business: 'domain',
    operational: 'environment purpose expires_at used_at',
  },
  consents: {
    id: 'id organization_id person_id',
    operational: 'environment levels given_at withdrawn_at',
  },
  contact_inquiries: {
    id: 'id handled_by',
    keyedHash: 'email_hash',
    sealed: 'content_sealed internal_notes',
    emptied: 'first_name last_name company email phone notes',
    operational: 'inquiry_type status handled_at created_at',
  },
  credential_uses: {
    id: 'id organization_id credential_id person_id decision_id',
    operational: 'environment market disclosed used_at',
  },
  credential_copies: {
    id: 'organization_id credential_id contract identity',
    public: 'signed',
    operational: 'environment form chain_id kind state block checked_at confirmed_at created_at',
  },
  credentials: {
    id: 'id organization_id person_id wallet_id superseded_by decision_id evidence_id',
    hash: 'credential_hash',
    operational:
      'environment level state source evidence status_list status_index reason_code warned_days chain_state issued_at expires_at updated_at',
  },
  decision_parts: {
    id: 'id',
    public: 'texts',
  },
  decisions: {
    id: 'id organization_id subject_id wallet_address subject_key_id audit_id request_id',
    sealed: 'facts_sealed',
    hash: 'result_hash ruleset_sha256',
    operational: 'environment check market outcome reason_codes subject_type result ruleset_version lists evaluated_at expires_at',
  },
  documents: {
    id: 'id organization_id owner_id subject_key_id',
    sealed: 'content_sealed file_name',
    hash: 'sha256',
    operational: 'environment owner_type kind media_type size status created_at',
  },
  domains: {
    id: 'id organization_id',
    public: 'token',
    business: 'domain',
    operational: 'environment status method problem verified_at checked_at failing_since sign_on_since created_at',
  },
  erasure_requests: {
    id: 'id user_id decided_by',
    sealed: 'reason',
    operational: 'status created_at decided_at',
  },
  erasures: {
    id: 'id organization_id person_id requested_by',
    business: 'legal_hold',
    operational: 'environment status law asked_on records hold_reason erase_from acts created_at erased_at',
  },
  event_sequences: {
    id: 'organization_id resource_id',
    operational: 'environment sequence',
  },
  events: {
    id: 'id organization_id resource_id request_id idempotency_key actor_id',
    business: 'previous',
    operational: 'environment type resource_type sequence actor_type position dispatched_at published created_at',
    plainPersonal: 'object',
  },
  exceptions: {
    id: 'id organization_id subject_id entity_id wallet_address check_id author approved_by',
    keyedHash: 'subject_hash entity_hash evidence_hash',
    sealed: 'evidence',
    plainPersonal: 'reason',
    public: 'entity_name',
    operational: 'environment approved_at state end_reason ended_at expires_at created_at',
  },
  fee_entries: {
    id: 'id organization_id offering_id investment_id',
    operational: 'environment amount raised_after accrued_after created_at',
  },
  form_drafts: {
    id: 'id organization_id user_id',
    sealed: 'content',
    operational: 'environment kind updated_at',
  },
  holding_acts: {
    id: 'id organization_id offering_id person_id wallet_address to_address freeze_id credential_id asked_by approved_by ended_by decision_id',
    business: 'note',
    hash: 'document_sha256',
    operational: 'environment kind status quantity legal_basis approved_at effective_at expires_at ended_at end_reason outcome created_at',
  },
  idempotency_keys: {
    id: 'organization_id key mentions',
    hash: 'body_hash',
    sealed: 'body',
    operational: 'environment method path status api_version created_at',
  },
  incidents: {
    id: 'id',
    public: 'kind title status impact services updates',
    operational: 'starts_at ends_at created_at',
  },
  investments: {
    id: 'id organization_id offering_id investor_id person_id decision_id payment_freeze_id',
    plainPersonal: 'annual_income net_worth',
    business: 'payment_reference facts facts_stated refund',
    hash: 'agreement_sha256',
    operational:
      'environment status amount token_quantity currency accredited fee_amount payment_method lockup_until issued_quantity refusal reserved_until accepted_at payment_failed_at cancel_reason created_at updated_at',
  },
  investors: {
    id: 'id organization_id person_id wallet_id user_id external_id',
    keyedHash: 'email_hash',
    plainPersonal: 'country us_state',
    business: 'affiliation metadata facts history',
    operational:
      'environment type status identity_status accreditation_status documents_status accreditation accreditation_expires_at accreditation_warned_days terms_accepted_at created_at updated_at',
  },
  invitations: {
    id: 'id organization_id offering_id subject_key_id user_id',
    keyedHash: 'email_hash',
    sealed: 'email_sealed',
    operational: 'environment status created_at answered_at',
  },
  issuances: {
    id: 'id organization_id offering_id investor_id investment_id wallet_address decision_id',
    hash: 'transaction_hash',
    operational:
      'environment quantity status reason chain standard authorization unsigned_transaction authorized_until failure confirmed_during settled_block created_at updated_at',
  },
  'auth.known_device': {
    id: 'id user_id',
    token: 'token_hash',
    operational: 'created_at last_used_at',
  },
  list_holds: {
    id: 'id before_id decided_by',
    business: 'findings first_word reason',
    public: 'content',
    hash: 'sha256',
    operational: 'source version entries names addresses published_at dated_by loaded_at checked_at etag origin profile state decided_at',
  },
  list_versions: {
    id: 'id organization_id',
    business: 'delta',
    public: 'content',
    hash: 'sha256',
    operational: 'source version entries names addresses published_at dated_by loaded_at checked_at etag origin profile',
  },
  log_cosignatures: {
    id: 'checkpoint_id',
    public: 'witness line',
    operational: 'created_at',
  },
  log_epochs: {
    id: 'log_id',
    public: 'reason note',
    operational: 'epoch created_at',
  },
  log_checkpoints: {
    id: 'id',
    public: 'note',
    hash: 'root_hash',
    operational: 'tree_size created_at',
  },
  log_entries: {
    id: 'audit_id',
    hash: 'leaf_hash',
    operational: 'leaf_index',
  },
  log_nodes: {
    hash: 'hash',
    operational: 'level position',
  },
  log_pending: {
    id: 'audit_id',
    hash: 'leaf_hash',
    operational: 'position',
  },
  lots: {
    id: 'id organization_id offering_id person_id investor_id wallet_address issuance_id transaction_id closed_by',
    operational:
      'environment quantity cost acquired_at paid_in_full_at acquired_from acquired_under tack_from lockup_until lockup_told frozen created_at closed_at',
  },
  mails: {
    id: 'id',
    keyedHash: 'to_hash',
    sealed: 'content_sealed',
    emptied: 'to subject html text unsubscribe_url',
    operational: 'status attempts last_error next_attempt_at created_at sent_at',
  },
  monitored_subjects: {
    id: 'id organization_id subject_id subject_key_id check_id',
    sealed: 'subject_sealed',
    public: 'last_matches',
    operational: 'environment subject_type threshold lists last_status created_at updated_at',
  },
  monitoring_logs: {
    id: 'id',
    operational: 'kind level message data created_at',
  },
  notifications: {
    id: 'id user_id href',
    sealed: 'title body',
    operational: 'read_at created_at',
  },
  offerings: {
    id: 'id organization_id external_id token_address token_link cancellation_case_id terms_case_id created_by',
    business: 'name description metadata facts facts_stated commercial_terms integration_apart',
    operational:
      'environment type regulation status total_supply price_per_token minimum_investment maximum_raise target_amount currency chain opens_at closes_at allowed_countries blocked_countries max_holders max_non_accredited lockup_days amount_raised tokens_issued fee_accrued investor_count non_accredited_count token_decimals token_pause token_end fixed first_sale_at closed_at created_at updated_at',
  },
  organizations: {
    id: 'id forked_from budget_id ending_by',
    business: 'name settings session_policy',
    operational: 'issuer_since kind expires_at ending_since ends_at ended_at created_at',
  },
  'auth.passkey': {
    id: 'id user_id credential_id',
    token: 'public_key',
    plainPersonal: 'name',
    operational: 'counter device_type backed_up transports created_at last_used_at aaguid',
  },
  persons: {
    id: 'id organization_id subject_key_id',
    keyedHash: 'person_key',
    sealed: 'pii_sealed',
    plainPersonal: 'country',
    operational: 'environment kind erased_at created_at updated_at',
  },
  policies: {
    id: 'id',
    hash: 'sha256',
    operational: 'number change version in_force_since told_at',
  },
  protocol_policies: {
    id: 'organization_id id',
    business: 'policy history name proofs',
    operational: 'environment protocol version paused created_at updated_at',
  },
  'auth.rate_limit': {
    id: 'id key',
    operational: 'count last_request',
  },
  rate_limits: {
    operational: 'tokens updated_at',
    keyedHash: 'key',
  },
  request_logs: {
    id: 'id organization_id api_key_id decision_id wallet_address',
    business: 'request_body response_body response_text',
    operational: 'environment method path operation status duration_ms error_code created_at',
    emptied: 'ip',
  },
  reserve_duties: {
    id: 'organization_id token',
    operational: 'environment next_month due_at updated_at',
  },
  reserve_statements: {
    id: 'id organization_id token decision_id',
    public: 'correction reserves accountant certified_by document_url',
    hash: 'document_sha256 sha256',
    operational: 'environment month version supersedes outstanding total counted ratio due_on created_at',
  },
  role_requests: {
    id: 'id user_id decided_by',
    sealed: 'reason decision_note',
    operational: 'role status created_at decided_at',
  },
  ruleset_versions: {
    id: 'published_by',
    public: 'data',
    hash: 'sha256',
    operational: 'version published_at',
  },
  sandbox_snapshots: {
    id: 'id organization_id',
    business: 'label content',
    operational: 'clock_offset_ms frozen_at rows created_at',
  },
  sandboxes: {
    id: 'organization_id parent_id',
    business: 'seed lists_delta policies',
    operational: 'clock_offset_ms frozen_at updated_at',
  },
  screenings: {
    id: 'id organization_id subject_id wallet_address subject_key_id decision_id',
    sealed: 'subject_sealed',
    public: 'result',
    operational: 'environment kind subject_type status top_score created_at updated_at',
  },
  self_exclusions: {
    id: 'id organization_id wallet_id person_id user_id',
    keyedHash: 'person_key',
    operational: 'environment source scope status until ends_at extended_at ended_at created_at updated_at',
  },
  'auth.session': {
    id: 'id user_id active_organization_id sign_on_organization_id',
    keyedHash: 'sign_on_session_hash',
    token: 'token',
    sealed: 'ip_address user_agent sign_on_name',
    operational: 'started_at expires_at created_at updated_at second_factor_at confirmed_at last_used_at method',
  },
  settings: { operational: 'key value updated_at' },
  'auth.sign_in_wallet': {
    id: 'id user_id address chain_id',
    operational: 'family proof created_at last_used_at',
  },
  status_probes: {
    operational: 'service at ok duration_ms detail',
  },
  status_subscribers: {
    id: 'id',
    keyedHash: 'email_hash',
    token: 'token_hash',
    sealed: 'email',
    operational: 'confirmed_at unsubscribed_at created_at',
  },
  subject_keys: {
    id: 'id organization_id',
    sealedSecret: 'wrapped_key',
    operational: 'environment destroyed_at created_at',
  },
  stated_facts: {
    id: 'id organization_id object_id stated_by',
    business: 'value',
    operational: 'environment object fact role at',
  },
  ...TENANT_CLASSES,
  timers: {
    id: 'id organization_id subject_id',
    operational: 'environment kind due_at done_at created_at',
  },
  transactions: {
    id: 'id organization_id from_address to_address spender_address offering_id venue_id party_key_id decision_id',
    sealed: 'party_sealed',
    business: 'asset facts facts_stated metadata',
    hash: 'transaction_hash',
    operational:
      'environment market type status amount currency venue restriction_code risk_score checks travel_rule authorization timeline deadline settled_block created_at updated_at',
  },
  'auth.two_factor': {
    id: 'id user_id',
    sealedSecret: 'secret',
    operational: 'verified last_used_step',
  },
  'auth.user': {
    id: 'id',
    keyedHash: 'email',
    emptied: 'name image',
    operational: 'email_verified created_at updated_at',
  },
  user_profiles: {
    id: 'id user_id',
    sealed: 'profile_sealed',
    emptied: 'phone address city state country zip_code date_of_birth tax_id company_name solutions_interest',
    operational: 'created_at updated_at',
  },
  user_roles: {
    id: 'id user_id granted_by',
    operational: 'granted_at role',
  },
  users: {
    id: 'id auth_id organization_id',
    keyedHash: 'email_hash',
    sealed: 'names_sealed',
    emptied: 'email first_name last_name',
    plainPersonal: 'suspended_reason',
    operational: 'role is_verified profile_completed mfa_enabled suspended_at created_at updated_at',
  },
  venues: {
    id: 'id proposed_by approved_by decided_by',
    business: 'first_word reason',
    public: 'name registration regulator evidence_url',
    hash: 'evidence_sha256',
    operational: 'kind jurisdictions valid_from valid_until status proposed_at approved_at decided_at',
  },
  'auth.verification': {
    id: 'id',
    token: 'identifier value',
    operational: 'expires_at created_at updated_at',
  },
  verification_status: {
    id: 'user_id',
    business: 'details',
    operational: 'identity_status accreditation_status documents_status updated_at',
  },
  wallet_transfers: {
    id: 'id user_id wallet_address from_address to_address',
    hash: 'transaction_hash',
    operational: 'amount transaction_type status created_at',
  },
  wallets: {
    id: 'id organization_id address person_id user_id control_chain_id superseded_by',
    operational: 'environment family control control_method control_proven_at verification_status verified_at status created_at updated_at',
    plainPersonal: 'creator',
  },
  webhook_attempts: {
    id: 'id delivery_id endpoint_id event_id mentions',
    business: 'request_headers response_headers',
    sealed: 'request_body response_body',
    operational: 'attempt status error address duration_ms created_at',
  },
  webhook_deliveries: {
    id: 'id organization_id endpoint_id event_id resource_id',
    operational: 'environment sequence status attempts next_attempt_at created_at finished_at',
  },
  webhook_endpoints: {
    id: 'id organization_id filters',
    sealedSecret: 'secret_sealed previous_secret_sealed',
    business: 'url description',
    operational:
      'environment event_types strict_order payload status disabled_reason previous_secret_until api_version failing_since failing_told_at verified_at created_at updated_at',
  },
}
