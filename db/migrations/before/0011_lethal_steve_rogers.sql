CREATE TABLE "decision_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL
);
