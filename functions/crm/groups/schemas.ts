// What requests and replies say about a group (docs/interface/groups.md).
import * as z from 'zod';
import { groupVisibilities, MAX_OWNERS } from '../../../shared/directory/groups/group.ts';
import { auditFields } from '../../../shared/directory/record/fields.ts';
import { keptName, textField, webAddressField } from '../fields/fields.ts';
import { filterFields, isOneFilter } from './filter/filter-field.ts';

const visibility = z.enum(groupVisibilities).meta({
  description:
    'Who sees the group: public: also callers without a token, where the access policy admits them; tenant: everybody with crm.groups.read; members: its members.',
});

/** A person's id in any case. */
const personId = z.guid().transform((id) => id.toLowerCase());

/** People of a request, each once. */
export const peopleField = (longest: number) =>
  z
    .array(personId)
    .max(longest)
    .transform((ids) => [...new Set(ids)]);

const oneFilter = { path: ['viewId'], message: 'Send filterBody or viewId, not both.' };

const fields = {
  description: textField(2000).meta({ example: 'Clerks who help each other with elections.' }),
  imageThumbUrl: webAddressField(),
};

/** A new group. */
export const GroupRequest = z
  .object({
    name: z.string().trim().min(1).max(200).meta({ example: 'Election clerks' }),
    ...fields,
    visibility: visibility.default('tenant'),
    ownerIds: peopleField(MAX_OWNERS)
      .default([])
      .meta({ description: 'The people who own the group; they become members.' }),
    ...filterFields,
  })
  .refine(isOneFilter, oneFilter)
  .meta({ id: 'GroupRequest' });

/** Fields of a group. */
export const GroupFieldsRequest = z
  .object({
    name: keptName(200),
    ...fields,
    visibility: visibility.optional(),
    ...filterFields,
  })
  .refine(isOneFilter, oneFilter)
  .meta({ id: 'GroupFieldsRequest', description: 'Fields of a group.' });

/** A group. */
export const Group = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Election clerks' }),
    title: z.string().meta({ description: 'The same as name, as lists of existing callers call it.' }),
    description: z.string().nullable(),
    imageThumbUrl: z.string().nullable(),
    visibility,
    memberCount: z.int(),
    isMember: z.boolean().meta({ description: 'Whether the caller is a member.' }),
    isOwner: z.boolean().meta({ description: 'Whether the caller is an owner.' }),
    request: z.enum(['pending', 'refused']).nullable().meta({
      description: "The caller's request to become a member; a refused one for 90 days.",
    }),
    refreshedDate: z.iso.datetime().nullable().meta({
      description:
        'Of a group with a filter: when all people were last compared with it. People who change are compared at once.',
    }),
    filter: z
      .strictObject({
        filterBody: z.record(z.string(), z.unknown()),
        status: z.enum(['pending', 'current', 'failed']).meta({
          description: 'pending: all people are being compared with it; failed: see problem.',
        }),
        problem: z.string().nullable(),
      })
      .meta({ id: 'GroupFilterView' })
      .nullable()
      .meta({ description: 'For those who may change the group and read people; null without a filter.' }),
    ...auditFields,
  })
  .meta({ id: 'Group', description: 'A group of people.' });

export const GroupPerson = z
  .strictObject({
    id: z.uuid(),
    email: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
  })
  .meta({
    id: 'GroupPerson',
    description: 'A short view of a person; the email address only where it may be seen.',
  });

/** A group in a list. */
export const GroupView = z
  .strictObject({
    id: z.uuid(),
    title: z.string().meta({ example: 'Election clerks' }),
    description: z.string().nullable(),
    imageThumbUrl: z.string().nullable(),
    visibility,
    isActive: z.boolean(),
    groupOwners: z.array(GroupPerson).meta({ description: 'None for callers who may not read people.' }),
  })
  .meta({ id: 'GroupView', description: 'A group in a list.' });

/** Somebody whom the filter of a group does not bring back. */
export const GroupExclusionView = z
  .strictObject({
    person: GroupPerson.extend({ fullName: z.string() }).meta({ id: 'ExcludedPerson' }),
    createdDate: z.iso.datetime(),
  })
  .meta({ id: 'GroupExclusion', description: 'Somebody whom the filter of a group does not bring back.' });

/** A request to become a member of a group. */
export const GroupRequestView = z
  .strictObject({
    groupId: z.uuid(),
    person: GroupPerson.extend({ fullName: z.string() }).meta({ id: 'AskingPerson' }),
    status: z.enum(['pending', 'accepted', 'refused']),
    message: z.string().nullable().meta({ example: 'I run elections in Rivertown.' }),
    createdDate: z.iso.datetime(),
  })
  .meta({
    id: 'GroupMembershipRequest',
    description: 'A request of a person to become a member of a group.',
  });
