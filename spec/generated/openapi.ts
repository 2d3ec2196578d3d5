// Made by `npm run generate` from the files in spec/. Never edited by hand.
export interface paths {
    "/members/signin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in a member
         * @description Exchanges a member's user name and password for a bearer token. Needs no authentication.
         */
        post: operations["signInMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a member
         * @description Invites a person to the client's team, who must create an account if none exists.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorisations/terms/{term_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the term. */
                term_id: components["parameters"]["TermId"];
            };
            cookie?: never;
        };
        /**
         * Get an authorisation term
         * @description Reads one authorisation term, active or not.
         */
        get: operations["getAuthorisationTerm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Lists the client's users, a page at a time.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Deletes the user together with all its files, accounts, entries and payroll submissions.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description Changes the fields that are sent and no others. A field sent as null is removed.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get client configuration
         * @description Reads the client's settings.
         */
        get: operations["getConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update client configuration
         * @description Changes the settings that are sent; the others keep their values.
         */
        patch: operations["updateConfiguration"];
        trace?: never;
    };
    "/payroll/entries/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query payroll connection
         * @description Retrieves the most recent payroll data of an account. The result can be empty when no new payroll is found.
         *     The user needs a valid authorisation.
         */
        post: operations["queryPayrollConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payroll/entries/{entry_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an entry
         * @description Deletes an entry with its payroll submissions.
         */
        delete: operations["deleteEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/direct-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a direct connection
         * @description Retrieves payroll data that matches the user's NI number, date of birth and post codes, without a provider login.
         *     The user needs a valid authorisation.
         */
        post: operations["createDirectConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account_id}/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Submit an MFA response
         * @description Answers the multi-factor question of an account that waits for one. The user needs a valid authorisation.
         */
        put: operations["submitMfa"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an account
         * @description Deletes the link between a user and a payroll provider.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/bank-statements/presign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Presign bank statement uploads
         * @description Makes a short-lived URL for each file, to which a bank statement PDF is uploaded directly.
         *     To be called before files are uploaded for processing.
         */
        put: operations["presignBankStatements"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bankstatements/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * List bank statement submissions
         * @description Lists what was extracted from a user's bank statements, a page at a time.
         */
        get: operations["listBankStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/taxauth/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get tax-authority income
         * @description Lists a user's income as the tax authority reported it, a page at a time.
         */
        get: operations["getTaxauthIncome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/expenditure/{user_id}/ons": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get ONS expenditure
         * @description Estimates cost of living and housing for each calendar month of the user's payroll, newest month first.
         *
         *     Net pay is split across months by the days of overlap. Age on the last day of the month adjusts cost of living
         *     only; the region of the post code adjusts housing only. A month without positive net pay, or without a post code
         *     that has a region, is left out.
         */
        get: operations["getOnsExpenditure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers
         * @description The catalogue of payroll providers, their parents, and employers that use them.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Lists the current subscriptions.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Subscribes a receiver to event kinds, for all users of the client. Secret and key cannot be read back.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Removes a subscription.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "user-payroll-submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user has new payroll data
         * @description Sent when any user creates an entry with new payroll data, by payroll retrieval or payslip upload.
         */
        post: operations["onUserPayrollSubmitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user-bank-statement-submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user's bank statements were extracted
         * @description Sent when any user uploads bank statements that are successfully extracted.
         */
        post: operations["onUserBankStatementSubmitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user-taxauth-data-submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user's tax-authority data arrived
         * @description Can be subscribed to; its trigger and payload are open points.
         */
        post: operations["onUserTaxauthDataSubmitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** Format: uuid */
        Uuid: string;
        /**
         * Format: date-time
         * @description An instant in UTC, with milliseconds and Z.
         */
        Timestamp: string;
        /** @description An ISO 8601 instant; a plain date stands for its midnight in UTC. */
        RequestTimestamp: string;
        /**
         * Format: date
         * @description A calendar day.
         */
        CalendarDate: string;
        /** @description An amount in pounds as text with two decimals. */
        Money: string;
        /** @description A decimal number as text. */
        DecimalText: string;
        /** @description An amount with thousands separators and two decimals. */
        StatementBalance: string;
        Errors: {
            /** @description One message per problem. */
            errors: string[];
        };
        Message: {
            /** @description A confirmation. */
            message: string;
        };
        Pagination: {
            offset: number;
            limit: number;
            /** @description Items on this page. */
            count: number;
            /** @description Items in all. */
            total_count: number;
        };
        /** @enum {string} */
        MfaStatus: "sms" | "email" | "disabled";
        /** @enum {string} */
        MemberStatus: "unconfirmed" | "confirmed" | "archived" | "compromised" | "unknown" | "reset_required" | "force_change_password" | "external_provider";
        Member: {
            id: string;
            /** Format: email */
            email: string;
            role?: string;
            name?: string;
            status?: string;
            mfa_status: components["schemas"]["MfaStatus"];
        };
        SignInRequest: {
            username: string;
            /** Format: password */
            password: string;
        };
        SignInResponse: {
            jwt: string;
            member: components["schemas"]["Member"];
        };
        InviteMemberRequest: {
            /** Format: email */
            email: string;
            role: string;
        };
        InvitedMember: {
            /** Format: email */
            email: string;
            role: string;
            status: components["schemas"]["MemberStatus"];
            mfa_status: components["schemas"]["MfaStatus"];
            name: string;
        };
        AuthorisationTerm: {
            id: components["schemas"]["Uuid"];
            /** @description Whether the term can currently be accepted. */
            is_active: boolean;
            /** @description True for the service's default terms and false for client-created ones. */
            is_system_term: boolean;
            /** @description Auto-incremented version number. */
            authorisation_version: number;
            created_at: components["schemas"]["Timestamp"];
            name: string;
            /** @description The legal text that users accept. */
            authorisation_text: string;
            /** @enum {string} */
            authorisation_category: "one_time" | "recurring";
        };
        /**
         * @description WEEKLY or MONTHLY; HOURLY in sandbox only.
         * @enum {string}
         */
        RecurringCheckFrequency: "HOURLY" | "WEEKLY" | "MONTHLY";
        User: {
            user_id: components["schemas"]["Uuid"];
            created_at: components["schemas"]["Timestamp"];
            forename?: string;
            surname?: string;
            date_of_birth?: components["schemas"]["Timestamp"];
            /** @description Post codes over the check period; current and past. */
            post_codes?: string[];
            /** @description Lookback period; overrides the client's. */
            payroll_period_months?: number;
            ni_number?: string;
            /** @description Identifier of the user in other systems. */
            ext_id?: string;
            recurring_checks_enabled?: boolean;
            recurring_check_frequency?: components["schemas"]["RecurringCheckFrequency"];
            recurring_check_end_date?: components["schemas"]["Timestamp"];
            taxauth_enabled?: boolean;
            payslip_upload_enabled?: boolean;
            payroll_connections_enabled?: boolean;
        };
        UserUpdate: {
            forename?: string | null;
            surname?: string | null;
            date_of_birth?: components["schemas"]["RequestTimestamp"] | null;
            post_codes?: string[] | null;
            payroll_period_months?: number | null;
            ni_number?: string | null;
            ext_id?: string | null;
            recurring_checks_enabled?: boolean | null;
            recurring_check_frequency?: components["schemas"]["RecurringCheckFrequency"] | null;
            recurring_check_end_date?: components["schemas"]["RequestTimestamp"] | null;
            taxauth_enabled?: boolean | null;
            payslip_upload_enabled?: boolean | null;
            payroll_connections_enabled?: boolean | null;
        };
        UserPage: {
            pagination: components["schemas"]["Pagination"];
            users: components["schemas"]["User"][];
        };
        ClientConfiguration: {
            /** @description Payslip upload as a fallback when there is no provider connection. */
            payslip_upload_enabled?: boolean;
            /** @description Lookback period searched on account creation. */
            payroll_period_months?: number;
            /** @description Logo asset or URL. */
            client_logo?: string;
            /** @description Where the end user is redirected when the journey ends. */
            client_callback_url?: string;
            recurring_checks_enabled?: boolean;
            recurring_check_frequency?: components["schemas"]["RecurringCheckFrequency"];
            recurring_check_end_date?: components["schemas"]["Timestamp"];
            /** @description When false the payroll connections endpoint returns an error. */
            payroll_connections_enabled?: boolean;
            /** @description Editable; separate from the internal client name. */
            client_display_name?: string;
            /** @description Whether tax-authority data is enabled for users without a setting of their own. */
            taxauth_enabled?: boolean;
        };
        ClientConfigurationUpdate: {
            payslip_upload_enabled?: boolean | null;
            payroll_period_months?: number | null;
            client_logo?: string | null;
            client_callback_url?: string | null;
            recurring_checks_enabled?: boolean | null;
            recurring_check_frequency?: components["schemas"]["RecurringCheckFrequency"] | null;
            recurring_check_end_date?: components["schemas"]["RequestTimestamp"] | null;
            payroll_connections_enabled?: boolean | null;
            client_display_name?: string | null;
            taxauth_enabled?: boolean | null;
        };
        Account: {
            account_id: components["schemas"]["Uuid"];
            payroll_provider: string;
            /** @description The user's login at the provider. */
            user_name: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description PENDING is the one value shown. */
            status: string;
            mfa_enabled: boolean;
            /** @description Latest pay date of the payroll under the account. */
            latest_pay_date?: components["schemas"]["Timestamp"] | null;
        };
        PayrollConnectionRequest: {
            /**
             * Format: uuid
             * @description The account through which to connect.
             */
            account_id: string;
        };
        PayrollConnectionResult: {
            account_id: components["schemas"]["Uuid"];
            /** Format: uuid */
            entry_id: string | null;
            payroll_submissions: components["schemas"]["PayrollSubmission"][];
            /**
             * Format: uuid
             * @description The authorisation that authorised the retrieval.
             */
            authorisation_id: string;
        };
        DirectConnectionRequest: {
            /** Format: uuid */
            user_id: string;
        };
        DirectConnectionResult: {
            pagination: components["schemas"]["Pagination"];
            payroll_submissions: components["schemas"]["PayrollSubmission"][];
        };
        MfaRequest: {
            /** @description The code or date or password characters that were asked for. */
            mfa: string;
        };
        /** @description One payslip as API responses show it - amounts are text and phone is a number. */
        PayrollSubmission: {
            id: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description Null for data that comes from a payslip upload.
             */
            account_id: string | null;
            /** Format: uuid */
            entry_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            identity_information?: components["schemas"]["IdentityInformation"];
            employment_information?: components["schemas"]["EmploymentInformation"];
            income_information?: components["schemas"]["IncomeInformation"];
            /** Format: uuid */
            document_id?: string | null;
            document_external_id?: string | null;
            document_filename?: string | null;
            /** @description A rating word. */
            trust_score?: string | null;
            /** @description Where the data came from. */
            source?: string | null;
        };
        Address: {
            street?: string | null;
            county?: string | null;
            city?: string | null;
            post_code?: string | null;
            country?: string | null;
        } | null;
        IdentityInformation: {
            name?: string | null;
            date_of_birth?: components["schemas"]["Timestamp"] | null;
            address?: components["schemas"]["Address"];
            email?: string | null;
            phone?: number | null;
            NI_number?: string | null;
        } | null;
        EmploymentInformation: {
            employer_name?: string | null;
            role?: string | null;
            type?: string | null;
            status?: string | null;
            start_date?: components["schemas"]["Timestamp"] | null;
            leave_date?: components["schemas"]["Timestamp"] | null;
            employer_tax_reference?: string | null;
            is_director?: boolean | null;
        } | null;
        NullableMoney: components["schemas"]["Money"] | null;
        NullableTimestamp: components["schemas"]["Timestamp"] | null;
        NullableDecimalText: components["schemas"]["DecimalText"] | null;
        IncomeInformation: {
            pay_date?: components["schemas"]["NullableTimestamp"];
            pay_interval_start?: components["schemas"]["NullableTimestamp"];
            pay_interval_end?: components["schemas"]["NullableTimestamp"];
            pay_frequency?: string | null;
            tax_code?: string | null;
            earnings?: components["schemas"]["Earnings"];
            deductions?: components["schemas"]["Deductions"];
        } | null;
        Earnings: {
            gross_pay?: components["schemas"]["NullableMoney"];
            net_pay?: components["schemas"]["NullableMoney"];
            base_salary?: components["schemas"]["NullableMoney"];
            bonus?: components["schemas"]["NullableMoney"];
            fixed_pay_total?: components["schemas"]["NullableMoney"];
            variable_pay_total?: components["schemas"]["NullableMoney"];
            earning_elements?: components["schemas"]["EarningElement"][] | null;
            year_to_date?: components["schemas"]["YearToDate"];
            rolling_12m_income?: components["schemas"]["RollingIncome"];
        } | null;
        EarningElement: {
            type?: string | null;
            description?: string | null;
            amount?: components["schemas"]["NullableMoney"];
            is_fixed?: boolean | null;
            is_after_tax?: boolean | null;
            is_after_ni?: boolean | null;
            is_bik?: boolean | null;
            quantity?: components["schemas"]["NullableDecimalText"];
            rate?: components["schemas"]["NullableDecimalText"];
            unit?: string | null;
        };
        YearToDate: {
            gross_pay?: components["schemas"]["NullableMoney"];
            net_pay?: components["schemas"]["NullableMoney"];
            total_tax_paid?: components["schemas"]["NullableMoney"];
            total_ni_paid?: components["schemas"]["NullableMoney"];
            total_taxable_earnings?: components["schemas"]["NullableMoney"];
            tax_year?: number | null;
        } | null;
        RollingIncome: {
            gross_pay?: components["schemas"]["NullableMoney"];
            net_pay?: components["schemas"]["NullableMoney"];
        } | null;
        Deductions: {
            income_tax?: components["schemas"]["NullableMoney"];
            employee_ni?: components["schemas"]["NullableMoney"];
            employee_pension?: components["schemas"]["NullableMoney"];
            total_deductions?: components["schemas"]["NullableMoney"];
            loan_deductions?: components["schemas"]["NullableMoney"];
            deductions_elements?: components["schemas"]["DeductionElement"][] | null;
        } | null;
        DeductionElement: {
            type?: string | null;
            description?: string | null;
            amount?: components["schemas"]["NullableMoney"];
        };
        PresignRequest: {
            files: components["schemas"]["PresignFile"][];
        };
        PresignFile: {
            file_name: string;
            external_id?: string;
        };
        PresignResult: {
            presigned_urls: components["schemas"]["PresignedUpload"][];
        };
        PresignedUpload: {
            file_name: string;
            /**
             * Format: uri
             * @description Short-lived upload address.
             */
            presigned_url: string;
            /** @description Storage path. */
            path: string;
            external_id?: string | null;
        };
        BankStatementSubmission: {
            id: components["schemas"]["Uuid"];
            created_at: components["schemas"]["Timestamp"];
            /** Format: uuid */
            document_id?: string | null;
            document_external_id?: string | null;
            document_filename?: string | null;
            account_information?: components["schemas"]["AccountInformation"];
            statement_period?: components["schemas"]["StatementPeriod"];
            balance_information?: components["schemas"]["BalanceInformation"];
            transactions?: components["schemas"]["StatementTransaction"][] | null;
            /** @description Likelihood that the document is a bank statement. */
            bank_statement_probability?: number | null;
        };
        AccountInformation: {
            account_holder_name?: string | null;
            account_number?: string | null;
            sort_code?: string | null;
            bank_name?: string | null;
            iban?: string | null;
        } | null;
        StatementPeriod: {
            start_date?: components["schemas"]["CalendarDate"] | null;
            end_date?: components["schemas"]["CalendarDate"] | null;
        } | null;
        BalanceInformation: {
            opening_balance?: components["schemas"]["StatementBalance"] | null;
            closing_balance?: components["schemas"]["StatementBalance"] | null;
        } | null;
        StatementTransaction: {
            date?: components["schemas"]["CalendarDate"] | null;
            description?: string | null;
            amount?: string | null;
            /** @description For example credit. */
            type?: string | null;
        };
        BankStatementPage: {
            pagination: components["schemas"]["Pagination"];
            bank_statement_submissions: components["schemas"]["BankStatementSubmission"][];
        };
        TaxauthIncomeSubmission: {
            id: components["schemas"]["Uuid"];
            /** Format: uuid */
            account_id?: string;
            /** Format: uuid */
            entry_id?: string;
            income_id?: string | null;
            employment?: components["schemas"]["TaxauthEmployment"];
            frequency?: string | null;
            income_period?: components["schemas"]["IncomePeriod"];
        };
        TaxauthEmployment: {
            total_income?: components["schemas"]["NullableMoney"];
            employers?: components["schemas"]["TaxauthEmployer"][] | null;
        } | null;
        TaxauthEmployer: {
            employer_name?: string | null;
            income?: components["schemas"]["NullableMoney"];
            tax_paid?: components["schemas"]["NullableMoney"];
        };
        IncomePeriod: {
            start?: components["schemas"]["NullableTimestamp"];
            end?: components["schemas"]["NullableTimestamp"];
        } | null;
        TaxauthIncomePage: {
            pagination: components["schemas"]["Pagination"];
            income_submissions: components["schemas"]["TaxauthIncomeSubmission"][];
        };
        ExpenditureEstimate: {
            /** @description Start of the month. */
            date: components["schemas"]["Timestamp"];
            cost_of_living: components["schemas"]["Money"];
            housing: components["schemas"]["Money"];
            total: components["schemas"]["Money"];
        };
        ExpenditureResult: {
            expenditures: components["schemas"]["ExpenditureEstimate"][];
        };
        ProviderCatalogue: {
            providers: components["schemas"]["Provider"][];
            parent_provider_meta: components["schemas"]["ParentProvider"][];
            employers: components["schemas"]["Employer"][];
        };
        Provider: {
            id: string;
            name: string;
            url?: string;
            logo_url?: string;
            is_oauth2?: boolean;
            is_scraper?: boolean;
            reset_url?: string;
            parent?: string | null;
            max_login_attempts: number;
            extra_login_params?: components["schemas"]["LoginParameter"][];
        };
        LoginParameter: {
            key: string;
            display_name?: string;
            validation?: {
                required?: boolean;
                /** @description Names the kind - for example text or date or number. */
                type?: string;
                date_format?: string;
                min_length?: number;
                max_length?: number;
            };
        };
        ParentProvider: {
            id: string;
            name: string;
            logo_url?: string;
        };
        Employer: {
            id: string;
            name: string;
            url?: string;
            logo_url?: string;
            /** @description Ids of providers. */
            providers?: string[];
        };
        /** @enum {string} */
        EventKind: "user-payroll-submitted" | "user-bank-statement-submitted" | "user-taxauth-data-submitted";
        WebhookConfig: {
            /** @description Whether deliveries carry the data itself. */
            include_payload?: boolean;
        };
        WebhookRequest: {
            /** @description Unique. */
            name: string;
            events: components["schemas"]["EventKind"][];
            /**
             * Format: uri
             * @description Receiver address.
             */
            url: string;
            signing_secret?: string;
            /** @description Base64 of exactly 32 bytes; cannot be read back. */
            encryption_key?: string;
            config?: {
                include_payload?: boolean;
            };
        };
        CreatedWebhook: {
            webhook_id: components["schemas"]["Uuid"];
            name: string;
            events: components["schemas"]["EventKind"][];
            url: string;
            created_at: components["schemas"]["Timestamp"];
        };
        Webhook: {
            webhook_id: components["schemas"]["Uuid"];
            name: string;
            events: components["schemas"]["EventKind"][];
            url: string;
            config?: components["schemas"]["WebhookConfig"];
            created_at: components["schemas"]["Timestamp"];
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        /** @description Base64 of the AES-256-GCM ciphertext of the JSON delivery body followed by the 16-byte tag. */
        SealedBody: string;
        PayrollEvent: {
            /** @constant */
            event: "user-payroll-submitted";
            user_id: components["schemas"]["Uuid"];
            timestamp: components["schemas"]["Timestamp"];
            entry_id: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description Null when the data comes from a payslip upload.
             */
            account_id: string | null;
            payload?: components["schemas"]["PayrollEventPayload"];
        };
        /** @description Present only when the subscription includes payloads. */
        PayrollEventPayload: {
            entry_id: components["schemas"]["Uuid"];
            /** Format: uuid */
            account_id: string | null;
            payroll_submissions: components["schemas"]["EventPayrollSubmission"][];
        };
        BankStatementEvent: {
            /** @constant */
            event: "user-bank-statement-submitted";
            user_id: components["schemas"]["Uuid"];
            timestamp: components["schemas"]["Timestamp"];
            payload?: components["schemas"]["BankStatementEventPayload"];
        };
        /** @description Present only when the subscription includes payloads. */
        BankStatementEventPayload: {
            bank_statement_submissions: components["schemas"]["BankStatementSubmission"][];
        };
        TaxauthEvent: {
            /** @constant */
            event: "user-taxauth-data-submitted";
            user_id: components["schemas"]["Uuid"];
            timestamp: components["schemas"]["Timestamp"];
            payload?: components["schemas"]["TaxauthEventPayload"];
        };
        /** @description Present only when the subscription includes payloads. */
        TaxauthEventPayload: {
            income_submissions: components["schemas"]["EventTaxauthIncomeSubmission"][];
        };
        /** @description An income submission as webhook payloads show it - amounts are numbers. */
        EventTaxauthIncomeSubmission: {
            id: components["schemas"]["Uuid"];
            /** Format: uuid */
            account_id?: string;
            /** Format: uuid */
            entry_id?: string;
            income_id?: string | null;
            employment?: {
                total_income?: number | null;
                employers?: {
                    employer_name?: string | null;
                    income?: number | null;
                    tax_paid?: number | null;
                }[] | null;
            } | null;
            frequency?: string | null;
            income_period?: components["schemas"]["IncomePeriod"];
        };
        /** @description One payslip as webhook payloads show it - amounts are numbers and phone is text. */
        EventPayrollSubmission: {
            id: components["schemas"]["Uuid"];
            /** Format: uuid */
            account_id: string | null;
            /** Format: uuid */
            entry_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            identity_information?: components["schemas"]["EventIdentityInformation"];
            employment_information?: components["schemas"]["EmploymentInformation"];
            income_information?: components["schemas"]["EventIncomeInformation"];
            /** Format: uuid */
            document_id?: string | null;
            document_external_id?: string | null;
            document_filename?: string | null;
            trust_score?: string | null;
            source?: string | null;
        };
        EventIdentityInformation: {
            name?: string | null;
            date_of_birth?: components["schemas"]["NullableTimestamp"];
            address?: components["schemas"]["Address"];
            email?: string | null;
            phone?: string | null;
            NI_number?: string | null;
        } | null;
        EventIncomeInformation: {
            pay_date?: components["schemas"]["NullableTimestamp"];
            pay_interval_start?: components["schemas"]["NullableTimestamp"];
            pay_interval_end?: components["schemas"]["NullableTimestamp"];
            pay_frequency?: string | null;
            tax_code?: string | null;
            earnings?: {
                gross_pay?: number | null;
                net_pay?: number | null;
                base_salary?: number | null;
                bonus?: number | null;
                fixed_pay_total?: number | null;
                variable_pay_total?: number | null;
                earning_elements?: {
                    type?: string | null;
                    description?: string | null;
                    amount?: number | null;
                    is_fixed?: boolean | null;
                    is_after_tax?: boolean | null;
                    is_after_ni?: boolean | null;
                    is_bik?: boolean | null;
                    quantity?: components["schemas"]["NullableDecimalText"];
                    rate?: components["schemas"]["NullableDecimalText"];
                    unit?: string | null;
                }[] | null;
                year_to_date?: {
                    gross_pay?: number | null;
                    net_pay?: number | null;
                    total_tax_paid?: number | null;
                    total_ni_paid?: number | null;
                    total_taxable_earnings?: number | null;
                    tax_year?: number | null;
                } | null;
                rolling_12m_income?: {
                    gross_pay?: number | null;
                    net_pay?: number | null;
                } | null;
            } | null;
            deductions?: {
                income_tax?: number | null;
                employee_ni?: number | null;
                employee_pension?: number | null;
                total_deductions?: number | null;
                loan_deductions?: number | null;
                deductions_elements?: {
                    type?: string | null;
                    description?: string | null;
                    amount?: number | null;
                }[] | null;
            } | null;
        } | null;
    };
    responses: {
        /** @description A required field is missing, or something sent is invalid; one message for each. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         "Request is missing the required field [username]"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The API key is missing or wrong. */
        UnauthorisedApiKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         "No X-API-KEY header provided or wrong value"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The bearer token is missing or wrong. */
        UnauthorisedBearer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         "No bearer authorisation provided or wrong value"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The addressed resource does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         "Resource with id [3c2d9a1e-77c1-4d55-8b5a-4a8f2f0b6a11] does not exist"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description It is deleted. */
        Deleted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "User deleted"
                 *     }
                 */
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The client's settings as they are now. */
        Configuration: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "payslip_upload_enabled": true,
                 *       "payroll_period_months": 12,
                 *       "client_logo": "https://lender.example/logo.svg",
                 *       "client_callback_url": "https://lender.example/done",
                 *       "recurring_checks_enabled": false,
                 *       "recurring_check_frequency": "MONTHLY",
                 *       "recurring_check_end_date": "2027-12-31T00:00:00.000Z",
                 *       "payroll_connections_enabled": true,
                 *       "client_display_name": "Example Lender"
                 *     }
                 */
                "application/json": components["schemas"]["ClientConfiguration"];
            };
        };
    };
    parameters: {
        /** @description Id of the user. */
        UserId: string;
        /** @description Id of the term. */
        TermId: string;
        /** @description Id of the account. */
        AccountId: string;
        /** @description Id of the entry. */
        EntryId: string;
        /** @description Id of the subscription. */
        WebhookId: string;
        /** @description The authorisation to use; when absent, a valid one is resolved. */
        AuthorisationId: string;
        /**
         * @description Present when the subscription has a signing secret: lowercase hexadecimal HMAC-SHA512 of the raw body, keyed with
         *     the secret. With encryption, of the encrypted body.
         */
        Signature: string;
        /** @description Present when the subscription has an encryption key; Base64 of the initialisation vector. */
        EncryptionIv: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signInMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "member@sandbox.test",
                 *       "password": "sandbox-password"
                 *     }
                 */
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description The member is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jwt": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJtZW1iZXIifQ.c2lnbmF0dXJl",
                     *       "member": {
                     *         "id": "0b0e7c0e-54a6-4c43-9a3f-1d2f6b7a8c90",
                     *         "email": "member@sandbox.test",
                     *         "role": "admin",
                     *         "name": "Sandbox Member",
                     *         "status": "confirmed",
                     *         "mfa_status": "disabled"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignInResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description The credentials are wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Wrong username or password"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "new.colleague@example.com",
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["InviteMemberRequest"];
            };
        };
        responses: {
            /** @description The member is invited. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "new.colleague@example.com",
                     *       "role": "viewer",
                     *       "status": "unconfirmed",
                     *       "mfa_status": "disabled",
                     *       "name": "new.colleague"
                     *     }
                     */
                    "application/json": components["schemas"]["InvitedMember"];
                };
            };
            /** @description A field is missing or invalid, or the address was invited before. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Request is missing the required field [email]"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
        };
    };
    getAuthorisationTerm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the term. */
                term_id: components["parameters"]["TermId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The term. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3c2d9a1e-77c1-4d55-8b5a-4a8f2f0b6a11",
                     *       "is_active": true,
                     *       "is_system_term": true,
                     *       "authorisation_version": 2,
                     *       "created_at": "2026-01-15T09:00:00.000Z",
                     *       "name": "Payroll data, one time",
                     *       "authorisation_text": "I agree that my payroll data is retrieved once for the purpose of this application.",
                     *       "authorisation_category": "one_time"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthorisationTerm"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
            404: components["responses"]["NotFound"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Where the page begins. */
                offset?: number;
                /** @description Most users on a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pagination": {
                     *         "offset": 1,
                     *         "limit": 20,
                     *         "count": 1,
                     *         "total_count": 1
                     *       },
                     *       "users": [
                     *         {
                     *           "user_id": "5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30",
                     *           "created_at": "2026-03-02T10:15:00.000Z",
                     *           "forename": "Ada",
                     *           "surname": "Fairweather",
                     *           "date_of_birth": "1990-05-17T00:00:00.000Z",
                     *           "post_codes": [
                     *             "LS1 4AP"
                     *           ],
                     *           "ni_number": "QQ123456A"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            /** @description A parameter is out of range. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Query parameter [limit] must be <= 100"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deleted"];
            401: components["responses"]["UnauthorisedApiKey"];
            404: components["responses"]["NotFound"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "surname": "Fairweather-Jones",
                 *       "post_codes": [
                 *         "LS1 4AP",
                 *         "CF10 1EP"
                 *       ],
                 *       "ext_id": null
                 *     }
                 */
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30",
                     *       "created_at": "2026-03-02T10:15:00.000Z",
                     *       "forename": "Ada",
                     *       "surname": "Fairweather-Jones",
                     *       "post_codes": [
                     *         "LS1 4AP",
                     *         "CF10 1EP"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorisedApiKey"];
            404: components["responses"]["NotFound"];
        };
    };
    getConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Configuration"];
            401: components["responses"]["UnauthorisedApiKey"];
            404: components["responses"]["NotFound"];
        };
    };
    updateConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payroll_period_months": 6,
                 *       "recurring_checks_enabled": true,
                 *       "recurring_check_frequency": "WEEKLY"
                 *     }
                 */
                "application/json": components["schemas"]["ClientConfigurationUpdate"];
            };
        };
        responses: {
            200: components["responses"]["Configuration"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorisedApiKey"];
        };
    };
    queryPayrollConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The authorisation to use; when absent, a valid one is resolved. */
                "x-svc-authorisation-id"?: components["parameters"]["AuthorisationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_id": "5f0c2a9e-8f43-4c11-a0c4-2b7f60f2d9e4"
                 *     }
                 */
                "application/json": components["schemas"]["PayrollConnectionRequest"];
            };
        };
        responses: {
            /** @description What was found. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayrollConnectionResult"];
                };
            };
            /** @description A field is missing or invalid, or the account cannot be used yet. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Request is missing the required field [account_id]"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            401: components["responses"]["UnauthorisedBearer"];
            /** @description The user has no active authorisation, the one named cannot be used, or payroll connections are disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "The user has no active authorisation"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description The user has no such account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Account [5f0c2a9e-8f43-4c11-a0c4-2b7f60f2d9e4] does not exist"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    deleteEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                entry_id: components["parameters"]["EntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deleted"];
            401: components["responses"]["UnauthorisedApiKey"];
            404: components["responses"]["NotFound"];
        };
    };
    createDirectConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The authorisation to use; when absent, a valid one is resolved. */
                "x-svc-authorisation-id"?: components["parameters"]["AuthorisationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30"
                 *     }
                 */
                "application/json": components["schemas"]["DirectConnectionRequest"];
            };
        };
        responses: {
            /** @description What was found. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pagination": {
                     *         "offset": 1,
                     *         "limit": 100,
                     *         "count": 0,
                     *         "total_count": 0
                     *       },
                     *       "payroll_submissions": []
                     *     }
                     */
                    "application/json": components["schemas"]["DirectConnectionResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorisedApiKey"];
            /** @description The user has no active authorisation, or the one named cannot be used. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "The user has no active authorisation"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "User [5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30] does not exist"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    submitMfa: {
        parameters: {
            query?: never;
            header?: {
                /** @description The authorisation to use; when absent, a valid one is resolved. */
                "x-svc-authorisation-id"?: components["parameters"]["AuthorisationId"];
            };
            path: {
                /** @description Id of the account. */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mfa": "1234"
                 *     }
                 */
                "application/json": components["schemas"]["MfaRequest"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account_id": "5f0c2a9e-8f43-4c11-a0c4-2b7f60f2d9e4",
                     *       "payroll_provider": "paylantern",
                     *       "user_name": "ada.fairweather",
                     *       "created_at": "2026-03-02T10:20:00.000Z",
                     *       "status": "LINKED",
                     *       "mfa_enabled": true,
                     *       "latest_pay_date": "2026-02-27T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description A field is missing, the answer is wrong, or the account waits for none. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Request is missing the required field [mfa]"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
            /** @description The user has no active authorisation, or the one named cannot be used. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "The user has no active authorisation"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                account_id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deleted"];
            401: components["responses"]["UnauthorisedApiKey"];
            404: components["responses"]["NotFound"];
        };
    };
    presignBankStatements: {
        parameters: {
            query?: never;
            header?: {
                /** @description The authorisation to use; when absent, a valid one is resolved. */
                "x-svc-authorisation-id"?: components["parameters"]["AuthorisationId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "files": [
                 *         {
                 *           "file_name": "march.pdf",
                 *           "external_id": "loan-4711"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PresignRequest"];
            };
        };
        responses: {
            /** @description One item for each file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "presigned_urls": [
                     *         {
                     *           "file_name": "march.pdf",
                     *           "presigned_url": "http://127.0.0.1:4010/_storage/5f0c2a9e-8f43-4f0a-9a53-1c5e0d7f3b21?expires=1772450100&signature=0f3a",
                     *           "path": "bank-statements/5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30/5f0c2a9e-8f43-4f0a-9a53-1c5e0d7f3b21.pdf",
                     *           "external_id": "loan-4711"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PresignResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["UnauthorisedBearer"];
            /** @description The user has no active authorisation, or the one named cannot be used. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "The user has no active authorisation"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listBankStatements: {
        parameters: {
            query?: {
                /** @description Where the page begins. */
                offset?: number;
                /** @description Most submissions on a page. */
                limit?: number;
                /** @description Leaves out statements created before this instant. */
                created_from?: components["schemas"]["RequestTimestamp"];
                /** @description Leaves out statements created after this instant. */
                created_to?: components["schemas"]["RequestTimestamp"];
            };
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of submissions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pagination": {
                     *         "offset": 0,
                     *         "limit": 100,
                     *         "count": 1,
                     *         "total_count": 1
                     *       },
                     *       "bank_statement_submissions": [
                     *         {
                     *           "id": "5f0c2a9e-8f43-4d8e-b1f7-7c9a2e4d6f10",
                     *           "created_at": "2026-04-02T08:30:00.000Z",
                     *           "document_id": "5f0c2a9e-8f43-4f0a-9a53-1c5e0d7f3b21",
                     *           "document_external_id": "loan-4711",
                     *           "document_filename": "march.pdf",
                     *           "account_information": {
                     *             "account_holder_name": "Ada Fairweather",
                     *             "account_number": "12345678",
                     *             "sort_code": "00-12-34",
                     *             "bank_name": "Harbour & Vale Bank",
                     *             "iban": "GB37HVBK00123412345678"
                     *           },
                     *           "statement_period": {
                     *             "start_date": "2026-03-01",
                     *             "end_date": "2026-03-31"
                     *           },
                     *           "balance_information": {
                     *             "opening_balance": "1,020.15",
                     *             "closing_balance": "2,345.60"
                     *           },
                     *           "transactions": [
                     *             {
                     *               "date": "2026-03-27",
                     *               "description": "SALARY ORCHARD FOODS",
                     *               "amount": "2150.45",
                     *               "type": "credit"
                     *             }
                     *           ],
                     *           "bank_statement_probability": 0.98
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BankStatementPage"];
                };
            };
            /** @description A parameter is out of range. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Query parameter [limit] must be <= 1000"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "User [5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30] does not exist"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    getTaxauthIncome: {
        parameters: {
            query?: {
                /** @description Where the page begins. */
                offset?: number;
                /** @description Most submissions on a page. */
                limit?: number;
                /** @description Only submissions of this account. */
                account_id?: string;
                /** @description Only submissions of this entry. */
                entry_id?: string;
            };
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of submissions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pagination": {
                     *         "offset": 1,
                     *         "limit": 20,
                     *         "count": 1,
                     *         "total_count": 1
                     *       },
                     *       "income_submissions": [
                     *         {
                     *           "id": "5f0c2a9e-8f43-4e67-9b0c-3f1a8d5c7e42",
                     *           "account_id": "5f0c2a9e-8f43-4c11-a0c4-2b7f60f2d9e4",
                     *           "entry_id": "5f0c2a9e-8f43-4a90-8e15-b6d4c2f70a38",
                     *           "income_id": "2025-26-1",
                     *           "employment": {
                     *             "total_income": "36000.00",
                     *             "employers": [
                     *               {
                     *                 "employer_name": "Orchard Foods",
                     *                 "income": "36000.00",
                     *                 "tax_paid": "4686.00"
                     *               }
                     *             ]
                     *           },
                     *           "frequency": "yearly",
                     *           "income_period": {
                     *             "start": "2025-04-06T00:00:00.000Z",
                     *             "end": "2026-04-05T00:00:00.000Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TaxauthIncomePage"];
                };
            };
            /** @description A parameter is out of range. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Query parameter [limit] must be <= 100"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
            /** @description Tax-authority access is switched off for the user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Tax-authority data is disabled for the user"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "User [5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30] does not exist"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    getOnsExpenditure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One estimate a month. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "expenditures": [
                     *         {
                     *           "date": "2026-03-01T00:00:00.000Z",
                     *           "cost_of_living": "1243.18",
                     *           "housing": "627.40",
                     *           "total": "1870.58"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExpenditureResult"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
            /** @description Something that the estimate needs is missing or invalid; one message for each. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "[date_of_birth] param is missing on the user and its payslips",
                     *         "[post_codes] param is missing on the user and its payslips"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalogue. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "providers": [
                     *         {
                     *           "id": "paylantern",
                     *           "name": "Paylantern",
                     *           "url": "https://paylantern.example",
                     *           "logo_url": "https://paylantern.example/logo.svg",
                     *           "is_oauth2": false,
                     *           "is_scraper": true,
                     *           "reset_url": "https://paylantern.example/reset",
                     *           "parent": null,
                     *           "max_login_attempts": 3,
                     *           "extra_login_params": [
                     *             {
                     *               "key": "company_code",
                     *               "display_name": "Company code",
                     *               "validation": {
                     *                 "required": true,
                     *                 "type": "text",
                     *                 "date_format": "",
                     *                 "min_length": 4,
                     *                 "max_length": 8
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "parent_provider_meta": [
                     *         {
                     *           "id": "lantern-group",
                     *           "name": "Lantern Group",
                     *           "logo_url": "https://lantern-group.example/logo.svg"
                     *         }
                     *       ],
                     *       "employers": [
                     *         {
                     *           "id": "orchard-foods",
                     *           "name": "Orchard Foods",
                     *           "url": "https://orchard-foods.example",
                     *           "logo_url": "https://orchard-foods.example/logo.svg",
                     *           "providers": [
                     *             "paylantern"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderCatalogue"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscriptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "webhook_id": "7b1f4e2c-0d3a-4c85-9f6e-2a8b5d9c1e70",
                     *           "name": "payroll-to-crm",
                     *           "events": [
                     *             "user-payroll-submitted"
                     *           ],
                     *           "url": "https://crm.example/hooks/payroll",
                     *           "config": {
                     *             "include_payload": true
                     *           },
                     *           "created_at": "2026-03-02T10:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "payroll-to-crm",
                 *       "events": [
                 *         "user-payroll-submitted"
                 *       ],
                 *       "url": "https://crm.example/hooks/payroll",
                 *       "signing_secret": "a-long-random-secret",
                 *       "config": {
                 *         "include_payload": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The subscription, without its secrets. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_id": "7b1f4e2c-0d3a-4c85-9f6e-2a8b5d9c1e70",
                     *       "name": "payroll-to-crm",
                     *       "events": [
                     *         "user-payroll-submitted"
                     *       ],
                     *       "url": "https://crm.example/hooks/payroll",
                     *       "created_at": "2026-03-02T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description A field is missing or invalid, or the name is taken. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Request is missing the required field [url]"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Webhook deleted"
                     *     }
                     */
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["UnauthorisedApiKey"];
            /** @description There is no such subscription. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [
                     *         "Webhook [7b1f4e2c-0d3a-4c85-9f6e-2a8b5d9c1e70] does not exist"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Errors"];
                };
            };
        };
    };
    onUserPayrollSubmitted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Present when the subscription has a signing secret: lowercase hexadecimal HMAC-SHA512 of the raw body, keyed with
                 *     the secret. With encryption, of the encrypted body.
                 */
                "X-Svc-Signature"?: components["parameters"]["Signature"];
                /** @description Present when the subscription has an encryption key; Base64 of the initialisation vector. */
                "X-Svc-Encryption-IV"?: components["parameters"]["EncryptionIv"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayrollEvent"];
                /** @example q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vg== */
                "text/plain": components["schemas"]["SealedBody"];
            };
        };
        responses: {
            /** @description The receiver accepted the delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver refused the delivery; the service attempts it again. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onUserBankStatementSubmitted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Present when the subscription has a signing secret: lowercase hexadecimal HMAC-SHA512 of the raw body, keyed with
                 *     the secret. With encryption, of the encrypted body.
                 */
                "X-Svc-Signature"?: components["parameters"]["Signature"];
                /** @description Present when the subscription has an encryption key; Base64 of the initialisation vector. */
                "X-Svc-Encryption-IV"?: components["parameters"]["EncryptionIv"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "user-bank-statement-submitted",
                 *       "user_id": "5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30",
                 *       "timestamp": "2026-04-02T08:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["BankStatementEvent"];
                /** @example q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vg== */
                "text/plain": components["schemas"]["SealedBody"];
            };
        };
        responses: {
            /** @description The receiver accepted the delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver refused the delivery; the service attempts it again. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onUserTaxauthDataSubmitted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Present when the subscription has a signing secret: lowercase hexadecimal HMAC-SHA512 of the raw body, keyed with
                 *     the secret. With encryption, of the encrypted body.
                 */
                "X-Svc-Signature"?: components["parameters"]["Signature"];
                /** @description Present when the subscription has an encryption key; Base64 of the initialisation vector. */
                "X-Svc-Encryption-IV"?: components["parameters"]["EncryptionIv"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "user-taxauth-data-submitted",
                 *       "user_id": "5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30",
                 *       "timestamp": "2026-04-20T06:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["TaxauthEvent"];
                /** @example q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vg== */
                "text/plain": components["schemas"]["SealedBody"];
            };
        };
        responses: {
            /** @description The receiver accepted the delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver refused the delivery; the service attempts it again. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
