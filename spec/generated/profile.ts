// Made by `npm run generate` from the files in spec/. Never edited by hand.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Profile: {
            naming: {
                /**
                 * @description The vendor word in header names, in lower case.
                 * @default svc
                 */
                vendor: string;
                /**
                 * @description The tax authority word in paths, fields and events, in lower case.
                 * @default taxauth
                 */
                authority: string;
            };
            points: {
                /**
                 * @description Which API-key operations accept a member's bearer token instead? The document speaks of endpoints that list both schemes and names none; a team member may do what the client's key may do.
                 * @default [
                 *       "inviteMember",
                 *       "getAuthorisationTerm",
                 *       "listUsers",
                 *       "updateUser",
                 *       "deleteUser",
                 *       "getConfiguration",
                 *       "updateConfiguration",
                 *       "createDirectConnection",
                 *       "submitMfa",
                 *       "deleteAccount",
                 *       "deleteEntry",
                 *       "listBankStatements",
                 *       "getTaxauthIncome",
                 *       "getOnsExpenditure",
                 *       "listProviders",
                 *       "createWebhook",
                 *       "listWebhooks",
                 *       "deleteWebhook"
                 *     ]
                 */
                "auth.member-token.operations": ("inviteMember" | "getAuthorisationTerm" | "listUsers" | "updateUser" | "deleteUser" | "getConfiguration" | "updateConfiguration" | "createDirectConnection" | "submitMfa" | "deleteAccount" | "deleteEntry" | "listBankStatements" | "getTaxauthIncome" | "getOnsExpenditure" | "listProviders" | "createWebhook" | "listWebhooks" | "deleteWebhook")[];
                /**
                 * @description How long is a member's token valid? An hour is long enough for a working session and short enough to meet expiry in a test.
                 * @default 3600
                 */
                "auth.member-token.lifetime-seconds": number;
                /**
                 * @description How long is a user's token valid when nothing else was asked for? The same as for members.
                 * @default 3600
                 */
                "auth.user-token.lifetime-seconds": number;
                /**
                 * @description Is a user's token a readable JWT or an opaque string? The member's token is called a jwt; one form for both.
                 * @default jwt
                 * @enum {unknown}
                 */
                "auth.user-token.format": "jwt" | "opaque";
                /**
                 * @description Under which path does the service itself issue user tokens? Path, body and response are not shown; in the sandbox the arrangement API issues them.
                 * @default null
                 */
                "auth.user-token.endpoint": string | null;
                /**
                 * @description Which claims may a client rely on in the tokens of members and users? Claims are not shown, so a client should read none of them.
                 * @default null
                 */
                "auth.token-claims": string[] | null;
                /**
                 * @description Which status does a sign-in with wrong credentials get? The authentication failed.
                 * @default 401
                 * @enum {unknown}
                 */
                "members.sign-in.wrong-credentials-status": 400 | 401 | 403 | 404 | 422;
                /**
                 * @description Which roles may a member have? The values are not shown; any text is accepted (null), unless a profile lists the roles.
                 * @default null
                 */
                "members.roles": string[] | null;
                /**
                 * @description Which status does a newly invited member have? The document's sample.
                 * @default unconfirmed
                 * @enum {unknown}
                 */
                "members.invite.initial-status": "unconfirmed" | "confirmed" | "archived" | "compromised" | "unknown" | "reset_required" | "force_change_password" | "external_provider";
                /**
                 * @description Which mfa_status does a newly invited member have? A new member has not set up a second factor yet.
                 * @default disabled
                 * @enum {unknown}
                 */
                "members.invite.initial-mfa-status": "sms" | "email" | "disabled";
                /**
                 * @description What is the name of a member who was invited by e-mail address alone? The part before the at sign is the best name there is.
                 * @default local-part
                 * @enum {unknown}
                 */
                "members.invite.name": "local-part" | "email" | "empty";
                /**
                 * @description How does an invited member who has no account create one? The document says that the member must, and no endpoint of it does; the sandbox's members come with its configuration.
                 * @default null
                 */
                "members.account-creation": string | null;
                /**
                 * @description What happens when an address is invited again? A second invitation is most likely a mistake, and 400 is the refusal that the endpoint states.
                 * @default 400
                 * @enum {unknown}
                 */
                "members.invite.existing-status": 201 | 400 | 409;
                /**
                 * @description Is a body field that the document does not name (a read-only one included) refused or ignored? A misspelt field that is silently dropped is the bug a sandbox is there to find.
                 * @default reject
                 * @enum {unknown}
                 */
                "requests.unknown-fields": "reject" | "ignore";
                /**
                 * @description Is a query parameter that the document does not name (a misspelt one such as LIMIT included) refused or ignored? Most services ignore them, and proxies add some of their own; a strict sandbox notes them in its journal.
                 * @default ignore
                 * @enum {unknown}
                 */
                "requests.unknown-parameters": "ignore" | "reject";
                /**
                 * @description Which body fields must a payroll connection query have? Without the account there is nothing to connect to.
                 * @default [
                 *       "account_id"
                 *     ]
                 */
                "requests.required.queryPayrollConnection": "account_id"[];
                /**
                 * @description Which body fields must a direct connection have? The API key does not say whose data is meant.
                 * @default [
                 *       "user_id"
                 *     ]
                 */
                "requests.required.createDirectConnection": "user_id"[];
                /**
                 * @description Which body fields must an MFA response have? Without its answer the request says nothing.
                 * @default [
                 *       "mfa"
                 *     ]
                 */
                "requests.required.submitMfa": "mfa"[];
                /**
                 * @description Which fields must each file of a presign request have? A file needs a name; the external identifier is the caller's own.
                 * @default [
                 *       "file_name"
                 *     ]
                 */
                "requests.required.presignBankStatements": ("file_name" | "external_id")[];
                /**
                 * @description Which body fields must an invitation have? The document shows the request with both fields.
                 * @default [
                 *       "email",
                 *       "role"
                 *     ]
                 */
                "requests.required.inviteMember": ("email" | "role")[];
                /**
                 * @description Which body fields must a new webhook have? The secret and the key are marked optional, and the payload is off when not set.
                 * @default [
                 *       "name",
                 *       "events",
                 *       "url"
                 *     ]
                 */
                "requests.required.createWebhook": ("name" | "events" | "url" | "config")[];
                /**
                 * @description How many requests a second may a client make? The document shows no limit; there is none unless a profile sets one (then 429 with Retry-After).
                 * @default null
                 */
                "requests.rate-limit": number | null;
                /**
                 * @description Which status does a path identifier get that is not a UUID? No resource with that id exists, and most of these endpoints state no 400.
                 * @default 404
                 * @enum {unknown}
                 */
                "requests.invalid-path-id-status": 400 | 404 | 422;
                /**
                 * @description Which status does a body get that is not JSON? Status 400 is for a malformed request.
                 * @default 400
                 * @enum {unknown}
                 */
                "requests.malformed-json-status": 400 | 422;
                /**
                 * @description Which status does a request get whose value is there and cannot be taken? Status 400 is stated for a missing field, and is the only one that is stated for a request that is wrong.
                 * @default 400
                 * @enum {unknown}
                 */
                "requests.invalid-value-status": 400 | 422;
                /**
                 * @description Which status does a body of another content type get? That is what the code is for.
                 * @default 415
                 * @enum {unknown}
                 */
                "requests.wrong-content-type-status": 400 | 406 | 415 | 422;
                /**
                 * @description Which status does a body over the limit get? That is what the code is for.
                 * @default 413
                 * @enum {unknown}
                 */
                "requests.body-too-large-status": 400 | 413;
                /**
                 * @description Which status does a path get that the document does not have? The path does not exist.
                 * @default 404
                 * @enum {unknown}
                 */
                "requests.unknown-path-status": 400 | 401 | 403 | 404 | 405;
                /**
                 * @description Which status does a method get that a path does not have? That is what the code is for.
                 * @default 405
                 * @enum {unknown}
                 */
                "requests.unknown-method-status": 400 | 401 | 403 | 404 | 405 | 501;
                /**
                 * @description Is money always text with two decimals, or may it have more or fewer? Money is a decimal string "such as" two-decimal text; two decimals are an example there, and the sandbox follows it.
                 * @default two
                 * @enum {unknown}
                 */
                "answers.money-decimals": "two" | "any";
                /**
                 * @description What happens to an offset or limit of the list of users outside the stated range, or one that is not a whole number? A refusal tells the caller of the mistake; 400 like any bad parameter.
                 * @default reject
                 * @enum {unknown}
                 */
                "users.list.out-of-range": "reject" | "clamp";
                /**
                 * @description What happens to an offset or limit of the list of bank statements outside the stated range, or one that is not a whole number? As for users.
                 * @default reject
                 * @enum {unknown}
                 */
                "bank-statements.list.out-of-range": "reject" | "clamp";
                /**
                 * @description What happens to an offset or limit of the list of tax-authority income outside the stated range, or one that is not a whole number? As for users.
                 * @default reject
                 * @enum {unknown}
                 */
                "income.list.out-of-range": "reject" | "clamp";
                /**
                 * @description In which order are users listed? Pages stay stable while users are added.
                 * @default oldest-first
                 * @enum {unknown}
                 */
                "users.list.order": "oldest-first" | "newest-first" | "unspecified";
                /**
                 * @description How many users does a page have when no limit is given? A page that a person can read.
                 * @default 20
                 */
                "users.list.default-limit": number;
                /**
                 * @description The offset begins at 1. Is it the number of the first item, the number of items skipped, or a page number? With a minimum of 1, only a one-based item number or a page number can reach the first user.
                 * @default first-item
                 * @enum {unknown}
                 */
                "users.list.offset-meaning": "first-item" | "skip" | "page";
                /**
                 * @description Which offset is reported when none is given? The smallest that may be given.
                 * @default 1
                 */
                "users.list.default-offset": number;
                /**
                 * @description In which order are bank statement submissions listed? The latest upload is what a caller looks for.
                 * @default newest-first
                 * @enum {unknown}
                 */
                "bank-statements.list.order": "oldest-first" | "newest-first" | "unspecified";
                /**
                 * @description How many bank statement submissions does a page have when no limit is given? A tenth of the largest page.
                 * @default 100
                 */
                "bank-statements.list.default-limit": number;
                /**
                 * @description The offset begins at 0. Is it the number of items skipped or a page number? The usual meaning of an offset from zero.
                 * @default skip
                 * @enum {unknown}
                 */
                "bank-statements.list.offset-meaning": "skip" | "page";
                /**
                 * @description What is the parameter called that leaves out statements created before an instant? It says what it does.
                 * @default created_from
                 */
                "bank-statements.list.exclude-before-name": string;
                /**
                 * @description What is the parameter called that leaves out statements created after an instant? The counterpart of the parameter for statements created before an instant.
                 * @default created_to
                 */
                "bank-statements.list.exclude-after-name": string;
                /**
                 * @description What does a list of bank statements answer for an unknown user, where no 404 is stated? The general rule of the errors table, that an addressed resource which does not exist is a 404.
                 * @default not-found
                 * @enum {unknown}
                 */
                "bank-statements.list.unknown-user": "not-found" | "empty";
                /**
                 * @description In which order are tax-authority income submissions listed? The latest year is what a caller looks for.
                 * @default newest-first
                 * @enum {unknown}
                 */
                "income.list.order": "oldest-first" | "newest-first" | "unspecified";
                /**
                 * @description How many income submissions does a page have when no limit is given? As for users.
                 * @default 20
                 */
                "income.list.default-limit": number;
                /**
                 * @description The offset begins at 1. Is it the number of the first item, the number of items skipped, or a page number? As for users.
                 * @default first-item
                 * @enum {unknown}
                 */
                "income.list.offset-meaning": "first-item" | "skip" | "page";
                /**
                 * @description Which offset is reported when none is given? The smallest that may be given.
                 * @default 1
                 */
                "income.list.default-offset": number;
                /**
                 * @description What does the income list answer for an unknown user, where no 404 is stated? The general rule of the errors table.
                 * @default not-found
                 * @enum {unknown}
                 */
                "income.list.unknown-user": "not-found" | "empty";
                /**
                 * @description What does the income list answer for a user whose tax-authority access is switched off? A caller should see that it is switched off, not that there is nothing. To switch access off may also end the retrieving alone, so that what is held stays shown.
                 * @default 403
                 * @enum {unknown}
                 */
                "income.disabled": 400 | 403 | 404 | "empty" | "shown";
                /**
                 * @description Which account and which entry does a tax-authority income submission name? Both are typed and both are filters, so there must be some; the newest payslip of its employers, of its period where one is held, is the one whose totals the submission repeats. Without one, the submission has an account and an entry of its own.
                 * @default newest-payslip
                 * @enum {unknown}
                 */
                "income.origin": "newest-payslip" | "own";
                /**
                 * @description What becomes of a tax-authority income submission whose account or entry is deleted? Deleting a user deletes all of it; of an account or an entry no sentence says that what the tax authority reported goes too. It stays, and names an account and an entry that are still held, where there are some.
                 * @default kept
                 * @enum {unknown}
                 */
                "income.origin-deleted": "kept" | "deleted";
                /**
                 * @description Under which path does the service itself create users? The document says that users are created via the service and shows no endpoint; in the sandbox the arrangement API creates them.
                 * @default null
                 */
                "users.create.endpoint": string | null;
                /**
                 * @description Under which path does the service itself link accounts? The document shows no endpoint; in the sandbox the arrangement API links them.
                 * @default null
                 */
                "accounts.create.endpoint": string | null;
                /**
                 * @description Under which path does the service itself create and accept authorisation terms? Terms may be client-created, and no endpoint is shown; in the sandbox the arrangement API creates and accepts them.
                 * @default null
                 */
                "terms.create.endpoint": string | null;
                /**
                 * @description Under which path does the service itself take payslips? The document speaks of payslip upload and shows no endpoint; in the sandbox the arrangement API takes them.
                 * @default null
                 */
                "payslips.upload.endpoint": string | null;
                /**
                 * @description Is a field that a user does not have absent from the answer, or null? The document says that the field is removed.
                 * @default absent
                 * @enum {unknown}
                 */
                "users.unset-form": "absent" | "null";
                /**
                 * @description Is a PATCH of a user with an empty object taken? A partial update of nothing changes nothing.
                 * @default 200
                 * @enum {unknown}
                 */
                "users.patch.empty-body": 200 | 400;
                /**
                 * @description Is an empty list of post codes taken? The field holds one or more; null is there to unset it.
                 * @default reject
                 * @enum {unknown}
                 */
                "users.post-codes.empty": "reject" | "accept";
                /**
                 * @description May a timestamp in a request, in its body or its query, be a plain date (YYYY-MM-DD)? A date of birth has no time; it is answered as that day's midnight UTC.
                 * @default accept
                 * @enum {unknown}
                 */
                "users.date-only-timestamps": "accept" | "reject";
                /**
                 * @description How many months back may a lookback period reach? Ten years is beyond what any check asks for.
                 * @default 120
                 */
                "settings.payroll-period-months.maximum": number;
                /**
                 * @description How few months may a lookback period have? A search over no month finds nothing.
                 * @default 1
                 */
                "settings.payroll-period-months.minimum": number;
                /**
                 * @description How far does a search look back when neither the user nor the client has a setting? A year of payslips.
                 * @default 12
                 */
                "settings.payroll-period-months.default": number;
                /**
                 * @description Does a lookback period that is changed later hold for accounts that exist already? The period is called the one searched on account creation, so an account keeps the one that it was created with.
                 * @default kept
                 * @enum {unknown}
                 */
                "settings.payroll-period-months.later-change": "kept" | "current";
                /**
                 * @description Is the client-level setting of tax-authority data, which a user's own overrides, a field of the configuration? The document speaks of the setting twice and lists no field for it; the configuration holds all others that a user's override.
                 * @default field
                 * @enum {unknown}
                 */
                "configuration.income-enabled": "field" | "none";
                /**
                 * @description Is tax-authority data enabled for a user where neither the user nor the client has a setting? What was never switched off is on.
                 * @default true
                 * @enum {unknown}
                 */
                "settings.income-enabled.default": true | false;
                /**
                 * @description Are recurring checks made when neither the user nor the client has a setting? A check is made for those who asked for it.
                 * @default false
                 * @enum {unknown}
                 */
                "settings.recurring-checks.default": true | false;
                /**
                 * @description How often are recurring checks made when neither the user nor the client says so? Most people are paid by the month.
                 * @default MONTHLY
                 * @enum {unknown}
                 */
                "settings.recurring-frequency.default": "WEEKLY" | "MONTHLY";
                /**
                 * @description May payslips be uploaded when neither the user nor the client has a setting? What was never switched off is on.
                 * @default true
                 * @enum {unknown}
                 */
                "settings.payslip-upload.default": true | false;
                /**
                 * @description Are payroll connections on when neither the user nor the client has a setting? The document speaks of an error when the setting is false; what was never switched off is on.
                 * @default true
                 * @enum {unknown}
                 */
                "settings.payroll-connections.default": true | false;
                /**
                 * @description How is the end user redirected to client_callback_url when the journey ends, and what is added to the address? The journey is not part of the interface, so the sandbox stores the address and does not redirect; a deployment may say it as text.
                 * @default null
                 */
                "configuration.client-callback-url.redirect": string | null;
                /**
                 * @description Does null in a configuration update unset the field, or is it refused? As for users.
                 * @default unset
                 * @enum {unknown}
                 */
                "configuration.patch.null": "unset" | "reject";
                /**
                 * @description When does reading the configuration answer its stated 404? A client always has a configuration in the sandbox.
                 * @default never
                 * @enum {unknown}
                 */
                "configuration.get.not-found": "never" | "when-empty";
                /**
                 * @description Which status do a connection query, presigning and reads that need an authorisation get when the user has no active one? The caller is known and not allowed, which is what 403 means.
                 * @default 403
                 * @enum {unknown}
                 */
                "authorisations.missing-status": 400 | 401 | 403 | 404 | 409 | 412 | 422;
                /**
                 * @description Which status does a direct connection get when the user has no active authorisation? As for the connection query.
                 * @default 403
                 * @enum {unknown}
                 */
                "direct-connections.unauthorised-status": 400 | 401 | 403 | 404 | 409 | 412 | 422;
                /**
                 * @description Which status does an MFA answer get when the user has no active authorisation? As for the connection query.
                 * @default 403
                 * @enum {unknown}
                 */
                "accounts.mfa.unauthorised-status": 400 | 401 | 403 | 404 | 409 | 412 | 422;
                /**
                 * @description Which status does a request get whose authorisation header names one that is revoked, unknown or another user's? As for a missing one.
                 * @default 403
                 * @enum {unknown}
                 */
                "authorisations.unusable-status": 400 | 401 | 403 | 404 | 409 | 412 | 422;
                /**
                 * @description Which authorisation is resolved when the user has several and none is named? The latest consent is the one that counts.
                 * @default newest
                 * @enum {unknown}
                 */
                "authorisations.resolution": "newest" | "oldest" | "unspecified";
                /**
                 * @description Does an authorisation stay valid when its term is deactivated after it was accepted? The document ties is_active to accepting, not to having accepted.
                 * @default stays-valid
                 * @enum {unknown}
                 */
                "authorisations.term-deactivated": "stays-valid" | "becomes-invalid";
                /**
                 * @description How many retrievals (connection queries, direct connections) does a one_time authorisation authorise? The document names the category and nothing that ends an authorisation; a caller who repeats a request would be locked out by the stricter reading.
                 * @default any
                 * @enum {unknown}
                 */
                "authorisations.one-time.uses": "any" | "one";
                /**
                 * @description Does presigning need an authorisation, as its header suggests? The endpoint takes the authorisation header, and the upload brings in the user's data.
                 * @default required
                 * @enum {unknown}
                 */
                "authorisations.presign": "required" | "not-required";
                /**
                 * @description Which read endpoints of data already held need an authorisation? They retrieve nothing new, and take no authorisation header.
                 * @default []
                 */
                "authorisations.reads": ("listBankStatements" | "getTaxauthIncome" | "getOnsExpenditure")[];
                /**
                 * @description What are the account states called besides PENDING? Capitals, like the one value that the document shows.
                 * @default {
                 *       "linked": "LINKED",
                 *       "locked": "LOCKED",
                 *       "failed": "FAILED"
                 *     }
                 */
                "accounts.status-values": {
                    linked: string;
                    locked: string;
                    failed: string;
                };
                /**
                 * @description Which status does a wrong MFA answer get? The stated refusal of the endpoint that fits.
                 * @default 400
                 * @enum {unknown}
                 */
                "accounts.mfa.wrong-answer-status": 400 | 401 | 403 | 409 | 422;
                /**
                 * @description What does the service answer to an MFA answer for an account that is not waiting for one? There is no question to answer.
                 * @default 400
                 * @enum {unknown}
                 */
                "accounts.mfa.not-pending-status": 200 | 400 | 403 | 409 | 422;
                /**
                 * @description Which status does an MFA answer get once the provider's login attempts are used up? The stated refusal of the endpoint.
                 * @default 400
                 * @enum {unknown}
                 */
                "accounts.mfa.locked-status": 400 | 401 | 403 | 409 | 422 | 423 | 429;
                /**
                 * @description Does deleting an account delete the entries retrieved through it? The entries belong to the account.
                 * @default deleted
                 * @enum {unknown}
                 */
                "accounts.delete.entries": "deleted" | "kept";
                /**
                 * @description Which status does a connection query get when payroll connections are disabled? The client's own setting forbids it.
                 * @default 403
                 * @enum {unknown}
                 */
                "connections.disabled-status": 400 | 401 | 403 | 404 | 409 | 422;
                /**
                 * @description Are direct connections refused too when payroll connections are disabled? The document names the payroll connections endpoint alone.
                 * @default allowed
                 * @enum {unknown}
                 */
                "connections.disabled-direct": "refused" | "allowed";
                /**
                 * @description Do recurring checks go on through provider accounts while payroll connections are disabled? The service does not do for the caller what the caller may not do; direct connections have their own open point.
                 * @default skipped
                 * @enum {unknown}
                 */
                "connections.disabled-recurring": "skipped" | "run";
                /**
                 * @description Which status does a connection query get for an account that is unknown or another user's? The general rule of the errors table.
                 * @default 404
                 * @enum {unknown}
                 */
                "connections.unknown-account-status": 400 | 403 | 404;
                /**
                 * @description Which status does a connection query get for an account that still waits for MFA or is locked? The stated refusal of the endpoint that fits.
                 * @default 400
                 * @enum {unknown}
                 */
                "connections.pending-account-status": 400 | 401 | 403 | 409 | 422;
                /**
                 * @description What is entry_id when no new payroll was found? No entry was made.
                 * @default null
                 * @enum {unknown}
                 */
                "connections.empty-entry-id": "null" | "absent" | "uuid";
                /**
                 * @description In which order do payroll submissions stand in a result? The latest payslip is what a caller looks for.
                 * @default newest-first
                 * @enum {unknown}
                 */
                "connections.order": "oldest-first" | "newest-first" | "unspecified";
                /**
                 * @description Does a query find payslips again whose entry was deleted? What the service no longer holds is new to it.
                 * @default found-again
                 * @enum {unknown}
                 */
                "connections.after-entry-deleted": "found-again" | "not-found";
                /**
                 * @description Which status does a direct connection answer with? The document calls it creating a direct connection.
                 * @default 201
                 * @enum {unknown}
                 */
                "direct-connections.success-status": 200 | 201;
                /**
                 * @description Which status does a direct connection get for an unknown user? The general rule of the errors table.
                 * @default 404
                 * @enum {unknown}
                 */
                "direct-connections.unknown-user-status": 400 | 403 | 404;
                /**
                 * @description What does a direct connection do for a user without NI number, date of birth or post codes? A missing detail contradicts nothing.
                 * @default match-on-the-rest
                 * @enum {unknown}
                 */
                "direct-connections.missing-details": "match-on-the-rest" | "reject" | "empty";
                /**
                 * @description Which details of the user keep payroll back that contradicts them? The document says that they are used for direct connections and that post codes verify; a lender would not want another person's pay.
                 * @default [
                 *       "ni_number",
                 *       "date_of_birth",
                 *       "post_codes"
                 *     ]
                 */
                "direct-connections.match": ("ni_number" | "date_of_birth" | "post_codes")[];
                /**
                 * @description What does a direct connection answer when the payroll's details contradict the user's? No payroll of this user was found.
                 * @default empty
                 * @enum {unknown}
                 */
                "direct-connections.no-match": "empty" | 400 | 404;
                /**
                 * @description Does a second direct connection return what the first one found? As for connection queries.
                 * @default new-only
                 * @enum {unknown}
                 */
                "direct-connections.repeat": "new-only" | "all";
                /**
                 * @description Which offset does the pagination of a direct connection report? As in the user list.
                 * @default 1
                 */
                "direct-connections.pagination-offset": number;
                /**
                 * @description Is the latest pay date of an account without payroll null, or absent? The field is there for every account; one without payroll has no date to show.
                 * @default null
                 * @enum {unknown}
                 */
                "accounts.no-latest-pay-date": "null" | "absent";
                /**
                 * @description Which fields does every payroll submission have? The service itself makes these fields for each submission; the others may be absent or null.
                 * @default [
                 *       "id",
                 *       "account_id",
                 *       "entry_id",
                 *       "created_at"
                 *     ]
                 */
                "payroll.required-fields": ("id" | "account_id" | "entry_id" | "created_at" | "identity_information" | "employment_information" | "income_information" | "document_id" | "document_external_id" | "document_filename" | "trust_score" | "source")[];
                /**
                 * @description Which fields does every income submission have? The document names the fields and does not say which of them each submission has; the others may be absent or null.
                 * @default [
                 *       "id"
                 *     ]
                 */
                "income.required-fields": ("id" | "account_id" | "entry_id" | "income_id" | "employment" | "frequency" | "income_period")[];
                /**
                 * @description Which words does source have for each origin of payroll data? The document's one example is a payroll direct connection; the other words name the other origins in the same way.
                 * @default {
                 *       "connection": "Payroll provider connection",
                 *       "direct": "Payroll direct connection",
                 *       "upload": "Payslip upload"
                 *     }
                 */
                "payroll.source-values": {
                    connection: string;
                    direct: string;
                    upload: string;
                };
                /**
                 * @description Which words does trust_score have? A rating in three words.
                 * @default [
                 *       "HIGH",
                 *       "MEDIUM",
                 *       "LOW"
                 *     ]
                 */
                "payroll.trust-score-values": string[];
                /**
                 * @description How long can a presigned URL be used? A quarter of an hour is short-lived and enough for an upload.
                 * @default 900
                 */
                "presign.url-lifetime-seconds": number;
                /**
                 * @description For how many files can one request ask? Eight years of monthly statements.
                 * @default 100
                 */
                "presign.max-files": number;
                /**
                 * @description How long may a file name be? The limit of most file systems.
                 * @default 255
                 */
                "presign.max-file-name-length": number;
                /**
                 * @description What is external_id in the answer when the request gave none? The request gave no id to repeat.
                 * @default absent
                 * @enum {unknown}
                 */
                "presign.missing-external-id": "absent" | "null";
                /**
                 * @description Which HTTP methods does a presigned URL take? A presigned URL of an object store takes the bytes by PUT.
                 * @default put
                 * @enum {unknown}
                 */
                "presign.upload-method": "put" | "put-or-post";
                /**
                 * @description Which content type must an upload name? The bytes decide whether a file is a PDF; a header that is absent or wrong changes nothing about them.
                 * @default any
                 * @enum {unknown}
                 */
                "presign.upload-content-type": "any" | "pdf";
                /**
                 * @description How much of what an uploaded statement shows does its submission hold? Extracted data is included when available; how much that is, no sentence says. A part is here all but the transactions.
                 * @default whole
                 * @enum {unknown}
                 */
                "documents.extraction": "whole" | "part";
                /**
                 * @description What becomes of an uploaded PDF that is probably no bank statement, or that cannot be read? A submission carries a probability, which is needed only where documents are listed that may be something else.
                 * @default listed
                 * @enum {unknown}
                 */
                "documents.unlikely": "listed" | "rejected";
                /**
                 * @description How large may an uploaded file be? A scanned year of statements fits into ten megabytes.
                 * @default 10485760
                 */
                "documents.max-bytes": number;
                /**
                 * @description Is the last day of a pay interval counted in the overlap? A month's pay runs from the first to the last day.
                 * @default inclusive
                 * @enum {unknown}
                 */
                "expenditure.day-count": "inclusive" | "end-exclusive";
                /**
                 * @description How are the pence of a split period rounded? The parts must add up to the net pay.
                 * @default cumulative
                 * @enum {unknown}
                 */
                "expenditure.split-rounding": "cumulative" | "half-up";
                /**
                 * @description Which payslip decides for a month that several periods touch? The newest payslip describes the person best.
                 * @default latest
                 * @enum {unknown}
                 */
                "expenditure.month-source": "latest" | "most-days" | "earliest";
                /**
                 * @description Which country has a post code whose district straddles a border? The sector often tells; where it does not, most of the district does.
                 * @default sector
                 * @enum {unknown}
                 */
                "expenditure.straddling-districts": "sector" | "dominant-country";
                /**
                 * @description On which day of a common year does a person born on 29 February grow older? The day on which the law of England and Wales counts them older.
                 * @default 1-march
                 * @enum {unknown}
                 */
                "expenditure.leap-day-birthday": "1-march" | "28-february";
                /**
                 * @description How is the date of birth written in the expenditure messages? The placeholder says date.
                 * @default date
                 * @enum {unknown}
                 */
                "expenditure.message-date": "date" | "timestamp";
                /**
                 * @description Does one month with an impossible date of birth refuse the whole estimate, or only when every month has one? The messages speak of a month's payroll period.
                 * @default any-month
                 * @enum {unknown}
                 */
                "expenditure.date-of-birth-scope": "any-month" | "every-month";
                /**
                 * @description Does one month without any post code refuse the whole estimate, or only when every month lacks one? A month is left out when no post code for it has a region, and one without a post code has none that has; the message speaks of the user and all of its payslips.
                 * @default every-month
                 * @enum {unknown}
                 */
                "expenditure.post-codes-scope": "any-month" | "every-month";
                /**
                 * @description Does one pay that is held more than once (by two logins, or uploaded twice) count once in the estimate, or as often as it is held? Two logins or two uploads of one payslip do not raise a person's pay. The arrangement API keeps identical submissions apart, so both are held and shown; only the estimate counts them once.
                 * @default once
                 * @enum {unknown}
                 */
                "expenditure.repeated-payslips": "once" | "each";
                /**
                 * @description What does the estimate answer when some months have a region but no positive pay, and all others pay but no region? Every month is left out, but neither stated cause holds for all of them. A 404 with a message of its own says more than an empty list.
                 * @default not-found
                 * @enum {unknown}
                 */
                "expenditure.no-month-left": "not-found" | "empty";
                /**
                 * @description What are the amounts of the estimate? The document gives rules and no figures; null takes the model fitted on ONS Family Spending.
                 * @default null
                 */
                "expenditure.model": {
                    cost_of_living: {
                        coefficient: number;
                        exponent: number;
                    };
                    housing: {
                        coefficient: number;
                        exponent: number;
                    };
                    age_factors: {
                        from: number;
                        to: number;
                        factor: number;
                    }[];
                    region_factors: {
                        England: number;
                        Wales: number;
                        Scotland: number;
                        "Northern Ireland": number;
                    };
                } | null;
                /**
                 * @description Which shape does the list of webhooks have? An object under the resource's name can grow; the list takes no offset.
                 * @default object
                 * @enum {unknown}
                 */
                "webhooks.list.shape": "object" | "array" | "paginated";
                /**
                 * @description Does the list show each subscription's config? The config is not a secret, and it helps the reader.
                 * @default shown
                 * @enum {unknown}
                 */
                "webhooks.list.config": "shown" | "hidden";
                /**
                 * @description What does deleting a webhook answer? As the other deletions do; empty means 204 without a body.
                 * @default message
                 * @enum {unknown}
                 */
                "webhooks.delete.response": "message" | "empty";
                /**
                 * @description Which status does deleting an unknown webhook get? The general rule of the errors table.
                 * @default 404
                 * @enum {unknown}
                 */
                "webhooks.delete.unknown-status": 200 | 204 | 404;
                /**
                 * @description Which status does a second webhook of the same name get? The stated refusal of the endpoint.
                 * @default 400
                 * @enum {unknown}
                 */
                "webhooks.create.duplicate-name-status": 400 | 409 | 422;
                /**
                 * @description Is an event kind that the document does not name refused? It would never be delivered.
                 * @default reject
                 * @enum {unknown}
                 */
                "webhooks.create.unknown-event": "reject" | "accept";
                /**
                 * @description Is an empty list of events refused? It would never deliver anything.
                 * @default reject
                 * @enum {unknown}
                 */
                "webhooks.create.no-events": "reject" | "accept";
                /**
                 * @description Which kinds of URL may a receiver have? A sandbox also delivers to a receiver on the developer's own machine.
                 * @default http-and-https
                 * @enum {unknown}
                 */
                "webhooks.create.url-schemes": "http-and-https" | "https-only";
                /**
                 * @description Which answer of the receiver counts as delivered? The usual reading of success.
                 * @default 2xx
                 * @enum {unknown}
                 */
                "webhooks.delivery.success": "2xx" | "200-only" | "any-response";
                /**
                 * @description How long does the service wait for a receiver's answer? Long enough for a slow receiver, short enough not to hold up the rest.
                 * @default 10000
                 */
                "webhooks.delivery.timeout-ms": number;
                /**
                 * @description How often is a delivery attempted before it has failed? With the backoff below, about half a day.
                 * @default 8
                 */
                "webhooks.delivery.max-attempts": number;
                /**
                 * @description How long are the waits between attempts? Short waits at first, long ones later, with jitter so that retries do not come all at once.
                 * @default {
                 *       "first_seconds": 10,
                 *       "factor": 3,
                 *       "max_seconds": 14400,
                 *       "jitter": 0.2
                 *     }
                 */
                "webhooks.delivery.backoff": {
                    first_seconds: number;
                    factor: number;
                    max_seconds: number;
                    jitter: number;
                };
                /**
                 * @description What follows when a receiver answers 410? A receiver that answers 410 is gone; the subscription stays until its owner removes it.
                 * @default stop
                 * @enum {unknown}
                 */
                "webhooks.delivery.gone": "stop" | "retry" | "unsubscribe";
                /**
                 * @description What follows when every attempt has failed? One lost delivery should not stop the next ones.
                 * @default fail
                 * @enum {unknown}
                 */
                "webhooks.delivery.exhausted": "fail" | "disable-subscription";
                /**
                 * @description Are redirects of a receiver followed? A signed body goes to the address that was subscribed.
                 * @default refuse
                 * @enum {unknown}
                 */
                "webhooks.delivery.redirects": "refuse" | "follow";
                /**
                 * @description How long is the initialisation vector? The length that GCM is made for.
                 * @default 12
                 * @enum {unknown}
                 */
                "webhooks.encryption.iv-bytes": 12 | 16;
                /**
                 * @description Which content type does an encrypted delivery have? The body is Base64 text, not JSON.
                 * @default text/plain
                 * @enum {unknown}
                 */
                "webhooks.encryption.content-type": "text/plain" | "application/json";
                /**
                 * @description Under which name does a bank statement event's payload carry the submissions? The name that the list uses.
                 * @default bank_statement_submissions
                 */
                "events.bank-statement.payload-key": string;
                /**
                 * @description In which order do submissions stand in the payload of an event? The payload repeats the entry; a receiver should not rely on it.
                 * @default as-in-the-entry
                 * @enum {unknown}
                 */
                "events.payload.order": "as-in-the-entry" | "unspecified";
                /**
                 * @description When is the tax-authority event emitted? Its name says that data was submitted.
                 * @default new-income-submission
                 * @enum {unknown}
                 */
                "events.income.trigger": "new-income-submission" | "never";
                /**
                 * @description Under which name does a tax-authority event's payload carry the submissions, if it has a payload at all (null)? The name that the list uses. The amounts in it are numbers, as in payroll events; no check judges others by that.
                 * @default income_submissions
                 */
                "events.income.payload-key": string | null;
                /**
                 * @description What is the policy for deprecation and compatibility? The document promises nothing; a deployment may state its policy as text.
                 * @default null
                 */
                "versioning.deprecation-policy": string | null;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
