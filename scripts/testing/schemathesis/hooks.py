"""What JSON Schema has no words for, so that a request may keep to it and be refused all the same; and who is signed in."""

import os
import subprocess

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData

# Rules that compare fields with one another, or with what only the portal knows. A period may end
# before it begins, have too many buckets for its timeframe, or be a billing period of no property. What
# a form hides at the time isn't taken.
RULES = {
    *("confirmed", "currentPassword", "hidden", "is_not", "not_before", "not_below", "password", "period"),
    "totpCode",
}

# A tenant needs the property that it is one of.
TOGETHER = {("query.property", "required")}

ACCOUNTS = (
    *("administrator.create", "administrator.save", "subAdministrator.create"),
    *("subAdministrator.createOf", "subAdministrator.save", "subAdministrator.saveOf"),
)

# A form is narrower than its schema: a contact's message has ten to 3,000 characters there, and a
# telephone number no blanks.
NARROWED = {
    ("contact.send", "body.message", "minLength"),
    ("contact.send", "body.message", "maxLength"),
    ("profile.save", "body.phoneNumber", "pattern"),
    # Who makes or changes an account says its number.
    *(
        (call, "body.phoneNumber", rule)
        for call in ACCOUNTS
        for rule in ("required", "type", "minLength", "pattern")
    ),
    # What is in work is new no more, and a tag is chosen once.
    ("supportMessage.change", "body.state", "enum"),
    ("staticFile.create", "body.tags", "uniqueItems"),
    ("staticFile.save", "body.tags", "uniqueItems"),
    ("permissionPackage.create", "body.features", "uniqueItems"),
    ("permissionPackage.save", "body.features", "uniqueItems"),
}

# Which fields and columns a report takes and needs, and how long it may be, its type says.
BY_TYPE = {
    *("report.create", "report.estimate", "reportJob.create", "reportJob.save"),
    *("live.header", "live.data"),
}

SUPPLY = ("year", "category", "name", "value", "COAL", "unit", "source", "publisher")

SHARES = ("share", "shareOf", "sharingForecast", "sharingForecastOf")

# A limit of warnings may contradict another one, and a temperature needs one of two. What is snoozed
# is quiet up to a day to come. A calendar has so many days at most. Documents are asked for by tenants
# or by properties.
BESIDE = {
    *((f"leakage.{call}", "body.criticalLitresPerHour") for call in ("save", "forecast")),
    *((f"co2.{call}", "body.criticalPpm") for call in ("save", "forecast")),
    *((f"temperature.{call}", "body.lowest") for call in ("save", "forecast")),
    *((f"temperature.{call}", "body.highest") for call in ("save", "forecast")),
    ("warning.snooze", "body.until"),
    ("warning.days", "query.periodEnd"),
    ("document.list", "body.propertyIds"),
    ("document.types", "body.propertyIds"),
    ("documentPackage.create", "body.propertyIds"),
    # Nobody can make up what they have sent before.
    ("staticFile.create", "body.upload"),
    ("staticFile.save", "body.upload"),
    ("managedDocument.create", "body.upload"),
    *((f"import.{call}", "body.upload") for call in ("forecast", "start")),
    # Nor which user names are taken, and what there is in the market.
    ("administrator.create", "body.username"),
    *((f"administrator.{call}", "body.billingAdmins") for call in ("create", "save")),
    *((f"administrator.{call}", "body.packageId") for call in ("assign", "assignmentForecast")),
    *((f"administrator.{call}", "body.properties") for call in ("assign", "assignmentForecast")),
    *((f"subAdministrator.{call}", "body.username") for call in ("create", "createOf")),
    # Nor which accounts are disabled, whose address stays.
    ("administrator.save", "body.email"),
    *((f"subAdministrator.{call}", "body.email") for call in ("save", "saveOf")),
    *((f"subAdministrator.{call}", "body.properties") for call in SHARES),
    *((f"subAdministrator.{call}", "body.features") for call in SHARES),
    # What a fact of supply needs depends on what it is, and a mix makes 100 %.
    *(("supplyFact.change", f"body.{field}") for field in SUPPLY),
    # An address is more than its pattern.
    ("webhook.save", "body.url"),
    *(("contact.send", f"body.attachments.{at}") for at in range(5)),
}


def is_beyond_schemas(operation, fault):
    rule, field = fault.get("rule"), fault["field"]
    if operation in BY_TYPE and field.startswith("body."):
        return True
    if (operation, field) in BESIDE:
        return True
    return rule in RULES or (operation, field, rule) in NARROWED or (field, rule) in TOGETHER


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if not isinstance(failure, RejectedPositiveData):
        return True
    refusal = response.json()
    # Nobody makes up what is in a mailed link, or bytes that are a file of readings; and a right
    # question after an average has no answer while it would tell of single properties.
    if refusal["status"] in {"LINK_EXPIRED", "IMPORT_REFUSED", "COHORT_TOO_SMALL"}:
        return False
    operation = case.operation.definition.raw["operationId"]
    # Nor bytes that are a PDF, or another kind that is taken; none at all are no file.
    if operation == "upload.create":
        is_empty = not response.request.body
        if refusal["status"] == ("BAD_REQUEST" if is_empty else "UNSUPPORTED_FORMAT"):
            return False
    faults = refusal["errors"]
    return not (faults and all(is_beyond_schemas(operation, fault) for fault in faults))


if "METERHOUSE_SIGN_IN" in os.environ:

    # Anew when a token has expired, or a call has ended its session.
    @schemathesis.auth(refresh_interval=200)
    class SignedIn:
        def get(self, case, context):
            command = os.environ["METERHOUSE_SIGN_IN"].split("\n")
            signing = subprocess.run(command, capture_output=True, text=True)
            if signing.returncode != 0:
                print(signing.stderr)
                raise RuntimeError("The caller could not sign in.")
            return signing.stdout

        def set(self, case, data, context):
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}
