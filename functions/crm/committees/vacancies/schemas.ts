// A vacancy of a committee in requests and replies (docs/interface/crm.md#vacancies).
import * as z from 'zod';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { dayField, idField, textField } from '../../fields/fields.ts';

export const Vacancy = z
  .strictObject({
    id: z.uuid(),
    committeeId: z.uuid(),
    positionId: z.uuid(),
    positionName: z.string().nullable().meta({ example: 'Vice Chair' }),
    regionId: z.uuid().nullable(),
    regionName: z.string().nullable(),
    electionTermId: z.uuid().nullable(),
    electionTermName: z.string().nullable(),
    status: z.enum(['upcoming', 'open', 'filled', 'closed']),
    openedOn: z.iso.date().meta({ description: 'The first day on which nobody holds the seat.' }),
    reason: z.string().nullable(),
    fillBy: z.iso.date().nullable().meta({ description: 'The day by which it is to be filled.' }),
    isOverdue: z.boolean().meta({ description: 'Whether it is open after fillBy.' }),
    remainderEnds: z.iso
      .date()
      .nullable()
      .meta({ description: 'The last day of the term whose remainder is filled.' }),
    formerMembershipId: z.uuid().nullable().meta({ description: 'The membership that ended before.' }),
    membershipId: z.uuid().nullable().meta({ description: 'The membership that fills it.' }),
    filledOn: z.iso.date().nullable().meta({ description: 'The first day of that membership.' }),
    closedOn: z.iso.date().nullable(),
    closeReason: z.string().nullable(),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'Vacancy', description: 'A seat of a committee that nobody holds from a day on.' });
export type Vacancy = z.infer<typeof Vacancy>;

const fillBy = () =>
  dayField().meta({ description: 'The day by which it is to be filled.', example: '2026-09-30' });
const reason = () => textField(500).meta({ example: 'Moved to another county.' });
const remainderEnds = () =>
  dayField().meta({
    description: 'The last day of the term whose remainder is filled; by default that of the election term.',
  });

export const VacancyRequest = z
  .object({
    formerMembershipId: idField().meta({
      description: 'The membership that ended: position, region, election term and day follow from it.',
    }),
    positionId: idField().meta({ description: 'The vacant position, where no membership ended.' }),
    regionId: idField(),
    electionTermId: idField(),
    openedOn: dayField().meta({
      description:
        'The first day on which nobody holds the seat: by default the one after the membership, else today.',
    }),
    reason: reason(),
    fillBy: fillBy(),
    remainderEnds: remainderEnds(),
  })
  .refine(({ formerMembershipId, positionId }) => Boolean(formerMembershipId ?? positionId), {
    path: ['positionId'],
    message: 'A vacancy needs the positionId, or the formerMembershipId of the membership that ended.',
  })
  .meta({ id: 'VacancyRequest' });
export type VacancyInput = z.output<typeof VacancyRequest>;

export const VacancyFieldsRequest = z
  .object({ openedOn: dayField(), reason: reason(), fillBy: fillBy(), remainderEnds: remainderEnds() })
  .meta({ id: 'VacancyFieldsRequest' });

export const FillVacancyRequest = z
  .object({
    personId: z
      .guid()
      .transform((sent) => sent.toLowerCase())
      .meta({ description: 'The person who fills it.' }),
    startDate: dayField().meta({
      description: 'The first day: by default today, or openedOn where that is later.',
    }),
    endDate: dayField().meta({ description: 'The last day, inclusive; by default remainderEnds.' }),
    isShared: optionalBoolean().meta({ description: 'Whether the position is held together with others.' }),
  })
  .meta({ id: 'FillVacancyRequest' });

export const CloseVacancyRequest = z
  .object({
    reason: z.string().trim().min(1).max(500).meta({ example: 'The seat was abolished.' }),
    closedOn: dayField().meta({
      description: 'The day from which it is not to be filled any more; today by default.',
    }),
  })
  .meta({ id: 'CloseVacancyRequest' });
