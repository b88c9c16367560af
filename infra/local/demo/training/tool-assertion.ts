// The assertion by which the demo's tool of LTI proves who it is (RFC 7523, 3).
import { createPrivateKey, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';

/** The tool, as it knows itself. */
export interface DemoTool {
  readonly clientId: string;
  /** PKCS #8 in base64; made when the demo is seeded. */
  readonly privateKey: string;
}

/** Signs an assertion that works once, within half an hour. @param audience the platform's issuer identifier */
export function signToolAssertion(
  { clientId, privateKey }: DemoTool,
  audience: string,
  now: Date,
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return new SignJWT({ iss: clientId, sub: clientId, aud: audience, iat, exp: iat + 1800, jti: randomUUID() })
    .setProtectedHeader({ alg: 'RS256', kid: 'demo', typ: 'JWT' })
    .sign(key);
}
