// Finds whom a link in a mail belongs to.

import { tenantByCode } from '../../../../../shared/auth/access/tenant-by-code.ts';
import type { TenantItem } from '../../../../../shared/auth/accounts/records.ts';
import type { BroadcastItem, RecipientItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { recipientKey } from '../../../../../shared/broadcasts/recipients.ts';
import { findBroadcast } from '../../../../../shared/broadcasts/store.ts';
import type { PlatformStore, TenantStore } from '../../../../../shared/data/store.ts';
import { peopleMerges } from '../../../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../../../shared/directory/record-merge/merge-record.ts';
import {
  type AddressItem,
  addressKey,
  type ConsentItem,
  loadConsent,
  newAddress,
} from '../../../../../shared/mail-consent/store.ts';
import { isValidToken, type LinkKind, parseToken } from './token.ts';

/** Whom a link belongs to. */
export interface LinkOwner {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly broadcast: BroadcastItem;
  readonly personId: string;
  /** Absent once it has expired. */
  readonly recipient: RecipientItem | undefined;
}

/** Whom a link belongs to, with what they have decided. */
export interface LinkedRecipient extends LinkOwner {
  readonly consent: ConsentItem;
  readonly address: AddressItem;
}

/**
 * The recipient of a link, or the person who remained after a merge; undefined for a link that is not one of ours.
 * @param target the address that a `click` leads to
 */
export async function findLinkOwner(
  platform: PlatformStore,
  tenantCode: string,
  token: string,
  kind: LinkKind,
  target?: string,
): Promise<LinkOwner | undefined> {
  const parsed = parseToken(token);
  const owner = parsed && (await tenantByCode(platform, tenantCode));
  const broadcast = owner && (await findBroadcast(owner.tenant, parsed.broadcastId));
  if (!broadcast || !isValidToken(owner.tenant, broadcast, parsed, kind, target)) return undefined;
  const { tenant, settings } = owner;
  const find = (id: string) => tenant.get(recipientKey(tenant, broadcast.id, id), { consistent: true });
  const own = await find(parsed.personId);
  const personId = own
    ? parsed.personId
    : ((await survivorById(tenant, peopleMerges, parsed.personId))?.id ?? parsed.personId);
  const recipient = own ?? (personId === parsed.personId ? undefined : await find(personId));
  return { tenant, settings, broadcast, personId, recipient };
}

/** The same, with what the recipient has decided. */
export async function findRecipient(
  platform: PlatformStore,
  tenantCode: string,
  token: string,
  kind: LinkKind,
): Promise<LinkedRecipient | undefined> {
  const owner = await findLinkOwner(platform, tenantCode, token, kind);
  if (!owner) return undefined;
  const { tenant, personId, recipient } = owner;
  const hash = recipient?.addressHash;
  const [consent, address] = await Promise.all([
    loadConsent(tenant, personId),
    hash === undefined ? undefined : tenant.get(addressKey(tenant, hash), { consistent: true }),
  ]);
  return {
    ...owner,
    consent,
    address: address ?? { ...newAddress(''), address: undefined, hash: hash ?? '' },
  };
}
