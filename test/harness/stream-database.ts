// The databases of test files whose table has a stream. For every request to such a table DynamoDB Local reads through the
// records of all earlier streams of the same database: ten thousand of them make each request ten times as long.
import { type DynamoDBLocal, startDynamoDBLocal } from '../../infra/local/database/dynamodb-local.ts';

/** How many files share a database: each database warms up anew. */
const FILES_PER_DATABASE = 5;

let current: { readonly database: DynamoDBLocal; files: number } | undefined;

/** The endpoint of a database with few streams. It ends with this process. */
export async function takeStreamDatabase(): Promise<string> {
  if (current?.files === FILES_PER_DATABASE) {
    await current.database.stop();
    current = undefined;
  }
  current ??= { database: await startDynamoDBLocal({ inMemory: true, isShortLived: true }), files: 0 };
  current.files += 1;
  return current.database.endpoint;
}
