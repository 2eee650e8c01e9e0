CREATE TABLE "log_cosignatures" (
	"checkpoint_id" bigint NOT NULL,
	"witness" text NOT NULL,
	"line" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_cosignatures_checkpoint_id_witness_pk" PRIMARY KEY("checkpoint_id","witness")
);
--> statement-breakpoint
CREATE TABLE "log_epochs" (
	"epoch" integer PRIMARY KEY NOT NULL,
	"log_id" text NOT NULL,
	"note" text,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "log_checkpoints" DROP CONSTRAINT "log_checkpoints_pkey";--> statement-breakpoint
ALTER TABLE "log_checkpoints" ADD COLUMN "id" bigserial PRIMARY KEY NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "log_checkpoints_note" ON "log_checkpoints" USING btree ("tree_size","note");--> statement-breakpoint
CREATE TRIGGER log_checkpoints_append_only BEFORE UPDATE OR DELETE ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_cosignatures_append_only BEFORE UPDATE OR DELETE ON log_cosignatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_epochs_append_only BEFORE UPDATE OR DELETE ON log_epochs FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
INSERT INTO log_epochs (epoch, log_id, reason) VALUES (1, gen_random_uuid()::text, 'the log began');
