// Finds the people of rows among those who exist already, however they were created (docs/interface/crm.md#matching-people).
import type { TenantStore } from '../../data/store.ts';
import { listEmails, type PersonContent } from '../../directory/people/person.ts';
import { type PersonItem, peopleById } from '../../directory/people/person-store.ts';
import {
  type PersonExternalId,
  personIdsByCrossId,
  savePersonIds,
} from '../../directory/record/cross-ids.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import { alignEntries } from '../matching/align-entries.ts';
import { omitOwnId } from '../matching/identity.ts';
import { createPeopleByName } from '../matching/people-by-name.ts';
import type { ParsedRow, ReadOptions, Row } from '../rows/row-source.ts';
import type { PersonDraft } from './person-draft.ts';

/** The person whom a row is of, or why that can't be decided. */
type Match = PersonItem | { readonly problem: string };

const isPerson = (match: Match): match is PersonItem => 'id' in match;

const isSameText = (a: string | undefined, b: string | undefined): boolean =>
  foldForSort(a ?? '') === foldForSort(b ?? '');

/** Whether two records have the same name; a middle name that one of them lacks makes no difference. */
const hasSameName = (a: PersonContent, b: PersonContent): boolean =>
  isSameText(a.firstName, b.firstName) &&
  isSameText(a.lastName, b.lastName) &&
  isSameText(a.suffix, b.suffix) &&
  (!a.middleName || !b.middleName || isSameText(a.middleName, b.middleName));

/** Whether a person of the same name is the one of the row: by an address, or without one by the organization. */
function isSamePerson(person: PersonItem, { email, organizationName }: PersonContent): boolean {
  if (email === undefined)
    return organizationName !== undefined && isSameText(person.organizationName, organizationName);
  return listEmails(person).some(({ value }) => value.toLowerCase() === email.toLowerCase());
}

/** Two ids of one system are of two people, as that system knows. */
const hasOtherId = (person: PersonItem, { externalIds = [] }: PersonContent): boolean =>
  externalIds.some(({ scheme, identifier }) =>
    (person.externalIds ?? []).some((known) => known.scheme === scheme && known.identifier !== identifier),
  );

/** Gives rows the people who exist. Load a batch of rows before matching one by one. */
export function createExistingPeople(tenant: TenantStore, { today }: Pick<ReadOptions, 'today'>) {
  const matches = new Map<string, Match>();
  /** People whom this import creates: rows of the same file are matched by the ids of rows only. */
  const created = new Set<string>();
  /** People whom a row with an id of another system was given by their name: the next such row is of somebody else. */
  const named = new Set<string>();
  const learned: PersonExternalId[] = [];
  const findPeopleByName = createPeopleByName(tenant);

  /** The person of a row among those of the same last and first name. */
  function choose({ content }: PersonDraft, sameName: readonly PersonItem[]): Match | undefined {
    const found = sameName.filter(
      (person) =>
        !created.has(person.id) &&
        hasSameName(person, content) &&
        isSamePerson(person, content) &&
        !hasOtherId(person, content),
    );
    if (found.length < 2) return found[0];
    return {
      problem: `may be of several people: ${found.map(({ id }) => id).join(', ')}; give the id of one, or merge them`,
    };
  }

  /** Whether another row with an id of its own was found to be of this person before. */
  function isOfSomebodyElse({ content }: PersonDraft, match: Match): boolean {
    if (!isPerson(match) || content.externalIds === undefined) return false;
    const isKnown = named.has(match.id);
    named.add(match.id);
    return isKnown;
  }

  /** The people of rows by the ids that the rows give: of this platform, or of the system the file comes from. */
  async function findById(drafts: readonly PersonDraft[]): Promise<Map<string, PersonItem>> {
    const externalIds = drafts.flatMap(({ id, content }) =>
      (content.externalIds ?? []).map((externalId) => ({ id, externalId })),
    );
    const known = await personIdsByCrossId(
      tenant,
      externalIds.map(({ externalId }) => externalId),
    );
    const references = [
      ...drafts.flatMap(({ id, ownId }) => [
        { id, personId: id },
        ...(ownId ? [{ id, personId: ownId }] : []),
      ]),
      ...externalIds.flatMap(({ id }, index) => (known[index] ? [{ id, personId: known[index] }] : [])),
    ];
    const people = await peopleById(
      tenant,
      references.map(({ personId }) => personId),
    );
    return new Map(
      references.flatMap(({ id }, index) => {
        const person = people[index];
        return person ? [[id, person] as const] : [];
      }),
    );
  }

  function apply(row: ParsedRow<PersonDraft>, person: PersonItem): ParsedRow<PersonDraft> {
    const { content, listsPositions } = row.record;
    const { externalIds: given, ...rest } = alignEntries(person, content, { listsPositions, today });
    const externalIds = omitOwnId(given, person.id);
    for (const externalId of externalIds ?? []) learned.push({ externalId, personId: person.id });
    return {
      ...row,
      record: {
        ...row.record,
        id: person.id,
        content: { ...rest, ...(externalIds && { externalIds }) },
      },
    };
  }

  return {
    /** Looks a batch of rows up: a read for each, and those without a person by an id by their names. */
    async load(rows: readonly Row<PersonDraft>[]): Promise<void> {
      const drafts = rows.flatMap((row) => ('record' in row && row.record.isMatched ? [row.record] : []));
      const byId = await findById(drafts);
      const others = drafts.filter(({ id }) => !byId.has(id));
      const sameName = await findPeopleByName(others.map(({ content }) => content));
      const byName = new Map(others.map((draft, index) => [draft.id, choose(draft, sameName[index] ?? [])]));
      for (const draft of drafts) {
        const match = byId.get(draft.id) ?? byName.get(draft.id);
        if (match === undefined || (!byId.has(draft.id) && isOfSomebodyElse(draft, match)))
          created.add(draft.id);
        else if (!isPerson(match) || match.id !== draft.id) matches.set(draft.id, match);
      }
    },
    /** The row with the id of the person whom it is of; refused where that can't be decided. */
    match(row: Row<PersonDraft>): Row<PersonDraft> {
      const match = 'record' in row ? matches.get(row.record.id) : undefined;
      if (!('record' in row) || match === undefined) return row;
      if (isPerson(match)) return apply(row, match);
      return { row: row.row, problems: [{ field: '(row)', reason: match.problem, value: '' }] };
    },
    /** Stores by which ids of other systems people were found, so that they are found by them again. */
    async saveIds(): Promise<void> {
      await savePersonIds(tenant, learned.splice(0));
    },
  };
}
