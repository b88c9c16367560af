// Starts the database of a data folder, once everything in the folder was found usable.
import type { DataDir } from './data-dir.ts';
import { assertNotInUse } from './database/database-claim.ts';
import { type DynamoDBLocal, startDynamoDBLocal } from './database/dynamodb-local.ts';
import { assertSpaceToStart } from './database/free-space.ts';
import { checkSecrets } from './secrets/prepare-secrets.ts';

/**
 * Starts the database.
 * @throws LocalPlatformError when another process uses the folder, its disk is nearly full, or a file in it is damaged
 */
export async function openDatabase(
  data: DataDir,
  onProgress: (what: string) => void,
): Promise<DynamoDBLocal> {
  await assertNotInUse(data.dynamodbProcess, data.root);
  assertSpaceToStart(data.root);
  await checkSecrets(data.secrets);
  return startDynamoDBLocal({ dbPath: data.dynamodb, onProgress });
}
