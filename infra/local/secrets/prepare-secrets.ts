// Creates the secrets that a stack creates on AWS, and notices when they, or the database beside them, were lost.
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { listPublishedKeys } from '../../../shared/auth/tokens/key-store.ts';
import { type KeyRing, parseRing } from '../../../shared/auth/tokens/keys.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { LocalPlatformError } from '../../command/local-platform-error.ts';
import { describeDamage, readSecrets, type Secrets, writeSecrets } from './secret-file.ts';
import { credentialKeysSecretId, signingKeysSecretId } from './secret-ids.ts';

/**
 * Creates, in a new data folder, the secret of the signing keys without a value, and the secret that seals the
 * credential keys with a random one. Once the database has keys in use, nothing is created: with other secrets, tokens
 * and signed credentials would become invalid without a message.
 *
 * @throws LocalPlatformError when the file is damaged, or the secrets and the database do not belong together
 */
export async function prepareSecrets(platform: PlatformStore, file: string): Promise<void> {
  const secrets = await readSecrets(file);
  const published = new Set((await listPublishedKeys(platform)).map(({ kid }) => kid));
  const missing = [signingKeysSecretId, credentialKeysSecretId].find((name) => !secrets.has(name));
  if (published.size > 0 && missing !== undefined)
    throw new LocalPlatformError(
      `The file ${file} is ${secrets.size === 0 ? 'lost' : `incomplete, for it lacks ${missing}`}, and the data beside it is signed and encrypted with its keys: restore the file from a copy, or empty the data folder with \`npm run reset\`.`,
    );
  const ring = readRing(secrets, file);
  if (ring && !ring.keys.some(({ kid }) => published.has(kid)))
    throw new LocalPlatformError(
      `The database and the secrets in ${dirname(file)} do not belong together, because one of them was lost or replaced: restore both from the same copy, or empty the data folder with \`npm run reset\`.`,
    );
  if (missing === undefined) return;
  const sealing = secrets.get(credentialKeysSecretId) ?? randomBytes(48).toString('base64url');
  await writeSecrets(
    file,
    new Map(secrets)
      .set(signingKeysSecretId, secrets.get(signingKeysSecretId))
      .set(credentialKeysSecretId, sealing),
  );
}

/** Reads the file before a database is started beside it. @throws LocalPlatformError when it is damaged */
export async function checkSecrets(file: string): Promise<void> {
  readRing(await readSecrets(file), file);
}

/** The signing keys; undefined before the first ones were made, which happens after the secret was created. */
function readRing(secrets: Secrets, file: string): KeyRing | undefined {
  try {
    return parseRing(secrets.get(signingKeysSecretId));
  } catch {
    throw new LocalPlatformError(describeDamage(file));
  }
}
