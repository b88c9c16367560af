// GET /api/v1/SignIns
import { signIns } from '../../../shared/auth/throttles/sign-in-log.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { buildPageRange, presentPage } from '../lists/list.ts';
import { listSignIns } from './contract.ts';
import { presentSignIn } from './present.ts';

export const handler = lambda(listSignIns, async ({ query, tenant }) => {
  const log = signIns(tenant);
  const range = buildPageRange(query, 1, ([id = '']) => ({ pk: log.name, sk: id }));
  const page = await tenant.query(log, { ...range, backward: true });
  return ok(presentPage(page, presentSignIn, (last) => [last.id]));
});
