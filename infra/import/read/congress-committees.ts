// Reads the committees of the Congress with their parts and members (unitedstates/congress-legislators).
import { CommitteeContent, MembershipContent } from '../../../shared/directory/committees/committee.ts';
import type { ExternalId } from '../../../shared/directory/record/fields.ts';
import type { MembershipDraft } from '../../../shared/import/committees/membership-row.ts';
import { idByExternalId, idByTerm } from '../../../shared/import/matching/identity.ts';
import { buildLinks } from '../../../shared/import/people/person-draft.ts';
import { refuseDuplicate } from '../../../shared/import/rows/refuse-duplicate.ts';
import type { ReadOptions, Row, RowSource } from '../../../shared/import/rows/row-source.ts';
import { validateRow } from '../../../shared/import/rows/validate-row.ts';
import { createValueCollector } from '../../../shared/import/rows/value-collector.ts';
import { parseWebAddress, readText } from '../../../shared/import/rows/values.ts';
import {
  isObject,
  type JsonObject,
  readObjects,
  refuseNonObject,
} from '../../../shared/import/tables/json-object.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import type { CommitteeEntry } from './committees.ts';

/** Who sits where: lists of members by the code of the committee (`HSAG`, `HSAG15`). */
export type Memberships = Readonly<Record<string, readonly JsonObject[]>>;

const chambers: Readonly<Record<string, 'upper' | 'lower' | 'legislature'>> = {
  house: 'lower',
  senate: 'upper',
  joint: 'legislature',
};

/** The longest description that the directory stores. */
const MAX_DESCRIPTION = 2000;

/** Whether an entry of a JSON list is such a committee. */
export const isCongressCommittee = (entry: JsonObject): boolean =>
  readText(entry.thomas_id) !== undefined && readText(entry.type) !== undefined;

/** The lists of members in a JSON object whose names are codes; undefined when it is something else. */
export function parseMemberships(value: unknown): Memberships | undefined {
  if (!isObject(value)) return undefined;
  const lists = Object.entries(value);
  const isOne =
    lists.length > 0 && lists.every(([code, list]) => /^[A-Z]{4}/.test(code) && Array.isArray(list));
  return isOne ? Object.fromEntries(lists.map(([code, list]) => [code, readObjects(list)])) : undefined;
}

/** The committees among the entries of a list, each followed by its parts, with those who sit in them. */
export function parseCongressCommittees(
  entries: readonly unknown[],
  memberships: Memberships,
  options: ReadOptions,
): RowSource<CommitteeEntry> {
  const rows = entries.flatMap((entry, index) => {
    const row = String(index + 1);
    if (!isObject(entry)) return [refuseNonObject(row, entry)];
    const parts = readObjects(entry.subcommittees);
    return [
      parseCommittee(row, entry, undefined, memberships, options),
      ...parts.map((part, position) =>
        parseCommittee(`${row} part ${position + 1}`, part, entry, memberships, options),
      ),
    ];
  });
  return { total: rows.length, remarks: [], rows };
}

/** The ids of a committee: the code of the Library of Congress, and the House's own for its meetings. */
function parseIds(entry: JsonObject, whole: JsonObject | undefined): ExternalId[] {
  const code = `${readText(whole?.thomas_id) ?? ''}${readText(entry.thomas_id) ?? ''}`;
  const house = readText((whole ?? entry).house_committee_id);
  return [
    { scheme: 'thomas', identifier: code },
    ...(house === undefined
      ? []
      : [
          { scheme: 'house-committee', identifier: house + (whole ? (readText(entry.thomas_id) ?? '') : '') },
        ]),
  ];
}

function parseCommittee(
  row: string,
  entry: JsonObject,
  whole: JsonObject | undefined,
  memberships: Memberships,
  options: ReadOptions,
): Row<CommitteeEntry> {
  const collector = createValueCollector();
  const problems = ['thomas_id', 'name'].flatMap((field) =>
    readText(entry[field]) === undefined ? [{ field, reason: 'is missing', value: '' }] : [],
  );
  if (problems.length > 0) return { row, problems };
  const [thomas, ...more] = parseIds(entry, whole);
  if (!thomas) return { row, problems };
  const id = idByExternalId('committee', thomas, options);
  const page = readText(entry.url);
  const content = omitUndefined({
    name: readText(entry.name),
    description: readText(entry.jurisdiction)?.slice(0, MAX_DESCRIPTION),
    kind: 'legislative',
    state: 'US',
    chamber: chambers[readText((whole ?? entry).type) ?? ''],
    classification: whole ? 'subcommittee' : 'committee',
    parentId:
      whole &&
      idByExternalId('committee', { scheme: 'thomas', identifier: readText(whole.thomas_id) ?? '' }, options),
    links: buildLinks([page && collector.accept(parseWebAddress({ field: 'url', value: page }))], undefined),
    externalIds: [thomas, ...more],
  });
  const members = (memberships[thomas.identifier] ?? []).map((member, index) =>
    parseMember(`${row} member ${index + 1}`, id, member, options),
  );
  const seen = new Map<string, string>();
  return validateRow(row, CommitteeContent, content, collector.leftOut, (committee) => ({
    id,
    content: committee,
    members: members.map((member) => refuseDuplicate(member, seen)),
  }));
}

function parseMember(
  row: string,
  committeeId: string,
  member: JsonObject,
  options: ReadOptions,
): Row<MembershipDraft> {
  const identifier = readText(member.bioguide);
  const person = readText(member.name) ?? identifier ?? '';
  if (identifier === undefined)
    return {
      row,
      problems: [
        { field: 'bioguide', reason: 'is missing, so the person cannot be identified', value: person },
      ],
    };
  const personId = idByExternalId('person', { scheme: 'bioguide', identifier }, options);
  const content = { committeeId, personId, role: readText(member.title) ?? 'member' };
  return validateRow(row, MembershipContent, content, [], (membership) => ({
    id: idByTerm(options.tenantCode, membership),
    content: membership,
    person,
  }));
}
