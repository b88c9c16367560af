// A member of a committee in requests and replies (docs/interface/crm.md#members-of-committees).
import * as z from 'zod';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { dayField, idField, textField } from '../../fields/fields.ts';

const STATUSES = ['past', 'current', 'future', 'void'] as const;

/** A membership with the names of what it refers to. */
export const CommitteeMember = z
  .strictObject({
    id: z.uuid(),
    committeeId: z.uuid(),
    personId: z.uuid(),
    personName: z.string().nullable().meta({ example: 'Ada Fairweather' }),
    role: z.string().meta({
      description: 'The position as it was called when the membership was saved, or as its source spells it.',
      example: 'Vice Chair',
    }),
    positionId: z.uuid().nullable(),
    positionName: z.string().nullable().meta({ description: 'The present name of the position.' }),
    isShared: z
      .boolean()
      .meta({ description: 'Whether the position is held together with others: co-chair.' }),
    electionTermId: z.uuid().nullable(),
    electionTermName: z.string().nullable().meta({ example: '2026–2027' }),
    regionId: z.uuid().nullable(),
    regionName: z.string().nullable().meta({ example: 'North' }),
    vacancyId: z.uuid().nullable().meta({
      description: 'The vacancy that it fills for the remainder of a term.',
    }),
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable().meta({ description: 'The last day, inclusive.' }),
    endReason: z.string().nullable(),
    status: z.enum(STATUSES).meta({
      description: 'Computed from the dates. A void membership was never true, and counts nowhere.',
    }),
    isActive: z.boolean().meta({ description: 'Whether it is current.' }),
    voidedDate: z.iso.date().nullable(),
    voidReason: z.string().nullable(),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'CommitteeMember', description: 'A term of a person in a position of a committee.' });
export type CommitteeMember = z.infer<typeof CommitteeMember>;

const id = (description: string) =>
  z
    .guid()
    .transform((sent) => sent.toLowerCase())
    .meta({ description });

const sharedField = () =>
  optionalBoolean().meta({
    description:
      'Whether the position is held together with others: an exclusive one too may have co-chairs.',
  });

const referenceFields = () => ({
  electionTermId: idField().meta({ description: 'The election term, which the dates must be within.' }),
  regionId: idField().meta({
    description:
      'The region that the person represents. An exclusive position has one holder for each region.',
  }),
});

export const CommitteeMemberRequest = z
  .object({
    committeeId: id('The committee.'),
    personId: id('The person.'),
    positionId: id('The position that the person holds.'),
    startDate: dayField().meta({
      description:
        'The first day: by default that of the election term, else today; null where it is not known.',
      example: '2026-01-01',
    }),
    endDate: dayField().meta({
      description: 'The last day, inclusive; by default that of the election term.',
      example: '2027-12-31',
    }),
    ...referenceFields(),
    isShared: sharedField(),
  })
  .meta({ id: 'CommitteeMemberRequest' });
export type CommitteeMemberInput = z.output<typeof CommitteeMemberRequest>;

export const CommitteeMemberFieldsRequest = z
  .object({
    startDate: dayField(),
    endDate: dayField().meta({ description: 'The last day, inclusive; null removes it.' }),
    endReason: textField(500),
    ...referenceFields(),
    isShared: sharedField(),
  })
  .meta({ id: 'CommitteeMemberFieldsRequest' });
export type CommitteeMemberFields = z.output<typeof CommitteeMemberFieldsRequest>;

export const EndMembershipRequest = z
  .object({
    endDate: dayField().meta({
      description: 'The last day, inclusive; today by default.',
      example: '2026-06-30',
    }),
    reason: textField(500).meta({ example: 'Moved to another county.' }),
    opensVacancy: optionalBoolean().meta({
      description: 'Opens a vacancy of the seat from the next day on, with the same reason.',
    }),
    fillBy: dayField().meta({ description: 'The day by which that vacancy is to be filled.' }),
  })
  .meta({ id: 'EndMembershipRequest' });

export const VoidMembershipRequest = z
  .object({
    reason: z.string().trim().min(1).max(500).meta({
      description: 'Why the membership was never true.',
      example: 'Entered for the wrong person.',
    }),
  })
  .meta({ id: 'VoidMembershipRequest' });

/** How often a person held a position of a committee. */
export const TermsServed = z
  .strictObject({
    committeeId: z.uuid(),
    committeeName: z.string().nullable(),
    positionId: z.uuid().nullable(),
    role: z.string(),
    completed: z.int().meta({ description: 'Terms that are over.' }),
    current: z.int(),
    future: z.int(),
    days: z.int().meta({
      description:
        'Days in the position up to today, overlapping terms counted once; terms without a start count none.',
    }),
  })
  .meta({ id: 'TermsServed' });
