// POST /api/v1/People/{personId}/Licenses
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { requireWritableLicenses } from './access.ts';
import { createLicense } from './contract.ts';
import { applyLicenseInput } from './license.ts';
import { auditLicense, presentLicense } from './present.ts';
import { insertLicense, listLicenses } from './store.ts';

export const handler = lambda(createLicense, async (context) => {
  const { params, body, tenant, now, newId, url } = context;
  const { personId } = params;
  await requireWritableLicenses(context, personId);
  const others = await listLicenses(tenant, personId, { consistent: true });
  const license = applyLicenseInput(undefined, body, { id: newId(), personId, now });
  const audited = { recordType: 'License', recordId: license.id, after: auditLicense(license) } as const;
  return write(
    [...insertLicense(tenant, license, others), auditRecordChange(tenant, audited, context)],
    created(presentLicense(license, context), url(`/api/v1/People/${personId}/Licenses/${license.id}`), {
      version: license.version,
    }),
  );
});
