import { describe, expect, it } from 'vitest';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { RouteTable } from './route-table.ts';

const service = loadContract(defaultProfile());
const routes = new RouteTable([
  ...service.operations.values(),
  ...loadArrangementContract().operations.values(),
]);
const id = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';

describe('the route table', () => {
  it('finds every operation of both contracts at its path', () => {
    for (const contract of [service, loadArrangementContract()]) {
      for (const operation of contract.operations.values()) {
        const path = operation.path.replaceAll(/\{[^}]+\}/g, id);
        const route = routes.find(operation.method.toUpperCase(), path);
        expect(route && 'operation' in route && route.operation.id).toBe(operation.id);
      }
    }
  });

  it('prefers a fixed segment to a parameter', () => {
    const route = routes.find('POST', '/payroll/entries/connections');
    expect(route && 'operation' in route && route.operation.id).toBe('queryPayrollConnection');
    const other = routes.find('DELETE', `/payroll/entries/${id}`);
    expect(other && 'parameters' in other && other.parameters).toEqual({ entry_id: id });
  });

  it('tells which methods a path takes', () => {
    expect(routes.find('PUT', '/webhooks')).toEqual({ allowed: ['GET', 'POST'] });
  });

  it.each(['/', '', '/userz', '/users/', '/users/a/b', '//users', '/users/%E0%A4%A', '/_sandbox'])(
    'finds nothing at %j',
    (path) => {
      expect(routes.find('GET', path)).toBeUndefined();
    },
  );
});
