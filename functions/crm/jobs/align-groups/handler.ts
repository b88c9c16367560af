// Makes the members of groups with a filter agree with it. It may stop anywhere; sweep-groups continues what was cut off.
import { randomUUID } from 'node:crypto';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { comparePeople } from '../../groups/filter/compare-people.ts';
import { followPerson } from '../../groups/filter/follow-person.ts';

/** The milliseconds that must be left for a page of people; the rest is left to another call. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  for (const { tenant, partition, type, isNew } of listChangedItems(event)) {
    if (type === 'group-step') {
      await comparePeople(tenant, partition.replace(/^GROUP#/, ''), {
        ...{ now: () => new Date(), newId: randomUUID, isInTime: createTimeCheck(context, TIME_FOR_PAGE) },
      });
      continue;
    }
    await followPerson(tenant, partition.replace(/^PERSON#/, ''), { isNew, now: new Date() });
  }
};
