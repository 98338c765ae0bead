CREATE TABLE "alert_webhook" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"secret_kept_at" timestamp with time zone,
	"is_on" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone,
	"last_result" text,
	"last_status" smallint,
	"gave_up_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_subscription" (
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"token" text NOT NULL,
	CONSTRAINT "mail_subscription_account_id_kind_pk" PRIMARY KEY("account_id","kind"),
	CONSTRAINT "mail_subscription_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "warning_summary" (
	"account_id" bigint NOT NULL,
	"month" date NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "warning_summary_account_id_month_pk" PRIMARY KEY("account_id","month")
);
--> statement-breakpoint
ALTER TABLE "warning_told" DROP CONSTRAINT "warning_told_property_id_warning_id_account_id_urgency_pk";
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "alert_timing" text DEFAULT 'CRITICAL' NOT NULL;
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "quiet_from" smallint DEFAULT 21 NOT NULL;
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "quiet_until" smallint DEFAULT 7 NOT NULL;
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "quiet_for_critical" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "monthly_summary" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "warning_told" ADD COLUMN "channel" text DEFAULT 'EMAIL' NOT NULL;
--> statement-breakpoint
ALTER TABLE "warning_told" ADD COLUMN "is_digest" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "warning_told" ADD CONSTRAINT "warning_told_pk" PRIMARY KEY("property_id","warning_id","account_id","channel","urgency");
--> statement-breakpoint
-- What wasn't critical came in the mail of the day.
UPDATE warning_told SET is_digest = urgency < 10;
