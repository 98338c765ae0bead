CREATE TABLE "warning" (
	"property_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "warning_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" bigint NOT NULL,
	"alert" text NOT NULL,
	"state" text NOT NULL,
	"urgency" smallint NOT NULL,
	"first_occurrence" timestamp with time zone NOT NULL,
	"last_occurrence" timestamp with time zone NOT NULL,
	"cleared_at" timestamp with time zone,
	"figure" double precision,
	"limit_value" double precision,
	"raised_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"acknowledged_by" text,
	"acknowledged_at" timestamp with time zone,
	"snoozed_until" date,
	"resolved_by" text,
	"resolved_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "warning_property_id_id_pk" PRIMARY KEY("property_id","id")
);
--> statement-breakpoint
CREATE TABLE "warning_due" (
	"property_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "warning_due_property_id_device_id_pk" PRIMARY KEY("property_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "warning_event" (
	"property_id" bigint NOT NULL,
	"warning_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "warning_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"by_user" text,
	"detail" text DEFAULT '' NOT NULL,
	CONSTRAINT "warning_event_property_id_warning_id_id_pk" PRIMARY KEY("property_id","warning_id","id")
);
--> statement-breakpoint
CREATE TABLE "warning_limit" (
	"property_id" bigint NOT NULL,
	"alert" text NOT NULL,
	"is_on" boolean NOT NULL,
	"limits" jsonb NOT NULL,
	"urgency" smallint,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "warning_limit_property_id_alert_pk" PRIMARY KEY("property_id","alert")
);
--> statement-breakpoint
CREATE TABLE "warning_notice" (
	"account_id" bigint NOT NULL,
	"property_id" bigint NOT NULL,
	"alert" text NOT NULL,
	"by_email" boolean NOT NULL,
	"by_mobile" boolean NOT NULL,
	CONSTRAINT "warning_notice_account_id_property_id_alert_pk" PRIMARY KEY("account_id","property_id","alert")
);
--> statement-breakpoint
CREATE TABLE "warning_told" (
	"property_id" bigint NOT NULL,
	"warning_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"urgency" smallint NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "warning_told_property_id_warning_id_account_id_urgency_pk" PRIMARY KEY("property_id","warning_id","account_id","urgency")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "warning_open_key" ON "warning" USING btree ("property_id","device_id","alert") WHERE state = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "warning_device_index" ON "warning" USING btree ("property_id","device_id","last_occurrence");--> statement-breakpoint
CREATE INDEX "warning_open_index" ON "warning" USING btree ("property_id","last_occurrence") WHERE state <> 'RESOLVED' AND withdrawn_at IS NULL;--> statement-breakpoint
CREATE INDEX "warning_id_index" ON "warning" USING btree ("id");--> statement-breakpoint
CREATE INDEX "warning_notice_property_index" ON "warning_notice" USING btree ("property_id","alert");--> statement-breakpoint
CREATE INDEX "warning_told_account_index" ON "warning_told" USING btree ("account_id","decided_at");--> statement-breakpoint
GRANT SELECT ON warning, warning_event, warning_limit, warning_due, warning_notice, warning_told TO meterhouse_reader;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['warning', 'warning_event', 'warning_limit', 'warning_due',
    'warning_notice', 'warning_told'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY assigned ON %I FOR SELECT TO meterhouse_reader USING (property_id = ANY
       (ARRAY(SELECT property_id FROM property_access WHERE account_id = meterhouse_account())))',
      name);
  END LOOP;
END
$$;
