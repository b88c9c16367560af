// Reads committees with their members from JSON.
import { CommitteeContent, MembershipContent } from '../../../shared/directory/committee.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { describeUnreadHeadings } from '../../../shared/import/headings.ts';
import {
  idByExternalId,
  idByName,
  idByNameAndEmail,
  idByTerm,
  parseExternalId,
} from '../../../shared/import/identity.ts';
import { buildLinks } from '../../../shared/import/person-draft.ts';
import { refuseDuplicate } from '../../../shared/import/refuse-duplicate.ts';
import {
  type ReadOptions,
  type Row,
  type RowSource,
  UnreadableSource,
} from '../../../shared/import/row-source.ts';
import { parseTerm } from '../../../shared/import/term.ts';
import { validateRow } from '../../../shared/import/validate-row.ts';
import { createValueCollector } from '../../../shared/import/value-collector.ts';
import { type Cell, collapseWhitespace, parseWebAddress, readText } from '../../../shared/import/values.ts';
import { isObject, type JsonObject, readJsonList, refuseNonObject } from './json.ts';
import { describeSkippedFiles, listSourceFiles, type SourceFile } from './source-files.ts';

/** A membership as a source gives it; the import checks whether its person exists. */
export interface MembershipDraft {
  readonly id: string;
  readonly content: MembershipContent;
  /** How the source names the person, for messages. */
  readonly person: string;
}

/** A committee as a source gives one, with a row for each membership. */
export interface CommitteeDraft {
  readonly id: string;
  readonly content: CommitteeContent;
  readonly members: readonly Row<MembershipDraft>[];
  /** The parent as the source names it. */
  readonly parent?: Cell;
}

const COMMITTEE_FIELDS = new Set([
  'id',
  'state',
  'name',
  'description',
  'kind',
  'chamber',
  'classification',
  'parent',
  'organization_id',
  'members',
  'other_names',
  'url',
]);

/**
 * Opens a file or folder of committees. Several rows may be of the same committee: which of them is imported is decided
 * with the parents.
 * @throws UnreadableSource when a file of it can't be read as a whole
 */
export async function readCommittees(path: string, options: ReadOptions): Promise<RowSource<CommitteeDraft>> {
  const files = await Promise.all((await listSourceFiles(path)).map((file) => openFile(file, options)));
  return {
    total: files.reduce((sum, file) => sum + file.total, 0),
    remarks: [...(await describeSkippedFiles(path)), ...files.flatMap((file) => file.remarks)],
    rows: files.flatMap((file) => file.rows),
  };
}

async function openFile(file: SourceFile, options: ReadOptions) {
  if (file.format !== 'json')
    throw new UnreadableSource(`"${file.path}" is not a JSON file: committees come as a JSON list.`);
  const entries = await readJsonList(file.path, 'committees');
  const names = new Set(entries.filter(isObject).flatMap((entry) => Object.keys(entry)));
  const unknown = [...names].filter((name) => !COMMITTEE_FIELDS.has(name));
  return {
    total: entries.length,
    remarks: describeUnreadHeadings({ unknown, repeated: [] }, file.name),
    rows: entries.map((entry, index) => parseCommittee(`${file.label}${index + 1}`, entry, options)),
  };
}

function parseCommittee(row: string, entry: unknown, options: ReadOptions): Row<CommitteeDraft> {
  if (!isObject(entry)) {
    return refuseNonObject(row, entry);
  }
  const collector = createValueCollector();
  const written = readText(entry.name);
  const name = written && collapseWhitespace(written);
  if (name === undefined) return { row, problems: [{ field: 'name', reason: 'is missing', value: '' }] };
  const idOf = (identifier: string): string =>
    idByExternalId('committee', parseExternalId(identifier, options), options);
  const identifier = readText(entry.id);
  const parent = readText(entry.parent);
  const organization = readText(entry.organization_id);
  const id = identifier === undefined ? idByName('committee', name, options) : idOf(identifier);
  const page = readText(entry.url);
  const state = readText(entry.state);
  const content = omitUndefined({
    name,
    description: readText(entry.description),
    kind: readText(entry.kind) ?? (state === undefined ? 'association' : 'legislative'),
    chamber: readText(entry.chamber),
    state,
    classification: readText(entry.classification),
    organizationId:
      organization && idByExternalId('organization', parseExternalId(organization, options), options),
    parentId: parent && idOf(parent),
    otherNames: parseOtherNames(entry),
    links: buildLinks([page && collector.accept(parseWebAddress({ field: 'url', value: page }))], undefined),
    externalIds: identifier === undefined ? undefined : [parseExternalId(identifier, options)],
  });
  const members = parseMembers(row, id, entry, options);
  return validateRow(row, CommitteeContent, content, collector.leftOut, (committee) => ({
    id,
    content: committee,
    members,
    ...omitUndefined({ parent: parent === undefined ? undefined : { field: 'parent', value: parent } }),
  }));
}

/** The memberships of the committee. The same person in the same role from the same day a second time is refused. */
function parseMembers(
  row: string,
  committeeId: string,
  entry: JsonObject,
  options: ReadOptions,
): Row<MembershipDraft>[] {
  const seen = new Map<string, string>();
  if (entry.members === undefined || entry.members === null) return [];
  const members: readonly unknown[] = Array.isArray(entry.members) ? entry.members : [entry.members];
  return members.map((member, index) => {
    const name = `${row} member ${index + 1}`;
    if (isObject(member)) return refuseDuplicate(parseMembership(name, committeeId, member, options), seen);
    return refuseNonObject(name, member);
  });
}

function parseMembership(
  row: string,
  committeeId: string,
  member: JsonObject,
  options: ReadOptions,
): Row<MembershipDraft> {
  const collector = createValueCollector();
  const name = readText(member.name) ?? '';
  const personId = parsePersonId(member, options);
  if (personId === undefined) {
    return {
      row,
      problems: [
        { field: 'person_id', reason: 'is missing, so the person cannot be identified', value: name },
      ],
    };
  }
  const role = readText(member.role)?.replace(/\s+/g, ' ');
  if (role === undefined)
    collector.leaveOut({ field: 'role', reason: 'is missing; taken as "member"', value: name });
  const days = (field: 'start_date' | 'end_date') => {
    const value = readText(member[field]);
    return value === undefined ? undefined : { field, value };
  };
  const term = parseTerm(days('start_date'), days('end_date'), `the place of ${name}`, collector);
  if (term === undefined) return { row, problems: collector.leftOut };
  const content = omitUndefined({ committeeId, personId, role: role ?? 'member', ...term });
  return validateRow(row, MembershipContent, content, collector.leftOut, (membership) => ({
    id: idByTerm(options.tenantCode, membership),
    content: membership,
    person: name || (readText(member.person_id) ?? ''),
  }));
}

function parsePersonId(member: JsonObject, options: ReadOptions): string | undefined {
  const identifier = readText(member.person_id);
  if (identifier !== undefined)
    return idByExternalId('person', parseExternalId(identifier, options), options);
  const name = readText(member.name);
  const email = readText(member.email);
  return name === undefined || email === undefined ? undefined : idByNameAndEmail({ name, email }, options);
}

function parseOtherNames(entry: JsonObject): readonly string[] | undefined {
  if (!Array.isArray(entry.other_names)) return undefined;
  const names = entry.other_names.flatMap(
    (other: unknown) => readText(isObject(other) ? other.name : other) ?? [],
  );
  return names.length === 0 ? undefined : [...new Set(names)];
}
