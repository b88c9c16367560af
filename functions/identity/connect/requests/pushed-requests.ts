// Authorization requests that were sent here before the browser comes with their address (RFC 9126).
import { randomBytes } from 'node:crypto';
import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../../../shared/data/store.ts';
import type { Parameters } from './redirect-uri.ts';

/** How long a pushed request waits for the browser, in seconds. */
export const pushedRequestSeconds = 90;

const prefix = 'urn:ietf:params:oauth:request_uri:';
const uriPattern = /^urn:ietf:params:oauth:request_uri:([A-Za-z0-9_-]{43})$/;

interface PushedRequestItem {
  readonly type: 'pushed-request';
  readonly parameters: Parameters;
  /** Whether the client pushed it, and authenticated itself. */
  readonly isPushed: boolean;
  /** Epoch seconds. */
  readonly expiresAt: number;
  readonly ttl: number;
}

const requestKey = (platform: PlatformStore, id: string): Key<PushedRequestItem> =>
  platform.key(`PUSHED-REQUEST#${id}`, 'REQUEST');

/** A request to be stored, with its address. */
export interface PushedRequest {
  readonly uri: string;
  readonly change: Change;
}

/** Stores a request under a new address that cannot be guessed. */
export function pushRequest(
  platform: PlatformStore,
  parameters: Parameters,
  isPushed: boolean,
  now: Date,
): PushedRequest {
  const id = randomBytes(32).toString('base64url');
  const expiresAt = Math.floor(now.getTime() / 1000) + pushedRequestSeconds;
  const item: PushedRequestItem = {
    ...{ type: 'pushed-request', parameters, isPushed, expiresAt },
    ttl: expiresAt,
  };
  return { uri: prefix + id, change: put(requestKey(platform, id), item) };
}

/** A stored request, and the change that ends it: it works once. */
export interface FoundRequest {
  readonly parameters: Parameters;
  readonly isPushed: boolean;
  readonly end: Change;
}

/** The live request with this address, of this client; undefined when there is none. */
export async function findPushedRequest(
  platform: PlatformStore,
  uri: string,
  clientId: string,
  now: Date,
): Promise<FoundRequest | undefined> {
  const id = uriPattern.exec(uri)?.[1];
  const key = id === undefined ? undefined : requestKey(platform, id);
  const item = key && (await platform.get(key, { consistent: true }));
  if (!key || !item || item.expiresAt * 1000 <= now.getTime()) return undefined;
  if (item.parameters.client_id !== clientId) return undefined;
  return { parameters: item.parameters, isPushed: item.isPushed, end: remove(key) };
}
