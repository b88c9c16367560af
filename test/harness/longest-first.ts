// The order in which the files of a run begin: those that take longest first, so that no worker is left with one of them
// when the other has nothing to do.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take half a minute or more, in the order of their duration. */
const longest = [
  'test/aws/deployment.test.ts',
  'test/isolation/endpoints.test.ts',
  'test/identity/admin-command.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/identity/last-administrator.test.ts',
  'test/contributing/five-steps.test.ts',
  'test/training/timers.test.ts',
  'test/training/class-conflicts-races.test.ts',
  'test/openapi/examples.test.ts',
  'test/openapi/reference-page.test.ts',
  'test/real-data/officials.test.ts',
  'test/import/main-job.test.ts',
  'test/training-tour/tour.test.ts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const index = longest.findIndex((file) => moduleId.endsWith(file));
  return index === -1 ? longest.length : index;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
