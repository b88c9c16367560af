// Publishes and withdraws the public halves of the signing keys in the table, each change with its record in the audit.
import { type AuditContext, auditRecordChange } from '../../audit/audit.ts';
import { type Change, commit, put, remove } from '../../data/changes.ts';
import type { PlatformStore } from '../../data/store.ts';
import { type PublicKeyItem, publicKeyKey, publicKeys } from '../accounts/records.ts';
import type { RingKey } from './keys.ts';

/** A few items, read in one page. */
async function listPublishedKeyItems(platform: PlatformStore): Promise<readonly PublicKeyItem[]> {
  // Revoked clients are stored behind the keys.
  return (await platform.query(publicKeys(platform), { consistent: true, to: '{' })).items;
}

/** Every published key, for the JWK Set. */
export async function listPublishedKeys(platform: PlatformStore): Promise<PublicKeyItem['jwk'][]> {
  return (await listPublishedKeyItems(platform)).map((item) => item.jwk);
}

const toDate = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** A published key as the audit shows it: when it was published, and until when it verifies once it no longer signs. */
const viewKey = (item: PublicKeyItem | undefined) =>
  item && {
    kid: item.id,
    publishedFrom: toDate(item.notBefore),
    ...(item.notAfter !== undefined && { verifiesUntil: toDate(item.notAfter) }),
  };

function auditKeyChange(
  platform: PlatformStore,
  before: PublicKeyItem | undefined,
  after: PublicKeyItem | undefined,
  context: AuditContext,
): Change {
  const recordId = after?.id ?? before?.id ?? '';
  const views = { before: viewKey(before), after: viewKey(after) };
  return auditRecordChange(platform, { recordType: 'SigningKey', recordId, ...views }, context);
}

/** Publishes the public halves of keys with the times until which they verify; unchanged ones are not written. */
export async function publishKeys(
  platform: PlatformStore,
  keys: readonly RingKey[],
  context: AuditContext,
): Promise<void> {
  const known = new Map((await listPublishedKeyItems(platform)).map((item) => [item.id, item]));
  for (const key of keys) {
    const before = known.get(key.kid);
    if (before && before.notAfter === key.keepUntil) continue;
    const after: PublicKeyItem = {
      type: 'public-key',
      id: key.kid,
      jwk: key.public,
      notBefore: before?.notBefore ?? key.since,
      notAfter: key.keepUntil,
    };
    await commit([
      put(publicKeyKey(platform, key.kid), after),
      auditKeyChange(platform, before, after, context),
    ]);
  }
}

/** Withdraws every published key that is not among `keep`. */
export async function withdrawOtherKeys(
  platform: PlatformStore,
  keep: readonly RingKey[],
  context: AuditContext,
): Promise<void> {
  const keptIds = new Set(keep.map((key) => key.kid));
  for (const item of await listPublishedKeyItems(platform))
    if (!keptIds.has(item.id))
      await commit([
        remove(publicKeyKey(platform, item.id)),
        auditKeyChange(platform, item, undefined, context),
      ]);
}
