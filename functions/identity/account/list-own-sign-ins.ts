// GET /api/v1/Account/SignIns
import { signInsOf } from '../../../shared/auth/throttles/sign-in-log.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { buildPageRange, presentPage } from '../lists/list.ts';
import { presentSignIn, signInPosition } from '../signins/present.ts';
import { listOwnSignIns } from './contract.ts';
import { requireAccountOwner } from './owner.ts';

export const handler = lambda(listOwnSignIns, async ({ query, tenant, caller }) => {
  const log = signInsOf(tenant, requireAccountOwner(caller).subject);
  const range = buildPageRange(query, 1, ([id = '']) => signInPosition(tenant, log, id));
  const page = await tenant.query(log, { ...range, backward: true });
  return ok(presentPage(page, presentSignIn, (last) => [last.id]));
});
