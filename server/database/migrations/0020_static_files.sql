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
CREATE TABLE "upload" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"stored_name" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"checksum" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_stored_name_unclaimed_file_name_fk" FOREIGN KEY ("stored_name") REFERENCES "public"."unclaimed_file"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "static_file_list_index" ON "static_file" USING btree ("country","language","position");--> statement-breakpoint
CREATE INDEX "upload_account_index" ON "upload" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "upload_stored_index" ON "upload" USING btree ("stored_name");