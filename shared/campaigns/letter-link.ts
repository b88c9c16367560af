// The link in an invitation: whoever has it writes as its person, and nothing is stored for it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TenantStore } from '../data/store.ts';
import { areaUrl } from '../http/area-url.ts';

/** The campaign and the person whom a link is for. */
interface LetterOwner {
  readonly campaignId: string;
  readonly personId: string;
  /** The secret of the campaign. */
  readonly linkSecret: string;
}

const sign = (tenant: Pick<TenantStore, 'code'>, { campaignId, personId, linkSecret }: LetterOwner): string =>
  createHmac('sha256', linkSecret)
    .update(`${tenant.code}\n${campaignId}\n${personId}\nletter`)
    .digest('base64url');

/** The secret part of a link. */
export const buildLetterToken = (tenant: Pick<TenantStore, 'code'>, owner: LetterOwner): string =>
  `${owner.personId}.${sign(tenant, owner)}`;

/** The address of the page on which a person writes. */
export const buildLetterUrl = (tenant: TenantStore, owner: LetterOwner): string =>
  areaUrl(
    'billtracking',
    `/api/1.0/Advocacy/Champaign/${owner.campaignId}/letter/${tenant.code}/${buildLetterToken(tenant, owner)}`,
  );

/** The person of a token, before its signature is checked; undefined when it has another form. */
export function parseLetterToken(
  token: string,
): { readonly personId: string; readonly signature: string } | undefined {
  const [, personId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  return personId === undefined || signature === undefined ? undefined : { personId, signature };
}

/** Whether the signature is that of the campaign. */
export function isValidLetterToken(
  tenant: Pick<TenantStore, 'code'>,
  { signature, ...owner }: LetterOwner & { readonly signature: string },
): boolean {
  const expected = Buffer.from(sign(tenant, owner));
  const sent = Buffer.from(signature);
  return expected.length === sent.length && timingSafeEqual(expected, sent);
}
