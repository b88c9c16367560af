// How long sessions last, and what ends a sign-in (docs/interface/identity.md, OWASP ASVS 3.3.2).
import { describe, expect, it } from 'vitest';
import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import {
  addClient,
  buildSession,
  getAuthentication,
  getAuthTime,
  getCookieSeconds,
  isEnded,
  isRecent,
  lacksSecondFactor,
} from './session.ts';

const now = new Date('2027-03-01T12:00:00.999Z');
const seconds = Math.floor(now.getTime() / 1000);
const begin = {
  ...{ id: 's', userId: 'ada', address: '192.0.2.1', authTime: seconds, amr: ['pwd'] },
  ...{ userAgent: 'x'.repeat(201), isRemembered: false },
};

describe('a session', () => {
  it.each([
    [false, 12 * 3600, undefined],
    [true, 30 * 86_400, 30 * 86_400],
  ])('that is remembered (%s) lasts %i seconds', (isRemembered, lifetime, cookie) => {
    const session = buildSession({ ...begin, isRemembered }, now);
    expect([session.endsAt, session.ttl]).toEqual([seconds + lifetime, seconds + lifetime]);
    expect(getCookieSeconds(session)).toBe(cookie);
  });

  it('begins with no application, and 200 characters of the browser', () => {
    expect(buildSession(begin, now)).toMatchObject({
      ...begin,
      type: 'session',
      userAgent: 'x'.repeat(200),
      createdDate: now.toISOString(),
      clients: [],
    });
    expect(buildSession({ ...begin, userAgent: undefined }, now).userAgent).toBeUndefined();
  });

  it('remembers each application of each tenant once, and the latest 50', () => {
    const client = { clientId: 'app', tenantCode: 'quill' };
    const one = addClient([], client);
    expect(one).toEqual([client]);
    expect(addClient(one, { ...client })).toBe(one);
    expect(addClient(one, { ...client, tenantCode: 'alder' })).toHaveLength(2);
    expect(addClient(one, { ...client, clientId: 'other' })).toHaveLength(2);
    const many = Array.from({ length: 50 }, (_, index) => ({ ...client, clientId: `${index}` }));
    expect(addClient(many, client)).toEqual([...many.slice(1), client]);
  });
});

describe('a sign-in', () => {
  it('is recent for ten minutes after the person proved who they are', () => {
    const proved = (age: number) =>
      isRecent({ authTime: seconds, provedAt: seconds - age, amr: [] }, seconds);
    expect([proved(0), proved(600), proved(601)]).toEqual([true, true, false]);
  });

  it('is told with when and how it was, and where it was earlier at a provider', () => {
    const authentication = { authTime: 7, amr: ['pwd'] };
    expect(getAuthentication({ ...begin, ...authentication })).toStrictEqual(authentication);
    expect(getAuthentication({ ...authentication, provedAt: 0 })).toStrictEqual({
      ...authentication,
      provedAt: 0,
    });
  });

  it('is not before the moment up to which tokens were revoked', () => {
    expect(getAuthTime(now, [])).toBe(seconds);
    expect(getAuthTime(now, [{ revokedBefore: 0 }, { revokedBefore: seconds + 1 }])).toBe(seconds + 1);
    expect(getAuthTime(now, [{ revokedBefore: seconds - 1 }])).toBe(seconds);
  });

  it('is ended by a revocation after it', () => {
    expect(isEnded(100, {})).toBe(false);
    expect(isEnded(100, { revokedBefore: 100 })).toBe(false);
    expect(isEnded(100, { revokedBefore: 101 })).toBe(true);
  });

  it.each([
    [['pwd'], true],
    [['pwd', 'otp', 'mfa'], false],
    [['fed'], false],
  ])('by %j lacks the second factor that the person has now: %s', (amr, expected) => {
    const user = { secondFactorSince: now.toISOString() } as UserItem;
    expect(lacksSecondFactor(amr, user)).toBe(expected);
    expect(lacksSecondFactor(amr, { ...user, secondFactorSince: undefined })).toBe(false);
  });
});
