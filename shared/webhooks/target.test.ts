// Where webhooks may go: https to public addresses only, for any name (Standard Webhooks, "SSRF").
import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import {
  findWebhookUrlError,
  isPublicAddress,
  lookupPublicAddress,
  mayConnect,
  NonPublicAddressError,
} from './target.ts';

afterEach(() => {
  delete process.env.WEBHOOKS_TO_LOOPBACK;
});

describe('a public address', () => {
  const last = ':ffff:ffff:ffff:ffff:ffff:ffff';

  // The IANA special-purpose registries for IPv4 and IPv6: the first and last address of each network, and its neighbours.
  it.each([
    ['0.0.0.0/8', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
    ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
    ['100.64.0.0/10', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
    ['127.0.0.0/8', ['127.0.0.0', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
    ['169.254.0.0/16', ['169.254.0.0', '169.254.255.255'], ['169.253.255.255', '169.255.0.0']],
    ['172.16.0.0/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
    ['192.0.0.0/24', ['192.0.0.0', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
    ['192.0.2.0/24', ['192.0.2.0', '192.0.2.255'], ['192.0.1.255', '192.0.3.0']],
    ['192.88.99.0/24', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
    ['192.168.0.0/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
    ['198.18.0.0/15', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
    ['198.51.100.0/24', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
    ['203.0.113.0/24', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
    ['224.0.0.0/4', ['224.0.0.0', '239.255.255.255'], ['223.255.255.255']],
    ['240.0.0.0/4', ['240.0.0.0', '255.255.255.255'], []],
    ['::/3', ['::', `1fff:ffff${last}`], ['2000::']],
    ['4000::/2', ['4000::', `7fff:ffff${last}`], []],
    ['8000::/1', ['8000::', `FFFF:ffff${last}`], []],
    ['2001::/23', ['2001::', `2001:1ff${last}`], [`2000:ffff${last}`, '2001:200::']],
    ['2001:db8::/32', ['2001:db8::', `2001:DB8${last}`], [`2001:db7${last}`, '2001:db9::']],
    ['2002::/16', ['2002::', `2002:ffff${last}`], [`2001:ffff${last}`, '2003::']],
    ['3fff::/20', ['3fff::', `3fff:fff${last}`], [`3ffe:ffff${last}`, '3fff:1000::']],
  ])('is none of %s, and its neighbours are public', (_, within, beside) => {
    expect(within.filter(isPublicAddress)).toEqual([]);
    expect(beside.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it.each([
    ['::1', 'loopback'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped'],
    ['64:ff9b::a00:1', 'translated'],
    ['2001:2::1', 'benchmarks'],
    ['2002:a00:1::', '6to4'],
    ['fe80::1', 'link-local'],
    ['fd00:ec2::254', 'metadata'],
    ['ff02::1', 'multicast'],
    ['2600 an address', 'no address'],
    ['', 'no address'],
  ])('is not %s (%s)', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['8.8.8.8', '2606:4700::1111', '2001:4860:4860::8888'])('is %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe('the address of a webhook', () => {
  it.each(['https://hooks.example.org/a?b=c', 'https://hooks.example.org:8443/', 'https://8.8.8.8/x'])(
    'may be %s',
    (url) => expect(findWebhookUrlError(url)).toBeUndefined(),
  );

  const secure = 'must begin with https://';
  const credentials = 'must not contain a user name or password';
  const named = 'must have a public host name';
  const isPublic = 'must be a public address';

  it.each([
    ['hooks.example.org', 'must be an absolute address such as https://hooks.example.org/rostrum'],
    ['http://hooks.example.org/', secure],
    ['http://127.0.0.1/', secure],
    ['http://localhost/', secure],
    ['ftp://hooks.example.org/', secure],
    ['https://user:secret@hooks.example.org/', credentials],
    ['https://user@hooks.example.org/', credentials],
    ['https://:secret@hooks.example.org/', credentials],
    ['https://hooks.example.org/#part', 'must not have a fragment'],
    ['https://10.0.0.1/', isPublic],
    ['https://127.0.0.1/', isPublic],
    ['https://[::1]/', isPublic],
    ['https://[::ffff:169.254.169.254]/', isPublic],
    // The URL standard reads these as 127.0.0.1 and 10.0.0.1.
    ['https://2130706433/', isPublic],
    ['https://0x7f.1/', isPublic],
    ['https://012.0.0.1/', isPublic],
    // RFC 6761 and 8375: names that are never of a public host.
    ['https://localhost/', named],
    ['https://intranet/', named],
    ['https://a.localhost/', named],
    ['https://localhost./', named],
    ['https://printer.local/', named],
    ['https://metadata.google.internal/', named],
    ['https://metadata.google.internal./', named],
    ['https://intranet./', named],
    ['https://router.home.arpa/', named],
    ['https://1.0.0.127.in-addr.arpa/', named],
  ])('may not be %s: it %s', (url, message) => expect(findWebhookUrlError(url)).toBe(message));

  // RFC 6762, appendix G, RFC 6761 (test), RFC 7686 (onion) and RFC 9476 (alt): names that a local network may resolve.
  it.each([
    'intranet',
    'internal',
    'private',
    'corp',
    'home',
    'lan',
    'localdomain',
    'mail',
    'test',
    'onion',
    'alt',
  ])('may not be a host below .%s', (name) =>
    expect(findWebhookUrlError(`https://host.${name}/`)).toBe(named),
  );

  it.each([
    'https://[2606:4700::1111]/',
    'https://localhost.example.org/',
    'https://hooks.example.org./',
    'https://test.example.org/',
    'https://mail.example.org/',
    'https://mylocal.example/',
    'https://notlocalhost.mylocal/',
    'https://home.arpa.example/',
  ])('may be %s', (url) => expect(findWebhookUrlError(url)).toBeUndefined());

  // WHATWG Fetch, "Port blocking", as in fetch/api/request/request-bad-port.any.js of web-platform-tests.
  it.each([
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103,
    104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514,
    515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723,
    2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
    // Databases, caches, queues and remote control of the port registry of IANA.
    445, 1433, 3306, 3389, 5432, 5900, 6379, 9200, 11211, 27017,
  ])('may not have the port %i of another protocol', (port) => {
    const message = `must not have the port ${port}, which is of another protocol`;
    expect(findWebhookUrlError(`https://hooks.example.org:${port}/`)).toBe(message);
    process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
    expect(findWebhookUrlError(`http://localhost:${port}/`)).toBe(message);
  });

  it.each([443, 80, 444, 8080, 8443, 10443])('may have the port %i', (port) =>
    expect(findWebhookUrlError(`https://hooks.example.org:${port}/`)).toBeUndefined(),
  );

  it('may be this machine only on the local platform', () => {
    expect(findWebhookUrlError('http://localhost:4000/')).toBe(secure);
    expect(mayConnect('127.0.0.1')).toBe(false);
    process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
    for (const host of ['localhost', '127.0.0.1', '127.255.12.255', '[::1]'])
      expect([findWebhookUrlError(`http://${host}:4000/`), findWebhookUrlError(`https://${host}/`)]).toEqual([
        undefined,
        undefined,
      ]);
    expect(findWebhookUrlError('ftp://localhost/')).toBe(secure);
    for (const host of ['10.0.0.1', 'hooks.example.org', '127.0.0.1.example.org', '8.127.0.0'])
      expect(findWebhookUrlError(`http://${host}/`)).toBe(secure);
    expect(
      ['127.0.0.1', '127.255.12.255', '::1', '8.8.8.8'].filter((address) => !mayConnect(address)),
    ).toEqual([]);
    expect(['169.254.169.254', '::', '::ffff:127.0.0.1'].filter((address) => mayConnect(address))).toEqual(
      [],
    );
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

  describe('with answers of a name server', () => {
    const { lookup } = dns;
    afterEach(() => {
      Object.assign(dns, { lookup });
      syncBuiltinESMExports();
    });
    const answer = (error: Error | null, ...addresses: readonly string[]) => {
      const found = addresses.map((address) => ({ address, family: 4 }));
      Object.assign(dns, {
        lookup: (_: string, __: object, done: (error: Error | null, found?: LookupAddress[]) => void) =>
          error ? done(error) : done(null, found),
      });
      syncBuiltinESMExports();
    };

    it('refuses a name of which one address among several is not public', async () => {
      answer(null, '8.8.8.8', '10.0.0.1');
      for (const all of [true, false])
        expect(await lookedUp('hooks.example.org', all)).toEqual(
          new NonPublicAddressError('hooks.example.org does not resolve to public addresses only'),
        );
    });

    it('refuses a name that resolves to this machine, also where its own name is allowed', async () => {
      process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
      for (const address of ['127.0.0.1', '::1']) {
        answer(null, address);
        for (const all of [true, false])
          expect(await lookedUp('localtest.example.org', all)).toBeInstanceOf(NonPublicAddressError);
      }
      answer(null, '127.0.0.1');
      expect(await lookedUp('localhost', false)).toBe('127.0.0.1');
    });

    it('refuses a name without an address', async () => {
      answer(null);
      expect(await lookedUp('hooks.example.org', true)).toBeInstanceOf(NonPublicAddressError);
    });

    it('passes an error on, and the first address or all of them', async () => {
      answer(new Error('ENOTFOUND'));
      expect(await lookedUp('hooks.example.org', true)).toEqual(new Error('ENOTFOUND'));
      answer(null, '8.8.8.8', '8.8.4.4');
      expect(await lookedUp('hooks.example.org', false)).toBe('8.8.8.8');
      expect(await lookedUp('hooks.example.org', true)).toEqual([
        { address: '8.8.8.8', family: 4 },
        { address: '8.8.4.4', family: 4 },
      ]);
    });
  });
});
