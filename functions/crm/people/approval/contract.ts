// Profile change requests: people propose changes of their profile, an approver decides field by field
// (docs/interface/crm.md#profile-change-requests).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import {
  callerByDefault,
  optionalBoolean,
  optionalOrBlank,
  optionalText,
} from '../../../../shared/http/lenient.ts';
import { searchPageSchema, searchQuery } from '../../lists/list.ts';
import { PersonFieldsRequest } from '../presentation/schemas.ts';
import { ChangeRequest } from './present.ts';

const own = {
  area: 'crm',
  tags: ['Profile change requests'],
  access: { permission: 'own', others: 'crm.people.write', token: 'required' },
} as const;
const deciding = { ...own, access: { permission: 'crm.people.write', token: 'required' } } as const;
const request = { description: 'The request.', body: ChangeRequest };
const createdRequest = { ...request, headers: { Location: 'The URL of the request.' } };
const byId = z.object({ requestId: z.guid().meta({ description: 'The id of the request.' }) });
const example = { params: { requestId: '{{changeRequestId}}' } } as const;

/** What people say about themselves; the rest of a record is the association's. */
const ProfileFieldsRequest = PersonFieldsRequest.omit({
  isKeyContact: true,
  organizationName: true,
  party: true,
  positions: true,
  externalIds: true,
  personTypes: true,
  tags: true,
  activeFrom: true,
  activeTo: true,
}).meta({ id: 'ProfileFieldsRequest', description: 'The fields to change; null removes one.' });

export const requestProfileChange = endpoint({
  ...own,
  method: 'POST',
  path: '/api/v1/PeopleApproval/Requests',
  summary: 'Request changes of a profile',
  selfAs: 'personId',
  description:
    'Everybody may request changes of their own profile; those of others take crm.people.write. A person has one pending request at most. Nothing changes until an approver accepts it.',
  body: z
    .object({
      personId: callerByDefault(z.guid()).meta({ description: 'Whose profile; the caller’s by default.' }),
      reason: optionalText(500).meta({ description: 'A word to the approver.' }),
      changes: ProfileFieldsRequest,
    })
    .meta({ id: 'ProfileChangeRequest' }),
  responses: { 201: createdRequest },
  refuses: ['CONFLICT', 'PERMISSION_DENIED', 'RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 12 },
  example: {
    body: {
      personId: '{{committeeMemberId}}',
      reason: 'I married.',
      changes: { lastName: 'Fairweather-Lund', customFields: [] },
    },
  },
});

const legacyExample = {
  tabId: '',
  tabGroupId: '',
  tabGroupFieldId: null,
  loggedInUserId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  profileUserId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  isHeader: true,
  headerFieldName: 'firstName',
  smartDropDownRequest: null,
  fieldChangeValues: [{ oldValue: 'Ada', newValue: 'Adelheid', primary: true }],
  isValueChanged: true,
};

const LegacyChange = z
  .object({
    tabId: z.unknown().optional(),
    tabGroupId: z.unknown().optional(),
    tabGroupFieldId: z.string().max(100).nullish().meta({
      description: 'The id of a custom field; not needed for a field of the header.',
    }),
    loggedInUserId: z.unknown().optional(),
    profileUserId: z.guid().meta({ description: 'The person.' }),
    isHeader: optionalBoolean().meta({ description: 'Whether headerFieldName names the field.' }),
    headerFieldName: optionalOrBlank(z.enum(['firstName', 'lastName'])),
    smartDropDownRequest: z.unknown().optional(),
    fieldChangeValues: z
      .array(
        z.object({
          oldValue: z.unknown().optional(),
          newValue: optionalOrBlank(z.string().max(2000)),
          primary: optionalBoolean(),
        }),
      )
      .min(1)
      .max(50),
    isValueChanged: optionalBoolean().meta({ description: 'False for a field that stays. Default: true.' }),
  })
  .refine(({ isHeader, headerFieldName }) => !isHeader || headerFieldName, {
    path: ['headerFieldName'],
    message: 'headerFieldName must be firstName or lastName, because isHeader is true.',
  })
  .refine(({ isHeader, tabGroupFieldId }) => isHeader || tabGroupFieldId, {
    path: ['tabGroupFieldId'],
    message: 'tabGroupFieldId must be the id of a custom field.',
  })
  .meta({ id: 'PeopleApprovalChange', example: legacyExample });
export type LegacyChange = z.output<typeof LegacyChange>;

export const createPeopleApprovalRequest = endpoint({
  ...own,
  method: 'POST',
  path: '/api/v1/PeopleApproval/CreateRequest',
  summary: 'Request changes of a profile, field by field',
  description:
    'As existing callers send them: first and last name by headerFieldName, custom fields by tabGroupFieldId. The value is the one that is primary, else the first; what the record has is read, not sent.',
  body: z.array(LegacyChange).min(1).max(200),
  responses: { 201: createdRequest },
  refuses: ['CONFLICT', 'PERMISSION_DENIED', 'RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 12 },
  example: {
    body: [
      { ...legacyExample, loggedInUserId: '{{committeeMemberId}}', profileUserId: '{{committeeMemberId}}' },
    ],
  },
});

export const hasPendingPeopleApproval = endpoint({
  ...own,
  method: 'POST',
  path: '/api/v1/PeopleApproval/GetPendingRequestStatusByProfileId',
  repeatable: true,
  summary: 'Check whether changes of a profile are pending',
  selfAs: 'profileId',
  body: z
    .object({
      objectType: optionalText(50).meta({ description: 'people', example: 'people' }),
      loggedInUserId: optionalText(100),
      profileId: callerByDefault(z.guid()).meta({ description: 'The person; the caller by default.' }),
    })
    .meta({ id: 'PendingPeopleApprovalRequest' }),
  responses: { 200: { description: 'Whether a request waits for a decision.', body: z.boolean() } },
  refuses: ['PERMISSION_DENIED', 'RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example: { body: { objectType: 'people', loggedInUserId: '', profileId: '{{personId}}' } },
});

export const listChangeRequests = endpoint({
  ...own,
  method: 'GET',
  path: '/api/v1/PeopleApproval/Requests',
  summary: 'List profile change requests',
  description:
    'Those that wait for a decision, the oldest first, for callers with crm.people.write; with personId the latest one of that person, also when it is decided.',
  query: searchQuery.extend({
    personId: optionalOrBlank(z.guid()).meta({ description: 'Only the latest request of this person.' }),
  }),
  responses: {
    200: {
      description: 'A page of requests.',
      body: searchPageSchema(ChangeRequest).meta({ id: 'ChangeRequests' }),
    },
  },
  refuses: ['PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 12 },
  example: { query: { pageSize: 20 } },
});

export const getChangeRequest = endpoint({
  ...own,
  method: 'GET',
  path: '/api/v1/PeopleApproval/Requests/{requestId}',
  summary: 'Get a profile change request',
  params: byId,
  responses: { 200: request },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  budget: { roundTrips: 3, readUnits: 6 },
  example,
});

export const decideChangeRequest = endpoint({
  ...deciding,
  method: 'POST',
  path: '/api/v1/PeopleApproval/Requests/{requestId}/Decide',
  summary: 'Accept or decline the changes of a profile',
  description:
    'Decides every field of a request: accepted ones are written to the person in the same step. A field that was changed since the request is refused, unless isOverride says that the proposed value is right all the same.',
  params: byId,
  body: z
    .object({
      decisions: z
        .array(
          z
            .object({
              field: z.string().trim().min(1).max(100).meta({ description: 'As the request names it.' }),
              isAccepted: z.boolean(),
              note: optionalText(500).meta({ description: 'For the person who asked.' }),
              isOverride: optionalBoolean().meta({
                description: 'Whether to accept although the field was changed since. Default: false.',
              }),
            })
            .meta({ id: 'ChangeDecision' }),
        )
        .min(1)
        .max(100),
    })
    .meta({ id: 'ChangeDecisions' }),
  responses: { 200: request },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 9, readUnits: 20, writeUnits: 17 },
  example: {
    ...example,
    body: { decisions: [{ field: 'title', isAccepted: true, note: 'Congratulations.' }] },
  },
});

export const withdrawChangeRequest = endpoint({
  ...own,
  method: 'DELETE',
  path: '/api/v1/PeopleApproval/Requests/{requestId}',
  summary: 'Withdraw a profile change request',
  description: 'A request that is pending. It is kept, as withdrawn, for a year.',
  params: byId,
  responses: { 204: { description: 'It is withdrawn.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 8 },
  example,
});
