// Takes the steps of series that are due: each person becomes a recipient of the broadcast that the step is, which sends the mail
// as any other. In one transaction with it the person goes on to the next step, so no person has a step twice.
import { type TenantItem, tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import {
  addFigures,
  compareRecipients,
  countRecipient,
  sumFigures,
} from '../../../../../shared/broadcast-figures/figures.ts';
import {
  type BroadcastItem,
  RECIPIENT_SECONDS,
  type RecipientItem,
} from '../../../../../shared/broadcasts/broadcast.ts';
import {
  insertRecipient,
  recipientKey,
  replaceRecipient,
} from '../../../../../shared/broadcasts/recipients.ts';
import { broadcastRuns, callJob, findBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { type Change, check, commit, ifVersion, StaleRead } from '../../../../../shared/data/changes.ts';
import { listOpenMerges } from '../../../../../shared/data/open-merge.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { findMembers } from '../../../../../shared/directory/lists/mailing-list-members.ts';
import { isActivePerson, listEmails } from '../../../../../shared/directory/people/person.ts';
import {
  type PersonItem,
  peopleById,
  personKey,
} from '../../../../../shared/directory/people/person-store.ts';
import { startRun } from '../../../../../shared/jobs/leased-run.ts';
import { findRefusal, type Refusal } from '../../../../../shared/mail-consent/consent.ts';
import { addressKey, consentKey, hashAddress } from '../../../../../shared/mail-consent/store.ts';
import { findSeries, type SeriesItem, seriesKey } from '../../../../../shared/mail-series/series.ts';
import {
  listDueMembers,
  removeMember,
  type SeriesMemberItem,
  saveMember,
  seriesMemberKey,
} from '../../../../../shared/mail-series-members/member.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { isLasting, leave, wasRefused } from './leave.ts';
import { planNext } from './next-step.ts';

/** The most people whose steps are taken at once: with the checks of their records one transaction holds them. */
export const STEPS_AT_ONCE = 25;
/** How long a person waits who is being merged, in milliseconds. */
const MERGE_DELAY = 5_000;
/** How often a page is read again because another request has changed it meanwhile. */
const MAX_READS = 5;

interface StepContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  /** Real time. */
  readonly real: Date;
  readonly newId: () => string;
}

/** What is known about a person whose step is due. */
interface Known {
  readonly member: SeriesMemberItem;
  readonly person: PersonItem | undefined;
  readonly isOnList: boolean;
  readonly isMoving: boolean;
  readonly refusal: Refusal | undefined;
}

/** What is known about people. Merges that are open are read after the people: a later one changes their versions. */
async function loadKnown(
  { tenant, settings, real }: StepContext,
  series: SeriesItem,
  members: readonly SeriesMemberItem[],
): Promise<Known[]> {
  const ids = members.map(({ personId }) => personId);
  const people = await peopleById(tenant, ids);
  const hashes = people.map((person) => hashAddress((person && listEmails(person)[0]?.value) ?? ''));
  const [consents, addresses, places, current] = await Promise.all([
    tenant.getMany(
      ids.map((id) => consentKey(tenant, id)),
      { consistent: true },
    ),
    tenant.getMany(
      [...new Set(hashes)].map((hash) => addressKey(tenant, hash)),
      { consistent: true },
    ),
    Promise.all(
      [...new Set(members.flatMap(({ listIds }) => listIds))].map((id) => findMembers(tenant, id, ids)),
    ),
    tenant.get(tenantKey(tenant), { consistent: true }),
  ]);
  const onLists = new Set(places.flat().map((place) => place && `${place.listId} ${place.personId}`));
  const moving = new Set(listOpenMerges(current ?? {}).flatMap(({ from, into }) => [from, into]));
  const now = tenantTime(settings, real);
  return members.map((member, index) => {
    const person = people[index];
    const address = addresses.find((each) => each?.hash === hashes[index]);
    const consent = consents[index];
    const facts = person && {
      isActive: isActivePerson(person, toLocalDate(settings.timeZone, now)),
      email: listEmails(person)[0]?.value,
      ...{ choices: [consent ?? {}, address ?? {}], address: address ?? {} },
      lastBroadcast: consent?.lastBroadcast,
    };
    return {
      ...{ member, person, isMoving: moving.has(member.personId) },
      isOnList: member.listIds.every((id) => onLists.has(`${id} ${member.personId}`)),
      refusal: facts
        ? findRefusal(facts, { listIds: member.listIds, topicId: series.topicId }, now)
        : { reason: 'removed' },
    };
  });
}

/** The recipient of the broadcast that a step is. Whether they get the mail is decided when it is sent, as of any other. */
export const buildRecipient = (
  {
    settings,
    real,
  }: {
    readonly settings: Parameters<typeof tenantTime>[0];
    readonly real: Date;
  },
  stepId: string,
  {
    member,
    refusal,
  }: {
    readonly member: Pick<SeriesMemberItem, 'personId' | 'listIds'>;
    readonly refusal: Refusal | undefined;
  },
): RecipientItem => ({
  ...{ type: 'broadcast-recipient', broadcastId: stepId, personId: member.personId, tries: 0, version: 1 },
  ...{ listIds: member.listIds, dueAt: real.getTime() },
  ttl: Math.floor(real.getTime() / 1000) + RECIPIENT_SECONDS,
  ...(refusal
    ? { status: 'skipped', ...refusal, since: refusal.since ?? tenantTime(settings, real).toISOString() }
    : { status: 'waiting' }),
});

/** The change that makes the broadcast of a step send what waits. One that a worker has is looked at again after it. */
async function callStep({ tenant, real, newId }: StepContext, { id }: BroadcastItem): Promise<Change[]> {
  const run = await tenant.get(broadcastRuns.key(tenant, id), { consistent: true });
  const after = run
    ? {
        ...{ ...run, tries: 0, version: run.version + 1 },
        dueAt: run.heldBy === undefined ? real.getTime() : run.dueAt,
      }
    : {
        ...({ type: 'broadcast-run', id, runId: newId(), source: 0, isCollected: true } as const),
        ...startRun(real),
      };
  return [broadcastRuns.put(tenant, run, after), callJob(tenant, id, newId())];
}

/** Whom a step is taken for, with the changes of all others. */
function sortOut(context: StepContext, series: SeriesItem, known: readonly Known[]) {
  const { tenant, settings, real } = context;
  const taking: Known[] = [];
  const changes: Change[] = [];
  for (const each of known) {
    const { member, isMoving, isOnList } = each;
    // The steps may be others than when this was written.
    const planned = planNext(series, member, settings.timeZone);
    if (isMoving)
      changes.push(saveMember(tenant, member, { ...member, dueAt: real.getTime() + MERGE_DELAY }));
    else if (series.status === 'ended')
      changes.push(saveMember(tenant, member, leave(member, 'series-ended', real)));
    else if (planned.status === 'done' || planned.dueAt === undefined || planned.dueAt > real.getTime())
      changes.push(saveMember(tenant, member, planned));
    else if (!isOnList) changes.push(saveMember(tenant, member, leave(member, 'no-longer-on-list', real)));
    else taking.push({ ...each, member: { ...member, stepId: planned.stepId } });
  }
  return { taking, changes };
}

/** The changes that take one step for people who are there. */
async function takeStep(
  context: StepContext,
  series: SeriesItem,
  stepId: string,
  taking: readonly Known[],
): Promise<Change[]> {
  const { tenant, settings, real } = context;
  const [broadcast, earlier] = await Promise.all([
    findBroadcast(tenant, stepId),
    tenant.getMany(
      taking.map(({ member }) => recipientKey(tenant, stepId, member.personId)),
      { consistent: true },
    ),
  ]);
  if (!broadcast) throw new Error(`The step ${stepId} of the series ${series.id} has no broadcast`);
  const recipients = taking.flatMap((known, index) => {
    const before = earlier[index];
    if (!known.person || (before && !wasRefused(before))) return [];
    const after = buildRecipient(context, stepId, known);
    return { before, after: before ? { ...after, version: before.version + 1 } : after };
  });
  const [first] = recipients;
  const goOn = ({ member, refusal }: Known): Omit<SeriesMemberItem, 'version'> => {
    const taken = { ...member, taken: [...member.taken, stepId], since: real.getTime() };
    const next = planNext(series, taken, settings.timeZone);
    return refusal && isLasting(refusal) && next.status !== 'done'
      ? leave({ ...taken, stepId: next.stepId }, refusal.reason, real)
      : next;
  };
  return [
    ...taking.map((known) => saveMember(tenant, known.member, goOn(known))),
    ...taking.flatMap(({ person }) =>
      person ? [check(personKey(tenant, person.id), ifVersion(person.version), 'retry')] : [],
    ),
    ...recipients.map(({ before, after }) =>
      before ? replaceRecipient(tenant, before, after) : insertRecipient(tenant, after),
    ),
    ...(first
      ? addFigures(
          ...([tenant, stepId, first.after.personId] as const),
          sumFigures(
            recipients.map(({ before, after }) =>
              before ? compareRecipients(before, after) : countRecipient(after),
            ),
          ),
        )
      : []),
    ...(recipients.some(({ after: { status } }) => status === 'waiting')
      ? await callStep(context, broadcast)
      : []),
  ];
}

/** Takes the steps of some people in one series. */
async function takeOfSeries(
  context: StepContext,
  seriesId: string,
  listed: readonly SeriesMemberItem[],
): Promise<void> {
  const { tenant, real } = context;
  const [series, read] = await Promise.all([
    findSeries(tenant, seriesId),
    tenant.getMany(
      listed.map(({ personId }) => seriesMemberKey(tenant, seriesId, personId)),
      { consistent: true },
    ),
  ]);
  const due = read
    .filter((member) => member !== undefined)
    .filter(({ dueAt }) => dueAt !== undefined && dueAt <= real.getTime());
  if (!series) return commit(due.map((member) => removeMember(tenant, member)));
  const { taking, changes } = sortOut(context, series, await loadKnown(context, series, due));
  const steps = Map.groupBy(taking, ({ member }) => member.stepId ?? '');
  // Whatever is written holds only while the series is as it was read: nothing is taken after it was paused or ended.
  const guard = check(seriesKey(tenant, series.id), ifVersion(series.version), 'retry');
  if (changes.length > 0) await commit([guard, ...changes]);
  for (const [stepId, own] of steps) await commit([guard, ...(await takeStep(context, series, stepId, own))]);
}

/**
 * Takes some of the steps of a tenant that are due.
 * @param limit how many at most, up to `STEPS_AT_ONCE`
 * @returns whether there may be more
 */
export async function takeDueSteps(context: StepContext, limit: number): Promise<boolean> {
  const { tenant, real } = context;
  const listed = await listDueMembers(tenant, real, limit);
  for (const [seriesId, members] of Map.groupBy(listed, (member) => member.seriesId))
    for (let read = 1; ; read += 1)
      try {
        await takeOfSeries(context, seriesId, members);
        break;
      } catch (error) {
        if (!(error instanceof StaleRead) || read >= MAX_READS) throw error;
      }
  return listed.length === limit;
}
