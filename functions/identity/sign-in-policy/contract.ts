// What a tenant requires of the sign-ins of its users (docs/interface/identity.md#sign-in-policy).
import { SignInPolicyInput, SignInPolicySettings } from '../../../shared/auth/access/tenant-fields.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

const shared = {
  area: 'identity',
  tags: ['Sign-in policy'],
  access: { permission: 'identity.policy.write', token: 'required' },
  path: '/api/v1/SignInPolicy',
  responses: { 200: { description: 'The policy.', body: SignInPolicySettings } },
} as const;

export const getSignInPolicy = endpoint({
  ...shared,
  method: 'GET',
  summary: 'Get what the tenant requires of sign-ins',
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});

export const setSignInPolicy = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Set what the tenant requires of sign-ins',
  description:
    'Whoever must have a second factor and has none sets one up at the next sign-in on the page; the sign-in in two steps refuses ' +
    'until then. Tokens that were issued before stay valid for the hour that they have. Send the ETag as If-Match to prevent lost updates.',
  body: SignInPolicyInput,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { secondFactor: 'roles', secondFactorRoles: ['admin'] } },
});
