// What existing callers send for lists of bills, and the actions and roll calls they read
// (docs/interface/billtracking.md#public-bills, #roll-calls).
import * as z from 'zod';
import { optionalInteger, optionalText } from '../../../shared/http/lenient.ts';
import { MAX_BILL_NUMBER_LENGTH } from '../../../shared/legislature/bill-number.ts';
import { isBlank } from '../../../shared/values/blank.ts';
import { billPositions, trackingStatuses } from '../bills/record/bill.ts';
import { filterDate, idList, pagingFields, textSearchFields } from '../envelopes.ts';
import { sourceNames } from '../source-name.ts';
import { billOrders } from './order.ts';

/** Reads a list of texts: blank is absent, one value is a list of one, and numbers become text. */
const toTexts = (input: unknown): unknown => {
  if (isBlank(input)) return undefined;
  return (Array.isArray(input) ? input : [input])
    .filter((value) => value !== '' && value !== null)
    .map((value) => (typeof value === 'number' ? String(value) : value));
};

const toUpperCase = (list: unknown): unknown =>
  Array.isArray(list)
    ? list.map((value) => (typeof value === 'string' ? value.trim().toUpperCase() : value))
    : list;

/** A filter field of ids or texts, as the lists for filters return them. */
const textValues = (example: string, more = '') =>
  z
    .preprocess(toTexts, z.array(z.string().max(300)).max(500).optional())
    .optional()
    .meta({
      description: `Ids or texts; a bill matches any of them. A text is compared as a whole, ignoring case.${more}`,
      example: [example],
    });

const enumValues = <const W extends readonly [string, ...string[]]>(names: W) =>
  z.preprocess(toTexts, z.preprocess(toUpperCase, z.array(z.enum(names)).max(20).optional())).optional();

const filterFields = {
  introducedDate: filterDate(),
  introducedStartDate: filterDate(),
  introducedEndDate: filterDate(),
  sessionId: optionalInteger(0),
  sessionIds: idList(),
  stateIds: idList(),
  committeeIds: idList(),
  trackingLevels: textValues('1'),
  trackingStatuses: enumValues(trackingStatuses).meta({
    description:
      'By default TRACKING, WATCHING and PRIORITY. NOT_TRACKED needs a sessionId: there may be a hundred thousand bills.',
  }),
  positions: enumValues(billPositions),
  sponsors: textValues('Alvarado', ' The last name is enough.'),
  houseCommittees: textValues('Housing', ' The chamber before a name may be left out.'),
  senateCommittees: textValues('Housing', ' The chamber before a name may be left out.'),
  title: optionalText(200),
  billNumber: optionalText(MAX_BILL_NUMBER_LENGTH).meta({
    description: 'The whole number in any spelling, or its digits.',
    example: 'HB 1217',
  }),
  searchText: optionalText(200).meta({
    description:
      'Words of number, titles, summary and sponsors; each must be the beginning of one. A text without letters and digits finds nothing.',
  }),
  ...textSearchFields,
  lastActionStartDate: filterDate(),
  lastActionEndDate: filterDate(),
  lastActionTypes: textValues('executive-signature'),
  tags: textValues('Housing'),
  billTypes: textValues('HB'),
  status: textValues('Signed into law'),
  usersTags: textValues('Follow up with housing authorities'),
  clientPersonGroups: textValues('Housing work group'),
  users: textValues('a person id'),
};

/** The filter of bills; what is absent does not narrow it. Days are YYYY-MM-DD, inclusive. */
export type BillFilter = {
  readonly [K in keyof typeof filterFields]?: z.output<(typeof filterFields)[K]>;
};

const nullToEmpty = (input: unknown): unknown => input ?? {};

/** The body of the list and of its count: existing callers send the same one to both. */
export const BillListRequest = z
  .preprocess(nullToEmpty, z.object({ ...filterFields, ...pagingFields(billOrders, { isAscending: false }) }))
  .meta({ id: 'PublicBillListRequest' });

export const BillActionView = z
  .strictObject({
    actionDate: z.string().meta({ format: 'date', example: '2025-01-13' }),
    billChamberType: z.string().meta({ example: 'House' }),
    actionText: z.string(),
  })
  .meta({ id: 'PublicBillAction' });

const RollCallSource = z
  .strictObject({
    source: z.enum(sourceNames).meta({ description: 'The kind of feed, or the files that were imported.' }),
    sourceId: z.string().optional().meta({ description: 'The id that the source has for the roll call.' }),
    votesCountInFavor: z.int(),
    votesCountAgainst: z.int(),
    rollCallPassed: z.boolean(),
    firstSeen: z.iso.date(),
    lastSeen: z.iso.date(),
    isListed: z.boolean().meta({ description: 'Whether the source still has it.' }),
    changedOn: z.iso.date().optional().meta({ description: 'The day of the last change at the source.' }),
    changed: z.array(z.string()).optional().meta({ description: 'What it changed then.' }),
    hash: z.string().meta({ description: 'Of what the source said last.' }),
  })
  .meta({ id: 'RollCallSource', description: 'What a source says of a roll call.' });

export const RollCallView = z
  .strictObject({
    id: z.int(),
    chamberType: z.string().meta({ example: 'House' }),
    description: z.string(),
    dateOfRollCall: z.string().meta({ format: 'date' }),
    votesCountInFavor: z.int(),
    votesCountAgainst: z.int(),
    countOfNoVotes: z.int().meta({ description: 'Legislators who were present and did not vote.' }),
    countOfAbsentess: z.int(),
    totalVoteCount: z.int(),
    rollCallPassed: z.boolean(),
    sourceUrl: z.string().nullable(),
    sources: z.array(RollCallSource),
  })
  .meta({ id: 'PublicRollCall' });

export const RollCallDetail = z
  .strictObject({
    voteDetails: z.strictObject({ yea: z.int(), nay: z.int(), nv: z.int(), abs: z.int() }),
    legislativeRollcallDetail: z.array(
      z.strictObject({
        name: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        voteType: z.enum(['Yea', 'Nay', 'NV', 'Absent']),
      }),
    ),
  })
  .meta({ id: 'PublicRollCallDetail' });
