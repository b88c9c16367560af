// Step-up: what a tenant allows only after a recent sign-in, or one with two factors (RFC 9470;
// docs/interface/identity.md#step-up).
import { formatChallenge } from '../../errors/challenge.ts';
import { type ErrorDetail, Failure } from '../../errors/failure.ts';
import type { SignInPolicy } from '../accounts/records.ts';
import { isPermission, type Permission } from '../permissions/permissions.ts';
import { twoFactorContext } from '../sign-in/authentication-context.ts';
import { type AccessTokenClaims, clockSkew } from '../tokens/tokens.ts';

/** What the sign-in must be by which somebody uses a permission. */
export interface StepUpRequirement {
  /** Seconds since the person proved who they are. */
  readonly maxAge?: number | undefined;
  readonly secondFactor: boolean;
}

/** Permissions that the caller holds, and cannot use with this token: each with what it needs. */
export type WithheldPermissions = ReadonlyMap<Permission, StepUpRequirement>;

type SignInClaims = Pick<AccessTokenClaims, 'auth_time' | 'acr'>;

const lacksFactor = ({ secondFactor }: StepUpRequirement, { acr }: SignInClaims): boolean =>
  secondFactor && acr !== twoFactorContext;

/** A token that does not say when its person signed in is as old as can be. @param now epoch seconds */
const isTooOld = ({ maxAge }: StepUpRequirement, { auth_time: at = 0 }: SignInClaims, now: number): boolean =>
  maxAge !== undefined && now - at > maxAge + clockSkew;

/** What is known of a caller. */
interface StepUpCaller {
  readonly withheld?: WithheldPermissions | undefined;
  readonly claims?: AccessTokenClaims | undefined;
}

/** What several rules that name a permission require together. */
const combine = (one: StepUpRequirement | undefined, other: StepUpRequirement): StepUpRequirement => {
  const ages = [one?.maxAge, other.maxAge].filter((age) => age !== undefined);
  return {
    ...(ages.length > 0 && { maxAge: Math.min(...ages) }),
    secondFactor: one?.secondFactor === true || other.secondFactor,
  };
};

/** The permissions that a tenant lets nobody use after such a sign-in; undefined where there are none, as in most tenants. */
export function findWithheld(
  policy: SignInPolicy | undefined,
  held: ReadonlySet<Permission>,
  claims: SignInClaims,
  now: Date,
): WithheldPermissions | undefined {
  const rules = policy?.stepUp ?? [];
  if (rules.length === 0) return undefined;
  const requirements = new Map<Permission, StepUpRequirement>();
  for (const { permissions, ...requirement } of rules)
    for (const name of permissions)
      if (isPermission(name) && held.has(name))
        requirements.set(name, combine(requirements.get(name), requirement));
  const seconds = Math.floor(now.getTime() / 1000);
  const unmet = [...requirements].filter(
    ([, requirement]) => lacksFactor(requirement, claims) || isTooOld(requirement, claims, seconds),
  );
  return unmet.length > 0 ? new Map(unmet) : undefined;
}

/** Whether one of these permissions needs another sign-in: then nobody gets around it by sending no token. */
export const requiresStepUp = (
  policy: SignInPolicy | undefined,
  needed: readonly (string | undefined)[],
): boolean =>
  policy?.stepUp?.some(({ permissions }) => permissions.some((name) => needed.includes(name))) ?? false;

/** Everything that a caller holds, also what needs another sign-in before it can be used. */
export const listHeldPermissions = ({
  permissions,
  withheld,
}: {
  readonly permissions: ReadonlySet<Permission>;
  readonly withheld?: WithheldPermissions | undefined;
}): ReadonlySet<Permission> => (withheld ? new Set([...permissions, ...withheld.keys()]) : permissions);

const describe = ({ secondFactor, maxAge }: StepUpRequirement): string =>
  [
    'This request requires a sign-in',
    ...(secondFactor ? ['with two factors'] : []),
    ...(maxAge === undefined ? [] : [`within the last ${maxAge} seconds`]),
  ].join(' ');

function listProblems(requirement: StepUpRequirement, claims: SignInClaims, now: Date): ErrorDetail[] {
  const target = 'Authorization';
  return [
    ...(lacksFactor(requirement, claims)
      ? [
          {
            code: 'SECOND_FACTOR_MISSING' as const,
            message: `The sign-in of this token had no second factor: acr must be ${twoFactorContext}.`,
            target,
          },
        ]
      : []),
    ...(isTooOld(requirement, claims, Math.floor(now.getTime() / 1000))
      ? [
          {
            code: 'SIGN_IN_TOO_OLD' as const,
            message: `The sign-in of this token is too long ago: at most ${requirement.maxAge} seconds are allowed.`,
            target,
          },
        ]
      : []),
  ];
}

/** The failure that says how to sign in (RFC 9470 3): the parameters are those of the authorization endpoint. */
export function stepUpRequired(
  requirement: StepUpRequirement,
  claims: SignInClaims & Pick<AccessTokenClaims, 'cnf'>,
  now: Date,
): Failure {
  const { secondFactor, maxAge } = requirement;
  const message = `${describe(requirement)}; sign in again that way, then send it with the new token.`;
  return new Failure('INSUFFICIENT_USER_AUTHENTICATION', message, {
    target: 'Authorization',
    details: listProblems(requirement, claims, now),
    headers: formatChallenge(claims.cnf ? 'DPoP' : 'Bearer', {
      error: 'insufficient_user_authentication',
      error_description: message,
      acr_values: secondFactor ? twoFactorContext : undefined,
      max_age: maxAge === undefined ? undefined : String(maxAge),
    }),
  });
}

/** The same for a rule's refusal, where the permission that the caller lacks is one that needs another sign-in. */
export function findStepUp(error: unknown, caller: StepUpCaller | undefined, now: Date): Failure | undefined {
  const { permission } = error instanceof Failure ? error : {};
  if (permission === undefined || !isPermission(permission)) return undefined;
  const needed = caller?.withheld?.get(permission);
  return needed && caller?.claims ? stepUpRequired(needed, caller.claims, now) : undefined;
}
