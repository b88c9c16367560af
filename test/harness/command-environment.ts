// Runs a command in this process, which takes a fifth of the time of a process of its own.
import { vi } from 'vitest';
import { resetDocumentClient } from '../../shared/data/client.ts';

/** What a command sets for its own process. */
const commandVariables = [
  ...[
    'AWS_REGION',
    'AWS_ENDPOINT_URL_DYNAMODB',
    'AWS_ENDPOINT_URL_DYNAMODB_STREAMS',
    'TABLE_NAME',
    'OWN_TABLES',
  ],
  ...['SIGNING_KEYS_SECRET', 'AWS_ENDPOINT_URL_SECRETS_MANAGER'],
];

/** Runs a command with these environment variables, and restores those of the test afterwards. */
export async function runWithEnvironment<T>(
  env: Readonly<Record<string, string | undefined>>,
  command: () => Promise<T>,
): Promise<T> {
  for (const name of commandVariables) vi.stubEnv(name, process.env[name]);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    return await command();
  } finally {
    vi.unstubAllEnvs();
    resetDocumentClient();
  }
}
