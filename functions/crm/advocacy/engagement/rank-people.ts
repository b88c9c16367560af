// Calculates the ranking, a page of people after the other: every day, and when the rules have changed.
import { isDeepStrictEqual } from 'node:util';
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { type Change, check, commit, ifPresent } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  isActiveEntry,
  type PersonEntry,
  personEntries,
} from '../../../../shared/directory/people/person-entries.ts';
import { personKey } from '../../../../shared/directory/people/person-store.ts';
import { advance, type RunContext, type TakenRun, workOnRun } from '../../../../shared/jobs/leased-run.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { Day } from './load-occurrences.ts';
import { countsAnything, type RuleSettings } from './record/rules.ts';
import {
  type EngagementRunItem,
  engagementRuns,
  loadRules,
  loadScores,
  putScore,
  removeScore,
} from './record/store.ts';
import { scorePerson } from './score-person.ts';

/** A person is two changes, and a transaction has at most a hundred. */
const PEOPLE_PER_PAGE = 40;
const DAY = 24 * 3_600_000;

/** The changes that bring the scores of some people up to date; none of those that are as they were. */
async function scorePage(
  tenant: TenantStore,
  entries: readonly PersonEntry[],
  settings: RuleSettings,
  day: Day,
): Promise<Change[]> {
  const isEnabled = countsAnything(settings);
  const stored = await loadScores(
    tenant,
    entries.map(({ id }) => id),
  );
  const changes = await Promise.all(
    entries.map(async (entry, index): Promise<Change[]> => {
      const former = stored[index];
      const counts = isEnabled && isActiveEntry(entry, day.today);
      const { points, contributions } = counts
        ? await scorePerson(tenant, entry.id, settings, day)
        : { points: 0, contributions: [] };
      if (points === 0) return former ? [removeScore(tenant, entry.id)] : [];
      if (former?.points === points && isDeepStrictEqual(former.contributions, contributions)) return [];
      const score = { type: 'engagement-score' as const, personId: entry.id, points, contributions };
      // No score is written for somebody who is merged or erased at that moment.
      return [putScore(tenant, score), check(personKey(tenant, entry.id), ifPresent, 'retry')];
    }),
  );
  return changes.flat();
}

/** How long to wait for more to do; the last pass of a tenant without rules ends the run. */
async function rankPages(
  taken: TakenRun<EngagementRunItem>,
  { now, isInTime }: RunContext,
): Promise<'done' | { readonly delay: number }> {
  const { tenant } = taken;
  const [{ settings, version }, tenantItem] = await Promise.all([
    loadRules(tenant, { consistent: true }),
    tenant.get(tenantKey(tenant)),
  ]);
  const { timeZone = 'UTC', clockOffsetSeconds = 0 } = tenantItem ?? {};
  while (isInTime()) {
    const tenantNow = tenantTime({ clockOffsetSeconds }, now());
    const { startedDate = tenantNow.toISOString(), after } = taken.run;
    const entries = await tenant.queryAll(personEntries(tenant), {
      limit: PEOPLE_PER_PAGE + 1,
      ...(after !== undefined && { from: after }),
    });
    const page = entries.filter(({ sk }) => sk !== after).slice(0, PEOPLE_PER_PAGE);
    const changes = await scorePage(tenant, page, settings, {
      timeZone,
      today: toLocalDate(timeZone, tenantNow),
    });
    const last = page.at(-1);
    if (last && entries.length > PEOPLE_PER_PAGE) {
      await advance(engagementRuns, taken, { startedDate, after: last.sk }, now(), changes);
      continue;
    }
    if (!countsAnything(settings)) {
      await commit([...changes, engagementRuns.remove(tenant, taken.run)]);
      return 'done';
    }
    const done = { calculatedDate: startedDate, rulesVersion: version };
    await advance(
      engagementRuns,
      taken,
      { startedDate: undefined, after: undefined, ...done },
      now(),
      changes,
    );
    return { delay: DAY };
  }
  return { delay: 0 };
}

/** Continues the ranking of a tenant, if it is due. It may stop anywhere; another call continues. */
export async function rankPeople(
  tenant: TenantStore,
  run: EngagementRunItem,
  context: RunContext,
): Promise<void> {
  await workOnRun(
    { tenant, run },
    {
      name: `engagement of ${tenant.code}`,
      runs: engagementRuns,
      work: (taken) => rankPages(taken, context),
      // Tomorrow is another try.
      fail: async ({ run: failed }) =>
        commit([
          engagementRuns.put(tenant, failed, {
            ...failed,
            ...{ tries: 0, dueAt: context.now().getTime() + DAY, version: failed.version + 1 },
          }),
        ]),
      explainLastTry: () => '',
    },
    context.now,
  );
}
