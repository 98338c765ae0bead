ALTER TABLE "import_rejection" ADD COLUMN "is_cut" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "sections" jsonb DEFAULT '[]'::jsonb NOT NULL;