// A tenant keeps an administrator who can sign in, whoever provisions its users.
import {
  type SubjectItem,
  subjectKey,
  subjectsByName,
  type TenantItem,
} from '../../../shared/auth/records.ts';
import { listHeldRoles } from '../../../shared/auth/role-ids.ts';
import { type Change, type Condition, check } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { conflict } from '../../../shared/errors/failure.ts';

/** The role whose holders administer a tenant. */
const administratorRole = 'admin';

const isActiveAdministrator = (subject: SubjectItem, settings: TenantItem): boolean =>
  !subject.disabled &&
  (subject.login?.status ?? 'created') === 'created' &&
  listHeldRoles(subject, settings).includes(administratorRole);

const ifStillAdministrator: Condition = {
  expression: '#disabled = :no AND contains(#roles, :administrator)',
  names: { '#disabled': 'disabled', '#roles': 'roles' },
  values: { ':no': false, ':administrator': administratorRole },
};

/** A user of the tenant before and after a change; without `after` their access ends. */
export interface AccessChange {
  readonly before: SubjectItem;
  readonly after?: SubjectItem | undefined;
}

/**
 * What must be true when these changes are committed: that another administrator remains. Of two who are removed at the same
 * moment, the second is decided on what the first one left.
 * @throws Failure 409 when none would remain
 */
export async function requireOtherAdministrator(
  tenant: TenantStore,
  settings: TenantItem,
  changes: readonly AccessChange[],
): Promise<Change[]> {
  const isEnded = ({ before, after }: AccessChange) =>
    isActiveAdministrator(before, settings) && !(after && isActiveAdministrator(after, settings));
  if (!changes.some(isEnded)) return [];
  const changed = new Set(changes.map(({ before }) => before.id));
  for await (const { items } of tenant.queryPages(subjectsByName(tenant), { beginsWith: 'user#' })) {
    const other = items.find(
      (subject) => !changed.has(subject.id) && isActiveAdministrator(subject, settings),
    );
    if (other) return [check(subjectKey(tenant, other.id), ifStillAdministrator, 'retry')];
  }
  throw conflict(
    `This would leave the tenant ${tenant.code} without an administrator who can sign in; give another user the role ` +
      `${administratorRole} first.`,
  );
}
