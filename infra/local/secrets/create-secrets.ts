// Creates the secrets that a stack creates on AWS, at the first local start.
import { randomBytes } from 'node:crypto';
import {
  CreateSecretCommand,
  type CreateSecretCommandInput,
  ResourceExistsException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { credentialKeysSecretId, signingKeysSecretId } from './secret-ids.ts';

/** Creates a secret unless it exists. */
async function createSecret(secret: CreateSecretCommandInput): Promise<void> {
  const client = new SecretsManagerClient();
  try {
    await client.send(new CreateSecretCommand(secret));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  } finally {
    client.destroy();
  }
}

/** Creates the secret of the signing keys, without a value, unless it exists. On AWS the stack creates it. */
export const createSigningKeysSecret = (): Promise<void> => createSecret({ Name: signingKeysSecretId });

/**
 * Creates the secret that seals the credential keys, with a random value, unless it exists. On AWS the stack creates
 * it.
 */
export const createCredentialKeysSecret = (): Promise<void> =>
  createSecret({ Name: credentialKeysSecretId, SecretString: randomBytes(48).toString('base64url') });
