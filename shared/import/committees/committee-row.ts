// Makes a committee of a flat row: a row of a table, or the plain values of a JSON object.
import { CommitteeContent, type QuorumContent } from '../../directory/committees/committee.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import { idByExternalId, idByName, joinIds, parseExternalId, parseOwnId } from '../matching/identity.ts';
import { buildLinks } from '../people/person-draft.ts';
import type { Columns, HeadingTable } from '../rows/headings.ts';
import { COMMITTEE_LISTS } from '../rows/list-fields.ts';
import { readLists } from '../rows/read-lists.ts';
import type { ReadOptions, Row } from '../rows/row-source.ts';
import { parseActivity } from '../rows/status.ts';
import { validateRow } from '../rows/validate-row.ts';
import { createValueCollector } from '../rows/value-collector.ts';
import { type Cell, type ParsedValue, parseWebAddress } from '../rows/values.ts';
import { type Cells, collapseLines, type RowReader } from '../tables/flat-rows.ts';

/** A committee as a source gives one; what it names is still to be found. */
export interface CommitteeDraft {
  readonly id: string;
  readonly content: CommitteeContent;
  /** The parent as the source names it, by id or by name. */
  readonly parent?: Cell;
  /** The organization, by id or by name. */
  readonly organization?: Cell;
  /** The id of the row, where it has the form of this platform's. */
  readonly ownId?: string;
  /** Whether the row has no id, so that the committee is found by its name. */
  readonly isNamed?: boolean;
}

/** The headings under which lists of committees give their fields. */
export const COMMITTEE_HEADINGS = {
  externalId: ['id', 'externalid', 'committeeid', 'recordid', 'guid', 'uuid'],
  name: ['name', 'committeename', 'committee'],
  description: ['description', 'about', 'purpose'],
  kind: ['kind', 'committeekind'],
  committeeType: ['type', 'committeetype'],
  chamber: ['chamber', 'house'],
  state: ['state'],
  classification: ['classification'],
  parent: ['parent', 'parentid', 'parentname', 'parentcommittee', 'parentcommitteeid', 'subcommitteeof'],
  organization: [
    'organization',
    'organizationid',
    'organizationname',
    'organisation',
    'organisationid',
    'organisationname',
  ],
  otherNames: ['othernames', 'alternatenames', 'formernames', 'aliases'],
  links: COMMITTEE_LISTS.links.headings,
  externalIds: COMMITTEE_LISTS.externalIds.headings,
  quorum: ['quorum'],
  website: ['url', 'website', 'web', 'webpage', 'homepage', 'link'],
  isActive: ['isactive', 'active', 'status'],
} as const satisfies HeadingTable<string>;
export type CommitteeField = keyof typeof COMMITTEE_HEADINGS;

const SINGLE_LINE_FIELDS = [
  'name',
  'committeeType',
  'state',
  'classification',
] as const satisfies readonly CommitteeField[];

/** What chambers are called where they are not called upper and lower. */
const chamberNames: Readonly<Record<string, string>> = {
  house: 'lower',
  senate: 'upper',
  joint: 'legislature',
};

/** The reader of a table with these columns. */
export const createCommitteeReader = (
  columns: Columns<CommitteeField>,
  options: ReadOptions,
): RowReader<CommitteeField, CommitteeDraft> => ({
  columns,
  customFields: [],
  parse: (row, cells) => parseCommitteeRow(row, cells, options),
});

/** A quorum as exports write it: `majority`, `60%` of the voting members, or `5` of them. */
function parseQuorum(cell: Cell): ParsedValue<QuorumContent> {
  if (cell.value.toLowerCase() === 'majority') return { value: { rule: 'majority' } };
  const [, digits, sign] = /^(\d+)\s*(%?)$/.exec(cell.value) ?? [];
  const number = Number(digits);
  if (sign === '%' && number >= 1 && number <= 100) return { value: { rule: 'percent', percent: number } };
  if (sign === '' && number >= 1) return { value: { rule: 'members', members: number } };
  return {
    problem: { ...cell, reason: 'must be majority, a percentage such as 60%, or a number of members' },
  };
}

/**
 * The committee of a flat row.
 * @param otherNames where the source gives them as a list
 */
export function parseCommitteeRow(
  row: string,
  read: Cells<CommitteeField>,
  options: ReadOptions,
  otherNames?: readonly string[],
): Row<CommitteeDraft> {
  const cells = collapseLines(read, SINGLE_LINE_FIELDS);
  const collector = createValueCollector();
  const text = (field: CommitteeField): string | undefined => cells.get(field)?.value;
  const name = text('name');
  if (name === undefined) return { row, problems: [{ field: 'name', reason: 'is missing', value: '' }] };
  const identifier = text('externalId');
  const externalId = identifier === undefined ? undefined : parseExternalId(identifier, options);
  const chamber = text('chamber')?.toLowerCase();
  const [page, isActive, quorum] = (['website', 'isActive', 'quorum'] as const).map((field) =>
    cells.get(field),
  );
  const lists = readLists(COMMITTEE_LISTS, cells, collector);
  const content = omitUndefined({
    name,
    description: text('description'),
    kind: text('kind')?.toLowerCase() ?? (text('state') === undefined ? 'association' : 'legislative'),
    committeeType: text('committeeType'),
    chamber: chamber && (chamberNames[chamber] ?? chamber),
    state: text('state'),
    classification: text('classification'),
    quorum: collector.accept(quorum && parseQuorum(quorum)),
    otherNames: otherNames ?? lists.otherNames,
    links: lists.links ?? buildLinks([page && collector.accept(parseWebAddress(page))], undefined),
    externalIds: joinIds(externalId, lists.externalIds),
    isActive: parseActivity(isActive, collector),
  });
  return validateRow(row, CommitteeContent, content, collector.leftOut, (committee) => ({
    id:
      externalId === undefined
        ? idByName('committee', name, options)
        : idByExternalId('committee', externalId, options),
    content: committee,
    isNamed: externalId === undefined,
    ...omitUndefined({
      parent: cells.get('parent'),
      organization: cells.get('organization'),
      ownId: parseOwnId(identifier),
    }),
  }));
}
