// POST /api/v1/Settings/CustomFields/{owner}
import { customFields, listCustomFields } from '../../../../shared/directory/record/custom-field.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { createField } from './contract.ts';
import { assertOwnName, buildField, presentField } from './field.ts';
import { buildFieldChanges } from './write-field.ts';

export const handler = lambda(createField, async (context) => {
  const { tenant, params, body, newId, now, url } = context;
  assertOwnName(params.owner, body.name);
  const content = buildField(body, await listCustomFields(tenant, params.owner));
  const after = nextVersion(customFields(params.owner).type, newId(), content, undefined, now);
  const location = url(`/api/v1/Settings/CustomFields/${params.owner}/${after.id}`);
  return write(
    buildFieldChanges(context, params.owner, { before: undefined, after }),
    created(presentField(after, tenant.code), location, { version: after.version }),
  );
});
