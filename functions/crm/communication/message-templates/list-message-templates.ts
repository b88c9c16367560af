// GET /api/v1/MessageTemplates
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takeWholeListPage } from '../../committees/whole-list.ts';
import { compareNames } from '../../lists/compare-names.ts';
import { listMessageTemplates } from './contract.ts';
import { loadMentionedFields } from './custom-merge-fields.ts';
import { presentTemplateEntry } from './present.ts';
import { templates } from './template.ts';

export const handler = lambda(listMessageTemplates, async ({ tenant, query }) => {
  const all = (await listDefinitions(tenant, templates)).sort(compareNames);
  const fields = await loadMentionedFields(
    tenant,
    all.map(({ subject }) => subject),
  );
  return ok(
    takeWholeListPage(
      all.map((each) => presentTemplateEntry(each, tenant.code, fields)),
      query,
    ),
  );
});
