// Signs links for which nothing is stored: whoever has one may do what it says, and a link of one use opens nothing of another.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { TenantStore } from '../data/store.ts';
import { loadSealingSecret } from './sealing-secret.ts';

/** What a link is for: each use has a key of its own in each tenant. */
type LinkUse =
  | 'rostrum notification links'
  | 'rostrum report links'
  | 'rostrum sign-up forms'
  | 'rostrum sign-up links';

type Code = Pick<TenantStore, 'code'>;

/** The key that signs the links of a tenant. @throws Failure 503 when the platform has no secret to derive it from */
const deriveKey = async ({ code }: Code, use: LinkUse): Promise<Buffer> =>
  Buffer.from(hkdfSync('sha256', await loadSealingSecret(), code, use, 32));

/** The signature of what a link says: 43 characters of base64url. */
export const signLink = async (tenant: Code, use: LinkUse, claims: string): Promise<string> =>
  createHmac('sha256', await deriveKey(tenant, use))
    .update(claims)
    .digest('base64url');

/** Whether a link was signed for this tenant and use. */
export async function isSignedLink(
  tenant: Code,
  use: LinkUse,
  claims: string,
  signature: string,
): Promise<boolean> {
  const expected = Buffer.from(await signLink(tenant, use, claims));
  const sent = Buffer.from(signature);
  return expected.length === sent.length && timingSafeEqual(expected, sent);
}
