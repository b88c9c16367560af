// Who may act for a person (docs/interface/access.md#permissions), and whose personal things are.
import { describe, expect, it } from 'vitest';
import type { Permission } from '../permissions/permissions.ts';
import type { AccessTokenClaims } from '../tokens/tokens.ts';
import type { Caller } from './access.ts';
import { assertSeesAccounts, seesAccounts } from './account-visibility.ts';
import { findOwner } from './owner.ts';
import { assertMayActFor, findCallerPerson, isSelf, mayActFor } from './person-access.ts';

const permission = 'crm.people.write';
const claims = {} as AccessTokenClaims;
const createCaller = (kind: 'user' | 'client', personId?: string, ...permissions: Permission[]): Caller => ({
  ...{ kind, subject: 'subject', name: 'n', roles: [], permissions: new Set(permissions) },
  ...{ personId, claims },
});
const anonymous: Caller = { kind: 'anonymous', subject: 'anonymous', permissions: new Set() };

describe('the caller', () => {
  it.each<[string, Caller, string | undefined, string]>([
    ['a user who is a person', createCaller('user', 'ada'), 'ada', 'ada'],
    ['a user who is no person', createCaller('user'), undefined, 'subject'],
    ['a client', createCaller('client', 'ada'), undefined, 'subject'],
    ['none', anonymous, undefined, 'anonymous'],
  ])('that is %s is a person, and the owner of personal things', (_, caller, person, owner) => {
    expect(findCallerPerson(caller)).toBe(person);
    expect(isSelf(caller, 'ada')).toBe(person === 'ada');
    expect(findOwner(caller)).toBe(owner);
  });
});

describe('acting for a person', () => {
  it.each<[string, Caller, boolean]>([
    ['the person', createCaller('user', 'ada'), true],
    ['another person', createCaller('user', 'bo'), false],
    ['another person with the permission', createCaller('user', 'bo', permission), true],
    ['another person with another permission', createCaller('user', 'bo', 'crm.people.read'), false],
    ['a client with the permission', createCaller('client', undefined, permission), true],
    ['a client without it', createCaller('client', 'ada'), false],
    ['a call that the tenant allows without a token', anonymous, true],
  ])('is allowed to %s: %#', (_, caller, expected) => {
    expect(mayActFor(caller, 'ada', permission)).toBe(expected);
    const attempt = () => assertMayActFor(caller, 'ada', permission);
    if (expected) expect(attempt).not.toThrow();
    else expect(attempt).toThrow(expect.objectContaining({ status: 403, permission }));
  });
});

it('users of people are seen with the permission identity.permissions.read (docs/interface/crm.md)', () => {
  const [allowed, refused] = [
    createCaller('user', 'ada', 'identity.permissions.read'),
    createCaller('user', 'ada', 'identity.users.read'),
  ];
  expect([seesAccounts(allowed), seesAccounts(refused)]).toEqual([true, false]);
  expect(() => assertSeesAccounts(allowed)).not.toThrow();
  expect(() => assertSeesAccounts(refused)).toThrow(
    expect.objectContaining({ status: 403, permission: 'identity.permissions.read' }),
  );
});
