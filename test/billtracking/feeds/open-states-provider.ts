// Open States, answering as its sources do: github.com/openstates/api-v3 (api/auth.py, bills.py, events.py, jurisdictions.py,
// pagination.py, schemas.py) and github.com/openstates/openstates.org (bulk/management/commands/bulk_export.py). Its bills are invented.
import { stringify } from 'csv-stringify/sync';
import { packArchive } from './zip-archive.ts';

type Json = Record<string, unknown>;

/** What it has. A test changes it. */
export interface OpenStatesData {
  bills: Json[];
  events: Json[];
  /** Absent: a session that is over, and one that is held. */
  sessions?: Json[] | undefined;
  /** The number of a bill that it fails at: a page that has it is not answered. */
  brokenBill?: string | undefined;
  archiveUpdatedAt: string;
  /** The host of the downloads. */
  filesHost: string;
  /** The forms of downloads that it offers of the session that is held. */
  forms: readonly ('csv' | 'json')[];
}

const jurisdiction = {
  id: 'ocd-jurisdiction/country:us/state:vt/government',
  name: 'Vermont',
  classification: 'state',
};

/** A reply of FastAPI. */
export interface ProviderReply {
  readonly status: number;
  readonly body: unknown;
}
const ok = (body: unknown): ProviderReply => ({ status: 200, body: excludeNone(body) });
const refuse = (status: number, detail: unknown): ProviderReply => ({ status, body: { detail } });

/** response_model_exclude_none. */
function excludeNone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(excludeNone);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one == null ? [] : [[name, excludeNone(one)]])),
  );
}

/** bills.py: BillInclude; events.py: EventInclude; jurisdictions.py: JurisdictionInclude. */
const includes = {
  bills: [
    ...['sponsorships', 'abstracts', 'other_titles', 'other_identifiers', 'actions', 'sources'],
    ...['documents', 'versions', 'votes', 'related_bills'],
  ],
  events: ['links', 'sources', 'media', 'documents', 'participants', 'agenda'],
  jurisdictions: ['organizations', 'legislative_sessions', 'latest_runs'],
} as const;

/** What FastAPI says of values that are no members of an enumeration. */
function refuseIncludes(kind: keyof typeof includes, query: URLSearchParams): ProviderReply | undefined {
  const permitted: readonly string[] = includes[kind];
  const wrong = query.getAll('include').flatMap((value, index) =>
    permitted.includes(value)
      ? []
      : [
          {
            loc: ['query', 'include', index],
            msg: `value is not a valid enumeration member; permitted: ${permitted.map((one) => `'${one}'`).join(', ')}`,
            type: 'type_error.enum',
          },
        ],
  );
  return wrong.length > 0 ? refuse(422, wrong) : undefined;
}

/** pagination.py: to_obj_with_includes. */
const withIncludes = (kind: keyof typeof includes, query: URLSearchParams) => (entry: Json) =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([name]) =>
        !(includes[kind] as readonly string[]).includes(name) || query.getAll('include').includes(name),
    ),
  );

/** pagination.py: paginate. */
function paginate(
  kind: 'bills' | 'events',
  all: readonly Json[],
  query: URLSearchParams,
  defaultSize: number,
): ProviderReply {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? defaultSize)];
  if (size < 1 || size > 20) return refuse(400, 'invalid per_page, must be in [1, 20]');
  const pages = Math.ceil(all.length / size) || 1;
  if (page < 1 || page > pages) return refuse(404, `invalid page, must be in [1, ${pages}]`);
  return ok({
    pagination: { per_page: size, page, max_page: pages, total_items: all.length },
    results: all.slice((page - 1) * size, page * size).map(withIncludes(kind, query)),
  });
}

const isOf = (entry: Json, id: string | null): boolean => (entry.jurisdiction as Json).id === id;

/** bills.py: bills_search, with the parameters that a feed uses. */
function listBills({ bills, brokenBill }: OpenStatesData, query: URLSearchParams): ProviderReply {
  const [at, session, since] = ['jurisdiction', 'session', 'updated_since'].map((name) => query.get(name));
  if (session && !at) return refuse(400, 'filtering by session requires a jurisdiction parameter as well');
  // datetime.fromisoformat of the Python versions that the API supports refuses a Z.
  if (since && !/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.(\d{3}|\d{6}))?)?([+-]\d\d:\d\d)?)?$/.test(since))
    return refuse(400, 'datetime must be in ISO-8601 format, try YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS');
  if (!at) return refuse(400, "either 'jurisdiction' or 'q' required");
  const found = bills
    .filter((bill) => isOf(bill, at) && (!session || bill.session === session))
    .filter(({ updated_at }) => !since || String(updated_at) >= since)
    .toSorted((a, b) => (String(a.updated_at) < String(b.updated_at) ? -1 : 1));
  if (query.get('sort') !== 'updated_asc') found.reverse();
  const reply = paginate('bills', found, query, 10);
  const isBroken = brokenBill !== undefined && JSON.stringify(reply).includes(`"identifier":"${brokenBill}`);
  return isBroken ? refuse(500, 'Internal Server Error') : reply;
}

/** events.py: event_list. `deleted` is compared for equality, `after` as a text. */
function listEvents({ events }: OpenStatesData, query: URLSearchParams): ProviderReply {
  const at = query.get('jurisdiction');
  if (!at) return refuse(400, "must provide 'jurisdiction' parameter");
  const deleted = ['true', '1', 'on', 'yes'].includes((query.get('deleted') ?? 'false').toLowerCase());
  const found = events
    .filter((event) => isOf(event, at) && event.deleted === deleted)
    .filter(({ start_date }) => String(start_date) > (query.get('after') ?? ''))
    .toSorted((a, b) => (String(a.start_date) < String(b.start_date) ? -1 : 1));
  return paginate('events', found, query, 20);
}

function listSessions({ sessions, forms, filesHost, archiveUpdatedAt }: OpenStatesData): readonly Json[] {
  const session = (years: string, start_date: string, end_date: string) => ({
    ...{ identifier: years, name: `${years} Session`, classification: 'primary', start_date, end_date },
    downloads: [] as Json[],
  });
  // bulk_export.py: upload_and_publish.
  const downloads = forms.map((form) => ({
    ...{ created_at: '2027-01-10T00:00:00+00:00', updated_at: archiveUpdatedAt, data_type: form },
    url: `https://${filesHost}/${form}/latest/VT_2027-2028_${form}_2kVbWnAbCdEf.zip`,
  }));
  return (
    sessions ?? [
      session('2025-2026', '2025-01-08', '2026-05-01'),
      { ...session('2027-2028', '2027-01-06', '2999-05-01'), downloads },
    ]
  );
}

/** Answers a request to the API. */
export function answerOpenStates(
  data: OpenStatesData,
  path: string,
  query: URLSearchParams,
  key: string | undefined,
): ProviderReply {
  const where = 'Login and visit https://openstates.org/account/profile/ for your API key.';
  if (!key) return refuse(403, `Must provide API Key as ?apikey or X-API-KEY. ${where}`);
  if (key === 'wrong-key') return refuse(401, `Invalid API Key. ${where}`);
  if (path.startsWith('/jurisdictions/')) {
    if (path !== `/jurisdictions/${jurisdiction.id}`) return refuse(404, 'No such Jurisdiction.');
    const full = {
      ...jurisdiction,
      ...{ division_id: 'ocd-division/country:us/state:vt', url: 'https://legislature.example.org' },
      ...{
        latest_bill_update: '2027-02-01T00:00:00+00:00',
        latest_people_update: '2027-02-01T00:00:00+00:00',
      },
      legislative_sessions: listSessions(data),
    };
    return refuseIncludes('jurisdictions', query) ?? ok(withIncludes('jurisdictions', query)(full));
  }
  if (path === '/bills') return refuseIncludes('bills', query) ?? listBills(data, query);
  if (path === '/events') return refuseIncludes('events', query) ?? listEvents(data, query);
  return refuse(404, 'Not Found');
}

const house = { id: 'ocd-organization/1', name: 'House', classification: 'lower' };

/** A bill of the API (schemas.py: Bill). */
export const buildOpenStatesBill = (number: string, updatedAt: string, more: Json = {}): Json => ({
  id: `ocd-bill/${number}`,
  session: '2027-2028',
  jurisdiction,
  from_organization: house,
  identifier: number,
  title: `An act relating to ${number}`,
  classification: ['bill'],
  subject: ['ROADS'],
  extras: {},
  created_at: '2027-01-05T00:00:00+00:00',
  updated_at: updatedAt,
  openstates_url: `https://openstates.org/vt/bills/2027-2028/${number.replace(' ', '')}/`,
  first_action_date: '2027-01-05',
  latest_action_date: '2027-01-05',
  latest_action_description: 'Read first time',
  latest_passage_date: '',
  sponsorships: [
    {
      ...{ id: 'a1f3', name: 'Gale', entity_type: 'person', primary: true, classification: 'primary' },
      person: null,
    },
  ],
  actions: [buildAction('Read first time', '2027-01-05', ['introduction'])],
  ...{ abstracts: [], other_titles: [], other_identifiers: [], related_bills: [] },
  ...{ documents: [], versions: [], votes: [] },
  sources: [{ url: 'https://legislature.example.org/1', note: '' }],
  ...more,
});

/** An action of a bill (schemas.py: BillAction). */
export const buildAction = (
  description: string,
  date: string,
  classification: string[],
  more: Json = {},
) => ({
  ...{ id: 'b2c4', organization: house, description, date, classification, order: 0, related_entities: [] },
  ...more,
});

/** An event (schemas.py: Event; tests/test_events.py). */
export const buildOpenStatesEvent = (id: string, start: string, more: Json = {}): Json => ({
  ...{ id: `ocd-event/${id}`, name: `Hearing ${id}`, jurisdiction, description: '', classification: '' },
  ...{
    start_date: start,
    end_date: '',
    all_day: false,
    status: 'confirmed',
    upstream_id: '',
    deleted: false,
  },
  location: { name: 'Room 10', url: '' },
  ...{ links: [], sources: [], media: [], documents: [], participants: [], agenda: [] },
  ...more,
});

/** A value as Python's csv module writes it: lists as they are printed. */
function toPython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printPython).join(', ')}]`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value == null ? '' : String(value);
}
const printPython = (text: unknown): string =>
  String(text).includes("'") && !String(text).includes('"')
    ? `"${text}"`
    : `'${String(text).replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

/** bulk_export.py: export_csv, which writes no file for a table without rows. */
const toCsv = (rows: readonly Json[]): string | undefined =>
  rows.length === 0
    ? undefined
    : stringify(
        rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toPython(value)])),
        ),
        { header: true, record_delimiter: '\r\n' },
      );

const partsOf = (bill: Json, member: string): readonly Json[] => (bill[member] ?? []) as Json[];
const idOf = (value: unknown): unknown => (value as Json | null)?.id ?? '';

/** bulk_export.py: export_session_csv. The columns are those of openstates-core, data/models. */
function exportTables(bills: readonly Json[]): Readonly<Record<string, readonly Json[]>> {
  const ids = bills.map((bill, index) => [bill, `${bill.id}`, index] as const);
  const of = (member: string, toRow: (part: Json, billId: string, id: string) => Json): readonly Json[] =>
    ids.flatMap(([bill, billId]) =>
      partsOf(bill, member).map((part, index) => toRow(part, billId, `${member}-${billId}-${index}`)),
    );
  const linksOf = (member: string, by: string): readonly Json[] =>
    ids.flatMap(([bill, billId]) =>
      partsOf(bill, member).flatMap((part, index) =>
        partsOf(part, 'links').map(({ url, media_type }, link) => ({
          ...{ id: `l-${billId}-${index}-${link}`, media_type, url, [by]: `${member}-${billId}-${index}` },
        })),
      ),
    );
  const votes = ids.flatMap(([bill, billId]) => partsOf(bill, 'votes').map((vote) => ({ vote, billId })));
  const ofVotes = (member: string, toRow: (part: Json, voteId: unknown) => Json): readonly Json[] =>
    votes.flatMap(({ vote }) => partsOf(vote, member).map((part) => toRow(part, vote.id)));
  const paper = ({ note, date, classification = '' }: Json, bill_id: string, id: string): Json => ({
    ...{ id, bill_id, note, date, classification, extras: '{}' },
  });
  const now = '2027-01-10 00:00:00+00:00';
  return {
    bills: bills.map((bill) => ({
      ...{ id: bill.id, identifier: bill.identifier, title: bill.title, classification: bill.classification },
      ...{ subject: bill.subject, session_identifier: bill.session },
      jurisdiction: (bill.jurisdiction as Json).name,
      organization_classification: (bill.from_organization as Json).classification,
    })),
    bill_abstracts: of('abstracts', ({ abstract, note }, bill_id, id) => ({ id, bill_id, abstract, note })),
    bill_titles: of('other_titles', ({ title, note }, bill_id, id) => ({ id, bill_id, title, note })),
    bill_actions: of(
      'actions',
      ({ organization, description, date, classification, order }, bill_id, id) => ({
        ...{ id, bill_id, organization_id: idOf(organization), description, date, classification, order },
      }),
    ),
    bill_sources: of('sources', ({ note, url }, bill_id, id) => ({ id, note, url, bill_id })),
    bill_related_bills: of(
      'related_bills',
      ({ identifier, legislative_session, relation_type }, bill_id, id) => ({
        ...{ id, bill_id, related_bill_id: '', identifier, legislative_session, relation_type },
      }),
    ),
    bill_sponsorships: of(
      'sponsorships',
      ({ name, entity_type, person, primary, classification }, bill_id, id) => ({
        ...{
          id,
          name,
          entity_type,
          organization_id: '',
          person_id: idOf(person),
          bill_id,
          primary,
          classification,
        },
      }),
    ),
    bill_documents: of('documents', paper),
    bill_versions: of('versions', paper),
    bill_document_links: linksOf('documents', 'document_id'),
    bill_version_links: linksOf('versions', 'version_id'),
    votes: votes.map(({ vote, billId: bill_id }) => ({
      ...{ id: vote.id, identifier: vote.identifier, motion_text: vote.motion_text },
      ...{
        motion_classification: vote.motion_classification,
        start_date: vote.start_date,
        result: vote.result,
      },
      ...{ organization_id: idOf(vote.organization), bill_id, bill_action_id: '', jurisdiction: 'Vermont' },
      session_identifier: '2027-2028',
    })),
    vote_people: ofVotes('votes', ({ option, voter_name, voter }, vote_event_id) => ({
      ...{ id: 'p', vote_event_id, option, voter_name, voter_id: idOf(voter), note: '' },
    })),
    vote_counts: ofVotes('counts', ({ option, value }, vote_event_id) => ({
      id: 'c',
      vote_event_id,
      option,
      value,
    })),
    vote_sources: ofVotes('sources', ({ url, note }, vote_event_id) => ({
      id: 's',
      note,
      url,
      vote_event_id,
    })),
    organizations: [
      {
        ...house,
        created_at: now,
        updated_at: now,
        extras: '{}',
        parent_id: '',
        jurisdiction_id: jurisdiction.id,
      },
      {
        ...{
          id: 'ocd-organization/2',
          name: 'Senate',
          classification: 'upper',
          created_at: now,
          updated_at: now,
        },
        ...{ extras: '{}', parent_id: '', jurisdiction_id: jurisdiction.id },
      },
    ],
  };
}

/** The tables of a session by the names of their files (bulk_export.py: export_session_csv). */
export function exportCsv(
  bills: readonly Json[],
  state = 'VT',
  session = '2027-2028',
): Record<string, string> {
  const files = Object.entries(exportTables(bills)).flatMap(([name, rows]): [string, string][] => {
    const text = toCsv(rows);
    return text === undefined ? [] : [[`${state}/${session}/${state}_${session}_${name}.csv`, text]];
  });
  const readme = `Open States Data Export\n\nState: ${state}\nSession: ${session}\nCSV Format Version: 2.1\n`;
  return { README: readme, ...Object.fromEntries(files) };
}

/** The bills of a JSON download (bulk_export.py: _bill_to_json). */
export const exportJson = (bills: readonly Json[]): readonly Json[] =>
  bills.map((bill) => ({
    ...{
      id: bill.id,
      legislative_session: bill.session,
      jurisdiction_name: (bill.jurisdiction as Json).name,
    },
    ...{
      identifier: bill.identifier,
      title: bill.title,
      chamber: (bill.from_organization as Json).classification,
    },
    ...{ classification: bill.classification, subject: bill.subject },
    abstracts: partsOf(bill, 'abstracts'),
    other_titles: partsOf(bill, 'other_titles'),
    actions: partsOf(bill, 'actions').map(({ organization, description, date, classification, order }) => ({
      ...{ organization__name: (organization as Json).name, description, date, classification, order },
    })),
    related_bills: partsOf(bill, 'related_bills').map(({ identifier }) => ({
      related_bill_id: `ocd-bill/${identifier}`,
    })),
    sponsors: partsOf(bill, 'sponsorships').map(({ name, primary, classification }) => ({
      ...{ name, primary, classification },
    })),
    ...{ documents: partsOf(bill, 'documents'), versions: partsOf(bill, 'versions') },
    sources: partsOf(bill, 'sources').map(({ url }) => ({ url })),
    votes: partsOf(bill, 'votes').map((vote) => ({
      ...{ identifier: vote.identifier, motion_text: vote.motion_text, start_date: vote.start_date },
      ...{ motion_classification: vote.motion_classification, result: vote.result },
      organization__classification: (vote.organization as Json).classification,
      counts: vote.counts,
      votes: partsOf(vote, 'votes').map(({ option, voter_name }) => ({ option, voter_name })),
    })),
    raw_text: 'An act',
    raw_text_url: 'https://legislature.example.org/1.txt',
  }));

/** A download. */
export const packDownload = ({ bills }: Pick<OpenStatesData, 'bills'>, form: 'csv' | 'json'): Buffer =>
  packArchive(
    form === 'csv'
      ? exportCsv(bills)
      : {
          README: 'Open States Data Export\n',
          'VT/2027-2028/VT_2027-2028_bills.json': JSON.stringify(exportJson(bills)),
        },
  );
