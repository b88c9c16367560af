// Proves the rules of failing sign-ins.
// Rules: docs/interface/identity.md#sign-in-protection.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  foldUserName,
  getExpiry,
  knownAddressKey,
  maxWindowSeconds,
  refund,
  selectCounters,
  spend,
  toNetwork,
  type Window,
  windowSeconds,
} from './sign-in-throttle.ts';

const now = 1_800_000_000;

const counter = (limit: number, longest = maxWindowSeconds) => ({ limit, longest });

function spendUntilRefused(
  times: number,
  limit: number,
  time: number,
  from?: Window,
  longest?: number,
): Window | undefined {
  let window = from;
  for (let i = 0; i < times; i++) {
    const spent = spend(window, counter(limit, longest), time);
    if (spent.allowed) window = spent.window;
  }
  return window;
}

describe('counters', () => {
  it('are 5 for an account at an address, 50 for an address, 100 for an account', () => {
    const limits = selectCounters({ account: 'ada', address: '192.0.2.1' }, false).map((c) => [
      c.name,
      c.limit,
    ]);
    expect(limits).toEqual([
      ['account-and-address', 5],
      ['address', 50],
      ['account', 100],
    ]);
  });

  it('of an address count each purpose apart, so that requests for mails keep nobody from signing in', () => {
    const attempt = { account: 'ada', address: '192.0.2.1' };
    const keys = (purpose?: string) =>
      selectCounters({ ...attempt, ...(purpose !== undefined && { purpose }) }, false).map(({ key }) => key);
    expect(new Set([...keys(), ...keys('mailed code'), ...keys('logout token')]).size).toBe(9);
  });

  it('are of the account and of the network, each as far as its name says', () => {
    const keys = (account: string, address: string) =>
      selectCounters({ account, address }, false).map(({ key }) => key);
    const [both, network, account] = keys('ada', '192.0.2.1');
    const [, sameNetwork, otherAccount] = keys('bo', '192.0.2.1');
    const [otherBoth, otherNetwork, sameAccount] = keys('ada', '192.0.2.2');
    expect([sameNetwork, sameAccount]).toEqual([network, account]);
    expect(new Set([both, network, account, otherAccount, otherBoth, otherNetwork]).size).toBe(6);
    // The parts of a key cannot be moved from one to the other.
    expect(keys('ada1', '92.0.2.1')[0]).not.toBe(keys('ada', '192.0.2.1')[0]);
    // Stored counters are found again: the names are part of their keys.
    expect(keys('ada', '192.0.2.1')).toEqual(
      [
        ['account-and-address', 'ada', '192.0.2.1'],
        ['address', '192.0.2.1'],
        ['account', 'ada'],
      ].map((parts) => createHash('sha256').update(parts.join('\n')).digest('base64url')),
    );
    expect(knownAddressKey({ account: ' ADA', address: '192.0.2.1' })).toBe(
      createHash('sha256').update('known\nada\n192.0.2.1').digest('base64url'),
    );
  });

  it('grow to windows of four hours, but for an account at an address that it knows', () => {
    const longest = (isKnown: boolean) =>
      selectCounters({ account: 'ada', address: '192.0.2.1' }, isKnown).map((each) => each.longest);
    expect(longest(false)).toEqual([14_400, 14_400, 14_400]);
    expect(longest(true)).toEqual([900]);
  });

  it('do not let strangers lock an account at an address it knows', () => {
    const names = selectCounters({ account: 'ada', address: '192.0.2.1' }, true).map((c) => c.name);
    expect(names).not.toContain('account');
  });

  it('treat different spellings of one user name as one', () => {
    const key = (account: string) => selectCounters({ account, address: '192.0.2.1' }, false)[0]?.key;
    expect(key(' Ada@Example.org')).toBe(key('ada@example.org'));
    expect(foldUserName('\uFF21da ')).toBe('ada');
  });

  it('show neither account nor address in their keys', () => {
    const attempt = { account: 'ada', address: '192.0.2.1' };
    const keys = [...selectCounters(attempt, false).map((c) => c.key), knownAddressKey(attempt)];
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(keys).size).toBe(4);
  });

  it('treat the first 64 bits of IPv6 as one caller (RFC 4291 2.5.1)', () => {
    expect(toNetwork('2001:db8:0:7::1')).toBe('2001:db8:0:7::/64');
    expect(toNetwork('2001:0DB8:0000:0007:ffff:1:2:3')).toBe('2001:db8:0:7::/64');
    expect(toNetwork('::1')).toBe('0:0:0:0::/64');
    expect(toNetwork('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(toNetwork('192.0.2.1')).toBe('192.0.2.1');
    expect(toNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(toNetwork('::FFFF:192.168.100.200')).toBe('192.168.100.200');
    expect(toNetwork('64::ffff:192.0.2.1')).toBe('64:0:0:0::/64');
    expect(toNetwork('::ffff:0:1')).toBe('0:0:0:0::/64');
    expect(toNetwork('2001:db8::')).toBe('2001:db8:0:0::/64');
    expect(toNetwork('2001:db8::5:6:7:8')).toBe('2001:db8:0:0::/64');
    expect(toNetwork('2001::4:5:6:7:8')).toBe('2001:0:0:4::/64');
    expect(toNetwork('::3:4:5:6:7:8')).toBe('0:0:3:4::/64');
    expect(toNetwork('1:2:3:4:5:6:7:8')).toBe('1:2:3:4::/64');
    expect(toNetwork('not an address')).toBe('not an address');
  });
});

describe('a window', () => {
  it('refuses the attempt after the limit until it ends', () => {
    const window = spendUntilRefused(5, 5, now);
    expect(spend(window, counter(5), now)).toEqual({ allowed: false, retryAfter: windowSeconds });
    expect(spend(window, counter(5), now + 600)).toEqual({ allowed: false, retryAfter: 300 });
    expect(spend(window, counter(5), now + windowSeconds).allowed).toBe(true);
  });

  it('does not count what it refuses', () => {
    const window = spendUntilRefused(50, 5, now);
    expect(window?.attempts).toBe(5);
  });

  it('makes a caller who continues to guess wait longer each time', () => {
    let time = now;
    let window: Window | undefined;
    const waits: number[] = [];
    for (let round = 0; round < 7; round++) {
      window = spendUntilRefused(5, 5, time, window);
      const spent = spend(window, counter(5), time);
      waits.push(spent.allowed ? 0 : spent.retryAfter);
      time += waits.at(-1) ?? 0;
    }
    expect(waits).toEqual([900, 1800, 3600, 7200, maxWindowSeconds, maxWindowSeconds, maxWindowSeconds]);
  });

  it('does not grow at an address the account knows: a colleague cannot lock anyone out for hours', () => {
    const [own] = selectCounters({ account: 'ada', address: '192.0.2.1' }, true);
    let time = now;
    let window: Window | undefined;
    for (let round = 0; round < 7; round++) {
      window = spendUntilRefused(5, 5, time, window, own?.longest);
      const spent = spend(window, counter(5, own?.longest), time);
      expect(spent).toEqual({ allowed: false, retryAfter: windowSeconds });
      time += windowSeconds;
    }
  });

  it('starts again after a window that was not used up, or after a day', () => {
    const light = spendUntilRefused(4, 5, now);
    const spent = spend(light, counter(5), now + windowSeconds);
    expect(spent.allowed && spent.window.strikes).toBe(0);
    const full = spendUntilRefused(5, 5, now);
    const later = full ? spend(full, counter(5), getExpiry(full)) : undefined;
    expect(later?.allowed && later.window.strikes).toBe(0);
  });

  it('ends at its end, and counts as used up until a day after it', () => {
    const window = { attempts: 5, endsAt: now, strikes: 1 };
    expect(spend(window, counter(5), now - 1)).toEqual({ allowed: false, retryAfter: 1 });
    expect(spend(window, counter(5), now)).toMatchObject({
      window: { attempts: 1, strikes: 2, endsAt: now + 3600 },
    });
    expect(spend(window, counter(5), now + 86_399)).toMatchObject({ window: { strikes: 2 } });
    expect(spend(window, counter(5), now + 86_400)).toMatchObject({ window: { strikes: 0 } });
    expect(spend({ ...window, attempts: 4 }, counter(5), now - 1)).toEqual({
      allowed: true,
      window: { attempts: 5, endsAt: now, strikes: 1 },
    });
  });

  it('does not count an attempt that succeeded', () => {
    const window = spendUntilRefused(3, 5, now);
    expect(window && refund(window).attempts).toBe(2);
    expect(refund({ attempts: 0, endsAt: now, strikes: 0 }).attempts).toBe(0);
  });
});
