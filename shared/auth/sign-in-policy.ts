// What a tenant requires of the sign-ins of its users: a second factor, and a recent sign-in for sensitive operations
// (docs/interface/identity.md#sign-in-policy).
import { type ErrorDetail, throwIfInvalid } from '../errors/failure.ts';
import { defaultRoles } from './permissions.ts';
import type { SignInPolicy, SubjectItem, TenantItem } from './records.ts';
import { listHeldRoles } from './role-ids.ts';

/** Existing callers know neither a second factor nor a step-up, so both are off until a tenant turns them on. */
const defaultSignInPolicy: SignInPolicy = {
  secondFactor: 'optional',
  secondFactorRoles: [],
  stepUpRequired: false,
  stepUpMaxAge: 900,
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
  readonly stepUpRequired?: boolean | undefined;
  readonly stepUpMaxAge?: number | undefined;
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
    stepUpRequired: input.stepUpRequired ?? defaultSignInPolicy.stepUpRequired,
    stepUpMaxAge: input.stepUpMaxAge ?? defaultSignInPolicy.stepUpMaxAge,
  };
}

/** The policy in the interface's form. */
export const presentSignInPolicy = (settings: Pick<TenantItem, 'signInPolicy'>) => {
  const { secondFactor, secondFactorRoles, stepUpRequired, stepUpMaxAge } = getSignInPolicy(settings);
  return { secondFactor, secondFactorRoles: [...secondFactorRoles], stepUpRequired, stepUpMaxAge };
};
