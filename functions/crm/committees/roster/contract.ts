// The roster of a committee on any day (docs/interface/crm.md#roster).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalOrBlank } from '../../../../shared/http/lenient.ts';
import { CommitteeMember } from '../members/schemas.ts';
import { CommitteeQuorum } from '../quorum/contract.ts';
import { Vacancy } from '../vacancies/schemas.ts';

const RosterSeat = z
  .strictObject({
    positionId: z.uuid().nullable(),
    positionName: z
      .string()
      .meta({ description: 'The position, or the role of an import.', example: 'Chair' }),
    rank: z.int().nullable(),
    isExclusive: z.boolean(),
    isVoting: z.boolean(),
    regionId: z.uuid().nullable(),
    regionName: z.string().nullable(),
    isVacant: z.boolean().meta({ description: 'Whether nobody holds it, or a vacancy of it is open.' }),
    holders: z.array(CommitteeMember).meta({ description: 'Who holds it on the day, by name.' }),
    vacancies: z.array(Vacancy).meta({ description: 'Its vacancies that are open on the day.' }),
    before: z.array(CommitteeMember).meta({
      description: 'Who left it last before the day: several where they left on the same day.',
    }),
    after: z.array(CommitteeMember).meta({ description: 'Who takes it first after the day.' }),
  })
  .meta({
    id: 'RosterSeat',
    description: 'A position of a committee on a day, for a region where it has any.',
  });

export const getCommitteeRoster = endpoint({
  area: 'crm',
  tags: ['Committees'],
  access: { permission: 'crm.committees.read', token: 'required' },
  method: 'GET',
  path: '/api/v1/committee/{committeeId}/Roster',
  summary: 'Get the roster of a committee on any day',
  description:
    'Every seat by rank, with who holds it on the day, who held it before and who comes after, vacancies included. Status and dates of memberships and vacancies are as of that day.',
  params: z.object({ committeeId: z.guid().meta({ description: 'The id of the committee.' }) }),
  query: z.object({
    date: optionalOrBlank(z.iso.date()).meta({
      description: 'The day; today by default.',
      example: '2023-06-30',
    }),
  }),
  responses: {
    200: {
      description: 'The roster.',
      body: z
        .strictObject({
          committeeId: z.uuid(),
          committeeName: z.string(),
          date: z.iso.date(),
          seats: z.array(RosterSeat),
          quorum: CommitteeQuorum,
        })
        .meta({ id: 'CommitteeRoster' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 20 },
  example: { params: { committeeId: '{{committeeId}}' }, query: { date: '2023-06-30' } },
});
