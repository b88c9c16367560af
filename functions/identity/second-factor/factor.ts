// The rules of a second factor: its key, its recovery codes, and that each code works once.
import { createHash, randomBytes } from 'node:crypto';
import type { FactorItem } from '../../../shared/auth/sign-in/second-factor.ts';
import { deriveSealingKey, seal, unseal } from '../../../shared/credentials/seal.ts';
import { loadSealingSecret } from '../../../shared/credentials/sealing-secret.ts';
import { encodeBase32, findCodeStep, generateKey } from './totp.ts';

const sealingKey = async (userId: string): Promise<Buffer> =>
  deriveSealingKey(await loadSealingSecret(), userId, 'rostrum second factor');

/** People type them with or without hyphens, in any case. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''), 'ascii')
    .digest('base64url');

/** Recovery codes as people get them, and as they are stored. */
interface RecoveryCodes {
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

/** How many recovery codes a factor has. */
export const recoveryCodeCount = 10;

/** Recovery codes of 80 random bits. */
export function createRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    (encodeBase32(randomBytes(10)).match(/.{4}/g) ?? []).join('-'),
  );
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** A new factor: what is stored of it, and what its owner gets to see once. */
export interface NewFactor {
  readonly item: Omit<FactorItem, 'type' | 'version'>;
  readonly key: Uint8Array;
  readonly codes: readonly string[];
}

/** A key as it is stored: sealed for its user. @throws Failure 503 when the platform has no sealing secret */
export const sealKey = async (userId: string, key: Uint8Array): Promise<string> =>
  seal(key, await sealingKey(userId));

/** The key that was sealed for a user. */
export const openKey = async (userId: string, sealedKey: string): Promise<Uint8Array> =>
  unseal(sealedKey, await sealingKey(userId));

/** A factor with a new key and new recovery codes. @throws Failure 503 when the platform has no sealing secret */
export async function createFactor(userId: string): Promise<NewFactor> {
  const key = generateKey();
  const { codes, hashes } = createRecoveryCodes();
  const sealedKey = await sealKey(userId, key);
  return { key, codes, item: { userId, sealedKey, recoveryCodes: hashes } };
}

/** The factor after a code was used; undefined when the code is wrong, or was used already. */
export async function spendCode(
  factor: FactorItem,
  code: string,
  now: Date,
): Promise<FactorItem | undefined> {
  const hash = hashRecoveryCode(code);
  if (factor.recoveryCodes.includes(hash))
    return { ...factor, recoveryCodes: factor.recoveryCodes.filter((other) => other !== hash) };
  if (factor.sealedKey === undefined) return undefined;
  const key = await openKey(factor.userId, factor.sealedKey);
  const usedStep = findCodeStep(key, code, now, factor.usedStep);
  return usedStep === undefined ? undefined : { ...factor, usedStep };
}
