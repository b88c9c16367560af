// The providers of legislation, served on this machine: Open States by its source, the others in the shapes that their documents
// describe (LegiScan API user manual; congress.gov API, BillEndpoint), with invented bills. A test changes what they have.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOpenStates, type OpenStatesData, packDownload } from './open-states-provider.ts';
import { packArchive } from './zip-archive.ts';

type Json = Record<string, unknown>;

/** A request as a provider saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string | undefined;
}

export interface FeedProviders {
  readonly address: string;
  readonly seen: SeenRequest[];
  /** Answers every request instead, until it is undefined again. */
  instead:
    | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
    | undefined;
  openStates: OpenStatesData;
  legiscan: {
    bills: Json[];
    rollCalls: Json[];
    datasetHash: string;
    /** What getSessionList has, besides the current session and an archived one. */
    sessions?: Json[];
    /** The state that alone has sessions; all have the same otherwise. */
    sessionsOf?: string;
    /** What getMonitorListRaw has for `record`; of the same account whatever the states of a feed are. */
    monitorLists?: Readonly<Record<string, Json[]>>;
    /** What getBillText, getAmendment and getSupplement have, by operation and id: `getBillText 5`. */
    texts?: Readonly<Record<string, Json>>;
    /** What it answers for a session, a bill or a roll call in place of it. */
    refusals?: Readonly<Record<number, string>>;
  };
  congress: {
    bills: { item: Json; lists: Record<string, unknown> }[];
    /** Roll calls of the House, each with the votes of its members, and committee meetings. */
    votes?: Json[];
    meetings?: Json[];
    /** What it answers at an address in place of what is there. */
    refusals?: Readonly<Record<string, number>>;
    /** Is told of each page of bills after it was answered. */
    afterPage?: (offset: number) => void;
  };
  /** What the hosts of legislatures and congress.gov publish, by host and path; a host that is not there answers 404. */
  published: Record<string, PublishedFile>;
  stop(): Promise<void>;
}

/** A file as a web server sends it; `etag` as RFC 9110 (8.8.3) has it. */
export interface PublishedFile {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly etag?: string;
  readonly location?: string;
}

/** A session of LegiScan (API User Manual, getSessionList). */
export const legiscanSession = {
  ...{
    session_id: 2100,
    state_id: 45,
    year_start: 2027,
    year_end: 2028,
    prefile: 0,
    sine_die: 0,
    prior: 0,
    special: 0,
  },
  ...{ session_tag: 'Regular Session', session_title: '2027-2028 Regular Session' },
  session_name: '2027-2028 Regular Session',
};

/** A bill of LegiScan. */
export const buildLegiscanBill = (id: number, hash: string, more: Json = {}): Json => ({
  ...{
    bill_id: id,
    change_hash: hash,
    session_id: 2100,
    session: legiscanSession,
    state: 'VT',
    state_id: 45,
  },
  ...{
    url: `https://legiscan.com/VT/bill/H${id}/2027`,
    state_link: `https://legislature.example.org/H${id}`,
  },
  ...{
    completed: 0,
    status: 1,
    status_date: '2027-01-05',
    bill_number: `H0${id}`,
    bill_type: 'B',
    bill_type_id: '1',
  },
  ...{
    body: 'H',
    body_id: 74,
    current_body: 'H',
    title: `An act relating to H.${id}`,
    description: `About H.${id}.`,
  },
  ...{ pending_committee_id: 0, committee: [], referrals: [] },
  history: [{ date: '2027-01-05', action: 'Read first time', chamber: 'H', chamber_id: 74, importance: 1 }],
  ...{
    sponsors: [],
    sasts: [],
    subjects: [],
    texts: [],
    votes: [],
    amendments: [],
    supplements: [],
    calendar: [],
  },
  ...more,
});

/**
 * An entry of a monitor list (API User Manual, getMonitorListRaw, and Static Values, Stance: 0 watch, 1 support, 2 oppose; LegiScan's own
 * client, LegiScan.php, asks for it with `record`).
 */
export const buildMonitored = (id: number, stance: number, hash: string): Json => ({
  ...{ bill_id: id, state: 'VT', number: `H0${id}`, stance, change_hash: hash, status: 1 },
});

/** A bill of congress.gov with its lists. */
export const buildCongressBill = (number: string, updateDate: string, more: Json = {}) => {
  const lists = {
    actions: [
      {
        ...{ actionCode: 'H11100', actionDate: '2027-01-20', type: 'IntroReferral' },
        text: 'Referred to the House Committee on Agriculture.',
        sourceSystem: { code: 2, name: 'House floor actions' },
      },
      {
        ...{
          actionCode: '1000',
          actionDate: '2027-01-20',
          type: 'IntroReferral',
          text: 'Introduced in House',
        },
        sourceSystem: { code: 9, name: 'Library of Congress' },
      },
    ],
    committees: [{ chamber: 'House', name: 'Agriculture Committee', systemCode: 'hsag00', type: 'Standing' }],
    cosponsors: [{ bioguideId: 'C000001', fullName: 'Rep. Cole, Ann [D-WA-1]', isOriginalCosponsor: true }],
    relatedBills: [
      {
        ...{ congress: 120, number: 12, type: 'S', title: 'The same' },
        relationshipDetails: [{ identifiedBy: 'CRS', type: 'Identical bill' }],
      },
    ],
    subjects: { legislativeSubjects: [{ name: 'Rural conditions' }], policyArea: { name: 'Agriculture' } },
    summaries: [
      {
        actionDate: '2027-01-20',
        text: '<p><strong>Roads</strong> &amp; bridges.</p>',
        updateDate: '2027-01-22T00:00:00Z',
      },
    ],
    textVersions: [
      {
        ...{ date: '2027-01-20T05:00:00Z', type: 'Introduced in House' },
        formats: [
          { type: 'PDF', url: 'https://www.congress.gov/120/bills/hr7/BILLS-120hr7ih.pdf' },
          { type: 'Formatted Text', url: 'https://www.congress.gov/120/bills/hr7/BILLS-120hr7ih.htm' },
        ],
      },
    ],
    titles: [{ title: `To help with ${number}.`, titleType: 'Official Title as Introduced' }],
  };
  const url = (path: string) => `https://api.congress.gov/v3/bill/120/hr/${number}/${path}?format=json`;
  const item = {
    ...{
      congress: 120,
      type: 'HR',
      number,
      originChamber: 'House',
      originChamberCode: 'H',
      title: `Act ${number}`,
    },
    ...{
      introducedDate: '2027-01-20',
      updateDate: updateDate.slice(0, 10),
      updateDateIncludingText: updateDate,
    },
    sponsors: [{ bioguideId: 'S000001', fullName: 'Rep. Stone, Bo [R-TX-2]', isByRequest: 'N' }],
    actions: { count: 2, url: url('actions') },
    committees: { count: 1, url: url('committees') },
    cosponsors: { count: 1, url: url('cosponsors') },
    relatedBills: { count: 1, url: url('relatedbills') },
    subjects: { count: 1, url: url('subjects') },
    summaries: { count: 1, url: url('summaries') },
    textVersions: { count: 1, url: url('text') },
    titles: { count: 1, url: url('titles') },
    ...more,
  };
  return { item, lists };
};

const listMembers: Readonly<Record<string, string>> = {
  ...{ actions: 'actions', committees: 'committees', cosponsors: 'cosponsors', relatedbills: 'relatedBills' },
  ...{ subjects: 'subjects', summaries: 'summaries', text: 'textVersions', titles: 'titles' },
};

/** API User Manual: the member of the reply of each operation that gives a text. */
const textMembers: Readonly<Record<string, string>> = {
  getBillText: 'text',
  getAmendment: 'amendment',
  getSupplement: 'supplement',
};

/** A web server of a legislature, with entity tags and conditional requests (RFC 9110, 13.1.2). */
function answerPublished(
  { published }: FeedProviders,
  path: string,
  { headers }: IncomingMessage,
): { readonly status: number; readonly headers: Record<string, string>; readonly body: string | Buffer } {
  const { status = 200, type = 'text/html', body = '', etag, location } = published[path] ?? { status: 404 };
  const own = { 'content-type': type, ...(etag && { etag }), ...(location && { location }) };
  return etag !== undefined && headers['if-none-match'] === etag
    ? { status: 304, headers: own, body: '' }
    : { status, headers: own, body };
}

function answerLegiscan({ legiscan }: FeedProviders, query: URLSearchParams): unknown {
  const id = Number(query.get('id'));
  const session = legiscanSession;
  const toDataset = (of: Json): Json => ({
    ...of,
    dataset_hash: legiscan.datasetHash,
    dataset_date: '2027-01-10',
    access_key: 'abc',
  });
  const sessions = legiscan.sessions ?? [session, { ...session, session_id: 2000, prior: 1, sine_die: 1 }];
  const master = Object.fromEntries(
    legiscan.bills
      .filter(({ session_id }) => session_id === id)
      .map(({ bill_id, change_hash, bill_number: number }, index) => [
        String(index),
        { bill_id, number, change_hash },
      ]),
  );
  const pack = () =>
    packArchive({
      'VT/2027/hash.md5': legiscan.datasetHash,
      ...Object.fromEntries(
        legiscan.bills
          .filter(({ session_id }) => session_id === id)
          .map((bill) => [`VT/2027/bill/${bill.bill_number}.json`, JSON.stringify({ bill })]),
      ),
      ...Object.fromEntries(
        legiscan.rollCalls.map((vote) => [
          `VT/2027/vote/${vote.roll_call_id}.json`,
          JSON.stringify({ roll_call: vote }),
        ]),
      ),
      'VT/2027/people/9.json': JSON.stringify({
        person: { people_id: 9, name: 'Ada Gale', last_name: 'Gale' },
      }),
    }).toString('base64');
  const replies: Readonly<Record<string, () => Json>> = {
    getSessionList: () => ({
      sessions: [undefined, query.get('state')].includes(legiscan.sessionsOf) ? sessions : [],
    }),
    getMasterListRaw: () => ({ masterlist: { session, ...master } }),
    getBill: () => ({ bill: legiscan.bills.find(({ bill_id }) => bill_id === id) }),
    // API User Manual, getMonitorListRaw: `record` is current by default; entries are named by numbers.
    getMonitorListRaw: () => ({
      monitorlist: { ...legiscan.monitorLists?.[query.get('record') ?? 'current'] },
    }),
    getRollCall: () => ({ roll_call: legiscan.rollCalls.find(({ roll_call_id }) => roll_call_id === id) }),
    getSessionPeople: () => ({ sessionpeople: { session, people: [{ people_id: 9, name: 'Ada Gale' }] } }),
    getDatasetList: () => ({ datasetlist: sessions.map(toDataset) }),
    getDataset: () => ({
      dataset: { ...toDataset(session), session_id: id, mime: 'application/zip', zip: pack() },
    }),
  };
  const op = query.get('op') ?? '';
  const member = textMembers[op];
  const text = legiscan.texts?.[`${op} ${id}`];
  if (member !== undefined)
    return text
      ? { status: 'OK', [member]: text }
      : { status: 'ERROR', alert: { message: `Unknown ${member} id` } };
  const reply = replies[op];
  const message = ['getMasterListRaw', 'getBill', 'getRollCall'].includes(op)
    ? legiscan.refusals?.[id]
    : undefined;
  // API User Manual: a refusal has the status ERROR and a message, and HTTP 200.
  if (message !== undefined) return { status: 'ERROR', alert: { message } };
  return query.get('key') === 'wrong-key' || !reply
    ? { status: 'ERROR', alert: { message: `Invalid API key ${query.get('key')}` } }
    : { status: 'OK', ...reply() };
}

/** A page of a list; the pagination has the count of all (README.md of the API). */
function pageOf(member: string, all: readonly Json[], query: URLSearchParams): Json {
  const [offset, limit] = [Number(query.get('offset')), Math.min(250, Number(query.get('limit') ?? 20))];
  return { [member]: all.slice(offset, offset + limit), pagination: { count: all.length } };
}

/** As `sort=updateDate+desc` sorts (Documentation/swagger.json): by `updateDate` alone, also of bills whose text is newer. */
const latestFirst = (entries: readonly Json[]): Json[] =>
  entries.toSorted((a, b) => String(b.updateDate).localeCompare(String(a.updateDate)));

/** HouseRollCallVoteEndpoint.md and swagger.json: HouseVote, HouseVoteMembers. */
function answerHouseVotes(votes: readonly Json[], parts: readonly string[], query: URLSearchParams): unknown {
  const [congress, session, roll] = parts;
  const of = votes.filter((vote) => String(vote.congress) === congress);
  if (session === undefined)
    return pageOf(
      'houseRollCallVotes',
      of.map(({ results: _, voteQuestion: __, ...listed }) => listed),
      query,
    );
  const vote = of.find(
    ({ sessionNumber, rollCallNumber }) =>
      String(sessionNumber) === session && String(rollCallNumber) === roll,
  );
  const { results } = pageOf('results', (vote?.results ?? []) as Json[], query);
  return { houseRollCallVoteMemberVotes: { ...vote, results } };
}

/** CommitteeMeetingEndpoint.md: the list has five members of each. */
function answerMeetings(
  meetings: readonly Json[],
  parts: readonly string[],
  query: URLSearchParams,
): unknown {
  const [congress, , eventId] = parts;
  const of = meetings.filter((meeting) => String(meeting.congress) === congress);
  if (eventId !== undefined) return { committeeMeeting: of.find((meeting) => meeting.eventId === eventId) };
  const listed = latestFirst(of).map((meeting) => ({
    ...{ eventId: meeting.eventId, updateDate: meeting.updateDate, congress: meeting.congress },
    ...{ chamber: meeting.chamber, url: `https://api.congress.gov/v3/committee-meeting/${meeting.eventId}` },
  }));
  return pageOf('committeeMeetings', listed, query);
}

function answerCongress({ congress }: FeedProviders, path: string, query: URLSearchParams): unknown {
  const [, endpoint, ...parts] = path.split('/');
  if (endpoint === 'house-vote') return answerHouseVotes(congress.votes ?? [], parts, query);
  if (endpoint === 'committee-meeting') return answerMeetings(congress.meetings ?? [], parts, query);
  const [congressNumber, type, number, list] = parts;
  if (type === undefined) {
    const items = congress.bills.map(({ item }) => item);
    const reply = pageOf(
      'bills',
      latestFirst(items.filter((item) => String(item.congress) === congressNumber)),
      query,
    );
    congress.afterPage?.(Number(query.get('offset')));
    return reply;
  }
  const bill = congress.bills.find(
    ({ item }) =>
      item.number === number &&
      String(item.congress) === congressNumber &&
      String(item.type).toLowerCase() === type,
  );
  if (list === undefined) return { bill: bill?.item };
  const member = listMembers[list] ?? '';
  const value = bill?.lists[member];
  return { [member]: value, pagination: { count: Array.isArray(value) ? value.length : 1 } };
}

/** Starts the providers. */
export async function startFeedProviders(): Promise<FeedProviders> {
  const server: Server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', providers.address);
    const [, host = '', ...rest] = url.pathname.split('/');
    const path = `/${rest.join('/')}`;
    const header = request.headers['x-api-key'];
    const key = url.searchParams.get('key') ?? (typeof header === 'string' ? header : undefined);
    providers.seen.push({ path: `${host}${path}`, query: url.searchParams, key });
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, headers);
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    };
    if (providers.instead) {
      const { status, body = { detail: 'no' }, headers } = providers.instead;
      return send(status, body, headers);
    }
    if (host === 'openstates') {
      const { status, body } = answerOpenStates(providers.openStates, path, url.searchParams, key);
      return send(status, body);
    }
    if (host === 'openstates-files')
      return send(200, packDownload(providers.openStates, path.startsWith('/csv/') ? 'csv' : 'json'));
    if (host === 'published') {
      const { status, headers, body } = answerPublished(providers, `${rest.join('/')}${url.search}`, request);
      response.writeHead(status, headers);
      return response.end(body);
    }
    if (host === 'legiscan') return send(200, answerLegiscan(providers, url.searchParams));
    const refused = providers.congress.refusals?.[path];
    // As the API answers what it does not have, or fails at (ChangeLog.md, May 2025).
    if (refused !== undefined) return send(refused, { error: 'No Bill matches the given query.' });
    return send(200, answerCongress(providers, path, url.searchParams));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const providers: FeedProviders = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    instead: undefined,
    openStates: {
      ...{ bills: [], events: [], archiveUpdatedAt: '2027-02-01T00:00:00+00:00' },
      ...{ filesHost: 'data.openstates.org', forms: ['csv'] },
    },
    legiscan: { bills: [], rollCalls: [], datasetHash: 'd1' },
    congress: { bills: [] },
    published: {},
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return providers;
}
