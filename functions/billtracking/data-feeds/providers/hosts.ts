// Where the providers are. The hosts are fixed: a tenant chooses a provider, never an address.
import { findWebhookUrlError } from '../../../../shared/webhooks/target.ts';
import type { FeedProvider } from '../record/feed.ts';

/** A service with one key and one limit. */
export type ProviderService = 'openstates' | 'legiscan' | 'congress';

/** `published` has no address of its own: the texts of legislatures are where a provider says. */
const hosts: Readonly<Record<ProviderService | 'openstates-files' | 'published', string>> = {
  openstates: 'https://v3.openstates.org',
  'openstates-files': 'https://data.openstates.org',
  legiscan: 'https://api.legiscan.com',
  congress: 'https://api.congress.gov/v3',
  published: '',
};

export const serviceOf = (provider: FeedProvider): ProviderService =>
  provider === 'CONGRESS_GOV' ? 'congress' : provider.startsWith('LEGISCAN') ? 'legiscan' : 'openstates';

/**
 * The base address of a host. On the local platform and in tests DATA_FEED_HOSTS names a server of this machine that
 * stands in for all of them, with a folder for each.
 * @throws Error when DATA_FEED_HOSTS is not on this machine
 */
export function findBaseAddress(host: keyof typeof hosts): string {
  const local = process.env.DATA_FEED_HOSTS;
  if (local === undefined || local === '') return hosts[host];
  if (!/^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(local))
    throw new Error('DATA_FEED_HOSTS must be an address of this machine such as http://127.0.0.1:8080');
  return `${local}/${host}`;
}

/** The address of a file that Open States names, if it is on the host of its files. */
export function resolveFileAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.origin === hosts['openstates-files']
    ? `${findBaseAddress('openstates-files')}${url.pathname}`
    : undefined;
}

/** Where congress.gov publishes the texts of bills (BillEndpoint.md: textVersions.formats.url). */
const congressTexts: ReadonlySet<string> = new Set(['www.congress.gov', 'congress.gov']);

/**
 * The address of a text that a provider links to, over https: of the Congress at congress.gov alone; of other legislatures at
 * any host with a public name and the usual port. Undefined for others. Where a name leads to is checked when the connection
 * is made.
 */
export function resolvePublishedAddress(service: ProviderService, text: string): URL | undefined {
  const url = URL.parse(text.replace(/^http:\/\//i, 'https://'));
  if (!url) return undefined;
  url.hash = '';
  if (url.port !== '' || findWebhookUrlError(url.href) !== undefined) return undefined;
  return service === 'congress' && !congressTexts.has(url.hostname) ? undefined : url;
}

/** Where the text at an address is asked for: there, or at the server that stands in for all hosts. */
export const locatePublished = (url: URL): string =>
  process.env.DATA_FEED_HOSTS
    ? `${findBaseAddress('published')}/${url.host}${url.pathname}${url.search}`
    : url.href;
