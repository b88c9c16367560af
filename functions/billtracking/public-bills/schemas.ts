// What existing callers send for lists of bills, and the rows and details they read
// (docs/interface/billtracking.md#public-bills, #bill-detail, #bills).
import * as z from 'zod';
import { optionalInteger, optionalText } from '../../../shared/http/lenient.ts';
import { billPositions, trackingStatuses } from '../bills/bill.ts';
import { filterDate, idList, pagingFields, textSearchFields } from '../envelopes.ts';
import { billOrders } from './order.ts';

/** Reads a list of texts: blank is absent, one value is a list of one, and numbers become text. */
const toTexts = (input: unknown): unknown => {
  if (input === undefined || input === null || input === '') return undefined;
  return (Array.isArray(input) ? input : [input])
    .filter((one) => one !== '' && one !== null)
    .map((one) => (typeof one === 'number' ? String(one) : one));
};

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
  z
    .preprocess((input) => {
      const list = toTexts(input);
      return Array.isArray(list)
        ? list.map((one) => (typeof one === 'string' ? one.trim().toUpperCase() : one))
        : list;
    }, z.array(z.enum(names)).max(20).optional())
    .optional();

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
  billNumber: optionalText(40).meta({ description: 'The whole number, or its digits.', example: 'HB 1217' }),
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

const texts = z.array(z.string());
const day = z.iso.date().nullable();

const billFields = {
  id: z.int().meta({ description: '0 when the tenant does not track the bill.' }),
  billNumber: z.string().meta({ example: 'HB 1217' }),
  title: z.string(),
  alternateTitle: z.string().nullable(),
  stateId: z.int().nullable(),
  state: z.string().meta({ example: 'WA' }),
  sessionId: z.int().nullable(),
  session: z.string(),
  billTypeAbbr: z.string().meta({ example: 'HB' }),
  status: z.string(),
  trackingLevel: z.string().meta({ example: 'Priority' }),
  trackingLevelColorCode: z.string().meta({ example: '#B3261E' }),
  trackingStatus: z.enum(trackingStatuses),
  billPosition: z.enum(billPositions),
  priority: z.int().nullable(),
  introducedDate: day,
  lastActionOn: day,
  lastActionTaken: z.string().nullable(),
  fileId: z.string().nullable(),
  sponsors: z
    .array(
      z.strictObject({
        id: z.string().meta({ description: 'The id of the person in the directory, or else the name.' }),
        name: z.string(),
        profilePic: z.string().nullable(),
        isPrimary: z.boolean().meta({ description: 'False for a cosponsor.' }),
      }),
    )
    .meta({ description: 'Primary sponsors first.' }),
  houseCommittees: texts,
  senateCommittees: texts,
  assignedTo: texts.meta({ description: 'The names of people and groups.' }),
  tags: z.array(z.strictObject({ value: z.string(), text: z.string() })),
};

export const BillRowView = z.strictObject(billFields).meta({ id: 'PublicBill' });

export const BillDetail = z
  .strictObject({
    ...billFields,
    summary: z.string().nullable(),
    subjects: texts,
    clientTags: z.array(z.strictObject({ tagId: z.string(), text: z.string() })),
    clientUsers: z.array(z.strictObject({ personId: z.uuid(), firstName: z.string(), lastName: z.string() })),
    clientUserTags: z.array(z.strictObject({ tag: z.string() })),
    clientGroups: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  })
  .meta({ id: 'PublicBillDetail' });

export const BillVersionView = z
  .strictObject({
    type: z.string().meta({ example: 'Engrossed Substitute' }),
    billDraftDateTime: day,
    url: z.string().nullable(),
  })
  .meta({ id: 'PublicBillVersion' });

export const BillActionView = z
  .strictObject({
    actionDate: z.string().meta({ format: 'date', example: '2025-01-13' }),
    billChamberType: z.string().meta({ example: 'House' }),
    actionText: z.string(),
  })
  .meta({ id: 'PublicBillAction' });

export const BillSourceView = z
  .strictObject({ type: z.string(), url: z.string() })
  .meta({ id: 'PublicBillSource' });

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
