// Where legislation days are kept: the present map of a session, and every version of it beside, in one partition.
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { Key, Partition, Position, TenantStore } from '../../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import type { DayMap } from './legislation-days.ts';

/** Who saved a version; unknown where the tenant takes calls without a token. */
export interface SavedBy {
  readonly name: string;
  readonly personId?: string | undefined;
}

/** A version of a session's map as the table holds it. */
interface DayMapVersion extends DayMap {
  readonly sessionId: number;
  readonly stateId: number;
  /** What set the days: `SR 6 (2025)`. */
  readonly instrument?: string | undefined;
  readonly savedBy?: SavedBy | undefined;
  readonly version: number;
  readonly modifiedDate: string;
}

/** The present map of a session. */
export interface LegislationDaysItem extends DayMapVersion {
  readonly type: 'legislation-days';
  /** The number of the session, as text. */
  readonly id: string;
  readonly createdDate: string;
  readonly schemaVersion: 1;
}

/** A version, the present one too; it is never changed. */
export interface LegislationDaysVersionItem extends DayMapVersion {
  readonly type: 'legislation-days-version';
}

const sessionPartition = (sessionId: number): string => `LEGISLATION-DAYS#${sessionId}`;
const versionsPrefix = 'VERSION#';

const daysKey = (tenant: TenantStore, sessionId: number): Key<LegislationDaysItem> =>
  tenant.key(sessionPartition(sessionId), 'DAYS');
const versionKey = (
  tenant: TenantStore,
  sessionId: number,
  version: number,
): Key<LegislationDaysVersionItem> =>
  tenant.key(sessionPartition(sessionId), `${versionsPrefix}${String(version).padStart(6, '0')}`);

/** The present map of a session, if one was saved. One read; a hundred days are some 6 KB. */
export const legislationDaysBySession = (
  tenant: TenantStore,
  sessionId: number,
  options?: { readonly consistent?: boolean },
): Promise<LegislationDaysItem | undefined> => tenant.get(daysKey(tenant, sessionId), options);

/** One version of a session's map, and the one before it, those that are there. One round trip. */
export async function legislationDaysVersion(
  tenant: TenantStore,
  sessionId: number,
  version: number,
): Promise<{
  readonly kept: LegislationDaysVersionItem | undefined;
  readonly before: LegislationDaysVersionItem | undefined;
}> {
  const keys = [version, version - 1].map((number) => versionKey(tenant, sessionId, number));
  const [kept, before] = await tenant.getMany(keys);
  return { kept, before };
}

/** All versions of a session's map, the first one first. One query per megabyte: some two hundred versions. */
export async function legislationDaysVersions(
  tenant: TenantStore,
  sessionId: number,
): Promise<LegislationDaysVersionItem[]> {
  const partition: Partition<LegislationDaysVersionItem> = tenant.partition(sessionPartition(sessionId));
  const found: LegislationDaysVersionItem[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(partition, { beginsWith: versionsPrefix, ...(after && { after }) });
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
}

/** A map that is to be saved. */
export interface VersionInput extends DayMap {
  readonly sessionId: number;
  readonly stateId: number;
  readonly instrument?: string | undefined;
  readonly savedBy?: SavedBy | undefined;
}

/** The next version of a session's map, and the two changes that save it whole and keep those before it. */
export function buildNextVersion(
  tenant: TenantStore,
  before: LegislationDaysItem | undefined,
  wished: VersionInput,
  now: Date,
  ifMatch: IfMatch | undefined,
): { readonly saved: LegislationDaysItem; readonly changes: readonly Change[] } {
  const moment = now.toISOString();
  const version = { ...wished, version: (before?.version ?? 0) + 1, modifiedDate: moment };
  const saved: LegislationDaysItem = {
    ...version,
    type: 'legislation-days',
    id: String(wished.sessionId),
    createdDate: before?.createdDate ?? moment,
    schemaVersion: 1,
  };
  const kept: LegislationDaysVersionItem = { ...version, type: 'legislation-days-version' };
  return {
    saved,
    changes: [
      put(daysKey(tenant, wished.sessionId), saved, ifUnchangedOrAbsent(before, ifMatch)),
      put(versionKey(tenant, wished.sessionId, version.version), kept, {
        condition: ifAbsent,
        otherwise: 'decide again',
      }),
    ],
  };
}
