// Who may register whom: oneself, members of one's own organization, or anyone
// (docs/interface/training.md#registration-types).
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { organizationById } from '../../../../shared/directory/organizations/organization-store.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { Failure, invalid, permissionDenied } from '../../../../shared/errors/failure.ts';
import { assertCallerMayAct, loadCallerPerson } from '../../access/acting-people.ts';
import { isManagerOf, type ManagerContext } from './access.ts';

/** On whose authority a person is registered. */
export type RegistrationType = 'Self' | 'Manager' | 'Admin';

/** The type of a registration, its member, and whether rules are overridden. */
export interface RegistrationCapacity {
  readonly registrationType: RegistrationType;
  readonly memberId: string;
  readonly overrideRules: boolean;
}

const registrationDenied = (message: string): Failure =>
  new Failure('PERMISSION_DENIED', message, { target: 'registrationType' });

/**
 * Checks what the caller alone decides. A client is no person, so a registration of type Self by a client needs the
 * permission to register anyone.
 * @throws Failure 400 overrideRules without Admin; 401 without a token as Manager or Admin; 403
 */
export function assertMayRegister(
  caller: Caller,
  { registrationType, memberId, overrideRules }: RegistrationCapacity,
): void {
  if (overrideRules && registrationType !== 'Admin')
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: 'overrideRules needs registrationType Admin.',
        target: 'overrideRules',
      },
    ]);
  if (registrationType === 'Self') {
    if (caller.kind === 'client' && !caller.permissions.has('OverrideRegistration'))
      throw permissionDenied('OverrideRegistration');
    if (caller.kind === 'user' && caller.personId !== memberId)
      throw registrationDenied(
        'registrationType Self registers yourself; to register another person use Manager or Admin, with the permission it needs.',
      );
    return;
  }
  if (caller.kind === 'anonymous')
    throw new Failure(
      'AUTHENTICATION_REQUIRED',
      `registrationType ${registrationType} needs an access token: Authorization: Bearer <access token>.`,
      { target: 'Authorization' },
    );
  if (registrationType === 'Admin' && !caller.permissions.has('OverrideRegistration'))
    throw permissionDenied('OverrideRegistration');
  if (registrationType === 'Manager' && caller.kind === 'user' && caller.personId === undefined)
    throw registrationDenied('registrationType Manager needs a user who is a person of the directory.');
}

/** How many parent organizations are followed; a cycle of parents must end. */
const maxParentLevels = 20;

/** Whether an organization is another one or below it. One read for each level between them. */
async function isWithinOrganization(
  tenant: TenantStore,
  id: string | undefined,
  top: string,
): Promise<boolean> {
  let next = id;
  for (let level = 0; next !== undefined && level < maxParentLevels; level += 1) {
    if (next === top) return true;
    next = (await organizationById(tenant, next))?.parentId;
  }
  return false;
}

/**
 * Why the caller may not register this person by the permission for members of one's own organization and of those below
 * it; undefined where they may. A client works for the whole tenant, and may register everyone who has an organization.
 */
async function findOrganizationRefusal(
  { tenant, caller }: ManagerContext,
  manager: PersonItem | undefined,
  { organizationId }: Pick<PersonItem, 'organizationId'>,
): Promise<Failure | undefined> {
  if (!caller.permissions.has('RegisterMembersfromOwnOrganization'))
    return permissionDenied('RegisterMembersfromOwnOrganization');
  const isForeign = registrationDenied(
    'registrationType Manager registers members of your own organization, or of one below it.',
  );
  if (caller.kind === 'client') return organizationId === undefined ? isForeign : undefined;
  const isWithin =
    manager?.organizationId !== undefined &&
    (await isWithinOrganization(tenant, organizationId, manager.organizationId));
  return isWithin ? undefined : isForeign;
}

/**
 * Asserts that the caller may register this person as a manager: by the permission for members of one's own
 * organization, or as the manager of this person.
 * @throws Failure 403
 */
export async function assertMayRegisterAsManager(
  context: ManagerContext,
  member: Pick<PersonItem, 'id' | 'organizationId'>,
): Promise<void> {
  const manager = await loadCallerPerson(context);
  assertCallerMayAct(context, manager);
  const refusal = await findOrganizationRefusal(context, manager, member);
  if (refusal && !(await isManagerOf(context, member))) throw refusal;
}
