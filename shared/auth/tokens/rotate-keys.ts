// Rotates the platform's signing keys: a key is published before it signs, and withdrawn once no token needs it.
import type { AuditContext } from '../../audit/audit.ts';
import { commit, put, remove } from '../../data/changes.ts';
import type { PlatformStore } from '../../data/store.ts';
import { Failure } from '../../errors/failure.ts';
import { publishKeys, withdrawOtherKeys } from './key-store.ts';
import {
  addMissingKeys,
  createRing,
  isRotationDue,
  type KeyRing,
  parseRing,
  removeExpiredKeys,
  rotateRing,
  serializeRing,
} from './keys.ts';
import { clearKeyCache } from './published-keys.ts';
import type { SecretStore } from './secret-store.ts';
import { clearSigningKey } from './signing-key.ts';

/** How long a key signs before the scheduled rotation replaces it, in seconds (30 days). */
export const rotationPeriod = 2_592_000;

/** How long one rotation locks out others, in seconds. */
const lockSeconds = 60;

/** The result of a run. `notBefore` (epoch seconds) is the earliest time at which the next key may sign. */
export type RotationOutcome =
  | { readonly outcome: 'created' | 'rotated' | 'not due'; readonly kids: readonly string[] }
  | { readonly outcome: 'too early'; readonly notBefore: number; readonly kids: readonly string[] };

interface Lock {
  readonly type: 'rotation-lock';
  readonly until: number;
  readonly ttl: number;
}

const lockKey = (platform: PlatformStore) => platform.key<Lock>('KEY-ROTATION', 'LOCK');

/**
 * One run of the rotation. `when: 'due'` rotates a key that has signed for `rotationPeriod`, `'now'` rotates at once
 * (or returns 'too early'). A platform without keys gets its first ring.
 * Every key that is published, retired or withdrawn is recorded in the audit of the platform, in its own transaction.
 * A run may be interrupted anywhere and repeated: keys are published before the ring that uses them is written.
 * @throws Failure CONFLICT while another rotation runs.
 */
export async function rotateKeys(
  platform: PlatformStore,
  secret: SecretStore,
  context: AuditContext,
  when: 'due' | 'now',
): Promise<RotationOutcome> {
  const seconds = Math.floor(context.now.getTime() / 1000);
  await commit([
    put(
      lockKey(platform),
      { type: 'rotation-lock', until: seconds + lockSeconds, ttl: seconds + lockSeconds },
      {
        condition: {
          expression: 'attribute_not_exists(pk) OR #until <= :now',
          names: { '#until': 'until' },
          values: { ':now': seconds },
        },
        onConflict: new Failure(
          'CONFLICT',
          'Another rotation of the signing keys is running; try again in a minute.',
        ),
      },
    ),
  ]);
  try {
    return await rotateWhileLocked(platform, secret, context, when);
  } finally {
    clearSigningKey();
    clearKeyCache();
    await commit([remove(lockKey(platform))]);
  }
}

async function rotateWhileLocked(
  platform: PlatformStore,
  secret: SecretStore,
  context: AuditContext,
  when: 'due' | 'now',
): Promise<RotationOutcome> {
  const now = Math.floor(context.now.getTime() / 1000);
  const stored = parseRing(await secret.read());
  const ring = stored && addMissingKeys(stored, now);
  const settle = async (to: KeyRing): Promise<readonly string[]> => {
    await publishKeys(
      platform,
      to.keys.filter((key) => key.state !== 'previous'),
      context,
    );
    if (stored === undefined || serializeRing(stored) !== serializeRing(to))
      await secret.write(serializeRing(to));
    await publishKeys(platform, to.keys, context);
    await withdrawOtherKeys(platform, to.keys, context);
    return to.keys.map((key) => key.kid);
  };
  if (!ring) return { outcome: 'created', kids: await settle(createRing(now)) };
  if (when === 'due' && !isRotationDue(ring, now, rotationPeriod))
    return { outcome: 'not due', kids: await settle(removeExpiredKeys(ring, now)) };
  const rotation = rotateRing(ring, now);
  if (!rotation.rotated)
    return {
      outcome: 'too early',
      notBefore: rotation.notBefore,
      kids: await settle(removeExpiredKeys(ring, now)),
    };
  return { outcome: 'rotated', kids: await settle(rotation.ring) };
}
