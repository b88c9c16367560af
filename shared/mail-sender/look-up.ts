// Looks up the DNS records of a domain that a tenant names: of public names only, with a limit of time and of what is read.
import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { findWebhookUrlError } from '../webhooks/target.ts';
import type { DnsAnswer, RecordType } from './sender-records.ts';

/** How long all look-ups of a check take together, in milliseconds. */
export const LOOK_UP_MILLISECONDS = 4000;
/** Of the values of a name so many are read, and so many characters of each. */
const MAX_VALUES = 10;
const MAX_CHARACTERS = 600;

export type LookUp = (type: RecordType, name: string) => Promise<DnsAnswer>;

/** Whether a name is a domain on the internet, and not one that local networks resolve. */
export const isPublicDomain = (domain: string): boolean =>
  findWebhookUrlError(`https://${domain}/`) === undefined && !/(^|\.)\d+$/.test(domain);

/** Names that never exist: no name server is asked (RFC 6761 6.4). */
const isInvalid = (name: string): boolean => /(^|\.)invalid$/i.test(name);

/** The codes of c-ares for a name that does not exist, or has no record of the type. */
const absent: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

const queries: Record<RecordType, (resolver: Resolver, name: string) => Promise<readonly string[]>> = {
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
  CNAME: (resolver, name) => resolver.resolveCname(name),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
};

/** Looks up what `work` asks for; what has no answer when the time is over is unknown. */
export async function withLookUp<T>(work: (lookUp: LookUp) => Promise<T>): Promise<T> {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  // The name servers of the process.
  resolver.setServers(dns.getServers());
  let isOver = false;
  const end = setTimeout(() => {
    isOver = true;
    resolver.cancel();
  }, LOOK_UP_MILLISECONDS);
  try {
    return await work(async (type, name) => {
      if (isOver) return 'unknown';
      if (isInvalid(name)) return [];
      try {
        const values = await queries[type](resolver, name);
        return values.slice(0, MAX_VALUES).map((value) => value.slice(0, MAX_CHARACTERS));
      } catch (error) {
        return absent.includes((error as { readonly code?: unknown }).code) ? [] : 'unknown';
      }
    });
  } finally {
    clearTimeout(end);
  }
}
