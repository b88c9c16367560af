// For how long what was read of a caller's access may be used again (docs/interface/identity.md#sign-in-policy).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseTenantCode } from '../../data/tenant/tenant-code.ts';
import type { TenantItem } from '../accounts/records.ts';
import type { AccessDeclaration } from '../permissions/access-requirement.ts';
import {
  acceptsRecentStanding,
  findRecentStanding,
  longestAccessAge,
  rememberStanding,
  type Standing,
} from './recent-standing.ts';

const code = parseTenantCode('quill') ?? expect.fail('quill is a tenant code');
const other = parseTenantCode('alder') ?? expect.fail('alder is a tenant code');
const createStanding = (accessMaxAge: number | undefined): Standing => ({
  settings: { signInPolicy: { accessMaxAge } } as TenantItem,
  subject: undefined,
  revoked: undefined,
});

let now = 1000;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('what was read of a caller', () => {
  it.each([
    [undefined, 0],
    [0, 0],
    [2, 2],
    [longestAccessAge, 5],
    [60, 5],
  ])('is used, where the tenant accepts %s seconds, for %i', (accepted, seconds) => {
    const standing = createStanding(accepted);
    rememberStanding(code, 'token', standing);
    if (seconds > 0) expect(findRecentStanding(code, 'token')).toMatchObject(standing);
    now += seconds * 1000 - 1;
    expect(findRecentStanding(code, 'token') !== undefined).toBe(seconds > 0);
    now += 1;
    expect(findRecentStanding(code, 'token')).toBeUndefined();
  });

  it('is forgotten at once when the tenant accepts it no longer', () => {
    rememberStanding(code, 'token', createStanding(5));
    rememberStanding(code, 'token', createStanding(undefined));
    expect(findRecentStanding(code, 'token')).toBeUndefined();
    rememberStanding(code, 'token', createStanding(5));
    rememberStanding(code, 'token', { ...createStanding(5), settings: undefined });
    expect(findRecentStanding(code, 'token')).toBeUndefined();
  });

  it('is that of one token in one tenant', () => {
    rememberStanding(code, 'token', createStanding(5));
    expect(findRecentStanding(other, 'token')).toBeUndefined();
    expect(findRecentStanding(code, 'another')).toBeUndefined();
    expect(findRecentStanding(code, undefined)).toBeUndefined();
    rememberStanding(code, undefined, createStanding(4));
    expect(findRecentStanding(code, undefined)).toMatchObject(createStanding(4));
  });
});

it.each<[string, Partial<AccessDeclaration>, boolean]>([
  ['reads', {}, true],
  ['reads by POST', { method: 'POST', repeatable: true }, true],
  ['writes', { method: 'POST' }, false],
  ['writes by GET', { writes: true }, false],
  ['concerns identity', { area: 'identity' }, false],
  ['is public', { access: 'public' }, false],
  [
    'shows settings',
    { access: { permission: 'training.settings.read', token: 'required', showsSettings: true } },
    false,
  ],
  [
    'shows none',
    { access: { permission: 'training.settings.read', token: 'required', showsSettings: false } },
    true,
  ],
])('a request that %s is decided on it: %#', (_, declared, expected) => {
  const contract: AccessDeclaration = {
    area: 'crm',
    method: 'GET',
    access: { permission: 'crm.people.read', token: 'required' },
    ...declared,
  };
  expect(acceptsRecentStanding(contract)).toBe(expected);
});
