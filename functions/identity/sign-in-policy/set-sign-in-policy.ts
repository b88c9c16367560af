// PUT /api/v1/SignInPolicy
import { applySignInPolicy, presentSignInPolicy } from '../../../shared/auth/sign-in-policy.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../shared/settings/audit.ts';
import { loadTenant, updateTenantSettings } from '../../../shared/settings/tenant-settings.ts';
import { setSignInPolicy } from './contract.ts';

export const handler = lambda(setSignInPolicy, async ({ tenant, body, ifMatch, ...context }) => {
  const before = await loadTenant(tenant);
  const signInPolicy = applySignInPolicy(before, body);
  const { after, change } = updateTenantSettings(tenant, before, { signInPolicy }, context.now, ifMatch);
  const policy = presentSignInPolicy(after);
  const views = { before: presentSignInPolicy(before), after: policy };
  const audit = auditSettingChange(tenant, { setting: 'SignInPolicy', ...views }, context);
  return write([change, audit], ok(policy, { version: after.version }));
});
