CREATE SCHEMA "auth";
--> statement-breakpoint
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
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"last_used_route" text
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
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"second_factor_at" timestamp with time zone,
	"user_id" text NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth"."two_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp with time zone,
	"last_used_step" bigint
);
--> statement-breakpoint
CREATE TABLE "auth"."user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "user_profiles" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
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
	"role" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"auth_id" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text DEFAULT 'investor' NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"profile_completed" boolean DEFAULT false NOT NULL,
	"mfa_enabled" boolean DEFAULT false NOT NULL,
	"organization_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"input_path" text NOT NULL,
	"output_path" text NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"deadline" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wallet_challenges" (
	"nonce" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"address" text NOT NULL,
	"message" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"person_id" text NOT NULL,
	"levels" jsonb NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone
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
	"used_at" timestamp (3) with time zone NOT NULL
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
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exceptions" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"subject_id" text NOT NULL,
	"entity_id" text NOT NULL,
	"reason" text NOT NULL,
	"author" text NOT NULL,
	"approved_by" text,
	"subject_hash" text NOT NULL,
	"entity_hash" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"loaded_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"etag" text,
	"origin" text NOT NULL,
	"organization_id" text,
	"content" "bytea" NOT NULL,
	"delta" jsonb
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
	"last_status" text NOT NULL,
	"last_matches" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"self_excluded_until" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "protocol_policies" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"protocol" text NOT NULL,
	"policy" jsonb NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "protocol_policies_organization_id_environment_protocol_pk" PRIMARY KEY("organization_id","environment","protocol")
);
--> statement-breakpoint
CREATE TABLE "sandbox_snapshots" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"label" text NOT NULL,
	"copy_organization_id" text NOT NULL,
	"rows" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"control_proven_at" timestamp (3) with time zone,
	"verification_status" text DEFAULT 'none' NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"superseded_by" text,
	"creator" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_inquiries" (
	"id" text PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"inquiry_type" text NOT NULL,
	"notes" text NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text DEFAULT 'incident' NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"services" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_logs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"data" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ruleset_versions" (
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"data" jsonb NOT NULL,
	"published_by" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ruleset_versions_version_sha256_pk" PRIMARY KEY("version","sha256")
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
	CONSTRAINT "status_probes_service_at_pk" PRIMARY KEY("service","at")
);
--> statement-breakpoint
CREATE TABLE "status_subscribers" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"response_headers" jsonb,
	"response_body" text,
	"address" text,
	"duration_ms" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"finished_at" timestamp (3) with time zone
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
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"leaf_hash" "bytea" NOT NULL
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
	"expires_at" timestamp (3) with time zone
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_sequences" (
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"resource_id" text NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "event_sequences_organization_id_environment_resource_id_pk" PRIMARY KEY("organization_id","environment","resource_id")
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
	"created_at" timestamp (3) with time zone NOT NULL
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_environment_method_path_key_pk" PRIMARY KEY("organization_id","environment","method","path","key")
);
--> statement-breakpoint
CREATE TABLE "log_checkpoints" (
	"tree_size" bigint PRIMARY KEY NOT NULL,
	"root_hash" "bytea" NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_entries" (
	"leaf_index" bigint PRIMARY KEY NOT NULL,
	"audit_id" text NOT NULL,
	"leaf_hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_nodes" (
	"level" integer NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_nodes_level_position_pk" PRIMARY KEY("level","position")
);
--> statement-breakpoint
CREATE TABLE "log_pending" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"audit_id" text NOT NULL,
	"leaf_hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
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
	"ip" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subject_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"wrapped_key" "bytea",
	"destroyed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"created_at" timestamp (3) with time zone NOT NULL
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
	"lockup_until" timestamp (3) with time zone,
	"issued_quantity" numeric(38,18) DEFAULT '0' NOT NULL,
	"decision_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"terms_accepted_at" timestamp (3) with time zone,
	"external_id" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"answered_at" timestamp (3) with time zone
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
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"frozen" boolean DEFAULT false NOT NULL,
	"issuance_id" text,
	"transaction_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text
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
	"amount_raised" numeric(38,18) DEFAULT '0' NOT NULL,
	"tokens_issued" numeric(38,18) DEFAULT '0' NOT NULL,
	"fee_accrued" numeric(38,18) DEFAULT '0' NOT NULL,
	"investor_count" integer DEFAULT 0 NOT NULL,
	"non_accredited_count" integer DEFAULT 0 NOT NULL,
	"token_address" text,
	"fixed" boolean DEFAULT false NOT NULL,
	"first_sale_at" timestamp (3) with time zone,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
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
	"amount" numeric(38,18) NOT NULL,
	"currency" text,
	"offering_id" text,
	"asset" jsonb,
	"venue" text,
	"restriction_code" integer NOT NULL,
	"risk_score" integer DEFAULT 0 NOT NULL,
	"checks" jsonb NOT NULL,
	"travel_rule" jsonb,
	"party_key_id" text,
	"party_sealed" text,
	"authorization" jsonb,
	"transaction_hash" text,
	"timeline" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"decision_id" text NOT NULL,
	"deadline" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."backup_code" ADD CONSTRAINT "backup_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_requests" ADD CONSTRAINT "role_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."two_factor" ADD CONSTRAINT "two_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_status" ADD CONSTRAINT "verification_status_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user" ON "auth"."account" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_organization" ON "api_keys" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "backup_code_user" ON "auth"."backup_code" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "auth"."passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_credential" ON "auth"."passkey" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "role_requests_status" ON "role_requests" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "session_user" ON "auth"."session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factor_user" ON "auth"."two_factor" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_profiles_user" ON "user_profiles" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_roles_user_role" ON "user_roles" USING btree ("user_id","role");--> statement-breakpoint
CREATE UNIQUE INDEX "users_auth_id" ON "users" USING btree ("auth_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_organization" ON "users" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "auth"."verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "bulk_screenings_organization" ON "bulk_screenings" USING btree ("organization_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "cases_queue" ON "cases" USING btree ("organization_id","environment","status","priority","created_at");--> statement-breakpoint
CREATE INDEX "cases_subject" ON "cases" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "consents_person" ON "consents" USING btree ("organization_id","environment","person_id");--> statement-breakpoint
CREATE INDEX "credential_uses_credential" ON "credential_uses" USING btree ("credential_id","used_at");--> statement-breakpoint
CREATE INDEX "credentials_person" ON "credentials" USING btree ("organization_id","environment","person_id");--> statement-breakpoint
CREATE INDEX "credentials_wallet" ON "credentials" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "credentials_expiry" ON "credentials" USING btree ("state","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_status" ON "credentials" USING btree ("environment","status_list","status_index");--> statement-breakpoint
CREATE INDEX "exceptions_subject" ON "exceptions" USING btree ("organization_id","environment","subject_id");--> statement-breakpoint
CREATE INDEX "list_versions_source" ON "list_versions" USING btree ("source","loaded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "monitored_subject" ON "monitored_subjects" USING btree ("organization_id","environment","subject_id");--> statement-breakpoint
CREATE INDEX "persons_key" ON "persons" USING btree ("organization_id","environment","person_key");--> statement-breakpoint
CREATE INDEX "sandbox_snapshots_organization" ON "sandbox_snapshots" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "screenings_organization" ON "screenings" USING btree ("organization_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "screenings_subject" ON "screenings" USING btree ("subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_transfers_hash" ON "wallet_transfers" USING btree ("transaction_hash");--> statement-breakpoint
CREATE INDEX "wallet_transfers_wallet" ON "wallet_transfers" USING btree ("wallet_address","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_address" ON "wallets" USING btree ("organization_id","environment","address");--> statement-breakpoint
CREATE INDEX "wallets_person" ON "wallets" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "wallets_user" ON "wallets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contact_inquiries_created" ON "contact_inquiries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "monitoring_logs_created" ON "monitoring_logs" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "status_subscribers_email" ON "status_subscribers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "webhook_attempts_endpoint" ON "webhook_attempts" USING btree ("endpoint_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery" ON "webhook_attempts" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_organization" ON "webhook_endpoints" USING btree ("organization_id","environment");--> statement-breakpoint
CREATE INDEX "audit_logs_user" ON "audit_logs" USING btree ("user_id","timestamp");--> statement-breakpoint
CREATE INDEX "audit_logs_organization" ON "audit_logs" USING btree ("organization_id","environment","timestamp");--> statement-breakpoint
CREATE INDEX "audit_logs_subject" ON "audit_logs" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_logs_timestamp" ON "audit_logs" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "decisions_organization" ON "decisions" USING btree ("organization_id","environment","evaluated_at");--> statement-breakpoint
CREATE INDEX "decisions_wallet" ON "decisions" USING btree ("organization_id","environment","wallet_address");--> statement-breakpoint
CREATE INDEX "decisions_subject" ON "decisions" USING btree ("organization_id","environment","subject_id");--> statement-breakpoint
CREATE INDEX "documents_owner" ON "documents" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "events_organization" ON "events" USING btree ("organization_id","environment","position");--> statement-breakpoint
CREATE INDEX "events_resource" ON "events" USING btree ("organization_id","environment","resource_id","sequence");--> statement-breakpoint
CREATE INDEX "events_undispatched" ON "events" USING btree ("position") WHERE dispatched_at is null;--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "log_entries_audit" ON "log_entries" USING btree ("audit_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "request_logs_organization" ON "request_logs" USING btree ("organization_id","environment","created_at");--> statement-breakpoint
CREATE INDEX "fee_entries_offering" ON "fee_entries" USING btree ("organization_id","environment","offering_id","created_at");--> statement-breakpoint
CREATE INDEX "investments_offering" ON "investments" USING btree ("organization_id","environment","offering_id","created_at");--> statement-breakpoint
CREATE INDEX "investments_investor" ON "investments" USING btree ("investor_id");--> statement-breakpoint
CREATE INDEX "investments_person" ON "investments" USING btree ("offering_id","person_id","status");--> statement-breakpoint
CREATE INDEX "investors_created" ON "investors" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "investors_email" ON "investors" USING btree ("organization_id","environment","email_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "investors_external" ON "investors" USING btree ("organization_id","environment","external_id");--> statement-breakpoint
CREATE INDEX "investors_person" ON "investors" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "investors_wallet" ON "investors" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "invitations_offering" ON "invitations" USING btree ("offering_id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "issuances_offering" ON "issuances" USING btree ("organization_id","environment","offering_id","created_at");--> statement-breakpoint
CREATE INDEX "lots_offering" ON "lots" USING btree ("organization_id","environment","offering_id","created_at");--> statement-breakpoint
CREATE INDEX "lots_holder" ON "lots" USING btree ("organization_id","environment","wallet_address");--> statement-breakpoint
CREATE INDEX "lots_person" ON "lots" USING btree ("person_id","offering_id");--> statement-breakpoint
CREATE INDEX "offerings_created" ON "offerings" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "offerings_external" ON "offerings" USING btree ("organization_id","environment","external_id");--> statement-breakpoint
CREATE INDEX "transactions_created" ON "transactions" USING btree ("organization_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_offering" ON "transactions" USING btree ("offering_id");--> statement-breakpoint
CREATE INDEX "transactions_from" ON "transactions" USING btree ("organization_id","environment","from_address","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_hash" ON "transactions" USING btree ("organization_id","environment","transaction_hash");