import { routes } from '../../../spec/generated/routes.ts';
import type { OperationId } from '../../../spec/operations.ts';

export const everyOperation = Object.keys(routes).filter(
  (id) => !routes[id as keyof typeof routes].path.startsWith('/_sandbox'),
) as OperationId[];

export const bearerOperations = ['queryPayrollConnection', 'presignBankStatements'] as const;

export const keyedOperations = everyOperation.filter(
  (id) => id !== 'signInMember' && !bearerOperations.some((one) => one === id),
);

/** The operations whose path names a record, and that state a 404 for one that does not exist. */
export const idOperations: readonly OperationId[] = [
  ...(['getAuthorisationTerm', 'updateUser', 'deleteUser', 'submitMfa', 'deleteAccount'] as const),
  'deleteEntry',
];
