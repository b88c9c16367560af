// Proves the rules of failing sign-ins.
// Rules: docs/interface/identity.md#sign-in-protection.
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

  it('does not count an attempt that succeeded', () => {
    const window = spendUntilRefused(3, 5, now);
    expect(window && refund(window).attempts).toBe(2);
    expect(refund({ attempts: 0, endsAt: now, strikes: 0 }).attempts).toBe(0);
  });
});
