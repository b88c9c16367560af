// Makes the members of groups with a filter agree with it. It may stop anywhere; sweep-groups continues what was cut off.
import { randomUUID } from 'node:crypto';
import { tenantKey } from '../../../../shared/auth/records.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { comparePeople } from '../../groups/filter/compare-people.ts';
import { followPerson } from '../../groups/filter/follow-person.ts';

/** The milliseconds that must be left for a page of people; the rest is left to another call. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  for (const { tenant, partition, type } of listChangedItems(event)) {
    if (type === 'group-step') {
      await comparePeople(tenant, partition.replace(/^GROUP#/, ''), {
        ...{ now: () => new Date(), newId: randomUUID, isInTime: createTimeCheck(context, TIME_FOR_PAGE) },
      });
      continue;
    }
    const settings = await tenant.get(tenantKey(tenant));
    if (!settings) continue;
    const now = tenantTime(settings, new Date());
    await followPerson({ tenant, settings, now }, partition.replace(/^PERSON#/, ''));
  }
};
