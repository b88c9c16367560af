// Decides where webhooks may be sent: to public addresses over https, never to internal ones (SSRF).
import { lookup as resolve } from 'node:dns';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { isPortOfOtherProtocol } from './ports.ts';

/** IPv4 networks that are not public (IANA special-purpose registry), as network and prefix length. */
const nonPublicIPv4 = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by a carrier
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and the metadata services of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays to IPv6
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
] as const;

/** IPv6 networks within 2000::/3 that embed an IPv4 address or are not public, as first groups and prefix length. */
const nonPublicIPv6 = [
  ['2001:0', 23], // protocol assignments: Teredo, which embeds an IPv4 address, benchmarks, ORCHID
  ['2001:db8', 32], // documentation
  ['2002', 16], // 6to4, which embeds an IPv4 address
  ['3fff', 20], // documentation
] as const;

const ipv4ToNumber = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

/** The first 32 bits of an IPv6 address. */
function getIPv6Prefix(address: string): number {
  const [head = ''] = address.split('::', 1);
  const [first = '', second = ''] = head.split(':');
  return Number.parseInt(first || '0', 16) * 65536 + Number.parseInt(second || '0', 16);
}

const isWithin = (bits: number, network: number, length: number): boolean =>
  Math.floor(bits / 2 ** (32 - length)) === Math.floor(network / 2 ** (32 - length));

/**
 * Whether an address is public. Of IPv6 only 2000::/3 is, which excludes loopback, link-local, unique local, multicast
 * and IPv4-mapped addresses, and those translated from IPv4 (64:ff9b::/96).
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address))
    return !nonPublicIPv4.some(([network, length]) =>
      isWithin(ipv4ToNumber(address), ipv4ToNumber(network), length),
    );
  if (isIP(address) === 0) return false;
  const bits = getIPv6Prefix(address.toLowerCase());
  return (
    isWithin(bits, getIPv6Prefix('2000::'), 3) &&
    !nonPublicIPv6.some(([network, length]) => isWithin(bits, getIPv6Prefix(`${network}::`), length))
  );
}

const isLoopback = (address: string): boolean => address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);

/**
 * Whether webhooks may be sent to this machine, also by plain http (env WEBHOOKS_TO_LOOPBACK is `allowed`): on the
 * local platform, to try out a receiver on the same machine.
 */
const isLoopbackAllowed = (): boolean => process.env.WEBHOOKS_TO_LOOPBACK === 'allowed';

/** The name of this machine, which RFC 6761 6.3 reserves for it. */
const isLoopbackName = (hostname: string): boolean => hostname === 'localhost';

/**
 * Whether connecting to an address is allowed. This machine is reached by its own name or address only, never by a name
 * that someone lets resolve to it.
 * @param hostname the name that was resolved; the address itself where there was none
 */
export const mayConnect = (address: string, hostname = address): boolean =>
  isPublicAddress(address) ||
  (isLoopbackAllowed() && isLoopback(address) && (isLoopback(hostname) || isLoopbackName(hostname)));

/** A connection was refused because the address is not public. */
export class NonPublicAddressError extends Error {
  override readonly name = 'NonPublicAddressError';
}

/**
 * The lookup function of a connection, which checks the addresses that the connection uses, so that changing the DNS
 * record after an earlier check has no effect. One non-public address among several is enough to refuse.
 */
export const lookupPublicAddress: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error) done(error, '');
    else if (!first || addresses.some(({ address }) => !mayConnect(address, hostname)))
      done(new NonPublicAddressError(`${hostname} does not resolve to public addresses only`), '');
    else if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

/** The host of an address: without the brackets of IPv6, and without the dot of a name that is written in full. */
const readHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '');

/**
 * Top-level domains that only local networks resolve: special-use names (RFC 6761, 6762, 7686, 8375, 9476), those that
 * networks use in their place (RFC 6762, appendix G), and those that ICANN keeps from the root for that reason.
 */
const localNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|mail|test|onion|alt|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

const isPublicName = (host: string): boolean => host.includes('.') && !localNames.test(host);

/** Why a webhook address is invalid, without resolving its host name; undefined when it is valid. */
export function findWebhookUrlError(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'must be an absolute address such as https://hooks.example.org/rostrum';
  const host = readHost(url);
  const isThisMachine = isLoopbackAllowed() && (isLoopback(host) || isLoopbackName(host));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisMachine))
    return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.hash !== '') return 'must not have a fragment';
  if (isPortOfOtherProtocol(url)) return `must not have the port ${url.port}, which is of another protocol`;
  if (isThisMachine) return undefined;
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'must be a public address';
  return isPublicName(host) ? undefined : 'must have a public host name';
}

/**
 * Asserts that a request may be sent to an address. The look-up of a connection does not run for an IP address, so that
 * is decided here.
 * @throws NonPublicAddressError
 */
export function assertPublicUrl(text: string): URL {
  const url = new URL(text);
  if (findWebhookUrlError(text) !== undefined) throw new NonPublicAddressError('The address is not public');
  return url;
}
