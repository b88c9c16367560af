// What a tenant requires of the sign-ins of its users: a second factor (docs/interface/identity.md#sign-in-policy).
import { type ErrorDetail, throwIfInvalid } from '../errors/failure.ts';
import { defaultRoles } from './permissions.ts';
import type { SignInPolicy, SubjectItem, TenantItem } from './records.ts';
import { listHeldRoles } from './role-ids.ts';

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

/** A policy as an administrator sends it. */
export interface SignInPolicyInput {
  readonly secondFactor: SignInPolicy['secondFactor'];
  readonly secondFactorRoles?: readonly string[] | undefined;
}

/**
 * The policy that was sent.
 * @param target the field that has the roles
 * @throws Failure 400 for roles that the tenant does not have, or none where they are needed
 */
export function applySignInPolicy(
  { roles }: Pick<TenantItem, 'roles'>,
  input: SignInPolicyInput,
  target = 'secondFactorRoles',
): SignInPolicy {
  const { secondFactor, secondFactorRoles = [] } = input;
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
  throwIfInvalid(details);
  return {
    secondFactor,
    secondFactorRoles: secondFactor === 'roles' ? [...new Set(secondFactorRoles)] : [],
  };
}

/** The policy in the interface's form. */
export const presentSignInPolicy = (settings: Pick<TenantItem, 'signInPolicy'>) => {
  const { secondFactor, secondFactorRoles } = getSignInPolicy(settings);
  return { secondFactor, secondFactorRoles: [...secondFactorRoles] };
};
