// The addresses of the links in a mail.

import type { TenantStore } from '../../../../../shared/data/store.ts';
import { areaUrl } from '../../../../../shared/http/area-url.ts';
import { encodeTarget, type SampleTracking } from '../../../../../shared/mail/mail-size.ts';
import { buildToken, type LinkKind, type Signer } from './token.ts';

const TARGET_NAME = '?to=';

/** The address of a page with a token for one use of one recipient. */
const buildUrl = (
  path: string,
  tenant: TenantStore,
  ...[broadcast, personId, kind, target]: [Signer, string, LinkKind, string?]
): string =>
  areaUrl('crm', `/api/v1/${path}/${tenant.code}/${buildToken(tenant, broadcast, personId, kind, target)}`);

/** The addresses in every mail to a recipient. */
export interface RecipientLinks {
  readonly unsubscribe: string;
  readonly preferences: string;
  /** The page that shows the mail. */
  readonly view: string;
}

/** The pages on which a recipient leaves, chooses what to receive, and reads the mail. */
export function buildLinks(tenant: TenantStore, broadcast: Signer, personId: string): RecipientLinks {
  return {
    unsubscribe: buildUrl('Unsubscribe', tenant, broadcast, personId, 'unsubscribe'),
    preferences: buildUrl('MailPreferences', tenant, broadcast, personId, 'preferences'),
    view: buildUrl('MailViews', tenant, broadcast, personId, 'view'),
  };
}

/** The address of the picture that counts an open. */
export const buildOpenUrl = (tenant: TenantStore, broadcast: Signer, personId: string): string =>
  buildUrl('MailOpens', tenant, broadcast, personId, 'open');

/** The address that counts a click and leads to another. */
export const buildClickUrl = (
  tenant: TenantStore,
  broadcast: Signer,
  personId: string,
  target: string,
): string =>
  `${buildUrl('MailLinks', tenant, broadcast, personId, 'click', target)}${TARGET_NAME}${encodeTarget(target)}`;

const sampleId = '00000000-0000-4000-8000-000000000000';
const sampleBroadcast = { id: sampleId, linkSecret: '' };

/** Links as long as those of a mail that is sent, and what the tenant adds: its size is known before. */
export const buildSampleTracking = (
  tenant: TenantStore,
  ofTenant: Pick<SampleTracking, 'association' | 'look'>,
  {
    tracksOpens,
    tracksClicks,
  }: {
    readonly tracksOpens?: boolean | null | undefined;
    readonly tracksClicks?: boolean | null | undefined;
  },
): SampleTracking => ({
  ...ofTenant,
  links: buildLinks(tenant, sampleBroadcast, sampleId),
  ...(tracksOpens && { openUrl: buildOpenUrl(tenant, sampleBroadcast, sampleId) }),
  ...(tracksClicks && {
    clickPrefix: buildUrl('MailLinks', tenant, sampleBroadcast, sampleId, 'click', '') + TARGET_NAME,
  }),
});
