// Finds the table that an import writes: in AWS, at the platform that runs on this machine, or in its data folder.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { resetDocumentClient } from '../../shared/data/client.ts';
import { openPlatformStore } from '../../shared/data/store.ts';
import { tableName } from '../../shared/data/tables.ts';
import { configureOwnTables } from '../contracts/own-tables.ts';
import { dataDirPaths, openDataDir } from '../local/data-dir.ts';
import { createFreeSpaceReader, guardFreeSpace } from '../local/database/free-space.ts';
import { createTable } from '../local/database/table.ts';
import { findSeededDemo } from '../local/demo/seed.ts';
import { seedIdentity } from '../local/demo/seed-identity.ts';
import { configureDynamoDB, localTableName } from '../local/environment.ts';
import { openDatabase } from '../local/open-database.ts';
import { findRunningPlatform } from '../local/running-platform.ts';
import { prepareSecrets } from '../local/secrets/prepare-secrets.ts';
import type { ImportArguments } from './arguments.ts';

/** An open table, until it is closed. */
export interface ImportTarget {
  /** Where the records are written, for messages. */
  readonly description: string;
  /** Where refused rows are written. */
  readonly importsFolder: string;
  close(): Promise<void>;
}

/**
 * Points the database client of this process at the table.
 * @throws LocalPlatformError when the database of this machine cannot be opened
 */
export async function openTarget(
  aws: ImportArguments['aws'],
  onProgress: (what: string) => void,
): Promise<ImportTarget> {
  const data = dataDirPaths();
  const importsFolder = `${data.root}/imports`;
  resetDocumentClient();
  if (aws) {
    process.env.AWS_REGION = aws.region;
    process.env.TABLE_NAME = aws.table;
    delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
    await findOwnTables();
    return {
      description: `the table ${aws.table} in ${aws.region}`,
      importsFolder,
      close: async () => undefined,
    };
  }
  const running = await findRunningPlatform(data);
  const database = running ? undefined : await startOwnDatabase(onProgress);
  if (running) configureDynamoDB(running.dynamodb, localTableName);
  try {
    await findOwnTables();
  } catch (error) {
    await database?.stop();
    throw error;
  }
  const stopGuard = guardFreeSpace(createFreeSpaceReader(data.root), 'command');
  return {
    description: running ? 'the platform that runs here' : `the data in ${data.root}`,
    importsFolder,
    async close() {
      stopGuard();
      await database?.stop();
    },
  };
}

/** Tells this process which tenants have tables of their own. */
async function findOwnTables(): Promise<void> {
  const client = new DynamoDBClient({});
  await configureOwnTables(client, tableName()).finally(() => client.destroy());
}

/** Starts the database on the data folder, with the table and the demo tenants as the platform creates them. */
async function startOwnDatabase(onProgress: (what: string) => void) {
  const folder = await openDataDir();
  const database = await openDatabase(folder, onProgress);
  try {
    configureDynamoDB(database.endpoint, localTableName);
    const client = new DynamoDBClient({});
    const { created } = await createTable(client, localTableName).finally(() => client.destroy());
    const platform = openPlatformStore();
    await prepareSecrets(platform, folder.secrets);
    if (!(await findSeededDemo(platform))) await seedIdentity(platform, new Date(), !created);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}
