// How the tests run: beside their files and in test/, against one DynamoDB Local for the whole run.
import { defineConfig } from 'vitest/config';
import { hasSharedBundle } from './test/real-data/shared-bundle.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'cdk.out/**',
      '.data/**',
      // The real officials stand beside the project and not in it; the run says which of the two it is.
      ...(hasSharedBundle ? [] : ['test/real-data/**']),
    ],
    // Each file in a process of its own: the environment variables a file sets stay with it.
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['test/real-data/announce.ts', 'test/harness/dynamodb.ts'],
    setupFiles: 'test/harness/environment.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
