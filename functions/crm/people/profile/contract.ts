// The profile of a person with its fields, as existing callers read it (docs/interface/crm.md#custom-fields).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalOrBlank } from '../../../../shared/http/lenient.ts';
import { textList } from '../../../../shared/lists/list-body.ts';
import { tenantCodeParameter } from '../../own-tenant.ts';

const ProfileField = z
  .strictObject({
    id: z.string(),
    controlTypeId: z.int(),
    selectedValue: z.string().nullable(),
    organizationValue: z.string().nullable().meta({
      description:
        'JSON, for the organizations of the person: name, isPrimary and positionHistory with isCurrent, positionName and departmentName.',
    }),
    tabId: z.uuid(),
    tabGroupId: z.uuid(),
  })
  .meta({ id: 'ProfileField' });

const Profile = z
  .strictObject({
    isError: z.literal(false),
    people: z.strictObject({
      id: z.uuid(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      imageThumbUrl: z.string().nullable(),
      isStarredMember: z
        .boolean()
        .meta({ description: 'The same as isFavorite, as existing callers also call it.' }),
      isFavorite: z.boolean().meta({ description: 'Whether the person is a favorite of the caller.' }),
      isActive: z.boolean(),
    }),
    peopleFields: z.array(ProfileField),
    tabs: z.array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        sequence: z.int(),
        groupFields: z.array(z.strictObject({ id: z.uuid(), name: z.string(), sequence: z.int() })),
      }),
    ),
  })
  .meta({ id: 'ProfileWithFields', description: 'A person with the fields of the profile and their tabs.' });
export type Profile = z.infer<typeof Profile>;

export const getProfileWithFields = endpoint({
  area: 'crm',
  tags: ['People'],
  access: { permission: 'crm.people.read', token: 'required' },
  method: 'POST',
  path: '/api/v1/People/GetLoggedInUserDetailWithFields',
  repeatable: true,
  summary: 'Get a profile with its fields and tabs',
  body: z
    .object({
      id: optionalOrBlank(z.guid()).meta({ description: 'The id of the person; the caller by default.' }),
      fieldIds: textList().meta({ description: 'Only these fields; all by default.' }),
    })
    .meta({ id: 'ProfileRequest' }),
  responses: { 200: { description: 'The profile.', body: Profile } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 7 },
  example: { body: { id: '{{personId}}', fieldIds: [] } },
});

const NamedField = z
  .strictObject({
    fieldId: z.string().meta({ description: 'The id of a custom field, or currentOrganization.' }),
    fieldName: z.string().meta({ example: 'Preferred language' }),
  })
  .meta({ id: 'PersonProfileField', description: 'A field that profiles show.' });

export const listProfileFields = endpoint({
  area: 'crm',
  tags: ['People'],
  access: { permission: 'crm.people.read', token: 'tenant' },
  method: 'GET',
  path: '/api/v1/GetPersonProfileFields/{tenantCode}',
  summary: 'List the fields of profiles',
  description:
    'The ids that GetLoggedInUserDetailWithFields takes. Without a token, where the access policy admits it, only the custom fields that are public.',
  params: z.object({ tenantCode: tenantCodeParameter }),
  responses: { 200: { description: 'The fields, in the order of a profile.', body: z.array(NamedField) } },
  budget: { roundTrips: 2, readUnits: 5 },
  example: { params: { tenantCode: '{{tenantCode}}' } },
});
