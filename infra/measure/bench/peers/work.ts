// The work of one GET, as a team that writes its award service on a framework would: the same for every peer.
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { jwtVerify } from 'jose';
import * as z from 'zod';

type Item = Readonly<Record<string, unknown>>;

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME ?? '';

/** A refusal with the content of its envelope. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const keys = new Map<string, KeyObject>();

async function findKey(kid: string): Promise<KeyObject> {
  if (!keys.has(kid)) {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'P#KEYS' },
      }),
    );
    for (const { id, jwk } of Items) keys.set(String(id), createPublicKey({ key: jwk, format: 'jwk' }));
  }
  const key = keys.get(kid);
  if (!key) throw new RefusedError(401, 'AUTHENTICATION_REQUIRED', 'The token names an unknown key.');
  return key;
}

const Claims = z.object({ sub: z.string(), jti: z.string(), tenant: z.string(), iat: z.number() });

async function verifyToken(authorization: string | undefined): Promise<z.output<typeof Claims>> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new RefusedError(401, 'AUTHENTICATION_REQUIRED', 'An access token is needed.');
  try {
    const { payload } = await jwtVerify(token, ({ kid = '' }) => findKey(kid), {
      typ: 'at+jwt',
      algorithms: ['ES256'],
      issuer: process.env.ISSUER ?? '',
      audience: 'rostrum',
      clockTolerance: 30,
    });
    return Claims.parse(payload);
  } catch {
    throw new RefusedError(401, 'AUTHENTICATION_REQUIRED', 'The access token is not valid.');
  }
}

async function getItems(
  keys: readonly { readonly pk: string; readonly sk: string }[],
  isConsistent: boolean,
) {
  const Keys = keys.map(({ pk, sk }) => ({ pk, sk }));
  const { Responses } = await client.send(
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: isConsistent } } }),
  );
  const found: readonly Item[] = Responses?.[TableName] ?? [];
  return (pk: string, sk: string) => found.find((item) => item.pk === pk && item.sk === sk);
}

const TenantCode = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{1,31}$/);

/**
 * Checks the caller: tenant-code, bearer token, revocation, permission.
 * @returns the prefix of the tenant's keys
 */
export async function admitCaller(
  tenantCode: string | undefined,
  authorization: string | undefined,
): Promise<string> {
  const code = TenantCode.safeParse(tenantCode).data;
  if (!code)
    throw new RefusedError(401, 'AUTHENTICATION_REQUIRED', 'The tenant-code header must name a tenant.');
  const claims = await verifyToken(authorization);
  if (claims.tenant !== code)
    throw new RefusedError(403, 'TENANT_MISMATCH', 'The token is of another tenant.');
  const prefix = `T#${code}#`;
  const tenant = { pk: `${prefix}TENANT`, sk: 'TENANT' };
  const subject = { pk: `${prefix}SUBJECT#${claims.sub}`, sk: 'ACCESS' };
  const revoked = { pk: `${prefix}REVOKED#${claims.jti}`, sk: 'TOKEN' };
  const find = await getItems([tenant, subject, revoked], true);
  const access = find(subject.pk, subject.sk);
  if (!find(tenant.pk, tenant.sk) || !access || find(revoked.pk, revoked.sk) || access.disabled)
    throw new RefusedError(401, 'AUTHENTICATION_REQUIRED', 'The access token was revoked.');
  const { permissions } = z.object({ permissions: z.array(z.string()) }).parse(access);
  if (!permissions.includes('training.awards.read'))
    throw new RefusedError(403, 'PERMISSION_DENIED', 'The permission training.awards.read is needed.');
  return prefix;
}

const Params = z.object({ id: z.guid() });
const Award = z.looseObject({
  id: z.string(),
  name: z.string(),
  levelTypeId: z.string().optional(),
  objectTypeId: z.string().optional(),
  prerequisites: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
  contactPersonIds: z.array(z.string()),
  version: z.number(),
});

/** The award with the names of what it refers to. */
export async function getAwardDetail(prefix: string, params: unknown) {
  const { data } = Params.safeParse(params);
  if (!data) throw new RefusedError(400, 'VALIDATION_ERROR', 'id must be a UUID.');
  const { Item: item } = await client.send(
    new GetCommand({ TableName, Key: { pk: `${prefix}AWARD#${data.id}`, sk: 'AWARD' } }),
  );
  if (!item) throw new RefusedError(404, 'NOT_FOUND', `There is no award with the id ${data.id}.`);
  const award = Award.parse(item);
  const level = { pk: `${prefix}LEVEL-TYPES`, sk: `TYPE#${award.levelTypeId}` };
  const object = { pk: `${prefix}OBJECT-TYPES`, sk: `TYPE#${award.objectTypeId}` };
  const before = award.prerequisites.flatMap(({ type, id }) =>
    type === 'Experience' ? [] : [{ pk: `${prefix}${type.toUpperCase()}#${id}`, sk: type.toUpperCase() }],
  );
  const people = award.contactPersonIds.map((id) => ({ pk: `${prefix}PERSON#${id}`, sk: 'PERSON' }));
  const find = await getItems(
    [...(award.levelTypeId ? [level] : []), ...(award.objectTypeId ? [object] : []), ...before, ...people],
    false,
  );
  const { pk, sk, gsi1pk, gsi1sk, type, schemaVersion, contactPersonIds, ...shown } = award;
  const body = {
    ...shown,
    levelType: find(level.pk, level.sk)?.name,
    objectType: find(object.pk, object.sk)?.name,
    prerequisites: award.prerequisites.map((one) => ({
      ...one,
      name: find(`${prefix}${one.type.toUpperCase()}#${one.id}`, one.type.toUpperCase())?.name ?? one.name,
    })),
    contactPersons: people.flatMap((key) => {
      const person = find(key.pk, key.sk);
      return person
        ? [{ id: person.id, name: `${person.firstName} ${person.lastName}`, email: person.email }]
        : [];
    }),
  };
  return { body, etag: `"${createHash('sha256').update(`v${award.version}`).digest('base64url')}"` };
}

/** The envelope of a refusal, or of an unexpected error. */
export function buildErrorEnvelope(error: unknown) {
  const { status, code, message } =
    error instanceof RefusedError
      ? error
      : new RefusedError(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong.');
  return { status, body: { error: { code, message, timestamp: new Date().toISOString() } } };
}

/** One line per request. */
export const logRequest = (endpoint: string, status: number, startedAt: number): void =>
  console.log(
    JSON.stringify({
      level: 'info',
      time: new Date().toISOString(),
      endpoint,
      status,
      ms: Math.round(performance.now() - startedAt),
    }),
  );
