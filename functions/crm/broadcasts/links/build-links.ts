// The addresses of the links in a mail.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import type { BroadcastItem } from '../record/broadcast.ts';
import { buildToken } from './token.ts';

const buildUrl = (path: string, { code }: TenantStore, token: string): string =>
  areaUrl('crm', `/api/v1/${path}/${code}/${token}`);

/** The pages on which a recipient leaves, and chooses what to receive. */
export function buildLinks(
  tenant: TenantStore,
  broadcast: BroadcastItem,
  personId: string,
): { readonly unsubscribe: string; readonly preferences: string } {
  const url = (path: string, kind: 'unsubscribe' | 'preferences'): string =>
    buildUrl(path, tenant, buildToken(tenant, broadcast, personId, kind));
  return {
    unsubscribe: url('Unsubscribe', 'unsubscribe'),
    preferences: url('MailPreferences', 'preferences'),
  };
}

/** The address of the picture that counts an open. */
export const buildOpenUrl = (tenant: TenantStore, broadcast: BroadcastItem, personId: string): string =>
  buildUrl('MailOpens', tenant, buildToken(tenant, broadcast, personId, 'open'));

/** The address that counts a click and leads to another. */
export const buildClickUrl = (
  tenant: TenantStore,
  broadcast: BroadcastItem,
  personId: string,
  target: string,
): string =>
  `${buildUrl('MailLinks', tenant, buildToken(tenant, broadcast, personId, 'click', target))}?to=${encodeURIComponent(target)}`;
