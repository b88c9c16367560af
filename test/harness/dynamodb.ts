// Starts one DynamoDB Local in memory for a whole test run and gives every test file its address.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { LocalPlatformError } from '../../infra/command/local-platform-error.ts';
import { startDynamoDBLocal } from '../../infra/local/database/dynamodb-local.ts';
import { findPreparedFile } from '../../infra/local/demo/prepared-demo.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The endpoint of the run's DynamoDB Local. */
    readonly dynamodb: string;
    /** A folder that the run's test files share. */
    readonly runFolder: string;
    /** The file with the prepared copy of the demo data; the first test file that needs one writes it. */
    readonly preparedDemo: string;
  }
}

/** Vitest's global setup; what it returns is called when the run is over. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    const database = await startDynamoDBLocal({ inMemory: true });
    project.provide('dynamodb', database.endpoint);
    const folder = await mkdtemp(join(tmpdir(), 'rostrum-run-'));
    project.provide('runFolder', folder);
    project.provide('preparedDemo', await findPreparedFile(new Date(), 'tests'));
    return async () => {
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    };
  } catch (error) {
    // The sentence is all a person needs; Vitest would print the stack with it.
    if (error instanceof LocalPlatformError) delete error.stack;
    throw error;
  }
}
