// Idempotency-Key: the first reply is stored in the transaction of its changes, and returned to every repetition.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { type Change, put } from '../data/changes.ts';
import { findErasedIds } from '../data/erased-ids.ts';
import { bytesPerPart } from '../data/split-bytes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { Failure, invalid } from '../errors/failure.ts';
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

/** A further part of a reply that is too large for one item, such as that of the largest record. */
type ReplyPartItem = Pick<ReplyItem, 'sealed' | 'ttl'> & { readonly type: 'idempotent-reply' };

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

/** The stored reply of one request. */
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
async function assertNobodyErased(tenant: TenantStore, { body }: HttpReply): Promise<void> {
  const ids = [...new Set(String(body).match(idPattern) ?? [])];
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

/**
 * The stored reply of a request with an Idempotency-Key: one per tenant, caller, operation and key.
 * `operation` names the endpoint; two requests are the same when their path parameters, query and body are.
 * @returns undefined when the header was not sent
 * @throws Failure 400 when the key is longer than 255 characters or has other characters than printable ASCII
 */
export function createIdempotencyRecord(
  tenant: TenantStore,
  subject: string,
  operation: string,
  request: Request,
  now: Date,
): IdempotencyRecord | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
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
  const requestHash = sha256(JSON.stringify(request.params), JSON.stringify(request.query), request.rawBody);
  const address: Key<ReplyItem> = tenant.key(`IDEMPOTENCY#${name}`, 'REPLY');
  const partAddress = (part: number): Key<ReplyPartItem> =>
    tenant.key(`IDEMPOTENCY#${name}`, `REPLY#${part}`);
  const loadSealed = async ({ sealed, parts = 1 }: ReplyItem): Promise<string> => {
    if (parts === 1) return sealed;
    const keys = Array.from({ length: parts - 1 }, (_, index) => partAddress(index + 1));
    const rest = await tenant.getMany(keys, { consistent: true });
    return [sealed, ...rest.map((part) => part?.sealed ?? '')].join('');
  };
  const seconds = Math.floor(now.getTime() / 1000);
  const ttl = seconds + retentionSeconds;
  return {
    async find() {
      const item = await tenant.get(address, { consistent: true });
      if (!item || item.ttl <= seconds) return undefined;
      if (item.asked !== requestHash) {
        throw new Failure('IDEMPOTENCY_KEY_REUSED', undefined, { target: 'Idempotency-Key' });
      }
      const reply = unseal(await loadSealed(item), key, name);
      await assertNobodyErased(tenant, reply);
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
        put(address, first, {
          condition: {
            expression: 'attribute_not_exists(pk) OR #ttl <= :now',
            names: { '#ttl': 'ttl' },
            values: { ':now': seconds },
          },
          onConflict: keyInUse(),
        }),
        ...rest.map((part, index) =>
          put(partAddress(index + 1), { type: 'idempotent-reply', sealed: part, ttl }),
        ),
      ];
    },
  };
}
