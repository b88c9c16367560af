// What a tenant requires of the sign-ins of its users: a second factor, and another sign-in for some operations
// (docs/interface/identity.md#sign-in-policy).
import { type ErrorDetail, throwIfInvalid } from '../../errors/failure.ts';
import { type AccountProvider, findAccountProvider } from '../accounts/account-providers.ts';
import type { SignInPolicy, StepUpRule, SubjectItem, TenantItem } from '../accounts/records.ts';
import { defaultRoles, isPermission } from '../permissions/permissions.ts';
import { listHeldRoles } from '../permissions/role-ids.ts';
import { type Authentication, reachesTenant } from './authentication-context.ts';

/** Existing callers know no second factor, so nobody needs one until a tenant says so. */
const defaultSignInPolicy: SignInPolicy = {
  secondFactor: 'optional',
  secondFactorRoles: [],
};

/** The policy of a tenant. */
const getSignInPolicy = ({ signInPolicy }: Pick<TenantItem, 'signInPolicy'>): SignInPolicy =>
  signInPolicy ?? defaultSignInPolicy;

/** Whether a user of the tenant may enter it with two factors only. */
export function requiresSecondFactor(settings: TenantItem, subject: SubjectItem): boolean {
  const { secondFactor, secondFactorRoles } = getSignInPolicy(settings);
  if (secondFactor !== 'roles') return secondFactor === 'everyone';
  return listHeldRoles(subject, settings).some((role) => secondFactorRoles.includes(role));
}

/** Whether the tenant lets a code by mail stand for the password. */
export const allowsMailedCodes = (settings: Pick<TenantItem, 'signInPolicy'>): boolean =>
  getSignInPolicy(settings).mailedCodes === true;

/** The accounts elsewhere that the tenant lets stand for the password. */
export const listAllowedProviders = (
  settings: Pick<TenantItem, 'signInPolicy'>,
): readonly AccountProvider[] => getSignInPolicy(settings).accountProviders ?? [];

/** Whether a tenant accepts how a person signed in; second factors are checked separately. */
export function acceptsSignIn(
  settings: Pick<TenantItem, 'id' | 'signInPolicy'>,
  authentication: Pick<Authentication, 'amr' | 'providerTenant' | 'isMailed'>,
): boolean {
  const provider = findAccountProvider(authentication.amr);
  return (
    reachesTenant(authentication, settings.id) &&
    (!authentication.isMailed || allowsMailedCodes(settings)) &&
    (provider === undefined || listAllowedProviders(settings).includes(provider))
  );
}

/** A policy as an administrator sends it. */
export interface SignInPolicyInput {
  readonly secondFactor: SignInPolicy['secondFactor'];
  readonly secondFactorRoles?: readonly string[] | undefined;
  readonly stepUp?: readonly StepUpInput[] | undefined;
  readonly accessMaxAge?: number | undefined;
  readonly mailedCodes?: boolean | undefined;
  readonly accountProviders?: readonly AccountProvider[] | undefined;
}

interface StepUpInput extends Omit<StepUpRule, 'secondFactor'> {
  readonly secondFactor?: boolean | undefined;
}

/** What is wrong with the roles that must have a second factor. */
function checkRoles(
  { roles }: Pick<TenantItem, 'roles'>,
  { secondFactor, secondFactorRoles = [] }: SignInPolicyInput,
  target: string,
): ErrorDetail[] {
  const details = secondFactorRoles.flatMap((role, index): ErrorDetail[] =>
    Object.hasOwn(defaultRoles, role) || Object.hasOwn(roles, role)
      ? []
      : [
          {
            code: 'UNKNOWN_VALUE',
            message: `The tenant has no role ${role}.`,
            target: `${target}[${index}]`,
          },
        ],
  );
  if (secondFactor === 'roles' && secondFactorRoles.length === 0)
    details.push({
      code: 'REQUIRED_FIELD',
      message: 'secondFactorRoles must name at least one role where secondFactor is roles.',
      target,
    });
  return details;
}

/**
 * The policy that was sent.
 * @param prefix of the fields, where the policy is part of something else
 * @throws Failure 400 for roles that the tenant does not have, or none where they are needed
 */
export function applySignInPolicy(
  settings: Pick<TenantItem, 'roles'>,
  input: SignInPolicyInput,
  prefix = '',
): SignInPolicy {
  const { secondFactor, secondFactorRoles = [], stepUp = [], accessMaxAge = 0, mailedCodes = false } = input;
  const providers = [...new Set(input.accountProviders)];
  throwIfInvalid(checkRoles(settings, input, `${prefix}secondFactorRoles`));
  return {
    secondFactor,
    secondFactorRoles: secondFactor === 'roles' ? [...new Set(secondFactorRoles)] : [],
    ...(stepUp.length > 0 && { stepUp: stepUp.map(normalizeRule) }),
    ...(accessMaxAge > 0 && { accessMaxAge }),
    ...(mailedCodes && { mailedCodes }),
    ...(providers.length > 0 && { accountProviders: providers }),
  };
}

/** A rule that names nothing else requires two factors. */
const normalizeRule = ({ permissions, maxAge, secondFactor }: StepUpInput): StepUpRule => ({
  permissions: [...new Set(permissions)],
  ...(maxAge !== undefined && { maxAge }),
  secondFactor: secondFactor ?? maxAge === undefined,
});

/** The policy in the interface's form. */
export const presentSignInPolicy = (settings: Pick<TenantItem, 'signInPolicy'>) => {
  const policy = getSignInPolicy(settings);
  const { secondFactor, secondFactorRoles, stepUp = [], accessMaxAge = 0, mailedCodes = false } = policy;
  return {
    secondFactor,
    secondFactorRoles: [...secondFactorRoles],
    stepUp: stepUp.map(({ permissions, maxAge, secondFactor: needsFactor }) => ({
      permissions: permissions.filter(isPermission),
      ...(maxAge !== undefined && { maxAge }),
      ...(needsFactor && { secondFactor: true as const }),
    })),
    accessMaxAge,
    ...(mailedCodes && { mailedCodes }),
    ...(policy.accountProviders && { accountProviders: [...policy.accountProviders] }),
  };
};
