// Imports people: finds the organizations they name, then imports the rows.
import { people } from '../../shared/directory/collection.ts';
import type { PersonContent } from '../../shared/directory/person.ts';
import { listMergedInto } from '../../shared/directory/person-merge/merge-record.ts';
import { type ImportRun, importRows } from './import-rows.ts';
import { createOrganizationFinder } from './organization-finder.ts';
import { readPeople } from './read/people.ts';
import type { PersonDraft } from './read/person-draft.ts';
import { type Row, type RowSource, UnreadableSource } from './read/row-source.ts';

/** Imports a file or folder of people. */
export async function importPeople(run: ImportRun): Promise<void> {
  const reading = await readPeople(run.path, run.read);
  if (reading.total === 0) throw new UnreadableSource(`"${run.path}" contains no people.`);
  run.remark(reading.remarks);
  await importPersonRows(run, reading);
}

/** Imports people who were read, and returns the ids of those who exist now. */
export async function importPersonRows(
  run: ImportRun,
  reading: RowSource<PersonDraft>,
): Promise<ReadonlySet<string>> {
  const resolve = createOrganizationResolver(run);
  run.progress.begin('people', reading.total);
  const mergedPeople = createMergeFinder(run);
  const importedIds = await importRows(
    run,
    'people',
    people,
    reading.rows,
    async (row) => resolve.row(mergedPeople.refuse(row)),
    mergedPeople.load,
  );
  run.progress.end();
  run.remark(resolve.remarks());
  return importedIds;
}

/** Refuses rows of people who were merged into others: an import would bring them back as a second record. */
function createMergeFinder({ tenant }: ImportRun) {
  const mergedInto = new Map<string, string>();
  return {
    async load(rows: readonly Row<PersonDraft>[]): Promise<void> {
      const ids = rows.flatMap((row) => ('record' in row ? [row.record.id] : []));
      for (const [id, into] of await listMergedInto(tenant, [...new Set(ids)])) mergedInto.set(id, into);
    },
    refuse(row: Row<PersonDraft>): Row<PersonDraft> {
      const into = 'record' in row ? mergedInto.get(row.record.id) : undefined;
      if (!('record' in row) || into === undefined) return row;
      const reason = `was merged into the person ${into}; leave the row out, or undo the merge`;
      return { row: row.row, problems: [{ field: '(row)', reason, value: row.record.id }] };
    },
  };
}

/** Gives drafts the ids of the organizations they name. A name without a match is stored as text and reported. */
function createOrganizationResolver({ tenant, read }: ImportRun) {
  const finder = createOrganizationFinder(tenant, read);
  const unknown = new Map<string, number>();
  const ambiguous = new Map<string, number>();
  const note = (names: Map<string, number>, name: string): void => {
    names.set(name, (names.get(name) ?? 0) + 1);
  };
  return {
    async row(row: Row<PersonDraft>): Promise<Row<PersonDraft>> {
      if (!('record' in row) || row.record.organization === undefined) return row;
      const { name, externalId, field } = row.record.organization;
      const byId = externalId === undefined ? undefined : await finder.byExternalId(externalId);
      const found = byId && 'id' in byId ? byId : name === undefined ? byId : await finder.byName(name);
      if (found && 'id' in found) return { ...row, record: setOrganization(row.record, found.id) };
      if (name !== undefined) note(found?.reason === 'ambiguous' ? ambiguous : unknown, name);
      if (externalId === undefined) return row;
      const problem = { field, reason: 'names no organization of this tenant', value: externalId };
      return { ...row, leftOut: [...row.leftOut, problem] };
    },
    remarks: () => [
      ...describeUnlinked(
        unknown,
        'no organization of this tenant has',
        'import organizations first to link them',
      ),
      ...describeUnlinked(
        ambiguous,
        'several organizations of this tenant have',
        'give the organization id to link them',
      ),
    ],
  };
}

function describeUnlinked(names: ReadonlyMap<string, number>, what: string, next: string): string[] {
  if (names.size === 0) return [];
  const rows = [...names.values()].reduce((sum, count) => sum + count, 0);
  const some = [...names.keys()].slice(0, 3).map((name) => `"${name}"`);
  const more = names.size > 3 ? ` and ${names.size - 3} more` : '';
  return [
    `${rows.toLocaleString('en')} people name an organization that ${what}: ${some.join(', ')}${more}. The name was stored as text; ${next}.`,
  ];
}

function setOrganization(draft: PersonDraft, organizationId: string): PersonDraft {
  const content: PersonContent = {
    ...draft.content,
    organizationId,
    ...(draft.content.positions && {
      positions: draft.content.positions.map((position) => ({ ...position, organizationId })),
    }),
  };
  return { ...draft, content };
}
