// GET /api/v1/MailingLists
import { listDefinitions } from '../../../shared/directory/definition-store.ts';
import { mailingLists } from '../../../shared/directory/mailing-list.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { takeWholeListPage } from '../committees/whole-list.ts';
import { compareNames } from '../compare-names.ts';
import { listMailingLists } from './contract.ts';
import { presentMailingList } from './mailing-list.ts';

export const handler = lambda(listMailingLists, async ({ tenant, query }) => {
  const all = (await listDefinitions(tenant, mailingLists)).sort(compareNames);
  return ok(
    takeWholeListPage(
      all.map((each) => presentMailingList(each, tenant.code)),
      query,
    ),
  );
});
