// Makes the secrets where no stack has made them: on a laptop, at the first start.
import { randomBytes } from 'node:crypto';
import {
  CreateSecretCommand,
  type CreateSecretCommandInput,
  ResourceExistsException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { credentialKeysSecretId, signingKeysSecretId } from './environment.ts';

/** Makes a secret unless it is there. */
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

/** Makes the secret of the signing keys, without a value, unless it is there. AWS makes it with the stack. */
export const createSigningKeysSecret = (): Promise<void> => createSecret({ Name: signingKeysSecretId });

/** Makes the secret that seals the credential keys, with a random value, unless it is there. AWS makes it with the stack. */
export const createCredentialKeysSecret = (): Promise<void> =>
  createSecret({ Name: credentialKeysSecretId, SecretString: randomBytes(48).toString('base64url') });
