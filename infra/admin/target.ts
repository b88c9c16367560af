// Finds the platform that a command administers: in AWS, running on this machine, or at rest in its data folder.
import { createServer } from 'node:http';
import { openPlatformStore } from '../../shared/data/store.ts';
import { openTarget as openTable } from '../import/target.ts';
import { dataDirPaths } from '../local/data-dir.ts';
import { prepareSecrets } from '../local/secrets/prepare-secrets.ts';
import { signingKeysSecretId } from '../local/secrets/secret-ids.ts';
import { createSecretsHandler } from '../local/secrets/secrets.ts';
import type { AdminArguments } from './arguments.ts';

/** A platform that can be administered, until it is closed. */
export interface AdminTarget {
  /** Which platform it is, for the person who watches. */
  readonly description: string;
  /** Points this process at the secret with the signing keys. */
  openSecret(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Points this process at the platform's table.
 * @throws LocalPlatformError when the database of this machine cannot be opened
 */
export async function openTarget(
  aws: AdminArguments['aws'],
  onProgress: (what: string) => void,
): Promise<AdminTarget> {
  const table = await openTable(aws, onProgress);
  const closings: (() => Promise<void>)[] = [() => table.close()];
  return {
    description: table.description,
    async openSecret() {
      process.env.SIGNING_KEYS_SECRET = aws?.secret ?? signingKeysSecretId;
      if (aws) {
        delete process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER;
        return;
      }
      closings.unshift(await serveSecrets());
    },
    async close() {
      for (const close of closings) await close();
    },
  };
}

/**
 * Serves the secrets of this machine's platform to this command alone; a platform that runs answers only itself.
 * @returns what ends it
 */
async function serveSecrets(): Promise<() => Promise<void>> {
  const file = dataDirPaths().secrets;
  await prepareSecrets(openPlatformStore(), file);
  const handler = createSecretsHandler({ file });
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = `http://127.0.0.1:${port}`;
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
