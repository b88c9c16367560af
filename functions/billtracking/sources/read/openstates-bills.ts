// Reads bills from JSON in the shape of the Open States API, version 3: a list, a page of results, or one bill a file.

import type { Row, RowProblem, RowSource } from '../../../../shared/import/rows/row-source.ts';
import { createValueCollector, type ValueCollector } from '../../../../shared/import/rows/value-collector.ts';
import { parseDay, readText } from '../../../../shared/import/rows/values.ts';
import {
  isObject,
  type JsonObject,
  readObject,
  readObjects,
  refuseNonObject,
} from '../../../../shared/import/tables/json-object.ts';
import { parseBillNumber } from '../../../../shared/legislature/bill-number.ts';
import { resolveBillType } from '../../../../shared/legislature/bill-types.ts';
import { dayInZone } from '../../../../shared/time/day-in-zone.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { BillPart } from '../../bills/incoming-bill.ts';
import type { BillAction, BillRelation, Chamber } from '../../bills/record/bill.ts';
import { isOverridden } from '../../bills/record/outcome.ts';
import { type BillDraft, billDraftId, type NamedCommittee } from './bill-draft.ts';
import { parseBillEntries, readEntryParts } from './entry-parts.ts';
import { toApiBills } from './openstates-downloads.ts';
import { readPaperKind, readPublished } from './openstates-papers.ts';
import { parseChamber, parsePersonId, readMoment, readTexts } from './openstates-values.ts';
import { parseRollCall } from './openstates-votes.ts';
import { nameSession, parseJurisdiction } from './sessions.ts';

/** Whether an entry is a bill of this shape. */
export const isOpenStatesBill = (entry: JsonObject): boolean =>
  readText(entry.identifier) !== undefined &&
  readText(entry.title) !== undefined &&
  readSession(entry) !== undefined;

const readSession = (entry: JsonObject): string | undefined =>
  readText(entry.session) ?? readText(entry.legislative_session);

/** The bills among the entries of a list, in the shape of the API or of a download. */
export const parseOpenStatesBills = (entries: readonly unknown[], label = ''): RowSource<BillDraft> =>
  parseBillEntries(toApiBills(entries), parseBill, label);

/** The type of each part. Open States gives all but `subject` only when `include=` requests it. */
const partKinds = {
  subject: 'texts',
  actions: 'objects',
  sponsorships: 'objects',
  abstracts: 'objects',
  other_titles: 'objects',
  related_bills: 'objects',
  versions: 'objects',
  documents: 'objects',
  sources: 'objects',
  votes: 'objects',
} as const;

/** The parts of a bill that each list gives; documents are left as they are when their list is absent. */
const partsByMember = {
  subject: ['subjects'],
  actions: ['actions', 'status', 'committees'],
  sponsorships: ['sponsors'],
  abstracts: ['summary'],
  other_titles: ['alternateTitle'],
  related_bills: ['relations'],
  versions: ['versions'],
  documents: [],
  sources: ['sources'],
  votes: ['rollCalls'],
} as const satisfies Record<keyof typeof partKinds, readonly BillPart[]>;

function parseBill(row: string, entry: unknown): Row<BillDraft> {
  if (!isObject(entry)) return refuseNonObject(row, entry);
  const { id: jurisdictionId, name: jurisdictionName } = readObject(entry.jurisdiction);
  const jurisdiction = readText(jurisdictionId) ?? readText(jurisdictionName) ?? readText(entry.jurisdiction);
  const state = parseJurisdiction(jurisdiction);
  const session = readSession(entry);
  const number = parseBillNumber(readText(entry.identifier) ?? '', state?.id);
  const title = readText(entry.title);
  const problems: RowProblem[] = [];
  const miss = (field: string, reason: string, value: unknown): void => {
    problems.push({ field, reason, value: readText(value) ?? '' });
  };
  if (!state) miss('jurisdiction', 'is no state: an Open Civic Data jurisdiction is expected', jurisdiction);
  if (!session) miss('session', 'is missing', undefined);
  if (!number) miss('identifier', 'is no number of a bill, such as HB 1110', entry.identifier);
  if (!title) miss('title', 'is missing', undefined);
  const parts = readEntryParts(entry, partKinds);
  problems.push(...parts.problems);
  if (problems.length > 0 || !state || !session || !number || !title) return { row, problems };
  const collector = createValueCollector();
  const [classification = 'bill'] = readTexts(entry.classification);
  const type = resolveBillType(state.id, number.abbreviation, classification);
  const actions = parseActions(entry, collector, state.timeZone);
  const chamber = parseChamber(readObject(entry.from_organization)) ?? type.chamber ?? 'legislature';
  const last = actions.at(-1);
  const toDay = (value: unknown) => dayInZone(readText(value) ?? '', state.timeZone);
  const introducedDate = toDay(entry.first_action_date) ?? actions[0]?.date;
  const lastActionOn = last?.date ?? toDay(entry.latest_action_date);
  const lastActionTaken = last?.text ?? readText(entry.latest_action_description);
  const others = readObjects(entry.other_titles).flatMap((other) => readText(other.title) ?? []);
  const summary = readObjects(entry.abstracts)
    .map(({ abstract }) => readText(abstract))
    .find((text) => text !== undefined);
  return {
    row,
    leftOut: collector.leftOut,
    record: {
      id: billDraftId(state.id, session, number.billNumber),
      session: nameSession(state.id, session),
      content: {
        stateId: state.id,
        billNumber: number.billNumber,
        billTypeId: type.id,
        billTypeAbbr: number.abbreviation,
        chamber,
        title,
        status: deriveStatus(actions, chamber),
        subjects: readTexts(entry.subject),
        versions: readObjects(entry.versions).map((version) =>
          readPublished(version, 'versions', state.timeZone, collector),
        ),
        ...(parts.isTold('documents') && {
          documents: readObjects(entry.documents).map((paper) => ({
            kind: readPaperKind(paper),
            ...readPublished(paper, 'documents', state.timeZone, collector),
          })),
        }),
        sources: readObjects(entry.sources).flatMap((source) => {
          const url = collector.acceptLink('sources.url', source.url);
          return url === undefined ? [] : [{ type: readText(source.note) ?? 'source', url }];
        }),
        relations: parseRelations(entry, state.id),
        ...omitUndefined({
          alternateTitle: others[0],
          summary,
          introducedDate,
          lastActionOn,
          lastActionTaken,
        }),
      },
      sponsors: readObjects(entry.sponsorships).map((sponsor) => ({
        ...omitUndefined({
          name: readText(sponsor.name),
          externalId: parsePersonId(readObject(sponsor.person)),
        }),
        isPrimary: sponsor.primary === true || readText(sponsor.classification) === 'primary',
      })),
      committees: parseCommittees(entry),
      actions,
      rollCalls: readObjects(entry.votes).flatMap(
        (vote, index) => parseRollCall(vote, index, collector, state.timeZone) ?? [],
      ),
      missingParts: [
        ...Object.entries(partsByMember).flatMap(([member, untold]) => (parts.isTold(member) ? [] : untold)),
        // An empty text in a list counts as none: only an empty list clears what is stored.
        ...(summary === undefined && readObjects(entry.abstracts).length > 0 ? (['summary'] as const) : []),
        ...(others.length === 0 && readObjects(entry.other_titles).length > 0
          ? (['alternateTitle'] as const)
          : []),
        // The entry also gives the days of the first and latest action.
        ...(!parts.isTold('actions') && introducedDate === undefined ? (['introducedDate'] as const) : []),
        ...(!parts.isTold('actions') && (lastActionOn === undefined || lastActionTaken === undefined)
          ? (['lastActionOn', 'lastActionTaken'] as const)
          : []),
      ],
    },
  };
}

/** The actions by their `order`, which days alone do not give. */
const sortActions = (entry: JsonObject): JsonObject[] =>
  readObjects(entry.actions)
    .map((action, index) => ({ action, order: Number(readText(action.order) ?? index) }))
    .sort((a, b) => a.order - b.order)
    .map(({ action }) => action);

function parseActions(entry: JsonObject, collector: ValueCollector, timeZone: string): BillAction[] {
  return sortActions(entry).flatMap((action): BillAction[] => {
    const value = readText(action.date) ?? '';
    const day = dayInZone(value, timeZone) ?? value;
    const date = collector.accept(parseDay({ field: 'actions.date', value: day }));
    const text = readText(action.description);
    if (date !== undefined && text === undefined)
      collector.leaveOut({
        field: 'actions.description',
        reason: 'is missing: an action is left out',
        value,
      });
    if (date === undefined || text === undefined) return [];
    const classifications = orderBySignificance(readTexts(action.classification));
    return [
      {
        date,
        text,
        ...omitUndefined({
          at: readMoment(value),
          classification: classifications[0],
          ...(classifications.length > 1 && { classifications }),
          chamber: parseChamber(readObject(action.organization)),
        }),
      },
    ];
  });
}

/** The status of a bill from the kinds of its actions, in the order in which bills reach them; the last known one decides. */
const statusByClassification: Readonly<Record<string, string>> = {
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
  'veto-override-failure': 'Veto Sustained',
  'veto-override-passage': 'Veto Overridden',
  'became-law': 'Enacted',
};

const significance = Object.keys(statusByClassification);

/** What an action is classified as, first what changes the status of a bill most: a passage before its third reading. */
const orderBySignificance = (kinds: readonly string[]): readonly string[] =>
  kinds.toSorted((a, b) => significance.indexOf(b) - significance.indexOf(a));

/** Some legislatures report each chamber's override (scrapers: nm, nv, ks, me); the first alone does not make a law. */
const deriveStatus = (actions: readonly BillAction[], chamber: Chamber): string => {
  const word =
    actions
      .map(({ classification }) => statusByClassification[classification ?? ''])
      .findLast((one) => one !== undefined) ?? 'Introduced';
  return word === 'Veto Overridden' && !isOverridden(chamber, actions)
    ? 'Veto Overridden in One Chamber'
    : word;
};

/** The committees that actions name, each once. */
function parseCommittees(entry: JsonObject): NamedCommittee[] {
  const named = sortActions(entry)
    .toReversed()
    .flatMap((action) =>
      readObjects(action.related_entities).flatMap((related): NamedCommittee[] => {
        const organization = readObject(related.organization);
        const name = readText(organization.name) ?? readText(related.name);
        if (readText(related.entity_type) !== 'organization' || name === undefined) return [];
        const identifier = readText(organization.id);
        const externalId = identifier?.startsWith('ocd-organization/')
          ? { scheme: 'ocd-organization', identifier }
          : undefined;
        return [
          {
            name,
            ...omitUndefined({ externalId, chamber: parseChamber(readObject(action.organization)) }),
          },
        ];
      }),
    );
  const nameOf = ({ externalId, name }: NamedCommittee): string => externalId?.identifier ?? name;
  return named.filter(
    (committee, index) => named.findIndex((other) => nameOf(other) === nameOf(committee)) === index,
  );
}

const relations = ['companion', 'prior-session', 'replaced-by', 'replaces', 'related'] as const;

const parseRelations = (entry: JsonObject, stateId: number): BillRelation[] =>
  readObjects(entry.related_bills).flatMap((related): BillRelation[] => {
    const number = parseBillNumber(readText(related.identifier) ?? '', stateId);
    const session = readText(related.legislative_session);
    const relation =
      relations.find((candidate) => candidate === readText(related.relation_type)) ?? 'related';
    return number && session ? [{ relation, stateId, session, billNumber: number.billNumber }] : [];
  });
