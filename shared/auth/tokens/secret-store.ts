// Reads and writes the secret that holds the private signing keys, in AWS Secrets Manager.

/** One secret, as text. */
export interface SecretStore {
  /** The current text; undefined when the secret does not exist or never got a value. */
  read(): Promise<string | undefined>;
  /** Replaces the text. The secret itself must exist. */
  write(text: string): Promise<void>;
}

/** Loads the SDK's client, which only the few functions that sign or rotate need. */
const loadSdk = () => import('@aws-sdk/client-secrets-manager');

/** Timeouts well below the 15 seconds of a function, in milliseconds. */
const clientOptions = {
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
} as const;

/** The secret with this id or ARN. The SDK's own configuration says where (AWS_ENDPOINT_URL_SECRETS_MANAGER). */
function createSecretStore(secretId: string): SecretStore {
  return {
    async read() {
      const { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } = await loadSdk();
      const client = new SecretsManagerClient(clientOptions);
      try {
        return (await client.send(new GetSecretValueCommand({ SecretId: secretId }))).SecretString;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      } finally {
        client.destroy();
      }
    },
    async write(text) {
      const { PutSecretValueCommand, SecretsManagerClient } = await loadSdk();
      const client = new SecretsManagerClient(clientOptions);
      try {
        await client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: text }));
      } finally {
        client.destroy();
      }
    },
  };
}

/** The secret with the signing keys (env SIGNING_KEYS_SECRET). Throws when the environment does not name it. */
export function signingKeysSecret(): SecretStore {
  const id = process.env.SIGNING_KEYS_SECRET;
  if (!id) throw new Error('SIGNING_KEYS_SECRET is not set; it must name the secret with the signing keys.');
  return createSecretStore(id);
}

/**
 * The secret that encrypts the tenants' credential keys (env CREDENTIAL_KEYS_SECRET): a random text, generated once and
 * never replaced. Throws when the environment does not name it.
 */
export function credentialKeysSecret(): SecretStore {
  const id = process.env.CREDENTIAL_KEYS_SECRET;
  if (!id)
    throw new Error(
      'CREDENTIAL_KEYS_SECRET is not set; it must name the secret that encrypts the credential keys.',
    );
  return createSecretStore(id);
}
