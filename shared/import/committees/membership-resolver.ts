// Resolves what rows of memberships name: committees, people, and terms that are stored already.
import type { TenantStore } from '../../data/store.ts';
import { peopleById } from '../../directory/people/person-store.ts';
import { personIdsByCrossId } from '../../directory/record/cross-ids.ts';
import { peopleMerges } from '../../directory/record-merge/merge-kind.ts';
import { listMergedInto, survivorById } from '../../directory/record-merge/merge-record.ts';
import type { ReadOptions, Row, RowProblem } from '../rows/row-source.ts';
import { createCommitteeLookup } from './committee-lookup.ts';
import type { MembershipDraft } from './membership-row.ts';
import { createTermPlacer } from './place-terms.ts';

/** Resolves rows. Load a batch of them before resolving one by one. */
export function createMembershipResolver(tenant: TenantStore, options: ReadOptions, today: string) {
  const committees = createCommitteeFinder(tenant, options);
  const members = createMemberFinder(tenant);
  const terms = createTermPlacer(tenant, today);
  const find = (row: Row<MembershipDraft>) => members.find(committees.find(row));
  return {
    async load(rows: readonly Row<MembershipDraft>[]): Promise<void> {
      await Promise.all([committees.load(rows), members.load(rows)]);
      await terms.load(rows.map(find));
    },
    resolve: (row: Row<MembershipDraft>): Row<MembershipDraft> => terms.place(find(row)),
  };
}

const refuse = ({ row }: Row<MembershipDraft>, problem: RowProblem): Row<MembershipDraft> => ({
  row,
  problems: [problem],
});

/** Gives rows that name their committee its id. Each committee is looked up once. */
function createCommitteeFinder(tenant: TenantStore, options: ReadOptions) {
  const lookup = createCommitteeLookup(tenant, options);
  const found = new Map<string, Awaited<ReturnType<typeof lookup.byName>>>();
  const toKey = ({ id, name }: NonNullable<MembershipDraft['committee']>): string =>
    JSON.stringify([id?.value, id === undefined ? name?.value : undefined]);
  return {
    async load(rows: readonly Row<MembershipDraft>[]): Promise<void> {
      const named = rows.flatMap((row) => ('record' in row ? (row.record.committee ?? []) : []));
      const open = new Map(
        named.filter((each) => !found.has(toKey(each))).map((each) => [toKey(each), each]),
      );
      await lookup.loadValues([...open.values()].flatMap(({ id }) => id?.value ?? []));
      for (const [key, { id, name }] of open)
        found.set(key, await (id ? lookup.byExternalId(id.value) : lookup.byName(name?.value ?? '')));
    },
    find(row: Row<MembershipDraft>): Row<MembershipDraft> {
      if (!('record' in row) || row.record.committee === undefined) return row;
      const { committee, content } = row.record;
      const match = found.get(toKey(committee));
      if (match && 'id' in match)
        return { ...row, record: { ...row.record, content: { ...content, committeeId: match.id } } };
      const { field, value } = committee.id ?? committee.name ?? { field: 'committee', value: '' };
      const reason =
        match?.reason === 'ambiguous'
          ? 'is the name of several committees; give the id of one'
          : 'names no committee of this tenant; import the committees first';
      return refuse(row, { field, reason, value });
    },
  };
}

/**
 * Gives rows the ids of their people: by the id in the source, by ours, by an id of another system, or of the person whom
 * theirs was merged into. Each is looked up once; a row of nobody is refused.
 */
function createMemberFinder(tenant: TenantStore) {
  /** By the id that the row gives; undefined when there is nobody. */
  const found = new Map<string, string | undefined>();

  async function listExisting(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const people = await peopleById(tenant, [...new Set(ids)]);
    return new Set(people.flatMap((person) => person?.id ?? []));
  }

  async function findSurvivors(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const merged = [...(await listMergedInto(tenant, peopleMerges, ids)).keys()];
    const survivors = await Promise.all(merged.map((id) => survivorById(tenant, peopleMerges, id)));
    return new Map(merged.flatMap((id, index) => (survivors[index] ? [[id, survivors[index].id]] : [])));
  }

  /** Finds those who are not stored under the id that the import of their own file would have given them. */
  async function findOthers(drafts: readonly MembershipDraft[]): Promise<void> {
    const given = drafts.flatMap(({ content, personId }) =>
      personId ? [{ ...personId, id: content.personId }] : [],
    );
    const crossIds = await personIdsByCrossId(
      tenant,
      given.map(({ externalId }) => externalId),
    );
    const candidates = new Map(
      given.map(({ id, ownId }, index) => [id, [ownId ?? [], crossIds[index] ?? []].flat()]),
    );
    const existing = await listExisting([...candidates.values()].flat());
    const ids = drafts.map(({ content }) => content.personId);
    const survivors = await findSurvivors([...new Set([...ids, ...[...candidates.values()].flat()])]);
    for (const id of ids) {
      const others = candidates.get(id) ?? [];
      found.set(
        id,
        others.find((each) => existing.has(each)) ??
          [id, ...others].flatMap((each) => survivors.get(each) ?? [])[0],
      );
    }
  }

  return {
    async load(rows: readonly Row<MembershipDraft>[]): Promise<void> {
      const drafts = new Map(
        rows.flatMap((row) => ('record' in row ? [[row.record.content.personId, row.record] as const] : [])),
      );
      const open = [...drafts.values()].filter(({ content }) => !found.has(content.personId));
      const existing = await listExisting(open.map(({ content }) => content.personId));
      for (const id of existing) found.set(id, id);
      const others = open.filter(({ content }) => !existing.has(content.personId));
      if (others.length > 0) await findOthers(others);
    },
    find(row: Row<MembershipDraft>): Row<MembershipDraft> {
      if (!('record' in row)) return row;
      const { content, personId: given, person } = row.record;
      const personId = found.get(content.personId);
      if (personId !== undefined)
        return { ...row, record: { ...row.record, content: { ...content, personId } } };
      return refuse(row, {
        field: given?.field ?? 'person_id',
        reason: 'points at a person this tenant does not have',
        value: person,
      });
    },
  };
}
