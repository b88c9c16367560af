// GET /api/v1/MailTopics
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentRecord } from '../../committees/definitions/definition.ts';
import { takeWholeListPage } from '../../committees/whole-list.ts';
import { compareNames } from '../../lists/compare-names.ts';
import { listMailTopics } from './contract.ts';
import { mailTopics } from './topic.ts';

export const handler = lambda(listMailTopics, async ({ tenant, query }) => {
  const all = (await listDefinitions(tenant, mailTopics)).sort(compareNames);
  return ok(
    takeWholeListPage(
      all.map((each) => presentRecord(each, tenant.code)),
      query,
    ),
  );
});
