// Where sessions are kept: shipped ones are facts of the project, a tenant's own records add to them or lie over them.
//
// A tenant has as many sessions as its states have had, some thousands at most with everything imported; a list of one
// state reads that state's alone. The claim on state and identifier stands apart, so that a session is there once.
import { type Change, commit, ifAbsent, put, StaleRead } from '../data/changes.ts';
import type { Key, Partition, Position, TenantStore } from '../data/store.ts';
import { contentHash } from '../directory/content-hash.ts';
import { foldForSort } from '../directory/fold-for-sort.ts';
import { omitUndefined } from '../directory/omit-undefined.ts';
import { alreadyExists, Failure } from '../errors/failure.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../http/etag.ts';
import type { Session, SessionContent } from './session.ts';
import { shippedSessions } from './shipped-sessions.ts';

/** A session as the table holds it. */
export interface SessionItem extends SessionContent {
  readonly type: 'legislative-session';
  /** The number as text, like every record's id. */
  readonly id: string;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** Who has an identifier in a state. */
interface SessionClaim {
  readonly type: 'session-claim';
  readonly sessionId: number;
}

/** The number given last. */
interface SessionCounter {
  readonly type: 'session-counter';
  readonly last: number;
}

const FIRST_TENANT_SESSION_ID = 10_001;

const sessionKey = (tenant: TenantStore, id: number): Key<SessionItem> =>
  tenant.key(`SESSION#${id}`, 'SESSION');
const claimKey = (tenant: TenantStore, stateId: number, identifier: string): Key<SessionClaim> =>
  tenant.key('SESSIONS', `CLAIM#${stateId}#${foldForSort(identifier)}`);
const counterKey = (tenant: TenantStore): Key<SessionCounter> => tenant.key('SESSIONS', 'COUNTER');
const sessionsByState = (tenant: TenantStore): Partition<SessionItem> => tenant.listing('SESSIONS');

const shippedById = new Map(shippedSessions.map((session) => [session.id, session]));

const pickContent = (of: SessionContent): SessionContent => ({
  stateId: of.stateId,
  identifier: of.identifier,
  name: of.name,
  classification: of.classification,
  ...omitUndefined({ startDate: of.startDate, endDate: of.endDate }),
});

const toSession = (item: SessionItem): Session => ({ id: Number(item.id), ...pickContent(item) });

/** A session and the version of the tenant's record; 0 for a fact it has not laid anything over. */
export interface StoredSession {
  readonly session: Session;
  readonly version: number;
  readonly createdDate?: string | undefined;
}

/** The session with this number, and its version. One read. */
export async function storedSessionById(
  tenant: TenantStore,
  id: number,
  options?: { readonly consistent?: boolean },
): Promise<StoredSession | undefined> {
  const own = await tenant.get(sessionKey(tenant, id), options);
  if (own) return { session: toSession(own), version: own.version, createdDate: own.createdDate };
  const shipped = shippedById.get(id);
  return shipped && { session: shipped, version: 0 };
}

/** The session with this number. One read. */
export const sessionById = async (
  tenant: TenantStore,
  id: number,
  options?: { readonly consistent?: boolean },
): Promise<Session | undefined> => (await storedSessionById(tenant, id, options))?.session;

/** The sessions of one state, or all: shipped ones and the tenant's. One query per megabyte of the tenant's own. */
export async function listSessions(
  tenant: TenantStore,
  { stateId }: { readonly stateId?: number | undefined } = {},
): Promise<Session[]> {
  const own: SessionItem[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(sessionsByState(tenant), {
      ...(stateId !== undefined && { beginsWith: `${stateId}#` }),
      ...(after && { after }),
    });
    own.push(...page.items);
    after = page.next;
  } while (after);
  const shipped = shippedSessions.filter((one) => stateId === undefined || one.stateId === stateId);
  return [
    ...new Map([...shipped, ...own.map(toSession)].map((session) => [session.id, session] as const)).values(),
  ];
}

/** The session of a state with this identifier, in any case; as it was last written. At most two reads. */
export async function sessionByIdentifier(
  tenant: TenantStore,
  stateId: number,
  identifier: string,
): Promise<StoredSession | undefined> {
  const folded = foldForSort(identifier);
  const shipped = shippedSessions.find(
    (one) => one.stateId === stateId && foldForSort(one.identifier) === folded,
  );
  const id =
    shipped?.id ?? (await tenant.get(claimKey(tenant, stateId, identifier), { consistent: true }))?.sessionId;
  return id === undefined ? undefined : storedSessionById(tenant, id, { consistent: true });
}

/** Writes a session over what was read as `before`: a fact, or the tenant's own record. */
export function putSession(
  tenant: TenantStore,
  before: StoredSession | undefined,
  after: Session,
  now: Date,
  ifMatch?: IfMatch,
): Change {
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
  return put(sessionKey(tenant, after.id), item, {
    // A fact that nothing was laid over is at version 0, and stays so while there is no record.
    ...ifUnchangedOrAbsent(own, ifMatch),
    listed: {
      listing: sessionsByState(tenant),
      sort: `${after.stateId}#${foldForSort(after.name)}#${after.id}`,
    },
  });
}

/**
 * A new session with the tenant's next number, and the changes that write it, claim its name and move the counter.
 * @throws Failure 409 ALREADY_EXISTS when the state has a session with this identifier
 */
export async function insertSession(
  tenant: TenantStore,
  content: SessionContent,
  now: Date,
): Promise<{ readonly session: Session; readonly changes: readonly Change[] }> {
  const [taken, counter] = await Promise.all([
    sessionByIdentifier(tenant, content.stateId, content.identifier),
    tenant.get(counterKey(tenant), { consistent: true }),
  ]);
  if (taken) throw alreadyExists('session', 'identifier', content.identifier);
  const session = { id: counter ? counter.last + 1 : FIRST_TENANT_SESSION_ID, ...pickContent(content) };
  return {
    session,
    changes: [
      put(
        claimKey(tenant, content.stateId, content.identifier),
        { type: 'session-claim', sessionId: session.id },
        { condition: ifAbsent, otherwise: 'decide again' },
      ),
      put(
        counterKey(tenant),
        { type: 'session-counter', last: session.id },
        {
          condition: counter
            ? { expression: '#last = :last', names: { '#last': 'last' }, values: { ':last': counter.last } }
            : ifAbsent,
          otherwise: 'decide again',
        },
      ),
      putSession(tenant, undefined, session, now),
    ],
  };
}

/** What an upsert did with a session. */
export interface SessionUpsertResult {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** In a dry run a new session has the number 0. */
  readonly session: Session;
}

const MAX_ATTEMPTS = 12;

/**
 * Brings in a session that a source tells of, found by state and identifier: a new one gets the next number; one that
 * is there takes what the source says, and keeps what it leaves out.
 * @throws Failure SERVICE_BUSY when others keep writing sessions
 */
export async function upsertSession(
  tenant: TenantStore,
  content: SessionContent,
  { now, dryRun = false }: { readonly now: Date; readonly dryRun?: boolean },
): Promise<SessionUpsertResult> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await sessionByIdentifier(tenant, content.stateId, content.identifier);
    try {
      if (!before) {
        if (dryRun) return { outcome: 'created', session: { id: 0, ...pickContent(content) } };
        const { session, changes } = await insertSession(tenant, content, now);
        await commit(changes);
        return { outcome: 'created', session };
      }
      const { identifier, ...told } = pickContent(content);
      const session = { ...before.session, ...told };
      if (contentHash(session) === contentHash(before.session)) return { outcome: 'unchanged', session };
      if (!dryRun) await commit([putSession(tenant, before, session, now)]);
      return { outcome: 'updated', session };
    } catch (error) {
      if (!(error instanceof StaleRead || (error instanceof Failure && error.code === 'ALREADY_EXISTS')))
        throw error;
    }
  }
  throw new Failure('SERVICE_BUSY');
}
