// Asks for texts where legislatures publish them: over https, at public addresses, without any key, and as seldom as a guest should.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { fetchPublic } from '../../../../shared/webhooks/public-fetch.ts';
import type { PublishedContent } from '../../bills/documents/record/read-content.ts';
import { ProviderPause, ProviderRefusal } from './client.ts';
import { locatePublished, type ProviderService, resolvePublishedAddress } from './hosts.ts';
import { publishedQuota, takeRequest } from './quota.ts';

/** The largest file: a bill of the budget as PDF. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MILLISECONDS = 25_000;
const MAX_REDIRECTS = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A text with what its host says of its content, or that it is the one that has this. */
type PublishedText =
  | 'unchanged'
  | { readonly content: PublishedContent; readonly validator?: string | undefined };

/** A validator of HTTP as it is stored: an entity tag, or a time (RFC 9110, 8.8). */
const readValidator = (headers: Headers): string | undefined =>
  headers.get('etag') ?? headers.get('last-modified') ?? undefined;

/** The condition under which a text is sent again (RFC 9110, 13.1). */
const askIfChanged = (validator: string | undefined): Record<string, string> =>
  validator === undefined
    ? {}
    : { [/^(W\/)?"/.test(validator) ? 'If-None-Match' : 'If-Modified-Since']: validator };

const refuse = (message: string): ProviderRefusal => new ProviderRefusal(message, { isOfRow: true });

/** One request. @throws ProviderPause when the tenant has asked often enough */
async function send(
  tenant: TenantStore,
  url: URL,
  validator: string | undefined,
  now: Date,
): Promise<Response> {
  const wait = await takeRequest(tenant, publishedQuota(tenant), now);
  if (wait > 0) throw new ProviderPause(wait);
  return fetchPublic(locatePublished(url), {
    headers: {
      ...{ Accept: 'text/html, text/plain, application/pdf, */*;q=0.5' },
      ...{ 'User-Agent': 'Rostrum-Data-Feeds/1.0', ...askIfChanged(validator) },
    },
    ...{ maxBytes: MAX_TEXT_BYTES, timeout: TIMEOUT_MILLISECONDS },
  }).catch((error: unknown) => {
    const isTooLong = error instanceof Error && error.message.startsWith('The reply has more than');
    throw refuse(
      isTooLong
        ? `${url.host} answers with more than ${MAX_TEXT_BYTES} bytes, the most that is read of a text.`
        : `${url.host} could not be reached.`,
    );
  });
}

/**
 * The text at an address that a provider names. A redirect is followed where it leads to an address of the same kind.
 * @throws ProviderRefusal of the row, ProviderPause
 */
export async function askForPublished(
  tenant: TenantStore,
  service: ProviderService,
  { address, validator }: { readonly address: string; readonly validator?: string | undefined },
  now: () => Date,
): Promise<PublishedText> {
  let url = resolvePublishedAddress(service, address);
  if (!url) throw refuse(`${address} is at no host of which texts are read.`);
  for (let followed = 0; ; followed += 1) {
    const reply = await send(tenant, url, validator, now());
    if (reply.status === 304) return 'unchanged';
    const location = redirects.has(reply.status) ? reply.headers.get('location') : null;
    if (location === null) {
      if (!reply.ok) throw refuse(`${url.host} answers ${reply.status}.`);
      const contentType = reply.headers.get('content-type') ?? undefined;
      return {
        content: { bytes: new Uint8Array(await reply.arrayBuffer()), contentType },
        validator: readValidator(reply.headers),
      };
    }
    const next = resolvePublishedAddress(service, URL.parse(location, url.href)?.href ?? '');
    if (!next) throw refuse(`${url.host} leads to ${location}, which is at no host of which texts are read.`);
    if (followed === MAX_REDIRECTS) throw refuse(`${url.host} leads from one address to another.`);
    url = next;
  }
}
