// When a feed last looked at all bills of a session: the day on which a source still had them. It stays when its feed is deleted.
import { type Change, put } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';

/** A tracked bill that the provider's list of a session does not have. */
export interface MissingBill {
  readonly id: string;
  /** When the list last had it, ISO 8601; absent where it never did. */
  readonly lastSeenDate?: string | undefined;
}

export interface SessionRead {
  readonly type: 'session-read';
  readonly sessionId: number;
  readonly stateId: number;
  readonly feedId: string;
  /** ISO 8601. */
  readonly lastReadDate: string;
  /** Whether the provider has archived it, and the feed has read it for the last time. */
  readonly isArchived?: boolean | undefined;
  /** Of the tracked bills that are not decided; absent where the provider never gave a whole list. */
  readonly missing?: readonly MissingBill[] | undefined;
}

const PARTITION = 'SESSIONS-READ';

const readKey = (
  tenant: TenantStore,
  { sessionId, feedId }: Pick<SessionRead, 'sessionId' | 'feedId'>,
): Key<SessionRead> => tenant.key(PARTITION, `${sessionId}#${feedId}`);

/** When feeds last read sessions, also those that were deleted. One query. */
export const listSessionReads = (tenant: TenantStore): Promise<SessionRead[]> =>
  tenant.queryAll(tenant.partition<SessionRead>(PARTITION));

/** When a feed last read a session. One read. */
export const sessionReadByFeed = (
  tenant: TenantStore,
  of: Pick<SessionRead, 'sessionId' | 'feedId'>,
): Promise<SessionRead | undefined> => tenant.get(readKey(tenant, of));

export const putSessionRead = (tenant: TenantStore, read: SessionRead): Change =>
  put(readKey(tenant, read), read);
