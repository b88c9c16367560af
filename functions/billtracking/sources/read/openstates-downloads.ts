// Reads the downloads of Open States, a session each (github.com/openstates/openstates.org, bulk/management/commands/bulk_export.py):
// tables in CSV, or one list of bills in JSON. Their bills become entries in the shape of the API, which one reader reads.

import { readText } from '../../../../shared/import/rows/values.ts';
import {
  isObject,
  type JsonObject,
  readObject,
  readObjects,
} from '../../../../shared/import/tables/json-object.ts';

/** The tables of a session; `<state>_<session>_bills.csv` and so on. A table without rows is not in the archive. */
const tableNames = [
  ...['bills', 'bill_abstracts', 'bill_titles', 'bill_actions', 'bill_sources', 'bill_related_bills'],
  ...['bill_sponsorships', 'bill_documents', 'bill_document_links', 'bill_versions', 'bill_version_links'],
  ...['votes', 'vote_people', 'vote_counts', 'vote_sources', 'organizations'],
] as const;
export type TableName = (typeof tableNames)[number];

type TableRow = Readonly<Record<string, string>>;
/** The tables that are there. */
export type Tables = ReadonlyMap<TableName, readonly TableRow[]>;

/** Which table a file is, and the session that its name begins with; undefined for another file. */
export function findTable(file: string): { readonly table: TableName; readonly session: string } | undefined {
  const name = file.split(/[/\\]/).at(-1) ?? '';
  const found = tableNames
    .filter((table) => name.endsWith(`_${table}.csv`))
    .toSorted((a, b) => b.length - a.length)[0];
  return found && { table: found, session: file.slice(0, -`_${found}.csv`.length) };
}

/** Reads a table as Python's csv module writes it. @throws Error when it is damaged */
export async function parseTable(text: string): Promise<readonly TableRow[]> {
  const { parse } = await import('csv-parse/sync');
  return parse(text, { bom: true, columns: true, skip_empty_lines: true });
}

/** A list of texts as Python prints it: `['reading-3', "governor's desk"]`. */
export function parsePythonList(text: string | undefined): string[] {
  const parts = (text ?? '').matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g);
  return [...parts].map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'));
}

/** The rows of a table by the record that they belong to; undefined when there is no such table. */
function groupRows(tables: Tables, table: TableName, by: string) {
  const rows = tables.get(table);
  if (rows === undefined) return undefined;
  const groups = Map.groupBy(rows, (row) => row[by] ?? '');
  return (id: string | undefined): readonly TableRow[] => groups.get(id ?? '') ?? [];
}

const setMember = (name: string, value: readonly unknown[] | undefined): JsonObject =>
  value === undefined ? {} : { [name]: value };

/** The organizations that tables name, by id: what the API says of one. */
function listOrganizations(tables: Tables): (id: string | undefined) => JsonObject {
  const byId = new Map((tables.get('organizations') ?? []).map((row) => [row.id, row]));
  return (id) => {
    const { name, classification } = byId.get(id) ?? {};
    return { id, name, classification };
  };
}

const readPerson = (id: string | undefined): JsonObject => (id ? { person: { id } } : {});

/** Joins the votes of a session; undefined when there is no such table. */
function joinVotes(tables: Tables, organization: (id: string | undefined) => JsonObject) {
  const votes = groupRows(tables, 'votes', 'bill_id');
  const people = groupRows(tables, 'vote_people', 'vote_event_id');
  const counts = groupRows(tables, 'vote_counts', 'vote_event_id');
  const sources = groupRows(tables, 'vote_sources', 'vote_event_id');
  return (
    votes &&
    ((billId: string | undefined): readonly JsonObject[] =>
      votes(billId).map((vote) => ({
        ...vote,
        motion_classification: parsePythonList(vote.motion_classification),
        organization: organization(vote.organization_id),
        counts: counts?.(vote.id) ?? [],
        ...setMember(
          'votes',
          people?.(vote.id).map(({ option, voter_name, voter_id }) => ({
            ...{ option, voter_name },
            ...(voter_id && { voter: { id: voter_id } }),
          })),
        ),
        ...setMember('sources', sources?.(vote.id)),
      })))
  );
}

/** Joins papers or versions with their links. */
function joinFiles(tables: Tables, table: TableName, linkTable: TableName, by: string) {
  const rows = groupRows(tables, table, 'bill_id');
  const links = groupRows(tables, linkTable, by);
  return (
    rows &&
    ((billId: string | undefined): readonly JsonObject[] =>
      rows(billId).map((row) => ({ ...row, links: links?.(row.id) ?? [] })))
  );
}

/** The bills of a session's tables, in the shape of the API. What has no table is not given: an import leaves it as it is. */
export function joinTables(tables: Tables): readonly JsonObject[] {
  const organization = listOrganizations(tables);
  const of = (table: TableName) => groupRows(tables, table, 'bill_id');
  const [abstracts, titles, actions] = [of('bill_abstracts'), of('bill_titles'), of('bill_actions')];
  const [sources, related, sponsors] = [
    of('bill_sources'),
    of('bill_related_bills'),
    of('bill_sponsorships'),
  ];
  const documents = joinFiles(tables, 'bill_documents', 'bill_document_links', 'document_id');
  const versions = joinFiles(tables, 'bill_versions', 'bill_version_links', 'version_id');
  const votes = joinVotes(tables, organization);
  return (tables.get('bills') ?? []).map((bill) => ({
    id: bill.id,
    session: bill.session_identifier,
    jurisdiction: { name: bill.jurisdiction },
    from_organization: { classification: bill.organization_classification },
    identifier: bill.identifier,
    title: bill.title,
    classification: parsePythonList(bill.classification),
    subject: parsePythonList(bill.subject),
    ...setMember('abstracts', abstracts?.(bill.id)),
    ...setMember('other_titles', titles?.(bill.id)),
    ...setMember('sources', sources?.(bill.id)),
    ...setMember('related_bills', related?.(bill.id)),
    ...setMember('documents', documents?.(bill.id)),
    ...setMember('versions', versions?.(bill.id)),
    ...setMember('votes', votes?.(bill.id)),
    ...setMember(
      'actions',
      actions?.(bill.id).map(({ organization_id, classification, ...action }) => ({
        ...action,
        classification: parsePythonList(classification),
        organization: organization(organization_id),
      })),
    ),
    ...setMember(
      'sponsorships',
      sponsors?.(bill.id).map(({ name, entity_type, person_id, primary, classification }) => ({
        ...{ name, entity_type, classification, primary: primary === 'True' },
        ...readPerson(person_id),
      })),
    ),
  }));
}

/** Whether an entry is a bill of a JSON download: it names its jurisdiction and its sponsors otherwise than the API. */
export const isDownloadedBill = (entry: unknown): entry is JsonObject =>
  isObject(entry) && readText(entry.jurisdiction_name) !== undefined;

/** The chamber that the name of an organization says: a JSON download has the name only. */
function readChamber(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (/\bsenate\b/i.test(name)) return 'upper';
  if (/\b(house|assembly)\b/i.test(name)) return 'lower';
  if (/\b(governor|mayor|president|executive)\b/i.test(name)) return 'executive';
  return /\b(legislature|council)\b/i.test(name) ? 'legislature' : undefined;
}

/** Related bills have the ids of Open States only: those of the same file can be named. Undefined when none of them can. */
function nameRelated(
  entry: JsonObject,
  byId: ReadonlyMap<string, JsonObject>,
): readonly JsonObject[] | undefined {
  const related = readObjects(entry.related_bills);
  const named = related.flatMap(({ related_bill_id: id }) => {
    const bill = byId.get(readText(id) ?? '');
    return bill ? [{ identifier: bill.identifier, legislative_session: bill.legislative_session }] : [];
  });
  return named.length > 0 || related.length === 0 ? named : undefined;
}

/** The bills of a JSON download, in the shape of the API; entries in the API's own shape stay as they are. */
export function toApiBills(entries: readonly unknown[]): readonly unknown[] {
  const byId = new Map(
    entries.filter(isDownloadedBill).map((entry) => [readText(entry.id) ?? '', entry] as const),
  );
  return entries.map((entry) => {
    if (!isDownloadedBill(entry)) return entry;
    const { related_bills: _, sponsors, chamber, jurisdiction_name: name, raw_text: _text, ...rest } = entry;
    return {
      ...rest,
      jurisdiction: { name },
      from_organization: { classification: chamber },
      ...(Array.isArray(sponsors) && { sponsorships: sponsors }),
      ...setMember('related_bills', nameRelated(entry, byId)),
      ...(Array.isArray(entry.actions) && {
        actions: entry.actions.map((action: unknown) =>
          isObject(action)
            ? {
                ...action,
                organization: { classification: readChamber(readText(action.organization__name)) },
              }
            : action,
        ),
      }),
      ...(Array.isArray(entry.votes) && {
        votes: entry.votes.map((vote: unknown) =>
          isObject(vote)
            ? { ...vote, organization: { classification: readObject(vote).organization__classification } }
            : vote,
        ),
      }),
    };
  });
}
