// Decides whether a caller sees the e-mail addresses of other people (docs/interface/access.md#e-mail-addresses).

import type { TenantItem } from '../accounts/records.ts';
import type { Caller } from './access.ts';

/** Who looks at a record, in which tenant. */
export interface EmailViewer {
  readonly caller: Caller;
  readonly settings: Pick<TenantItem, 'emailsVisibleTo'>;
}

/**
 * Whether the caller sees everybody's address: users with the permission, or all of them where the tenant's setting says
 * so. The scopes of a client, which the platform's administrator issued, already say which records it reads.
 */
export function seesEmails({ caller, settings }: EmailViewer): boolean {
  switch (caller.kind) {
    case 'anonymous':
      return false;
    case 'client':
      return true;
    case 'user':
      return settings.emailsVisibleTo === 'members' || caller.permissions.has('crm.emails.read');
  }
}

/**
 * An address of a person as the caller sees it: their own, and others' as `seesEmails` says. A hidden one is the empty
 * string, so that callers who read the field find it; undefined only where there is none.
 */
export function showEmail(
  viewer: EmailViewer,
  personId: string | undefined,
  email: string | undefined,
): string | undefined {
  if (email === undefined) return undefined;
  const { caller } = viewer;
  const isOwn = caller.kind === 'user' && personId !== undefined && caller.personId === personId;
  return isOwn || seesEmails(viewer) ? email : '';
}
