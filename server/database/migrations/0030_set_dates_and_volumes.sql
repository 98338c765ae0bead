ALTER TABLE "device" ADD COLUMN "set_date" text;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "corrected" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "device_errors" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "ignored" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "property" ADD COLUMN "set_date" text;--> statement-breakpoint
ALTER TABLE "reading" ADD COLUMN "duration_seconds" integer;--> statement-breakpoint
ALTER TABLE "device_state" ADD COLUMN "is_volumes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_correction" ADD COLUMN "is_delivery" boolean DEFAULT false NOT NULL;