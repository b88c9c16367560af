// Reads bills from JSON in the shape of the Open States API, version 3: a list, a page of results, or one bill a file.
import type {
  BillAction,
  BillRelation,
  Chamber,
  VoteType,
} from '../../../functions/billtracking/bills/bill.ts';
import type { BillPart } from '../../../functions/billtracking/bills/incoming-bill.ts';
import type { ExternalId } from '../../../shared/directory/fields.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { billNumberIn } from '../../../shared/legislature/bill-number.ts';
import { billTypeOf } from '../../../shared/legislature/bill-types.ts';
import { type BillDraft, billDraftId, type NamedCommittee, type RollCallDraft } from './bill-draft.ts';
import { isObject, type JsonObject, notAnObject, objectsOf, textIn } from './json.ts';
import { type Keeper, createValueCollector } from './value-collector.ts';
import { once } from './refuse-duplicate.ts';
import type { Fault, Reading, Row } from './row-source.ts';
import { stateOfJurisdiction } from './sessions.ts';
import { toldParts } from './entry-parts.ts';
import { dayIn } from './values.ts';

const within = (entry: JsonObject, member: string): JsonObject => {
  const value = entry[member];
  return isObject(value) ? value : {};
};
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.flatMap((one: unknown) => textIn(one) ?? []))] : [];

const chambers: readonly Chamber[] = ['upper', 'lower', 'legislature', 'joint', 'executive'];
const chamberIn = (organization: JsonObject): Chamber | undefined =>
  chambers.find((chamber) => chamber === textIn(organization.classification));

/** Whether an entry is a bill of this shape. */
export const isOpenStatesBill = (entry: JsonObject): boolean =>
  textIn(entry.identifier) !== undefined &&
  textIn(entry.title) !== undefined &&
  sessionTextIn(entry) !== undefined;

const sessionTextIn = (entry: JsonObject): string | undefined =>
  textIn(entry.session) ?? textIn(entry.legislative_session);

/** The bills among the entries of a list. */
export function openStatesBillsIn(entries: readonly unknown[], label = ''): Reading<BillDraft> {
  const seen = new Map<string, string>();
  return {
    total: entries.length,
    remarks: [],
    rows: entries.map((entry, index) => once(billIn(`${label}${index + 1}`, entry), seen)),
  };
}

/** What the parts should be. Open States gives all but `subject` only when `include=` asks for it. */
const kinds = {
  subject: 'texts',
  actions: 'objects',
  sponsorships: 'objects',
  abstracts: 'objects',
  other_titles: 'objects',
  related_bills: 'objects',
  versions: 'objects',
  sources: 'objects',
  votes: 'objects',
} as const;

/** What follows from each list, and is not told without it. */
const followsFrom = {
  subject: ['subjects'],
  actions: ['actions', 'status', 'committees'],
  sponsorships: ['sponsors'],
  abstracts: ['summary'],
  other_titles: ['alternateTitle'],
  related_bills: ['relations'],
  versions: ['versions'],
  sources: ['sources'],
  votes: ['rollCalls'],
} as const satisfies Record<keyof typeof kinds, readonly BillPart[]>;

function billIn(row: string, entry: unknown): Row<BillDraft> {
  if (!isObject(entry)) return notAnObject(row, entry);
  const jurisdiction = textIn(within(entry, 'jurisdiction').id) ?? textIn(entry.jurisdiction);
  const state = stateOfJurisdiction(jurisdiction);
  const session = sessionTextIn(entry);
  const number = billNumberIn(textIn(entry.identifier) ?? '');
  const title = textIn(entry.title);
  const faults: Fault[] = [];
  const miss = (field: string, reason: string, value: unknown): void => {
    faults.push({ field, reason, value: textIn(value) ?? '' });
  };
  if (!state) miss('jurisdiction', 'is no state: an Open Civic Data jurisdiction is expected', jurisdiction);
  if (!session) miss('session', 'is missing', undefined);
  if (!number) miss('identifier', 'is no number of a bill, such as HB 1110', entry.identifier);
  if (!title) miss('title', 'is missing', undefined);
  const parts = toldParts(entry, kinds);
  faults.push(...parts.faults);
  if (faults.length > 0 || !state || !session || !number || !title) return { row, faults };
  const keep = createValueCollector();
  const [classification = 'bill'] = textsIn(entry.classification);
  const type = billTypeOf(state.id, number.abbreviation, classification);
  const actions = actionsIn(entry, keep);
  const last = actions.at(-1);
  const introducedDate = textIn(entry.first_action_date)?.slice(0, 10) ?? actions[0]?.date;
  const lastActionOn = last?.date ?? textIn(entry.latest_action_date)?.slice(0, 10);
  const lastActionTaken = last?.text ?? textIn(entry.latest_action_description);
  const others = objectsOf(entry.other_titles).flatMap((other) => textIn(other.title) ?? []);
  return {
    row,
    leftOut: keep.leftOut,
    record: {
      id: billDraftId(state.id, session, number.billNumber),
      session: { stateId: state.id, identifier: session, name: session, classification: 'primary' },
      content: {
        stateId: state.id,
        billNumber: number.billNumber,
        billTypeId: type.id,
        billTypeAbbr: number.abbreviation,
        chamber: chamberIn(within(entry, 'from_organization')) ?? type.chamber ?? 'legislature',
        title,
        status: statusAfter(actions),
        subjects: textsIn(entry.subject),
        versions: objectsOf(entry.versions).flatMap((version) => {
          const date = textIn(version.date);
          const url = textIn(objectsOf(version.links)[0]?.url);
          return [{ type: textIn(version.note) ?? 'Text', ...omitUndefined({ date: date?.slice(0, 10), url }) }];
        }),
        sources: objectsOf(entry.sources).flatMap((source) => {
          const url = textIn(source.url);
          return url === undefined ? [] : [{ type: textIn(source.note) ?? 'source', url }];
        }),
        relations: relationsIn(entry, state.id),
        ...omitUndefined({
          alternateTitle: others[0],
          summary: textIn(objectsOf(entry.abstracts)[0]?.abstract),
          introducedDate,
          lastActionOn,
          lastActionTaken,
        }),
      },
      sponsors: objectsOf(entry.sponsorships).map((sponsor) => ({
        ...omitUndefined({
          name: textIn(sponsor.name),
          externalId: personIn(within(sponsor, 'person')),
        }),
        isPrimary: sponsor.primary === true || textIn(sponsor.classification) === 'primary',
      })),
      committees: committeesIn(entry),
      actions,
      rollCalls: objectsOf(entry.votes).flatMap((vote) => rollCallIn(vote) ?? []),
      untold: [
        ...Object.entries(followsFrom).flatMap(([member, untold]) => (parts.isTold(member) ? [] : untold)),
        // The days of actions are told beside them too.
        ...(!parts.isTold('actions') && introducedDate === undefined ? (['introducedDate'] as const) : []),
        ...(!parts.isTold('actions') && (lastActionOn === undefined || lastActionTaken === undefined)
          ? (['lastActionOn', 'lastActionTaken'] as const)
          : []),
      ],
    },
  };
}

/** A person by the Open Civic Data id. */
function personIn(person: JsonObject): ExternalId | undefined {
  const identifier = textIn(person.id);
  return identifier?.startsWith('ocd-person/') ? { scheme: 'ocd-person', identifier } : undefined;
}

/** The actions by their `order`, which days alone do not give. */
const inOrder = (entry: JsonObject): JsonObject[] =>
  objectsOf(entry.actions)
    .map((action, index) => ({ action, order: Number(textIn(action.order) ?? index) }))
    .sort((a, b) => a.order - b.order)
    .map(({ action }) => action);

function actionsIn(entry: JsonObject, keep: Keeper): BillAction[] {
  return inOrder(entry).flatMap((action): BillAction[] => {
    const value = textIn(action.date) ?? '';
    const date = keep.keep(dayIn({ field: 'actions.date', value }));
    const text = textIn(action.description);
    if (date === undefined || text === undefined) return [];
    const [classification] = textsIn(action.classification);
    const at = /T.*(Z|[+-]\d{2}:\d{2})$/.test(value) ? new Date(value).toISOString() : undefined;
    return [
      { date, text, ...omitUndefined({ at, classification, chamber: chamberIn(within(action, 'organization')) }) },
    ];
  });
}

/** Where a bill stands, from its actions' kinds; the last that says something counts. */
const stands: Readonly<Record<string, string>> = {
  introduction: 'Introduced',
  'referral-committee': 'In Committee',
  'committee-passage': 'Passed Committee',
  'committee-passage-favorable': 'Passed Committee',
  'reported-out-of-committee': 'Passed Committee',
  passage: 'Passed Chamber',
  failure: 'Failed',
  withdrawal: 'Withdrawn',
  enrolled: 'Enrolled',
  'executive-receipt': 'Sent to Governor',
  'executive-signature': 'Signed',
  'executive-veto': 'Vetoed',
  'veto-override-passage': 'Veto Overridden',
  'became-law': 'Enacted',
};

const statusAfter = (actions: readonly BillAction[]): string =>
  actions.map(({ classification }) => stands[classification ?? '']).findLast((word) => word !== undefined) ??
  'Introduced';

/** The committees that actions name, each once. */
function committeesIn(entry: JsonObject): NamedCommittee[] {
  const named = inOrder(entry)
    .toReversed()
    .flatMap((action) =>
      objectsOf(action.related_entities).flatMap((related): NamedCommittee[] => {
        const organization = within(related, 'organization');
        const name = textIn(organization.name) ?? textIn(related.name);
        if (textIn(related.entity_type) !== 'organization' || name === undefined) return [];
        const identifier = textIn(organization.id);
        const externalId = identifier?.startsWith('ocd-organization/')
          ? { scheme: 'ocd-organization', identifier }
          : undefined;
        return [{ name, ...omitUndefined({ externalId, chamber: chamberIn(within(action, 'organization')) }) }];
      }),
    );
  const nameOf = ({ externalId, name }: NamedCommittee): string => externalId?.identifier ?? name;
  return named.filter((one, at) => named.findIndex((other) => nameOf(other) === nameOf(one)) === at);
}

const relations = ['companion', 'prior-session', 'replaced-by', 'replaces', 'related'] as const;

const relationsIn = (entry: JsonObject, stateId: number): BillRelation[] =>
  objectsOf(entry.related_bills).flatMap((related): BillRelation[] => {
    const number = billNumberIn(textIn(related.identifier) ?? '');
    const session = textIn(related.legislative_session);
    const relation = relations.find((one) => one === textIn(related.relation_type)) ?? 'related';
    return number && session ? [{ relation, stateId, session, billNumber: number.billNumber }] : [];
  });

const votes: Readonly<Record<string, VoteType>> = {
  yes: 'yea',
  no: 'nay',
  absent: 'abs',
  excused: 'abs',
};

function rollCallIn(vote: JsonObject): RollCallDraft | undefined {
  const date = textIn(vote.start_date)?.slice(0, 10);
  const description = textIn(vote.motion_text);
  if (!date || !description || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const countOf = (...wanted: readonly string[]): number =>
    objectsOf(vote.counts)
      .filter((count) => wanted.includes(textIn(count.option) ?? ''))
      .reduce((sum, count) => sum + Number(textIn(count.value) ?? 0), 0);
  const kinds = textsIn(vote.motion_classification);
  return {
    description,
    date,
    passed: textIn(vote.result) === 'pass',
    yea: countOf('yes'),
    nay: countOf('no'),
    notVoting: countOf('not voting', 'abstain', 'other', 'paired'),
    absent: countOf('absent', 'excused'),
    ...omitUndefined({
      identifier: textIn(vote.id) ?? textIn(vote.identifier),
      chamber: chamberIn(within(vote, 'organization')),
      motion: kinds.includes('passage') ? 'passage' : kinds.includes('amendment') ? 'amendment' : undefined,
      sourceUrl: textIn(objectsOf(vote.sources)[0]?.url),
    } as const),
    ...(Array.isArray(vote.votes) && {
      votes: objectsOf(vote.votes).map((one) => ({
        ...omitUndefined({ name: textIn(one.voter_name), externalId: personIn(within(one, 'voter')) }),
        voteType: votes[textIn(one.option) ?? ''] ?? 'nv',
      })),
    }),
  };
}
