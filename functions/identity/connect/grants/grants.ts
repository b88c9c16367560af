// Grants: what an application may do in a person's name while the person is away. Its refresh token is another one after
// every use, so that a stolen one shows (RFC 9700 4.14.2).
import { createHash, randomBytes } from 'node:crypto';
import { insertRevokedToken } from '../../../../shared/auth/tokens/revocation.ts';
import { tokenLifetime } from '../../../../shared/auth/tokens/tokens.ts';
import { deriveSealingKey, seal, unseal } from '../../../../shared/credentials/seal.ts';
import { type Change, insert, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Partition, PlatformStore } from '../../../../shared/data/store.ts';
import { openTenant } from '../../administration/open-tenant.ts';
import type { Authorization } from './codes.ts';

/** A grant ends when it was not used for so long, and after so long in any case; seconds. */
export const idleSeconds = 30 * 86_400;
export const longestSeconds = 180 * 86_400;

/**
 * For so long a token that was replaced still gives the current one, in seconds: a reply can get lost, and two tabs can
 * renew at once. A thief who comes that soon gains nothing: once one of the two has used the current token, the other's
 * is that of an earlier time, which ends the grant.
 */
export const graceSeconds = 20;

/** How many replaced tokens a grant remembers: more uses within the grace are not those of a client. */
const maxReplaced = 20;

/** A token that was replaced. Whoever has it can read the one that followed; the table alone reveals neither. */
interface ReplacedToken {
  readonly secretHash: string;
  /** Epoch seconds. */
  readonly at: number;
  /** The secret of the next token, sealed with this one's. */
  readonly sealedNext: string;
}

/** A stored grant; its id is public, its secrets are stored as hashes. */
export interface GrantItem extends Authorization {
  readonly type: 'grant';
  readonly id: string;
  /** The hash of the current token's secret. */
  readonly secretHash: string;
  /** Those before it, the latest last, of the last seconds. */
  readonly earlier?: readonly ReplacedToken[] | undefined;
  /** ISO 8601 UTC. */
  readonly createdDate: string;
  readonly lastUsed: string;
  /** Epoch seconds. */
  readonly startedAt: number;
  readonly endsAt: number;
  readonly ttl: number;
}

const grantKey = (platform: PlatformStore, id: string): Key<GrantItem> =>
  platform.key(`GRANT#${id}`, 'GRANT');

const grantsOfUser = (platform: PlatformStore, userId: string): Partition<GrantItem> =>
  platform.listing(`GRANTS-OF#${userId}`);

/** A person's grants, latest first, also those that have ended and wait for their removal. */
export const grantsByUser = (platform: PlatformStore, userId: string): Promise<GrantItem[]> =>
  platform.queryAll(grantsOfUser(platform, userId), { backward: true });

const hash = (secret: string): string => createHash('sha256').update(secret, 'utf8').digest('base64url');

/** A refresh token: the id of its grant, and a secret of 256 random bits. */
interface RefreshToken {
  readonly grantId: string;
  readonly secret: string;
}

const tokenPattern = /^rst_rt_([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** The parts of a refresh token; undefined for any other text. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const [, grantId, secret] = tokenPattern.exec(token) ?? [];
  return grantId !== undefined && secret !== undefined ? { grantId, secret } : undefined;
}

const generateSecret = (): string => randomBytes(32).toString('base64url');
const formatToken = (grantId: string, secret: string): string => `rst_rt_${grantId}.${secret}`;

/** A new grant's item or a changed one, and the refresh token that it now has. */
export interface RenewedGrant {
  readonly refreshToken: string;
  readonly change: Change;
}

const computeGrantEnd = (startedAt: number, seconds: number): number =>
  Math.min(seconds + idleSeconds, startedAt + longestSeconds);

/** Begins a grant. */
export function insertGrant(
  platform: PlatformStore,
  id: string,
  authorization: Authorization,
  now: Date,
): RenewedGrant {
  const secret = generateSecret();
  const startedAt = Math.floor(now.getTime() / 1000);
  const endsAt = computeGrantEnd(startedAt, startedAt);
  const moment = now.toISOString();
  const item: GrantItem = {
    type: 'grant',
    id,
    ...authorization,
    secretHash: hash(secret),
    createdDate: moment,
    lastUsed: moment,
    startedAt,
    endsAt,
    ttl: endsAt,
  };
  const listed = { listing: grantsOfUser(platform, item.userId), sort: `${moment}#${id}` };
  return {
    refreshToken: formatToken(id, secret),
    change: insert(grantKey(platform, id), item, { listed }),
  };
}

/** Whether a grant has not ended. */
export const isGrantLive = ({ endsAt }: Pick<GrantItem, 'endsAt'>, now: Date): boolean =>
  endsAt * 1000 > now.getTime();

/** The grant with this id; undefined when there is none, or it has ended. */
export async function findGrant(
  platform: PlatformStore,
  id: string,
  now: Date,
): Promise<GrantItem | undefined> {
  const item = await platform.get(grantKey(platform, id), { consistent: true });
  return item && isGrantLive(item, now) ? item : undefined;
}

const isRecent = ({ at }: ReplacedToken, now: Date): boolean => now.getTime() / 1000 - at <= graceSeconds;

/** How a presented token stands: the current one, one before it within the grace, or one that was used already. */
export type TokenState =
  | { readonly kind: 'current' }
  /** With the current token, which all who repeat a token get. */
  | { readonly kind: 'repeated'; readonly refreshToken: string }
  | { readonly kind: 'reused' };

/** How a presented token stands. */
export function judgeToken(
  { id, secretHash, earlier = [] }: Pick<GrantItem, 'id' | 'secretHash' | 'earlier'>,
  secret: string,
  now: Date,
): TokenState {
  const presented = hash(secret);
  if (presented === secretHash) return { kind: 'current' };
  const recent = earlier.filter((token) => isRecent(token, now));
  const place = recent.findIndex((token) => token.secretHash === presented);
  if (place < 0) return { kind: 'reused' };
  const current = recent
    .slice(place)
    .reduce((known, { sealedNext }) => unsealSecret(sealedNext, id, known), secret);
  return { kind: 'repeated', refreshToken: formatToken(id, current) };
}

/** The key with which the holder of a token opens the next one. */
const deriveNextKey = (id: string, secret: string): Buffer =>
  deriveSealingKey(secret, id, 'rostrum next refresh token');

const unsealSecret = (sealed: string, id: string, secret: string): string =>
  Buffer.from(unseal(sealed, deriveNextKey(id, secret))).toString('utf8');

/** Gives a grant its next token in the place of the current one. Of two requests at once the second is decided again. */
export function rotateGrant(
  platform: PlatformStore,
  before: GrantItem,
  currentSecret: string,
  now: Date,
): RenewedGrant {
  const secret = generateSecret();
  const seconds = Math.floor(now.getTime() / 1000);
  const endsAt = computeGrantEnd(before.startedAt, seconds);
  const replaced: ReplacedToken = {
    secretHash: before.secretHash,
    at: seconds,
    sealedNext: seal(Buffer.from(secret, 'utf8'), deriveNextKey(before.id, currentSecret)),
  };
  const recent = (before.earlier ?? []).filter((token) => isRecent(token, now));
  const after: GrantItem = {
    ...before,
    secretHash: hash(secret),
    earlier: [...recent, replaced].slice(-maxReplaced),
    ...{ lastUsed: now.toISOString(), endsAt, ttl: endsAt },
  };
  return {
    refreshToken: formatToken(before.id, secret),
    change: put(grantKey(platform, before.id), after, {
      condition: {
        expression: '#secretHash = :before',
        names: { '#secretHash': 'secretHash' },
        values: { ':before': before.secretHash },
      },
      onConflict: 'retry',
      listed: { listing: grantsOfUser(platform, before.userId), sort: `${before.createdDate}#${before.id}` },
    }),
  };
}

/** Ends a grant with every access token that it gave: their ids begin with the grant's. */
export const revokeGrant = (
  platform: PlatformStore,
  { id, tenantCode }: { readonly id: string; readonly tenantCode: string },
  now: Date,
): Change[] => [
  remove(grantKey(platform, id)),
  insertRevokedToken(openTenant(platform, tenantCode), {
    jti: id,
    exp: Math.floor(now.getTime() / 1000) + tokenLifetime,
  }),
];
