// Where webhooks may go: https to public addresses only, for any name (Standard Webhooks, "SSRF").
import type { LookupAddress } from 'node:dns';
import { afterEach, describe, expect, it } from 'vitest';
import { findWebhookUrlError, isPublicAddress, lookupPublicAddress, mayConnect } from './target.ts';

afterEach(() => {
  delete process.env.WEBHOOKS_TO_LOOPBACK;
});

describe('a public address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '192.0.3.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2001:4860:4860::8888',
  ])('is %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'metadata'],
    ['100.64.0.1', 'carrier'],
    ['0.0.0.0', 'this network'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['198.18.0.1', 'benchmark'],
    ['::1', 'loopback'],
    ['::', 'unspecified'],
    ['::ffff:10.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped'],
    ['64:ff9b::a00:1', 'translated'],
    ['2002:a00:1::', '6to4'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['fe80::1', 'link-local'],
    ['fd00:ec2::254', 'metadata'],
    ['fc00::1', 'unique local'],
    ['ff02::1', 'multicast'],
    ['not an address', 'nothing'],
  ])('is not %s (%s)', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('the address of a webhook', () => {
  it.each(['https://hooks.example.org/a?b=c', 'https://hooks.example.org:8443/', 'https://8.8.8.8/x'])(
    'may be %s',
    (url) => expect(findWebhookUrlError(url)).toBeUndefined(),
  );

  it.each([
    'http://hooks.example.org/',
    'ftp://hooks.example.org/',
    'hooks.example.org',
    'https://user:secret@hooks.example.org/',
    'https://hooks.example.org/#part',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    // The URL standard reads these as 127.0.0.1 and 10.0.0.1.
    'https://2130706433/',
    'https://0x7f.1/',
    'https://012.0.0.1/',
    'https://localhost/',
    'https://intranet/',
    'https://metadata.google.internal/',
    'http://127.0.0.1/',
  ])('may not be %s', (url) => expect(findWebhookUrlError(url)).toEqual(expect.any(String)));

  it('may be this machine only on the local platform', () => {
    expect(findWebhookUrlError('http://localhost:4000/')).toEqual(expect.any(String));
    process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
    expect(findWebhookUrlError('http://localhost:4000/')).toBeUndefined();
    expect(findWebhookUrlError('http://127.0.0.1:4000/')).toBeUndefined();
    expect(findWebhookUrlError('http://10.0.0.1/')).toEqual(expect.any(String));
    expect(mayConnect('127.0.0.1')).toBe(true);
    expect(mayConnect('169.254.169.254')).toBe(false);
  });
});

describe('the look-up of a connection', () => {
  const lookedUp = (hostname: string, all: boolean) =>
    new Promise<string | LookupAddress[] | Error>((resolve) =>
      lookupPublicAddress(hostname, { all }, (error, found) => resolve(error ?? found)),
    );

  it('refuses a name that resolves to this machine, for one address and for all', async () => {
    for (const all of [true, false])
      expect(await lookedUp('localhost', all)).toMatchObject({ name: 'NonPublicAddressError' });
  });

  it('returns addresses to which connecting is allowed', async () => {
    process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
    expect(await lookedUp('localhost', false)).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(await lookedUp('localhost', true)).toEqual(
      expect.arrayContaining([expect.objectContaining({ address: expect.any(String) })]),
    );
  });
});
