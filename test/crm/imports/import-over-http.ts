// What tests of imports over HTTP share: they upload files, and call the job as its trigger does.
import { expect } from 'vitest';
import { handler as runImports } from '../../../functions/crm/jobs/run-imports/handler.ts';
import type { Reply, TestPlatform } from '../../harness/platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

export type Imports = Awaited<ReturnType<typeof createImports>>;

/** Calls of the endpoints of imports, as staff of the demo tenant. */
export async function createImports(platform: TestPlatform) {
  const token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...[
        'crm.imports.write',
        'crm.emails.read',
        'crm.people.read',
        'crm.people.write',
        'crm.settings.write',
      ],
      ...['crm.organizations.read', 'crm.organizations.write'],
    ] as const,
  });
  const send = (method: string, path: string, body?: unknown, as = token): Promise<Reply> =>
    platform.call(method, 'crm', `/api/v1/Imports${path}`, { tenant: 'demo', token: as, body });
  const post = (content: string | Uint8Array, more: object = {}) =>
    send('POST', '', {
      ...{ kind: 'people', fileName: 'members.csv', content: Buffer.from(content).toString('base64') },
      ...more,
    });
  const create = async (content: string | Uint8Array, more?: object): Promise<Body> => {
    const reply = await post(content, more);
    expect(reply.status, reply.text).toBe(201);
    return reply.body;
  };
  /** Uploads a file in parts, the last one first; the id of the import. */
  const uploadParts = async (parts: readonly Uint8Array[], more: object = {}): Promise<string> => {
    const { id } = (await send('POST', '', { kind: 'people', fileName: 'large.csv', ...more })).body;
    for (const [index, part] of [...parts.entries()].reverse()) {
      const uploaded = await send('PUT', `/${id}/Parts/${index + 1}`, {
        content: Buffer.from(part).toString('base64'),
      });
      expect(uploaded.status, uploaded.text).toBe(200);
    }
    return id;
  };
  /** Calls the function as a change does, with time for so many steps. */
  const callJob = async (id: string, steps = Number.POSITIVE_INFINITY): Promise<void> => {
    let left = steps;
    const record = {
      eventName: 'MODIFY' as const,
      dynamodb: {
        Keys: { pk: { S: `T#demo#IMPORT#${id}` }, sk: { S: 'STEP' } },
        NewImage: { type: { S: 'import-step' } },
      },
    };
    const getRemainingTimeInMillis = () => {
      left -= 1;
      return left >= 0 ? 60_000 : 0;
    };
    await runImports({ Records: [record] }, { getRemainingTimeInMillis });
  };
  const get = async (id: string): Promise<Body> => (await send('GET', `/${id}`)).body;
  const run = async (id: string, body: object = {}): Promise<Body> => {
    const started = await send('POST', `/${id}/Start`, body);
    expect(started.status, started.text).toBe(202);
    await callJob(id);
    return get(id);
  };
  const findPeople = async (text: string): Promise<Body[]> => {
    const path = `/api/v1/people/SearchPeopleList/${text}?pageSize=100`;
    const found = await platform.call('POST', 'crm', path, { tenant: 'demo', token });
    return found.body.data;
  };
  /** The items stored below an import, but for the call of its job. */
  const listItems = async (id: string): Promise<string[]> => {
    const tenant = platform.store('demo');
    const items = await tenant.queryAll(tenant.partition<{ readonly sk: string }>(`IMPORT#${id}`));
    return items.map(({ sk }) => sk).filter((sk) => sk !== 'STEP');
  };
  return { token, send, post, create, uploadParts, callJob, get, run, findPeople, listItems };
}

/** A custom field of people with two allowed values; its id. */
export async function createCustomField(platform: TestPlatform, token: string): Promise<string> {
  const body = {
    ...{ name: 'Language', controlTypeId: 0, tab: 'More', tabGroup: 'More', sequence: 1 },
    ...{ isRequired: false, allowedValues: ['English', 'Spanish'] },
  };
  const reply = await platform.call('POST', 'crm', '/api/v1/Settings/CustomFields/people', {
    ...{ tenant: 'demo', token, body },
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
}
