// How the tests run: beside their files and in test/, against one DynamoDB Local for the whole run.
import { defineConfig } from 'vitest/config';
import { findPython } from './test/clients/find-python.ts';
import { LongestFirst } from './test/harness/longest-first.ts';
import { hasSharedBundle } from './test/real-data/shared-bundle.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'build/**',
      'cdk.out/**',
      '.data/**',
      // The real officials stand beside the project and not in it; the run says which of the two it is.
      ...(hasSharedBundle ? [] : ['test/real-data/**']),
      // Generated clients import packages that a computer may not have; .ci/run installs them.
      ...(findPython() ? [] : ['test/clients/python-client.test.ts']),
    ],
    // Files share two processes and Node's own module loading: a third of the time of a process and a module graph per
    // file. A third process gains little on two cores (732 s beside 764) and needs 1.5 GB more. test/harness/environment.ts
    // gives each file the environment the run began with.
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    // Requests leave much that is soon unused: with more room for it, a third less time goes to collecting it.
    execArgv: ['--max-semi-space-size=64'],
    // No test replaces modules or stands within a source, so Vitest need not read every module that is loaded.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ['test/harness/announce-tests.ts', 'test/harness/dynamodb.ts'],
    setupFiles: 'test/harness/environment.ts',
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    // The first platform of a run seeds the demo data: ten seconds of a core that has nothing else to do.
    hookTimeout: 180_000,
  },
});
