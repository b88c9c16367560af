// Stored sessions of legislatures. The tenant's own records add to the built-in sessions or override them.
//
// A tenant has as many sessions as its states have had, at most some thousands. A list of one state reads only that
// state's. The claim on state and identifier is a separate item, so that each session exists once.

import { type Change, ifAbsent, insert, put } from '../../data/changes.ts';
import { decideAndCommit } from '../../data/decide-and-commit.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import type { VersionedRecord } from '../../data/versioned-record.ts';
import { alreadyExists } from '../../errors/failure.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../http/etag.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import { contentHash } from '../../values/content-hash.ts';
import { pick } from '../../values/pick.ts';
import type { Session, SessionContent } from './session.ts';
import { findVariant } from './session-variants.ts';
import { shippedSessions } from './shipped-sessions.ts';

/** A session as stored. */
export interface SessionItem extends SessionContent, VersionedRecord {
  readonly type: 'legislative-session';
  /** The id as text, like every record's id. */
  readonly id: string;
  /** The id of the session that this one was merged into; it is no longer listed and stands for that one. */
  readonly mergedInto?: number | undefined;
}

/** Which session a state's identifier names: the session's own identifier, or another by which a source knows it. */
export interface SessionClaim {
  readonly type: 'session-claim';
  readonly sessionId: number;
}

/** The last id that was given. */
interface SessionCounter {
  readonly type: 'session-counter';
  readonly last: number;
}

/** Marks a session whose name has changed (`writeSession`). */
interface SessionRename {
  readonly type: 'session-rename';
  /** Differs from mark to mark, so that each is a change. */
  readonly mark: string;
}

/** Sessions with a lower id are built in. */
export const FIRST_TENANT_SESSION_ID = 10_001;

export const sessionKey = (tenant: TenantStore, id: number): Key<SessionItem> =>
  tenant.key(`SESSION#${id}`, 'SESSION');
const renameKey = (tenant: TenantStore, id: number): Key<SessionRename> =>
  tenant.key(`SESSION#${id}`, 'RENAME');
const claimKey = (tenant: TenantStore, stateId: number, identifier: string): Key<SessionClaim> =>
  tenant.key('SESSIONS', `CLAIM#${stateId}#${foldForSort(identifier)}`);
const counterKey = (tenant: TenantStore): Key<SessionCounter> => tenant.key('SESSIONS', 'COUNTER');
const sessionsByState = (tenant: TenantStore): Partition<SessionItem> => tenant.listing('SESSIONS');

const shippedById = new Map(shippedSessions.map((session) => [session.id, session]));

const pickContent = (content: SessionContent): SessionContent =>
  pick(content, [
    'stateId',
    'identifier',
    'name',
    'classification',
    'startYear',
    'endYear',
    'startDate',
    'endDate',
  ]);

const toSession = (item: SessionItem): Session => ({ id: Number(item.id), ...pickContent(item) });

/** A session and the version of the tenant's record; 0 for a built-in session that the tenant has not changed. */
export interface StoredSession {
  readonly session: Session;
  readonly version: number;
  readonly createdDate?: string | undefined;
}

/** The session with this id, or the one that it was merged into, and its version. One read, and one per merge. */
export async function storedSessionById(
  tenant: TenantStore,
  id: number,
  options?: { readonly consistent?: boolean },
): Promise<StoredSession | undefined> {
  const own = await tenant.get(sessionKey(tenant, id), options);
  if (own?.mergedInto !== undefined) return storedSessionById(tenant, own.mergedInto, options);
  if (own) return { session: toSession(own), version: own.version, createdDate: own.createdDate };
  const shipped = shippedById.get(id);
  return shipped && { session: shipped, version: 0 };
}

/** The session with this id. One read. */
export const sessionById = async (
  tenant: TenantStore,
  id: number,
  options?: { readonly consistent?: boolean },
): Promise<Session | undefined> => (await storedSessionById(tenant, id, options))?.session;

/** The sessions with these ids, in their order; undefined for one that was merged into another. One round trip per hundred. */
export async function sessionsById(
  tenant: TenantStore,
  ids: readonly number[],
): Promise<(Session | undefined)[]> {
  const own = await tenant.getMany(ids.map((id) => sessionKey(tenant, id)));
  return ids.map((id, index) => {
    const item = own[index];
    if (!item) return shippedById.get(id);
    return item.mergedInto === undefined ? toSession(item) : undefined;
  });
}

/** The sessions of one state, or all: built-in ones and the tenant's. One query per megabyte of the tenant's. */
export async function listSessions(
  tenant: TenantStore,
  { stateId }: { readonly stateId?: number | undefined } = {},
): Promise<Session[]> {
  const own = await tenant.queryAll(
    sessionsByState(tenant),
    stateId === undefined ? {} : { beginsWith: `${stateId}#` },
  );
  const shipped = shippedSessions.filter((session) => stateId === undefined || session.stateId === stateId);
  return [
    ...new Map([...shipped, ...own.map(toSession)].map((session) => [session.id, session] as const)).values(),
  ];
}

/** Names a session: its state and its identifier in any spelling. */
export const getSessionName = ({
  stateId,
  identifier,
}: Pick<SessionContent, 'stateId' | 'identifier'>): string => `${stateId}#${foldForSort(identifier)}`;

/** The session of a state with this identifier, in any case. Two consistent reads. */
export async function sessionByIdentifier(
  tenant: TenantStore,
  stateId: number,
  identifier: string,
): Promise<StoredSession | undefined> {
  const name = getSessionName({ stateId, identifier });
  const claim = await tenant.get(claimKey(tenant, stateId, identifier), { consistent: true });
  const id = claim?.sessionId ?? shippedSessions.find((session) => getSessionName(session) === name)?.id;
  return id === undefined ? undefined : storedSessionById(tenant, id, { consistent: true });
}

/** Has the bills of a session given its name, or the rest of them. */
export const markRename = (tenant: TenantStore, sessionId: number, mark: string): Change =>
  put(renameKey(tenant, sessionId), { type: 'session-rename', mark });

/**
 * Writes a session over what was read as `before`: a built-in session, or the tenant's record. A new name marks the
 * session, and a function gives it to the bills.
 */
export function writeSession(
  tenant: TenantStore,
  before: StoredSession | undefined,
  after: Session,
  now: Date,
  ifMatch?: IfMatch,
): Change[] {
  const own = before && before.version > 0 ? before : undefined;
  const moment = now.toISOString();
  const item: SessionItem = {
    ...pickContent(after),
    type: 'legislative-session',
    id: String(after.id),
    version: (own?.version ?? 0) + 1,
    createdDate: own?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  const isRenamed = before !== undefined && before.session.name !== after.name;
  return [
    put(sessionKey(tenant, after.id), item, {
      // A built-in session without a record of the tenant has version 0.
      ...ifUnchangedOrAbsent(own, ifMatch),
      listed: {
        listing: sessionsByState(tenant),
        sort: `${after.stateId}#${foldForSort(after.name)}#${after.id}`,
      },
    }),
    ...(isRenamed ? [markRename(tenant, after.id, String(item.version))] : []),
  ];
}

/**
 * A new session with the tenant's next id, and the changes that write it, claim its identifier and move the counter.
 */
async function buildInsert(tenant: TenantStore, content: SessionContent, now: Date) {
  const counter = await tenant.get(counterKey(tenant), { consistent: true });
  const session = { id: counter ? counter.last + 1 : FIRST_TENANT_SESSION_ID, ...pickContent(content) };
  const changes: readonly Change[] = [
    insert(claimKey(tenant, content.stateId, content.identifier), {
      type: 'session-claim',
      sessionId: session.id,
    }),
    put(
      counterKey(tenant),
      { type: 'session-counter', last: session.id },
      {
        condition: counter
          ? { expression: '#last = :last', names: { '#last': 'last' }, values: { ':last': counter.last } }
          : ifAbsent,
        onConflict: 'retry',
      },
    ),
    ...writeSession(tenant, undefined, session, now),
  ];
  return { session, changes };
}

/**
 * A new session of the tenant, and the changes that write it.
 * @throws Failure 409 ALREADY_EXISTS when the state has a session with this identifier
 */
export async function insertSession(
  tenant: TenantStore,
  content: SessionContent,
  now: Date,
): Promise<{ readonly session: Session; readonly changes: readonly Change[] }> {
  const [existing, insert] = await Promise.all([
    sessionByIdentifier(tenant, content.stateId, content.identifier),
    buildInsert(tenant, content, now),
  ]);
  if (existing) throw alreadyExists('session', 'identifier', content.identifier);
  return insert;
}

/** The result of importing a session. */
export interface SessionUpsertResult {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** In a dry run a new session has the id 0. */
  readonly session: Session;
}

interface SessionUpsertOptions {
  readonly now: Date;
  readonly dryRun?: boolean;
  /** Leaves a stored session as it is: a bill knows less of its session than a list of sessions does. */
  readonly keepStored?: boolean;
  /** The names of sessions that the same source tells apart from this one (`getSessionName`). */
  readonly others?: ReadonlySet<string>;
}

/** The stored session that a source means, and the change that keeps the source's identifier as another name of it. */
async function findSessionOfSource(
  tenant: TenantStore,
  content: SessionContent,
  others: ReadonlySet<string>,
): Promise<{ readonly stored: StoredSession; readonly changes: readonly Change[] } | undefined> {
  const exact = await sessionByIdentifier(tenant, content.stateId, content.identifier);
  if (exact) return { stored: exact, changes: [] };
  const sessions = await listSessions(tenant, { stateId: content.stateId });
  const variant = findVariant(
    sessions.filter((session) => !others.has(getSessionName(session))),
    content,
  );
  const stored = variant && (await storedSessionById(tenant, variant.id, { consistent: true }));
  if (!stored) return undefined;
  const name = insert(claimKey(tenant, content.stateId, content.identifier), {
    type: 'session-claim',
    sessionId: stored.session.id,
  });
  return { stored, changes: [name] };
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Imports a session, which is found by state and identifier, or as another name of a stored one (`findVariant`). A new
 * one gets the next id. A stored one takes over what the source has, and keeps what the source omits.
 * @throws Failure SERVICE_BUSY when others keep writing sessions
 */
export async function upsertSession(
  tenant: TenantStore,
  content: SessionContent,
  { now, dryRun = false, keepStored = false, others = nothing }: SessionUpsertOptions,
): Promise<SessionUpsertResult> {
  const { outcome, session } = await decideAndCommit(async () => {
    const found = await findSessionOfSource(tenant, content, others);
    if (!found) {
      if (dryRun)
        return { outcome: 'created' as const, session: { id: 0, ...pickContent(content) }, changes: [] };
      return { outcome: 'created' as const, ...(await buildInsert(tenant, content, now)) };
    }
    const { stored, changes } = found;
    // The identifier keeps its stored spelling.
    const { identifier: _, ...update } = pickContent(content);
    const session = keepStored ? stored.session : { ...stored.session, ...update };
    const isSame = contentHash(session) === contentHash(stored.session);
    return {
      outcome: isSame ? ('unchanged' as const) : ('updated' as const),
      session,
      changes: dryRun ? [] : isSame ? changes : [...changes, ...writeSession(tenant, stored, session, now)],
    };
  });
  return { outcome, session };
}
