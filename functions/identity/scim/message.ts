// What the resources of SCIM share: schemas by name, lists, the attributes that a caller asks for (RFC 7644, 3.4 and 3.9).
import * as z from 'zod';
import { scimMediaType } from '../../../shared/http/envelopes/scim.ts';
import { integerWithDefault, optionalText } from '../../../shared/http/lenient.ts';
import { ok } from '../../../shared/http/reply.ts';

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** What every endpoint of provisioning declares. */
export const provisioning = {
  area: 'identity',
  tags: ['Provisioning'],
  access: {
    permission: 'identity.provisioning.write',
    token: 'required',
    platform: true,
    tenantFrom: 'token',
  },
} as const;

/** The most entries of a page. */
export const maxCount = 200;

/** Which attributes the reply has. */
export const attributesQuery = {
  attributes: optionalText(1000).meta({ description: 'Names of attributes: only these, and the id.' }),
  excludedAttributes: optionalText(1000).meta({ description: 'Names of attributes: all but these.' }),
};

export const listQuery = {
  filter: optionalText(1000).meta({
    description: 'A filter of RFC 7644, 3.4.2.2, such as `userName eq "grace@demo.example"`.',
  }),
  startIndex: integerWithDefault(1, -2_147_483_647).meta({ description: 'The first entry, from 1 on.' }),
  count: integerWithDefault(100, -2_147_483_647).meta({
    description: `Entries of the page, at most ${maxCount}.`,
  }),
  ...attributesQuery,
};

export const Meta = (resourceType: string) =>
  z.strictObject({
    resourceType: z.literal(resourceType),
    created: z.iso.datetime().optional(),
    lastModified: z.iso.datetime().optional(),
    location: z.url(),
    version: z.string().optional().meta({ description: 'The ETag.' }),
  });

export const listSchema = <S extends z.ZodType>(resource: S) =>
  z.strictObject({
    schemas: z.array(z.literal(listUrn)),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
    nextCursor: z
      .string()
      .optional()
      .meta({ description: 'The cursor of the next page (RFC 9865); absent on the last.' }),
  });

/** The headers of every reply with a body. */
const headers = { 'Content-Type': scimMediaType } as const;

/** 200 with a resource or a message of SCIM. */
export const okScim = <B>(body: B, version?: number) =>
  ok(body, { headers, ...(version !== undefined && { version }) });

export const scimHeaders = headers;

export interface ListedPage<T> {
  readonly total: number;
  readonly startIndex: number;
  readonly resources: readonly T[];
  readonly nextCursor?: string | undefined;
}

/** The message of a list. */
export const presentList = <T>({ total, startIndex, resources, nextCursor }: ListedPage<T>) => ({
  schemas: [listUrn] as const,
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
  ...(nextCursor !== undefined && { nextCursor }),
});

/** The page that `startIndex` and `count` choose; values below their minimum count as the minimum (RFC 7644, 3.4.2.4). */
export function slicePage<T>(
  all: readonly T[],
  { startIndex, count }: { readonly startIndex: number; readonly count: number },
): ListedPage<T> {
  const first = Math.max(1, startIndex);
  const length = Math.min(Math.max(0, count), maxCount);
  return { total: all.length, startIndex: first, resources: all.slice(first - 1, first - 1 + length) };
}

const listNames = (text: string | undefined): readonly string[] | undefined =>
  text?.split(',').map((name) =>
    // `name.givenName` asks for `name`, with or without the schema before it.
    (name.trim().split(':').at(-1) ?? '').split(/[.[]/, 1).join('').toLowerCase(),
  );

/** Whether the caller asks for an attribute that is left out by default. */
export const asksFor = (name: string, { attributes }: { readonly attributes?: string | undefined }) =>
  listNames(attributes)?.includes(name.toLowerCase()) ?? false;

/** Whether the caller leaves an attribute out. */
export const excludes = (
  name: string,
  { excludedAttributes }: { readonly excludedAttributes?: string | undefined },
): boolean => listNames(excludedAttributes)?.includes(name.toLowerCase()) ?? false;

/** The resource with the attributes that the caller asks for; always with its schemas and its id (RFC 7643, 7). */
export function selectAttributes<T extends object>(
  resource: T,
  query: { readonly attributes?: string | undefined; readonly excludedAttributes?: string | undefined },
): T {
  const only = listNames(query.attributes);
  const without = listNames(query.excludedAttributes);
  const isSelected = (name: string) =>
    name === 'schemas' ||
    name === 'id' ||
    (only?.includes(name.toLowerCase()) ?? !without?.includes(name.toLowerCase()));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isSelected(name))) as T;
}
