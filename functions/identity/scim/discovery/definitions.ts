// The resources of provisioning as SCIM describes them (RFC 7643, 5 to 7).
import { getMaxBodyBytes } from '../../../../shared/http/request/declaration.ts';
import { groupUrn, maxCount, userUrn } from '../message.ts';

type Url = (path: string) => string;

export const describeService = (url: Url) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'] as const,
  patch: { supported: true },
  bulk: {
    supported: false,
    maxOperations: 0,
    maxPayloadSize: getMaxBodyBytes({ area: 'identity', method: 'POST' }),
  },
  filter: { supported: true, maxResults: maxCount },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  pagination: {
    cursor: true,
    index: true,
    defaultPaginationMethod: 'index' as const,
    defaultPageSize: 100,
    maxPageSize: maxCount,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken' as const,
      name: 'OAuth bearer token',
      description:
        'An access token of a client with the scope identity.provisioning.write, by the client-credentials grant.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig' as const,
    location: url('/scim/v2/ServiceProviderConfig'),
  },
});

const describeType = (
  name: 'User' | 'Group',
  endpoint: string,
  schema: string,
  description: string,
  url: Url,
) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'] as const,
  ...{ id: name, name, description, endpoint, schema },
  meta: { resourceType: 'ResourceType' as const, location: url(`/scim/v2/ResourceTypes/${name}`) },
});

export const describeTypes = (url: Url) => ({
  User: describeType('User', '/Users', userUrn, 'A user who may enter the tenant.', url),
  Group: describeType('Group', '/Groups', groupUrn, 'A role of the tenant, with its holders.', url),
});

const text = {
  type: 'string',
  multiValued: false,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  caseExact: false,
} as const;
const readOnly = { ...text, mutability: 'readOnly' } as const;
const complex = { ...text, type: 'complex', caseExact: undefined } as const;
const yesOrNo = { ...text, type: 'boolean', caseExact: undefined } as const;
const reference = { ...readOnly, type: 'reference', caseExact: true } as const;

const describeAttributes = {
  user: [
    {
      ...text,
      name: 'userName',
      description: "The user's name in the tenant's own directory.",
      required: true,
      uniqueness: 'server',
    },
    { ...text, name: 'externalId', description: "The user's id in the tenant's own directory." },
    {
      ...complex,
      name: 'name',
      description: "The user's name.",
      subAttributes: [
        { ...readOnly, name: 'formatted', description: 'Given and family name.' },
        { ...text, name: 'givenName', description: 'The given name.' },
        { ...text, name: 'familyName', description: 'The family name.' },
      ],
    },
    { ...text, name: 'displayName', description: 'The name to show.' },
    { ...yesOrNo, name: 'active', description: 'Whether the user may enter the tenant.' },
    {
      ...complex,
      name: 'emails',
      description: 'The mail address; of several the primary one counts.',
      multiValued: true,
      subAttributes: [
        { ...text, name: 'value', description: 'The address.', required: true },
        { ...readOnly, name: 'type', description: 'Always work.' },
        { ...yesOrNo, name: 'primary', description: 'Whether it is the one that counts.' },
      ],
    },
    {
      ...complex,
      name: 'groups',
      description: "The user's roles; changed by the groups.",
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [
        { ...readOnly, name: 'value', description: 'The id of the group.' },
        { ...readOnly, name: 'display', description: 'The name of the group.' },
        { ...reference, name: '$ref', description: 'The address of the group.', referenceTypes: ['Group'] },
        { ...readOnly, name: 'type', description: 'Always direct.' },
      ],
    },
  ],
  group: [
    {
      ...text,
      name: 'displayName',
      description: 'The name of the group. The role that it is keeps its name, which is the id.',
      required: true,
      uniqueness: 'server',
    },
    { ...text, name: 'externalId', description: "The group's id in the tenant's own directory." },
    {
      ...complex,
      name: 'members',
      description: 'The users who have the role.',
      multiValued: true,
      returned: 'request',
      subAttributes: [
        { ...text, name: 'value', description: 'The id of the user.', mutability: 'immutable' },
        { ...readOnly, name: 'display', description: 'The name of the user.' },
        { ...reference, name: '$ref', description: 'The address of the user.', referenceTypes: ['User'] },
        { ...readOnly, name: 'type', description: 'Always User.' },
      ],
    },
  ],
} as const;

/** The attribute as JSON: without what is undefined. */
const toPlain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const describeSchema = <A>(id: string, name: string, description: string, attributes: A, url: Url) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'] as const,
  ...{ id, name, description },
  attributes: toPlain(attributes),
  meta: { resourceType: 'Schema' as const, location: url(`/scim/v2/Schemas/${id}`) },
});

export const describeSchemas = (url: Url) => ({
  [userUrn]: describeSchema(userUrn, 'User', 'A user of the tenant.', describeAttributes.user, url),
  [groupUrn]: describeSchema(groupUrn, 'Group', 'A role of the tenant.', describeAttributes.group, url),
});
