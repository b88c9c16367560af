// The links in the mails of a broadcast: anyone who has one acts for its recipient, and nothing is stored for it. A token is
// the broadcast, the person and a signature with a secret of the broadcast. The signature of a link to another site covers its
// address too, so that nobody can make one that leads elsewhere.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';

/** What a link is for; another one has another signature. */
export type LinkKind = 'unsubscribe' | 'preferences' | 'view' | 'open' | 'click';

/** What signs the links of a broadcast. */
export type Signer = Pick<BroadcastItem, 'id' | 'linkSecret'>;

const sign = (
  tenant: Pick<TenantStore, 'code'>,
  { id, linkSecret }: Signer,
  personId: string,
  kind: LinkKind,
  target: string,
): Buffer =>
  createHmac('sha256', linkSecret).update(`${tenant.code}\n${id}\n${personId}\n${kind}\n${target}`).digest();

/** Half of a signature is as hard to guess as 128 bits (RFC 2104, 5); every link of a mail has one, and mails have a limit. */
const SIGNATURE_BYTES = 16;
const ID_BYTES = 16;

const packId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const unpackId = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

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
): string =>
  Buffer.concat([
    packId(broadcast.id),
    packId(personId),
    sign(tenant, broadcast, personId, kind, target).subarray(0, SIGNATURE_BYTES),
  ]).toString('base64url');

interface ParsedToken {
  readonly broadcastId: string;
  readonly personId: string;
  readonly signature: string;
}

/** What a token says, before its signature is checked; undefined when it has another form. */
export function parseToken(token: string): ParsedToken | undefined {
  if (!/^[\w-]{64}$/.test(token)) return parseLongToken(token);
  const bytes = Buffer.from(token, 'base64url');
  return {
    broadcastId: unpackId(bytes.subarray(0, ID_BYTES)),
    personId: unpackId(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
    signature: bytes.subarray(2 * ID_BYTES).toString('base64url'),
  };
}

/** The form of tokens in mails that were sent before: both ids as texts, and the whole signature. */
function parseLongToken(token: string): ParsedToken | undefined {
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
  const sent = Buffer.from(signature, 'base64url');
  if (sent.length < SIGNATURE_BYTES) return false;
  const expected = sign(tenant, broadcast, personId, kind, target).subarray(0, sent.length);
  return expected.length === sent.length && timingSafeEqual(expected, sent);
}
