CREATE TABLE "document" (
	"property_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "document_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" bigint,
	"document_type" text NOT NULL,
	"billing_type" text NOT NULL,
	"status" text NOT NULL,
	"period_begin" date NOT NULL,
	"period_end" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"owner_name" text NOT NULL,
	"inactive_user" boolean DEFAULT false NOT NULL,
	"file_name" text,
	"stored_name" text,
	"content_type" text,
	"checksum" text,
	"bytes" bigint,
	"added_by" text NOT NULL,
	CONSTRAINT "document_property_id_id_pk" PRIMARY KEY("property_id","id")
);
--> statement-breakpoint
CREATE TABLE "document_package" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_package_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"country" text NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"status" text NOT NULL,
	"queue_id" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"interruptions" smallint DEFAULT 0 NOT NULL,
	"document_ids" bigint[],
	"stored_name" text,
	"bytes" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unclaimed_file" (
	"name" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "document_id_index" ON "document" USING btree ("id");--> statement-breakpoint
CREATE INDEX "document_property_index" ON "document" USING btree ("property_id","created_at","id");--> statement-breakpoint
CREATE INDEX "document_created_index" ON "document" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "document_tenant_index" ON "document" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_file_key" ON "document" USING btree ("property_id",coalesce(tenant_id, 0),"checksum") WHERE checksum IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "document_announced_key" ON "document" USING btree ("property_id",coalesce(tenant_id, 0),"document_type","billing_type","period_begin","period_end","status") WHERE checksum IS NULL;--> statement-breakpoint
CREATE INDEX "document_package_account_index" ON "document_package" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "document_package_expiry_index" ON "document_package" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "unclaimed_file_since_index" ON "unclaimed_file" USING btree ("since");--> statement-breakpoint
CREATE INDEX "tenant_id_index" ON "tenant" USING btree ("id");--> statement-breakpoint
GRANT SELECT ON document TO meterhouse_reader;
--> statement-breakpoint
ALTER TABLE document ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY assigned ON document FOR SELECT TO meterhouse_reader USING (property_id = ANY
  (ARRAY(SELECT property_id FROM property_access WHERE account_id = meterhouse_account())));
