// Every GET endpoint with each parameter that may be the id of a record, by its schema.
import * as z from 'zod';
import { listEndpoints, type RegisteredEndpoint } from '../../../infra/contracts/registry.ts';

import { isTenantScoped, isWrite } from '../../../shared/auth/permissions/access-requirement.ts';
import { type Permission, permissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { buildExampleRequest } from '../../contract/example-request.ts';
import type { TestPlatform } from '../../harness/platform.ts';

/** A GET with an id in one place. */
export interface ReadById {
  /** `getTranscript personId` */
  readonly name: string;
  readonly contract: RegisteredEndpoint['contract'];
  readonly part: 'params' | 'query';
  readonly parameter: string;
}

const listIdParameters = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return [];
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(json.properties ?? {}).flatMap(([name, property]) =>
    /"format":"uuid"|"pattern":"[^"]*0-9a-f/i.test(JSON.stringify(property)) ||
    /Ids?$|^id$|^owner$/.test(name)
      ? [name]
      : [],
  );
};

/** The reads of every area but identity, whose ids are of users. */
export async function listReadsById(): Promise<ReadById[]> {
  return (await listEndpoints()).flatMap(({ name, contract }) =>
    contract.method !== 'GET' ||
    isWrite(contract) ||
    contract.area === 'identity' ||
    !isTenantScoped(contract.access)
      ? []
      : (['params', 'query'] as const).flatMap((part) =>
          listIdParameters(contract[part]).map((parameter) => ({
            ...{ name: `${name} ${parameter}`, contract, part, parameter },
          })),
        ),
  );
}

/** Until when a link to a file is valid, and its signature. */
const signature = /\.\d{10}\.[\w-]{43}/g;

/** When something was calculated or written, and how often, differs from reply to reply. */
const omitVolatile = (name: string, value: unknown): unknown =>
  ['calculatedAt', 'calculatedDate', 'modifiedDate', 'version'].includes(name) ? undefined : value;

/** Sends reads with ids by a caller who may read everything. */
export async function createReader(platform: TestPlatform) {
  const { values } = platform.demo;
  const token = await platform.tokenFor({
    tenant: 'demo',
    permissions: permissionNames.filter((name: Permission) => name !== 'platform.admin'),
  });
  return async ({ contract, part, parameter }: ReadById, id: string): Promise<string> => {
    const { example } = contract;
    const asked = { ...contract, example: { ...example, [part]: { ...example[part], [parameter]: id } } };
    const { area, address, headers } = buildExampleRequest(asked, values);
    const { status, body, text } = await platform.call('GET', area, address, {
      tenant: 'demo',
      token,
      headers,
    });
    if (status !== 200) return String(status);
    return `200 ${typeof body === 'object' ? JSON.stringify(body, omitVolatile).replaceAll(signature, '') : text.length}`;
  };
}
