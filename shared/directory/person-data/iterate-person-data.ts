// Where a tenant has data about a person beside the references that a merge moves: what is stored under the person's id,
// what was sent to the person, what the person's user did, and the logs.
import { subjectsByName } from '../../auth/accounts/records.ts';
import type { Partition, Range, TenantStore } from '../../data/store.ts';
import { addressKey, hashAddress } from '../../mail-consent/store.ts';
import { type StoredItem, toKey } from '../../merges/stored-item.ts';
import { personKey } from '../people/person-store.ts';
import { iterateReferences, type ReferenceGroup } from '../record-merge/person-references.ts';
import type { PersonIdentity } from './identity.ts';
import type { Redactor } from './redact.ts';

type Walk = AsyncGenerator<ReferenceGroup>;

/** The groups of items of some partitions, one each: all of them, or those that name the person. */
async function* walk(
  tenant: TenantStore,
  partitions: readonly Partition<StoredItem>[],
  isWanted: (item: StoredItem) => boolean = () => true,
  range: Range = {},
): Walk {
  for (const partition of partitions)
    for await (const { items } of tenant.queryPages(partition, range))
      for (const item of items.filter(isWanted)) yield [toKey(tenant, item)];
}

/** The files of evidence of the credits that the person reported. */
async function* iterateEvidence(tenant: TenantStore, personId: string): Walk {
  const reports = await tenant.queryAll(tenant.partition<StoredItem>(`TRAINING-RECORD#${personId}`), {
    beginsWith: 'REPORTED-CREDIT#',
  });
  for (const { evidence } of reports)
    for (const file of Array.isArray(evidence) ? evidence : [])
      yield* walk(tenant, [tenant.partition<StoredItem>(`FILE#${String(file.id)}`)]);
}

/** Photos, merges of the person and of others into this one, declarations about pairs, and the list of instructors. */
async function* iterateOwn(tenant: TenantStore, { ids, photoIds = [] }: PersonIdentity): Walk {
  yield* walk(
    tenant,
    photoIds.map((id) => tenant.partition<StoredItem>(`FILE#${id}`)),
  );
  for (const id of ids) {
    yield* iterateEvidence(tenant, id);
    yield* walk(
      tenant,
      [tenant.partition<StoredItem>(`PERSON#${id}`), tenant.partition<StoredItem>(`PERSON-MERGE#${id}`)],
      ({ type }) => type !== 'person' && type !== 'person-erasure',
    );
    yield* walk(tenant, [
      tenant.partition<StoredItem>(`DISTINCT-PEOPLE#${id}`),
      tenant.listing<StoredItem>(`DISTINCT-PEOPLE-WITH#${id}`),
      tenant.listing<StoredItem>(`MERGE-STEPS-OF#${id}`),
      tenant.partition<StoredItem>(`NOTIFICATIONS#${id}`),
      tenant.listing<StoredItem>(`BATCH-CLAIMS-OF#${id}`),
      tenant.listing<StoredItem>(`FAVORITES-OF#${id}`),
    ]);
  }
}

/** Results of runs about the person, mails to them, how the addresses stand, and notifications that are still to be sent and name the person. */
async function* iterateMessages(
  tenant: TenantStore,
  { ids, emails }: PersonIdentity,
  { mentions }: Redactor,
): Walk {
  for (const id of ids)
    for (const claim of await tenant.queryAll(tenant.listing<StoredItem>(`NOTICES-TO#${id}`))) {
      const partition = claim.pk.slice(tenant.prefix.length);
      // A notice to a role is not the person's.
      yield [
        toKey(tenant, claim),
        ...(partition.endsWith(id) ? [tenant.key<StoredItem>(partition, 'NOTICE')] : []),
      ];
    }
  for (const id of ids) yield* walk(tenant, [tenant.listing<StoredItem>(`AWARDING-RESULTS-OF#${id}`)]);
  yield* walk(tenant, [tenant.listing<StoredItem>('NOTICES')], mentions);
  yield* walk(tenant, [tenant.listing<StoredItem>('OUTBOX')], mentions);
  for (const email of emails) {
    yield [addressKey(tenant, hashAddress(email)) as unknown as ReferenceGroup[number]];
    yield* walk(tenant, [tenant.listing<StoredItem>(`MAILS-TO#${email}`)]);
  }
}

/** Rows of batches of the last days, with what an undo of them needs. */
async function* iterateBatches(tenant: TenantStore, { ids }: PersonIdentity, { mentions }: Redactor): Walk {
  const batches = await tenant.queryAll(tenant.listing<StoredItem>('BATCHES'));
  for (const batch of batches) {
    const id = String(batch.id);
    const rows = await tenant.queryAll(tenant.partition<StoredItem>(`BATCH#${id}`), { beginsWith: 'ROW#' });
    for (const row of rows)
      if (ids.includes(String(row.id)) || mentions(row))
        yield [toKey(tenant, row), tenant.key<StoredItem>(`BATCH-UNDO#${id}`, row.sk.slice('ROW#'.length))];
  }
}

/** Invitations of the person, the access of the person's user, the user's exports and views, and attempts to sign in. */
async function* iterateUser(
  tenant: TenantStore,
  { ids, subject }: PersonIdentity,
  { mentions }: Redactor,
): Walk {
  for (const id of ids) yield* walk(tenant, [tenant.listing<StoredItem>(`EXPORTS#${id}`)]);
  yield* walk(
    tenant,
    [tenant.listing<StoredItem>('INVITATIONS')],
    (item) => mentions(item) || ids.includes(String(item.personId)),
  );
  if (!subject) return;
  yield [
    ...ids.map((id) => tenant.key<StoredItem>(`SUBJECT-OF-PERSON#${id}`, 'SUBJECT')),
    tenant.key<StoredItem>(`SUBJECT#${subject.id}`, 'ACCESS'),
  ];
  yield* walk(tenant, [
    tenant.partition<StoredItem>(`VIEWS-OF#${subject.id}`),
    tenant.listing<StoredItem>(`FAVORITES-OF#${subject.id}`),
    tenant.listing<StoredItem>(`CALENDAR-NOTICES-BY#${subject.id}`),
  ]);
  yield* walk(tenant, [tenant.partition<StoredItem>('SIGNINS')], ({ subjectId }) => subjectId === subject.id);
}

/**
 * Saved views of other users that name the person, and their exports without files that do, with their runs; those with files
 * are found by them. A view that an earlier version stored is in the list of all views once it was changed; until then it is
 * found by its user. Two queries for each user, so it is not for requests.
 */
export async function* iterateSaved(tenant: TenantStore, { names }: Redactor): Walk {
  const views = { beginsWith: 'VIEW#' };
  yield* walk(tenant, [tenant.listing<StoredItem>('ALL-VIEWS')], names);
  yield* walk(tenant, [tenant.partition<StoredItem>('VIEWS')], names, views);
  for await (const { items } of tenant.queryPages(subjectsByName(tenant)))
    for (const { id, personId = id } of items) {
      yield* walk(tenant, [tenant.partition<StoredItem>(`VIEWS-OF#${id}`)], names, views);
      for (const item of await tenant.queryAll(tenant.listing<StoredItem>(`EXPORTS#${personId}`)))
        if (Array.isArray(item.files) && item.files.length === 0 && names(item))
          yield [toKey(tenant, item), tenant.key<StoredItem>(`EXPORT#${item.id}`, 'RUN')];
    }
}

/** What the audits say about the person, or that the person's user did it. */
async function* iterateAudits(
  tenant: TenantStore,
  { subject }: PersonIdentity,
  { mentions }: Redactor,
): Walk {
  const isOwn = (item: StoredItem): boolean =>
    mentions(item) || (subject !== undefined && item.by === subject.id);
  const audits = [tenant.partition<StoredItem>('AUDIT'), tenant.partition<StoredItem>('SETTINGS-AUDIT')];
  yield* walk(tenant, audits, isOwn);
}

/** The lines of the activity log about the person or their user, in all lists, and then the counters of these lists. */
async function* iterateActivity(
  tenant: TenantStore,
  { ids, subject }: PersonIdentity,
  { mentions }: Redactor,
): Walk {
  const lists = new Set(ids.map((id) => `ACTIVITY-USER#${id}`));
  const isOwn = (item: StoredItem): boolean =>
    mentions(item) || (subject !== undefined && item.userId === subject.id);
  for await (const { items } of tenant.queryPages(tenant.listing<StoredItem>('ACTIVITY')))
    for (const line of items.filter(isOwn)) {
      const partition = line.pk.slice(tenant.prefix.length);
      if (ids.includes(String(line.entityId)))
        lists.add(
          `ACTIVITY-ENTITY#${encodeURIComponent(String(line.entityType).toUpperCase())}#${line.entityId}`,
        );
      yield ['LINE', 'USER', 'ENTITY'].map((copy) => tenant.key<StoredItem>(partition, copy));
    }
  const counters = [...lists].flatMap((list) => [`COUNT#${list}`, `COUNT#${list}#B`]);
  yield* walk(
    tenant,
    counters.map((name) => tenant.partition<StoredItem>(name)),
  );
}

/** Notes and analyses that the person wrote, or that name the person, on the bills that are tracked or archived. */
async function* iterateNotes(tenant: TenantStore, { subject }: PersonIdentity, { mentions }: Redactor): Walk {
  const isOwn = (item: StoredItem): boolean =>
    mentions(item) || (subject !== undefined && item.createdById === subject.id);
  for (const list of ['BILLS-TRACKED', 'BILLS-ARCHIVED'])
    for await (const { items } of tenant.queryPages(tenant.listing<StoredItem>(list)))
      for (const { pk } of items) {
        const bill = tenant.partition<StoredItem>(pk.slice(tenant.prefix.length));
        yield* walk(tenant, [bill], isOwn, { beginsWith: 'NOTE#' });
        yield* walk(tenant, [bill], isOwn, { beginsWith: 'ANALYSIS#' });
      }
}

/**
 * Every item of a tenant that has data about a person and can be found without the change feed, those that change together
 * in one group. Reads the logs, subscriptions, awards, and the tracked bills with their notes:
 * for 1,000 bills about 700 read units. A group may be returned more than once.
 */
export async function* iteratePersonData(
  tenant: TenantStore,
  identity: PersonIdentity,
  redactor: Redactor,
): AsyncGenerator<ReferenceGroup> {
  const [own] = identity.ids;
  yield [personKey(tenant, own) as unknown as ReferenceGroup[number]];
  const known = { externalIds: [...identity.externalIds], offices: [...identity.offices] };
  for (const id of identity.ids) yield* iterateReferences(tenant, { id, ...known });
  yield* iterateOwn(tenant, identity);
  yield* iterateMessages(tenant, identity, redactor);
  yield* iterateBatches(tenant, identity, redactor);
  yield* iterateAudits(tenant, identity, redactor);
  yield* iterateActivity(tenant, identity, redactor);
  yield* iterateNotes(tenant, identity, redactor);
  yield* iterateUser(tenant, identity, redactor);
}

/** The same items, each once. Reads them a hundred at a time, so it is for requests, which wait for the result. */
export async function loadPersonData(
  tenant: TenantStore,
  identity: PersonIdentity,
  redactor: Redactor,
): Promise<StoredItem[]> {
  const keys = new Map<string, ReferenceGroup[number]>();
  for await (const group of iteratePersonData(tenant, identity, redactor))
    for (const key of group) keys.set(`${key.pk} ${key.sk}`, key);
  return (await tenant.getMany([...keys.values()])).filter((item) => item !== undefined);
}
