// The second factor of a user as it is stored: the key of an authenticator, passkeys, and recovery codes for when they are
// lost.
import { type Change, ifAbsent, ifVersion, put, remove } from '../../data/changes.ts';
import type { Key, PlatformStore } from '../../data/store.ts';
import type { UserItem } from '../accounts/users.ts';

/** A passkey (WebAuthn): a key pair of the person's device or password manager, of which this is the public half. */
export interface Passkey {
  /** The id of the credential, base64url. */
  readonly id: string;
  /** The public key in COSE form, base64url. */
  readonly publicKey: string;
  /** How often it has signed, as it says; 0 for those that do not count (WebAuthn 6.1.1). */
  readonly counter: number;
  readonly transports: readonly string[];
  /** What its owner calls it. */
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly createdDate: string;
  readonly lastUsed?: string | undefined;
}

/** A stored second factor. Whether it is needed yet is in the user (`secondFactorSince`). */
export interface FactorItem {
  readonly type: 'second-factor';
  readonly userId: string;
  /** The key of the authenticator, sealed for this user; absent without one, and in the demo, where only recovery codes work. */
  readonly sealedKey?: string | undefined;
  /** The step of the latest code that was used. */
  readonly usedStep?: number | undefined;
  /** At most ten; absent without any. */
  readonly passkeys?: readonly Passkey[] | undefined;
  /** Hashes of the recovery codes that were not used yet. */
  readonly recoveryCodes: readonly string[];
  readonly version: number;
}

const factorKey = (platform: PlatformStore, userId: string): Key<FactorItem> =>
  platform.key(`USER#${userId}`, 'SECOND-FACTOR');

/** Whether a code is needed besides the user's password. */
export const hasSecondFactor = ({ secondFactorSince }: Pick<UserItem, 'secondFactorSince'>): boolean =>
  secondFactorSince !== undefined;

/** The factor of a user, confirmed or not. One read. */
export const loadFactor = (platform: PlatformStore, userId: string): Promise<FactorItem | undefined> =>
  platform.get(factorKey(platform, userId), { consistent: true });

/** Stores a factor in the place of the one that was read. */
export const putFactor = (
  platform: PlatformStore,
  before: FactorItem | undefined,
  after: Omit<FactorItem, 'type' | 'version'>,
): Change =>
  put(
    factorKey(platform, after.userId),
    { ...after, type: 'second-factor', version: (before?.version ?? 0) + 1 },
    { condition: before ? ifVersion(before.version) : ifAbsent, onConflict: 'retry' },
  );

/** Removes a factor that was read, so that the code that allows it is used once. */
export const removeReadFactor = (platform: PlatformStore, { userId, version }: FactorItem): Change =>
  remove(factorKey(platform, userId), { condition: ifVersion(version), onConflict: 'retry' });

/** Removes whatever factor a user has. */
export const removeFactor = (platform: PlatformStore, userId: string): Change =>
  remove(factorKey(platform, userId));
