// What the rules of the engagement score count of a person, from what is stored about them in all areas.

import { broadcastsTo } from '../../../../shared/broadcasts/recipients.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { listPersonCommittees } from '../../../../shared/directory/committees/committee-store.ts';
import { isOnlyByFilter, listGroupsOfPerson } from '../../../../shared/directory/groups/group-members.ts';
import { listContactsOfPerson } from '../../../../shared/directory/officials/official-contact.ts';
import {
  loadRelationships,
  STAFF_TYPE_ID,
} from '../../../../shared/directory/officials/political-relationship.ts';
import { isInForce } from '../../../../shared/time/in-force.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { Occurrence, Occurrences, PersonRule, RuleSettings } from './record/rules.ts';
import { PERSON_RULES } from './record/rules.ts';

/** The day in the tenant's time zone. */
export interface Day {
  readonly today: string;
  readonly timeZone: string;
}

/** A completed course of the training record. */
interface Completion {
  readonly type: 'completion';
  readonly completedDate: string;
  readonly voidedDate?: string;
}

/** What each rule counts. One query each; voided records and what is not in force today do not count. */
const loaders: Readonly<
  Record<PersonRule, (tenant: TenantStore, personId: string, day: Day) => Promise<Occurrence[]>>
> = {
  async relationships(tenant, personId, { today }) {
    const { relationships } = await loadRelationships(tenant, personId);
    return relationships
      .filter((each) => each.typeId !== STAFF_TYPE_ID && isInForce(each, today))
      .map(({ strength }) => ({ weight: strength }));
  },
  async contacts(tenant, personId) {
    return (await listContactsOfPerson(tenant, personId)).map(({ date }) => ({ date }));
  },
  async committees(tenant, personId, { today }) {
    const memberships = (await listPersonCommittees(tenant, personId)).filter((each) =>
      isInForce(each, today),
    );
    // Somebody with two roles is a member once.
    return [...new Set(memberships.map(({ committeeId }) => committeeId))].map(() => ({}));
  },
  async groups(tenant, personId) {
    const places = await listGroupsOfPerson(tenant, personId);
    return places.filter((place) => !isOnlyByFilter(place)).map(() => ({}));
  },
  async courses(tenant, personId) {
    const record = tenant.partition<Completion>(`TRAINING-RECORD#${personId}`);
    const completions = await tenant.queryAll(record, { beginsWith: 'COMPLETION#' });
    return completions
      .filter(({ voidedDate }) => voidedDate === undefined)
      .map(({ completedDate }) => ({ date: completedDate }));
  },
  async openedMails(tenant, personId, { timeZone }) {
    const mails = await tenant.queryAll(broadcastsTo(tenant, personId));
    return mails.flatMap(({ openedDate }) =>
      openedDate === undefined ? [] : [{ date: toLocalDate(timeZone, new Date(openedDate)) }],
    );
  },
};

/** What the enabled rules count of a person. */
export async function loadOccurrences(
  tenant: TenantStore,
  personId: string,
  settings: RuleSettings,
  day: Day,
): Promise<Occurrences> {
  const enabled = PERSON_RULES.filter((rule) => settings[rule].isEnabled);
  const loaded = await Promise.all(
    enabled.map(async (rule) => [rule, await loaders[rule](tenant, personId, day)] as const),
  );
  return Object.fromEntries(loaded);
}
