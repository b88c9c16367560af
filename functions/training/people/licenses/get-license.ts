// GET /api/v1/People/{personId}/Licenses/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertMayReadTraining } from '../managers/access.ts';
import { getLicense } from './contract.ts';
import { presentLicense } from './present.ts';
import { requireLicense } from './store.ts';

export const handler = lambda(getLicense, async (context) => {
  const { params, tenant } = context;
  await assertMayReadTraining(context, params.personId, 'training.credits.read');
  const license = await requireLicense(tenant, params.personId, params.id);
  // Whether it is expired changes without a change of the license.
  return ok(presentLicense(license, context), { version: license.version, isComposed: true });
});
