// Which clients are revoked, for the access tokens that they have in people's names: a process looks a client up once a
// minute, in the read that admits the request (docs/interface/identity.md#registered-clients).
import { type Change, put } from '../../data/changes.ts';
import type { Key, PlatformStore } from '../../data/store.ts';
import { openPlatformStore } from '../../data/store.ts';
import { createRecentMap } from '../../values/recent-map.ts';
import type { AccessTokenClaims } from './tokens.ts';

/** That a client was revoked; stored until the last of its tokens has expired. */
export interface RevokedClientItem {
  readonly type: 'revoked-client';
  readonly id: string;
  readonly ttl: number;
}

/** How long what was read about a client is used, in milliseconds. */
export const maxAge = 60_000;

/** Whether what was read at a moment of the process is too old to be used at another. */
export const isStale = (readAt: number, moment: number): boolean => moment - readAt > maxAge;

const readClients = createRecentMap<string, { readonly isRevoked: boolean; readonly readAt: number }>(1000);

/** Beside the published keys, which every function may read; it sorts behind them. */
export const revokedClientKey = (platform: PlatformStore, clientId: string): Key<RevokedClientItem> =>
  platform.key('KEYS', `~CLIENT#${clientId}`);

/** Publishes that a client is revoked. @param exp when the last of its tokens expires; epoch seconds */
export const insertRevokedClient = (platform: PlatformStore, id: string, exp: number): Change =>
  put(revokedClientKey(platform, id), { type: 'revoked-client', id, ttl: exp + 3600 });

type TokenOfClient = Pick<AccessTokenClaims, 'jti' | 'client_id'>;

/** The client whose revocation ends a token: only what an application got in a person's name has the id of a grant. */
const findGrantedClient = ({ jti, client_id }: TokenOfClient): string | undefined =>
  jti.includes('~') ? client_id : undefined;

/** The item to read before a token can be accepted; undefined where none is needed, or it was read a moment ago. */
export function getClientToRead(token: TokenOfClient): Key<RevokedClientItem> | undefined {
  const clientId = findGrantedClient(token);
  if (clientId === undefined) return undefined;
  const readAt = readClients.get(clientId)?.readAt ?? Number.NEGATIVE_INFINITY;
  return isStale(readAt, performance.now()) ? revokedClientKey(openPlatformStore(), clientId) : undefined;
}

/** Remembers what was read about the client of a token. */
export const cacheClient = ({ client_id }: TokenOfClient, item: RevokedClientItem | undefined): void =>
  readClients.set(client_id, { isRevoked: item !== undefined, readAt: performance.now() });

/** Whether the client of a token was revoked, as far as this process has read. Nothing is read. */
export function isClientRevoked(token: TokenOfClient): boolean {
  const clientId = findGrantedClient(token);
  return clientId !== undefined && readClients.get(clientId)?.isRevoked === true;
}

/** Forgets what was read. For tests that do not wait a minute. */
export const clearRevokedClients = (): void => readClients.clear();
