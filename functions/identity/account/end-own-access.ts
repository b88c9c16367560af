import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { updateUserEverywhere } from '../users/decision.ts';
import { endOwnAccess } from './contract.ts';
import { requireAccountOwner, requireOwnUser } from './owner.ts';
import { renewToken } from './renew-token.ts';

export const handler = lambda(endOwnAccess, async ({ platform, tenant, caller, receivedAt, ...context }) => {
  const { claims } = requireAccountOwner(caller);
  const user = await requireOwnUser(platform, caller);
  const audit = { ...context, caller, now: receivedAt };
  const { token, change } = await renewToken(platform, tenant, claims, true, audit);
  const { changes } = await updateUserEverywhere(
    platform,
    user,
    { set: {}, endsSignIns: true },
    audit,
    undefined,
  );
  return write([...changes, change], ok(token));
});
