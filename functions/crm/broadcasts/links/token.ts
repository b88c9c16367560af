// The links in the mails of a broadcast: anyone who has one acts for its recipient, and nothing is stored for it. A token is
// the broadcast, the person and a signature with a secret of the broadcast. The signature of a link to another site covers its
// address too, so that nobody can make one that leads elsewhere.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BroadcastItem } from '../../../../shared/broadcasts/broadcast.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';

/** What a link is for; another one has another signature. */
export type LinkKind = 'unsubscribe' | 'preferences' | 'open' | 'click';

type Signer = Pick<BroadcastItem, 'id' | 'linkSecret'>;

const sign = (
  tenant: Pick<TenantStore, 'code'>,
  { id, linkSecret }: Signer,
  personId: string,
  kind: LinkKind,
  target: string,
): string =>
  createHmac('sha256', linkSecret)
    .update(`${tenant.code}\n${id}\n${personId}\n${kind}\n${target}`)
    .digest('base64url');

/**
 * The token of a link.
 * @param target the address that a `click` leads to
 */
export const buildToken = (
  tenant: Pick<TenantStore, 'code'>,
  broadcast: Signer,
  personId: string,
  kind: LinkKind,
  target = '',
): string => `${broadcast.id}.${personId}.${sign(tenant, broadcast, personId, kind, target)}`;

/** What a token says, before its signature is checked; undefined when it has another form. */
export function parseToken(
  token: string,
): { readonly broadcastId: string; readonly personId: string; readonly signature: string } | undefined {
  const [, broadcastId, personId, signature] =
    /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  return broadcastId === undefined || personId === undefined || signature === undefined
    ? undefined
    : { broadcastId, personId, signature };
}

/** Whether the signature is that of the broadcast. */
export function isValidToken(
  tenant: Pick<TenantStore, 'code'>,
  broadcast: Signer,
  { personId, signature }: { readonly personId: string; readonly signature: string },
  kind: LinkKind,
  target = '',
): boolean {
  const expected = Buffer.from(sign(tenant, broadcast, personId, kind, target));
  const sent = Buffer.from(signature);
  return expected.length === sent.length && timingSafeEqual(expected, sent);
}
