// The addresses of the links in a mail.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import type { BroadcastItem } from '../record/broadcast.ts';
import { buildToken } from './token.ts';

/** The pages on which a recipient leaves, and chooses what to receive. */
export function buildLinks(
  tenant: TenantStore,
  broadcast: BroadcastItem,
  personId: string,
): { readonly unsubscribe: string; readonly preferences: string } {
  const url = (path: string, kind: 'unsubscribe' | 'preferences'): string =>
    areaUrl('crm', `/api/v1/${path}/${tenant.code}/${buildToken(tenant, broadcast, personId, kind)}`);
  return {
    unsubscribe: url('Unsubscribe', 'unsubscribe'),
    preferences: url('MailPreferences', 'preferences'),
  };
}
