CREATE TABLE "contact_attachment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_attachment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"stored_name" text NOT NULL,
	"content_type" text NOT NULL,
	"checksum" text NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"state" text NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "static_file" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "static_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"language" text NOT NULL,
	"position" integer NOT NULL,
	"label" text NOT NULL,
	"tags" text[] NOT NULL,
	"file_name" text NOT NULL,
	"stored_name" text NOT NULL,
	"content_type" text NOT NULL,
	"checksum" text NOT NULL,
	"bytes" bigint NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"owner" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "state" text DEFAULT 'NEW' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unclaimed_file" ADD COLUMN "upload_id" text;--> statement-breakpoint
ALTER TABLE "unclaimed_file" ADD COLUMN "account_id" bigint;--> statement-breakpoint
ALTER TABLE "unclaimed_file" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "unclaimed_file" ADD COLUMN "content_type" text;--> statement-breakpoint
ALTER TABLE "unclaimed_file" ADD COLUMN "checksum" text;--> statement-breakpoint
ALTER TABLE "unclaimed_file" ADD COLUMN "bytes" bigint;--> statement-breakpoint
CREATE INDEX "contact_attachment_message_index" ON "contact_attachment" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "contact_event_message_index" ON "contact_event" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "static_file_list_index" ON "static_file" USING btree ("country","language","position");--> statement-breakpoint
CREATE INDEX "contact_message_country_index" ON "contact_message" USING btree ("country","created_at");--> statement-breakpoint
CREATE INDEX "unclaimed_file_account_index" ON "unclaimed_file" USING btree ("account_id") WHERE account_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "unclaimed_file" ADD CONSTRAINT "unclaimed_file_upload_id_unique" UNIQUE("upload_id");--> statement-breakpoint
ALTER TABLE "unclaimed_file" ADD CONSTRAINT "unclaimed_file_upload_whole" CHECK (num_nulls(upload_id, account_id, file_name, content_type, checksum, bytes) IN (0, 6));--> statement-breakpoint
UPDATE contact_message SET country = coalesce((SELECT country FROM account WHERE account.id = account_id), 'PL'),
  -- What was mailed so far was looked after by mail.
  state = CASE WHEN mailed_at IS NULL THEN 'NEW' ELSE 'CLOSED' END;
--> statement-breakpoint
ALTER TABLE contact_message ALTER COLUMN country SET NOT NULL;
