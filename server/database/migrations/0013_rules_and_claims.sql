ALTER TABLE "import_run" ADD COLUMN "claims" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "device_state" ADD COLUMN "rules" smallint DEFAULT 0 NOT NULL;