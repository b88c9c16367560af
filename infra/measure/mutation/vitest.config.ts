// The tests that a mutant runs: those beside the rules, in the processes and with the module loading of `npm test`.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Tests in infra/ load every endpoint, so each change would run them all, and they prove no rule of an area.
    include: ['{functions,shared}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    setupFiles: 'test/harness/unit-environment.ts',
    // Files share a process; Stryker's runner starts a new one for each change, so changed constants act too.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
