CREATE TABLE "billing_administrator" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "billing_administrator_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"sap_number" text NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_assignment" (
	"account_id" bigint NOT NULL,
	"billing_administrator_id" bigint NOT NULL,
	CONSTRAINT "billing_assignment_account_id_billing_administrator_id_pk" PRIMARY KEY("account_id","billing_administrator_id")
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "sap_number" text;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_administrator_number_key" ON "billing_administrator" USING btree ("country","sap_number");--> statement-breakpoint
CREATE INDEX "billing_assignment_administrator_index" ON "billing_assignment" USING btree ("billing_administrator_id");