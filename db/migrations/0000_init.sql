-- The whole schema. Foreign keys that wait for the end of the transaction and the last part are by hand: see docs/decisions/0015.
CREATE SCHEMA "auth";
--> statement-breakpoint
CREATE SEQUENCE "public"."event_order" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "auth"."account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"created_by" text,
	"name" text NOT NULL,
	"key_prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"environment" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"scopes" jsonb DEFAULT '["*"]'::jsonb NOT NULL,
	"allowed_ips" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"api_version" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"replaced_by" text,
	"family" text,
	"known_ips" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"warned_days" integer,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"last_used_route" text,
	CONSTRAINT "api_keys_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "api_keys_key_hash_digest" CHECK ("key_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "auth"."attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."backup_code" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasure_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"reason" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	CONSTRAINT "erasure_requests_status_word" CHECK ("status" in ('pending', 'withdrawn', 'done', 'refused')),
	CONSTRAINT "erasure_requests_decided" CHECK ((status = 'pending') = (decided_at is null))
);
--> statement-breakpoint
CREATE TABLE "auth"."known_device" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"href" text,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'tenant' NOT NULL,
	"budget_id" text,
	"forked_from" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_kind_word" CHECK ("kind" in ('tenant', 'throwaway', 'fixtures'))
);
--> statement-breakpoint
CREATE TABLE "auth"."passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"created_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"aaguid" text
);
--> statement-breakpoint
CREATE TABLE "auth"."rate_limit" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "rate_limit_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "role_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"decided_by" text,
	"decision_note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "role_requests_role_word" CHECK ("role" in ('admin', 'issuer', 'investor')),
	CONSTRAINT "role_requests_status_word" CHECK ("status" in ('pending', 'approved', 'declined')),
	CONSTRAINT "role_requests_decided_at_pair" CHECK (("decided_at" is null) = ("decided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "auth"."session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"second_factor_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"method" text DEFAULT 'mail' NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token"),
	CONSTRAINT "session_method_word" CHECK ("method" in ('password', 'passkey', 'wallet', 'mail'))
);
--> statement-breakpoint
CREATE TABLE "auth"."sign_in_wallet" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"address" text NOT NULL,
	"family" text NOT NULL,
	"proof" text NOT NULL,
	"chain_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "sign_in_wallet_address_unique" UNIQUE("address"),
	CONSTRAINT "sign_in_wallet_family_word" CHECK ("family" in ('evm', 'solana')),
	CONSTRAINT "sign_in_wallet_proof_word" CHECK ("proof" in ('eoa', 'eip1271', 'eip6492', 'ed25519'))
);
--> statement-breakpoint
CREATE TABLE "auth"."two_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"last_used_step" bigint
);
--> statement-breakpoint
CREATE TABLE "auth"."user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "user_profiles" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"profile_sealed" text,
	"phone" text,
	"address" text,
	"city" text,
	"state" text,
	"country" text,
	"zip_code" text,
	"date_of_birth" date,
	"tax_id" text,
	"company_name" text,
	"solutions_interest" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"granted_by" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"granted_at" timestamp (3) with time zone DEFAULT now(),
	CONSTRAINT "user_roles_role_word" CHECK ("role" in ('admin', 'issuer', 'investor'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"auth_id" text NOT NULL,
	"email_hash" text,
	"names_sealed" text,
	"email" text,
	"first_name" text,
	"last_name" text,
	"role" text DEFAULT 'investor' NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"profile_completed" boolean DEFAULT false NOT NULL,
	"mfa_enabled" boolean DEFAULT false NOT NULL,
	"organization_id" text NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspended_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role_word" CHECK ("role" in ('admin', 'issuer', 'investor')),
	CONSTRAINT "users_email_hash_digest" CHECK ("email_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "users_suspended_at_pair" CHECK (("suspended_at" is null) = ("suspended_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "auth"."verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_status" (
	"user_id" text PRIMARY KEY NOT NULL,
	"identity_status" text DEFAULT 'incomplete' NOT NULL,
	"accreditation_status" text DEFAULT 'incomplete' NOT NULL,
	"documents_status" text DEFAULT 'incomplete' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_status_identity_status_word" CHECK ("identity_status" in ('incomplete', 'pending', 'verified', 'rejected')),
	CONSTRAINT "verification_status_accreditation_status_word" CHECK ("accreditation_status" in ('incomplete', 'pending', 'verified', 'rejected')),
	CONSTRAINT "verification_status_documents_status_word" CHECK ("documents_status" in ('incomplete', 'pending', 'verified', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "bulk_parts" (
	"bulk_id" text NOT NULL,
	"part" integer NOT NULL,
	"first_line" integer NOT NULL,
	"input_sealed" "bytea" NOT NULL,
	"output_sealed" "bytea",
	CONSTRAINT "bulk_parts_bulk_id_part_pk" PRIMARY KEY("bulk_id","part"),
	CONSTRAINT "bulk_parts_part_not_negative" CHECK ("part" >= 0),
	CONSTRAINT "bulk_parts_first_line_not_negative" CHECK ("first_line" >= 0)
);
--> statement-breakpoint
CREATE TABLE "bulk_screenings" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"file_name" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"possible" integer DEFAULT 0 NOT NULL,
	"threshold" integer NOT NULL,
	"format" text NOT NULL,
	"columns" jsonb,
	"only_lists" jsonb,
	"lists" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"parts" integer DEFAULT 0 NOT NULL,
	"parts_done" integer DEFAULT 0 NOT NULL,
	"invalid" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"subject_key_id" text NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bulk_screenings_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "bulk_screenings_status_word" CHECK ("status" in ('uploading', 'queued', 'running', 'completed', 'cancelled', 'failed')),
	CONSTRAINT "bulk_screenings_sha256_digest" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "bulk_screenings_total_not_negative" CHECK ("total" >= 0),
	CONSTRAINT "bulk_screenings_done_not_negative" CHECK ("done" >= 0),
	CONSTRAINT "bulk_screenings_hits_not_negative" CHECK ("hits" >= 0),
	CONSTRAINT "bulk_screenings_possible_not_negative" CHECK ("possible" >= 0),
	CONSTRAINT "bulk_screenings_bytes_not_negative" CHECK ("bytes" >= 0),
	CONSTRAINT "bulk_screenings_parts_not_negative" CHECK ("parts" >= 0),
	CONSTRAINT "bulk_screenings_parts_done_not_negative" CHECK ("parts_done" >= 0),
	CONSTRAINT "bulk_screenings_invalid_not_negative" CHECK ("invalid" >= 0),
	CONSTRAINT "bulk_screenings_threshold_range" CHECK ("threshold" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"decision_id" text,
	"priority" integer DEFAULT 0 NOT NULL,
	"summary" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"assigned_to" text,
	"outcome" text,
	"first_approval" jsonb,
	"second_approval" jsonb,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"appeal" jsonb,
	"overdue_told_at" timestamp (3) with time zone,
	"deadline" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "cases_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "cases_status_word" CHECK ("status" in ('open', 'assigned', 'awaiting_info', 'awaiting_second', 'decided'))
);
--> statement-breakpoint
CREATE TABLE "wallet_challenges" (
	"nonce" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"address" text NOT NULL,
	"message" text NOT NULL,
	"purpose" text NOT NULL,
	"domain" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "wallet_challenges_environment_word" CHECK ("environment" in ('sandbox', 'production'))
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"person_id" text NOT NULL,
	"levels" jsonb NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "consents_environment_word" CHECK ("environment" in ('sandbox', 'production'))
);
--> statement-breakpoint
CREATE TABLE "credential_copies" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"credential_id" text NOT NULL,
	"form" text NOT NULL,
	"chain_id" integer NOT NULL,
	"contract" text NOT NULL,
	"identity" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"signed" jsonb NOT NULL,
	"state" text DEFAULT 'issued' NOT NULL,
	"block" text,
	"checked_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credential_copies_organization_id_environment_credential_id_form_chain_id_contract_identity_pk" PRIMARY KEY("organization_id","environment","credential_id","form","chain_id","contract","identity"),
	CONSTRAINT "credential_copies_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "credential_copies_form_word" CHECK ("form" in ('erc735', 'eas')),
	CONSTRAINT "credential_copies_kind_word" CHECK ("kind" in ('status', 'onchainid', 'eas')),
	CONSTRAINT "credential_copies_state_word" CHECK ("state" in ('issued', 'unknown', 'confirmed'))
);
--> statement-breakpoint
CREATE TABLE "credential_uses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credential_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"credential_id" text NOT NULL,
	"person_id" text NOT NULL,
	"market" text NOT NULL,
	"decision_id" text NOT NULL,
	"disclosed" jsonb NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credential_uses_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "credential_uses_market_word" CHECK ("market" in ('securities', 'stablecoins', 'nfts', 'defi', 'gaming'))
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"person_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"level" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"source" text NOT NULL,
	"evidence" text DEFAULT 'self_declared' NOT NULL,
	"credential_hash" text NOT NULL,
	"status_list" integer NOT NULL,
	"status_index" integer NOT NULL,
	"superseded_by" text,
	"reason_code" text,
	"decision_id" text,
	"warned_days" integer,
	"chain_state" text DEFAULT 'none' NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credentials_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "credentials_level_word" CHECK ("level" in ('basic', 'enhanced', 'accredited')),
	CONSTRAINT "credentials_state_word" CHECK ("state" in ('active', 'suspended', 'expired', 'revoked', 'superseded')),
	CONSTRAINT "credentials_source_word" CHECK ("source" in ('verification', 'sandbox_implicit', 'import')),
	CONSTRAINT "credentials_evidence_word" CHECK ("evidence" in ('self_declared', 'credential', 'document')),
	CONSTRAINT "credentials_chain_state_word" CHECK ("chain_state" in ('none', 'issued', 'unknown', 'confirmed')),
	CONSTRAINT "credentials_status_list_not_negative" CHECK ("status_list" >= 0),
	CONSTRAINT "credentials_status_index_not_negative" CHECK ("status_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"method" text,
	"problem" text,
	"verified_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "domains_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "domains_status_word" CHECK ("status" in ('pending', 'verified', 'lost')),
	CONSTRAINT "domains_method_word" CHECK ("method" in ('dns', 'well_known'))
);
--> statement-breakpoint
CREATE TABLE "due_diligence_files" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"person_id" text NOT NULL,
	"covers" text[] NOT NULL,
	"subject_key_id" text NOT NULL,
	"findings_sealed" "bytea" NOT NULL,
	"document_sha256" text,
	"state" text DEFAULT 'proposed' NOT NULL,
	"author" text NOT NULL,
	"approved_by" text,
	"approved_in_capacity" text,
	"approved_at" timestamp (3) with time zone,
	"ended_by" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "due_diligence_files_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "due_diligence_files_state_word" CHECK ("state" in ('proposed', 'approved', 'withdrawn')),
	CONSTRAINT "due_diligence_files_document_sha256_digest" CHECK ("document_sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "due_diligence_files_approved_by_pair" CHECK (("approved_by" is null) = ("approved_at" is null)),
	CONSTRAINT "due_diligence_files_ended_by_pair" CHECK (("ended_by" is null) = ("ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"person_id" text NOT NULL,
	"status" text NOT NULL,
	"law" text NOT NULL,
	"asked_on" text NOT NULL,
	"records" jsonb NOT NULL,
	"legal_hold" text,
	"erase_from" text,
	"requested_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "erasures_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "erasures_status_word" CHECK ("status" in ('restricted', 'erased')),
	CONSTRAINT "erasures_erased" CHECK ((status = 'erased') = (erased_at is not null))
);
--> statement-breakpoint
CREATE TABLE "exceptions" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"subject_id" text NOT NULL,
	"entity_id" text NOT NULL,
	"entity_name" text NOT NULL,
	"wallet_address" text,
	"check_id" text NOT NULL,
	"reason" text NOT NULL,
	"author" text NOT NULL,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"subject_hash" text NOT NULL,
	"entity_hash" text NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"end_reason" text,
	"ended_at" timestamp (3) with time zone,
	"evidence" text,
	"evidence_hash" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exceptions_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "exceptions_state_word" CHECK ("state" in ('proposed', 'active', 'refused', 'expired', 'voided')),
	CONSTRAINT "exceptions_evidence_hash_digest" CHECK ("evidence_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "exceptions_approved_by_pair" CHECK (("approved_by" is null) = ("approved_at" is null))
);
--> statement-breakpoint
CREATE TABLE "list_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"entries" integer NOT NULL,
	"names" integer NOT NULL,
	"addresses" integer NOT NULL,
	"published_at" timestamp (3) with time zone,
	"dated_by" text,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"etag" text,
	"origin" text NOT NULL,
	"content" "bytea",
	"profile" jsonb,
	"findings" jsonb NOT NULL,
	"before_id" text,
	"state" text DEFAULT 'held' NOT NULL,
	"first_word" jsonb,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "list_holds_dated_by_word" CHECK ("dated_by" in ('list', 'server', 'file')),
	CONSTRAINT "list_holds_origin_word" CHECK ("origin" in ('download', 'folder')),
	CONSTRAINT "list_holds_state_word" CHECK ("state" in ('held', 'released', 'discarded', 'superseded')),
	CONSTRAINT "list_holds_sha256_digest" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "list_holds_entries_not_negative" CHECK ("entries" >= 0),
	CONSTRAINT "list_holds_names_not_negative" CHECK ("names" >= 0),
	CONSTRAINT "list_holds_addresses_not_negative" CHECK ("addresses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "list_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"entries" integer NOT NULL,
	"names" integer NOT NULL,
	"addresses" integer NOT NULL,
	"published_at" timestamp (3) with time zone,
	"dated_by" text,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"etag" text,
	"origin" text NOT NULL,
	"organization_id" text,
	"content" "bytea" NOT NULL,
	"profile" jsonb,
	"delta" jsonb,
	CONSTRAINT "list_versions_dated_by_word" CHECK ("dated_by" in ('list', 'server', 'file')),
	CONSTRAINT "list_versions_origin_word" CHECK ("origin" in ('download', 'folder', 'sample', 'sandbox')),
	CONSTRAINT "list_versions_sha256_digest" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "list_versions_entries_not_negative" CHECK ("entries" >= 0),
	CONSTRAINT "list_versions_names_not_negative" CHECK ("names" >= 0),
	CONSTRAINT "list_versions_addresses_not_negative" CHECK ("addresses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "monitored_subjects" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_key_id" text NOT NULL,
	"subject_sealed" "bytea" NOT NULL,
	"check_id" text,
	"threshold" integer DEFAULT 8500 NOT NULL,
	"lists" jsonb,
	"last_status" text NOT NULL,
	"last_matches" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "monitored_subjects_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "monitored_subjects_last_status_word" CHECK ("last_status" in ('clear', 'possible_match', 'hit')),
	CONSTRAINT "monitored_subjects_threshold_range" CHECK ("threshold" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "persons" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"kind" text DEFAULT 'natural' NOT NULL,
	"person_key" text,
	"subject_key_id" text NOT NULL,
	"pii_sealed" "bytea",
	"country" text,
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "persons_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "persons_kind_word" CHECK ("kind" in ('natural', 'entity')),
	CONSTRAINT "persons_person_key_digest" CHECK ("person_key" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "protocol_policies" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"id" text DEFAULT 'ptc_' || md5(random()::text) NOT NULL,
	"protocol" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"policy" jsonb NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"proofs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "protocol_policies_organization_id_environment_protocol_pk" PRIMARY KEY("organization_id","environment","protocol"),
	CONSTRAINT "protocol_policies_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "protocol_policies_version_positive" CHECK ("version" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_snapshots" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"label" text NOT NULL,
	"content" "bytea" NOT NULL,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"frozen_at" timestamp (3) with time zone,
	"rows" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_snapshots_rows_not_negative" CHECK ("rows" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sandboxes" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"frozen_at" timestamp (3) with time zone,
	"seed" text,
	"lists_delta" jsonb DEFAULT '{"add":[],"remove":[]}'::jsonb NOT NULL,
	"policies" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"parent_id" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "screenings" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"kind" text DEFAULT 'sanctions' NOT NULL,
	"subject_type" text,
	"subject_id" text,
	"wallet_address" text,
	"status" text NOT NULL,
	"top_score" integer,
	"subject_key_id" text NOT NULL,
	"subject_sealed" "bytea" NOT NULL,
	"result" jsonb NOT NULL,
	"decision_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "screenings_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "screenings_kind_word" CHECK ("kind" in ('sanctions', 'verification')),
	CONSTRAINT "screenings_status_word" CHECK ("status" in ('clear', 'possible_match', 'hit')),
	CONSTRAINT "screenings_top_score_range" CHECK ("top_score" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "timers" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "timers_environment_word" CHECK ("environment" in ('sandbox', 'production'))
);
--> statement-breakpoint
CREATE TABLE "wallet_identities" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"wallet_id" text NOT NULL,
	"chain_id" integer NOT NULL,
	"identity" text NOT NULL,
	"method" text NOT NULL,
	"block" text NOT NULL,
	"proven_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_identities_organization_id_environment_wallet_id_chain_id_identity_pk" PRIMARY KEY("organization_id","environment","wallet_id","chain_id","identity"),
	CONSTRAINT "wallet_identities_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "wallet_identities_method_word" CHECK ("method" in ('eoa', 'eip1271', 'eip6492', 'ed25519', 'sandbox'))
);
--> statement-breakpoint
CREATE TABLE "wallet_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"wallet_address" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount" text NOT NULL,
	"transaction_type" text DEFAULT 'transfer' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"address" text NOT NULL,
	"family" text NOT NULL,
	"person_id" text,
	"user_id" text,
	"control" text DEFAULT 'asserted' NOT NULL,
	"control_method" text,
	"control_chain_id" integer,
	"control_proven_at" timestamp (3) with time zone,
	"verification_status" text DEFAULT 'none' NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"superseded_by" text,
	"creator" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallets_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "wallets_family_word" CHECK ("family" in ('evm', 'solana')),
	CONSTRAINT "wallets_control_word" CHECK ("control" in ('asserted', 'proven')),
	CONSTRAINT "wallets_control_method_word" CHECK ("control_method" in ('eoa', 'eip1271', 'eip6492', 'ed25519', 'sandbox')),
	CONSTRAINT "wallets_verification_status_word" CHECK ("verification_status" in ('none', 'pending', 'basic', 'enhanced', 'rejected')),
	CONSTRAINT "wallets_status_word" CHECK ("status" in ('active', 'unlinked', 'superseded')),
	CONSTRAINT "wallets_control_method_pair" CHECK (("control_method" is null) = ("control_proven_at" is null))
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"id" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"change" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"in_force_since" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "policies_change_word" CHECK ("change" in ('first', 'published', 'rolled_back')),
	CONSTRAINT "policies_sha256_digest" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "policies_number_positive" CHECK ("number" > 0)
);
--> statement-breakpoint
CREATE TABLE "reserve_duties" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"token" text NOT NULL,
	"next_month" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reserve_duties_organization_id_environment_token_pk" PRIMARY KEY("organization_id","environment","token"),
	CONSTRAINT "reserve_duties_environment_word" CHECK ("environment" in ('sandbox', 'production'))
);
--> statement-breakpoint
CREATE TABLE "reserve_statements" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"token" text NOT NULL,
	"month" text NOT NULL,
	"version" integer NOT NULL,
	"supersedes" text,
	"correction" text,
	"outstanding" numeric(38,18) NOT NULL,
	"reserves" jsonb NOT NULL,
	"total" numeric(38,18) NOT NULL,
	"counted" numeric(38,18) NOT NULL,
	"ratio" text,
	"accountant" jsonb NOT NULL,
	"certified_by" jsonb NOT NULL,
	"document_sha256" text NOT NULL,
	"document_url" text,
	"due_on" text NOT NULL,
	"sha256" text NOT NULL,
	"decision_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reserve_statements_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "reserve_statements_document_sha256_digest" CHECK ("document_sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "reserve_statements_sha256_digest" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "reserve_statements_outstanding_not_negative" CHECK ("outstanding" >= 0),
	CONSTRAINT "reserve_statements_total_not_negative" CHECK ("total" >= 0),
	CONSTRAINT "reserve_statements_counted_not_negative" CHECK ("counted" >= 0),
	CONSTRAINT "reserve_statements_version_positive" CHECK ("version" > 0)
);
--> statement-breakpoint
CREATE TABLE "self_exclusions" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"source" text NOT NULL,
	"scope" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"wallet_id" text,
	"person_id" text,
	"user_id" text,
	"person_key" text,
	"until" text NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"extended_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "self_exclusions_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "self_exclusions_source_word" CHECK ("source" in ('holder', 'organization')),
	CONSTRAINT "self_exclusions_scope_word" CHECK ("scope" in ('all', 'gambling')),
	CONSTRAINT "self_exclusions_status_word" CHECK ("status" in ('active', 'ended')),
	CONSTRAINT "self_exclusions_person_key_digest" CHECK ("person_key" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "self_exclusions_ended" CHECK ((status = 'ended') = (ended_at is not null))
);
--> statement-breakpoint
CREATE TABLE "tenant_facts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"fact" text NOT NULL,
	"value" jsonb,
	"note" text,
	"stated_by" text NOT NULL,
	"stated_as" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tenant_facts_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "tenant_facts_stated_as_word" CHECK ("stated_as" in ('tenant', 'administrator'))
);
--> statement-breakpoint
CREATE TABLE "venues" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"registration" text NOT NULL,
	"regulator" text NOT NULL,
	"jurisdictions" jsonb NOT NULL,
	"valid_from" text NOT NULL,
	"valid_until" text,
	"evidence_url" text NOT NULL,
	"evidence_sha256" text,
	"status" text DEFAULT 'proposed' NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"first_word" jsonb,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "venues_kind_word" CHECK ("kind" in ('exchange', 'ats', 'mtf', 'otf', 'dlt_mtf', 'dlt_tss', 'dosm')),
	CONSTRAINT "venues_status_word" CHECK ("status" in ('proposed', 'active', 'withdrawing', 'refused', 'withdrawn')),
	CONSTRAINT "venues_evidence_sha256_digest" CHECK ("evidence_sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "venues_approved_by_pair" CHECK (("approved_by" is null) = ("approved_at" is null))
);
--> statement-breakpoint
CREATE TABLE "contact_inquiries" (
	"id" text PRIMARY KEY NOT NULL,
	"email_hash" text,
	"content_sealed" text,
	"first_name" text,
	"last_name" text,
	"company" text,
	"email" text,
	"phone" text,
	"inquiry_type" text NOT NULL,
	"notes" text,
	"status" text DEFAULT 'new' NOT NULL,
	"handled_by" text,
	"handled_at" timestamp (3) with time zone,
	"internal_notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_inquiries_inquiry_type_word" CHECK ("inquiry_type" in ('pricing', 'api', 'partnership', 'licensing', 'technical', 'general')),
	CONSTRAINT "contact_inquiries_status_word" CHECK ("status" in ('new', 'handled')),
	CONSTRAINT "contact_inquiries_email_hash_digest" CHECK ("email_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "contact_inquiries_handled_by_pair" CHECK (("handled_by" is null) = ("handled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "form_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "form_drafts_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "form_drafts_kind_word" CHECK ("kind" in ('offering'))
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text DEFAULT 'incident' NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"impact" text DEFAULT 'degraded' NOT NULL,
	"services" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "incidents_kind_word" CHECK ("kind" in ('incident', 'maintenance')),
	CONSTRAINT "incidents_status_word" CHECK ("status" in ('investigating', 'identified', 'monitoring', 'resolved', 'scheduled', 'in_progress', 'completed', 'cancelled')),
	CONSTRAINT "incidents_impact_word" CHECK ("impact" in ('degraded', 'outage'))
);
--> statement-breakpoint
CREATE TABLE "monitoring_logs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"data" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "monitoring_logs_level_word" CHECK ("level" in ('debug', 'info', 'warn', 'error'))
);
--> statement-breakpoint
CREATE TABLE "ruleset_versions" (
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"data" jsonb NOT NULL,
	"published_by" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ruleset_versions_version_sha256_pk" PRIMARY KEY("version","sha256"),
	CONSTRAINT "ruleset_versions_sha256_digest" CHECK ("sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_probes" (
	"service" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ok" boolean NOT NULL,
	"duration_ms" integer NOT NULL,
	"detail" text,
	CONSTRAINT "status_probes_service_at_pk" PRIMARY KEY("service","at"),
	CONSTRAINT "status_probes_duration_ms_not_negative" CHECK ("duration_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "status_subscribers" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_hash" text,
	"token_hash" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "status_subscribers_email_hash_digest" CHECK ("email_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"status" integer,
	"error" text,
	"request_headers" jsonb NOT NULL,
	"request_body" text NOT NULL,
	"mentions" jsonb,
	"response_headers" jsonb,
	"response_body" text,
	"address" text,
	"duration_ms" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_attempts_duration_ms_not_negative" CHECK ("duration_ms" >= 0),
	CONSTRAINT "webhook_attempts_attempt_positive" CHECK ("attempt" > 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "webhook_deliveries_status_word" CHECK ("status" in ('pending', 'delivered', 'exhausted', 'aborted')),
	CONSTRAINT "webhook_deliveries_attempts_not_negative" CHECK ("attempts" >= 0),
	CONSTRAINT "webhook_deliveries_sequence_positive" CHECK ("sequence" > 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"event_types" jsonb NOT NULL,
	"filters" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"strict_order" boolean DEFAULT false NOT NULL,
	"payload" text DEFAULT 'summary' NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	"disabled_reason" text,
	"secret_sealed" text NOT NULL,
	"previous_secret_sealed" text,
	"previous_secret_until" timestamp (3) with time zone,
	"api_version" text NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"failing_told_at" timestamp (3) with time zone,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "webhook_endpoints_payload_word" CHECK ("payload" in ('summary', 'full')),
	CONSTRAINT "webhook_endpoints_status_word" CHECK ("status" in ('enabled', 'disabled')),
	CONSTRAINT "webhook_endpoints_previous_secret_sealed_pair" CHECK (("previous_secret_sealed" is null) = ("previous_secret_until" is null))
);
--> statement-breakpoint
CREATE TABLE "audit_logs" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"action" text NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"subject_type" text,
	"subject_id" text,
	"request_id" text,
	"leaf_hash" "bytea" NOT NULL,
	CONSTRAINT "audit_logs_category_word" CHECK ("category" in ('auth', 'investment', 'admin', 'user', 'payment', 'system')),
	CONSTRAINT "audit_logs_status_word" CHECK ("status" in ('success', 'failure')),
	CONSTRAINT "audit_logs_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "audit_logs_actor_type_word" CHECK ("actor_type" in ('api_key', 'user', 'system', 'anonymous')),
	CONSTRAINT "audit_logs_leaf_hash_digest" CHECK (octet_length("leaf_hash") = 32),
	CONSTRAINT "audit_logs_subject_type_pair" CHECK (("subject_type" is null) = ("subject_id" is null))
);
--> statement-breakpoint
CREATE TABLE "decision_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"check" text NOT NULL,
	"market" text,
	"outcome" text NOT NULL,
	"reason_codes" jsonb NOT NULL,
	"subject_type" text,
	"subject_id" text,
	"wallet_address" text,
	"subject_key_id" text NOT NULL,
	"facts_sealed" "bytea" NOT NULL,
	"result" jsonb NOT NULL,
	"result_hash" text NOT NULL,
	"ruleset_version" text NOT NULL,
	"ruleset_sha256" text NOT NULL,
	"lists" jsonb NOT NULL,
	"audit_id" text NOT NULL,
	"request_id" text,
	"evaluated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "decisions_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "decisions_outcome_word" CHECK ("outcome" in ('allow', 'review', 'needs_info', 'deny')),
	CONSTRAINT "decisions_result_hash_digest" CHECK ("result_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "decisions_ruleset_sha256_digest" CHECK ("ruleset_sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "decisions_subject_type_pair" CHECK (("subject_type" is null) = ("subject_id" is null))
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" text NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"subject_key_id" text NOT NULL,
	"content_sealed" "bytea" NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "documents_owner_type_word" CHECK ("owner_type" in ('user', 'offering')),
	CONSTRAINT "documents_status_word" CHECK ("status" in ('pending', 'uploaded', 'accepted', 'refused', 'removed')),
	CONSTRAINT "documents_sha256_digest" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "documents_size_not_negative" CHECK ("size" >= 0)
);
--> statement-breakpoint
CREATE TABLE "event_sequences" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"resource_id" text NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "event_sequences_organization_id_environment_resource_id_pk" PRIMARY KEY("organization_id","environment","resource_id"),
	CONSTRAINT "event_sequences_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "event_sequences_sequence_positive" CHECK ("sequence" > 0)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"type" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"object" jsonb NOT NULL,
	"previous" jsonb,
	"request_id" text,
	"idempotency_key" text,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"position" bigserial NOT NULL,
	"dispatched_at" timestamp (3) with time zone,
	"published" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "events_actor_type_word" CHECK ("actor_type" in ('api_key', 'user', 'system', 'holder')),
	CONSTRAINT "events_sequence_positive" CHECK ("sequence" > 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" text NOT NULL,
	"mentions" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_environment_method_path_key_pk" PRIMARY KEY("organization_id","environment","method","path","key"),
	CONSTRAINT "idempotency_keys_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "idempotency_keys_body_hash_digest" CHECK ("body_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "idempotency_keys_status_range" CHECK ("status" between 100 and 599)
);
--> statement-breakpoint
CREATE TABLE "key_roots" (
	"group" text NOT NULL,
	"generation" integer NOT NULL,
	"service" text NOT NULL,
	"wrapped" "bytea",
	"held_as" text,
	"since" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "key_roots_group_generation_pk" PRIMARY KEY("group","generation")
);
--> statement-breakpoint
CREATE TABLE "log_checkpoints" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tree_size" bigint NOT NULL,
	"root_hash" "bytea" NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_checkpoints_root_hash_digest" CHECK (octet_length("root_hash") = 32),
	CONSTRAINT "log_checkpoints_tree_size_not_negative" CHECK ("tree_size" >= 0)
);
--> statement-breakpoint
CREATE TABLE "log_cosignatures" (
	"checkpoint_id" bigint NOT NULL,
	"witness" text NOT NULL,
	"line" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_cosignatures_checkpoint_id_witness_pk" PRIMARY KEY("checkpoint_id","witness")
);
--> statement-breakpoint
CREATE TABLE "log_entries" (
	"leaf_index" bigint PRIMARY KEY NOT NULL,
	"audit_id" text NOT NULL,
	"leaf_hash" "bytea" NOT NULL,
	CONSTRAINT "log_entries_leaf_hash_digest" CHECK (octet_length("leaf_hash") = 32),
	CONSTRAINT "log_entries_leaf_index_not_negative" CHECK ("leaf_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "log_epochs" (
	"epoch" integer PRIMARY KEY NOT NULL,
	"log_id" text NOT NULL,
	"note" text,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_epochs_epoch_positive" CHECK ("epoch" > 0)
);
--> statement-breakpoint
CREATE TABLE "log_nodes" (
	"level" integer NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_nodes_level_position_pk" PRIMARY KEY("level","position"),
	CONSTRAINT "log_nodes_hash_digest" CHECK (octet_length("hash") = 32),
	CONSTRAINT "log_nodes_level_not_negative" CHECK ("level" >= 0),
	CONSTRAINT "log_nodes_position_not_negative" CHECK ("position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "log_pending" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"audit_id" text NOT NULL,
	"leaf_hash" "bytea" NOT NULL,
	CONSTRAINT "log_pending_leaves" CHECK (octet_length(leaf_hash) > 0 and octet_length(leaf_hash) % 32 = 0)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"to_hash" text,
	"content_sealed" text,
	"to" text,
	"subject" text,
	"html" text,
	"text" text,
	"unsubscribe_url" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mails_status_word" CHECK ("status" in ('queued', 'sent', 'failed')),
	CONSTRAINT "mails_to_hash_digest" CHECK ("to_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "mails_attempts_not_negative" CHECK ("attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_logs" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"api_key_id" text,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"operation" text,
	"status" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"error_code" text,
	"decision_id" text,
	"wallet_address" text,
	"request_body" jsonb,
	"response_body" jsonb,
	"response_text" text,
	"ip" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_logs_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "request_logs_duration_ms_not_negative" CHECK ("duration_ms" >= 0),
	CONSTRAINT "request_logs_status_range" CHECK ("status" between 100 and 599)
);
--> statement-breakpoint
CREATE TABLE "subject_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"wrapped_key" "bytea",
	"destroyed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subject_keys_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "subject_keys_destroyed" CHECK ((wrapped_key is null) = (destroyed_at is not null))
);
--> statement-breakpoint
CREATE TABLE "fee_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"offering_id" text NOT NULL,
	"investment_id" text NOT NULL,
	"amount" numeric(38,18) NOT NULL,
	"raised_after" numeric(38,18) NOT NULL,
	"accrued_after" numeric(38,18) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fee_entries_environment_word" CHECK ("environment" in ('sandbox', 'production'))
);
--> statement-breakpoint
CREATE TABLE "holding_acts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"offering_id" text,
	"person_id" text NOT NULL,
	"wallet_address" text,
	"to_address" text,
	"quantity" numeric(38,18),
	"legal_basis" text NOT NULL,
	"document_sha256" text,
	"note" text,
	"freeze_id" text,
	"credential_id" text,
	"asked_by" text NOT NULL,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"effective_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	"end_reason" text,
	"decision_id" text,
	"outcome" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "holding_acts_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "holding_acts_kind_word" CHECK ("kind" in ('freeze', 'unfreeze', 'force_transfer', 'wallet_move')),
	CONSTRAINT "holding_acts_status_word" CHECK ("status" in ('proposed', 'approved', 'active', 'done', 'refused', 'denied', 'ended')),
	CONSTRAINT "holding_acts_document_sha256_digest" CHECK ("document_sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "holding_acts_quantity_positive" CHECK ("quantity" > 0),
	CONSTRAINT "holding_acts_approved_by_pair" CHECK (("approved_by" is null) = ("approved_at" is null))
);
--> statement-breakpoint
CREATE TABLE "investments" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"offering_id" text NOT NULL,
	"investor_id" text NOT NULL,
	"person_id" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric(38,18) NOT NULL,
	"token_quantity" numeric(38,18) NOT NULL,
	"currency" text NOT NULL,
	"accredited" boolean NOT NULL,
	"fee_amount" numeric(38,18) DEFAULT '0' NOT NULL,
	"payment_method" text,
	"payment_reference" text,
	"agreement_sha256" text,
	"annual_income" numeric(38,18),
	"net_worth" numeric(38,18),
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lockup_until" timestamp (3) with time zone,
	"issued_quantity" numeric(38,18) DEFAULT '0' NOT NULL,
	"decision_id" text NOT NULL,
	"refusal" text,
	"reserved_until" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"payment_failed_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"payment_freeze_id" text,
	"refund" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "investments_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "investments_status_word" CHECK ("status" in ('pending', 'accepted', 'rejected', 'cancelled', 'refunded')),
	CONSTRAINT "investments_payment_method_word" CHECK ("payment_method" in ('card', 'ach', 'wire', 'crypto')),
	CONSTRAINT "investments_agreement_sha256_digest" CHECK ("agreement_sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "investments_fee_amount_not_negative" CHECK ("fee_amount" >= 0),
	CONSTRAINT "investments_issued_quantity_not_negative" CHECK ("issued_quantity" >= 0),
	CONSTRAINT "investments_annual_income_not_negative" CHECK ("annual_income" >= 0),
	CONSTRAINT "investments_amount_positive" CHECK ("amount" > 0),
	CONSTRAINT "investments_token_quantity_positive" CHECK ("token_quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "investors" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"type" text NOT NULL,
	"person_id" text NOT NULL,
	"wallet_id" text,
	"user_id" text,
	"email_hash" text,
	"country" text,
	"us_state" text,
	"status" text DEFAULT 'incomplete' NOT NULL,
	"identity_status" text DEFAULT 'incomplete' NOT NULL,
	"accreditation_status" text DEFAULT 'incomplete' NOT NULL,
	"documents_status" text DEFAULT 'incomplete' NOT NULL,
	"accreditation" jsonb,
	"accreditation_expires_at" timestamp (3) with time zone,
	"accreditation_warned_days" integer,
	"terms_accepted_at" timestamp (3) with time zone,
	"affiliation" jsonb,
	"external_id" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "investors_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "investors_type_word" CHECK ("type" in ('individual', 'entity')),
	CONSTRAINT "investors_status_word" CHECK ("status" in ('incomplete', 'pending', 'verified', 'rejected')),
	CONSTRAINT "investors_identity_status_word" CHECK ("identity_status" in ('incomplete', 'pending', 'verified', 'rejected')),
	CONSTRAINT "investors_accreditation_status_word" CHECK ("accreditation_status" in ('incomplete', 'pending', 'verified', 'rejected')),
	CONSTRAINT "investors_documents_status_word" CHECK ("documents_status" in ('incomplete', 'pending', 'verified', 'rejected')),
	CONSTRAINT "investors_email_hash_digest" CHECK ("email_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"offering_id" text NOT NULL,
	"email_hash" text NOT NULL,
	"subject_key_id" text NOT NULL,
	"email_sealed" text NOT NULL,
	"status" text DEFAULT 'sent' NOT NULL,
	"user_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "invitations_status_word" CHECK ("status" in ('sent', 'accepted', 'declined', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "issuances" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"offering_id" text NOT NULL,
	"investor_id" text NOT NULL,
	"investment_id" text,
	"wallet_address" text NOT NULL,
	"quantity" numeric(38,18) NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"chain" text NOT NULL,
	"standard" text NOT NULL,
	"transaction_hash" text,
	"authorization" jsonb,
	"unsigned_transaction" jsonb,
	"decision_id" text NOT NULL,
	"authorized_until" timestamp (3) with time zone,
	"failure" text,
	"confirmed_during" "tstzmultirange",
	"settled_block" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "issuances_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "issuances_status_word" CHECK ("status" in ('authorized', 'submitted', 'confirmed', 'denied', 'failed')),
	CONSTRAINT "issuances_standard_word" CHECK ("standard" in ('erc3643', 'erc1404', 'erc20', 'spl_token_2022')),
	CONSTRAINT "issuances_failure_word" CHECK ("failure" in ('reverted', 'mismatch', 'dropped', 'not_reported')),
	CONSTRAINT "issuances_quantity_positive" CHECK ("quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "lots" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"offering_id" text NOT NULL,
	"person_id" text NOT NULL,
	"investor_id" text,
	"wallet_address" text NOT NULL,
	"quantity" numeric(38,18) NOT NULL,
	"cost" numeric(38,18),
	"acquired_at" timestamp (3) with time zone NOT NULL,
	"paid_in_full_at" timestamp (3) with time zone,
	"acquired_from" text NOT NULL,
	"acquired_under" text NOT NULL,
	"tack_from" text,
	"lockup_until" timestamp (3) with time zone,
	"lockup_told" integer DEFAULT 0 NOT NULL,
	"frozen" boolean DEFAULT false NOT NULL,
	"issuance_id" text,
	"transaction_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	CONSTRAINT "lots_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "lots_acquired_from_word" CHECK ("acquired_from" in ('issuer', 'affiliate', 'other')),
	CONSTRAINT "lots_acquired_under_word" CHECK ("acquired_under" in ('reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s')),
	CONSTRAINT "lots_cost_not_negative" CHECK ("cost" >= 0),
	CONSTRAINT "lots_quantity_positive" CHECK ("quantity" > 0),
	CONSTRAINT "lots_lockup_told_range" CHECK ("lockup_told" between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "offerings" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"regulation" text NOT NULL,
	"status" text NOT NULL,
	"total_supply" numeric(38,18) NOT NULL,
	"price_per_token" numeric(38,18) NOT NULL,
	"minimum_investment" numeric(38,18) NOT NULL,
	"maximum_raise" numeric(38,18) NOT NULL,
	"target_amount" numeric(38,18),
	"currency" text NOT NULL,
	"description" text,
	"chain" text,
	"external_id" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"allowed_countries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"blocked_countries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"max_holders" integer,
	"max_non_accredited" integer,
	"lockup_days" integer,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"facts_stated" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"commercial_terms" jsonb,
	"integration_apart" jsonb,
	"terms_case_id" text,
	"amount_raised" numeric(38,18) DEFAULT '0' NOT NULL,
	"tokens_issued" numeric(38,18) DEFAULT '0' NOT NULL,
	"fee_accrued" numeric(38,18) DEFAULT '0' NOT NULL,
	"investor_count" integer DEFAULT 0 NOT NULL,
	"non_accredited_count" integer DEFAULT 0 NOT NULL,
	"token_address" text,
	"token_decimals" integer,
	"token_link" jsonb,
	"token_pause" jsonb,
	"token_end" jsonb,
	"fixed" boolean DEFAULT false NOT NULL,
	"first_sale_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"cancellation_case_id" text,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "offerings_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "offerings_type_word" CHECK ("type" in ('equity', 'debt', 'fund', 'real_estate', 'revenue_share', 'other')),
	CONSTRAINT "offerings_regulation_word" CHECK ("regulation" in ('reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s')),
	CONSTRAINT "offerings_status_word" CHECK ("status" in ('draft', 'needs_contact', 'open', 'paused', 'closed', 'cancelled')),
	CONSTRAINT "offerings_total_supply_not_negative" CHECK ("total_supply" >= 0),
	CONSTRAINT "offerings_price_per_token_not_negative" CHECK ("price_per_token" >= 0),
	CONSTRAINT "offerings_minimum_investment_not_negative" CHECK ("minimum_investment" >= 0),
	CONSTRAINT "offerings_maximum_raise_not_negative" CHECK ("maximum_raise" >= 0),
	CONSTRAINT "offerings_target_amount_not_negative" CHECK ("target_amount" >= 0),
	CONSTRAINT "offerings_amount_raised_not_negative" CHECK ("amount_raised" >= 0),
	CONSTRAINT "offerings_tokens_issued_not_negative" CHECK ("tokens_issued" >= 0),
	CONSTRAINT "offerings_fee_accrued_not_negative" CHECK ("fee_accrued" >= 0),
	CONSTRAINT "offerings_investor_count_not_negative" CHECK ("investor_count" >= 0),
	CONSTRAINT "offerings_non_accredited_count_not_negative" CHECK ("non_accredited_count" >= 0),
	CONSTRAINT "offerings_max_holders_not_negative" CHECK ("max_holders" >= 0),
	CONSTRAINT "offerings_max_non_accredited_not_negative" CHECK ("max_non_accredited" >= 0),
	CONSTRAINT "offerings_lockup_days_not_negative" CHECK ("lockup_days" >= 0),
	CONSTRAINT "offerings_token_decimals_not_negative" CHECK ("token_decimals" >= 0)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"market" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"from_address" text,
	"to_address" text,
	"spender_address" text,
	"amount" numeric(38,18) NOT NULL,
	"currency" text,
	"offering_id" text,
	"asset" jsonb,
	"venue" text,
	"venue_id" text,
	"restriction_code" integer NOT NULL,
	"risk_score" integer DEFAULT 0 NOT NULL,
	"checks" jsonb NOT NULL,
	"travel_rule" jsonb,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"party_key_id" text,
	"party_sealed" text,
	"authorization" jsonb,
	"transaction_hash" text,
	"timeline" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"decision_id" text NOT NULL,
	"deadline" timestamp (3) with time zone,
	"settled_block" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transactions_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "transactions_market_word" CHECK ("market" in ('securities', 'stablecoins', 'nfts', 'defi', 'gaming')),
	CONSTRAINT "transactions_type_word" CHECK ("type" in ('transfer', 'payment', 'trade', 'mint', 'burn', 'redemption', 'sale')),
	CONSTRAINT "transactions_status_word" CHECK ("status" in ('review', 'awaiting_counterparty', 'approved', 'submitted', 'settled', 'denied', 'failed', 'expired')),
	CONSTRAINT "transactions_amount_not_negative" CHECK ("amount" >= 0),
	CONSTRAINT "transactions_risk_score_range" CHECK ("risk_score" between 0 and 100),
	CONSTRAINT "transactions_party_key_id_pair" CHECK (("party_key_id" is null) = ("party_sealed" is null))
);
--> statement-breakpoint
ALTER TABLE "auth"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_api_keys_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."api_keys"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "auth"."backup_code" ADD CONSTRAINT "backup_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "auth"."known_device" ADD CONSTRAINT "known_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_requests" ADD CONSTRAINT "role_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."sign_in_wallet" ADD CONSTRAINT "sign_in_wallet_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."two_factor" ADD CONSTRAINT "two_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_status" ADD CONSTRAINT "verification_status_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_parts" ADD CONSTRAINT "bulk_parts_bulk_id_bulk_screenings_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_screenings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "credential_copies" ADD CONSTRAINT "credential_copies_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "credential_uses" ADD CONSTRAINT "credential_uses_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "due_diligence_files" ADD CONSTRAINT "due_diligence_files_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "sandbox_snapshots" ADD CONSTRAINT "sandbox_snapshots_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "sandboxes" ADD CONSTRAINT "sandboxes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "wallet_identities" ADD CONSTRAINT "wallet_identities_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "wallet_transfers" ADD CONSTRAINT "wallet_transfers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_superseded_by_wallets_id_fk" FOREIGN KEY ("superseded_by") REFERENCES "public"."wallets"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "reserve_statements" ADD CONSTRAINT "reserve_statements_supersedes_reserve_statements_id_fk" FOREIGN KEY ("supersedes") REFERENCES "public"."reserve_statements"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "log_cosignatures" ADD CONSTRAINT "log_cosignatures_checkpoint_id_log_checkpoints_id_fk" FOREIGN KEY ("checkpoint_id") REFERENCES "public"."log_checkpoints"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "fee_entries" ADD CONSTRAINT "fee_entries_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "fee_entries" ADD CONSTRAINT "fee_entries_investment_id_investments_id_fk" FOREIGN KEY ("investment_id") REFERENCES "public"."investments"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "holding_acts" ADD CONSTRAINT "holding_acts_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "holding_acts" ADD CONSTRAINT "holding_acts_freeze_id_holding_acts_id_fk" FOREIGN KEY ("freeze_id") REFERENCES "public"."holding_acts"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_investor_id_investors_id_fk" FOREIGN KEY ("investor_id") REFERENCES "public"."investors"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_payment_freeze_id_holding_acts_id_fk" FOREIGN KEY ("payment_freeze_id") REFERENCES "public"."holding_acts"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "investors" ADD CONSTRAINT "investors_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "investors" ADD CONSTRAINT "investors_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "investors" ADD CONSTRAINT "investors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "issuances" ADD CONSTRAINT "issuances_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "issuances" ADD CONSTRAINT "issuances_investment_id_investments_id_fk" FOREIGN KEY ("investment_id") REFERENCES "public"."investments"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_investor_id_investors_id_fk" FOREIGN KEY ("investor_id") REFERENCES "public"."investors"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_tack_from_lots_id_fk" FOREIGN KEY ("tack_from") REFERENCES "public"."lots"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_issuance_id_issuances_id_fk" FOREIGN KEY ("issuance_id") REFERENCES "public"."issuances"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE INDEX "account_user" ON "auth"."account" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_organization" ON "api_keys" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "backup_code_user" ON "auth"."backup_code" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "erasure_requests_user" ON "erasure_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "erasure_requests_status" ON "erasure_requests" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "known_device_user_token" ON "auth"."known_device" USING btree ("user_id","token_hash");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "organizations_budget" ON "organizations" USING btree (coalesce("budget_id", "id"));--> statement-breakpoint
CREATE INDEX "passkey_user" ON "auth"."passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_credential" ON "auth"."passkey" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "role_requests_status" ON "role_requests" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "session_user" ON "auth"."session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_wallet_user" ON "auth"."sign_in_wallet" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factor_user" ON "auth"."two_factor" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_profiles_user" ON "user_profiles" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_roles_user_role" ON "user_roles" USING btree ("user_id","role");--> statement-breakpoint
CREATE UNIQUE INDEX "users_auth_id" ON "users" USING btree ("auth_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_hash" ON "users" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_organization" ON "users" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "auth"."verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "bulk_screenings_organization" ON "bulk_screenings" USING btree ("organization_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "bulk_screenings_due" ON "bulk_screenings" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "cases_queue" ON "cases" USING btree ("organization_id","environment","status","priority","created_at");--> statement-breakpoint
CREATE INDEX "cases_subject" ON "cases" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "cases_decision" ON "cases" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "cases_appeal" ON "cases" USING btree (("appeal" ->> 'id')) WHERE appeal is not null;--> statement-breakpoint
CREATE INDEX "consents_person" ON "consents" USING btree ("organization_id","environment","person_id");--> statement-breakpoint
CREATE INDEX "credential_copies_credential" ON "credential_copies" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "credential_uses_credential" ON "credential_uses" USING btree ("credential_id","used_at");--> statement-breakpoint
CREATE INDEX "credential_uses_market" ON "credential_uses" USING btree ("credential_id","market");--> statement-breakpoint
CREATE INDEX "credentials_person" ON "credentials" USING btree ("organization_id","environment","person_id");--> statement-breakpoint
CREATE INDEX "credentials_wallet" ON "credentials" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "credentials_expiry" ON "credentials" USING btree ("state","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_status" ON "credentials" USING btree ("environment","status_list","status_index");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_name" ON "domains" USING btree ("organization_id","environment","domain");--> statement-breakpoint
CREATE INDEX "domains_check" ON "domains" USING btree ("status","checked_at");--> statement-breakpoint
CREATE INDEX "due_diligence_files_person" ON "due_diligence_files" USING btree ("organization_id","environment","person_id");--> statement-breakpoint
CREATE INDEX "erasures_created" ON "erasures" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_person" ON "erasures" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("status","erase_from");--> statement-breakpoint
CREATE INDEX "exceptions_subject" ON "exceptions" USING btree ("organization_id","environment","subject_id");--> statement-breakpoint
CREATE INDEX "exceptions_entity" ON "exceptions" USING btree ("state","entity_id");--> statement-breakpoint
CREATE INDEX "exceptions_expiry" ON "exceptions" USING btree ("state","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "list_holds_open" ON "list_holds" USING btree ("source","sha256") WHERE state in ('held', 'discarded');--> statement-breakpoint
CREATE INDEX "list_versions_source" ON "list_versions" USING btree ("source","loaded_at");--> statement-breakpoint
CREATE INDEX "list_versions_sandbox" ON "list_versions" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "monitored_subject" ON "monitored_subjects" USING btree ("organization_id","environment","subject_id");--> statement-breakpoint
CREATE INDEX "persons_key" ON "persons" USING btree ("organization_id","environment","person_key");--> statement-breakpoint
CREATE UNIQUE INDEX "protocol_policies_id" ON "protocol_policies" USING btree ("id");--> statement-breakpoint
CREATE INDEX "protocol_policies_contracts" ON "protocol_policies" USING gin ((policy -> 'contracts') jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "protocol_policies_proofs" ON "protocol_policies" USING gin (proofs jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "sandbox_snapshots_organization" ON "sandbox_snapshots" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "screenings_organization" ON "screenings" USING btree ("organization_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "screenings_subject" ON "screenings" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "screenings_wallet" ON "screenings" USING btree ("wallet_address","created_at") WHERE wallet_address is not null;--> statement-breakpoint
CREATE INDEX "timers_due" ON "timers" USING btree ("due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "timers_subject" ON "timers" USING btree ("subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_transfers_own" ON "wallet_transfers" USING btree ("user_id","transaction_hash");--> statement-breakpoint
CREATE INDEX "wallet_transfers_wallet" ON "wallet_transfers" USING btree ("wallet_address","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_address" ON "wallets" USING btree ("organization_id","environment","address");--> statement-breakpoint
CREATE INDEX "wallets_organization" ON "wallets" USING btree ("organization_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "wallets_person" ON "wallets" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "wallets_user" ON "wallets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wallets_ends" ON "wallets" USING btree ("organization_id","environment",left(lower("address"), 6),right(lower("address"), 4));--> statement-breakpoint
CREATE INDEX "wallets_creators" ON "wallets" USING btree ("organization_id","environment") WHERE "wallets"."creator" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "policies_number" ON "policies" USING btree ("number");--> statement-breakpoint
CREATE INDEX "reserve_duties_due" ON "reserve_duties" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reserve_statements_version" ON "reserve_statements" USING btree ("organization_id","environment","token","month","version");--> statement-breakpoint
CREATE INDEX "reserve_statements_created" ON "reserve_statements" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "self_exclusions_person" ON "self_exclusions" USING btree ("organization_id","environment","person_id");--> statement-breakpoint
CREATE INDEX "self_exclusions_wallet" ON "self_exclusions" USING btree ("organization_id","environment","wallet_id");--> statement-breakpoint
CREATE INDEX "self_exclusions_created" ON "self_exclusions" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "self_exclusions_user" ON "self_exclusions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "self_exclusions_key" ON "self_exclusions" USING btree ("person_key");--> statement-breakpoint
CREATE INDEX "self_exclusions_due" ON "self_exclusions" USING btree ("status","ends_at");--> statement-breakpoint
CREATE INDEX "tenant_facts_newest" ON "tenant_facts" USING btree ("organization_id","environment","fact","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "venues_name" ON "venues" USING btree (lower("name")) WHERE status in ('proposed', 'active', 'withdrawing');--> statement-breakpoint
CREATE UNIQUE INDEX "venues_registration" ON "venues" USING btree ("regulator","registration") WHERE status in ('proposed', 'active', 'withdrawing');--> statement-breakpoint
CREATE INDEX "contact_inquiries_created" ON "contact_inquiries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "contact_inquiries_email" ON "contact_inquiries" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "form_drafts_user" ON "form_drafts" USING btree ("organization_id","environment","user_id","updated_at");--> statement-breakpoint
CREATE INDEX "monitoring_logs_created" ON "monitoring_logs" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "status_subscribers_email" ON "status_subscribers" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "status_subscribers_email_hash" ON "status_subscribers" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "webhook_attempts_endpoint" ON "webhook_attempts" USING btree ("endpoint_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery" ON "webhook_attempts" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_organization" ON "webhook_endpoints" USING btree ("organization_id","environment");--> statement-breakpoint
CREATE INDEX "audit_logs_user" ON "audit_logs" USING btree ("user_id","timestamp") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "audit_logs_organization" ON "audit_logs" USING btree ("organization_id","environment","timestamp");--> statement-breakpoint
CREATE INDEX "audit_logs_subject" ON "audit_logs" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_logs_timestamp" ON "audit_logs" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "decisions_organization" ON "decisions" USING btree ("organization_id","environment","evaluated_at");--> statement-breakpoint
CREATE INDEX "decisions_subject" ON "decisions" USING btree ("subject_id","evaluated_at") WHERE subject_type <> 'sanctions_check';--> statement-breakpoint
CREATE INDEX "decisions_refused" ON "decisions" USING btree ("wallet_address","evaluated_at") WHERE outcome <> 'allow';--> statement-breakpoint
CREATE INDEX "documents_owner" ON "documents" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_organization" ON "documents" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "events_published" ON "events" USING btree ("organization_id","environment","published") WHERE published is not null;--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("organization_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "events_organization" ON "events" USING btree ("organization_id","environment","position");--> statement-breakpoint
CREATE INDEX "events_resource" ON "events" USING btree ("organization_id","environment","resource_id","sequence");--> statement-breakpoint
CREATE INDEX "events_undispatched" ON "events" USING btree ("position") WHERE dispatched_at is null;--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "log_checkpoints_note" ON "log_checkpoints" USING btree ("tree_size","note");--> statement-breakpoint
CREATE UNIQUE INDEX "log_entries_audit" ON "log_entries" USING btree ("audit_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree ("to_hash");--> statement-breakpoint
CREATE INDEX "request_logs_organization" ON "request_logs" USING btree ("organization_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "fee_entries_offering" ON "fee_entries" USING btree ("organization_id","environment","offering_id","created_at");--> statement-breakpoint
CREATE INDEX "holding_acts_created" ON "holding_acts" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "holding_acts_active" ON "holding_acts" USING btree ("organization_id","environment","offering_id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "holding_acts_person" ON "holding_acts" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "investments_created" ON "investments" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "investments_offering" ON "investments" USING btree ("organization_id","environment","offering_id","created_at");--> statement-breakpoint
CREATE INDEX "investments_investor" ON "investments" USING btree ("investor_id");--> statement-breakpoint
CREATE INDEX "investments_person" ON "investments" USING btree ("offering_id","person_id","status");--> statement-breakpoint
CREATE INDEX "investments_waiting" ON "investments" USING btree ("offering_id","reserved_until") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "investors_created" ON "investors" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "investors_email" ON "investors" USING btree ("organization_id","environment","email_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "investors_external" ON "investors" USING btree ("organization_id","environment","external_id");--> statement-breakpoint
CREATE INDEX "investors_person" ON "investors" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "investors_wallet" ON "investors" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "invitations_offering" ON "invitations" USING btree ("offering_id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "issuances_offering" ON "issuances" USING btree ("organization_id","environment","offering_id","created_at");--> statement-breakpoint
CREATE INDEX "issuances_unreported" ON "issuances" USING btree ("authorized_until") WHERE status = 'authorized';--> statement-breakpoint
CREATE INDEX "issuances_watched" ON "issuances" USING btree ("id") WHERE settled_block is not null;--> statement-breakpoint
CREATE INDEX "lots_offering" ON "lots" USING btree ("organization_id","environment","offering_id","created_at");--> statement-breakpoint
CREATE INDEX "lots_holder" ON "lots" USING btree ("organization_id","environment","wallet_address");--> statement-breakpoint
CREATE INDEX "lots_person" ON "lots" USING btree ("person_id","offering_id");--> statement-breakpoint
CREATE INDEX "offerings_created" ON "offerings" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "offerings_external" ON "offerings" USING btree ("organization_id","environment","external_id");--> statement-breakpoint
CREATE INDEX "transactions_watched" ON "transactions" USING btree ("id") WHERE settled_block is not null;--> statement-breakpoint
CREATE INDEX "transactions_created" ON "transactions" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_offering" ON "transactions" USING btree ("offering_id");--> statement-breakpoint
CREATE INDEX "transactions_deadline" ON "transactions" USING btree ("deadline") WHERE deadline is not null;--> statement-breakpoint
CREATE INDEX "transactions_from" ON "transactions" USING btree ("organization_id","environment","from_address","created_at");--> statement-breakpoint
CREATE INDEX "transactions_to" ON "transactions" USING btree ("organization_id","environment","to_address","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_hash" ON "transactions" USING btree ("organization_id","environment","transaction_hash");
--> statement-breakpoint
-- What the schema files cannot say.
-- The audit log and the tree over it only grow. Even the product's own code cannot change a row.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_logs_append_only BEFORE UPDATE OR DELETE ON audit_logs FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_logs_no_truncate BEFORE TRUNCATE ON audit_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_entries_append_only BEFORE UPDATE OR DELETE ON log_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_entries_no_truncate BEFORE TRUNCATE ON log_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_nodes_append_only BEFORE UPDATE OR DELETE ON log_nodes FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_checkpoints_append_only BEFORE UPDATE OR DELETE ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_cosignatures_append_only BEFORE UPDATE OR DELETE ON log_cosignatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_epochs_append_only BEFORE UPDATE OR DELETE ON log_epochs FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What was said of a tenant stays said. Rows go only with their organisation.
CREATE TRIGGER tenant_facts_unchanged BEFORE UPDATE ON tenant_facts FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
INSERT INTO log_epochs (epoch, log_id, reason) VALUES (1, gen_random_uuid()::text, 'the log began');
--> statement-breakpoint
-- A changed key must be refused at its next call in every process, so each change is announced.
CREATE FUNCTION announce_api_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('api_key_changed', OLD.key_hash);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER api_keys_changed AFTER UPDATE OF is_active, scopes, allowed_ips, settings, expires_at ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_api_key();
--> statement-breakpoint
CREATE TRIGGER api_keys_deleted AFTER DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_api_key();
--> statement-breakpoint
-- A key does no more than its person may now, so each change of a person's roles and standing is announced to every process.
CREATE FUNCTION announce_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    PERFORM pg_notify('account_changed', OLD.id);
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM pg_notify('account_changed', NEW.user_id);
  ELSE
    PERFORM pg_notify('account_changed', OLD.user_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_roles_changed AFTER INSERT OR UPDATE OR DELETE ON user_roles FOR EACH ROW EXECUTE FUNCTION announce_account();
--> statement-breakpoint
CREATE TRIGGER users_suspended AFTER UPDATE OF suspended_at ON users FOR EACH ROW EXECUTE FUNCTION announce_account();
--> statement-breakpoint
CREATE TRIGGER users_deleted AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION announce_account();
--> statement-breakpoint
-- Each credential has its own number, from which its place in the status lists is drawn.
CREATE SEQUENCE credential_ordinal_sandbox AS bigint MINVALUE 0 START 0;
--> statement-breakpoint
CREATE SEQUENCE credential_ordinal_production AS bigint MINVALUE 0 START 0;
--> statement-breakpoint
-- Rows that every call writes stay in their page as they are: compressing them took a tenth of the server's time for such a call.
ALTER TABLE "decisions" SET (toast_tuple_target = 4080);
--> statement-breakpoint
ALTER TABLE "request_logs" SET (toast_tuple_target = 4080);
--> statement-breakpoint
-- What is encrypted cannot be compressed.
ALTER TABLE "decisions" ALTER COLUMN "facts_sealed" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "screenings" ALTER COLUMN "subject_sealed" SET STORAGE EXTERNAL;
