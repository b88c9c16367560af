// The links of a message by the names that its author gave them: the addresses in its source, with a sign in the place of each value.
// So a link is the same for every recipient, also where its address has a part of their own, which is not stored.
import { type Change, put } from '../../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../../shared/data/store.ts';

/** Stands for a value that each recipient has. */
const VALUE = '…';

/** The id of links that no address in the source names, such as those that MJML makes for social networks. */
export const OTHER_LINK = 'other';

interface LinksItem {
  readonly type: 'broadcast-links';
  /** In the order of the source; the id of a link is its place. */
  readonly addresses: readonly string[];
}

const linksKey = (tenant: TenantStore, broadcastId: string): Key<LinksItem> =>
  tenant.key(`BROADCAST#${broadcastId}`, 'LINKS');

/** Liquid, apart from the links of the mail itself, which are not counted. */
const ownLinks = /\{\{-?\s*links\.[^}]*\}\}/g;
const liquid = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
const attributes = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** The addresses on the web in a source of MJML, each once. */
export function nameLinks(mjml: string): string[] {
  const source = mjml.replace(ownLinks, '').replace(liquid, VALUE);
  const addresses = [...source.matchAll(attributes)].map(([, double, single]) =>
    (double ?? single ?? '').replaceAll('&amp;', '&').trim(),
  );
  return [...new Set(addresses.filter((address) => /^https?:|^…/i.test(address)))];
}

/** Addresses are compared as people read them: whether a letter is encoded does not matter. */
function readAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** Whether an address has the parts of a name in their order, with any values between them. */
function isNamed(name: string, address: string): boolean {
  const [start = '', ...rest] = name.split(VALUE);
  const end = rest.pop();
  if (end === undefined) return address === start;
  if (!address.startsWith(start)) return false;
  let position = start.length;
  for (const part of rest) {
    const found = address.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return address.endsWith(end) && address.length - end.length >= position;
}

/** How much of an address a name says. */
const countLetters = (name: string): number => name.replaceAll(VALUE, '').length;

/** The id of the link that leads to an address: of several that may, the one that says most of it. */
export function findLink(addresses: readonly string[], target: string): string {
  const address = readAddress(target);
  const [best] = addresses
    .map((name, index) => ({ name: readAddress(name), id: String(index) }))
    .filter(({ name }) => isNamed(name, address))
    .toSorted((a, b) => countLetters(b.name) - countLetters(a.name));
  return best?.id ?? OTHER_LINK;
}

/**
 * Stores how the links of a broadcast are named.
 * @param former the names of mails that were sent with another text: they stay in their places, which are the ids of counted links
 */
export const putLinks = (
  tenant: TenantStore,
  broadcastId: string,
  mjml: string,
  former: readonly string[] = [],
): Change =>
  put(linksKey(tenant, broadcastId), {
    ...{ type: 'broadcast-links', addresses: [...new Set([...former, ...nameLinks(mjml)])] },
  });

/** How the links of a broadcast are named; none before it is sent, or where it counts no clicks. One read. */
export const loadLinks = async (tenant: TenantStore, broadcastId: string): Promise<readonly string[]> =>
  (await tenant.get(linksKey(tenant, broadcastId)))?.addresses ?? [];
