CREATE TABLE "entity_files" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"environment" text NOT NULL,
	"person_id" text NOT NULL,
	"investor_id" text NOT NULL,
	"state" text DEFAULT 'filed' NOT NULL,
	"number_state" text NOT NULL,
	"lei_state" text NOT NULL,
	"looked_up_at" timestamp (3) with time zone,
	"people" text[] NOT NULL,
	"subject_key_id" text NOT NULL,
	"file_sealed" "bytea" NOT NULL,
	"case_id" text,
	"evidence_id" text,
	"filed_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "entity_files_environment_word" CHECK ("environment" in ('sandbox', 'production')),
	CONSTRAINT "entity_files_state_word" CHECK ("state" in ('filed', 'in_review', 'confirmed', 'refused', 'superseded')),
	CONSTRAINT "entity_files_number_state_word" CHECK ("number_state" in ('none', 'unchecked', 'well_formed', 'confirmed', 'differs', 'not_found', 'not_active')),
	CONSTRAINT "entity_files_lei_state_word" CHECK ("lei_state" in ('none', 'unconfirmed', 'confirmed', 'differs', 'not_found', 'not_active'))
);
--> statement-breakpoint
ALTER TABLE "entity_files" ADD CONSTRAINT "entity_files_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "entity_files" ADD CONSTRAINT "entity_files_investor_id_investors_id_fk" FOREIGN KEY ("investor_id") REFERENCES "public"."investors"("id") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE UNIQUE INDEX "entity_files_current" ON "entity_files" USING btree ("person_id") WHERE "entity_files"."state" <> 'superseded';--> statement-breakpoint
CREATE INDEX "entity_files_person" ON "entity_files" USING btree ("organization_id","environment","person_id","created_at");--> statement-breakpoint
CREATE INDEX "entity_files_people" ON "entity_files" USING gin ("people");