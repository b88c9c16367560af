// Every fault of a request is reported in one answer: a field of the wrong form and a reference that names nothing
// (docs/interface/requests.md#validation).

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { isTenantScoped, isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import { type EndpointConfig, endpointName } from '../../shared/http/endpoint.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { getErrorDetails } from '../machinery/read-failure.ts';
import { buildExampleRequest } from './example-request.ts';
import { createExampleTokens, type FindExampleToken } from './example-tokens.ts';
import { listUnknownReferences, type UnknownReference } from './reference-fields.ts';

type Json = Readonly<Record<string, unknown>>;

const writes = (await listEndpoints()).filter(
  ({ contract }) => isWrite(contract) && isTenantScoped(contract.access) && contract.bodyType !== 'form',
);

const unusedId = '00000000-0000-4000-8000-00000000dead';

/** A value that no field but a record of anything accepts. */
const wrongType = { of: ['another', 'type'] };

/** References that are looked up in what another member names: without that, nothing is known of them. */
const dependsOn: Readonly<Record<string, string>> = {
  'POST identity/api/v1/Users/Invite personId': 'tenantCode',
  // A position is that of a committee.
  'PUT crm/api/v1/Broadcasts/{id}/SendWhen positionId': 'committeeId',
  // Changes are read against the record of the person.
  'POST crm/api/v1/PeopleApproval/Requests changes': 'personId',
};

const listMembers = ({ body }: EndpointConfig): string[] =>
  body instanceof z.ZodObject ? Object.keys(body.shape) : [];

/** Whether a member of the body may be broken beside a reference: it is not the one with the reference. */
const mayBreak = (contract: EndpointConfig, name: string, { member }: UnknownReference): boolean =>
  name !== member && name !== dependsOn[`${endpointName(contract)} ${member}`];

/** The references in groups that one body can have: at most one in each of its members. */
function groupReferences(references: readonly UnknownReference[]): UnknownReference[][] {
  const groups: UnknownReference[][] = [];
  for (const reference of references) {
    const group = groups.find((each) => each.every(({ member }) => member !== reference.member));
    if (group) group.push(reference);
    else groups.push([reference]);
  }
  return groups;
}

describe('an unknown reference and a field of the wrong type', () => {
  let platform: TestPlatform;
  let findToken: FindExampleToken;
  const checked: string[] = [];
  beforeAll(async () => {
    platform = await startPlatform();
    findToken = await createExampleTokens(platform);
  });
  afterAll(() => platform.stop());

  const sendWith = async (contract: EndpointConfig, token: string, body: Json) => {
    const { method, area, address, headers } = buildExampleRequest(contract, platform.demo.values);
    const reply = await platform.call(
      method,
      area,
      `${address}${address.includes('?') ? '&' : '?'}validateOnly=true`,
      { headers, tenant: platform.demo.values.tenantCode ?? '', token, body },
    );
    return reply.status === 400 ? getErrorDetails(area, reply) : [];
  };

  it.each(writes)('are reported together by $contract.area $name', async ({ contract }) => {
    const { values } = platform.demo;
    const { body: example } = buildExampleRequest(contract, values);
    if (!contract.body || typeof example !== 'object' || example === null) return;
    const token = await findToken(contract);
    const references: UnknownReference[] = [];
    for (const reference of listUnknownReferences(contract.body, example as Json)) {
      const { target, body } = reference;
      const alone = await sendWith(contract, token, body);
      if (alone.some((detail) => detail.code === 'UNKNOWN_VALUE' && detail.target === target))
        references.push(reference);
    }
    /** The targets of what is wrong with a body one of whose members has the wrong type; none where it may have any. */
    const breakMember = async (body: Json, name: string): Promise<readonly string[]> => {
      const details = await sendWith(contract, token, { ...body, [name]: wrongType });
      const targets = details.map(({ target }) => target);
      return targets.some((target) => target.startsWith(name)) ? targets : [];
    };
    for (const group of groupReferences(references)) {
      const changes = group.map(({ member, body }) => ({ [member]: body[member] }));
      const together: Json = Object.assign({ ...example }, ...changes);
      for (const broken of listMembers(contract)) {
        const beside = group.filter((reference) => mayBreak(contract, broken, reference));
        if (beside.length === 0) continue;
        const inTogether = await breakMember(together, broken);
        for (const { target, body } of beside) {
          // With others it may be unknown what it depends on; alone with the broken member it is known.
          const targets = inTogether.includes(target) ? inTogether : await breakMember(body, broken);
          if (targets.length === 0) continue;
          checked.push(`${endpointName(contract)} ${target}`);
          expect(targets, `${broken} and ${target}`).toContain(target);
        }
      }
    }
  });

  it('is checked of every endpoint that refers to records', () => {
    const endpoints = new Set(checked.map((entry) => entry.split(' ').slice(0, 2).join(' ')));
    expect(endpoints.size).toBeGreaterThan(20);
  });

  it.each([
    [
      'training',
      '/api/v1/Awards',
      'training.awards.write',
      { name: 'An award', levelTypeId: unusedId, prerequisites: [{ type: 'Course' }] },
      ['levelTypeId', 'prerequisites[0].id'],
    ],
    [
      'training',
      '/api/v1/Reports',
      'training.reports.read',
      { report: 'AwardProgress', format: 'csv', parameters: { awardId: unusedId, organizationId: unusedId } },
      ['parameters.awardId', 'parameters.organizationId'],
    ],
    [
      'billtracking',
      '/api/1.0/CapitolReport/save-report/24',
      'billtracking.reports.write',
      { reportType: 99, sessionId: 987_654 },
      ['reportType', 'sessionId'],
    ],
    [
      'billtracking',
      '/api/1.0/CapitolReport/save-legislationDays/24',
      'billtracking.reference.write',
      {
        sessionId: 987_654,
        days: [
          { date: '2026-01-14', legislativeDay: 1 },
          { date: '2026-01-14', legislativeDay: 2 },
        ],
      },
      ['days[1]', 'sessionId'],
    ],
    [
      'billtracking',
      '/api/1.0/bill/event/save',
      'billtracking.events.write',
      { id: unusedId, title: 5 },
      ['title', 'id'],
    ],
  ] as const)('of a rule of %s%s are reported together', async (area, path, permission, body, targets) => {
    const tenant = platform.demo.values.tenantCode ?? '';
    const token = await platform.tokenFor({ tenant, permissions: [permission] });
    const reply = await platform.call('POST', area, path, { tenant, token, body });
    expect(reply.status, reply.text).toBe(400);
    const found = getErrorDetails(area, reply).map(({ target }) => target);
    for (const target of targets) expect(found, reply.text).toContainEqual(expect.stringContaining(target));
  });
});
