// The definition of a class: what requests set, in the shape of the requests
// (docs/interface/training.md#class-definition).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { CancellationTermsView } from '../../prices/cancellation-schemas.ts';
import { locationTypes } from '../record/class.ts';

const text = z.string().nullable();
const instant = z.iso.datetime().nullable();
const limit = z.int().nullable();

const PhaseDefinition = z
  .strictObject({
    endsAt: instant,
    memberSeats: limit.meta({ description: 'Unlimited when null.' }),
    nonMemberSeats: limit,
    memberFee: z.number().meta({ example: 125 }),
    nonMemberFee: z.number(),
  })
  .meta({ id: 'ClassPhaseDefinition' });

const ClassDefinition = z
  .strictObject({
    id: z.uuid(),
    version: z.int().meta({ description: 'The value for If-Match, in quotes.' }),
    sectionName: z.string(),
    courseId: z.uuid(),
    description: text,
    awardId: z.uuid().nullable(),
    objectTypeId: z.string().nullable(),
    timeZone: z.string().meta({ description: 'An IANA name.', example: 'America/New_York' }),
    sessions: z.array(
      z.strictObject({
        id: z.uuid(),
        title: text,
        date: z.iso.date(),
        startTime: z.string().meta({ example: '13:00' }),
        endTime: z.string().meta({ example: '16:30' }),
      }),
    ),
    instructors: z.array(z.strictObject({ personId: z.uuid(), isLead: z.boolean(), isGuest: z.boolean() })),
    locationType: z.enum(locationTypes),
    location: z
      .strictObject({
        name: text,
        roomNumber: text,
        addressLine1: text,
        city: text,
        state: text,
        zipCode: text,
        country: text,
      })
      .nullable(),
    onlineUrl: text,
    locationAccessDetail: text,
    registrationUrlOnLine: text,
    registrationUrlOnLocation: text,
    eventId: text,
    tags: z.array(z.string()),
    registration: z.strictObject({
      isTurnedOn: z.boolean(),
      opensAt: instant,
      closesAt: instant,
      nonMembersAllowed: z.boolean(),
      capacity: limit,
      early: PhaseDefinition.nullable(),
      standard: PhaseDefinition,
      late: PhaseDefinition.nullable(),
      separateSeats: z
        .strictObject({ onSite: limit, online: limit })
        .nullable()
        .meta({ description: 'Null where seats on site and online are counted together.' }),
      waitlistSize: z.int(),
      offerHours: z.int(),
      pendingHoldsSeat: z.boolean(),
      mayReapplyAfterDenial: z.boolean(),
      taxRateId: z.uuid().nullable().meta({ description: 'Null for the rate of the tenant.' }),
      cancellation: CancellationTermsView.nullable().meta({
        description: 'Null for what the course says, or else Settings/Registration.',
      }),
      approvalChainId: z.uuid().nullable(),
    }),
  })
  .meta({ id: 'ClassDefinition', description: 'A class as requests define it.' });
export type ClassDefinition = z.infer<typeof ClassDefinition>;

export const getClassDefinition = endpoint({
  area: 'training',
  tags: ['Classes'],
  method: 'GET',
  path: '/api/v1/Classes/{id}/Definition',
  summary: 'Get the definition of a class',
  description:
    'Everything that requests set, in their shape: change it and send it to PUT /api/v1/Classes/{id}, or to POST /api/v1/Classes for another class like it.',
  params: z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the class.' }) }),
  responses: { 200: { description: 'The definition.', body: ClassDefinition } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'training.classes.write', token: 'required' },
  budget: { roundTrips: 2, readUnits: 5 },
  example: { params: { id: '{{classId}}' } },
});
