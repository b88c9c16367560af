// What a provisioning service asks before it begins (RFC 7643, 5 to 7; RFC 7644, 4).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { scimMediaType } from '../../../../shared/http/envelopes/scim.ts';
import { groupUrn, listSchema, Meta, userUrn } from '../message.ts';

const Supported = z.strictObject({ supported: z.boolean() });

const ServiceProviderConfig = z
  .strictObject({
    schemas: z.array(z.literal('urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig')),
    documentationUri: z.url().optional(),
    patch: Supported,
    bulk: Supported.extend({ maxOperations: z.int(), maxPayloadSize: z.int() }),
    filter: Supported.extend({ maxResults: z.int() }),
    changePassword: Supported,
    sort: Supported,
    etag: Supported,
    pagination: z.strictObject({
      cursor: z.boolean(),
      index: z.boolean(),
      defaultPaginationMethod: z.enum(['cursor', 'index']),
      defaultPageSize: z.int(),
      maxPageSize: z.int(),
    }),
    authenticationSchemes: z.array(
      z.strictObject({
        type: z.literal('oauthbearertoken'),
        name: z.string(),
        description: z.string(),
        specUri: z.url(),
        primary: z.boolean(),
      }),
    ),
    meta: Meta('ServiceProviderConfig'),
  })
  .meta({ id: 'ScimServiceProviderConfig' });

const ResourceType = z
  .strictObject({
    schemas: z.array(z.literal('urn:ietf:params:scim:schemas:core:2.0:ResourceType')),
    id: z.string(),
    name: z.string(),
    description: z.string(),
    endpoint: z.string(),
    schema: z.string(),
    meta: Meta('ResourceType'),
  })
  .meta({ id: 'ScimResourceType' });

const attribute = {
  name: z.string(),
  type: z.enum(['string', 'boolean', 'complex', 'reference']),
  multiValued: z.boolean(),
  description: z.string(),
  required: z.boolean(),
  mutability: z.enum(['readOnly', 'readWrite', 'immutable']),
  returned: z.enum(['always', 'default', 'request']),
  uniqueness: z.enum(['none', 'server', 'global']),
  caseExact: z.boolean().optional(),
  referenceTypes: z.array(z.string()).optional(),
};

const Schema = z
  .strictObject({
    schemas: z.array(z.literal('urn:ietf:params:scim:schemas:core:2.0:Schema')),
    id: z.string(),
    name: z.string(),
    description: z.string(),
    attributes: z.array(
      z.strictObject({ ...attribute, subAttributes: z.array(z.strictObject(attribute)).optional() }),
    ),
    meta: Meta('Schema'),
  })
  .meta({ id: 'ScimSchema' });

const discovery = {
  area: 'identity',
  tags: ['Provisioning'],
  access: 'public',
  method: 'GET',
  budget: { roundTrips: 0, readUnits: 0 },
} as const;

export const getServiceProviderConfig = endpoint({
  ...discovery,
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'What of SCIM this service supports',
  responses: {
    200: { description: 'What is supported.', body: ServiceProviderConfig, contentType: scimMediaType },
  },
  example: {},
});

export const listResourceTypes = endpoint({
  ...discovery,
  path: '/scim/v2/ResourceTypes',
  summary: 'The types of resources that can be provisioned',
  responses: {
    200: { description: 'The types.', body: listSchema(ResourceType), contentType: scimMediaType },
  },
  example: {},
});

export const getResourceType = endpoint({
  ...discovery,
  path: '/scim/v2/ResourceTypes/{id}',
  summary: 'A type of resources that can be provisioned',
  params: z.object({ id: z.enum(['User', 'Group']) }),
  responses: { 200: { description: 'The type.', body: ResourceType, contentType: scimMediaType } },
  example: { params: { id: 'User' } },
});

export const listSchemas = endpoint({
  ...discovery,
  path: '/scim/v2/Schemas',
  summary: 'The attributes of the resources that can be provisioned',
  responses: { 200: { description: 'The schemas.', body: listSchema(Schema), contentType: scimMediaType } },
  example: {},
});

export const getSchema = endpoint({
  ...discovery,
  path: '/scim/v2/Schemas/{id}',
  summary: 'The attributes of a resource that can be provisioned',
  params: z.object({ id: z.enum([userUrn, groupUrn]) }),
  responses: { 200: { description: 'The schema.', body: Schema, contentType: scimMediaType } },
  example: { params: { id: userUrn } },
});
