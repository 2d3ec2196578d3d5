// Made by `npm run generate` from the files in conformance/watch/. Never edited by hand.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        time: number;
        order: number;
        count: number;
        headers: {
            [key: string]: string;
        };
        line: {
            /** @constant */
            kind: "payrig-recording";
            /** @constant */
            version: 1;
        } | {
            lost: number;
        } | {
            begin: [
                components["schemas"]["order"],
                string,
                string
            ];
        } | components["schemas"]["passed"];
        /** @description What passed by: a request with its response, or a delivery on its way to a receiver. */
        passed: {
            /** @enum {unknown} */
            kind: "exchange" | "delivery";
            /** @description Its start in the order of everything that passed; two that overlap may have happened in either order. */
            begun: components["schemas"]["order"];
            /** @description Its end in that order. */
            ended: components["schemas"]["order"];
            /** @description When it began, in milliseconds since 1970. */
            at: components["schemas"]["time"];
            durationMs: number;
            method: string;
            /** @description Path and query under the base address. */
            url: string;
            /** @description By lower-case name. */
            requestHeaders: components["schemas"]["headers"];
            requestText: string;
            /** @description 0 when there was no response. */
            status: number;
            responseHeaders: components["schemas"]["headers"];
            responseText: string;
            /** @description Why it is not judged: its body is too large, was cut off, or nothing answered. */
            unread?: string;
            /** @description What signature and encryption of a delivery showed; they can be judged on the raw bytes alone. */
            seal?: components["schemas"]["seal"];
        };
        /** @description One exchange that broke a clause. */
        example: {
            at: components["schemas"]["time"];
            expected: string;
            actual: string;
            exchange?: {
                operation?: string;
                method: string;
                url: string;
                curl: string;
                requestBody?: string;
                status?: number;
                responseHeaders?: components["schemas"]["headers"];
                responseBody?: string;
                durationMs: number;
            };
        };
        ledger: {
            /** @constant */
            kind: "payrig-ledger";
            /** @constant */
            version: 1;
            target: string;
            since: string;
            until: string;
            exchanges?: components["schemas"]["count"];
            deliveries?: components["schemas"]["count"];
            foreign?: components["schemas"]["count"];
            unread?: components["schemas"]["count"];
            unsampled?: components["schemas"]["count"];
            clauses: {
                [key: string]: components["schemas"]["entry"];
            };
            points: {
                [key: string]: components["schemas"]["learnt"];
            };
            timeline?: {
                from: components["schemas"]["time"];
                to: components["schemas"]["time"];
                passed: components["schemas"]["count"];
                broken: components["schemas"]["count"];
            }[];
        };
        /** @description What the raw bytes of a delivery told; kept in place of signatures, keys and bytes. */
        seal: {
            /**
             * @description `unjudged` without the secret; `absent` when the secret is known and there is no signature.
             * @enum {unknown}
             */
            signature: "right" | "wrong" | "absent" | "unjudged";
            /** @description Whether the signature is 128 lower-case hexadecimal digits; absent without one. */
            isHex?: boolean;
            /**
             * @description `plain` is JSON as it is.
             * @enum {unknown}
             */
            encryption: "plain" | "opens" | "fails" | "unjudged";
            hasKey: boolean;
            isBase64: boolean;
            /** @description A hash of the initialisation vector with the key; absent without the header. */
            vector?: string;
            vectorBytes?: number;
            /** @description Whether the last 16 bytes are the tag; absent where that cannot be computed. */
            isTagLast?: boolean;
            /** @description A hash of the body as it was sent: a retry has the same one. */
            bytes: string;
        };
        /** @description What is known of one clause. */
        entry: {
            confirmed: components["schemas"]["count"];
            broken: components["schemas"]["count"];
            /** @description Differences that a writer whose requests do not pass here explains. */
            explained: components["schemas"]["count"];
            /** @description In milliseconds since 1970. */
            lastConfirmed?: components["schemas"]["time"];
            lastBroken?: components["schemas"]["time"];
            /** @description How often it was confirmed since it was broken last. */
            confirmedSince?: components["schemas"]["count"];
            /** @description When it was confirmed for the first time since then. */
            keptSince?: components["schemas"]["time"];
            first?: components["schemas"]["example"];
            smallest?: components["schemas"]["example"];
        };
        /** @description What is known of one open point: how often each value was seen, as JSON text. */
        learnt: {
            [key: string]: components["schemas"]["count"];
        };
        Files: unknown;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
