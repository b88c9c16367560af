// A reporter beside another one: says at the end which files took longest, and, when a run is ended from outside,
// which files had begun and not ended and which tests had failed. So a run that hangs names what hangs.
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** How many of the slowest files are named. */
const slowest = 40;

const secondsSince = (moment: number): number => Math.round((performance.now() - moment) / 1000);

const nameOf = (module: TestModule): string => relative('.', module.moduleId);

export default class ReportEndedRun implements Reporter {
  readonly #began = new Map<string, number>();
  readonly #took: { file: string; seconds: number }[] = [];
  readonly #failed: string[] = [];

  onInit(): void {
    // Not once: the second of several such signals would end the process within the report.
    process.on('SIGTERM', () => {
      this.onTestRunEnd();
      for (const name of this.#failed) console.error(`Failed: ${name}`);
      for (const [file, moment] of this.#began)
        console.error(`Begun and not ended after ${secondsSince(moment)} s: ${file}`);
      process.exit(143);
    });
  }

  onTestModuleStart(module: TestModule): void {
    this.#began.set(nameOf(module), performance.now());
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.#failed.push(`${nameOf(test.module)} > ${test.fullName}`);
  }

  onTestModuleEnd(module: TestModule): void {
    const file = nameOf(module);
    const moment = this.#began.get(file);
    if (moment === undefined) return;
    this.#took.push({ file, seconds: secondsSince(moment) });
    this.#began.delete(file);
  }

  onTestRunEnd(): void {
    console.error('\nThe files that took longest:');
    for (const { file, seconds } of this.#took.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowest))
      console.error(`${seconds} s ${file}`);
  }
}
