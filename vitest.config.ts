// How the tests run: beside their files and in test/, against one DynamoDB Local for the whole run.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'cdk.out/**', '.data/**'],
    // Each file in a process of its own: the environment variables a file sets stay with it.
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: 'test/harness/dynamodb.ts',
    setupFiles: 'test/harness/environment.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
