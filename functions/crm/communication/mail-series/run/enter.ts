// How people enter a series: as new members of its list, or by request. Entering twice is once.
import type { TenantItem } from '../../../../../shared/auth/accounts/records.ts';
import { recipientKey } from '../../../../../shared/broadcasts/recipients.ts';
import { type Change, check, ifVersion } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { type SeriesItem, seriesKey } from '../../../../../shared/mail-series/series.ts';
import {
  type SeriesMemberItem,
  saveMember,
  seriesMemberKey,
} from '../../../../../shared/mail-series-members/member.ts';
import { wasRefused } from './leave.ts';
import { planNext } from './next-step.ts';

interface EntryContext {
  readonly tenant: TenantStore;
  readonly settings: Pick<TenantItem, 'timeZone'>;
  /** Real time, by which mails are sent. */
  readonly real: Date;
}

/** What entering leads to: the changes, and the people who enter by it. */
export interface Entry {
  readonly changes: readonly Change[];
  readonly entered: readonly string[];
}

/** The steps that people reached and were refused, as `<step> <person>`. A round trip where one of them comes back. */
async function findRefused(
  tenant: TenantStore,
  members: readonly SeriesMemberItem[],
): Promise<ReadonlySet<string>> {
  const recipients = await tenant.getMany(
    members.flatMap(({ personId, taken }) => taken.map((stepId) => recipientKey(tenant, stepId, personId))),
    { consistent: true },
  );
  return new Set(
    recipients.flatMap((each) => (each && wasRefused(each) ? `${each.broadcastId} ${each.personId}` : [])),
  );
}

/**
 * The changes by which people enter a series, on the condition that it stays as it was read. Who is in it or has had all of it
 * stays; who has left it goes on with what they have not had.
 * @param listIds the list by which they enter; none by request
 */
export async function enterSeries(
  { tenant, settings, real }: EntryContext,
  series: SeriesItem,
  personIds: readonly string[],
  listIds: readonly string[],
): Promise<Entry> {
  const members = await tenant.getMany(
    personIds.map((id) => seriesMemberKey(tenant, series.id, id)),
    { consistent: true },
  );
  const coming = personIds.flatMap((personId, index) => {
    const before = members[index];
    return before && before.status !== 'left' ? [] : [{ personId, before }];
  });
  const refused = await findRefused(
    tenant,
    coming.flatMap(({ before }) => before ?? []),
  );
  const build = (personId: string, before: SeriesMemberItem | undefined) =>
    planNext(
      series,
      {
        ...({ type: 'mail-series-member', seriesId: series.id, personId, status: 'waiting' } as const),
        ...{ listIds, enteredDate: real.toISOString(), since: real.getTime() },
        taken: (before?.taken ?? []).filter((stepId) => !refused.has(`${stepId} ${personId}`)),
        stepId: before?.stepId,
      },
      settings.timeZone,
    );
  return {
    entered: coming.map(({ personId }) => personId),
    changes:
      coming.length === 0
        ? []
        : [
            check(seriesKey(tenant, series.id), ifVersion(series.version), 'retry'),
            ...coming.map(({ personId, before }) => saveMember(tenant, before, build(personId, before))),
          ],
  };
}
