// What subjects may do in a tenant, without a request of theirs: for what is done in their name later.
import type { TenantStore } from '../../data/store.ts';
import { readGroups } from '../accounts/read-groups.ts';
import { subjectKey, tenantKey } from '../accounts/records.ts';
import { narrowByScope, type Permission } from '../permissions/permissions.ts';
import { resolvePermissions } from './access.ts';

/** A subject, with the scope of the token by which it asked. */
export interface SubjectScope {
  readonly subject: string;
  readonly scope?: string | undefined;
}

/**
 * The permissions that subjects have by now, in the order of the subjects: none where one was disabled or removed, or its
 * tenant is suspended. One round trip.
 */
export async function loadSubjectPermissions(
  tenant: TenantStore,
  subjects: readonly SubjectScope[],
): Promise<ReadonlySet<Permission>[]> {
  const [[settings], found] = await readGroups(
    [tenantKey(tenant)],
    subjects.map(({ subject }) => subjectKey(tenant, subject)),
  );
  return subjects.map(({ scope }, index) => {
    const subject = found[index];
    if (!subject || subject.disabled || settings?.status !== 'active') return new Set<Permission>();
    return narrowByScope(resolvePermissions(subject, settings), scope);
  });
}
