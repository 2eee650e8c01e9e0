import type { ColumnClass } from './column-classes.ts'

/** Of who somebody is and how it was found out. */
export const EVIDENCE_CLASSES: Record<string, Partial<Record<ColumnClass, string>>> = {
  accreditation_files: {
    id: 'id organization_id investor_id person_id subject_key_id decision_id case_id evidence_id cites created_by decided_by',
    sealed: 'said_sealed',
    business: 'basis',
    hash: 'digest',
    operational: 'environment method status papers missing reason_code decided_at created_at updated_at',
  },
  credential_offers: {
    id: 'id organization_id credential_id created_by ended_by',
    token: 'code_hash tx_code_hash token_hash nonces',
    hash: 'token_key',
    operational: 'environment tries named ended ended_at token_expires_at expires_at created_at redeemed_at collected_at',
  },
  due_diligence_files: {
    id: 'id organization_id person_id subject_key_id author approved_by ended_by',
    sealed: 'findings_sealed',
    business: 'approved_in_capacity',
    hash: 'document_sha256',
    operational: 'environment covers state approved_at ended_at created_at',
  },
  entity_files: {
    id: 'id organization_id person_id investor_id people case_id evidence_id filed_by subject_key_id',
    sealed: 'file_sealed',
    operational: 'environment state number_state lei_state looked_up_at created_at updated_at',
  },
  evidence: {
    id: 'id organization_id person_id session_id case_id reviewer second_reviewer ended_by subject_key_id',
    keyedHash: 'person_key document_key',
    sealed: 'read_sealed',
    hash: 'digest',
    operational:
      'environment proves method level ial eidas state reason_code voucher covers comparison document_expires_on proof taken_at expires_at ended_at ask_at created_at',
  },
  evidence_subjects: {
    id: 'organization_id evidence_id subject_id',
    operational: 'environment created_at',
  },
  identity_providers: {
    id: 'id organization_id set_by',
    sealedSecret: 'secrets_sealed',
    business: 'flow',
    operational: 'environment provider region heard_at refused_at created_at updated_at',
  },
  identity_sessions: {
    id: 'id organization_id person_id wallet_id investor_id external_id evidence_id created_by subject_key_id',
    token: 'token_hash',
    sealed: 'state_sealed',
    business: 'return_url',
    operational:
      'environment status level methods claims method provider provider_named reason_code tries face_notice face_agreed_at face_stated face_taken_back_at ask_at expires_at created_at updated_at',
  },
  presented_credentials: {
    id: 'organization_id source_credential_id person_id evidence_id consent_id',
    operational: 'environment state checked_at presented_at',
  },
  trusted_issuers: {
    id: 'id organization_id list_id author approved_by ended_by',
    public: 'identifier chain_id material',
    business: 'name claims',
    operational: 'environment kind country level ial eidas revocation state approved_at ended_at created_at',
  },
  trust_lists: {
    id: 'id organization_id imported_by',
    public: 'scheme operator territory authority signer sequence digest issued_at next_update',
    operational: 'environment kind format imported_at created_at',
  },
  revocation_lists: {
    id: 'id organization_id imported_by',
    public: 'issuer certificate issuer_name anchor url body digest number this_update next_update revoked',
    operational: 'environment kept_at tried_at failure created_at',
  },
}
