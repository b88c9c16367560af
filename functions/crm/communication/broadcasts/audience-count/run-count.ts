// Counts the audience of a broadcast, page by page: whom it would reach now, by the same rules as sending it. Nothing is stored
// for a person: who is in several sources is counted with the first of them. It may stop anywhere; where the time ends, the count
// is stored with the addresses that were met, and another call goes on.
import { type TenantItem, tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import { wasSent } from '../../../../../shared/broadcast-figures/figures.ts';
import { listSources, readAudience } from '../../../../../shared/broadcasts/audience.ts';
import {
  type AudiencePlace,
  type Exclusion,
  openAudiencePlaces,
  openExclusions,
} from '../../../../../shared/broadcasts/audience-places.ts';
import type { BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { queryRecipients, recipientKey, recipientSort } from '../../../../../shared/broadcasts/recipients.ts';
import { findBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { commit } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { isActivePerson, listEmails } from '../../../../../shared/directory/people/person.ts';
import { type PersonItem, peopleInList } from '../../../../../shared/directory/people/person-store.ts';
import {
  advanceRun,
  type RunContext,
  type RunSteps,
  type TakenRun,
  workOnRun,
} from '../../../../../shared/jobs/leased-run.ts';
import { findRefusal } from '../../../../../shared/mail-consent/consent.ts';
import { addressKey, consentKey, hashAddress } from '../../../../../shared/mail-consent/store.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import type { Reason } from '../recipients/present.ts';
import { type AudienceCountItem, type AudienceRunItem, addReasons } from './audience-count.ts';
import { addToSample, type SampledPerson } from './sample.ts';
import {
  audienceRuns,
  callCount,
  findCount,
  loadAddresses,
  putAddresses,
  putCount,
  removeCount,
  shortenAddress,
} from './store.ts';

/** A count that a worker has. */
interface TakenCount extends TakenRun<AudienceRunItem> {
  readonly settings: TenantItem;
  readonly item: BroadcastItem;
  readonly count: AudienceCountItem;
}

/** What a call needs for each page. */
interface Counting {
  readonly findPlaces: (people: readonly PersonItem[]) => Promise<AudiencePlace[]>;
  readonly exclude: (people: readonly PersonItem[]) => Promise<ReadonlyMap<string, Exclusion>>;
  /** The addresses to which the mail goes. */
  readonly addresses: Set<string>;
  readonly now: Date;
}

/** How long a worker counts at a time, in milliseconds: shorter than the lease of its run. */
const LONGEST_TURN = 60_000;
/** Recipients of the former broadcast that are read at once. */
const PAGE = 100;

/** What would become of a person. */
interface Outcome {
  readonly person: PersonItem;
  readonly source: number | undefined;
  /** Why the person gets no mail; undefined for who gets it. */
  readonly reason: Reason | undefined;
  readonly address: string;
}

/** What would become of people, apart from those who share an address. Three round trips for a hundred. */
async function findOutcomes(
  { tenant, settings, item }: TakenCount,
  { findPlaces, exclude, now }: Counting,
  ids: readonly string[],
): Promise<Outcome[]> {
  const people = (await peopleInList(tenant, ids)).filter((person) => person !== undefined);
  const hashes = people.map((person) => hashAddress(listEmails(person)[0]?.value ?? ''));
  const known = [...new Set(hashes)];
  const [places, exclusions, consents, found] = await Promise.all([
    findPlaces(people),
    exclude(people),
    tenant.getMany(people.map(({ id }) => consentKey(tenant, id))),
    tenant.getMany(known.map((hash) => addressKey(tenant, hash))),
  ]);
  const addresses = new Map(known.map((hash, index) => [hash, found[index]]));
  const today = toLocalDate(settings.timeZone, now);
  return people.map((person, index) => {
    const { source, listIds = [] } = places[index] ?? {};
    const hash = hashes[index] ?? '';
    const address = addresses.get(hash) ?? {};
    const consent = consents[index] ?? {};
    const refusal = findRefusal(
      {
        isActive: isActivePerson(person, today),
        ...{ email: listEmails(person)[0]?.value, choices: [consent, address], address },
        lastBroadcast: consents[index]?.lastBroadcast,
      },
      { listIds, topicId: item.topicId },
      now,
    );
    const cause: { readonly reason: Reason } | undefined = exclusions.get(person.id) ?? refusal;
    const reason = source === undefined ? 'not-in-audience' : cause?.reason;
    return { person, source, reason, address: shortenAddress(hash) };
  });
}

/** The outcome of a person who shares an address with another one who gets the mail. */
function shareAddress({ item }: TakenCount, { addresses }: Counting, outcome: Outcome): Outcome {
  if (outcome.reason !== undefined || !item.oncePerAddress) return outcome;
  if (addresses.has(outcome.address)) return { ...outcome, reason: 'shared-address' };
  addresses.add(outcome.address);
  return outcome;
}

/** Counts a page of the audience. */
async function countPage(taken: TakenCount, counting: Counting): Promise<AudienceRunItem> {
  const { tenant, settings, item, count, run } = taken;
  const context = { tenant, settings, now: counting.now };
  const { personIds, next, sources } = await readAudience(context, listSources(item), run.source, run.after);
  const outcomes = (await findOutcomes(taken, counting, personIds))
    .filter(({ source }) => source === run.source)
    .map((outcome) => shareAddress(taken, counting, outcome));
  const receivers = outcomes.filter(({ reason }) => reason === undefined).map(({ person }) => person.id);
  const { formerId } = count;
  const former =
    formerId === undefined
      ? []
      : await tenant.getMany(receivers.map((id) => recipientKey(tenant, formerId, id)));
  const added = new Set(
    formerId === undefined
      ? []
      : receivers.filter((_, index) => {
          const earlier = former[index];
          return !earlier || !wasSent(earlier);
        }),
  );
  const sampled = outcomes.map(
    ({ person: { id }, reason }): SampledPerson =>
      reason === undefined
        ? { personId: id, outcome: 'receives', isNew: added.has(id) }
        : { personId: id, outcome: 'missed', reason },
  );
  const counts = {
    ...run.counts,
    people: run.counts.people + outcomes.length,
    receive: run.counts.receive + receivers.length,
    added: run.counts.added + added.size,
    sample: addToSample(run.counts.sample ?? [], sampled, run.runId),
    reasons: addReasons(
      run.counts.reasons,
      outcomes.flatMap(({ reason }) => reason ?? []),
    ),
  };
  const position =
    next !== undefined
      ? { source: run.source, after: next }
      : run.source + 1 < sources
        ? { source: run.source + 1, after: undefined }
        : { phase: 'former' as const, source: 0, after: undefined };
  return { ...run, ...position, counts };
}

/** Counts a page of those who got the former broadcast; undefined after the last one. */
async function countFormerPage(
  taken: TakenCount,
  counting: Counting,
): Promise<{ readonly run: AudienceRunItem; readonly isLast: boolean }> {
  const { tenant, count, run } = taken;
  if (count.formerId === undefined) return { run, isLast: true };
  const { items } = await queryRecipients(tenant, count.formerId, PAGE, run.after);
  const got = items.filter((recipient) => wasSent(recipient) && recipientSort(recipient) !== run.after);
  const outcomes = await findOutcomes(
    taken,
    counting,
    got.map(({ personId }) => personId),
  );
  const gone = addReasons(
    run.counts.gone,
    outcomes.flatMap(({ reason }) => reason ?? []),
  );
  const sampled = outcomes.flatMap(({ person, reason }): SampledPerson[] =>
    reason === undefined ? [] : [{ personId: person.id, outcome: 'gone', reason }],
  );
  const sample = addToSample(run.counts.sample ?? [], sampled, run.runId);
  const last = items.at(-1);
  return {
    run: { ...run, after: last && recipientSort(last), counts: { ...run.counts, gone, sample } },
    isLast: items.length < PAGE,
  };
}

async function finish({ tenant, count, run }: TakenCount, now: Date): Promise<void> {
  const { counts } = run;
  await commit([
    putCount(tenant, {
      ...count,
      ...{ status: 'done', finishedDate: now.toISOString(), counts },
    }),
    audienceRuns.remove(tenant, run),
  ]);
}

/** Counts as long as there is time. */
async function countAll(taken: TakenCount, { now, isInTime }: RunContext): Promise<'done' | 'more'> {
  const { tenant, settings, item, count } = taken;
  const context = { tenant, settings, now: tenantTime(settings, now()) };
  const counting = {
    findPlaces: await openAudiencePlaces(context, listSources(item)),
    exclude: await openExclusions(context, item.excluded),
    addresses: await loadAddresses(tenant, item.id),
    now: context.now,
  };
  // Each page counts in memory; what another worker needs is stored when the time ends, before the lease does.
  const end = now().getTime() + LONGEST_TURN;
  let current = taken;
  for (let isLast = false; !isLast; ) {
    if (!isInTime() || now().getTime() >= end) {
      const reached = advanceRun(taken.run, current.run, now());
      const stored = { ...reached, version: taken.run.version + 1 };
      await commit([
        audienceRuns.put(tenant, taken.run, stored),
        ...putAddresses(tenant, count, counting.addresses),
      ]);
      taken.run = stored;
      return 'more';
    }
    const next =
      current.run.phase === 'audience'
        ? { run: await countPage(current, counting), isLast: false }
        : await countFormerPage(current, counting);
    current = { ...current, run: next.run };
    isLast = next.isLast;
  }
  await finish(current, now());
  return 'done';
}

const planSteps = (
  tenant: TenantStore,
  count: AudienceCountItem,
  context: RunContext,
): RunSteps<AudienceRunItem, TakenCount> => ({
  name: `audience of the broadcast ${count.id} of ${tenant.code}`,
  runs: audienceRuns,
  work: (taken) => countAll(taken, context),
  callAgain: () => callCount(tenant, count, context.newId()),
  fail: ({ run }, failure) =>
    commit([
      putCount(tenant, { ...count, status: 'failed', finishedDate: context.now().toISOString(), failure }),
      audienceRuns.remove(tenant, run),
    ]),
  explainLastTry: ({ tries }) => `It was tried ${tries} times without progress.`,
});

/** Continues a count, unless another worker has it. */
export async function runCount(tenant: TenantStore, id: string, context: RunContext): Promise<void> {
  const [item, run, count, settings] = await Promise.all([
    findBroadcast(tenant, id),
    tenant.get(audienceRuns.key(tenant, id), { consistent: true }),
    findCount(tenant, id),
    tenant.get(tenantKey(tenant)),
  ]);
  if (!run) return;
  if (!item || !count) {
    await commit([audienceRuns.remove(tenant, run), removeCount(tenant, id)]);
    return;
  }
  if (settings?.status !== 'active') return;
  const found: TakenCount = { tenant, settings: settings as TenantItem, item, count, run };
  await workOnRun(found, planSteps(tenant, count, context), context.now);
}
