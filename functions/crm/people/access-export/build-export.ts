// The content of an export of everything about one person: the stored records by area, without what is internal.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type DataArea, findDataKind } from '../../../../shared/directory/person-data/data-kinds.ts';
import type { PersonIdentity } from '../../../../shared/directory/person-data/identity.ts';
import { loadPersonData } from '../../../../shared/directory/person-data/iterate-person-data.ts';
import { createRedactor } from '../../../../shared/directory/person-data/redact.ts';
import { decompressFile, loadFile } from '../../../../shared/files/stored-file.ts';
import type { StoredItem } from '../../../../shared/merges/stored-item.ts';

/** The items of one type. */
export interface ExportedSection {
  readonly area: DataArea;
  readonly type: string;
  readonly what: string;
  readonly records: readonly object[];
}

/** Where an item is stored, and secrets, which are no data about the person. */
const internalAttributes = new Set([
  ...[
    'pk',
    'sk',
    'gsi1pk',
    'gsi1sk',
    'gsi2pk',
    'ttl',
    'type',
    'schemaVersion',
    'mark',
    'contentHash',
    'revokedBefore',
  ],
  ...['secrets', 'feedHash', 'asked', 'linkSecret', 'sealed', 'hash', 'lease'],
]);

/** What refers to a photo has the secret of its links; the photo itself is a section of its own. */
const presentWhole = (item: StoredItem): object =>
  JSON.parse(
    JSON.stringify(
      Object.fromEntries(Object.entries(item).filter(([name]) => !internalAttributes.has(name))),
      (name, value) => (name === 'photo' ? undefined : value),
    ),
  );

/** The photos of the person, and of those who were merged into this one. */
async function loadPhotos(
  tenant: TenantStore,
  { photoIds = [] }: PersonIdentity,
  now: Date,
): Promise<ExportedSection[]> {
  const files = await Promise.all(photoIds.map((id) => loadFile(tenant, id, now)));
  const records = await Promise.all(
    files.flatMap((stored) =>
      stored
        ? [
            decompressFile(stored).then((bytes) => ({
              contentType: stored.file.contentType,
              content: Buffer.from(bytes).toString('base64'),
            })),
          ]
        : [],
    ),
  );
  return records.length === 0
    ? []
    : [{ area: 'relationships', type: 'photo', what: 'the photo, in base64', records }];
}

/** What tells a record of others apart that mentions the person. */
const presentMention = (item: StoredItem): object =>
  Object.fromEntries(
    ['id', 'name', 'sectionName', 'title', 'billNumber', 'description', 'date', 'startsAt'].flatMap((name) =>
      item[name] === undefined ? [] : [[name, item[name]]],
    ),
  );

/**
 * Everything about a person that is listed for them, by area and type.
 * @param now real time, not a sandbox's
 */
export async function buildExport(
  tenant: TenantStore,
  identity: PersonIdentity,
  now: Date,
): Promise<ExportedSection[]> {
  const sections = new Map<string, object[]>();
  // Which id would stand for the person does not matter here.
  const redactor = createRedactor(identity, '');
  for (const item of await loadPersonData(tenant, identity, redactor)) {
    const { exported } = findDataKind(item.type);
    if (!item.type || exported === undefined) continue;
    if (exported === 'mention' && !redactor.mentions(item)) continue;
    const record = exported === 'whole' ? presentWhole(item) : presentMention(item);
    sections.set(item.type, [...(sections.get(item.type) ?? []), record]);
  }
  const listed = [...sections].map(([type, records]) => {
    const { area, what } = findDataKind(type);
    return { area, type, what, records: distinctRecords(records) };
  });
  return [...listed, ...(await loadPhotos(tenant, identity, now))];
}

/** A line of the activity log is stored in three lists. */
const distinctRecords = (records: readonly object[]): object[] => [
  ...new Map(records.map((record) => [JSON.stringify(record), record])).values(),
];
