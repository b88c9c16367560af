// GET /api/v1/SignUps/{tenantCode}/Form
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getSignUpForm } from './contract.ts';
import { loadOpenLists, stampForm } from './sign-up.ts';

export const handler = lambda(getSignUpForm, async ({ params, platform, receivedAt }) => {
  const found = await tenantByCode(platform, params.tenantCode);
  if (!found) throw notFound('tenant', params.tenantCode, 'tenantCode');
  const [lists, stamp] = await Promise.all([
    loadOpenLists(found.tenant),
    stampForm(found.tenant, receivedAt),
  ]);
  return ok({
    lists: lists.map(({ id, name, description }) => ({ id, name, description: description ?? null })),
    stamp,
  });
});
