// What a contract's access says of a call (docs/interface/access.md, RFC 9110 9.2.1).
import { expect, it } from 'vitest';
import {
  type AccessRequirement,
  isSafeGet,
  isTenantScoped,
  isWrite,
  requiresTenantHeader,
  takesBearerAlone,
} from './access-requirement.ts';

const permission = 'crm.people.read' as const;

it.each<[string, AccessRequirement, readonly boolean[]]>([
  // Within a tenant, by its header, by a token alone.
  ['public', 'public', [false, false, false]],
  ['a client', { client: true }, [false, false, false]],
  ['a bearer token', { bearer: true }, [false, false, true]],
  ['a permission', { permission, token: 'required' }, [true, true, false]],
  ['a rule', { permission: 'own', token: 'tenant' }, [true, true, false]],
  [
    'a token that names the tenant',
    { permission, token: 'required', tenantFrom: 'token' },
    [true, false, false],
  ],
])(
  'a call that needs %s is in a tenant, by its header or by a token alone, as declared',
  (_, access, expected) => {
    expect([isTenantScoped(access), requiresTenantHeader(access), takesBearerAlone(access)]).toEqual(
      expected,
    );
  },
);

it.each([
  // It changes data, and it is a GET that only reads.
  [{ method: 'GET' }, false, true],
  [{ method: 'GET', repeatable: true }, false, true],
  [{ method: 'GET', writes: true }, true, false],
  [{ method: 'POST' }, true, false],
  [{ method: 'POST', repeatable: true }, false, false],
  [{ method: 'POST', repeatable: true, writes: true }, true, false],
  [{ method: 'DELETE' }, true, false],
])('%j changes data: %s; is a safe GET (RFC 9110 9.2.1): %s', (declared, writes, safe) => {
  expect([isWrite(declared), isSafeGet(declared)]).toEqual([writes, safe]);
});
