// Links that let whoever holds them download a file for a while: no header, no login, nothing to guess. Nobody has to
// write them down: the address tells the file and its last moment, signed with a secret of the file's own. A list of two hundred files can thus be shown with a fresh link to each, and no write.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TenantStore } from '../data/store.ts';
import { type FileItem, loadFile, type StoredFile } from './stored-file.ts';

/** What a link is made of. */
export type LinkableFile = Pick<FileItem, 'id' | 'linkSecret'>;

const computeSignature = (tenant: TenantStore, { id, linkSecret }: LinkableFile, seconds: number): string =>
  createHmac('sha256', linkSecret).update(`${tenant.code}\n${id}\n${seconds}`).digest('base64url');

/**
 * A new link to a file, good until `expiresAt` (real time, whole seconds) or until the file itself is no more. The
 * address holds the secret: show it to who may see the file, and log it nowhere.
 * @returns the path below the base address of area A; a context's `url(path)` makes it absolute
 */
export function createSignedLink(tenant: TenantStore, file: LinkableFile, expiresAt: Date): string {
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  return `/api/v1/Files/${tenant.code}/${file.id}.${seconds}.${computeSignature(tenant, file, seconds)}`;
}

/** What such a link's token says; not yet that it is true. */
interface SignedToken {
  readonly fileId: string;
  readonly seconds: number;
  readonly signature: string;
}

/** Reads the token of a link; undefined when it can be none. */
function parseSignedToken(token: string): SignedToken | undefined {
  const [, fileId, seconds, signature] = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/i.exec(token) ?? [];
  return fileId === undefined || seconds === undefined || signature === undefined
    ? undefined
    : { fileId, seconds: Number(seconds), signature };
}

/** Whether a token was given out for this file and its moment has not come. */
function isValidToken(
  tenant: TenantStore,
  file: LinkableFile,
  { seconds, signature }: SignedToken,
  now: Date,
): boolean {
  const expected = Buffer.from(computeSignature(tenant, file, seconds));
  const given = Buffer.from(signature);
  return (
    seconds * 1000 > now.getTime() && expected.length === given.length && timingSafeEqual(expected, given)
  );
}

/**
 * The file that a link's token leads to; undefined alike for a token that is unknown, malformed or expired, and for a
 * file that is no more. Two round trips.
 * @param now real time (`receivedAt`), not a sandbox's
 */
export async function loadFileByToken(
  tenant: TenantStore,
  token: string,
  now: Date,
): Promise<StoredFile | undefined> {
  const signed = parseSignedToken(token);
  if (!signed || signed.seconds * 1000 <= now.getTime()) return undefined;
  const kept = await loadFile(tenant, signed.fileId, now);
  return kept && isValidToken(tenant, kept.file, signed, now) ? kept : undefined;
}
