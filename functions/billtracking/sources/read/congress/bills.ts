// Reads bills of the United States Congress from JSON in GovTrack's shape.

import type { Row, RowProblem, RowSource } from '../../../../../shared/import/rows/row-source.ts';
import { createValueCollector } from '../../../../../shared/import/rows/value-collector.ts';
import { parseDay, readText } from '../../../../../shared/import/rows/values.ts';
import {
  isObject,
  type JsonObject,
  readObjects,
  refuseNonObject,
} from '../../../../../shared/import/tables/json-object.ts';
import { resolveBillType } from '../../../../../shared/legislature/bill-types.ts';
import { congressSession } from '../../../../../shared/legislature/sessions/congress.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import type { BillPart } from '../../../bills/incoming-bill.ts';
import type { BillRelation, Chamber } from '../../../bills/record/bill.ts';
import { type BillDraft, billDraftId, type NamedCommittee } from '../bill-draft.ts';
import { parseBillEntries, readEntryParts } from '../entry-parts.ts';
import { describeStatus, parseActions, parseRollCalls } from './actions.ts';

/** GovTrack's letters for the types of bills, with how they are printed and how congress.gov calls them. */
const billTypes: Readonly<Record<string, readonly [abbreviation: string, chamber: Chamber, page: string]>> = {
  h: ['HR', 'lower', 'house-bill'],
  s: ['S', 'upper', 'senate-bill'],
  hr: ['HRES', 'lower', 'house-resolution'],
  sr: ['SRES', 'upper', 'senate-resolution'],
  hc: ['HCONRES', 'lower', 'house-concurrent-resolution'],
  sc: ['SCONRES', 'upper', 'senate-concurrent-resolution'],
  hj: ['HJRES', 'lower', 'house-joint-resolution'],
  sj: ['SJRES', 'upper', 'senate-joint-resolution'],
};

/** Whether an entry of a JSON list is such a bill. */
export const isCongressBill = (entry: JsonObject): boolean =>
  readText(entry.congress) !== undefined && readText(entry.govtrackType) !== undefined;

/** The bills among the entries of a list. */
export const parseCongressBills = (entries: readonly unknown[], label = ''): RowSource<BillDraft> =>
  parseBillEntries(entries, parseBill, label);

/** The type of each part. */
const partKinds = {
  titles: 'objects',
  actions: 'objects',
  committees: 'objects',
  cosponsors: 'objects',
  related: 'objects',
  subjects: 'texts',
  state: 'object',
  introduced: 'text',
  summary: 'text',
} as const;

/** The parts of a bill that each member gives. */
const partsByMember: Readonly<Record<string, readonly BillPart[]>> = {
  actions: ['actions', 'rollCalls', 'lastActionOn', 'lastActionTaken'],
  committees: ['committees'],
  cosponsors: ['sponsors'],
  related: ['relations'],
  subjects: ['subjects'],
  state: ['status'],
  introduced: ['introducedDate'],
  summary: ['summary'],
};

function parseBill(row: string, entry: unknown): Row<BillDraft> {
  if (!isObject(entry)) return refuseNonObject(row, entry);
  const problems: RowProblem[] = [];
  const miss = (field: string, reason: string, value: unknown): void => {
    problems.push({ field, reason, value: readText(value) ?? '' });
  };
  const session = congressSession(Number(readText(entry.congress)));
  const type = billTypes[readText(entry.govtrackType) ?? ''];
  const number = /^[1-9]\d{0,5}$/.exec(readText(entry.number) ?? '')?.[0];
  const titles = parseTitles(entry);
  if (!session) miss('congress', 'is no number of a Congress, such as 119', entry.congress);
  if (!type)
    miss('govtrackType', `is no type of bill: ${Object.keys(billTypes).join(', ')}`, entry.govtrackType);
  if (!number) miss('number', 'is no number of a bill', entry.number);
  const parts = readEntryParts(entry, partKinds);
  problems.push(...parts.problems);
  if (!titles && !parts.problems.some(({ field }) => field.startsWith('titles')))
    miss('titles', 'are missing', undefined);
  if (problems.length > 0 || !session || !type || !number || !titles) return { row, problems };
  const collector = createValueCollector();
  const [abbreviation, chamber, page] = type;
  const billNumber = `${abbreviation} ${number}`;
  const committees = parseCommittees(entry);
  const actions = parseActions(readObjects(entry.actions), committees, collector);
  const last = actions.at(-1);
  const introduced = readText(entry.introduced);
  const state = isObject(entry.state) ? readText(entry.state.value) : undefined;
  return {
    row,
    leftOut: collector.leftOut,
    record: {
      id: billDraftId(0, session.identifier, billNumber),
      session,
      content: {
        stateId: 0,
        billNumber,
        billTypeId: resolveBillType(0, abbreviation).id,
        billTypeAbbr: abbreviation,
        chamber,
        ...titles,
        status: describeStatus(state),
        subjects: readTexts(entry.subjects),
        versions: [],
        sources: [
          {
            type: 'congress.gov',
            url: `https://www.congress.gov/bill/${session.name.toLowerCase().replace(' ', '-')}/${page}/${number}`,
          },
        ],
        relations: parseRelations(entry),
        ...omitUndefined({
          summary: readText(entry.summary),
          introducedDate:
            introduced === undefined
              ? undefined
              : collector.accept(parseDay({ field: 'introduced', value: introduced })),
          lastActionOn: last?.date,
          lastActionTaken: last?.text,
        }),
      },
      sponsors: parseSponsors(entry),
      committees,
      actions,
      rollCalls: parseRollCalls(readObjects(entry.actions), collector),
      missingParts: Object.entries(partsByMember).flatMap(([member, untold]) =>
        parts.isTold(member) ? [] : untold,
      ),
    },
  };
}

const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.flatMap((item: unknown) => readText(item) ?? []))] : [];

/** The short title of the latest stage where there is one, with the official one as the alternative. */
function parseTitles(entry: JsonObject) {
  const titles = readObjects(entry.titles).flatMap((item) => {
    const title = readText(item.title);
    return title === undefined ? [] : [{ title, type: readText(item.type), as: readText(item.as) }];
  });
  const short = titles.filter(({ type }) => type === 'short');
  const latest = short.at(-1)?.as;
  const main = short.find(({ as }) => as === latest)?.title;
  const official = titles.findLast(({ type }) => type === 'official')?.title ?? titles[0]?.title;
  if (official === undefined) return undefined;
  return main === undefined || main === official
    ? { title: official }
    : { title: main, alternateTitle: official };
}

function parseSponsors(entry: JsonObject): BillDraft['sponsors'] {
  const idOf = (value: unknown) => {
    const identifier = readText(value);
    return identifier === undefined ? undefined : { scheme: 'govtrack', identifier };
  };
  const sponsor = idOf(entry.sponsorGovtrackId);
  // A cosponsor who withdrew is no longer a sponsor.
  const others = readObjects(entry.cosponsors).filter(({ withdrawn }) => readText(withdrawn) === undefined);
  return [
    ...(sponsor ? [{ externalId: sponsor, isPrimary: true }] : []),
    ...others.flatMap(({ govtrackId }) => {
      const externalId = idOf(govtrackId);
      return externalId ? [{ externalId, isPrimary: false }] : [];
    }),
  ];
}

/** A part of a committee has no code of its own here: it is found by its name within the whole. */
const parseCommittees = (entry: JsonObject): NamedCommittee[] =>
  readObjects(entry.committees).flatMap((committee): NamedCommittee[] => {
    const name = readText(committee.name);
    const part = readText(committee.subcommittee);
    const code = readText(committee.code);
    if (name === undefined) return [];
    const chamber = /^(House|Senate) /.exec(name)?.[1] === 'Senate' ? 'upper' : 'lower';
    const place = /^Joint /.test(name) ? {} : ({ chamber } as const);
    if (part !== undefined) return [{ name: part, partOf: name, ...place }];
    return [{ name, ...place, ...(code && { externalId: { scheme: 'thomas', identifier: code } }) }];
  });

/** Each related bill once; the same text in the other chamber is a companion. */
function parseRelations(entry: JsonObject): BillRelation[] {
  const relations = readObjects(entry.related).flatMap((item): BillRelation[] => {
    const [abbreviation] = billTypes[readText(item.type) ?? ''] ?? [];
    const number = readText(item.number);
    const session = readText(item.session);
    if (abbreviation === undefined || number === undefined || session === undefined) return [];
    const relation = readText(item.relation) === 'identical' ? 'companion' : 'related';
    return [{ relation, stateId: 0, session, billNumber: `${abbreviation} ${number}` }];
  });
  const first = relations.sort((a, b) => a.relation.localeCompare(b.relation));
  return [
    ...new Map(
      first.toReversed().map((relation) => [`${relation.session} ${relation.billNumber}`, relation]),
    ).values(),
  ].toReversed();
}
