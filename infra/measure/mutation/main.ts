// npm run mutate: which changes of a rule the tests beside the sources notice.
import { Stryker } from '@stryker-mutator/core';
import { runCommand } from '../../command/command-line.ts';
import { projectFolder } from '../../contracts/registry.ts';
import { readArguments, usage } from './arguments.ts';
import { findRules } from './find-rules.ts';

await runCommand(
  async (args) => {
    const places = readArguments(args);
    if (!places) {
      console.log(usage);
      return;
    }
    process.chdir(projectFolder);
    const { rules, others } = findRules(projectFolder, places);
    console.log(`${rules.length} files with rules; ${others.length} others are left out.`);
    await new Stryker({
      mutate: [...rules],
      plugins: ['@stryker-mutator/vitest-runner'],
      testRunner: 'vitest',
      vitest: { configFile: 'infra/measure/mutation/vitest.config.ts', pool: 'forks', related: true },
      coverageAnalysis: 'perTest',
      // Stryker rewrites references of a tsconfig.json with the API of a TypeScript before 7, and there are none here.
      tsconfigFile: 'none.json',
      tempDirName: 'build/mutation',
      cleanTempDir: 'always',
      // The copy needs sources, tests, and the documents that these read.
      ignorePatterns: ['/.data', '/build', '/cdk.out', '/coverage', '/clients', '/openapi'],
      reporters: ['clear-text', 'progress-append-only'],
      clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
      // A test on a busy machine is slow and not endless; loops are found by counting (hit limits).
      timeoutMS: 60_000,
      allowConsoleColors: process.stdout.isTTY,
      packageManager: 'npm',
    }).runMutationTest();
  },
  { what: 'The mutation test', usage },
);
