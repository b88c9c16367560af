// Tokens that must not be accepted, each invalid in one way (RFC 7515, RFC 8725, RFC 9068 4).
import { createHmac, randomUUID } from 'node:crypto';
import { type SubjectItem, subjectKey } from '../../shared/auth/accounts/records.ts';
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import { computeRevokedBefore, insertRevokedToken } from '../../shared/auth/tokens/revocation.ts';
import { commit, update } from '../../shared/data/changes.ts';
import type { TestPlatform } from '../harness/platform.ts';

type Claims = Readonly<Record<string, unknown>>;

const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decodePart = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/** The same token with another header or payload and the original signature. */
export function rewriteToken(
  token: string,
  change: { readonly header?: Claims; readonly payload?: Claims },
): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [
    encodePart({ ...decodePart(header), ...change.header }),
    encodePart({ ...decodePart(payload), ...change.payload }),
    signature,
  ].join('.');
}

function flipSignatureBit(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10);
  return [header, payload, bytes.toString('base64url')].join('.');
}

/** Signed with HMAC, the published key's id as the secret: the classic confusion of algorithms. */
function signWithHash(token: string): string {
  const [header = '', payload = ''] = token.split('.');
  const head = encodePart({ ...decodePart(header), alg: 'HS256' });
  const signature = createHmac('sha256', String(decodePart(header).kid))
    .update(`${head}.${payload}`)
    .digest('base64url');
  return `${head}.${payload}.${signature}`;
}

/** What a token is for: the tenant and what its subject may do there. */
export interface TokenSubject {
  readonly tenant: string;
  readonly permissions: readonly Permission[];
}

/** Invalid tokens by what is wrong with them; each is made from a valid one for this tenant and these permissions. */
export async function createBadTokens(
  platform: TestPlatform,
  standing: TokenSubject,
  otherTenant: string,
): Promise<Record<string, string>> {
  const fresh = (more: { readonly at?: Date; readonly subject?: string } = {}) =>
    platform.tokenFor({ ...standing, ...more });
  const store = platform.store(standing.tenant);
  const withSubjectChange = async (set: Partial<SubjectItem>): Promise<string> => {
    const subject = randomUUID();
    const token = await fresh({ subject });
    await commit([update(subjectKey(store, subject), { set })]);
    return token;
  };
  const revokedById = async (): Promise<string> => {
    const token = await fresh();
    const { jti, exp } = decodePart(token.split('.')[1] ?? '');
    await commit([insertRevokedToken(store, { jti: String(jti), exp: Number(exp) })]);
    return token;
  };
  const good = await fresh();
  const [header = '', payload = ''] = good.split('.');
  return {
    'not a token': 'nonsense',
    'three dots': '...',
    'algorithm none, unsigned': `${encodePart({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'algorithm none, signature kept': rewriteToken(good, { header: { alg: 'none' } }),
    'signed by hash': signWithHash(good),
    'another type': rewriteToken(good, { header: { typ: 'JWT' } }),
    'an unknown key': rewriteToken(good, { header: { kid: randomUUID() } }),
    'a key of its own': rewriteToken(good, {
      header: { jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } },
    }),
    'the tenant changed': rewriteToken(good, { payload: { tenant: otherTenant } }),
    'the subject changed': rewriteToken(good, { payload: { sub: 'admin' } }),
    'the expiry moved': rewriteToken(good, { payload: { exp: 4_102_444_800 } }),
    'a bit of the signature flipped': flipSignatureBit(good),
    'no signature': `${header}.${payload}.`,
    expired: await fresh({ at: new Date(Date.now() - 2 * 3_600_000) }),
    'revoked by its id': await revokedById(),
    'revoked with all of its subject': await withSubjectChange({
      revokedBefore: computeRevokedBefore(new Date(), 0),
    }),
    'its subject disabled': await withSubjectChange({ disabled: true }),
  };
}
