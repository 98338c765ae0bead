ALTER TABLE "alert_webhook" ADD COLUMN "former_secret" text;--> statement-breakpoint
ALTER TABLE "alert_webhook" ADD COLUMN "former_until" timestamp with time zone;