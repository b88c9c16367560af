// Finds whom a link in a mail belongs to.

import type { TenantItem } from '../../../../shared/auth/records.ts';
import { tenantByCode } from '../../../../shared/auth/tenant-by-code.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { peopleMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../../shared/directory/record-merge/merge-record.ts';
import {
  type AddressItem,
  addressKey,
  type ConsentItem,
  loadConsent,
  newAddress,
} from '../../../../shared/mail-consent/store.ts';
import { recipientKey } from '../recipients/store.ts';
import type { BroadcastItem, RecipientItem } from '../record/broadcast.ts';
import { findBroadcast } from '../record/store.ts';
import { isValidToken, type LinkKind, parseToken } from './token.ts';

/** Whom a link belongs to, with what they have decided. */
export interface LinkedRecipient {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly broadcast: BroadcastItem;
  readonly personId: string;
  /** Absent once it has expired. */
  readonly recipient: RecipientItem | undefined;
  readonly consent: ConsentItem;
  readonly address: AddressItem;
}

/** The recipient of a link, or the person who remained after a merge; undefined for a link that is not one of ours. */
export async function findRecipient(
  platform: PlatformStore,
  tenantCode: string,
  token: string,
  kind: LinkKind,
): Promise<LinkedRecipient | undefined> {
  const parsed = parseToken(token);
  const owner = parsed && (await tenantByCode(platform, tenantCode));
  const broadcast = owner && (await findBroadcast(owner.tenant, parsed.broadcastId));
  if (!broadcast || !isValidToken(owner.tenant, broadcast, parsed, kind)) return undefined;
  const { tenant, settings } = owner;
  const find = (id: string) => tenant.get(recipientKey(tenant, broadcast.id, id), { consistent: true });
  const own = await find(parsed.personId);
  const personId = own
    ? parsed.personId
    : ((await survivorById(tenant, peopleMerges, parsed.personId))?.id ?? parsed.personId);
  const recipient = own ?? (personId === parsed.personId ? undefined : await find(personId));
  const hash = recipient?.addressHash;
  const [consent, address] = await Promise.all([
    loadConsent(tenant, personId),
    hash === undefined ? undefined : tenant.get(addressKey(tenant, hash), { consistent: true }),
  ]);
  return {
    ...{ tenant, settings, broadcast, personId, recipient, consent },
    address: address ?? { ...newAddress(''), address: undefined, hash: hash ?? '' },
  };
}
