// Links that let whoever holds them download a file for a while: no header, no login, nothing to guess.
import { createHash, randomBytes } from 'node:crypto';
import { type Change, put } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { type KeptFile, keptFile } from './kept-file.ts';
import { isGood, signedToken } from './signed-link.ts';

interface DownloadLinkItem {
  readonly type: 'download-link';
  readonly fileId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Epoch seconds. */
  readonly ttl: number;
}

/** Only the token's hash is stored: who can read the table can download nothing with it. */
const linkKey = (tenant: TenantStore, token: string): Key<DownloadLinkItem> =>
  tenant.key(`DOWNLOAD#${createHash('sha256').update(token).digest('base64url')}`, 'LINK');

/** A link to a file. */
export interface DownloadLink {
  /** Below the base address of area A; `areaUrl('training', path)` or a context's `url(path)` makes it absolute. */
  readonly path: string;
  /** Commit them with whatever tells the link. */
  readonly changes: readonly Change[];
}

/**
 * A new link to a file, good until `expiresAt` (real time) or until the file itself expires. A file may have any number
 * of links. The address holds the secret: show it to who may see the file, and log it nowhere.
 */
export function linkTo(
  tenant: TenantStore,
  fileId: string,
  expiresAt: Date,
  token: string = randomBytes(32).toString('base64url'),
): DownloadLink {
  const item: DownloadLinkItem = {
    type: 'download-link',
    fileId,
    expiresAt: expiresAt.toISOString(),
    ttl: Math.ceil(expiresAt.getTime() / 1000),
  };
  return {
    path: `/api/v1/Files/${tenant.code}/${token}`,
    changes: [put(linkKey(tenant, token), item)],
  };
}

/**
 * The file that a link's token leads to; undefined alike for a token that is unknown, malformed or expired, and for a
 * file that is no more. Three round trips.
 * @param now real time (`receivedAt`), not a sandbox's
 */
export async function fileBehind(
  tenant: TenantStore,
  token: string,
  now: Date,
): Promise<KeptFile | undefined> {
  const signed = signedToken(token);
  if (signed) {
    const kept =
      signed.seconds * 1000 > now.getTime() ? await keptFile(tenant, signed.fileId, now) : undefined;
    return kept && isGood(tenant, kept.file, signed, now) ? kept : undefined;
  }
  const link = await tenant.get(linkKey(tenant, token));
  if (!link || Date.parse(link.expiresAt) <= now.getTime()) return undefined;
  return keptFile(tenant, link.fileId, now);
}
