ALTER TABLE "documents" DROP CONSTRAINT "documents_owner_type_word";--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_owner_type_word" CHECK ("owner_type" in ('user', 'offering', 'investor', 'identity_session'));
