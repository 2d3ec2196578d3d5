// Made by `npm run generate` from the files in generators/scenarios/. Never edited by hand.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Small letters and digits, with dashes between. */
        Key: string;
        /**
         * Format: relative-day
         * @description A day told from the one on which the world begins: today, yesterday, 2 years 1 month ago, in 14 months, first of the month 5 months ago, last of the month 2 months ago, the 20th (the last one before today), the 20th 2 months ago, last Friday; each with ', 5 days later' behind it or not.
         */
        Day: string;
        /**
         * Format: relative-instant
         * @description A relative day with a time (UTC), such as: yesterday at 17:00, or: the 20th 1 month ago at 08:00:30.
         */
        Instant: string;
        /**
         * Format: relative-day
         * @description aged 38, birthday 17 May; or a relative day, such as: 50 years 6 months ago.
         */
        Birthday: string;
        Pounds: number;
        /** @description In pounds; of several each occasion takes the next, and the first again after the last. */
        Amounts: components["schemas"]["Pounds"] | components["schemas"]["Pounds"][];
        /** @description A relative day, several, or with `every: year` a day of the year such as 12 March. */
        On: string | components["schemas"]["Day"][];
        /**
         * @description It comes back, before and after, as long as anything is planned.
         * @enum {unknown}
         */
        Every: "year" | "52 weeks";
        Quantity: number;
        Percent: number;
        /** @description What the contract promises. */
        Pay: {
            /** @description Pounds a year. */
            salary: components["schemas"]["Pounds"];
        } | {
            hourly_rate: components["schemas"]["Pounds"];
            weekly_hours: number;
        } | {
            /** @description Pounds a unit. */
            rate: components["schemas"]["Pounds"];
            unit: string;
            description: string;
            /** @description How many units each pay period pays, one after the other and round again. */
            quantities: components["schemas"]["Quantity"][];
        };
        PayDay: {
            /** @description A day of the month (31 is the last), or a relative day whose day of the month it is. */
            day_of_month: number | components["schemas"]["Day"];
            /**
             * @default before
             * @enum {unknown}
             */
            weekend?: "before" | "after" | "stay";
            /**
             * @description The month that is paid for.
             * @default current
             * @enum {unknown}
             */
            month?: "current" | "previous";
        } | {
            /** @description Any one pay day, such as: last Friday. */
            anchor: components["schemas"]["Day"];
            /**
             * @description So many days before it the period ends.
             * @default 5
             */
            lag_days?: number;
        };
        Pension: "none" | {
            /** @enum {unknown} */
            method: "relief-at-source" | "net-pay" | "salary-sacrifice";
            /** @enum {unknown} */
            basis: "qualifying-earnings" | "basic-pay" | "all-earnings";
            employee: components["schemas"]["Percent"];
            employer: components["schemas"]["Percent"];
            /** @enum {unknown} */
            enrolment: "automatic" | "contractual";
        };
        /** @description 1257L, S1257L, C0T, BR, K475 and the like, with W1, M1 or X behind it or not. */
        TaxCode: string;
        /** @enum {unknown} */
        NiCategory: "A" | "B" | "C" | "D" | "E" | "F" | "H" | "I" | "J" | "K" | "L" | "M" | "N" | "S" | "V" | "X" | "Z";
        StudentLoans: ("1" | "2" | "4" | "5" | "PG")[];
        /** @description Something that happens in a job. */
        Event: {
            /** @constant */
            kind: "pay-rise";
            from: components["schemas"]["Day"];
            pay: components["schemas"]["Pay"];
        } | {
            /** @constant */
            kind: "yearly-rise";
            /** Format: day-of-year */
            on: string;
            per_cent: components["schemas"]["Percent"];
            /** @description The salary of today. */
            salary: components["schemas"]["Pounds"];
        } | {
            /** @constant */
            kind: "tax-code";
            from: components["schemas"]["Day"];
            tax_code: components["schemas"]["TaxCode"];
        } | {
            /** @constant */
            kind: "ni-category";
            from: components["schemas"]["Day"];
            ni_category: components["schemas"]["NiCategory"];
        } | {
            /** @constant */
            kind: "student-loans";
            from: components["schemas"]["Day"];
            student_loans: components["schemas"]["StudentLoans"];
        } | {
            /** @constant */
            kind: "pension";
            from: components["schemas"]["Day"];
            pension: components["schemas"]["Pension"];
        } | {
            /** @constant */
            kind: "bonus";
            on: components["schemas"]["On"];
            every?: components["schemas"]["Every"];
            description: string;
            amount: components["schemas"]["Amounts"];
        } | {
            /** @constant */
            kind: "commission";
            on: components["schemas"]["On"];
            every?: components["schemas"]["Every"];
            description: string;
            amount: components["schemas"]["Amounts"];
        } | {
            /** @constant */
            kind: "tips";
            on: components["schemas"]["On"];
            every?: components["schemas"]["Every"];
            description: string;
            amount: components["schemas"]["Amounts"];
        } | {
            /** @constant */
            kind: "expenses";
            on: components["schemas"]["On"];
            every?: components["schemas"]["Every"];
            description: string;
            amount: components["schemas"]["Amounts"];
        } | {
            /** @constant */
            kind: "overtime";
            on: components["schemas"]["On"];
            every?: components["schemas"]["Every"];
            description: string;
            quantity: components["schemas"]["Quantity"];
            rate: components["schemas"]["Pounds"];
            unit: string;
        } | {
            /** @constant */
            kind: "deduction";
            on: components["schemas"]["On"];
            every?: components["schemas"]["Every"];
            description: string;
            amount: components["schemas"]["Amounts"];
            type: string;
        } | {
            /** @constant */
            kind: "benefit-in-kind";
            from: components["schemas"]["Day"];
            /** @description The last day, included. */
            to?: components["schemas"]["Day"];
            description: string;
            monthly: components["schemas"]["Pounds"];
        } | {
            /** @constant */
            kind: "sick";
            from: components["schemas"]["Day"];
            /** @description The last day, included. */
            to: components["schemas"]["Day"];
            pay: "statutory" | {
                /** @description Per cent of basic pay. */
                share: components["schemas"]["Percent"];
            };
        } | {
            /** @constant */
            kind: "parental";
            from: components["schemas"]["Day"];
            /** @description The last day, included. */
            to: components["schemas"]["Day"];
            /** @enum {unknown} */
            leave: "maternity" | "paternity" | "adoption" | "shared-parental";
            /** @description What the employer makes it up to, in per cent of basic pay, and for how many weeks. */
            top_up?: {
                weeks: number;
                share: components["schemas"]["Percent"];
            };
        } | {
            /** @constant */
            kind: "unpaid";
            from: components["schemas"]["Day"];
            /** @description The last day, included. */
            to: components["schemas"]["Day"];
        } | {
            /** @constant */
            kind: "zero-pay";
            from: components["schemas"]["Day"];
            /** @description The last day, included. */
            to?: components["schemas"]["Day"];
        };
        /** @description One employment. What is left out is as usual: monthly pay on the 28th, 1257L, a pension. */
        Job: {
            /**
             * @description Tells the jobs of one person apart.
             * @default main
             */
            key?: components["schemas"]["Key"];
            /** @description The id of an employer in the catalogue (GET /providers), or one of your own. */
            employer: string | {
                name: string;
                paye_reference: string;
            };
            /**
             * Format: provider
             * @description The id of the payroll provider; the first one of the employer when left out.
             */
            provider?: string;
            role: string;
            /**
             * @default full_time
             * @enum {unknown}
             */
            type?: "full_time" | "part_time" | "casual" | "fixed_term" | "pension";
            /** @default false */
            director?: boolean;
            start: components["schemas"]["Day"];
            /** @description The last day of employment. */
            leave?: components["schemas"]["Day"];
            /**
             * @default monthly
             * @enum {unknown}
             */
            frequency?: "weekly" | "fortnightly" | "four-weekly" | "monthly";
            pay_day?: components["schemas"]["PayDay"];
            pay: components["schemas"]["Pay"];
            /** @description What follows from the pay and from where they live when it is left out: 1257L, S1257L, 257T. */
            tax_code?: components["schemas"]["TaxCode"];
            /** @default A */
            ni_category?: components["schemas"]["NiCategory"];
            student_loans?: components["schemas"]["StudentLoans"];
            /** @description Automatic enrolment with 5 and 3 per cent when left out. */
            pension?: components["schemas"]["Pension"];
            events?: components["schemas"]["Event"][];
        };
        PostCode: string;
        /** @description Who it is; what is left out is drawn. */
        Person: {
            forename?: string;
            surname?: string;
            /** @description Null when it is unknown. */
            date_of_birth?: components["schemas"]["Birthday"] | null;
            /** @description Numbers that begin with QQ can never be issued. */
            ni_number?: string;
            /** @description Oldest first; where the post code lies is known. */
            homes?: {
                post_code: components["schemas"]["PostCode"];
                /** @description Since always when left out. */
                from?: components["schemas"]["Day"];
            }[];
            /**
             * @description How they live, which their bills follow from; drawn by age when left out.
             * @enum {unknown}
             */
            household?: "parents" | "shares" | "rents" | "mortgage" | "owns";
            /**
             * @description What they claim when they are without work; drawn when left out.
             * @enum {unknown}
             */
            claims?: "universal" | "jobseekers" | "none";
            /** @description What payroll data shows, where it differs from what is so. */
            on_payslips?: {
                /** @description Another one than the real one, or none. */
                date_of_birth?: components["schemas"]["Birthday"] | null;
                /** @constant */
                post_code?: "hidden";
            };
        };
        /** @description What the service knows of the user beyond or against what is so, and the settings; null takes a field away. */
        User: {
            date_of_birth?: components["schemas"]["Birthday"] | null;
            post_codes?: components["schemas"]["PostCode"][] | null;
            ni_number?: string | null;
            ext_id?: string;
            payroll_period_months?: number;
            recurring_checks_enabled?: boolean;
            /** @enum {unknown} */
            recurring_check_frequency?: "HOURLY" | "WEEKLY" | "MONTHLY";
            recurring_check_end_date?: components["schemas"]["Instant"];
            taxauth_enabled?: boolean;
            payslip_upload_enabled?: boolean;
            payroll_connections_enabled?: boolean;
        };
        /** @description An account at the provider of a job. */
        Account: {
            /** @default main */
            job?: components["schemas"]["Key"];
            /**
             * @default LINKED
             * @enum {unknown}
             */
            status?: "PENDING" | "LINKED" | "LOCKED";
            /**
             * Format: magic-login
             * @description A user name that makes the provider behave: fail, lock, timeout, nothing, mfa and so on (payrig world --magic), with +anything behind it or not.
             */
            login?: string;
            /** @description What the provider asks for, and what is right; as its catalogue entry says when left out. */
            mfa?: {
                /** @enum {unknown} */
                kind: "code" | "date" | "password-characters";
                answer: string;
            };
            /** @description So long the provider takes to answer a query. */
            delay_ms?: number;
        };
        /** @description A retrieval that has happened: it found what was paid by then and not found before. */
        Retrieval: {
            /** @default main */
            job?: components["schemas"]["Key"];
            /**
             * @default account
             * @enum {unknown}
             */
            by?: "account" | "upload" | "direct";
            /** @description In the evening before the world begins when left out. */
            at?: components["schemas"]["Instant"];
            /** @description Only so many of the payslips. */
            newest?: number;
        };
        /** @description A number, or: 12 to 13, at least 3, at most 2. */
        Count: number | string;
        /** @description A value that must be there, null for none, or a bound for a number. */
        Expected: (string | number | boolean | null) | {
            below?: number;
            above?: number;
            at_least?: number;
            at_most?: number;
        };
        /** @description Fields by their path, such as income_information.earnings.net_pay. */
        Fields: {
            [key: string]: components["schemas"]["Expected"];
        };
        /** @description What the service holds when the world begins; what is left out is as for any user. */
        Start: {
            user?: components["schemas"]["User"];
            /** @description When the terms were accepted and the accounts linked; the evening before the world begins when left out. */
            linked_at?: components["schemas"]["Instant"];
            /** @description The terms that were accepted; one-time-2 when left out. */
            authorisations?: {
                /** @enum {unknown} */
                term: "one-time-1" | "one-time-2" | "recurring" | "lender";
                /**
                 * @description Withdrawn a week later.
                 * @default false
                 */
                revoked?: boolean;
            }[];
            /** @description The newest main job is linked when left out. */
            accounts?: components["schemas"]["Account"][];
            /** @description What has been retrieved; every linked account once when left out. */
            entries?: components["schemas"]["Retrieval"][];
            /** @description Bank statements that were uploaded: how many months before the one in which the world begins. */
            statements?: number[];
            /**
             * @description The tax authority has no data.
             * @constant
             */
            tax_authority?: false;
            /** @description The jobs that a direct connection reaches; all when left out. */
            direct?: components["schemas"]["Key"][];
        };
        /** @description How long after the beginning, as an ISO 8601 duration; the clock is moved there. At once when left out. */
        After: string;
        /** @description Something that can be seen from outside: a call, and what it comes to. Promises are kept one after the other. */
        Promise: {
            /** @constant */
            call: "query";
            after?: components["schemas"]["After"];
            /** @description It holds at any later time too. */
            always?: boolean;
            /** @default main */
            job?: components["schemas"]["Key"];
            /**
             * @description Names the revoked authorisation in the header.
             * @enum {unknown}
             */
            authorisation?: "revoked";
            /** @description The status, or refused for any 4xx. */
            answers?: number | "refused";
            /** @description The very messages in any order; <anything> in angle brackets stands for any text, <user_id> for the id. */
            errors?: string[];
            finds?: components["schemas"]["Count"];
            /** @description Everything found has these. */
            each?: components["schemas"]["Fields"];
            /** @description Something found has these. */
            some?: components["schemas"]["Fields"];
            /** @description Nothing found has these. */
            none?: components["schemas"]["Fields"];
            /** @description How many payroll and bank statement events the user has caused since the promise before this one. */
            events?: components["schemas"]["Count"];
        } | {
            /** @constant */
            call: "answer-mfa";
            after?: components["schemas"]["After"];
            /** @description It holds at any later time too. */
            always?: boolean;
            /** @default main */
            job?: components["schemas"]["Key"];
            /** @description <start> stands for the first day in the job. */
            mfa: string;
            /** @default 1 */
            times?: number;
            /** @description The status, or refused for any 4xx. */
            answers?: number | "refused";
            /** @description The very messages in any order; <anything> in angle brackets stands for any text, <user_id> for the id. */
            errors?: string[];
            /** @enum {unknown} */
            status?: "PENDING" | "LINKED" | "LOCKED";
            /** @description How many payroll and bank statement events the user has caused since the promise before this one. */
            events?: components["schemas"]["Count"];
        } | {
            /** @constant */
            call: "direct";
            after?: components["schemas"]["After"];
            /** @description It holds at any later time too. */
            always?: boolean;
            /** @description The status, or refused for any 4xx. */
            answers?: number | "refused";
            /** @description The very messages in any order; <anything> in angle brackets stands for any text, <user_id> for the id. */
            errors?: string[];
            finds?: components["schemas"]["Count"];
            /** @description Everything found has these. */
            each?: components["schemas"]["Fields"];
            /** @description Something found has these. */
            some?: components["schemas"]["Fields"];
            /** @description Nothing found has these. */
            none?: components["schemas"]["Fields"];
            /** @description How many payroll and bank statement events the user has caused since the promise before this one. */
            events?: components["schemas"]["Count"];
        } | {
            /** @constant */
            call: "estimate";
            after?: components["schemas"]["After"];
            /** @description It holds at any later time too. */
            always?: boolean;
            /** @description The status, or refused for any 4xx. */
            answers?: number | "refused";
            /** @description The very messages in any order; <anything> in angle brackets stands for any text, <user_id> for the id. */
            errors?: string[];
            finds?: components["schemas"]["Count"];
            /** @description Everything found has these. */
            each?: components["schemas"]["Fields"];
            /** @description Something found has these. */
            some?: components["schemas"]["Fields"];
            /** @description Nothing found has these. */
            none?: components["schemas"]["Fields"];
            /** @description How many payroll and bank statement events the user has caused since the promise before this one. */
            events?: components["schemas"]["Count"];
        } | {
            /** @constant */
            call: "income";
            after?: components["schemas"]["After"];
            /** @description It holds at any later time too. */
            always?: boolean;
            /** @description The status, or refused for any 4xx. */
            answers?: number | "refused";
            /** @description The very messages in any order; <anything> in angle brackets stands for any text, <user_id> for the id. */
            errors?: string[];
            finds?: components["schemas"]["Count"];
            /** @description Everything found has these. */
            each?: components["schemas"]["Fields"];
            /** @description Something found has these. */
            some?: components["schemas"]["Fields"];
            /** @description Nothing found has these. */
            none?: components["schemas"]["Fields"];
            /** @description How many payroll and bank statement events the user has caused since the promise before this one. */
            events?: components["schemas"]["Count"];
        } | {
            /** @constant */
            call: "statements";
            after?: components["schemas"]["After"];
            /** @description It holds at any later time too. */
            always?: boolean;
            /** @description The status, or refused for any 4xx. */
            answers?: number | "refused";
            /** @description The very messages in any order; <anything> in angle brackets stands for any text, <user_id> for the id. */
            errors?: string[];
            finds?: components["schemas"]["Count"];
            /** @description Everything found has these. */
            each?: components["schemas"]["Fields"];
            /** @description Something found has these. */
            some?: components["schemas"]["Fields"];
            /** @description Nothing found has these. */
            none?: components["schemas"]["Fields"];
            /** @description How many payroll and bank statement events the user has caused since the promise before this one. */
            events?: components["schemas"]["Count"];
        } | {
            /** @constant */
            call: "upload";
            after?: components["schemas"]["After"];
            /** @description It holds at any later time too. */
            always?: boolean;
            /** @description The status, or refused for any 4xx. */
            answers?: number | "refused";
            /** @description The very messages in any order; <anything> in angle brackets stands for any text, <user_id> for the id. */
            errors?: string[];
            /** @description How many payroll and bank statement events the user has caused since the promise before this one. */
            events?: components["schemas"]["Count"];
        } | {
            /** @constant */
            call: "user";
            after?: components["schemas"]["After"];
            /** @description It holds at any later time too. */
            always?: boolean;
            /** @description The status, or refused for any 4xx. */
            answers?: number | "refused";
            /** @description The very messages in any order; <anything> in angle brackets stands for any text, <user_id> for the id. */
            errors?: string[];
            finds?: components["schemas"]["Count"];
            /** @description Everything found has these. */
            each?: components["schemas"]["Fields"];
            /** @description Something found has these. */
            some?: components["schemas"]["Fields"];
            /** @description Nothing found has these. */
            none?: components["schemas"]["Fields"];
            /** @description How many payroll and bank statement events the user has caused since the promise before this one. */
            events?: components["schemas"]["Count"];
        } | {
            /** @constant */
            call: "holdings";
            after?: components["schemas"]["After"];
            /** @description It holds at any later time too. */
            always?: boolean;
            accounts?: components["schemas"]["Count"];
            authorisations?: components["schemas"]["Count"];
            entries?: components["schemas"]["Count"];
            documents?: components["schemas"]["Count"];
            /** @description The status, or refused for any 4xx. */
            answers?: number | "refused";
            /** @description The very messages in any order; <anything> in angle brackets stands for any text, <user_id> for the id. */
            errors?: string[];
            /**
             * @description Of the account of the job.
             * @enum {unknown}
             */
            status?: "PENDING" | "LINKED" | "LOCKED" | "FAILED";
            /** @default main */
            job?: components["schemas"]["Key"];
            finds?: components["schemas"]["Count"];
            /** @description Everything found has these. */
            each?: components["schemas"]["Fields"];
            /** @description Something found has these. */
            some?: components["schemas"]["Fields"];
            /** @description Nothing found has these. */
            none?: components["schemas"]["Fields"];
            /** @description How many payroll and bank statement events the user has caused since the promise before this one. */
            events?: components["schemas"]["Count"];
        } | {
            /** @constant */
            call: "wait";
            after: components["schemas"]["After"];
            /** @description It holds at any later time too. */
            always?: boolean;
            /** @description How many payroll and bank statement events the user has caused since the promise before this one. */
            events?: components["schemas"]["Count"];
        };
        /**
         * Payrig scenario
         * @description A person in a sandbox: who it is, what happens in their jobs, what the service holds for them, and what they promise to a caller.
         */
        Scenario: {
            $schema?: string;
            key: components["schemas"]["Key"];
            /** @description One sentence about the person, with a full stop at its end. */
            description: string;
            /** @description What to use them for, in a sentence with a full stop at its end. */
            purpose: string;
            /**
             * @description Which of the groups of built-in people they belong to.
             * @enum {unknown}
             */
            group?: "pay-patterns" | "life-events" | "documents-disagree" | "provider-trouble" | "consent" | "sources" | "missing-details";
            /**
             * @description For an id that is stable and belongs to no user.
             * @constant
             */
            is_user?: false;
            person?: components["schemas"]["Person"];
            /** @description Oldest first; drawn when left out. */
            jobs?: components["schemas"]["Job"][];
            /** @description What is not true in the documents that the person hands in, or odd and lawful. Without [start] the service holds a year of uploaded payslips, three statements and the tax record. */
            discrepancies?: {
                /**
                 * @description Which relation is broken: docs/fraud.md lists the kinds.
                 * @enum {unknown}
                 */
                kind: "inflated-gross" | "inflated-net" | "inflated-year-to-date" | "year-to-date-jump" | "edited-tax-code" | "edited-ni-letter" | "unlisted-employer" | "payslips-after-leaving" | "edited-salary-line" | "edited-balance" | "unexplained-salary" | "missing-month" | "other-holder" | "other-account" | "tax-record-below-payslips" | "shared-payslip" | "back-payment" | "repaid-expenses" | "april-bonus" | "unpaid-leave" | "tax-code-change" | "veteran-letter" | "second-job" | "paid-after-leaving" | "family-gift" | "month-without-pay" | "joint-account" | "new-sort-code" | "net-pay-pension" | "colleague" | "basic-rate-code";
                /** @description How many months before the one in which the world begins. */
                month?: number;
                /** @description By how many pounds. */
                by?: components["schemas"]["Pounds"];
            }[];
            start?: components["schemas"]["Start"];
            /** @description The messages and rules of the expenditure estimate that this person shows. */
            reaches?: ("message: user not found" | "message: date of birth missing" | "message: post codes missing" | "message: born after the payslip month" | "message: age over 150" | "message: no ONS region" | "message: payroll periods missing" | "message: no positive net pay" | "rule: net pay split by days" | "rule: overlapping periods add up" | "rule: age from the payslip" | "rule: age from the user" | "rule: age band crossed" | "rule: England" | "rule: Wales" | "rule: Scotland" | "rule: Northern Ireland" | "rule: region from the payslip" | "rule: region from the user" | "rule: region changes" | "rule: month without pay left out" | "rule: month with negative net left out" | "rule: month without region left out")[];
            promises?: components["schemas"]["Promise"][];
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
