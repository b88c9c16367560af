// What has no listing by person: the events of the change feed, records of others that a person decided on, imports and files.
// It is walked through from one end to the other; a position says where another call continues.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ChangeEvent } from '../../change-feed/change-event.ts';
import { iterateStoredChanges } from '../../change-feed/feed-store.ts';
import { type EnteredType, recordEntries, recordEntrySort } from '../../change-feed/record-entries.ts';
import type { Key, TenantStore } from '../../data/store.ts';
import { decompressFile, type FileItem, loadFile, storedFiles } from '../../files/stored-file.ts';
import { readTableRows } from '../../files/table-rows.ts';
import { type StoredItem, toKey } from '../../merges/stored-item.ts';
import type { ReferenceGroup } from '../record-merge/person-references.ts';
import type { PersonIdentity } from './identity.ts';
import type { Redactor } from './redact.ts';

const decompress = (content: Uint8Array) => promisify(gunzip)(content);

/** The groups up to a position. */
export interface WalkedPart {
  readonly groups: readonly ReferenceGroup[];
  /** Another walk continues after it; from the start where it is absent. */
  readonly position?: string | undefined;
}

/** Where records are stored that name a person without being listed for them, by the type and id of their events. */
const recordPlaces: Readonly<Record<EnteredType, (id: string) => readonly [string, string]>> = {
  registration: (id) => [`REGISTRATION#${id}`, 'REGISTRATION'],
  certification: (id) => [`CERTIFICATION#${id}`, 'POINTER'],
  campaign: (id) => [`CAMPAIGN#${id}`, 'CAMPAIGN'],
  'campaign-template': (id) => [`CAMPAIGN-TEMPLATE#${id}`, 'TEMPLATE'],
  'capitol-report': (id) => [`CAPITOL-REPORT#${id}`, 'REPORT'],
  'legislation-days': (id) => [`LEGISLATION-DAYS#${id}`, 'DAYS'],
  'report-job': (id) => [`REPORT#${id}`, 'JOB'],
};

const PAGE = 500;

/** A record by its type and id. */
type NamedRecord = readonly [type: string, id: string];

const isEntered = (type: string): type is EnteredType => Object.hasOwn(recordPlaces, type);

/** The records of these types; of a certification the record that its pointer names. */
async function loadRecords(tenant: TenantStore, named: readonly NamedRecord[]): Promise<StoredItem[]> {
  const places = new Map(
    named.flatMap(([type, id]) => {
      const [pk, sk] = isEntered(type) ? recordPlaces[type](id) : [];
      return pk === undefined || sk === undefined ? [] : [[pk, tenant.key<StoredItem>(pk, sk)] as const];
    }),
  );
  const found = (await tenant.getMany([...places.values()])).filter((item) => item !== undefined);
  const pointers = found.filter(({ type }) => type === 'certification-pointer');
  const targets = await tenant.getMany(
    pointers.map((item) =>
      tenant.key<StoredItem>(`TRAINING-RECORD#${item.personId}`, `CERTIFICATION#${item.certificationId}`),
    ),
  );
  return [...found, ...targets.filter((item) => item !== undefined)];
}

/** The texts of an item's compressed attributes, as far as they are texts. */
async function readTexts(item: StoredItem): Promise<string> {
  const texts = Object.values(item).map(async (value) => {
    if (!(value instanceof Uint8Array)) return typeof value === 'string' ? value : JSON.stringify(value);
    const isGzip = value[0] === 0x1f && value[1] === 0x8b;
    return isGzip ? (await decompress(value)).toString('utf8') : '';
  });
  return (await Promise.all(texts)).join('\n');
}

/** Stored rows of reports whose text names the person. They expire after a week. */
async function findRows(
  tenant: TenantStore,
  jobs: readonly StoredItem[],
  { isInText }: Redactor,
): Promise<Key<StoredItem>[]> {
  const found: Key<StoredItem>[] = [];
  for (const job of jobs) {
    const partition = tenant.partition<StoredItem>(job.pk.slice(tenant.prefix.length));
    for (const item of await tenant.queryAll(partition, { beginsWith: 'ROWS#' }))
      if (isInText(await readTexts(item))) found.push(toKey(tenant, item));
  }
  return found;
}

/** The event that tells other systems that the person is gone stays: they need the id to erase the person as well. */
const isRemoval = ({ type }: ChangeEvent): boolean => type === 'person.removed';

/** Whether it tells of the person's record or of one that belongs to the person. */
const isAbout = ({ subject, data }: ChangeEvent, ids: readonly string[]): boolean =>
  ids.includes(subject) || (data.belongsTo ?? []).some(({ id }) => ids.includes(id));

/** Those of the records in which the person is named, with rows of reports that name them. */
async function findNamedGroups(
  tenant: TenantStore,
  named: readonly NamedRecord[],
  redactor: Redactor,
): Promise<ReferenceGroup[]> {
  const records = await loadRecords(tenant, named);
  const jobs = records.filter(({ type }) => type === 'report-job');
  const rows = await findRows(tenant, jobs, redactor);
  const own = records.filter((record) => redactor.mentions(record));
  return [...own.map((item) => [toKey(tenant, item)]), ...rows.map((key) => [key])];
}

/** Positions among the entries of records begin with this, those of the feed with a moment. */
const entriesPrefix = 'entries#';

async function* walkEvents(
  tenant: TenantStore,
  { ids }: PersonIdentity,
  redactor: Redactor,
  after: string | undefined,
): AsyncGenerator<WalkedPart> {
  const pages = iterateStoredChanges(tenant, { after, limit: PAGE });
  for await (const items of pages) {
    const own = items.filter(({ event }) => isAbout(event, ids) && !isRemoval(event));
    const named = items.map(({ event }) => [event.type.replace(/\.\w+$/, ''), event.subject] as const);
    yield {
      groups: [
        ...own.map((item) => [toKey(tenant, item)]),
        ...(await findNamedGroups(tenant, named, redactor)),
      ],
      position: items.at(-1)?.gsi1sk,
    };
  }
}

async function* walkRecordEntries(
  tenant: TenantStore,
  redactor: Redactor,
  after: string | undefined,
): AsyncGenerator<WalkedPart> {
  const range = { limit: PAGE, ...(after !== undefined && { from: `${after}~` }) };
  for await (const { items } of tenant.queryPages(recordEntries(tenant), range)) {
    const last = items.at(-1);
    if (!last) return;
    const named = items.map(({ recordType, id }) => [recordType, id] as const);
    yield {
      groups: await findNamedGroups(tenant, named, redactor),
      position: `${entriesPrefix}${recordEntrySort(last)}`,
    };
  }
}

/**
 * The events of the change feed about the person, and the records that events or entries name and in which the person is
 * named. About one read unit for eight events or twenty entries, and one for each record of these types.
 */
export async function* walkChangeFeed(
  tenant: TenantStore,
  identity: PersonIdentity,
  redactor: Redactor,
  after: string | undefined,
): AsyncGenerator<WalkedPart> {
  const isAmongEntries = after?.startsWith(entriesPrefix) ?? false;
  if (!isAmongEntries) yield* walkEvents(tenant, identity, redactor, after);
  yield* walkRecordEntries(tenant, redactor, isAmongEntries ? after?.slice(entriesPrefix.length) : undefined);
}

/** Tables and texts can be searched, pictures are of whoever they belong to; what is neither may name anybody. */
async function mayNamePerson(
  tenant: TenantStore,
  file: FileItem,
  { isInText, isInRow }: Redactor,
  now: Date,
): Promise<boolean> {
  const { name, contentType } = file;
  if (isInText(name)) return true;
  if (contentType.startsWith('image/')) return false;
  if (!/^text\/|json|xml|calendar/.test(contentType)) return true;
  const stored = await loadFile(tenant, file.id, now);
  if (!stored) return false;
  const bytes = await decompressFile(stored);
  const rows = await readTableRows(contentType, bytes);
  return rows ? rows.some(isInRow) : isInText(Buffer.from(bytes).toString('utf8'));
}

/** Imports whose file names the person, as a whole: what was uploaded, its rows, and the refused ones. They expire in days. */
async function* walkImports(tenant: TenantStore, { isInText }: Redactor): AsyncGenerator<WalkedPart> {
  for (const { pk } of await tenant.queryAll(tenant.listing<StoredItem>('IMPORTS'))) {
    const items = await tenant.queryAll(tenant.partition<StoredItem>(pk.slice(tenant.prefix.length)));
    const texts = await Promise.all(items.map(readTexts));
    // A file that was not read yet may name anybody.
    const isUnread = !items.some(({ type }) => type === 'import-page');
    if (isUnread || isInText(texts.join('\n'))) yield { groups: items.map((item) => [toKey(tenant, item)]) };
  }
}

/** The items of stored files, each in a group of its own, because a file may be larger than a transaction. */
async function listParts(tenant: TenantStore, ids: readonly string[]): Promise<ReferenceGroup[]> {
  const files = ids.map((id) => tenant.queryAll(tenant.partition<StoredItem>(`FILE#${id}`)));
  return (await Promise.all(files)).flat().map((item) => [toKey(tenant, item)]);
}

/** The export that a file belongs to, with what else is stored of it. */
interface OwnExport {
  readonly item: StoredItem & {
    readonly request: object;
    readonly files: readonly { readonly id: string }[];
  };
  readonly group: ReferenceGroup;
}

async function loadExport(tenant: TenantStore, { exportId }: FileItem): Promise<OwnExport | undefined> {
  if (exportId === undefined) return undefined;
  const key = tenant.key<OwnExport['item']>(`EXPORT#${exportId}`, 'EXPORT');
  const item = await tenant.get(key, { consistent: true });
  return item && { item, group: [toKey(tenant, item), tenant.key<StoredItem>(`EXPORT#${exportId}`, 'RUN')] };
}

/**
 * The stored files that name the person, or may name them because they can't be searched; of an export with the whole
 * export, also if only its filter names the person. A read of each.
 */
export async function* walkFiles(
  tenant: TenantStore,
  redactor: Redactor,
  now: Date,
  after: string | undefined,
): AsyncGenerator<WalkedPart> {
  if (after === undefined) yield* walkImports(tenant, redactor);
  const range = { limit: 25, ...(after !== undefined && { from: `${after}~` }) };
  for await (const { items } of tenant.queryPages(storedFiles(tenant), range))
    for (const file of items) {
      const own = await loadExport(tenant, file);
      const isNamed =
        (own && redactor.isInText(JSON.stringify(own.item.request))) ||
        (await mayNamePerson(tenant, file, redactor, now));
      const others = own?.item.files.flatMap(({ id }) => (id === file.id ? [] : [id])) ?? [];
      // The found file goes last: a walk that is cut off finds the rest by it.
      const groups = isNamed
        ? [
            ...(await listParts(tenant, others)),
            ...(own ? [own.group] : []),
            ...(await listParts(tenant, [file.id])),
          ]
        : [];
      yield { groups, position: `${file.createdDate}#${file.id}` };
    }
}
