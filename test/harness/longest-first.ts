// The order in which the files of a run begin: those that take longest first, so that no worker is left with one of them
// when the other has nothing to do.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take twelve seconds or more, in the order of their duration. */
const longest = [
  'test/aws/deployment/deployment.test.ts',
  'test/isolation/endpoints.test.ts',
  'test/contributing/five-steps.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/billtracking/subscriptions/digest.test.ts',
  'test/real-data/officials.test.ts',
  'test/training-tour/tour.test.ts',
  'test/identity/sign-in/sign-in-pages.test.ts',
  'test/faults/hostile-content.test.ts',
  'test/platform/topics.test.ts',
  'test/contract/examples.test.ts',
  'test/identity/tenants/admin-command.test.ts',
  'test/faults/slow-database.test.ts',
  'test/permissions/permissions.test.ts',
  'test/readme/tour.test.ts',
  'test/faults/faulty-database.test.ts',
  'test/billtracking/bills/bill-search.test.ts',
  'test/billtracking/subscriptions/subscription-deliveries.test.ts',
  'test/platform/held-listings.test.ts',
  'test/identity/openid/device-grant.test.ts',
  'test/platform/push.test.ts',
  'test/aws/nag.test.ts',
  'test/platform/dead-changes.test.ts',
  'test/faults/database-away.test.ts',
  'test/import/main-job.test.ts',
  'test/identity/tenants/last-administrator.test.ts',
  'test/billtracking/campaigns/campaign-letters.test.ts',
  'test/platform/start-again.test.ts',
  'test/local/dynamodb-local.test.ts',
  'test/fuzz/odd-dates.test.ts',
  'test/faults/data-folder.test.ts',
  'test/training/money/invoices.test.ts',
  'test/identity/sign-in/passkeys.test.ts',
  'test/real-data/legislature.test.ts',
  'test/platform/push-limits.test.ts',
  'test/local/table.test.ts',
  'test/import/command.test.ts',
  'test/billtracking/calendar/key-date-reminders.test.ts',
  'test/crm/communication/broadcasts/broadcasts.test.ts',
  'test/contract/all-faults-at-once.test.ts',
  'test/training/classes/timers.test.ts',
  'test/platform/push-faults.test.ts',
  'test/lists/counted-list.test.ts',
  'test/billtracking/subscriptions/subscriptions-by-mail.test.ts',
  'test/platform/own-table.test.ts',
  'test/real-data/committees-over-http.test.ts',
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
