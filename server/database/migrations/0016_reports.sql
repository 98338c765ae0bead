CREATE TABLE "download_ticket" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"action" text NOT NULL,
	"object_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"country" text NOT NULL,
	"job_id" bigint,
	"period" date,
	"definition" jsonb NOT NULL,
	"status" text NOT NULL,
	"progress" smallint DEFAULT 0 NOT NULL,
	"failure" text,
	"queue_id" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"interruptions" smallint DEFAULT 0 NOT NULL,
	"rows" bigint,
	"bytes" bigint,
	"file_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "report_job" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"country" text NOT NULL,
	"definition" jsonb NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_run" date NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "report_period_key" ON "report" USING btree ("job_id","period");--> statement-breakpoint
CREATE INDEX "report_account_index" ON "report" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "report_expiry_index" ON "report" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "report_job_account_index" ON "report_job" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "report_job_next_index" ON "report_job" USING btree ("country","next_run");