// Makes the secret of the signing keys where no stack has made it: on a laptop, at the first start.
import {
  CreateSecretCommand,
  ResourceExistsException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { signingKeysSecretId } from './environment.ts';

/** Makes the secret, without a value, unless it is there. AWS makes it with the stack. */
export async function makeSigningKeysSecret(): Promise<void> {
  const client = new SecretsManagerClient();
  try {
    await client.send(new CreateSecretCommand({ Name: signingKeysSecretId }));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  } finally {
    client.destroy();
  }
}
