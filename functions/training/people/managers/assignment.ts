// Assigns managers to people and organizations, and removes them.

import { type AuditContext, auditRecordChange } from '../../../../shared/audit/audit.ts';
import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { type IfMatch, ifUnchanged, ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import { mayAct } from '../../access/acting-people.ts';
import {
  type Managed,
  type ManagerItem,
  managedBy,
  managedSort,
  managerKey,
  type ResolvedManager,
} from './manager.ts';

interface ManagerTarget {
  readonly tenant: TenantStore;
  readonly of: Managed;
  /** The id of the managed person or organization. */
  readonly id: string;
  readonly ifMatch: IfMatch | undefined;
  /** Who assigns or removes, for the audit. */
  readonly audit: AuditContext;
}

/** The change that records an assignment: managers decide approvals, so who is one is an administrative fact. */
const auditAssignment = (
  { tenant, of, id, audit }: ManagerTarget,
  before: ManagerItem | undefined,
  managerId?: string,
): Change =>
  auditRecordChange(
    tenant,
    {
      recordType: of === 'person' ? 'PersonManager' : 'OrganizationManager',
      recordId: id,
      before: before && { managerId: before.managerId },
      after: managerId === undefined ? undefined : { managerId },
    },
    audit,
  );

/** The assignment of a manager, in a consistent read. */
export const findAssignedManager = (
  tenant: TenantStore,
  of: Managed,
  id: string,
): Promise<ManagerItem | undefined> => tenant.get(managerKey(tenant, of, id), { consistent: true });

/**
 * Assigns a manager.
 * @param today YYYY-MM-DD in the tenant's time zone
 * @throws Failure 400 when the manager does not exist, is inactive, or is the managed person
 */
export async function assignManager(
  managing: ManagerTarget,
  managerId: string,
  today: string,
): Promise<{
  readonly changes: readonly Change[];
  readonly found: ResolvedManager;
  readonly version: number;
}> {
  const { tenant, of, id, ifMatch, audit } = managing;
  const target = 'managerId';
  if (managerId === id)
    throw invalid([{ code: 'NOT_ALLOWED', message: "A person can't be their own manager.", target }]);
  const [manager, before] = await Promise.all([
    personById(tenant, managerId),
    findAssignedManager(tenant, of, id),
  ]);
  if (!manager) throw invalid([unknownId('person', managerId, target)]);
  if (!mayAct(manager, today))
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: 'The manager must be an active person.',
        target,
      },
    ]);
  const moment = audit.now.toISOString();
  const item: ManagerItem = {
    type: 'manager',
    id,
    of,
    managerId,
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  return {
    changes: [
      put(managerKey(tenant, of, id), item, {
        ...ifUnchangedOrAbsent(before, ifMatch),
        listed: { listing: managedBy(tenant, managerId), sort: managedSort({ of, id }) },
      }),
      auditAssignment(managing, before, managerId),
    ],
    found: { manager, of },
    version: item.version,
  };
}

/** Removes an assignment; no change when there is none. */
export async function removeManager(managing: ManagerTarget): Promise<readonly Change[]> {
  const { tenant, of, id, ifMatch } = managing;
  const before = await findAssignedManager(tenant, of, id);
  const unchanged = ifUnchanged(before?.version ?? 0, ifMatch);
  return before ? [remove(managerKey(tenant, of, id), unchanged), auditAssignment(managing, before)] : [];
}
