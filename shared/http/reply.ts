// What a rule answers with: a reply, or changes to commit together with the reply they earn.
import type { Change } from '../data/changes.ts';

/** A success. `version` becomes the ETag, for what can be changed with If-Match. */
export interface Reply<S extends number = number, B = unknown> {
  readonly kind: 'reply';
  readonly status: S;
  readonly body: B;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: number | undefined;
}

/** Changes and the reply that is given once all of them are committed. */
export interface Write<R extends Reply = Reply> {
  readonly kind: 'write';
  readonly changes: readonly Change[];
  readonly reply: R;
}

interface Extras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly version?: number;
}

/** A reply with any status. */
export const reply = <S extends number, B>(
  status: S,
  body: B,
  { headers = {}, version }: Extras = {},
): Reply<S, B> => ({
  kind: 'reply',
  status,
  body,
  headers,
  version,
});

/** 200 */
export const ok = <B>(body: B, extras?: Extras): Reply<200, B> => reply(200, body, extras);

/** 201 with the address of what was created (RFC 9110 15.3.2). */
export const created = <B>(body: B, location: string, extras: Extras = {}): Reply<201, B> =>
  reply(201, body, { ...extras, headers: { Location: location, ...extras.headers } });

/** 204 */
export const noContent = (): Reply<204, null> => reply(204, null);

/**
 * Decides to write: the machinery commits the changes in one transaction (with the Idempotency-Key's record),
 * or with validateOnly only checks their conditions, and then gives the reply.
 */
export const write = <R extends Reply>(changes: readonly Change[], answer: R): Write<R> => ({
  kind: 'write',
  changes,
  reply: answer,
});
