// Reads bills of the United States Congress in the shape of the congress.gov API, version 3: the item of a bill, with the lists
// that the API has at addresses of their own (actions, committees, cosponsors, ...) under the same names.

import type { Row, RowProblem } from '../../../../../shared/import/rows/row-source.ts';
import {
  createValueCollector,
  type ValueCollector,
} from '../../../../../shared/import/rows/value-collector.ts';
import { parseDay, readText } from '../../../../../shared/import/rows/values.ts';
import {
  isObject,
  type JsonObject,
  readObject,
  readObjects,
  refuseNonObject,
} from '../../../../../shared/import/tables/json-object.ts';
import { resolveBillType } from '../../../../../shared/legislature/bill-types.ts';
import { congressSession } from '../../../../../shared/legislature/sessions/congress.ts';
import { dayInZone } from '../../../../../shared/time/day-in-zone.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import type { BillPart } from '../../../bills/incoming-bill.ts';
import type { BillRelation, Chamber } from '../../../bills/record/bill.ts';
import { type BillDraft, billDraftId, type NamedCommittee } from '../bill-draft.ts';
import { readEntryParts } from '../entry-parts.ts';
import { washington } from './actions.ts';
import { deriveStatus, parseActions } from './gov-actions.ts';

/** The types of bills, with their chamber and how the pages of congress.gov call them. */
const billTypes: Readonly<Record<string, readonly [chamber: Chamber, page: string]>> = {
  HR: ['lower', 'house-bill'],
  S: ['upper', 'senate-bill'],
  HRES: ['lower', 'house-resolution'],
  SRES: ['upper', 'senate-resolution'],
  HCONRES: ['lower', 'house-concurrent-resolution'],
  SCONRES: ['upper', 'senate-concurrent-resolution'],
  HJRES: ['lower', 'house-joint-resolution'],
  SJRES: ['upper', 'senate-joint-resolution'],
};

/** The type of each part. */
const partKinds = {
  actions: 'objects',
  committees: 'objects',
  cosponsors: 'objects',
  sponsors: 'objects',
  relatedBills: 'objects',
  subjects: 'object',
  summaries: 'objects',
  textVersions: 'objects',
  titles: 'objects',
} as const;

/** The parts of a bill that each list gives. */
const partsByMember: Readonly<Record<string, readonly BillPart[]>> = {
  actions: ['actions', 'status', 'lastActionOn', 'lastActionTaken'],
  committees: ['committees'],
  sponsors: ['sponsors'],
  relatedBills: ['relations'],
  subjects: ['subjects'],
  summaries: ['summary'],
  textVersions: ['versions'],
  titles: ['alternateTitle'],
};

function parseCommittees(entry: JsonObject): NamedCommittee[] {
  const named = (committee: JsonObject, partOf: string | undefined): NamedCommittee[] => {
    const name = readText(committee.name);
    const code = readText(committee.systemCode)?.toUpperCase();
    if (name === undefined) return [];
    const word = readText(committee.chamber);
    const chamber = word === 'House' ? 'lower' : word === 'Senate' ? 'upper' : undefined;
    const externalId = code && { scheme: 'thomas', identifier: code.replace(/00$/, '') };
    return [{ name, ...omitUndefined({ chamber, partOf }), ...(externalId && { externalId }) }];
  };
  return readObjects(entry.committees).flatMap((committee) => [
    ...named(committee, undefined),
    ...readObjects(committee.subcommittees).flatMap((part) =>
      named({ chamber: committee.chamber, ...part }, readText(committee.name)),
    ),
  ]);
}

function parseSponsors(entry: JsonObject): BillDraft['sponsors'] {
  const named = (person: JsonObject, isPrimary: boolean): BillDraft['sponsors'] => {
    const identifier = readText(person.bioguideId);
    const name = readText(person.fullName);
    const externalId = identifier === undefined ? undefined : { scheme: 'bioguide', identifier };
    return identifier === undefined && name === undefined
      ? []
      : [{ isPrimary, ...omitUndefined({ name, externalId }) }];
  };
  return [
    ...readObjects(entry.sponsors).flatMap((person) => named(person, true)),
    // A cosponsor who withdrew is no longer a sponsor.
    ...readObjects(entry.cosponsors)
      .filter(({ sponsorshipWithdrawnDate }) => readText(sponsorshipWithdrawnDate) === undefined)
      .flatMap((person) => named(person, false)),
  ];
}

/** Each related bill once; an identical one is a companion. */
const parseRelations = (entry: JsonObject): BillRelation[] => [
  ...new Map(
    readObjects(entry.relatedBills).flatMap((item) => {
      const type = readText(item.type)?.toUpperCase() ?? '';
      const [congress, number] = [readText(item.congress), readText(item.number)];
      if (!Object.hasOwn(billTypes, type) || congress === undefined || number === undefined) return [];
      const isIdentical = readObjects(item.relationshipDetails).some((detail) =>
        /^identical/i.test(readText(detail.type) ?? ''),
      );
      const relation: BillRelation = {
        ...{ relation: isIdentical ? 'companion' : 'related', stateId: 0 },
        ...{ session: congress, billNumber: `${type} ${number}` },
      };
      return [[`${congress} ${relation.billNumber}`, relation] as const];
    }),
  ).values(),
];

/** The latest summary, whose text is HTML, in plain words. */
function parseSummary(entry: JsonObject): string | undefined {
  const [latest] = readObjects(entry.summaries).toSorted((a, b) =>
    (readText(b.updateDate) ?? '').localeCompare(readText(a.updateDate) ?? ''),
  );
  const text = (readText(latest?.text) ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? undefined : text;
}

const parseVersions = (entry: JsonObject, collector: ValueCollector) =>
  readObjects(entry.textVersions).map((version) => {
    const formats = readObjects(version.formats);
    const preferred = formats.find(({ type }) => readText(type) === 'Formatted Text') ?? formats[0];
    return {
      type: readText(version.type) ?? 'Text',
      ...omitUndefined({
        date: dayInZone(readText(version.date) ?? '', washington),
        url: collector.acceptLink('textVersions.formats.url', preferred?.url),
      }),
    };
  });

/** The bill of an entry. */
export function parseCongressGovBill(row: string, entry: unknown): Row<BillDraft> {
  if (!isObject(entry)) return refuseNonObject(row, entry);
  const problems: RowProblem[] = [];
  const miss = (field: string, reason: string, value: unknown): void => {
    problems.push({ field, reason, value: readText(value) ?? '' });
  };
  const session = congressSession(Number(readText(entry.congress)));
  const abbreviation = readText(entry.type)?.toUpperCase() ?? '';
  const type = Object.hasOwn(billTypes, abbreviation) ? billTypes[abbreviation] : undefined;
  const number = /^[1-9]\d{0,5}$/.exec(readText(entry.number) ?? '')?.[0];
  const title = readText(entry.title);
  if (!session) miss('congress', 'is no number of a Congress, such as 119', entry.congress);
  if (!type) miss('type', `is no type of bill: ${Object.keys(billTypes).join(', ')}`, entry.type);
  if (!number) miss('number', 'is no number of a bill', entry.number);
  if (!title) miss('title', 'is missing', undefined);
  const parts = readEntryParts(entry, partKinds);
  problems.push(...parts.problems);
  if (problems.length > 0 || !session || !type || !number || !title) return { row, problems };
  const collector = createValueCollector();
  const billNumber = `${abbreviation} ${number}`;
  const committees = parseCommittees(entry);
  const actions = parseActions(entry, committees, collector);
  const last = actions.at(-1);
  const introduced = readText(entry.introducedDate);
  const official = readObjects(entry.titles).find(({ titleType }) =>
    /^Official Title/i.test(readText(titleType) ?? ''),
  );
  const otherTitle = readText(official?.title);
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
        chamber: type[0],
        title,
        status: deriveStatus(entry, { abbreviation, chamber: type[0], actions }),
        subjects: [
          ...new Set(
            readObjects(readObject(entry.subjects).legislativeSubjects).flatMap(
              ({ name }) => readText(name) ?? [],
            ),
          ),
        ],
        versions: parseVersions(entry, collector),
        sources: [
          {
            type: 'congress.gov',
            url: `https://www.congress.gov/bill/${session.name.toLowerCase().replace(' ', '-')}/${type[1]}/${number}`,
          },
        ],
        relations: parseRelations(entry),
        ...omitUndefined({
          alternateTitle: otherTitle === title ? undefined : otherTitle,
          summary: parseSummary(entry),
          introducedDate:
            introduced === undefined
              ? undefined
              : collector.accept(parseDay({ field: 'introducedDate', value: introduced })),
          lastActionOn: last?.date,
          lastActionTaken: last?.text,
        }),
      },
      sponsors: parseSponsors(entry),
      committees,
      actions,
      rollCalls: [],
      missingParts: [
        // The API lists the votes of the House at other addresses, and has none of the Senate; those of another source stay.
        'rollCalls',
        ...Object.entries(partsByMember).flatMap(([member, missing]) =>
          parts.isTold(member) ? [] : missing,
        ),
      ],
    },
  };
}
