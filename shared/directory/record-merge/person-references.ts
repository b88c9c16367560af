// Where each area stores references to people, for what concerns all areas: merging people.
//
// Areas do not import each other, so their key names are stated here once more, as docs/data.md lists them. A test
// looks through a whole tenant for references that are not found here (test/crm/merges/merge-references.test.ts).
import type { Key, TenantStore } from '../../data/store.ts';
import { type StoredItem, toKey } from '../../merges/stored-item.ts';
import type { PersonContent } from '../people/person.ts';
import type { ExternalId } from '../record/fields.ts';

/** Keys that change in one transaction; not each of them needs to have an item. */
export type ReferenceGroup = readonly Key<StoredItem>[];

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const readPartition = (
  tenant: TenantStore,
  name: string,
  beginsWith?: string,
): Promise<StoredItem[]> =>
  tenant.queryAll(tenant.partition<StoredItem>(name), {
    consistent: true,
    ...(beginsWith !== undefined && { beginsWith }),
  });

interface LedgerWithReceipts {
  readonly entries: readonly { readonly receiptId?: string }[];
}
const isLedger = (value: unknown): value is LedgerWithReceipts =>
  typeof value === 'object' && value !== null && 'entries' in value && Array.isArray(value.entries);
const getLedger = (payment: unknown): unknown =>
  typeof payment === 'object' && payment !== null && 'ledger' in payment ? payment.ledger : undefined;

/** The receipts of the payments of a ledger. */
/** The number of a certificate, and of those that it replaced. */
const listCertificateNumbers = ({ certificateNumber, formerCertificates }: StoredItem): string[] => [
  text(certificateNumber),
  ...(Array.isArray(formerCertificates)
    ? formerCertificates.map((former: { certificateNumber?: unknown }) => text(former.certificateNumber))
    : []),
];

const listReceipts = (tenant: TenantStore, ledger: unknown): Key<StoredItem>[] =>
  isLedger(ledger)
    ? ledger.entries.flatMap(({ receiptId }) =>
        receiptId === undefined ? [] : [tenant.key<StoredItem>(`RECEIPT#${receiptId}`, 'RECEIPT')],
      )
    : [];

const readInvoices = async (tenant: TenantStore, registrationId: string): Promise<Key<StoredItem>[]> =>
  (await readPartition(tenant, `REGISTRATION-INVOICES#${registrationId}`)).map((invoice) =>
    toKey(tenant, invoice),
  );

/** A registration for an award, its pointer and that of the first registration whose documents it continues. */
async function groupAwardRegistration(tenant: TenantStore, item: StoredItem): Promise<ReferenceGroup> {
  const id = text(item.id);
  const first = text(item.ledgerOf) || id;
  return [
    toKey(tenant, item),
    ...[...new Set([id, first])].map((each) =>
      tenant.key<StoredItem>(`AWARD-REGISTRATION#${each}`, 'POINTER'),
    ),
    ...(await readInvoices(tenant, first)),
    ...listReceipts(tenant, item.ledger),
  ];
}

/** The registration, the claim on the class, the places on waitlist and among approvals. */
async function groupRegistration(
  tenant: TenantStore,
  personId: string,
  pointer: StoredItem,
): Promise<ReferenceGroup> {
  const id = text(pointer.registrationId);
  const key = tenant.key<StoredItem>(`REGISTRATION#${id}`, 'REGISTRATION');
  const registration = await tenant.get(key, { consistent: true });
  const created = text(registration?.createdDate ?? pointer.createdDate);
  const waiting = text(registration?.waitlistedAt) || created;
  return [
    toKey(tenant, pointer),
    key,
    tenant.key(`CLASS-MEMBER#${text(pointer.classId)}#${personId}`, 'CLAIM'),
    tenant.key(`CLASS#${text(pointer.classId)}#WAITLIST`, `${waiting}#${id}`),
    tenant.key('APPROVALS', `${created}#${id}`),
    ...(await readInvoices(tenant, id)),
    ...listReceipts(tenant, getLedger(registration?.payment)),
  ];
}

async function groupTrainingItem(
  tenant: TenantStore,
  personId: string,
  item: StoredItem,
): Promise<ReferenceGroup> {
  const own = toKey(tenant, item);
  const id = text(item.id);
  switch (item.type) {
    case 'registration-pointer':
      return groupRegistration(tenant, personId, item);
    case 'credit':
      return [own, tenant.key(`CREDIT#${id}`, 'POINTER')];
    case 'reported-credit':
      return [own, tenant.key(`REPORTED-CREDIT#${id}`, 'POINTER')];
    case 'license':
      return [own, tenant.key(`LICENSE-NUMBER#${text(item.numberKey)}`, 'CLAIM')];
    case 'completion': {
      const day = `COMPLETION-DAY#${personId}#${text(item.courseId)}#${text(item.completedDate)}`;
      return [own, ...(await readPartition(tenant, day)).map((claim) => toKey(tenant, claim))];
    }
    case 'award-registration':
      return groupAwardRegistration(tenant, item);
    case 'certification':
      return [
        own,
        tenant.key(`CERTIFICATION#${id}`, 'POINTER'),
        ...listCertificateNumbers(item).map((number) =>
          tenant.key<StoredItem>(`CERTIFICATE-NUMBER#${number}`, 'POINTER'),
        ),
      ];
    default:
      return [own];
  }
}

/** A course that a person is certified to teach, and its entry in the catalogue. */
async function groupCourse(tenant: TenantStore, item: StoredItem): Promise<ReferenceGroup> {
  const key = tenant.key<StoredItem>(`COURSE#${text(item.courseId)}`, 'COURSE');
  const course = await tenant.get(key, { consistent: true });
  const entry = `${text(course?.createdDate)}#${text(item.courseId)}`;
  return [toKey(tenant, item), key, tenant.key('COURSE-CATALOGUE', entry)];
}

/** Registrations, credits, completions, certifications, and the classes and courses that a person teaches. */
async function* iterateTraining(tenant: TenantStore, personId: string): AsyncGenerator<ReferenceGroup> {
  for (const item of await readPartition(tenant, `TRAINING-RECORD#${personId}`))
    yield groupTrainingItem(tenant, personId, item);
  const listed = await tenant.queryAll(tenant.listing<StoredItem>(`APPROVALS-OF#person:${personId}`));
  for (const item of listed)
    yield [toKey(tenant, item), tenant.key(`REGISTRATION#${text(item.id)}`, 'REGISTRATION')];
  for (const item of await readPartition(tenant, `INSTRUCTOR#${personId}`)) {
    const id = text(item.classId);
    yield [
      toKey(tenant, item),
      tenant.key(`CLASS#${id}`, 'CLASS'),
      tenant.key(`COURSE-CLASSES#${text(item.courseId)}`, `${text(item.startsAt)}#${id}`),
    ];
  }
  yield [tenant.key('INSTRUCTORS', `INSTRUCTOR#${personId}`)];
  for (const item of await readPartition(tenant, `CERTIFIED-INSTRUCTOR#${personId}`))
    yield groupCourse(tenant, item);
  yield [tenant.key(`MANAGER#PERSON#${personId}`, 'MANAGER')];
  for (const item of await tenant.queryAll(tenant.listing<StoredItem>(`MANAGED-BY#${personId}`)))
    yield [toKey(tenant, item)];
  yield [tenant.key(`NOTIFICATIONS#${personId}`, 'PREFERENCES')];
  const mentions = (item: StoredItem): boolean => JSON.stringify(item).includes(personId);
  for (const item of (await readPartition(tenant, 'APPROVAL-CHAINS')).filter(mentions))
    yield [toKey(tenant, item)];
  for await (const { items } of tenant.queryPages(tenant.listing<StoredItem>('AWARDS')))
    for (const item of items.filter(mentions)) yield [toKey(tenant, item)];
}

/**
 * Who is assigned to bills that the tenant tracks, who sponsors them and voted on them, and who created subscriptions
 * and searches, and who gets scheduled reports. The sponsors of other bills are left to their next import, which finds the remaining person.
 */
async function* iterateBilltracking(
  tenant: TenantStore,
  personId: string,
  isOfficial: boolean,
): AsyncGenerator<ReferenceGroup> {
  const mentions = (item: StoredItem): boolean => JSON.stringify(item).includes(personId);
  for (const list of ['BILLS-TRACKED', 'BILLS-ARCHIVED'])
    for await (const { items } of tenant.queryPages(tenant.listing<StoredItem>(list)))
      for (const item of items) {
        const partition = item.pk.slice(tenant.prefix.length);
        if (mentions(item)) yield [toKey(tenant, item), tenant.key(partition, 'BILL')];
        if (!isOfficial) continue;
        for (const call of (await readPartition(tenant, partition, 'ROLL-CALL#')).filter(mentions))
          yield [toKey(tenant, call)];
      }
  for (const partition of ['EVENT-SUBSCRIPTIONS', 'BILL-SEARCHES', 'REPORT-SCHEDULES'])
    for (const item of (await readPartition(tenant, partition)).filter(mentions)) yield [toKey(tenant, item)];
}

/**
 * Memberships in committees, groups and mailing lists, what the person has decided about mail, broadcasts and series to the person, the user who
 * the person signs in as, change requests, the person's exports and favorites, whose favorite the person is, political
 * relationships, contacts with officials and letters to them from both sides, campaigns, and ids in other systems.
 */
async function* iterateDirectory(
  tenant: TenantStore,
  personId: string,
  externalIds: readonly ExternalId[],
): AsyncGenerator<ReferenceGroup> {
  for (const item of await tenant.queryAll(tenant.listing<StoredItem>(`PERSON#${personId}#COMMITTEES`)))
    yield [toKey(tenant, item)];
  const claim = tenant.key<StoredItem>(`SUBJECT-OF-PERSON#${personId}`, 'SUBJECT');
  const subject = await tenant.get(claim, { consistent: true });
  if (subject) yield [claim, tenant.key(`SUBJECT#${text(subject.subject)}`, 'ACCESS')];
  for (const list of ['CHANGE-REQUESTS', `CHANGE-REQUESTS-OF#${personId}`])
    for (const item of await tenant.queryAll(tenant.listing<StoredItem>(list)))
      if (item.personId === personId) yield [toKey(tenant, item)];
  yield [tenant.key(`PERSON#${personId}`, 'CHANGE-REQUEST')];
  yield [tenant.key(`PERSON#${personId}`, 'MAIL-CONSENT')];
  for (const list of [
    `EXPORTS#${personId}`,
    `FAVORITES-OF#${personId}`,
    `MAILING-LISTS-OF#${personId}`,
    `BROADCASTS-TO#${personId}`,
  ])
    for (const item of await tenant.queryAll(tenant.listing<StoredItem>(list))) yield [toKey(tenant, item)];
  for (const own of ['FAVORITE#', 'GROUP-REQUEST#', 'RELATIONSHIP#', 'CAMPAIGN#', 'CAMPAIGN-LETTER#'])
    for (const item of await readPartition(tenant, `PERSON#${personId}`, own)) yield [toKey(tenant, item)];
  // A group names its owners.
  for (const item of await readPartition(tenant, `PERSON#${personId}`, 'GROUP#'))
    yield [toKey(tenant, item), ...(item.isOwner ? [tenant.key<StoredItem>(item.sk, 'GROUP')] : [])];
  for (const run of await tenant.queryAll(tenant.listing<StoredItem>('BROADCAST-RUNS')))
    yield [tenant.key(`BROADCAST-RECIPIENTS#${text(run.id)}`, `PERSON#${personId}`)];
  for (const series of await tenant.queryAll(tenant.listing<StoredItem>('MAIL-SERIES')))
    yield [tenant.key(`MAIL-SERIES-MEMBERS#${text(series.id)}`, `PERSON#${personId}`)];
  for (const list of ['RELATIONSHIPS-WITH', 'STAFF-OF'])
    for (const item of await tenant.queryAll(tenant.listing<StoredItem>(`${list}#${personId}`)))
      yield [toKey(tenant, item)];
  for (const item of await readPartition(tenant, `PERSON#${personId}`, 'CONTACT-WITH-OFFICIAL#'))
    yield [
      toKey(tenant, item),
      tenant.key<StoredItem>(`PERSON#${text(item.officialId)}`, `OFFICIAL-CONTACT#${text(item.contactId)}`),
    ];
  // What is logged about an official is pointed to by everybody who took part.
  for (const item of await readPartition(tenant, `PERSON#${personId}`, 'OFFICIAL-CONTACT#'))
    yield [toKey(tenant, item), ...listParticipants(item).map((id) => contactPointer(tenant, id, item))];
  // An official's letters, and the numbers of them.
  for (const list of [`CAMPAIGN-LETTERS-TO#${personId}`, `CAMPAIGN-FIGURES-OF#${personId}`])
    for (const item of await tenant.queryAll(tenant.listing<StoredItem>(list))) yield [toKey(tenant, item)];
  for (const { scheme, identifier } of externalIds) yield [tenant.key(`PERSON-OF#${scheme}`, identifier)];
}

const listParticipants = ({ personIds }: StoredItem): readonly string[] =>
  Array.isArray(personIds) ? personIds.map(text) : [];
const contactPointer = (tenant: TenantStore, personId: string, { sk }: StoredItem): Key<StoredItem> =>
  tenant.key(`PERSON#${personId}`, `CONTACT-WITH-${sk.replace('-CONTACT', '')}`);

type ReferencedPerson = Pick<PersonContent, 'externalIds' | 'offices'>;

/**
 * The references to a person in every area, those that change together in one group.
 *
 * Reads what is stored under the person's id, all awards, approval chains and subscriptions, and the rows of all bills that
 * are tracked or archived: about 150 read units for 1,000 bills and 1,000 awards. For an official also the roll calls of
 * these bills, a query each.
 */
export async function* iterateReferences(
  tenant: TenantStore,
  { id, externalIds = [], offices = [] }: ReferencedPerson & { readonly id: string },
): AsyncGenerator<ReferenceGroup> {
  yield* iterateDirectory(tenant, id, externalIds);
  yield* iterateTraining(tenant, id);
  yield* iterateBilltracking(tenant, id, offices.length > 0);
}

/** Something of which a person can have only one. */
export interface Exclusive {
  /** The same for both people who have it. */
  readonly key: string;
  readonly what: string;
  /** What to do about it. */
  readonly how: string;
}

const endedAwardStatuses = ['Denied', 'Withdrawn'];

/** The user, the live class registrations and the award registrations of a person. */
export async function listExclusive(tenant: TenantStore, personId: string): Promise<readonly Exclusive[]> {
  const [subject, record] = await Promise.all([
    tenant.get(tenant.key<StoredItem>(`SUBJECT-OF-PERSON#${personId}`, 'SUBJECT'), { consistent: true }),
    readPartition(tenant, `TRAINING-RECORD#${personId}`),
  ]);
  const classIds = [
    ...new Set(
      record.filter(({ type }) => type === 'registration-pointer').map(({ classId }) => text(classId)),
    ),
  ];
  const claims = await tenant.getMany(
    classIds.map((id) => tenant.key<StoredItem>(`CLASS-MEMBER#${id}#${personId}`, 'CLAIM')),
    { consistent: true },
  );
  return [
    ...(subject
      ? [
          {
            key: 'user',
            what: 'a user to sign in as',
            how: `Remove the person ${personId} from the user ${text(subject.subject)} first.`,
          },
        ]
      : []),
    ...claims.flatMap((claim) =>
      claim?.registrationId === undefined
        ? []
        : [
            {
              key: `class ${text(claim.classId)}`,
              what: `a live registration for the class ${text(claim.classId)}`,
              how: `Cancel the registration ${text(claim.registrationId)} first.`,
            },
          ],
    ),
    ...record
      .filter(
        ({ type, status }) => type === 'award-registration' && !endedAwardStatuses.includes(text(status)),
      )
      .map(({ id, awardId, awardName }) => ({
        key: `award ${text(awardId)}`,
        what: `a registration for the award ${text(awardName)}`,
        how: `Withdraw the registration ${text(id)} first.`,
      })),
  ];
}
