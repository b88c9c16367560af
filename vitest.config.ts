// How the tests run, in two projects: `unit`, beside the sources, needs nothing but them; `platform`, in test/, has one
// DynamoDB Local for the whole run and begins from a prepared copy of the demo data.
import { availableParallelism, totalmem } from 'node:os';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { findPython } from './test/clients/find-python.ts';
import { LongestFirst } from './test/harness/longest-first.ts';
import { hasSharedBundle } from './test/real-data/shared-bundle.ts';

/** What a project takes from the whole run. */
const execution: NonNullable<UserWorkspaceConfig['test']> = {
  // Files share processes and Node's own module loading: a third of the time of a process and a module graph per file.
  // test/harness/environment.ts gives each file the environment the run began with.
  pool: 'forks',
  isolate: false,
  // Requests leave much that is soon unused: with more room for it, a third less time goes to collecting it.
  execArgv: ['--max-semi-space-size=64'],
  // No test replaces modules or stands within a source, so Vitest need not read every module that is loaded.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // They end a test that hangs, not one on a busy machine: no test and no hook has a shorter one of its own.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};

/** One more than there are cores, because a worker often waits for the database, and each with the 3 GB that it may need. */
const maxWorkers = Math.max(2, Math.min(availableParallelism() + 1, Math.floor(totalmem() / 5e9)));

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...execution,
          name: 'unit',
          // What the documents promise is tried on rules, too.
          include: ['{functions,shared,infra}/**/*.test.ts', 'test/promises/*.test.ts'],
          exclude: ['**/node_modules/**'],
          setupFiles: 'test/harness/unit-environment.ts',
        },
      },
      {
        test: {
          ...execution,
          name: 'platform',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/promises/**',
            // The real officials stand beside the project and not in it; the run says which of the two it is.
            ...(hasSharedBundle ? [] : ['test/real-data/**']),
            // Generated clients import packages that a computer may not have; .ci/run installs them.
            ...(findPython() ? [] : ['test/clients/python-client.test.ts']),
          ],
          globalSetup: ['test/harness/announce-tests.ts', 'test/harness/dynamodb.ts'],
          setupFiles: 'test/harness/environment.ts',
        },
      },
    ],
  },
});
