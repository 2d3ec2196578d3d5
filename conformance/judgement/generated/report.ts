// Made by `npm run generate` from the files in conformance/report/. Never edited by hand.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        met: {
            met: string[];
            missed: string[];
        };
        clause: {
            clause: string;
            area: string;
            /** @description Where the interface document states it. */
            section: string;
            /** @description The rows, list items and paragraphs of the document that say it. */
            places?: string[];
            /**
             * @description stated: the document says it; implied: a sound reading of it, a warning when it does not hold.
             * @enum {unknown}
             */
            level: "stated" | "implied";
            /** @description Why it is implied and not stated. */
            why?: string;
            statement: string;
            operations: string[];
            webhooks: string[];
            needs: string[];
            /** @enum {unknown} */
            verdict: "pass" | "fail" | "warn" | "skip" | "error";
            /** @description What the verdict rests on; absent where nothing was judged. */
            evidence?: {
                /** @enum {unknown} */
                path: "public" | "declared" | "arranged" | "watched";
                /** @description Arrangement calls. */
                arranged?: string[];
                /** @description Declared open points. */
                declared?: string[];
            };
            /** @description In watched traffic: how often it was kept and broken, and when for the last time. */
            seen?: {
                confirmed: number;
                broken: number;
                /** Format: date-time */
                lastConfirmed?: string;
                /** Format: date-time */
                firstBroken?: string;
                /** Format: date-time */
                lastBroken?: string;
                /** Format: date-time */
                keptSince?: string;
            };
            skip?: {
                /** @enum {unknown} */
                kind: "not-selected" | "not-applicable" | "cannot-arrange" | "arrangement-failed" | "unknown-point" | "no-answer" | "stopped" | "no-check" | "not-seen";
                message: string;
                /** @description Where the arrangement itself threw. */
                stack?: string;
                missing: string[];
                enable: string[];
            };
            failure?: components["schemas"]["failure"];
            error?: {
                message: string;
                stack?: string;
            };
            /** @enum {unknown} */
            baseline?: "known" | "stale";
            durationMs: number;
            requests: number;
            runs: number;
        };
        failure: {
            expected: string;
            actual: string;
            /** @description Both values as JSON, where `expected` and `actual` show the first difference alone. */
            whole?: {
                expected: string;
                actual: string;
            };
            counterexample?: string;
            shrinks?: number;
            exchange?: components["schemas"]["exchange"];
            /** @description What the data itself tells of the cause. */
            diagnosis?: string[];
            /** @description The cause, where the judge knows it; of one cause are all that have the same. */
            cause?: string;
            /** @description All that led to it, in order. */
            steps: components["schemas"]["step"][];
            /** @description In an exam: what can come of it, and how to mend it, in words and with the receiver kit. */
            advice?: {
                [key: string]: string;
            };
            seed: number;
            /** @description What --replay takes to see it again. */
            replay: string;
            /** @description The whole command that sees it again; secrets are shell variables. */
            again: string;
            hints?: string[];
        };
        step: {
            /** @enum {unknown} */
            kind: "arranged" | "request" | "delivery" | "left-out";
            call?: string;
            given?: string;
            made?: string;
            failed?: string;
            what?: string;
            exchange?: components["schemas"]["exchange"];
            delivery?: {
                method: string;
                path: string;
                headers: {
                    [key: string]: string;
                };
                body: string;
                decrypted?: string;
                signature?: {
                    given?: string;
                    computed: string;
                };
            };
        };
        exchange: {
            operation?: string;
            method: string;
            url: string;
            curl: string;
            requestBody?: string;
            status?: number;
            responseHeaders?: {
                [key: string]: string;
            };
            responseBody?: string;
            durationMs: number;
        };
        point: {
            point: string;
            question: string;
            /** @enum {unknown} */
            verdict: "defined" | "unknown";
            value?: unknown;
            /** @enum {unknown} */
            from?: "probe" | "profile";
            reason?: string;
            /** @description Why a reader should look at it twice. */
            remarkable?: string;
            requests: number;
        };
        /**
         * Payrig conformance report
         * @description What a run of the conformance suite found; secrets are placeholders.
         */
        Report: {
            /** @constant */
            version: 1;
            /**
             * @description A receiver or a client judged by its exam, or traffic by the watch; a deployment judged by the suite when absent.
             * @enum {unknown}
             */
            subject?: "receiver" | "client" | "traffic";
            suite: {
                /** @constant */
                name: "payrig";
                version: string;
            };
            target: {
                baseUrl: string;
                /** @enum {unknown} */
                environment: "sandbox" | "production" | "unknown";
                arrangement: string;
            };
            /** Format: date-time */
            startedAt: string;
            durationMs: number;
            /** @description All that went out, those that arranged included. */
            requests: number;
            seed: number;
            runs: number;
            /** @description The options of the run; every secret is a placeholder. */
            config: Record<string, never>;
            /**
             * @description 0 no judged clause fails, 1 some fail, 2 bad usage, 3 incomplete, 4 the suite broke.
             * @enum {unknown}
             */
            exitCode: 0 | 1 | 2 | 3 | 4;
            /** @description One sentence that says how the run ended. */
            summary: string;
            /** @description Why the run ended early. */
            stopped?: string;
            totals: {
                [key: string]: number;
            };
            clauses: components["schemas"]["clause"][];
            points: components["schemas"]["point"][];
            /** @description What was learnt and what was given, as a profile that a sandbox can obey. */
            profile: {
                naming?: Record<string, never>;
                points?: Record<string, never>;
            };
            /** @description What a reader of the verdicts should know. */
            notes: string[];
            /** @description What the run made and could not remove. */
            leftovers: string[];
            /** @description How much of the service's contract the run met. */
            coverage?: {
                [key: string]: components["schemas"]["met"];
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
