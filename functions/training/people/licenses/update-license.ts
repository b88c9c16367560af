// PUT /api/v1/People/{personId}/Licenses/{id}
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { requireWritableLicenses } from './access.ts';
import { updateLicense } from './contract.ts';
import { applyLicenseInput } from './license.ts';
import { auditLicense, presentLicense } from './present.ts';
import { replaceLicense, requireLicense } from './store.ts';

export const handler = lambda(updateLicense, async (context) => {
  const { params, body, tenant, now, ifMatch } = context;
  const { personId, id } = params;
  await requireWritableLicenses(context, personId);
  const before = await requireLicense(tenant, personId, id);
  const after = applyLicenseInput(before, body, { id, personId, now });
  const views = { before: auditLicense(before), after: auditLicense(after) };
  return write(
    [
      ...replaceLicense(tenant, before, after, ifMatch),
      auditRecordChange(tenant, { recordType: 'License', recordId: id, ...views }, context),
    ],
    ok(presentLicense(after, context), { version: after.version }),
  );
});
