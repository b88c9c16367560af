// Stored rules and scores: the rules of a tenant, the score that each person had when the ranking was last calculated, and the
// run that calculates it.
import { type Change, put, remove } from '../../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../../shared/data/versioned-record.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../../../shared/http/etag.ts';
import { createRunStore, type LeasedRun, startRun } from '../../../../../shared/jobs/leased-run.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import { type Contribution, defaultSettings, type RuleSettings } from './rules.ts';

/** The rules of a tenant. */
export interface EngagementRulesItem extends VersionedRecord {
  readonly type: 'engagement-rules';
  readonly id: 'engagement-rules';
  readonly settings: RuleSettings;
}

/** The rules of a tenant that has set none. */
export const defaultRules: EngagementRulesItem = {
  type: 'engagement-rules',
  id: 'engagement-rules',
  settings: defaultSettings,
  version: 0,
  createdDate: '1970-01-01T00:00:00.000Z',
  modifiedDate: '1970-01-01T00:00:00.000Z',
  schemaVersion: 1,
};

/** The score of a person in the ranking. Nobody without points has one. */
export interface EngagementScoreItem {
  readonly type: 'engagement-score';
  readonly personId: string;
  readonly points: number;
  readonly contributions: readonly Contribution[];
}
type RankedScore = EngagementScoreItem & { readonly gsi1sk: string };

/** The run that calculates the ranking: every day, and when the rules have changed. It stays while rules count. */
export interface EngagementRunItem extends LeasedRun {
  readonly type: 'engagement-run';
  /** When the pass that is under way began, and the place in the order by name that it has reached. */
  readonly startedDate?: string | undefined;
  readonly after?: string | undefined;
  /** When the last whole pass began, and the version of the rules that it was by. */
  readonly calculatedDate?: string | undefined;
  readonly rulesVersion?: number | undefined;
}

const RUN_ID = 'engagement';
const partitionName = 'ENGAGEMENT';
const rulesKey = (tenant: TenantStore): Key<EngagementRulesItem> => tenant.key(partitionName, 'RULES');
const scoreKey = (tenant: TenantStore, personId: string): Key<EngagementScoreItem> =>
  tenant.key(`PERSON#${personId}`, 'ENGAGEMENT');

export const engagementRuns = createRunStore<EngagementRunItem>(() => partitionName, 'ENGAGEMENT-RUNS');

/** The tenant's rules, or those that it starts with. Half a read unit, or one. */
export const loadRules = async (
  tenant: TenantStore,
  options: { readonly consistent?: boolean } = {},
): Promise<EngagementRulesItem> => {
  const stored = await tenant.get(rulesKey(tenant), options);
  // A rule that came with a later version is not enabled.
  return stored ? { ...stored, settings: { ...defaultSettings, ...stored.settings } } : defaultRules;
};

export const loadRun = (
  tenant: TenantStore,
  options: { readonly consistent?: boolean } = {},
): Promise<EngagementRunItem | undefined> => tenant.get(engagementRuns.key(tenant, RUN_ID), options);

/** Replaces the rules that were read as `before`. @throws Failure 412 when If-Match names another version */
export const replaceRules = (
  tenant: TenantStore,
  before: EngagementRulesItem,
  after: EngagementRulesItem,
  ifMatch: IfMatch | undefined,
): Change => put(rulesKey(tenant), after, ifUnchangedOrAbsent(before, ifMatch));

/** Restarts the ranking at once; a pass that is under way ends. */
export const restartRun = (
  tenant: TenantStore,
  former: EngagementRunItem | undefined,
  runId: string,
  now: Date,
): Change =>
  engagementRuns.put(tenant, undefined, {
    ...{ type: 'engagement-run', id: RUN_ID, runId, ...startRun(now) },
    ...omitUndefined({ calculatedDate: former?.calculatedDate, rulesVersion: former?.rulesVersion }),
  });

/** The scores of the ranking, the highest first. */
export const ranking = (tenant: TenantStore): Partition<RankedScore> => tenant.listing(partitionName);
export const rankingSort = ({ gsi1sk }: RankedScore): string => gsi1sk;

/** More than anybody can have, in tenths of a point. */
const HIGHEST = 99_999_999;

/** Stores the score of a person. */
export const putScore = (tenant: TenantStore, score: EngagementScoreItem): Change => {
  const place = String(HIGHEST - Math.round(score.points * 10)).padStart(8, '0');
  return put(scoreKey(tenant, score.personId), score, {
    listed: { listing: ranking(tenant), sort: `${place}#${score.personId}` },
  });
};

export const removeScore = (tenant: TenantStore, personId: string): Change =>
  remove(scoreKey(tenant, personId));

/** The scores of these people in the ranking, in their order. Half a read unit each. */
export const loadScores = (
  tenant: TenantStore,
  personIds: readonly string[],
): Promise<(EngagementScoreItem | undefined)[]> =>
  tenant.getMany(personIds.map((id) => scoreKey(tenant, id)));
