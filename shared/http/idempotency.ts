// Idempotency-Key: the first reply is stored in the transaction of its changes, and returned to every repetition.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { type Change, put } from '../data/changes.ts';
import { findErasedIds } from '../data/erased-ids.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { Failure, invalid } from '../errors/failure.ts';
import { bytesPerPart } from '../values/split-bytes.ts';
import type { HttpReply } from './envelopes/failure-reply.ts';
import type { Request } from './request/request.ts';

interface ReplyItem {
  readonly type: 'idempotent-reply';
  /** Hash of the request. */
  readonly asked: string;
  /** The reply, encrypted with the caller's key: reading the table reveals nothing of it. */
  readonly sealed: string;
  /** In how many items the reply is, where it is too large for one. */
  readonly parts?: number;
  readonly ttl: number;
}

/** A further piece of a reply that is too large for one item, such as that of the largest record. */
type ReplyPieceItem = Pick<ReplyItem, 'sealed' | 'ttl'> & { readonly type: 'idempotent-reply' };

/** What the sort keys of the replies of parts begin with. */
const PART_SORT = 'PART#';

/** How long a reply is stored, in seconds: a day. */
export const retentionSeconds = 24 * 3600;

const sha256 = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

const deriveSealingKey = (key: string, salt: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'rostrum idempotent reply', 32));

function seal(reply: HttpReply, key: string, salt: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveSealingKey(key, salt), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function unseal(sealed: string, key: string, salt: string): HttpReply {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', deriveSealingKey(key, salt), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
}

/** The stored reply of one request, or of one part of it. */
export interface IdempotencyRecord {
  /** The first reply, if there is one. @throws Failure 422 when the same key was used with another request */
  find(): Promise<HttpReply | undefined>;
  /** The changes that store `reply`; they fail when another request with this key was first. */
  keep(reply: HttpReply): readonly Change[];
}

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * A reply is not repeated that names a person who was erased since: it can be read with the caller's key only, so the
 * erasure itself can't find it.
 * @throws Failure 422
 */
async function assertNobodyErased(tenant: TenantStore, replies: readonly HttpReply[]): Promise<void> {
  const ids = [...new Set(replies.flatMap(({ body }) => String(body).match(idPattern) ?? []))];
  if (ids.length === 0 || (await findErasedIds(tenant, ids)).size === 0) return;
  throw new Failure(
    'IDEMPOTENCY_KEY_REUSED',
    'The request was done, but its reply named a person whose data was erased since, so it is not repeated.',
    { target: 'Idempotency-Key' },
  );
}

/** What `commit` throws when another request with the same key was first. */
const keyInUse = (): Failure =>
  new Failure('IDEMPOTENCY_KEY_IN_USE', undefined, { target: 'Idempotency-Key' });

/** The stored replies of a request with an Idempotency-Key: its own, and those of its parts. */
export interface Idempotency {
  readonly record: IdempotencyRecord;
  /** The replies of the parts that an earlier request has done. One query, however many there are. */
  readonly loadParts: () => Promise<PartReplies>;
}

/** The replies of parts that were stored when they were loaded, by the names of the parts. */
export interface PartReplies {
  readonly find: (name: string) => HttpReply | undefined;
  /** The record of a part that had no reply then; its first `find` reads nothing. */
  readonly record: (name: string) => IdempotencyRecord;
}

/**
 * The stored replies of a request with an Idempotency-Key: one per tenant, caller, operation and key, in a partition with
 * those of its parts. `operation` names the endpoint; two requests are the same when their path parameters, query and body
 * are.
 * @returns undefined when the header was not sent
 * @throws Failure 400 when the key is longer than 255 characters or has other characters than printable ASCII
 */
export function openIdempotency(
  tenant: TenantStore,
  subject: string,
  operation: string,
  request: Request,
  now: Date,
): Idempotency | undefined {
  const key = request.headers['idempotency-key'] ?? '';
  if (key === '') return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid([
      {
        code: 'INVALID_FORMAT',
        message:
          'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces, such as a UUID.',
        target: 'Idempotency-Key',
      },
    ]);
  }
  const name = sha256(subject, operation, key);
  // With the key, which only the caller knows: who reads the table can't find out what was sent by trying.
  const requestHash = sha256(
    key,
    JSON.stringify(request.params),
    JSON.stringify(request.query),
    request.rawBody,
  );
  const partition = `IDEMPOTENCY#${name}`;
  const seconds = Math.floor(now.getTime() / 1000);
  const ttl = seconds + retentionSeconds;

  /** The reply in an item and its further pieces. */
  function open([item, ...pieces]: readonly [ReplyItem, ...(ReplyPieceItem | undefined)[]]): HttpReply {
    if (item.asked !== requestHash)
      throw new Failure('IDEMPOTENCY_KEY_REUSED', undefined, { target: 'Idempotency-Key' });
    return unseal([item, ...pieces].map((piece) => piece?.sealed ?? '').join(''), key, name);
  }

  /** The record of the reply at this sort key. */
  function createRecord(sort: string): IdempotencyRecord {
    const pieceKey = (piece: number): Key<ReplyPieceItem> => tenant.key(partition, `${sort}#${piece}`);
    return {
      async find() {
        const item = await tenant.get(tenant.key<ReplyItem>(partition, sort), { consistent: true });
        if (!item || item.ttl <= seconds) return undefined;
        const keys = Array.from({ length: (item.parts ?? 1) - 1 }, (_, index) => pieceKey(index + 1));
        const pieces = keys.length === 0 ? [] : await tenant.getMany(keys, { consistent: true });
        const reply = open([item, ...pieces]);
        await assertNobodyErased(tenant, [reply]);
        return reply;
      },
      keep: (reply) => {
        const text = seal(reply, key, name);
        const parts = Math.ceil(text.length / bytesPerPart);
        const [sealed = '', ...rest] = Array.from({ length: parts }, (_, part) =>
          text.slice(part * bytesPerPart, (part + 1) * bytesPerPart),
        );
        const first: ReplyItem = {
          type: 'idempotent-reply',
          asked: requestHash,
          sealed,
          ...(parts > 1 && { parts }),
          ttl,
        };
        return [
          put(tenant.key<ReplyItem>(partition, sort), first, {
            condition: {
              expression: 'attribute_not_exists(pk) OR #ttl <= :now',
              names: { '#ttl': 'ttl' },
              values: { ':now': seconds },
            },
            onConflict: keyInUse(),
          }),
          ...rest.map((piece, index) =>
            put(pieceKey(index + 1), { type: 'idempotent-reply', sealed: piece, ttl }),
          ),
        ];
      },
    };
  }

  return {
    record: createRecord('REPLY'),
    async loadParts() {
      const items = await tenant.queryAll(
        tenant.partition<(ReplyItem | ReplyPieceItem) & { readonly sk: string }>(partition),
        { beginsWith: PART_SORT, consistent: true },
      );
      const sealed = new Map(items.map((item) => [item.sk, item]));
      const replies = new Map<string, HttpReply>();
      for (const [sort, item] of sealed)
        if ('asked' in item && item.ttl > seconds) {
          const pieces = Array.from({ length: (item.parts ?? 1) - 1 }, (_, index) => `${sort}#${index + 1}`);
          replies.set(sort, open([item, ...pieces.map((each) => sealed.get(each))]));
        }
      await assertNobodyErased(tenant, [...replies.values()]);
      const toSort = (part: string): string => `${PART_SORT}${sha256(part)}`;
      return {
        find: (part) => replies.get(toSort(part)),
        record: (part) => {
          const record = createRecord(toSort(part));
          let isFirst = true;
          return {
            ...record,
            async find() {
              // Later, another request with the same key may have been first.
              if (!isFirst) return record.find();
              isFirst = false;
              return undefined;
            },
          };
        },
      };
    },
  };
}
