// Resolves what rows of people name: organizations, and people who were merged or erased.
import { findErasedIds } from '../../data/erased-ids.ts';
import type { TenantStore } from '../../data/store.ts';
import type { PersonContent, PositionContent } from '../../directory/people/person.ts';
import { peopleMerges } from '../../directory/record-merge/merge-kind.ts';
import { listMergedInto } from '../../directory/record-merge/merge-record.ts';
import { createOrganizationFinder } from '../matching/organization-finder.ts';
import { refuseDuplicate } from '../rows/refuse-duplicate.ts';
import type { ReadOptions, Row } from '../rows/row-source.ts';
import { createExistingPeople } from './existing-people.ts';
import type { PersonDraft } from './person-draft.ts';

/** Resolves rows. Load a batch of them before resolving one by one. */
export function createPersonResolver(tenant: TenantStore, options: ReadOptions) {
  const organizations = createOrganizationResolver(tenant, options);
  const gonePeople = createGoneFinder(tenant);
  const existing = createExistingPeople(tenant, options);
  const taken = new Map<string, string>();
  return {
    async load(rows: readonly Row<PersonDraft>[]): Promise<void> {
      await Promise.all([gonePeople.load(rows), existing.load(rows)]);
    },
    resolve: (row: Row<PersonDraft>): Promise<Row<PersonDraft>> =>
      organizations.row(refuseDuplicate(existing.match(gonePeople.refuse(row)), taken)),
    /** Call it once the rows are imported. */
    saveIds: existing.saveIds,
    /** Sentences on the names without a match. */
    remarks: organizations.remarks,
  };
}

/**
 * Refuses rows of people who were merged into others or erased: an import would bring them back. The same row always has
 * the same id, so an erased person is known by it.
 */
function createGoneFinder(tenant: TenantStore) {
  const reasons = new Map<string, string>();
  return {
    async load(rows: readonly Row<PersonDraft>[]): Promise<void> {
      const ids = [...new Set(rows.flatMap((row) => ('record' in row ? listRowIds(row.record) : [])))];
      const [merged, erased] = await Promise.all([
        listMergedInto(tenant, peopleMerges, ids),
        findErasedIds(tenant, ids),
      ]);
      for (const [id, into] of merged)
        reasons.set(id, `was merged into the person ${into}; leave the row out, or undo the merge`);
      for (const id of erased)
        reasons.set(id, 'was erased; leave the row out, or create the person again if they agree');
    },
    refuse(row: Row<PersonDraft>): Row<PersonDraft> {
      const ids = 'record' in row ? listRowIds(row.record) : [];
      const reason = ids.map((id) => reasons.get(id)).find((each) => each !== undefined);
      if (!('record' in row) || reason === undefined) return row;
      return { row: row.row, problems: [{ field: '(row)', reason, value: row.record.id }] };
    },
  };
}

/** The ids by which the person of a row may be gone. */
const listRowIds = ({ id, ownId }: PersonDraft): string[] => (ownId === undefined ? [id] : [id, ownId]);

/** Gives drafts the ids of the organizations they name. A name without a match is stored as text and reported. */
function createOrganizationResolver(tenant: TenantStore, options: ReadOptions) {
  const finder = createOrganizationFinder(tenant, options);
  const unknown = new Map<string, number>();
  const ambiguous = new Map<string, number>();
  const note = (names: Map<string, number>, name: string): void => {
    names.set(name, (names.get(name) ?? 0) + 1);
  };
  /** The listed positions with organizations of this tenant; one of another keeps its name. */
  async function linkPositions(row: Row<PersonDraft>): Promise<Row<PersonDraft>> {
    if (!('record' in row) || !row.record.listsPositions) return row;
    const positions: PositionContent[] = [];
    for (const { organizationId, ...position } of row.record.content.positions ?? []) {
      const found = organizationId === undefined ? undefined : await finder.byExternalId(organizationId);
      positions.push(found && 'id' in found ? { ...position, organizationId: found.id } : position);
    }
    return { ...row, record: { ...row.record, content: { ...row.record.content, positions } } };
  }
  return {
    async row(given: Row<PersonDraft>): Promise<Row<PersonDraft>> {
      const row = await linkPositions(given);
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
    ...(draft.content.positions &&
      !draft.listsPositions && {
        positions: draft.content.positions.map((position) => ({ ...position, organizationId })),
      }),
  };
  return { ...draft, content };
}
