// Made by `npm run generate` from the files in conformance/arrange/. Never edited by hand.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        user: {
            user_id: string;
            /** @description May be changed by the suite; deleted only with --destructive. */
            disposable?: boolean;
            /** @description A bearer token of the user. */
            token?: string;
            authorisation_ids?: string[];
            accounts?: {
                account_id: string;
                payroll_provider?: string;
                user_name?: string;
                mfa_enabled?: boolean;
            }[];
            /** @description How many bank statement submissions the user has. */
            bank_statements?: number;
            /** @description How many income submissions. */
            income?: number;
            /** @description Whether expenditure can be estimated. */
            payroll?: boolean;
        };
        term: {
            term_id: string;
        };
        /**
         * Payrig fixtures
         * @description What a deployment holds already, so that the conformance suite can judge it without creating anything.
         */
        Fixtures: {
            $schema?: string;
            /** @enum {unknown} */
            environment?: "sandbox" | "production";
            users?: components["schemas"]["user"][];
            terms?: components["schemas"]["term"][];
            /** @description The same for the second client, whose key is given by --other-api-key. */
            other?: {
                users?: components["schemas"]["user"][];
                terms?: components["schemas"]["term"][];
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
