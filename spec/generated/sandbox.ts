// Made by `npm run generate` from the files in spec/. Never edited by hand.
export interface paths {
    "/_sandbox/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report the health of the sandbox
         * @description Needs no key. `now` is real time. Files and addresses of the store are named to a caller with an API key only.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the process answers
         * @description Needs no key, and looks at nothing else. For a liveness probe.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether requests can be served
         * @description Needs no key. For a readiness probe; 503 while the store is away or its disk is full. A sandbox that is degraded serves requests all the same, and says what is wrong.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return the client to its starting world
         * @description What was created is gone, what was deleted is back, and the clock is as it was at the world's birth.
         */
        post: operations["resetClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients that you made
         * @description Those that this client made, and those that they made in turn. A client that no request uses for a day expires, and is removed when room is needed.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Make a client of its own
         * @description One for each test, whatever it is written in. The client has a key, a member, a clock and a starting world of its own, and every process that shares the store knows it. One caller may have 100 at a time.
         */
        post: operations["addClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/clients/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a client that a call made. */
                client_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a client that a call made
         * @description All that it has is gone, and its key and tokens are worth nothing any more.
         */
        delete: operations["removeClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the client's clock
         * @description Everything of this client follows this time.
         */
        get: operations["getClock"];
        put?: never;
        /**
         * Move the client's clock forward
         * @description Everything that falls due on the way happens in order before the call is answered.
         */
        post: operations["moveClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set what the client's configuration may have no field for
         * @description `taxauth_enabled` is the client-level setting of tax-authority data; null unsets it.
         */
        patch: operations["arrangeConfiguration"];
        trace?: never;
    };
    "/_sandbox/due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what falls due
         * @description Work that is due next, earliest first; with a user also their next pay day in each job.
         */
        get: operations["listDue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Save the client's whole state
         * @description All that the client has at one moment, its clock and the birth of its world included.
         */
        get: operations["takeSnapshot"];
        /**
         * Load a state that was saved
         * @description It replaces all that the client has, and every answer is as it was then. A snapshot of another version is refused.
         */
        put: operations["loadSnapshot"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a user
         * @description A field that is left out, or null, is absent.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users/{user_id}": {
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
         * Read all that the service holds about a user
         * @description Revoked authorisations stay listed with the time of their revocation.
         */
        get: operations["inspectUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users/{user_id}/tokens": {
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
        /**
         * Issue a user bearer token
         * @description Valid until it expires by the client's clock.
         */
        post: operations["issueUserToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an authorisation term of the client
         * @description The version number goes up by one.
         */
        post: operations["createTerm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/terms/{term_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the term. */
                term_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Activate or deactivate a term
         * @description Only an active term can be accepted.
         */
        patch: operations["updateTerm"];
        trace?: never;
    };
    "/_sandbox/users/{user_id}/authorisations": {
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
        /**
         * Let the user accept a term
         * @description Without a term id, the newest active system term.
         */
        post: operations["acceptTerm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users/{user_id}/authorisations/{authorisation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
                /** @description Id of the authorisation. */
                authorisation_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an authorisation
         * @description The authorisation is no longer valid.
         */
        delete: operations["revokeAuthorisation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users/{user_id}/accounts": {
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
        /**
         * Link a user to a payroll provider
         * @description With MFA the account is PENDING until the MFA endpoint gets the answer.
         */
        post: operations["linkAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users/{user_id}/direct-payroll": {
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
        /**
         * Set what the next direct connection finds
         * @description Replaces what was set before. Without this call a direct connection finds the payroll of the user's own person.
         */
        post: operations["setDirectPayroll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users/{user_id}/entries": {
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
        /**
         * Create an entry with new payroll data
         * @description As if retrieved, with an account, or uploaded as payslips, without. Emits the payroll event. A payslip upload gets 409 where payslip_upload_enabled is false for the user, else for the client.
         */
        post: operations["createEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users/{user_id}/bank-statements": {
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
        /**
         * Add an extracted bank statement
         * @description Emits the bank statement event.
         */
        post: operations["createBankStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users/{user_id}/taxauth": {
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
        /**
         * Add tax-authority income
         * @description Emits the tax-authority event.
         */
        post: operations["createIncomeSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users/{user_id}/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
                /**
                 * @description The month, and `.pdf`.
                 * @example 2026-03.pdf
                 */
                month: string;
            };
            cookie?: never;
        };
        /**
         * Get a bank statement to upload
         * @description The bank statement of the user's person, of any month up to now, as their bank would print it; that of the
         *     month that is going on ends today. Nothing is stored: to have it extracted, upload it to a presigned address.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/users/{user_id}/truth": {
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
         * Get what is true about a user
         * @description The discrepancies between what the user's person handed in, what the tax authority holds and what is true: the relation
         *     that each breaks, the wrong values and the right ones. The service's own answers do not tell them apart. Data that was
         *     arranged since the start is not judged.
         */
        get: operations["getTruth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the client's team
         * @description Those that the sandbox was started with and those that were invited, with the ids that an invitation does not answer.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Confirm, disable or change a member
         * @description What a member would do by the account that an invitation asks for: a password confirms an unconfirmed member, who can
         *     sign in from then on. Any status and any second factor can be set; a member who is archived, compromised or unconfirmed
         *     cannot sign in.
         */
        patch: operations["arrangeMember"];
        trace?: never;
    };
    "/_sandbox/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of the scenarios
         * @description The built-in ones, then those that were added, with what each of them promises.
         */
        get: operations["listScenarios"];
        put?: never;
        /**
         * Make a user from a scenario
         * @description A scenario describes one person, their jobs, what the service holds for them and what they promise; its schema is
         *     `payrig/scenario.schema.json`. Its days are relative to today by the client's clock. Every call makes another user.
         */
        post: operations["createScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/scenarios/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a scenario without making a user
         * @description What createScenario would refuse is refused here, with what is wrong and where.
         */
        post: operations["checkScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/scenarios/{scenario_key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Key of the scenario.
                 * @example steady-salary
                 */
                scenario_key: string;
            };
            cookie?: never;
        };
        /**
         * Read a scenario as YAML
         * @description To be changed and made into a new person. Fields that the scenario leaves to the seed are absent.
         */
        get: operations["getScenario"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Oldest first. With a limit, the latest ones; `before` then gives the page before.
         */
        get: operations["listDeliveries"];
        put?: never;
        /**
         * Send a test delivery to one subscription
         * @description Tells this subscription alone once more of the newest data that a user holds, and adds nothing to the user. Refused when
         *     the user holds no data of that kind.
         */
        post: operations["testSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description A new attempt follows at once. Refused when the subscription is gone.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/deliveries/{delivery_id}/opened": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        /**
         * Open a delivery as its receiver would
         * @description Checks the signature of what was sent last and decrypts it, with the secret and the key that the subscription has
         *     now. Refused when nothing was sent yet or the subscription is gone.
         */
        get: operations["openDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch deliveries, requests and the clock
         * @description Server-sent events until the caller leaves, of what this client does at any process of the sandbox. First `ready`;
         *     then a `delivery` (as listDeliveries shows it) whenever one is new or changed, a `request` (as listRequests shows
         *     it) for each one answered, `clock` (as getClock shows it) when it is moved, stopped or let go, and `run` (as getRun
         *     shows it) when a tool is started, gets further or ends.
         */
        get: operations["watchEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/why-no-event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell why no event arrived
         * @description Looks at subscriptions, the latest delivery and the clock; each reason has what to do next.
         */
        get: operations["whyNoEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the request journal
         * @description The client's latest requests to the service, those to unknown paths included, newest first, secrets redacted, with
         *     what broke the contract. A snapshot that was loaded is one of them.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /**
         * Empty the request journal
         * @description Of this client.
         */
        delete: operations["clearRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active faults
         * @description Of this client, with how often each struck.
         */
        get: operations["listFaults"];
        /**
         * Replace the active faults
         * @description An empty list ends all faults.
         */
        put: operations["setFaults"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of tools
         * @description The client's latest run of each tool, and whether this sandbox can run any.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Run a tool
         * @description Starts a command of `payrig` in a process and a folder of its own, and answers while it runs. A client has one run of
         *     each tool at a time; the next takes the place of the one before. Addresses obey the rules for webhook receivers.
         *     Refused with 409 when the same tool is running or this sandbox has none, with 429 when too many run at once. Every
         *     process that shares the store knows the run; one whose process died is stopped, and its output says so.
         */
        post: operations["startRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the run. */
                run_id: string;
            };
            cookie?: never;
        };
        /**
         * Read the progress of a run
         * @description After its end, also its result and the addresses of its files.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        /**
         * Stop a run
         * @description The run ends in order, and a check removes what it made. A run that has ended stays as it is.
         */
        delete: operations["stopRun"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An amount as text or number. */
        GivenMoney: string | number | null;
        GivenDecimal: string | number | null;
        GivenTimestamp: string | null;
        GivenDate: string | null;
        GivenBalance: string | number | null;
        GivenAmount: string | number | null;
        GivenPhone: number | string | null;
        NewUser: {
            forename?: string | null;
            surname?: string | null;
            date_of_birth?: components["schemas"]["GivenTimestamp"];
            post_codes?: string[] | null;
            payroll_period_months?: number | null;
            ni_number?: string | null;
            ext_id?: string | null;
            recurring_checks_enabled?: boolean | null;
            /** @enum {unknown} */
            recurring_check_frequency?: "HOURLY" | "WEEKLY" | "MONTHLY" | null;
            recurring_check_end_date?: components["schemas"]["GivenTimestamp"];
            taxauth_enabled?: boolean | null;
            payslip_upload_enabled?: boolean | null;
            payroll_connections_enabled?: boolean | null;
        };
        PartialPayrollSubmission: {
            /** Format: uuid */
            id?: string;
            /** Format: uuid */
            account_id?: string | null;
            /** Format: uuid */
            entry_id?: string | null;
            created_at?: components["schemas"]["GivenTimestamp"];
            identity_information?: {
                name?: string | null;
                date_of_birth?: components["schemas"]["GivenTimestamp"];
                address?: {
                    street?: string | null;
                    county?: string | null;
                    city?: string | null;
                    post_code?: string | null;
                    country?: string | null;
                } | null;
                email?: string | null;
                phone?: components["schemas"]["GivenPhone"];
                NI_number?: string | null;
            } | null;
            employment_information?: {
                employer_name?: string | null;
                role?: string | null;
                type?: string | null;
                status?: string | null;
                start_date?: components["schemas"]["GivenTimestamp"];
                leave_date?: components["schemas"]["GivenTimestamp"];
                employer_tax_reference?: string | null;
                is_director?: boolean | null;
            } | null;
            income_information?: {
                pay_date?: components["schemas"]["GivenTimestamp"];
                pay_interval_start?: components["schemas"]["GivenTimestamp"];
                pay_interval_end?: components["schemas"]["GivenTimestamp"];
                pay_frequency?: string | null;
                tax_code?: string | null;
                earnings?: {
                    gross_pay?: components["schemas"]["GivenMoney"];
                    net_pay?: components["schemas"]["GivenMoney"];
                    base_salary?: components["schemas"]["GivenMoney"];
                    bonus?: components["schemas"]["GivenMoney"];
                    fixed_pay_total?: components["schemas"]["GivenMoney"];
                    variable_pay_total?: components["schemas"]["GivenMoney"];
                    earning_elements?: {
                        type?: string | null;
                        description?: string | null;
                        amount?: components["schemas"]["GivenMoney"];
                        is_fixed?: boolean | null;
                        is_after_tax?: boolean | null;
                        is_after_ni?: boolean | null;
                        is_bik?: boolean | null;
                        quantity?: components["schemas"]["GivenDecimal"];
                        rate?: components["schemas"]["GivenDecimal"];
                        unit?: string | null;
                    }[] | null;
                    year_to_date?: {
                        gross_pay?: components["schemas"]["GivenMoney"];
                        net_pay?: components["schemas"]["GivenMoney"];
                        total_tax_paid?: components["schemas"]["GivenMoney"];
                        total_ni_paid?: components["schemas"]["GivenMoney"];
                        total_taxable_earnings?: components["schemas"]["GivenMoney"];
                        tax_year?: number | null;
                    } | null;
                    rolling_12m_income?: {
                        gross_pay?: components["schemas"]["GivenMoney"];
                        net_pay?: components["schemas"]["GivenMoney"];
                    } | null;
                } | null;
                deductions?: {
                    income_tax?: components["schemas"]["GivenMoney"];
                    employee_ni?: components["schemas"]["GivenMoney"];
                    employee_pension?: components["schemas"]["GivenMoney"];
                    total_deductions?: components["schemas"]["GivenMoney"];
                    loan_deductions?: components["schemas"]["GivenMoney"];
                    deductions_elements?: {
                        type?: string | null;
                        description?: string | null;
                        amount?: components["schemas"]["GivenMoney"];
                    }[] | null;
                } | null;
            } | null;
            /** Format: uuid */
            document_id?: string | null;
            document_external_id?: string | null;
            document_filename?: string | null;
            trust_score?: string | null;
            source?: string | null;
        };
        PartialBankStatementSubmission: {
            /** Format: uuid */
            id?: string;
            created_at?: components["schemas"]["GivenTimestamp"];
            /** Format: uuid */
            document_id?: string | null;
            document_external_id?: string | null;
            document_filename?: string | null;
            account_information?: {
                account_holder_name?: string | null;
                account_number?: string | null;
                sort_code?: string | null;
                bank_name?: string | null;
                iban?: string | null;
            } | null;
            statement_period?: {
                start_date?: components["schemas"]["GivenDate"];
                end_date?: components["schemas"]["GivenDate"];
            } | null;
            balance_information?: {
                opening_balance?: components["schemas"]["GivenBalance"];
                closing_balance?: components["schemas"]["GivenBalance"];
            } | null;
            transactions?: {
                date?: components["schemas"]["GivenDate"];
                description?: string | null;
                amount?: components["schemas"]["GivenAmount"];
                type?: string | null;
            }[] | null;
            bank_statement_probability?: number | null;
        };
        HiddenSettings: {
            taxauth_enabled: boolean | null;
        };
        PartialIncomeSubmission: {
            /** Format: uuid */
            id?: string;
            /** Format: uuid */
            account_id?: string | null;
            /** Format: uuid */
            entry_id?: string | null;
            income_id?: string | null;
            employment?: {
                total_income?: components["schemas"]["GivenMoney"];
                employers?: {
                    employer_name?: string | null;
                    income?: components["schemas"]["GivenMoney"];
                    tax_paid?: components["schemas"]["GivenMoney"];
                }[] | null;
            } | null;
            frequency?: string | null;
            income_period?: {
                start?: components["schemas"]["GivenTimestamp"];
                end?: components["schemas"]["GivenTimestamp"];
            } | null;
        };
        /** @description A client's whole state. The format of its contents may change with any version. */
        Snapshot: {
            /** @description The version of the format. */
            version: number;
            /** @description The seed of the client's world. */
            seed: string;
            born: components["schemas"]["Timestamp"];
            now: components["schemas"]["Timestamp"];
            frozen: boolean;
            /** @description SHA-256 of the contents as JSON. */
            checksum: string;
            contents: {
                aggregates: {
                    [key: string]: unknown;
                }[];
                work: {
                    [key: string]: unknown;
                }[];
                files: {
                    id: string;
                    base64: string;
                }[];
            };
        };
        TeamMember: {
            id: string;
            email: string;
            role: string;
            name: string;
            status: components["schemas"]["MemberStatus"];
            mfa_status: components["schemas"]["MfaStatus"];
        };
        Truth: {
            user_id: components["schemas"]["Uuid"];
            is_honest: boolean;
            discrepancies: {
                /** @example inflated-gross */
                kind: string;
                /** @example 2026-09 */
                month: string;
                /** @description What was done. */
                about: string;
                /**
                 * @description The relation that is broken, and no other.
                 * @example payslip-adds-up
                 */
                relation: string;
                /**
                 * @description A second one, where a change breaks two.
                 * @example employer-is-listed
                 */
                also?: string;
                /** @description What the relation says. */
                rule: string;
                values: {
                    /** @enum {string} */
                    source: "payslip" | "bank-statement" | "tax-record";
                    /** @description The id of the submission. */
                    id: string;
                    /** @description Where in the submission; empty for all of it. */
                    path: string;
                    /** @description What is not true; null where something is missing. */
                    shown: unknown;
                    /** @description What should be there; null where nothing should. */
                    right: unknown;
                }[];
            }[];
            /** @description Lawful cases that look like a discrepancy. */
            lawful: {
                /** @example back-payment */
                kind: string;
                /** @example 2026-09 */
                month: string;
                about: string;
            }[];
            /** @description What the client has changed of the user since the start: documents from before that day show the old value. */
            patched: {
                /** Format: date */
                from: string;
                /** @example surname */
                field: string;
                /** @description The value before the change; null where there was none. */
                before: unknown;
                /** @description The value from that day on. */
                after: unknown;
            }[];
        };
        /** @description Something that fell due while the clock moved; further fields say what. */
        Effect: {
            at: components["schemas"]["Timestamp"];
            /**
             * @example recurring-check
             * @example delivery-attempt
             * @example expiry
             * @example life-event
             */
            kind: string;
        } & {
            [key: string]: unknown;
        };
        Authorisation: {
            authorisation_id: components["schemas"]["Uuid"];
            user_id: components["schemas"]["Uuid"];
            term_id: components["schemas"]["Uuid"];
            /** @enum {string} */
            authorisation_category: "one_time" | "recurring";
            accepted_at: components["schemas"]["Timestamp"];
            revoked_at?: components["schemas"]["Timestamp"];
            used_at?: components["schemas"]["Timestamp"];
        };
        Entry: {
            entry_id: components["schemas"]["Uuid"];
            /** Format: uuid */
            account_id: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        Document: {
            document_id: components["schemas"]["Uuid"];
            file_name: string;
            external_id?: string | null;
            path?: string;
            /** @enum {string} */
            state: "awaiting_upload" | "processing" | "extracted" | "rejected" | "expired";
            /** @description Why nothing could be extracted from it, or what speaks against what was. */
            reason?: string | null;
            created_at: components["schemas"]["Timestamp"];
            expires_at?: components["schemas"]["Timestamp"];
            size?: number | null;
        };
        UserDossier: {
            user: components["schemas"]["User"];
            authorisations: components["schemas"]["Authorisation"][];
            accounts: components["schemas"]["Account"][];
            entries: components["schemas"]["Entry"][];
            payroll_submissions: components["schemas"]["PayrollSubmission"][];
            bank_statement_submissions: components["schemas"]["BankStatementSubmission"][];
            income_submissions: components["schemas"]["TaxauthIncomeSubmission"][];
            documents: components["schemas"]["Document"][];
        };
        /** @description A person with a purpose. */
        ScenarioPerson: {
            key: string;
            /**
             * @description What kind of case they are; own for a person that was added.
             * @enum {string}
             */
            group: "own" | "pay-patterns" | "life-events" | "documents-disagree" | "provider-trouble" | "consent" | "sources" | "missing-details";
            user_id: components["schemas"]["Uuid"];
            /** @description The person's name. */
            name?: string;
            description: string;
            purpose: string;
            /** @description Calls and what they come to, as the scenario says. */
            promises: {
                [key: string]: unknown;
            }[];
        };
        DeliveryAttempt: {
            at: components["schemas"]["Timestamp"];
            status: number | null;
            error: string | null;
            duration_ms: number;
        };
        Delivery: {
            delivery_id: components["schemas"]["Uuid"];
            webhook_id: components["schemas"]["Uuid"];
            event: string;
            user_id: components["schemas"]["Uuid"];
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            created_at?: components["schemas"]["Timestamp"];
            next_attempt_at?: components["schemas"]["Timestamp"] | null;
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description Lower-case names; of the latest attempt. */
            headers: {
                [key: string]: string;
            } | null;
            /** @description The text exactly as sent. */
            body: string | null;
        };
        /** @description Kept for the run alone, and shown nowhere. */
        Secret: string;
        /** @description Which tool to run, and on what. A field that the tool does not take is refused. */
        RunOrder: {
            /**
             * @description `payrig check`, `payrig exam`, `payrig exam client`, `payrig watch`, `payrig check --list`, `payrig spec` or `payrig pact make`.
             * @enum {string}
             */
            tool: "check" | "exam" | "exam-client" | "watch" | "clauses" | "spec" | "pact";
            /** @description check, watch: the deployment, this sandbox when it is left out; exam: the receiver; exam-client: the address that starts a journey. */
            url?: string;
            /** @description check: of the client to act as. */
            api_key?: components["schemas"]["Secret"];
            /** @description check: of a second client, to check that clients are kept apart. */
            other_api_key?: components["schemas"]["Secret"];
            /** @description check: a team member who can sign in. */
            member?: {
                username: string;
                password: components["schemas"]["Secret"];
            };
            /** @description check: what guards `/_sandbox` of the deployment, if anything does. */
            sandbox_key?: components["schemas"]["Secret"];
            /**
             * @description check: how state is set up; detected when it is left out.
             * @enum {string}
             */
            arrange?: "sandbox" | "none";
            /** @description check: create, change and delete nothing. */
            read_only?: boolean;
            /** @description check, exam, exam-client, clauses: the clauses to judge, `*` for any text. */
            only?: string[];
            /** @description exam-client: the journeys that the address starts. */
            journeys?: ("list-users" | "update-user" | "connect" | "direct-connection" | "upload-statement" | "income" | "affordability" | "subscribe" | "delete-user" | "delete-account" | "delete-entry" | "invite-member")[];
            /** @description check: inputs for each property; 12 when it is left out. */
            runs?: number;
            /** @description check: the token of a failure, whose one case is run again. */
            replay?: string;
            /** @description exam: what the receiver checks signatures with; left out, it checks none. */
            secret?: components["schemas"]["Secret"];
            /** @description exam: the receiver's, Base64 of 32 bytes. */
            encryption_key?: string;
            /** @description watch: where the proxy listens; 4020 when it is left out, and 0 for a free port. */
            port?: number;
            /**
             * @description spec: the format of the export.
             * @enum {string}
             */
            format?: "yaml" | "json" | "asyncapi" | "arazzo" | "bruno";
            /** @description pact: the name of the consumer. */
            consumer?: string;
            /** @description exam, watch, spec, pact: names and open points; this sandbox's when it is left out. check: what is known already; nothing when it is left out. */
            profile?: {
                [key: string]: unknown;
            };
        };
        /** @description A tool that runs or has run. */
        Run: {
            run_id: components["schemas"]["Uuid"];
            /** @enum {string} */
            tool: "check" | "exam" | "exam-client" | "watch" | "clauses" | "spec" | "pact";
            /** @description The address of the deployment or receiver. */
            target: string | null;
            /**
             * @description Stopped: by a request, by its time limit, or with the sandbox.
             * @enum {string}
             */
            state: "running" | "ended" | "stopped";
            started_at: components["schemas"]["Timestamp"];
            ended_at: components["schemas"]["Timestamp"] | null;
            /** @description As the command ends: 0 well, 1 some clauses fail, 2 bad usage, 3 incomplete, 4 the suite broke. */
            exit_code: number | null;
            progress: {
                phase: string;
                done: number;
                total: number;
                failed: number;
                /** @description The latest step. */
                detail?: string;
                watch?: components["schemas"]["WatchProgress"];
            } | null;
            /** @description What it printed, the end of it when that is long. */
            output: string;
            /** @description What it made; there when it has ended, until the next run of the tool. */
            files: {
                name: string;
                size: number;
                /** @description Opens the file without a key. */
                url: string;
            }[];
        };
        /** @description What a watch has seen so far. */
        WatchProgress: {
            /** @description Clauses that were seen kept. */
            confirmed: number;
            /** @description All that traffic can show. */
            clauses: number;
            broken: {
                clause: string;
                times: number;
                first?: components["schemas"]["Timestamp"];
                last?: components["schemas"]["Timestamp"];
                kept_since?: components["schemas"]["Timestamp"];
                detail: string;
            }[];
            /** @description The requests that would have most clauses judged. */
            lessons: {
                request: string;
                clauses: number;
                such: string[];
            }[];
            /** @description What passed and what broke, in spans of equal length, in epoch milliseconds. */
            timeline: {
                from: number;
                to: number;
                passed: number;
                broken: number;
            }[];
        };
        JournalEntry: {
            at: components["schemas"]["Timestamp"];
            request_id?: string;
            /** @description Null for a path or a method that no operation has. */
            operation?: string | null;
            /**
             * @description The part of Payrig that sent it; null for any other caller.
             * @enum {unknown}
             */
            source?: "console" | "command" | "check" | null;
            method: string;
            path: string;
            query?: string;
            request_headers?: {
                [key: string]: string;
            };
            request_body?: unknown;
            /** @description Null when the connection was dropped. */
            status: number | null;
            response_body?: unknown;
            duration_ms: number;
            /** @description What broke the contract in the request or the response. */
            violations: string[];
        };
        Fault: {
            /** @description An operationId; left out means every operation. */
            operation?: string;
            latency_ms?: number;
            status?: number;
            /** @description Cuts the connection without an answer. */
            drop?: boolean;
            /** @description Sends each webhook delivery twice. Such a fault concerns deliveries and no operation. */
            duplicate?: boolean;
            /** @description It begins to strike then by the client's clock. */
            from?: components["schemas"]["Timestamp"];
            /** @description It no longer strikes from then on. */
            until?: components["schemas"]["Timestamp"];
            /** @description How often it strikes; left out means always. */
            times?: number;
            probability?: number;
            /** @description Makes the probability repeatable. */
            seed?: number;
        };
        ActiveFault: {
            operation?: string;
            latency_ms?: number;
            status?: number;
            drop?: boolean;
            duplicate?: boolean;
            from?: string;
            until?: string;
            times?: number;
            probability?: number;
            seed?: number;
            struck: number;
        };
        /**
         * Format: date-time
         * @description An instant in UTC, with milliseconds and Z.
         */
        Timestamp: string;
        Errors: {
            /** @description One message per problem. */
            errors: string[];
        };
        Message: {
            /** @description A confirmation. */
            message: string;
        };
        /** Format: uuid */
        Uuid: string;
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
        NullableTimestamp: components["schemas"]["Timestamp"] | null;
        /** @description An amount in pounds as text with two decimals. */
        Money: string;
        NullableMoney: components["schemas"]["Money"] | null;
        /** @description A decimal number as text. */
        DecimalText: string;
        NullableDecimalText: components["schemas"]["DecimalText"] | null;
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
        DeductionElement: {
            type?: string | null;
            description?: string | null;
            amount?: components["schemas"]["NullableMoney"];
        };
        Deductions: {
            income_tax?: components["schemas"]["NullableMoney"];
            employee_ni?: components["schemas"]["NullableMoney"];
            employee_pension?: components["schemas"]["NullableMoney"];
            total_deductions?: components["schemas"]["NullableMoney"];
            loan_deductions?: components["schemas"]["NullableMoney"];
            deductions_elements?: components["schemas"]["DeductionElement"][] | null;
        } | null;
        IncomeInformation: {
            pay_date?: components["schemas"]["NullableTimestamp"];
            pay_interval_start?: components["schemas"]["NullableTimestamp"];
            pay_interval_end?: components["schemas"]["NullableTimestamp"];
            pay_frequency?: string | null;
            tax_code?: string | null;
            earnings?: components["schemas"]["Earnings"];
            deductions?: components["schemas"]["Deductions"];
        } | null;
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
        AccountInformation: {
            account_holder_name?: string | null;
            account_number?: string | null;
            sort_code?: string | null;
            bank_name?: string | null;
            iban?: string | null;
        } | null;
        /**
         * Format: date
         * @description A calendar day.
         */
        CalendarDate: string;
        StatementPeriod: {
            start_date?: components["schemas"]["CalendarDate"] | null;
            end_date?: components["schemas"]["CalendarDate"] | null;
        } | null;
        /** @description An amount with thousands separators and two decimals. */
        StatementBalance: string;
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
        TaxauthEmployer: {
            employer_name?: string | null;
            income?: components["schemas"]["NullableMoney"];
            tax_paid?: components["schemas"]["NullableMoney"];
        };
        TaxauthEmployment: {
            total_income?: components["schemas"]["NullableMoney"];
            employers?: components["schemas"]["TaxauthEmployer"][] | null;
        } | null;
        IncomePeriod: {
            start?: components["schemas"]["NullableTimestamp"];
            end?: components["schemas"]["NullableTimestamp"];
        } | null;
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
        /** @enum {string} */
        MemberStatus: "unconfirmed" | "confirmed" | "archived" | "compromised" | "unknown" | "reset_required" | "force_change_password" | "external_provider";
        /** @enum {string} */
        MfaStatus: "sms" | "email" | "disabled";
    };
    responses: {
        /** @description Refused: no or wrong key (401), a bad body (400), an unknown id (404). */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The active faults. */
        Faults: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    faults: components["schemas"]["ActiveFault"][];
                };
            };
        };
    };
    parameters: {
        /** @description Id of the user. */
        UserId: string;
    };
    requestBodies: {
        Empty: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        PartialPayroll: {
            content: {
                "application/json": {
                    payroll_submissions: components["schemas"]["PartialPayrollSubmission"][];
                };
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Degraded when not everything that is stored can be read or written, when work stands still, or when the database is slow.
                         * @enum {string}
                         */
                        status: "ok" | "degraded";
                        /** @description The version of Payrig. */
                        version?: string;
                        now: components["schemas"]["Timestamp"];
                        /** @enum {string} */
                        environment: "sandbox" | "production";
                        /** @description The active profile. */
                        profile: {
                            [key: string]: unknown;
                        };
                        /** @description What is wrong, in sentences. */
                        problems?: string[];
                        /** @description How long requests have waited for the process since it started, in milliseconds. */
                        event_loop_delay_ms?: {
                            p99: number;
                            max: number;
                            /** @description The longest that the process itself computed without a pause. */
                            busy?: number;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "live";
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The store can be read and written. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ready";
                        problems?: string[];
                    };
                };
            };
            503: components["responses"]["Refused"];
            "4XX": components["responses"]["Refused"];
        };
    };
    resetClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listClients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clients. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clients": [
                     *         {
                     *           "client_id": "client-0123456789abcdef-0123456789abcdef",
                     *           "made_at": "2026-01-05T09:00:00.000Z",
                     *           "expires_at": "2026-01-06T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        clients: {
                            client_id: string;
                            made_at: components["schemas"]["Timestamp"];
                            expires_at: components["schemas"]["Timestamp"];
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    addClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "now": "2026-01-05T09:00:00Z",
                 *       "frozen": true
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When its world begins; when the others began, if left out.
                     */
                    now?: string;
                    /** @description Whether its clock stands still. */
                    frozen?: boolean;
                };
            };
        };
        responses: {
            /** @description The client. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "client-0123456789abcdef-0123456789abcdef",
                     *       "api_key": "key-of-the-client",
                     *       "member": {
                     *         "email": "member@client.test",
                     *         "password": "a-password"
                     *       }
                     *     }
                     */
                    "application/json": {
                        client_id: string;
                        /** @description The value of X-API-KEY. */
                        api_key: string;
                        member: {
                            email: string;
                            password: string;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    removeClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a client that a call made. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        now: components["schemas"]["Timestamp"];
                        /** @description Whether it stands still until it is moved. */
                        frozen?: boolean;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    moveClock: {
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
                 *       "by": "P1M"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description A time that is still to come.
                     */
                    to?: string;
                    /** @description An ISO 8601 duration, such as P1M, P2W, P1DT12H or PT90S. */
                    by?: string;
                    /** @description Whether the clock stands still from then on; as it was when left out. */
                    frozen?: boolean;
                };
            };
        };
        responses: {
            /** @description The new time, and what happened on the way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        now: components["schemas"]["Timestamp"];
                        frozen?: boolean;
                        effects: components["schemas"]["Effect"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    arrangeConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HiddenSettings"];
            };
        };
        responses: {
            /** @description The settings as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HiddenSettings"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listDue: {
        parameters: {
            query?: {
                /** @description Only of this user. */
                user_id?: string;
                /** @description Most to list. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is due, named as the effects of a moved clock are, or `pay-day`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        now: components["schemas"]["Timestamp"];
                        due: components["schemas"]["Effect"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    takeSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state, to be kept as it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    loadSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Snapshot"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createUser: {
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
                 *       "forename": "Ada",
                 *       "date_of_birth": "1990-05-17",
                 *       "post_codes": [
                 *         "LS1 4AP"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description The user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    inspectUser: {
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
            /** @description Everything. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDossier"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    issueUserToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Seconds. */
                    expires_in?: number;
                };
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        expires_at: components["schemas"]["Timestamp"];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createTerm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string | null;
                    authorisation_text?: string | null;
                    /** @enum {unknown} */
                    authorisation_category?: "one_time" | "recurring";
                    is_active?: boolean;
                };
            };
        };
        responses: {
            /** @description The term. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationTerm"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    updateTerm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the term. */
                term_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    is_active: boolean;
                };
            };
        };
        responses: {
            /** @description The term. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorisationTerm"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    acceptTerm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    term_id?: string;
                };
            };
        };
        responses: {
            /** @description The authorisation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authorisation"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    revokeAuthorisation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
                /** @description Id of the authorisation. */
                authorisation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    linkAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    payroll_provider?: string;
                    user_name?: string | null;
                    mfa_enabled?: boolean;
                    /** @description The right answer. */
                    mfa?: string;
                    /** @description What the provider holds. */
                    payroll?: components["schemas"]["PartialPayrollSubmission"][];
                };
            };
        };
        responses: {
            /** @description The account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    setDirectPayroll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["PartialPayroll"];
        responses: {
            /** @description As they will be found. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        payroll_submissions: components["schemas"]["PayrollSubmission"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createEntry: {
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
                "application/json": {
                    /** Format: uuid */
                    account_id?: string | null;
                    payroll_submissions: components["schemas"]["PartialPayrollSubmission"][];
                };
            };
        };
        responses: {
            /** @description The entry. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entry_id: components["schemas"]["Uuid"];
                        /** Format: uuid */
                        account_id: string | null;
                        payroll_submissions: components["schemas"]["PayrollSubmission"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createBankStatement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PartialBankStatementSubmission"];
            };
        };
        responses: {
            /** @description The submission. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankStatementSubmission"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createIncomeSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PartialIncomeSubmission"];
            };
        };
        responses: {
            /** @description The submission. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxauthIncomeSubmission"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getStatement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user. */
                user_id: components["parameters"]["UserId"];
                /**
                 * @description The month, and `.pdf`.
                 * @example 2026-03.pdf
                 */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getTruth: {
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
            /** @description The truth. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Truth"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: components["schemas"]["TeamMember"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    arrangeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mfa_status": "sms"
                 *     }
                 */
                "application/json": {
                    status?: components["schemas"]["MemberStatus"];
                    mfa_status?: components["schemas"]["MfaStatus"];
                    name?: string;
                    /** Format: password */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scenarios: components["schemas"]["ScenarioPerson"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    createScenario: {
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
                 *       "key": "mine",
                 *       "description": "A new person.",
                 *       "purpose": "To try it.",
                 *       "promises": [
                 *         {
                 *           "call": "holdings",
                 *           "accounts": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": Record<string, never> | string;
                "application/yaml": string;
            };
        };
        responses: {
            /** @description The user that was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioPerson"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    checkScenario: {
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
                 *       "key": "mine",
                 *       "description": "A new person.",
                 *       "purpose": "To try it.",
                 *       "promises": [
                 *         {
                 *           "call": "holdings",
                 *           "accounts": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": Record<string, never> | string;
                "application/yaml": string;
            };
        };
        responses: {
            /** @description Nothing is wrong with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description The person's name; drawn when the scenario has none. */
                        name: string;
                        /** @description The scenario as JSON. */
                        scenario: {
                            [key: string]: unknown;
                        };
                        /** @description The scenario as YAML. */
                        yaml: string;
                        /** @description What the person's jobs paid in each of the last 13 months. */
                        months: {
                            /** @description Such as 2026-03. */
                            month: string;
                            gross_pay: string;
                            net_pay: string;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Key of the scenario.
                 * @example steady-salary
                 */
                scenario_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenario. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                        yaml: string;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Most deliveries to list; all when left out. */
                limit?: number;
                /** @description Only deliveries that are older than the one with this id. */
                before?: string;
                /** @description Only of this subscription. */
                webhook_id?: string;
                /** @description Only of this event kind. */
                event?: string;
                /** @description Only about this user. */
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["Delivery"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    testSubscription: {
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
                 *       "webhook_id": "5f0c6f1e-3c39-4c8e-9b1e-0c6d1a2b3c4d"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    webhook_id: string;
                    /** @description One of the subscription's events; its first when left out. */
                    event?: string;
                    /**
                     * Format: uuid
                     * @description The first user of the starting world when left out.
                     */
                    user_id?: string;
                };
            };
        };
        responses: {
            /** @description The delivery, which is sent at once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Empty"];
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    openDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a correct receiver finds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description None when the subscription has no signing secret.
                         * @enum {string}
                         */
                        signature: "valid" | "wrong" | "none";
                        encrypted: boolean;
                        /** @description The JSON delivery body, decrypted; null when it cannot be opened. */
                        body: unknown;
                        /** @description Why a receiver would refuse it. */
                        problem?: string | null;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    watchEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, each with its kind and its data as JSON. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    whyNoEvent: {
        parameters: {
            query?: {
                /** @description Such as payroll or user-payroll-submitted; any event when left out. */
                event?: string;
                /** @description Only about this user. */
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reasons, the first one first to be looked at. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All reasons in sentences. */
                        answer: string;
                        reasons: {
                            /** @enum {string} */
                            reason: "no-subscription" | "other-event" | "other-client" | "disabled" | "nothing-happened" | "refused-address" | "waits-for-retry" | "clock-frozen" | "failed" | "delivered";
                            about: string;
                            /** @description What to do about it. */
                            next: string;
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only of this operation. */
                operation?: string;
                /** @description Only requests that are older than the one with this `request_id`. */
                before?: string;
                /** @description Most requests to list. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: components["schemas"]["JournalEntry"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    clearRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Empty now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Faults"];
            "4XX": components["responses"]["Refused"];
        };
    };
    setFaults: {
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
                 *       "faults": [
                 *         {
                 *           "operation": "listUsers",
                 *           "status": 503,
                 *           "times": 2
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    faults: components["schemas"]["Fault"][];
                };
            };
        };
        responses: {
            200: components["responses"]["Faults"];
            "4XX": components["responses"]["Refused"];
        };
    };
    listRuns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether this sandbox runs tools: one that a test made in its own process does not. */
                        available: boolean;
                        runs: components["schemas"]["Run"][];
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    startRun: {
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
                 *       "tool": "spec",
                 *       "format": "asyncapi"
                 *     }
                 */
                "application/json": components["schemas"]["RunOrder"];
            };
        };
        responses: {
            /** @description It runs. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
    stopRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run, which may take a moment to end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            "4XX": components["responses"]["Refused"];
        };
    };
}
