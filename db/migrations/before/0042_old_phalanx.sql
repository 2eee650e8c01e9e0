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
