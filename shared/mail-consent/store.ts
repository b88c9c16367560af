// Stores what people have decided about mail, and how addresses stand with mail systems.
import { createHash } from 'node:crypto';
import { type Change, check, put } from '../data/changes.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../http/etag.ts';
import { normalizeAddress } from '../mail-address/international-address.ts';
import type { AddressStatus, Choices } from './consent.ts';

/** What a person has decided. */
export interface ConsentItem extends Choices {
  readonly type: 'mail-consent';
  readonly personId: string;
  /** When a broadcast was sent to the person last; only kept for who wants them seldom. */
  readonly lastBroadcast?: string | undefined;
  readonly version: number;
}

/** An address: its status, and what a person who reads its mail has decided. It outlives the people who have it. */
export interface AddressItem extends Choices, AddressStatus {
  readonly type: 'mail-address';
  readonly hash: string;
  /** In lower case; absent after the erasure of a person who had it. */
  readonly address?: string | undefined;
  readonly version: number;
}

/** An address as keys have it: not readable, so that it can stay when its owner is erased. */
export const hashAddress = (email: string): string =>
  createHash('sha256').update(normalizeAddress(email)).digest('base64url');

export const consentKey = (tenant: TenantStore, personId: string): Key<ConsentItem> =>
  tenant.key(`PERSON#${personId}`, 'MAIL-CONSENT');
export const addressKey = (tenant: TenantStore, hash: string): Key<AddressItem> =>
  tenant.key(`MAIL-ADDRESS#${hash}`, 'ADDRESS');

/** Addresses that get no broadcast, the latest last. */
export const suppressedAddresses = (tenant: TenantStore): Partition<AddressItem> =>
  tenant.listing('MAIL-SUPPRESSED');

/** The place of an address among the suppressed ones. */
export const suppressionSort = ({ suppressed, hash }: AddressItem): string =>
  `${suppressed?.date ?? ''}#${hash}`;

const newConsent = (personId: string): ConsentItem => ({ type: 'mail-consent', personId, version: 0 });
export const newAddress = (email: string): AddressItem => ({
  ...{ type: 'mail-address', hash: hashAddress(email), address: email.trim().toLowerCase(), version: 0 },
});

/** What a person has decided. One read. */
export const loadConsent = async (tenant: TenantStore, personId: string): Promise<ConsentItem> =>
  (await tenant.get(consentKey(tenant, personId), { consistent: true })) ?? newConsent(personId);

/** How an address stands. One read. */
export const loadAddress = async (tenant: TenantStore, email: string): Promise<AddressItem> =>
  (await tenant.get(addressKey(tenant, hashAddress(email)), { consistent: true })) ?? newAddress(email);

/** The record must be as it was read; one that there was not has the version 0. */
const guard = (version: number, ifMatch?: IfMatch) => ifUnchangedOrAbsent({ version }, ifMatch);

/** The commit succeeds only while a record is as it was read; undefined where there was none. */
function checkUnchanged<T>(key: Key<T>, before: { readonly version: number } | undefined): Change {
  const { condition, onConflict } = guard(before?.version ?? 0);
  return check(key, condition, onConflict);
}

/** The commit succeeds only while what a person has decided is as it was read. */
export const checkConsent = (
  tenant: TenantStore,
  personId: string,
  before: ConsentItem | undefined,
): Change => checkUnchanged(consentKey(tenant, personId), before);

/** The commit succeeds only while an address stands as it was read. */
export const checkAddress = (tenant: TenantStore, hash: string, before: AddressItem | undefined): Change =>
  checkUnchanged(addressKey(tenant, hash), before);

/** Stores what a person has decided, as it was read as `before`. */
export const saveConsent = (
  tenant: TenantStore,
  before: ConsentItem,
  choices: Partial<ConsentItem>,
  ifMatch?: IfMatch,
): Change =>
  put(
    consentKey(tenant, before.personId),
    { ...before, ...choices, version: before.version + 1 },
    guard(before.version, ifMatch),
  );

/** Stores how an address stands, as it was read as `before`. */
export function saveAddress(
  tenant: TenantStore,
  before: AddressItem,
  change: Partial<AddressItem>,
  ifMatch?: IfMatch,
): Change {
  const after = { ...before, ...change, version: before.version + 1 };
  return put(addressKey(tenant, before.hash), after, {
    ...guard(before.version, ifMatch),
    ...(after.suppressed && {
      listed: { listing: suppressedAddresses(tenant), sort: suppressionSort(after) },
    }),
  });
}
