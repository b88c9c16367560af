// Merges a session of the tenant into another one of the same state: its identifiers name the other one from the start,
// a function moves what belongs to it, and in the end its id stands for the other one.
import { type Change, ifVersion, put, update } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';
import type { Session } from './session.ts';
import { FIRST_TENANT_SESSION_ID, type SessionClaim, sessionKey } from './sessions.ts';

/** The progress of a merge. */
export interface SessionMerge {
  readonly type: 'session-merge';
  readonly into: number;
  readonly status: 'running' | 'done';
  /** Differs from call to call, so that each is a change, which calls the function. */
  readonly mark: string;
}

const mergeKey = (tenant: TenantStore, id: number): Key<SessionMerge> => tenant.key(`SESSION#${id}`, 'MERGE');

/** The merge of this session into another one. One read. */
export const mergeOfSession = (tenant: TenantStore, id: number): Promise<SessionMerge | undefined> =>
  tenant.get(mergeKey(tenant, id), { consistent: true });

/** Has a function merge the session, or the rest of it. */
export const markMerge = (tenant: TenantStore, id: number, into: number, mark: string): Change =>
  put(mergeKey(tenant, id), { type: 'session-merge', into, status: 'running', mark });

/** Has a function merge the rest, unless another call has gone on with the merge, or ended it, since it was read. */
export const continueMerge = (tenant: TenantStore, id: number, read: SessionMerge, mark: string): Change =>
  update(
    mergeKey(tenant, id),
    { set: { mark } },
    {
      condition: {
        expression: '#status = :running AND #mark = :read',
        names: { '#status': 'status', '#mark': 'mark' },
        values: { ':running': 'running', ':read': read.mark },
      },
      onConflict: 'retry',
    },
  );

export const isBuiltIn = ({ id }: Pick<Session, 'id'>): boolean => id < FIRST_TENANT_SESSION_ID;

/** Gives all names of a session to another one, so that imports find that one. One query. */
export async function buildNameChanges(tenant: TenantStore, from: Session, into: Session): Promise<Change[]> {
  const claims = await tenant.queryAll(tenant.partition<SessionClaim & { readonly sk: string }>('SESSIONS'), {
    beginsWith: `CLAIM#${from.stateId}#`,
    consistent: true,
  });
  return claims
    .filter(({ sessionId }) => sessionId === from.id)
    .map(({ sk }) =>
      put(tenant.key<SessionClaim>('SESSIONS', sk), { type: 'session-claim', sessionId: into.id }),
    );
}

/** Ends a merge: the session is listed no more, and its id stands for the other one. */
export async function buildMergeEnd(
  tenant: TenantStore,
  from: Session,
  into: Session,
  { mark }: SessionMerge,
  now: Date,
): Promise<Change[]> {
  const [item, names] = await Promise.all([
    tenant.get(sessionKey(tenant, from.id), { consistent: true }),
    buildNameChanges(tenant, from, into),
  ]);
  if (!item) return [];
  const { version } = item;
  const set = { mergedInto: into.id, version: version + 1, modifiedDate: now.toISOString() };
  return [
    ...names,
    update(
      sessionKey(tenant, from.id),
      { set, unset: ['gsi1pk', 'gsi1sk'] },
      { condition: ifVersion(version), onConflict: 'retry' },
    ),
    put(mergeKey(tenant, from.id), { type: 'session-merge', into: into.id, status: 'done', mark }),
  ];
}
