// Whom a tenant's own provider may sign in, and with which roles.
import { describe, expect, it } from 'vitest';
import {
  getMailDomain,
  mapRoles,
  normalizeDomain,
  readAddresses,
  readAuthentication,
  refuseAccount,
} from './provider.ts';

describe('a domain', () => {
  it.each([
    ['Example.ORG', 'example.org'],
    ['@example.org.', 'example.org'],
    ['städte.example', 'xn--stdte-hra.example'],
    ['localhost', undefined],
    ['example..org', undefined],
    ['exa mple.org', undefined],
    ['10.0.0.1', undefined],
  ])('%s is %s', (text, domain) => expect(normalizeDomain(text)).toBe(domain));

  it('of an address is what follows the last @', () => {
    expect(getMailDomain('grace@members.example.org')).toBe('members.example.org');
    expect(getMailDomain('"a@evil.example"@example.org')).toBe('example.org');
    expect(getMailDomain('grace')).toBeUndefined();
    expect(getMailDomain('@example.org')).toBeUndefined();
  });
});

describe('when a person signed in', () => {
  it.each([
    ['before, at the provider', 1_000, 1_000],
    ['after, by a clock that is ahead', 9_000, undefined],
    ['not at all', undefined, undefined],
    ['as a text', '1000', undefined],
    ['before the beginning', -1, undefined],
  ])('is said to be %s', (_, auth_time, provedAt) => {
    expect(readAuthentication({ sub: '1', auth_time }, 5_000)).toEqual({
      ...{ authTime: 5_000, amr: ['fed'] },
      ...(provedAt !== undefined && { provedAt }),
    });
  });
});

describe('the address of a person', () => {
  const domains = ['example.org'];
  it('counts when the provider has verified it and the domain is the tenant’s own', () => {
    const claims = { sub: '1', email: 'Grace@Example.org', email_verified: true };
    expect(readAddresses(claims, {}, domains)).toEqual({ addresses: ['Grace@Example.org'] });
    const entra = { sub: '1', email: 'grace@example.org', xms_edov: '1' };
    expect(readAddresses(entra, {}, domains)).toEqual({ addresses: ['grace@example.org'] });
  });
  it.each([
    ['email-missing', {}],
    ['email-missing', { email: ['grace@example.org'], email_verified: true }],
    ['email-missing', { preferred_username: 'grace@example.org' }],
    ['email-unverified', { email: 'grace@example.org' }],
    ['email-unverified', { email: 'grace@example.org', email_verified: 'yes' }],
    ['email-unverified', { email: 'grace@example.org', email_verified: false, xms_edov: true }],
    ['foreign-domain', { email: 'grace@other.example', email_verified: true }],
    ['foreign-domain', { email: 'grace@sub.example.org', email_verified: true }],
  ])('is refused as %s: %o', (refusal, claims) =>
    expect(readAddresses({ sub: '1', ...claims }, {}, domains)).toEqual({ refusal }),
  );
  it.each([
    [{ email: 'grace@example.org' }, { addresses: ['grace@example.org'] }],
    [{ preferred_username: 'grace@example.org' }, { addresses: ['grace@example.org'] }],
    [{ upn: 'grace@example.org' }, { addresses: ['grace@example.org'] }],
    [
      { email: 'g@home.example', preferred_username: 'grace@example.org' },
      { addresses: ['grace@example.org'] },
    ],
    [{ email: 'grace@example.org', email_verified: false }, { refusal: 'email-unverified' }],
    [{ email: 'grace@example.org', xms_edov: false }, { refusal: 'email-unverified' }],
    [
      { email: 'x@example.org', email_verified: false, preferred_username: 'grace@example.org' },
      { refusal: 'email-unverified' },
    ],
    [{ preferred_username: 'grace' }, { refusal: 'email-missing' }],
    [{ preferred_username: 'grace@other.example' }, { refusal: 'foreign-domain' }],
  ])('of a provider that the tenant trusts, %o, is %o', (claims, expected) =>
    expect(readAddresses({ sub: '1', ...claims }, { trustsAddresses: true }, domains)).toEqual(expected),
  );
});

describe('an account that exists', () => {
  it.each([
    [undefined, { disabled: false }, ['admin']],
    ['disabled', { disabled: true }, []],
    ['platform-administrator', { disabled: false }, ['platform-admin']],
  ])('is refused as %s', (refusal, user, roles) => expect(refuseAccount(user, roles)).toBe(refusal));
});

describe('roles', () => {
  const provider = {
    rolesClaim: 'groups',
    roleMapping: { board: 'admin', office: 'Class host', root: 'platform-admin', gone: 'No such role' },
    defaultRoles: ['member'],
  };
  const settings = { roles: { 'Class host': [] } };
  it.each([
    [
      ['admin', 'Class host'],
      ['board', 'office', 'unknown'],
    ],
    [['Class host'], 'office'],
    [['member'], ['unknown']],
    [['member'], undefined],
    [[], ['root', 'gone']],
    [['member'], ['constructor', '__proto__']],
    [['member'], { board: true }],
  ])('are %j for %j', (roles, groups) =>
    expect(mapRoles({ sub: '1', groups }, provider, settings)).toEqual(roles),
  );

  it('stay as they are where no claim names them', () => {
    const { rolesClaim: _, ...silent } = provider;
    expect(mapRoles({ sub: '1', groups: ['board'] }, silent, settings)).toBeUndefined();
  });
});
