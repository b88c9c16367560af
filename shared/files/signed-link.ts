// Signed links that let anyone who has them download a file until they expire, without a header or a login. No link is
// stored: the address holds the file id and the expiry, signed with a secret of the file. So a list of two hundred
// files can contain a new link to each without a write.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TenantStore } from '../data/store.ts';
import { type FileItem, loadFile, type StoredFile } from './stored-file.ts';

/** The attributes of a file that a link needs. */
export type LinkableFile = Pick<FileItem, 'id' | 'linkSecret'>;

/** A link names its tenant by the code. */
type LinkTenant = Pick<TenantStore, 'code'>;

const computeSignature = (tenant: LinkTenant, { id, linkSecret }: LinkableFile, seconds: number): string =>
  createHmac('sha256', linkSecret).update(`${tenant.code}\n${id}\n${seconds}`).digest('base64url');

/**
 * Creates a link to a file that is valid until `expiresAt` (real time, whole seconds) or until the file expires. The
 * address is a secret: return it only to people who may see the file, and never log it.
 * @returns the path below the base address of area A; a context's `url(path)` makes it absolute
 */
export function createSignedLink(tenant: LinkTenant, file: LinkableFile, expiresAt: Date): string {
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  return `/api/v1/Files/${tenant.code}/${file.id}.${seconds}.${computeSignature(tenant, file, seconds)}`;
}

/** The content of a token whose signature was not verified yet. */
interface SignedToken {
  readonly fileId: string;
  readonly seconds: number;
  readonly signature: string;
}

/** Parses the token of a link; undefined when it is malformed. */
function parseSignedToken(token: string): SignedToken | undefined {
  const [, fileId, seconds, signature] = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/i.exec(token) ?? [];
  return fileId === undefined || seconds === undefined || signature === undefined
    ? undefined
    : { fileId, seconds: Number(seconds), signature };
}

/** The file that an address leads to, if it is a link to one of this tenant's files, whether it is valid or not. */
export const findLinkedFile = (tenant: LinkTenant, address: string): string | undefined => {
  const [, code, token = ''] = /\/api\/v1\/Files\/([^/]+)\/([^/?#]+)$/.exec(address) ?? [];
  return code === tenant.code ? parseSignedToken(token)?.fileId.toLowerCase() : undefined;
};

/** Whether a token was signed for this file and has not expired. */
function isValidToken(
  tenant: TenantStore,
  file: LinkableFile,
  { seconds, signature }: SignedToken,
  now: Date,
): boolean {
  const expected = Buffer.from(computeSignature(tenant, file, seconds));
  const actual = Buffer.from(signature);
  return (
    seconds * 1000 > now.getTime() && expected.length === actual.length && timingSafeEqual(expected, actual)
  );
}

/**
 * The file of a link's token; undefined when the token is unknown, malformed or expired, and when the file no longer
 * exists. Two round trips.
 * @param now real time (`receivedAt`), not a sandbox's
 */
export async function loadFileByToken(
  tenant: TenantStore,
  token: string,
  now: Date,
): Promise<StoredFile | undefined> {
  const parsed = parseSignedToken(token);
  if (!parsed || parsed.seconds * 1000 <= now.getTime()) return undefined;
  const stored = await loadFile(tenant, parsed.fileId, now);
  return stored && isValidToken(tenant, stored.file, parsed, now) ? stored : undefined;
}
