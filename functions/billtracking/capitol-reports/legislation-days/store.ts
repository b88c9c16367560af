// Stored legislation days: the current map of a session and every version of it, in one partition.
import { type Change, commit, insert, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import type { Author } from '../../caller.ts';
import type { DayMap } from './legislation-days.ts';

/** A map that will be saved. */
export interface VersionInput extends DayMap {
  readonly sessionId: number;
  readonly stateId: number;
  /** The resolution that set the days: `SR 6 (2025)`. */
  readonly instrument?: string | undefined;
  /** Undefined when the tenant accepts calls without a token. */
  readonly savedBy?: Author | undefined;
}

/** A version of a session's map as stored. */
interface DayMapVersion extends VersionInput {
  readonly version: number;
  readonly modifiedDate: string;
}

/** The current map of a session. */
export interface LegislationDaysItem extends DayMapVersion {
  readonly type: 'legislation-days';
  /** The id of the session, as text. */
  readonly id: string;
  readonly createdDate: string;
  readonly schemaVersion: 1;
  /** The session after which its key dates are named in calendars, where that was merged into this one. */
  readonly keyDatesOf?: number | undefined;
}

/** A version, also the current one. It is never changed. */
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

/** The current map of a session, if one was saved. One read; a hundred days are some 6 KB. */
export const legislationDaysBySession = (
  tenant: TenantStore,
  sessionId: number,
  options?: { readonly consistent?: boolean },
): Promise<LegislationDaysItem | undefined> => tenant.get(daysKey(tenant, sessionId), options);

/** One version of a session's map and the one before it, if they exist. One round trip. */
export async function legislationDaysVersion(
  tenant: TenantStore,
  sessionId: number,
  number: number,
): Promise<{
  readonly version: LegislationDaysVersionItem | undefined;
  readonly before: LegislationDaysVersionItem | undefined;
}> {
  const keys = [number, number - 1].map((version) => versionKey(tenant, sessionId, version));
  const [version, before] = await tenant.getMany(keys);
  return { version, before };
}

/** All versions of a session's map, the first one first. One query per megabyte: some two hundred versions. */
export const legislationDaysVersions = (
  tenant: TenantStore,
  sessionId: number,
): Promise<LegislationDaysVersionItem[]> =>
  tenant.queryAll(tenant.partition<LegislationDaysVersionItem>(sessionPartition(sessionId)), {
    beginsWith: versionsPrefix,
  });

/**
 * Gives the legislation days of a session, with every version, to another one that has none. The map that is read as the
 * current one is written after its versions, so that an interrupted call is repeated.
 */
export async function moveLegislationDays(tenant: TenantStore, from: number, into: number): Promise<void> {
  const days = await legislationDaysBySession(tenant, from, { consistent: true });
  if (!days) return;
  const versions = await legislationDaysVersions(tenant, from);
  if (!(await legislationDaysBySession(tenant, into, { consistent: true }))) {
    for (const version of versions)
      await commit([put(versionKey(tenant, into, version.version), { ...version, sessionId: into })]);
    await commit([
      // The events of its key dates move too, and calendars know them by the ids that they have.
      put(daysKey(tenant, into), {
        ...days,
        ...{ id: String(into), sessionId: into, keyDatesOf: days.keyDatesOf ?? from },
      }),
    ]);
  }
  for (const { version } of versions) await commit([remove(versionKey(tenant, from, version))]);
  await commit([remove(daysKey(tenant, from))]);
}

/** The next version of a session's map, and the two changes that save it as the current map and as a version. */
export function buildNextVersion(
  tenant: TenantStore,
  before: LegislationDaysItem | undefined,
  input: VersionInput,
  now: Date,
  ifMatch: IfMatch | undefined,
): { readonly saved: LegislationDaysItem; readonly changes: readonly Change[] } {
  const moment = now.toISOString();
  const version = { ...input, version: (before?.version ?? 0) + 1, modifiedDate: moment };
  const saved: LegislationDaysItem = {
    ...version,
    type: 'legislation-days',
    id: String(input.sessionId),
    createdDate: before?.createdDate ?? moment,
    schemaVersion: 1,
    ...(before?.keyDatesOf !== undefined && { keyDatesOf: before.keyDatesOf }),
  };
  return {
    saved,
    changes: [
      put(daysKey(tenant, input.sessionId), saved, ifUnchangedOrAbsent(before, ifMatch)),
      insert(versionKey(tenant, input.sessionId, version.version), {
        ...version,
        type: 'legislation-days-version',
      }),
    ],
  };
}
