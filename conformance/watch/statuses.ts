export const isSuccess = ({ status }: { readonly status: number }): boolean => status >= 200 && status <= 299;
export const isRefusal = ({ status }: { readonly status: number }): boolean => status >= 400 && status <= 499;

/** Statuses by which a service says that the request itself is wrong, and nothing else. */
export const isInvalid = ({ status }: { readonly status: number }): boolean =>
  status === 400 || status === 422;
