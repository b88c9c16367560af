// GET /api/v1/MailingLists

import { mailingLists } from '../../../../shared/directory/lists/mailing-list.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takeWholeListPage } from '../../committees/whole-list.ts';
import { compareNames } from '../../lists/compare-names.ts';
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
