// What a caller with a tenant code alone can read: the documented endpoints, and no names of users in them
// (docs/interface/access.md#without-a-token).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints, projectFolder } from '../../infra/contracts/registry.ts';
import { isTenantScoped, isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { buildExampleRequest } from './example-request.ts';

/** Every read that some setting of a tenant opens: the demo tenant has the most open one. */
const readsInOpenTenant = (await listEndpoints()).filter(
  ({ contract }) =>
    isTenantScoped(contract.access) &&
    contract.access.token !== 'required' &&
    ['training', 'billtracking', 'crm'].includes(contract.area) &&
    !isWrite(contract),
);

/** The reads that follow the tenant's setting for reading, which is `tenant` for a new tenant. */
const openReads = readsInOpenTenant.filter(
  ({ contract: { access } }) => isTenantScoped(access) && access.token === 'tenant',
);

it('a stranger can read the documented endpoints, and no other', async () => {
  const page = await readFile(join(projectFolder, 'docs/interface/access.md'), 'utf8');
  const section = page.split('\n## ').find((text) => text.startsWith('Without a token')) ?? '';
  const documented = [...section.matchAll(/`((?:GET|POST) \/[^`]+)`/g)].map(([, address]) => address);
  const open = openReads.map(({ contract: { method, area, path } }) => `${method} /${area}${path}`);
  expect(documented.sort()).toEqual(open.sort());
});

describe('a stranger', () => {
  const secret = 'The chair asked for this.';
  const reportName = 'What we told the board';
  let platform: TestPlatform;
  let assignee = '';
  beforeAll(async () => {
    platform = await startPlatform();
    const { tenantCode: tenant = '', billId, personId } = platform.demo.values;
    // A user who is in no directory, so that records carry the name of the login.
    const token = await platform.tokenFor({
      tenant,
      permissions: [
        'training.awards.write',
        'billtracking.bills.write',
        'billtracking.reference.write',
        'billtracking.reports.write',
        'billtracking.subscriptions.write',
        'billtracking.advocacy.write',
      ],
    });
    const writes = [
      ['training', '/api/v1/Awards', { name: 'Written by a user' }],
      [
        'billtracking',
        '/api/1.0/bill/tracking/save',
        { billId, position: 'OPPOSE', positionNote: secret, assignedPersonIds: [personId] },
      ],
      ['billtracking', `/api/1.0/bill/${billId}/analysis`, { text: 'For everybody.', isPublic: true }],
      [
        'billtracking',
        '/api/1.0/CapitolReport/save-legislationDays/13?sessionId=1301',
        { days: [{ legislativeDay: 1, date: '2025-01-13' }] },
      ],
      [
        'billtracking',
        '/api/1.0/CapitolReport/save-report/53',
        { reportType: 4, startDate: '2025-03-10', endDate: '2025-03-16', title: reportName },
      ],
      ['billtracking', '/api/1.0/bill/event/subscribe', { name: 'Ours', channel: { type: 'push' } }],
    ] as const;
    for (const [area, path, body] of writes) {
      const headers = { 'api-version': '1.0' };
      const reply = await platform.call('POST', area, path, { tenant, token, headers, body });
      expect(reply.status, reply.text).toBeLessThan(300);
      assignee ||= reply.body.data?.assignedPersons?.[0]?.fullName ?? '';
    }
    expect(assignee).not.toBe('');
  });
  afterAll(() => platform.stop());

  it.each(readsInOpenTenant)(
    'sees no user, no note and no name of a report in $contract.area $name',
    async ({ contract }) => {
      const { tenantCode: tenant = '' } = platform.demo.values;
      const { method, area, address, headers, body } = buildExampleRequest(contract, platform.demo.values);
      const reply = await platform.call(method, area, address, {
        tenant,
        headers,
        ...(body !== undefined && { body }),
      });
      expect(reply.status, reply.text).toBe(200);
      // The names of logins in tests begin so.
      expect(reply.text).not.toMatch(/"test-/);
      expect(reply.text).not.toContain(secret);
      expect(reply.text).not.toContain(reportName);
      const assigned = reply.text.match(/"(?:clientUsers|assignedTo)":\[[^\]]*\]/g) ?? [];
      expect(assigned.filter((list) => list.includes(assignee))).toEqual([]);
      expect(reply.text).not.toContain('"clientUsers":[{');
    },
  );

  it.each([
    ['the log of activities', 'POST', '/api/1.0/activity/log/list'],
    ['the names of reports', 'POST', '/api/1.0/CapitolReport/list'],
    ['the history of positions', 'GET', '/api/1.0/bill/1/positions'],
    ['notes', 'GET', '/api/1.0/bill/1/notes'],
  ])('is refused %s in the most open tenant', async (_, method, path) => {
    const reply = await platform.call(method, 'billtracking', path, {
      tenant: 'demo',
      ...(method === 'POST' && { body: {} }),
    });
    expect(reply.status, reply.text).toBe(401);
  });

  it('who may write reads nobody to whom a bill is assigned in the reply', async () => {
    const { billId } = platform.demo.values;
    const body = { billId, priority: 3 };
    const reply = await platform.call('POST', 'billtracking', '/api/1.0/bill/tracking/save', {
      tenant: 'demo',
      body,
    });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data.assignedPersons).toEqual([]);
  });
});
