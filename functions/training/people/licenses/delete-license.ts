// DELETE /api/v1/People/{personId}/Licenses/{id}
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { requireWritableLicenses } from './access.ts';
import { deleteLicense } from './contract.ts';
import { auditLicense } from './present.ts';
import { removeLicense, requireLicense } from './store.ts';

export const handler = lambda(deleteLicense, async (context) => {
  const { params, tenant, ifMatch } = context;
  const { personId, id } = params;
  await requireWritableLicenses(context, personId);
  const before = await requireLicense(tenant, personId, id);
  const audited = { recordType: 'License', recordId: id, before: auditLicense(before) } as const;
  return write(
    [...removeLicense(tenant, before, ifMatch), auditRecordChange(tenant, audited, context)],
    noContent(),
  );
});
