// A bill as existing callers read it: the row of a list, the detail, its versions and sources
// (docs/interface/billtracking.md#bills, #bill-detail).
import * as z from 'zod';
import { billPositions, trackingStatuses } from '../record/bill.ts';

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

export const BillSourceView = z
  .strictObject({ type: z.string(), url: z.string() })
  .meta({ id: 'PublicBillSource' });
