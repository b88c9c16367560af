// The order in which the files of a run begin: those that take longest first, so that no worker is left with one of them
// when the other has nothing to do.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take twelve seconds or more, in the order of their duration. */
const longest = [
  'test/aws/deployment.test.ts',
  'test/isolation/endpoints.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/real-data/officials.test.ts',
  'test/openapi/reference-page.test.ts',
  'test/faults/faulty-database.test.ts',
  'test/identity/sign-in-pages.test.ts',
  'test/contributing/five-steps.test.ts',
  'test/training-tour/tour.test.ts',
  'test/billtracking/bill-search.test.ts',
  'test/crm/broadcasts.test.ts',
  'test/identity/admin-command.test.ts',
  'test/platform/own-table.test.ts',
  'test/billtracking/campaign-letters.test.ts',
  'test/billtracking/digest.test.ts',
  'test/contract/examples.test.ts',
  'test/identity/passkeys.test.ts',
  'test/real-data/legislature.test.ts',
  'test/aws/nag.test.ts',
  'test/real-data/committees-over-http.test.ts',
  'test/local/dynamodb-local.test.ts',
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
