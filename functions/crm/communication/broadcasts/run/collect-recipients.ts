// Writes down who gets a broadcast, page by page, each person once. A recipient is counted in the transaction that stores it, so
// a page that was cut off is read again and only what is missing is written.
//
// With the recipients' clocks the audience is collected for each time zone when its mails are due: who joins or leaves until then
// counts. Nothing is sent while a page is missing, because who left a list still gets what comes by another one.

import { addFigures, countRecipient, sumFigures } from '../../../../../shared/broadcast-figures/figures.ts';
import {
  type AudiencePage,
  listChoosing,
  listSources,
  readAudience,
} from '../../../../../shared/broadcasts/audience.ts';
import { openExclusions } from '../../../../../shared/broadcasts/audience-places.ts';
import {
  type BroadcastRunItem,
  RECIPIENT_SECONDS,
  type RecipientItem,
} from '../../../../../shared/broadcasts/broadcast.ts';
import {
  advance,
  insertRecipient,
  recipientKey,
  replaceRecipient,
} from '../../../../../shared/broadcasts/recipients.ts';
import { broadcastRuns, saveBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { type Change, commit, StaleRead } from '../../../../../shared/data/changes.ts';
import { listDistricts } from '../../../../../shared/directory/officials/campaign-figures.ts';
import { isActivePerson, listEmails } from '../../../../../shared/directory/people/person.ts';
import { type PersonItem, peopleById } from '../../../../../shared/directory/people/person-store.ts';
import { advanceRun } from '../../../../../shared/jobs/leased-run.ts';
import { findRefusal, type Refusal } from '../../../../../shared/mail-consent/consent.ts';
import { addressKey, consentKey, hashAddress } from '../../../../../shared/mail-consent/store.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { findDueTime } from './due-time.ts';
import type { TakenBroadcast } from './taken-broadcast.ts';

/** The recipients of a transaction, which also has their count and the run. */
const PER_TRANSACTION = 90;
/** How often a page is read again because a merge or an erasure has changed it meanwhile. */
const MAX_READS = 5;

/** Whether there are people to collect at this moment. */
export const hasDueAudience = ({ isCollected, zoneTimes }: BroadcastRunItem, now: Date): boolean =>
  !isCollected && (zoneTimes?.[0] ?? 0) <= now.getTime();

/** The time zones that are left when a part of the audience is begun: those whose time is over are collected at once. */
const skipPassedZones = (zoneTimes: readonly number[], now: Date): readonly number[] =>
  zoneTimes.filter((_, index) => (zoneTimes[index + 1] ?? Number.POSITIVE_INFINITY) > now.getTime());

/** The addresses, and what people and addresses say about mail. Four round trips for a hundred people. */
async function loadFacts({ tenant }: TakenBroadcast, people: readonly PersonItem[]) {
  const hashes = people.map((person) => {
    const [main] = listEmails(person);
    return main && hashAddress(main.value);
  });
  const known = [...new Set(hashes.filter((hash) => hash !== undefined))];
  const [consents, addresses] = await Promise.all([
    tenant.getMany(people.map(({ id }) => consentKey(tenant, id))),
    tenant.getMany(known.map((hash) => addressKey(tenant, hash))),
  ]);
  return {
    hashes,
    consents,
    addresses: new Map(known.map((hash, index) => [hash, addresses[index]])),
  };
}

/** The recipients of a page that are new, and the changes of those that have one list more. */
async function buildRecipients(taken: TakenBroadcast, page: AudiencePage, dueUntil: number, real: Date) {
  const { tenant, settings, item } = taken;
  const { personIds } = page;
  const now = tenantTime(settings, real);
  const today = toLocalDate(settings.timeZone, now);
  const [found, existing] = await Promise.all([
    peopleById(tenant, personIds),
    tenant.getMany(
      personIds.map((id) => recipientKey(tenant, item.id, id)),
      { consistent: true },
    ),
  ]);
  const more = existing
    .filter((before) => before !== undefined)
    .filter(({ status }) => status === 'waiting')
    .flatMap((before) => {
      const lists = listChoosing(page, before.personId).filter((id) => !before.listIds.includes(id));
      const listIds = [...before.listIds, ...lists];
      return lists.length === 0 ? [] : [replaceRecipient(tenant, before, advance(before, { listIds }))];
    });
  const known = new Set(existing.map((before) => before?.personId));
  const people = found
    .filter((person) => person !== undefined)
    .filter((person) => !known.has(person.id))
    .filter((person) => findDueTime(item, settings.timeZone, person, real) <= dueUntil);
  const exclude = await openExclusions({ tenant, settings, now }, item.excluded);
  const [facts, exclusions] = await Promise.all([loadFacts(taken, people), exclude(people)]);
  const ttl = Math.floor(real.getTime() / 1000) + RECIPIENT_SECONDS;
  const recipients = people.map((person, index): RecipientItem => {
    const hash = facts.hashes[index];
    const address = hash === undefined ? undefined : facts.addresses.get(hash);
    const refusal: Refusal | undefined =
      exclusions.get(person.id) ??
      findRefusal(
        {
          isActive: isActivePerson(person, today),
          email: hash,
          choices: [facts.consents[index] ?? {}, address ?? {}],
          address: address ?? {},
          lastBroadcast: facts.consents[index]?.lastBroadcast,
        },
        // Lists that were left count once all lists of the recipient are known: when the mail is due.
        { listIds: [], topicId: item.topicId },
        now,
      );
    return {
      ...{ type: 'broadcast-recipient', broadcastId: item.id, personId: person.id },
      listIds: listChoosing(page, person.id),
      ...{ status: refusal ? 'skipped' : 'waiting', tries: 0, version: 1, ttl },
      ...(refusal && { ...refusal, since: refusal.since ?? now.toISOString() }),
      ...(hash !== undefined && { addressHash: hash }),
      ...(item.campaignId !== undefined && { campaignId: item.campaignId, districts: listDistricts(person) }),
      dueAt: findDueTime(item, settings.timeZone, person, real),
    };
  });
  return { recipients, more };
}

/** Stores new recipients with their count, unless another worker has the run by now. */
async function storeRecipients(
  { tenant, item, run }: TakenBroadcast,
  recipients: readonly RecipientItem[],
  more: readonly Change[],
): Promise<void> {
  const [first] = recipients;
  await commit([
    ...recipients.map((recipient) => insertRecipient(tenant, recipient)),
    ...more,
    ...(first ? addFigures(tenant, item.id, first.personId, sumFigures(recipients.map(countRecipient))) : []),
    broadcastRuns.check(tenant, run),
  ]);
}

/** Where the run goes on after a page. */
function findPosition(
  { source }: BroadcastRunItem,
  zoneTimes: readonly number[] | undefined,
  next: string | undefined,
  sources: number,
) {
  if (next !== undefined) return { source, after: next, zoneTimes, isCollected: false };
  if (source + 1 < sources) return { source: source + 1, after: undefined, zoneTimes, isCollected: false };
  const left = zoneTimes?.slice(1) ?? [];
  return { source: 0, after: undefined, zoneTimes: left, isCollected: left.length === 0 };
}

async function collect(taken: TakenBroadcast, now: Date): Promise<void> {
  const { tenant, settings, item, run } = taken;
  const { source, after } = run;
  const isBegun = source > 0 || after !== undefined;
  const zoneTimes = isBegun || !run.zoneTimes ? run.zoneTimes : skipPassedZones(run.zoneTimes, now);
  // With the last zone come all who are left: the tenant's own zone may be another one by now.
  const dueUntil = zoneTimes && zoneTimes.length > 1 ? Number(zoneTimes[0]) : Number.POSITIVE_INFINITY;
  const context = { tenant, settings, now: tenantTime(settings, now) };
  const { sources, next, ...page } = await readAudience(context, listSources(item), source, after);
  const { recipients, more } = await buildRecipients(taken, page, dueUntil, now);
  for (let start = 0; start < recipients.length; start += PER_TRANSACTION)
    await storeRecipients(taken, recipients.slice(start, start + PER_TRANSACTION), []);
  for (let start = 0; start < more.length; start += PER_TRANSACTION)
    await storeRecipients(taken, [], more.slice(start, start + PER_TRANSACTION));
  const position = findPosition(run, zoneTimes, next, sources);
  const hasRecipients = run.hasRecipients || recipients.length > 0;
  const reached = advanceRun(run, { ...position, hasRecipients }, now);
  const collected = { ...item, isCollected: true, version: item.version + 1 };
  await commit([
    broadcastRuns.put(tenant, run, reached),
    ...(position.isCollected ? [saveBroadcast(tenant, item, collected)] : []),
  ]);
  taken.run = reached;
  if (position.isCollected) taken.item = collected;
}

/** Collects the next page of the audience. */
export async function collectPage(taken: TakenBroadcast, now: () => Date): Promise<void> {
  for (let read = 1; ; read += 1)
    try {
      return await collect(taken, now());
    } catch (error) {
      if (!(error instanceof StaleRead) || read >= MAX_READS) throw error;
    }
}
