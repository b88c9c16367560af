// GET /api/v1/People/{personId}/Licenses
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { requirePerson } from '../../access/people-lookup.ts';
import { assertMayReadTraining } from '../managers/access.ts';
import { listLicenses } from './contract.ts';
import { presentLicense } from './present.ts';
import { listLicenses as readLicenses } from './store.ts';

export const handler = lambda(listLicenses, async (context) => {
  const { params, tenant } = context;
  await assertMayReadTraining(context, params.personId, 'training.credits.read');
  const [licenses] = await Promise.all([
    readLicenses(tenant, params.personId),
    requirePerson(tenant, params.personId),
  ]);
  const sorted = licenses.sort((a, b) => compareTexts(a.board, b.board) || compareTexts(a.number, b.number));
  return ok(sorted.map((license) => presentLicense(license, context)));
});
