// Reads and writes the secret that holds the private signing keys, in AWS Secrets Manager.

/** One secret, as text. */
export interface SecretStore {
  /** The present text; undefined when the secret does not exist or has never been given a value. */
  read(): Promise<string | undefined>;
  /** Replaces the text. The secret itself must exist. */
  write(text: string): Promise<void>;
}

/** The SDK's client is loaded by the few functions that sign or rotate, when they first do. */
const loadSdk = () => import('@aws-sdk/client-secrets-manager');

/** What does not answer is given up well within the 15 seconds that a function has; in milliseconds. */
const clientOptions = {
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
} as const;

/** The secret with this id or ARN. Where it is looked for is the SDK's own configuration (AWS_ENDPOINT_URL_SECRETS_MANAGER). */
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

/** The secret that holds the signing keys (env SIGNING_KEYS_SECRET). Throws when the environment does not name it. */
export function signingKeysSecret(): SecretStore {
  const id = process.env.SIGNING_KEYS_SECRET;
  if (!id)
    throw new Error('SIGNING_KEYS_SECRET is not set; it names the secret that holds the signing keys.');
  return createSecretStore(id);
}

/**
 * The secret that seals the tenants' credential keys (env CREDENTIAL_KEYS_SECRET): a random text, made once and never
 * replaced. Throws when the environment does not name it.
 */
export function credentialKeysSecret(): SecretStore {
  const id = process.env.CREDENTIAL_KEYS_SECRET;
  if (!id)
    throw new Error('CREDENTIAL_KEYS_SECRET is not set; it names the secret that seals the credential keys.');
  return createSecretStore(id);
}
