// PUT /api/v1/SignInPolicy
import { applySignInPolicy, presentSignInPolicy } from '../../../shared/auth/sign-in/sign-in-policy.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { loadTenant, writeTenantSettings } from '../../../shared/settings/tenant-settings.ts';
import { setSignInPolicy } from './contract.ts';

export const handler = lambda(setSignInPolicy, async (context) => {
  const before = await loadTenant(context.tenant);
  const settings = { signInPolicy: applySignInPolicy(before, context.body) };
  return writeTenantSettings(context, before, settings, {
    setting: 'SignInPolicy',
    present: presentSignInPolicy,
  });
});
