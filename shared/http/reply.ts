// The results of a rule: a reply, or changes with the reply that is sent once they are committed.
import type { Change } from '../data/changes.ts';

/** A success. */
export interface Reply<S extends number = number, B = unknown> {
  readonly kind: 'reply';
  readonly status: S;
  readonly body: B;
  readonly headers: Readonly<Record<string, string>>;
  /** Becomes the ETag, for resources that can be changed with If-Match. */
  readonly version: number | undefined;
  /** Whether the body also shows what changes without a new version; the ETag then identifies the body too. */
  readonly isComposed: boolean;
}

/** Changes, and the reply that is sent once all of them are committed. */
export interface Write<R extends Reply = Reply> {
  readonly kind: 'write';
  readonly changes: readonly Change[];
  readonly reply: R;
  /** Runs before the changes are committed; not in a dry run. */
  readonly prepare: (() => Promise<void>) | undefined;
}

interface ReplyOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly version?: number;
  readonly isComposed?: boolean;
}

/** A reply with any status. */
export const reply = <S extends number, B>(
  status: S,
  body: B,
  { headers = {}, version, isComposed = false }: ReplyOptions = {},
): Reply<S, B> => ({
  kind: 'reply',
  status,
  body,
  headers,
  version,
  isComposed,
});

/** 200 */
export const ok = <B>(body: B, extras?: ReplyOptions): Reply<200, B> => reply(200, body, extras);

/** 201 with the address of the created resource (RFC 9110 15.3.2). */
export const created = <B>(body: B, location: string, extras: ReplyOptions = {}): Reply<201, B> =>
  reply(201, body, { ...extras, headers: { Location: location, ...extras.headers } });

/** How a file is sent. */
interface FileOptions {
  /** Such as `application/pdf`. */
  readonly contentType: string;
  /** The name under which it is saved; any characters. */
  readonly fileName: string;
  /** Whether the browser shows the file, where it can, rather than saving it. */
  readonly inline?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file name that every system accepts: Windows allows none of `<>:"/\\|?*`. */
const toFileName = (name: string): string => name.replace(/: +/g, ' - ').replace(/[<>:"/\\|?*\p{Cc}]/gu, '-');

/** Content-Disposition (RFC 6266): the name in plain ASCII for old clients, and unchanged for others (RFC 8187). */
function formatContentDisposition(fullName: string, inline: boolean): string {
  const fileName = toFileName(fullName);
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * 200 with a file's bytes. The contract declares the body as `Bytes`. At most 4.5 MB, the limit of a Lambda response.
 */
export const file = (
  bytes: Uint8Array,
  { contentType, fileName, inline = false, headers }: FileOptions,
): Reply<200, Uint8Array> =>
  reply(200, bytes, {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': formatContentDisposition(fileName, inline),
      ...headers,
    },
  });

/** 204 */
export const noContent = (): Reply<204, null> => reply(204, null);

/**
 * Writes: the changes are committed in one transaction, with the stored reply of an Idempotency-Key, and then the reply
 * is sent. With validateOnly, only their conditions are checked.
 *
 * @param prepare writes what must be there before the changes and means nothing without them, such as hints of a search index
 */
export const write = <R extends Reply>(
  changes: readonly Change[],
  onSuccess: R,
  { prepare }: { readonly prepare?: () => Promise<void> } = {},
): Write<R> => ({ kind: 'write', changes, reply: onSuccess, prepare });
