// Device codes: what a device asks for until a person has answered on another one (RFC 8628). Each gives tokens once.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Change, ifAbsent, ifVersion, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../../../shared/data/store.ts';
import { getAuthentication } from '../../sessions/session.ts';
import type { CurrentSession } from '../../sessions/store.ts';
import { recordInSession } from './authorize-client.ts';
import type { Authorization } from './codes.ts';
import { generateUserCode } from './user-code.ts';

/** How long a device code and its user code work, in seconds. */
export const deviceCodeSeconds = 900;

/** How long a device waits between two requests, and by how much longer after it did not; seconds (RFC 8628 3.2, 3.5). */
export const pollSeconds = 5;

/** For so long after its end a code still says what became of it, in seconds. */
export const rememberedDeviceSeconds = 3600;

/** What a person has allowed, and the grant that it becomes. */
interface ApprovedDevice {
  readonly authorization: Authorization;
  readonly grantId: string;
}

/** A stored device code, under its hash. */
export interface DeviceCodeItem {
  readonly type: 'device-code';
  readonly version: number;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly userCodeHash: string;
  readonly status: 'pending' | 'approved' | 'denied' | 'used';
  /** Absent until a person has allowed it. */
  readonly approved?: ApprovedDevice | undefined;
  /** Seconds between two requests of the device. */
  readonly interval: number;
  /** When the device asked last; epoch milliseconds. */
  readonly polledAt?: number | undefined;
  /** Epoch seconds. */
  readonly expiresAt: number;
  readonly ttl: number;
}

/** Which device code has a user code. */
interface UserCodeItem {
  readonly type: 'user-code';
  readonly codeHash: string;
  readonly ttl: number;
}

const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('base64url');

const deviceKey = (platform: PlatformStore, codeHash: string): Key<DeviceCodeItem> =>
  platform.key(`DEVICE#${codeHash}`, 'DEVICE');

const userCodeKey = (platform: PlatformStore, userCodeHash: string): Key<UserCodeItem> =>
  platform.key(`USER-CODE#${userCodeHash}`, 'USER-CODE');

/** Begins the request of a device: its two codes, of which only hashes are stored. */
export function insertDeviceCode(
  platform: PlatformStore,
  { clientId, scopes }: Pick<DeviceCodeItem, 'clientId' | 'scopes'>,
  now: Date,
): { readonly deviceCode: string; readonly userCode: string; readonly changes: readonly Change[] } {
  const deviceCode = randomBytes(32).toString('base64url');
  const userCode = generateUserCode();
  const [codeHash, userCodeHash] = [hash(deviceCode), hash(userCode)];
  const expiresAt = Math.floor(now.getTime() / 1000) + deviceCodeSeconds;
  const item: DeviceCodeItem = {
    ...{ type: 'device-code', version: 1, clientId, scopes, userCodeHash, status: 'pending' },
    ...{ interval: pollSeconds, expiresAt, ttl: expiresAt + rememberedDeviceSeconds },
  };
  const own: UserCodeItem = { type: 'user-code', codeHash, ttl: expiresAt };
  // Another device may have the same user code at this moment: then both are drawn again.
  const isNew = { condition: ifAbsent, onConflict: 'retry' } as const;
  return {
    deviceCode,
    userCode,
    changes: [put(deviceKey(platform, codeHash), item), put(userCodeKey(platform, userCodeHash), own, isNew)],
  };
}

/** A device code as it was read. */
export interface FoundDevice {
  readonly codeHash: string;
  readonly item: DeviceCodeItem;
}

const findByHash = async (platform: PlatformStore, codeHash: string): Promise<FoundDevice | undefined> => {
  const item = await platform.get(deviceKey(platform, codeHash), { consistent: true });
  return item && { codeHash, item };
};

/** The device code with this text; undefined when there is none, or it was forgotten. */
export const findDeviceCode = (platform: PlatformStore, code: string): Promise<FoundDevice | undefined> =>
  findByHash(platform, hash(code));

const isOpen = ({ status, expiresAt }: DeviceCodeItem, now: Date): boolean =>
  status === 'pending' && expiresAt * 1000 > now.getTime();

/** The device code with this hash, while a person may still answer; undefined otherwise. */
export async function findOpenDevice(
  platform: PlatformStore,
  codeHash: string,
  now: Date,
): Promise<FoundDevice | undefined> {
  const found = await findByHash(platform, codeHash);
  return found && isOpen(found.item, now) ? found : undefined;
}

/** The device that shows this user code and waits for an answer; undefined where there is none. Two reads. */
export async function findDeviceOfUserCode(
  platform: PlatformStore,
  userCode: string,
  now: Date,
): Promise<FoundDevice | undefined> {
  const own = await platform.get(userCodeKey(platform, hash(userCode)), { consistent: true });
  return own && findOpenDevice(platform, own.codeHash, now);
}

/** Replaces a device code that was read; of two requests at once the second is decided again. */
export const replaceDevice = (
  platform: PlatformStore,
  { codeHash, item }: FoundDevice,
  set: Partial<DeviceCodeItem>,
): Change =>
  put(
    deviceKey(platform, codeHash),
    { ...item, ...set, version: item.version + 1 },
    { condition: ifVersion(item.version), onConflict: 'retry' },
  );

/** The person does not allow it: nothing changes that any more. */
export const denyDevice = (platform: PlatformStore, found: FoundDevice): Change[] => [
  replaceDevice(platform, found, { status: 'denied' }),
  remove(userCodeKey(platform, found.item.userCodeHash)),
];

/** The person allows it, for one tenant: the next request of the device gets tokens. */
export function approveDevice(
  platform: PlatformStore,
  found: FoundDevice,
  { session, user }: Pick<CurrentSession, 'session' | 'user'>,
  tenantCode: string,
): Change[] {
  const { clientId, scopes, expiresAt, userCodeHash } = found.item;
  const grantId = randomUUID();
  const authorization: Authorization = {
    ...{ clientId, scopes, tenantCode, userId: user.id, sessionId: session.id },
    ...getAuthentication(session),
  };
  const given = { grantId, clientId, tenantCode, scopes };
  return [
    replaceDevice(platform, found, { status: 'approved', approved: { authorization, grantId } }),
    remove(userCodeKey(platform, userCodeHash)),
    ...recordInSession(platform, session, given, new Date(expiresAt * 1000)),
  ];
}
