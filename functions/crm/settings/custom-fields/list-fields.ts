// GET /api/v1/Settings/CustomFields/{owner}
import { listCustomFields } from '../../../../shared/directory/record/custom-field.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takeWholeListPage } from '../../committees/whole-list.ts';
import { listFields } from './contract.ts';
import { presentField } from './field.ts';

export const handler = lambda(listFields, async ({ tenant, params, query }) => {
  const fields = await listCustomFields(tenant, params.owner);
  return ok(
    takeWholeListPage(
      fields.map((field) => presentField(field, tenant.code)),
      query,
    ),
  );
});
