// If-Match on every write that takes it: the ETag of the GET of the same resource is accepted, another version is refused
// (docs/interface/requests.md#conditional-requests; RFC 9110 13.1.1).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { isTenantScoped } from '../../shared/auth/permissions/access-requirement.ts';
import { type EndpointConfig, endpointName, takesIfMatch } from '../../shared/http/endpoint.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { buildExampleCaller, buildExampleRequest, listExamplePermissions } from './example-request.ts';

const endpoints = await listEndpoints();

/** Writes whose resource is read at an address of its own; existing callers use both (docs/interface/billtracking.md). */
const readAddresses: Readonly<Record<string, string>> = {
  'PUT crm/api/v1/people/UpdatePersonHeader/{id}': '/api/v1/people/{id}',
  'PUT crm/api/v1/committee/{committeeId}': '/api/v1/committee/get/{committeeId}',
  'PATCH crm/api/v1/committee/{committeeId}': '/api/v1/committee/get/{committeeId}',
  'POST crm/api/v1/committee/{committeeId}/Deactivate': '/api/v1/committee/get/{committeeId}',
  'POST crm/api/v1/committee/{committeeId}/Reactivate': '/api/v1/committee/get/{committeeId}',
  'PATCH crm/api/v1/groups/{groupId}': '/api/v1/groups/get/{groupId}',
  'PUT crm/api/v1/groups/{groupId}/Owners': '/api/v1/groups/get/{groupId}',
  // A request is decided on the condition of its group, because it has no version of its own.
  'DELETE crm/api/v1/groups/{groupId}/Requests': '/api/v1/groups/get/{groupId}',
  'POST crm/api/v1/groups/{groupId}/Requests/{personId}/Accept': '/api/v1/groups/get/{groupId}',
  'POST crm/api/v1/groups/{groupId}/Requests/{personId}/Refuse': '/api/v1/groups/get/{groupId}',
  'POST crm/api/v1/groups/{groupId}/Deactivate': '/api/v1/groups/get/{groupId}',
  'POST crm/api/v1/groups/{groupId}/Reactivate': '/api/v1/groups/get/{groupId}',
  'DELETE billtracking/api/1.0/Advocacy/ChampaignTemplate/{id}':
    '/api/1.0/Advocacy/getChampaignTemplate/{id}',
  'POST billtracking/api/1.0/CapitolReport/save-legislationDays/{stateId}':
    '/api/1.0/CapitolReport/get-legislationDays/{stateId}',
};

/** Writes whose example creates the resource, so that there is no ETag yet. */
const creating: readonly string[] = ['PUT training/api/v1/Settings/Roles/{name}'];

const fillParameters = (path: string): string => path.replace(/\{\w+\}/g, '{}').toLowerCase();

/** The path itself, and then each path above it that ends with a parameter, nearest first. */
const listResourcePaths = (path: string): readonly string[] => {
  const ends = [...path.matchAll(/\}/g)].map(({ index }) => index + 1);
  return [path, ...ends.reverse().map((end) => path.slice(0, end))];
};

/** The GET of the resource that a write changes. */
function findRead(write: EndpointConfig): EndpointConfig | undefined {
  const own = readAddresses[endpointName(write)];
  const reads = listResourcePaths(own ?? write.path).map((path) =>
    endpoints.find(
      ({ contract }) =>
        contract.method === 'GET' &&
        contract.area === write.area &&
        fillParameters(contract.path) === fillParameters(path),
    ),
  );
  return reads.find((read) => read !== undefined)?.contract;
}

const writes = endpoints.filter(({ contract }) => contract.params && takesIfMatch(contract));

it('every write with If-Match has a GET, whose ETag it takes', () => {
  expect(writes.length).toBeGreaterThan(50);
  expect(writes.filter(({ contract }) => !findRead(contract)).map(({ name }) => name)).toEqual([]);
});

describe('If-Match', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.stop());

  /** Sends a write's example as a dry run on the condition of a tag, or the GET of what it changes. */
  async function buildSender({ contract }: RegisteredEndpoint) {
    const { values } = platform.demo;
    const read = findRead(contract);
    const { method, area, address, headers, body } = buildExampleRequest(contract, values);
    const [path = '', query] = address.split('?');
    const tenant = values.tenantCode ?? '';
    const credentials = isTenantScoped(contract.access) && {
      tenant,
      token: await platform.tokenFor({
        tenant,
        ...buildExampleCaller(contract, values),
        permissions: [contract, ...(read ? [read] : [])].flatMap(listExamplePermissions),
      }),
    };
    const target = readAddresses[endpointName(contract)] ?? read?.path ?? '';
    // The parameters' values are those of the write, which stand in the same order.
    const parts = contract.path
      .split('/')
      .flatMap((part, index) => (part.startsWith('{') ? [path.split('/')[index]] : []));
    const readPath = target.replace(/\{\w+\}/g, () => parts.shift() ?? '');
    return {
      readTag: async () => {
        const reply = await platform.call('GET', area, readPath, { headers, ...credentials });
        expect(reply.status, reply.text).toBe(200);
        return reply.headers.get('etag') ?? '';
      },
      change: (tag: string) =>
        platform.call(method, area, `${path}?${query ? `${query}&` : ''}validateOnly=true`, {
          headers: { ...headers, 'If-Match': tag },
          ...credentials,
          ...(body !== undefined && { body }),
        }),
    };
  }

  it.each(writes)(
    'of $contract.area $name takes the ETag of the GET, and no other version',
    async (write) => {
      const { readTag, change } = await buildSender(write);
      if (!creating.includes(endpointName(write.contract))) {
        const current = await change(await readTag());
        // A dry run with verdicts has them in its body.
        expect(current.status, current.text).toBe(write.contract.dryRun === 'verdicts' ? 200 : 204);
      }
      expect(
        (await change('"999999999"')).status,
        "It takes any version: use ifUnchanged, or declare ifMatch: 'ignored' where it changes no record that its address names",
      ).toBe(412);
    },
  );
});
