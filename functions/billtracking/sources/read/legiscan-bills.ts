// Parses bills in LegiScan's format (API user manual, getBill and getRollCall), as its public data sets contain them.

import type { Row, RowProblem } from '../../../../shared/import/rows/row-source.ts';
import { createValueCollector } from '../../../../shared/import/rows/value-collector.ts';
import { parseDay, readText } from '../../../../shared/import/rows/values.ts';
import {
  isObject,
  type JsonObject,
  readObject,
  readObjects,
} from '../../../../shared/import/tables/json-object.ts';
import { type BillNumber, parseBillNumber } from '../../../../shared/legislature/bill-number.ts';
import { resolveBillType } from '../../../../shared/legislature/bill-types.ts';
import type { SessionContent } from '../../../../shared/legislature/sessions/session.ts';
import { type State, stateByAbbreviation } from '../../../../shared/legislature/states.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { BillPart } from '../../bills/incoming-bill.ts';
import type { BillRelation } from '../../bills/record/bill.ts';
import { type BillDraft, billDraftId, type NamedCommittee } from './bill-draft.ts';
import { decodeEntities } from './decode-entities.ts';
import { readEntryParts } from './entry-parts.ts';
import { parsePapers } from './legiscan-papers.ts';
import { classifySteps, deriveLegiscanStatus, listProgress } from './legiscan-progress.ts';
import {
  type LegiscanLookups,
  parseChamber,
  parsePersonId,
  parseRollCalls,
  parseSeat,
} from './legiscan-votes.ts';

/** How LegiScan writes the types of the Congress, and how the Congress does. */
const congressTypes: Readonly<Record<string, string>> = {
  HB: 'HR',
  SB: 'S',
  HR: 'HRES',
  SR: 'SRES',
  HJR: 'HJRES',
  SJR: 'SJRES',
  HCR: 'HCONRES',
  SCR: 'SCONRES',
};

/** bill_type_id in the words of the public data sets; a bill by default. */
const classifications: Readonly<Record<string, string>> = {
  2: 'resolution',
  3: 'concurrent resolution',
  4: 'joint resolution',
  5: 'constitutional amendment',
  7: 'constitutional amendment',
  8: 'memorial',
  12: 'joint memorial',
  13: 'proclamation',
  16: 'memorial',
  17: 'initiative',
  18: 'petition',
};

/** sast type_id: same as, similar to, replaced by, replaces, crossfiled, enabling, enabled by, related, carried over. */
const relations: Readonly<Record<string, BillRelation['relation']>> = {
  1: 'companion',
  2: 'related',
  3: 'replaced-by',
  4: 'replaces',
  5: 'companion',
  6: 'related',
  7: 'related',
  8: 'related',
  9: 'prior-session',
};
const CARRY_OVER = '9';

/** What is enacted, or goes to the executive or the voters; anything else that passes is adopted. */
const lawTypes: ReadonlySet<string> = new Set(['bill', 'joint resolution']);

/** A number as LegiScan writes it, in the letters of the legislature. */
export function parseLegiscanNumber(state: State, text: string): BillNumber | undefined {
  const number = parseBillNumber(text, state.id);
  const letters = state.id === 0 ? congressTypes[number?.abbreviation ?? ''] : undefined;
  return letters === undefined || number?.number === undefined
    ? number
    : parseBillNumber(`${letters} ${number.number}`);
}

const parseYear = (value: unknown): number | undefined => {
  const text = readText(value) ?? '';
  return /^(19|20)\d{2}$/.test(text) ? Number(text) : undefined;
};

/** The session as LegiScan names it; which of the known ones it is, the import finds out. */
export function parseLegiscanSession(session: JsonObject, state: State): SessionContent | undefined {
  const name = readText(session.session_name) ?? readText(session.session_title);
  if (name === undefined) return undefined;
  const classification = readText(session.special) === '1' ? 'special' : 'primary';
  return {
    ...{ stateId: state.id, identifier: name, name, classification },
    ...omitUndefined({ startYear: parseYear(session.year_start), endYear: parseYear(session.year_end) }),
  };
}

/** The type of each part. A bill in no committee has an empty list in its place. */
const partKinds = {
  history: 'objects',
  progress: 'objects',
  amendments: 'objects',
  supplements: 'objects',
  sponsors: 'objects',
  subjects: 'objects',
  texts: 'objects',
  votes: 'objects',
  sasts: 'objects',
  referrals: 'objects',
  calendar: 'objects',
  description: 'text',
} as const;

/** The parts of a bill that each member gives. */
const partsByMember: Readonly<Record<string, readonly BillPart[]>> = {
  history: ['actions', 'introducedDate', 'lastActionOn', 'lastActionTaken'],
  sponsors: ['sponsors'],
  subjects: ['subjects'],
  texts: ['versions'],
  votes: ['rollCalls'],
  sasts: ['relations'],
  description: ['summary'],
};

/** The bill of an entry. */
export function parseLegiscanBill(row: string, entry: JsonObject, lookups: LegiscanLookups): Row<BillDraft> {
  const bill = decodeEntities(entry);
  const state = stateByAbbreviation(readText(bill.state) ?? '');
  const number = state && parseLegiscanNumber(state, readText(bill.bill_number) ?? '');
  const title = readText(bill.title);
  const session = state && parseLegiscanSession(readObject(bill.session), state);
  const problems: RowProblem[] = [];
  const miss = (field: string, reason: string, value: unknown): void => {
    problems.push({ field, reason, value: readText(value) ?? '' });
  };
  if (!state) miss('state', 'is no state: two letters such as WA are expected', bill.state);
  else if (!number) miss('bill_number', 'is no number of a bill, such as HB1110', bill.bill_number);
  if (!title) miss('title', 'is missing', undefined);
  if (state && !session) miss('session', 'is missing: an object with session_name is expected', undefined);
  const inCommittee = !(Array.isArray(bill.committee) && bill.committee.length === 0);
  const parts = readEntryParts(bill, inCommittee ? { ...partKinds, committee: 'object' } : partKinds);
  problems.push(...parts.problems);
  if (problems.length > 0 || !state || !number || !title || !session) return { row, problems };
  const collector = createValueCollector();
  const classification = classifications[readText(bill.bill_type_id) ?? ''] ?? 'bill';
  const type = resolveBillType(state.id, number.abbreviation, classification);
  const chamber = parseChamber(bill.body) ?? type.chamber ?? 'legislature';
  const isLaw = lawTypes.has(classification);
  const events = listProgress(bill);
  const steps = readObjects(bill.history).flatMap((step) => {
    const date = collector.accept(parseDay({ field: 'history.date', value: readText(step.date) ?? '' }));
    const text = readText(step.action);
    if (date !== undefined && text === undefined)
      collector.leaveOut({
        field: 'history.action',
        reason: 'is missing: an action is left out',
        value: date,
      });
    if (date === undefined || text === undefined) return [];
    const importance = Number(readText(step.importance) ?? 0);
    return [{ date, text, importance, ...omitUndefined({ chamber: parseChamber(step.chamber) }) }];
  });
  const actions = classifySteps(steps, events, { body: chamber, isLaw });
  const last = actions.at(-1);
  const description = readText(bill.description);
  return {
    row,
    leftOut: collector.leftOut,
    record: {
      id: billDraftId(state.id, session.identifier, number.billNumber),
      session,
      content: {
        stateId: state.id,
        billNumber: number.billNumber,
        billTypeId: type.id,
        billTypeAbbr: number.abbreviation,
        chamber,
        title,
        status: deriveLegiscanStatus(bill, events, { isLaw, steps }),
        subjects: readObjects(bill.subjects).flatMap((subject) => readText(subject.subject_name) ?? []),
        ...parsePapers(bill, collector),
        sources: [
          { type: 'legislature', url: collector.acceptLink('state_link', bill.state_link) },
          { type: 'LegiScan', url: collector.acceptLink('url', bill.url) },
        ].flatMap(({ type: source, url }) => (url === undefined ? [] : [{ type: source, url }])),
        relations: parseRelations(bill, state, session),
        ...omitUndefined({
          summary: description === title ? undefined : description,
          introducedDate: actions[0]?.date,
          lastActionOn: last?.date,
          lastActionTaken: last?.text,
        }),
      },
      sponsors: parseSponsors(bill),
      committees: parseCommittees(bill),
      actions,
      rollCalls: parseRollCalls(bill, lookups, collector),
      missingParts: [
        ...Object.entries(partsByMember).flatMap(([member, untold]) => (parts.isTold(member) ? [] : untold)),
        ...(parts.isTold('status') || parts.isTold('progress') ? [] : (['status'] as const)),
        ...(parts.isTold('referrals') || parts.isTold('committee') ? [] : (['committees'] as const)),
        ...(parts.isTold('state_link') || parts.isTold('url') ? [] : (['sources'] as const)),
      ],
    },
  };
}

const parseSponsors = (bill: JsonObject): BillDraft['sponsors'] =>
  readObjects(bill.sponsors)
    .toSorted((a, b) => Number(readText(a.sponsor_order) ?? 0) - Number(readText(b.sponsor_order) ?? 0))
    .map((sponsor) => ({
      ...omitUndefined({
        name: readText(sponsor.name),
        externalId: parsePersonId(sponsor),
        seat: parseSeat(sponsor, readText(bill.state) ?? ''),
      }),
      isPrimary: readText(sponsor.sponsor_type_id) === '1',
    }));

/** The present committee, then those it was referred to before, the latest first; each once. */
const parseCommittees = (bill: JsonObject): NamedCommittee[] => [
  ...new Map(
    [
      ...(isObject(bill.committee) ? [bill.committee] : []),
      ...readObjects(bill.referrals).toReversed(),
    ].flatMap((progress) => {
      const name = readText(progress.name);
      const chamber = parseChamber(progress.chamber);
      return name === undefined
        ? []
        : [[`${chamber} ${name}`, { name, ...omitUndefined({ chamber }) }] as const];
    }),
  ).values(),
];

/**
 * The session before this one, of as many years: LegiScan gives the number of a bill that was carried over, and no session.
 */
function nameSessionBefore({ identifier, startYear, endYear = startYear }: SessionContent): string {
  if (startYear === undefined || endYear === undefined) return identifier;
  const [first, last] = [startYear - (endYear - startYear) - 1, startYear - 1];
  return first === last ? String(last) : `${first}-${last}`;
}

const parseRelations = (bill: JsonObject, state: State, session: SessionContent): BillRelation[] =>
  readObjects(bill.sasts).flatMap((other): BillRelation[] => {
    const kind = readText(other.type_id) ?? '';
    const relation = relations[kind];
    const number = parseLegiscanNumber(state, readText(other.sast_bill_number) ?? '');
    const of = kind === CARRY_OVER ? nameSessionBefore(session) : session.identifier;
    return relation && number
      ? [{ relation, stateId: state.id, session: of, billNumber: number.billNumber }]
      : [];
  });
