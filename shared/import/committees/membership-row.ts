// Makes a membership of a flat row: a row of a table, or a member in the JSON of its committee.
import { MembershipContent } from '../../directory/committees/committee.ts';
import type { ExternalId } from '../../directory/record/fields.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import {
  idByExternalId,
  idByName,
  idByNameAndEmail,
  idByTerm,
  parseExternalId,
  parseOwnId,
} from '../matching/identity.ts';
import type { Columns, HeadingTable } from '../rows/headings.ts';
import type { ReadOptions, Row } from '../rows/row-source.ts';
import { parseTerm } from '../rows/term.ts';
import { validateRow } from '../rows/validate-row.ts';
import { createValueCollector } from '../rows/value-collector.ts';
import type { Cell } from '../rows/values.ts';
import { type Cells, collapseLines, type RowReader } from '../tables/flat-rows.ts';

/** A membership as a source gives it, under the ids that its committee and its person have if the source was imported. */
export interface MembershipDraft {
  readonly id: string;
  readonly content: MembershipContent;
  /** The id of the row, where it has the form of this platform's. */
  readonly ownId?: string;
  /** How the source names the person, for messages. */
  readonly person: string;
  /** The id of the person in the source. */
  readonly personId?: Cell & { readonly externalId: ExternalId; readonly ownId?: string };
  /** The committee as a flat row names it. */
  readonly committee?: { readonly id?: Cell; readonly name?: Cell };
}

/** The headings under which lists of memberships give their fields. */
export const MEMBERSHIP_HEADINGS = {
  committeeId: ['committeeid', 'committeeexternalid'],
  committee: ['committee', 'committeename'],
  personId: ['personid', 'memberid', 'contactid', 'personexternalid'],
  name: ['name', 'fullname', 'displayname', 'person', 'personname', 'member', 'membername'],
  email: ['email', 'emailaddress', 'primaryemail', 'mail'],
  role: ['role', 'position', 'title', 'positiontitle'],
  startDate: ['startdate', 'start', 'from', 'since', 'termstart'],
  endDate: ['enddate', 'end', 'to', 'until', 'termend'],
  endReason: ['endreason', 'reasonofend'],
  ownId: ['id', 'membershipid'],
} as const satisfies HeadingTable<string>;
export type MembershipField = keyof typeof MEMBERSHIP_HEADINGS;

/** The reader of a table with these columns. */
export const createMembershipReader = (
  columns: Columns<MembershipField>,
  options: ReadOptions,
): RowReader<MembershipField, MembershipDraft> => ({
  columns,
  customFields: [],
  dateOrder: options.dateOrder,
  parse: (row, cells) => parseFlatMembership(row, cells, options),
});

function parseFlatMembership(
  row: string,
  cells: Cells<MembershipField>,
  options: ReadOptions,
): Row<MembershipDraft> {
  const [id, name] = [cells.get('committeeId'), cells.get('committee')];
  if (id === undefined && name === undefined)
    return {
      row,
      problems: [{ field: 'committee', reason: 'is missing: an id or a name is needed', value: '' }],
    };
  const committeeId =
    id === undefined
      ? idByName('committee', name?.value ?? '', options)
      : idByExternalId('committee', parseExternalId(id.value, options), options);
  const parsed = parseMembershipRow(row, committeeId, cells, options);
  if (!('record' in parsed)) return parsed;
  return { ...parsed, record: { ...parsed.record, committee: omitUndefined({ id, name }) } };
}

/** A membership in the committee with this id. */
export function parseMembershipRow(
  row: string,
  committeeId: string,
  read: Cells<MembershipField>,
  options: ReadOptions,
): Row<MembershipDraft> {
  const cells = collapseLines(read, ['name', 'role']);
  const collector = createValueCollector();
  const text = (field: MembershipField): string | undefined => cells.get(field)?.value;
  const name = text('name') ?? '';
  const personId = parsePersonId(cells, options);
  if (personId === undefined) {
    const reason = 'is missing, so the person cannot be identified';
    return { row, problems: [{ field: 'person_id', reason, value: name }] };
  }
  const role = text('role');
  if (role === undefined)
    collector.leaveOut({ field: 'role', reason: 'is missing; taken as "member"', value: name });
  const term = parseTerm(cells.get('startDate'), cells.get('endDate'), `the place of ${name}`, collector);
  if (term === undefined) return { row, problems: collector.leftOut };
  const content = omitUndefined({
    ...{ committeeId, personId, role: role ?? 'member', ...term },
    endReason: text('endReason'),
  });
  const given = cells.get('personId');
  return validateRow(row, MembershipContent, content, collector.leftOut, (membership) => ({
    id: idByTerm(options.tenantCode, membership),
    content: membership,
    person: name || (given?.value ?? ''),
    ...omitUndefined({ ownId: parseOwnId(text('ownId')) }),
    ...(given && {
      personId: {
        ...given,
        externalId: parseExternalId(given.value, options),
        ...omitUndefined({ ownId: parseOwnId(given.value) }),
      },
    }),
  }));
}

function parsePersonId(cells: Cells<MembershipField>, options: ReadOptions): string | undefined {
  const [identifier, name, email] = (['personId', 'name', 'email'] as const).map(
    (field) => cells.get(field)?.value,
  );
  if (identifier !== undefined)
    return idByExternalId('person', parseExternalId(identifier, options), options);
  return name === undefined || email === undefined ? undefined : idByNameAndEmail({ name, email }, options);
}
