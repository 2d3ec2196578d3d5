/** Who a request says it comes from. A client is its API key; a user is a bearer token. */
export type Credentials =
  | 'client'
  | 'member'
  | 'none'
  | { readonly apiKey?: string; readonly bearer?: string };
