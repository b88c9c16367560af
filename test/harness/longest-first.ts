// The order in which the files of a run begin: those that take longest first, so that no worker is left with one of them
// when the other has nothing to do.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take twelve seconds or more, in the order of their duration. */
const longest = [
  'test/aws/deployment.test.ts',
  'test/isolation/endpoints.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/real-data/officials.test.ts',
  'test/crm/broadcasts.test.ts',
  'test/identity/admin-command.test.ts',
  'test/openapi/reference-page.test.ts',
  'test/contributing/five-steps.test.ts',
  'test/faults/data-folder.test.ts',
  'test/faults/faulty-database.test.ts',
  'test/import/main-job.test.ts',
  'test/platform/push-limits.test.ts',
  'test/contract/all-faults-at-once.test.ts',
  'test/training/timers.test.ts',
  'test/billtracking/campaign-letters.test.ts',
  'test/crm/merge-references.test.ts',
  'test/identity/last-administrator.test.ts',
  'test/platform/own-table.test.ts',
  'test/billtracking/bill-search.test.ts',
  'test/openapi/examples.test.ts',
  'test/import/command.test.ts',
  'test/training/course-search.test.ts',
  'test/identity/sign-in.test.ts',
  'test/training-tour/tour.test.ts',
  'test/identity/sign-in-pages.test.ts',
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
