// The addresses of the links in a mail.

import type { BroadcastItem } from '../../../../shared/broadcasts/broadcast.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { buildToken, type LinkKind } from './token.ts';

/** The address of a page with a token for one use of one recipient. */
const buildUrl = (
  path: string,
  tenant: TenantStore,
  ...[broadcast, personId, kind, target]: [BroadcastItem, string, LinkKind, string?]
): string =>
  areaUrl('crm', `/api/v1/${path}/${tenant.code}/${buildToken(tenant, broadcast, personId, kind, target)}`);

/** The addresses in every mail to a recipient. */
export interface RecipientLinks {
  readonly unsubscribe: string;
  readonly preferences: string;
}

/** The pages on which a recipient leaves, and chooses what to receive. */
export function buildLinks(tenant: TenantStore, broadcast: BroadcastItem, personId: string): RecipientLinks {
  return {
    unsubscribe: buildUrl('Unsubscribe', tenant, broadcast, personId, 'unsubscribe'),
    preferences: buildUrl('MailPreferences', tenant, broadcast, personId, 'preferences'),
  };
}

/** The address of the picture that counts an open. */
export const buildOpenUrl = (tenant: TenantStore, broadcast: BroadcastItem, personId: string): string =>
  buildUrl('MailOpens', tenant, broadcast, personId, 'open');

/** The address that counts a click and leads to another. */
export const buildClickUrl = (
  tenant: TenantStore,
  broadcast: BroadcastItem,
  personId: string,
  target: string,
): string =>
  `${buildUrl('MailLinks', tenant, broadcast, personId, 'click', target)}?to=${encodeURIComponent(target)}`;
