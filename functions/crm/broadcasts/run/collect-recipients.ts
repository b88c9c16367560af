// Writes down who gets a broadcast, page by page, each person once. A page that was cut off is written again with the same
// result: one worker at a time collects, and nothing is sent before the audience is complete.

import { type AudiencePage, listSources, readAudience } from '../../../../shared/broadcasts/audience.ts';
import {
  type BroadcastItem,
  RECIPIENT_SECONDS,
  type RecipientItem,
} from '../../../../shared/broadcasts/broadcast.ts';
import { putRecipient, recipientKey } from '../../../../shared/broadcasts/recipients.ts';
import { broadcastRuns, count, nameReason, saveBroadcast } from '../../../../shared/broadcasts/store.ts';
import { type Change, commit } from '../../../../shared/data/changes.ts';
import { writeBatches } from '../../../../shared/data/write-batches.ts';
import { listDistricts } from '../../../../shared/directory/campaign-figures.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { isActivePerson, listEmails } from '../../../../shared/directory/person.ts';
import { type PersonItem, peopleById } from '../../../../shared/directory/person-store.ts';
import { advanceRun } from '../../../../shared/jobs/leased-run.ts';
import { findRefusal } from '../../../../shared/mail-consent/consent.ts';
import { addressKey, consentKey, hashAddress } from '../../../../shared/mail-consent/store.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { findDueTime } from './due-time.ts';
import type { TakenBroadcast } from './taken-broadcast.ts';

/** The addresses, and what people and addresses say about mail. Four round trips for a hundred people. */
async function loadFacts({ tenant }: TakenBroadcast, people: readonly PersonItem[]) {
  const hashes = people.map((person) => {
    const [main] = listEmails(person);
    return main && hashAddress(main.value);
  });
  const known = [...new Set(hashes.filter((hash) => hash !== undefined))];
  const [consents, standings] = await Promise.all([
    tenant.getMany(people.map(({ id }) => consentKey(tenant, id))),
    tenant.getMany(known.map((hash) => addressKey(tenant, hash))),
  ]);
  return {
    hashes,
    consents,
    standings: new Map(known.map((hash, index) => [hash, standings[index]])),
  };
}

/** The recipients of a page that are new, or have one list more. */
async function buildRecipients(
  taken: TakenBroadcast,
  { personIds, listId }: AudiencePage,
  page: string,
  real: Date,
) {
  const { tenant, settings, item } = taken;
  const now = tenantTime(settings, real);
  const today = toLocalDate(settings.timeZone, now);
  const [found, existing] = await Promise.all([
    peopleById(tenant, personIds),
    tenant.getMany(
      personIds.map((id) => recipientKey(tenant, item.id, id)),
      { consistent: true },
    ),
  ]);
  const people = found.filter((person) => person !== undefined);
  const facts = await loadFacts(taken, people);
  const ttl = Math.floor(real.getTime() / 1000) + RECIPIENT_SECONDS;
  const recipients: RecipientItem[] = [];
  const changes: Change[] = [];
  for (const [index, person] of people.entries()) {
    const before = existing.find((each) => each?.personId === person.id);
    const lists = listId === undefined ? [] : [listId];
    if (before && before.page !== page) {
      const more = lists.filter((id) => !before.listIds.includes(id));
      if (more.length > 0)
        changes.push(putRecipient(tenant, { ...before, listIds: [...before.listIds, ...more] }));
      continue;
    }
    const hash = facts.hashes[index];
    const standing = hash === undefined ? undefined : facts.standings.get(hash);
    const refusal = findRefusal(
      {
        isActive: isActivePerson(person, today),
        email: hash,
        choices: [facts.consents[index] ?? {}, standing ?? {}],
        standing: standing ?? {},
        lastBroadcast: facts.consents[index]?.lastBroadcast,
      },
      // Lists that were left count once all lists of the recipient are known: when the mail is due.
      { listIds: [], topicId: item.topicId },
      now,
    );
    const recipient: RecipientItem = {
      ...{ type: 'broadcast-recipient', broadcastId: item.id, personId: person.id, listIds: lists, page },
      ...{ status: refusal ? 'skipped' : 'waiting', tries: 0, version: 1, ttl },
      ...(refusal && { ...refusal, since: refusal.since ?? now.toISOString() }),
      ...(hash !== undefined && { addressHash: hash }),
      ...(item.campaignId !== undefined && { campaignId: item.campaignId, districts: listDistricts(person) }),
      dueAt: findDueTime(item, settings.timeZone, person, real),
    };
    recipients.push(recipient);
    changes.push(putRecipient(tenant, recipient));
  }
  return { recipients, changes };
}

/** Counts a page of recipients in as few changes as there are reasons. */
function countRecipients({ tenant, item }: TakenBroadcast, recipients: readonly RecipientItem[]): Change[] {
  const [first] = recipients;
  if (!first) return [];
  const skipped = recipients.filter(({ status }) => status === 'skipped');
  const reasons = Map.groupBy(skipped, ({ reason = '' }) => reason);
  return [
    count(tenant, item.id, first.personId, {
      recipients: recipients.length,
      ...(skipped.length > 0 && { skipped: skipped.length }),
      ...Object.fromEntries([...reasons].map(([reason, all]) => [nameReason(reason), all.length])),
    }),
  ];
}

/** Collects the next page of the audience. Returns whether it was the last one. */
export async function collectPage(taken: TakenBroadcast, now: () => Date): Promise<boolean> {
  const { tenant, settings, item, run } = taken;
  const { source, after } = run;
  const context = { tenant, settings, now: tenantTime(settings, now()) };
  const { sources, ...page } = await readAudience(context, listSources(item), source, after);
  const { recipients, changes } = await buildRecipients(taken, page, `${source}:${after ?? ''}`, now());
  await writeBatches(changes, 4);
  const position =
    page.next === undefined ? { source: source + 1, after: undefined } : { source, after: page.next };
  const isCollected = position.source >= sources;
  const next = advanceRun(run, { ...position, isCollected }, now());
  const counted = countRecipients(taken, recipients);
  const collected: BroadcastItem = { ...item, isCollected, version: item.version + 1 };
  await commit([
    broadcastRuns.put(tenant, run, next),
    ...counted,
    ...(isCollected ? [saveBroadcast(tenant, item, collected)] : []),
  ]);
  taken.run = next;
  if (isCollected) taken.item = collected;
  return isCollected;
}
