// Broadcasts over HTTP, with the calls that their tests share: people, lists and groups, and what the mail server received.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Permission } from '../../../../shared/auth/permissions/permissions.ts';
import { startPlatform, type TestPlatform } from '../../../harness/platform.ts';
import { runBroadcast, startTestMailServer, type TestMailServer } from './broadcasts-over-smtp.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
export type Body = any;

export const mjml =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Dear {{ person.fullName }}</mj-text></mj-column></mj-section></mj-body></mjml>';

/**
 * Starts a platform for the tests of the file that calls it, and a mail server for each of them.
 * @param permissions what the caller may do besides
 */
export function useBroadcasts({
  permissions = [],
  ...options
}: {
  readonly hasStream?: boolean;
  readonly permissions?: readonly Permission[];
} = {}) {
  let platform: TestPlatform;
  let server: TestMailServer;
  let token: string;
  let groupToken: string;
  beforeAll(async () => {
    platform = await startPlatform(options);
    token = await platform.tokenFor({
      tenant: 'demo',
      permissions: [
        ...(['crm.people.read', 'crm.people.write', 'crm.emails.read', 'crm.communication.read'] as const),
        ...(['crm.communication.write', 'crm.communication.send', 'crm.groups.read'] as const),
        ...permissions,
      ],
    });
    groupToken = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['crm.groups.write', 'crm.people.read'],
    });
  });
  beforeEach(async () => {
    server = await startTestMailServer();
  });
  afterEach(() => server.stop());
  afterAll(() => platform.stop());

  const send = (method: string, path: string, body?: unknown, as = token) =>
    platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token: as, body });
  async function done(method: string, path: string, body?: unknown): Promise<Body> {
    const reply = await send(method, path, body);
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.body;
  }

  let count = 0;
  const createPerson = async (fields: object = {}): Promise<{ id: string; email: string }> => {
    count += 1;
    const email = `member${count}@broadcast.example`;
    const { id } = await done('POST', '/people', {
      firstName: `M${count}`,
      lastName: 'Cast',
      email,
      ...fields,
    });
    return { id, email };
  };
  async function createList(
    people: readonly { readonly id: string }[],
    fields: object = {},
  ): Promise<string> {
    count += 1;
    const { id } = await done('POST', '/MailingLists', { name: `List ${count}`, ...fields });
    for (let start = 0; start < people.length; start += 90)
      await done('POST', `/MailingLists/${id}/Members`, {
        personIds: people.slice(start, start + 90).map((person) => person.id),
      });
    return id;
  }
  async function changeGroup(path: string, body?: object): Promise<Body> {
    const reply = await send('POST', path === '' ? '/groups' : `/groups/${path}`, body, groupToken);
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.body;
  }
  async function createGroup(personIds: readonly string[], fields: object = {}): Promise<string> {
    count += 1;
    const { id } = await changeGroup('', { name: `Group ${count}`, ...fields });
    for (let start = 0; start < personIds.length; start += 30)
      await changeGroup(`${id}/Members`, { personIds: personIds.slice(start, start + 30) });
    return id;
  }
  /** People numbered from `first` on. */
  async function createMany(number: number, first = 0): Promise<{ id: string; email: string }[]> {
    const rows = Array.from({ length: number }, (_, index) => ({
      ...{
        firstName: `B${first + index}`,
        lastName: 'Cast',
        email: `batch${first + index}@broadcast.example`,
      },
    }));
    const { results } = await done('POST', '/Batches/People', { operation: 'create', rows });
    return results.map(({ id }: Body, index: number) => ({ id, email: rows[index]?.email ?? '' }));
  }
  async function createDraft(fields: object): Promise<string> {
    count += 1;
    const body = { name: `Broadcast ${count}`, subject: 'News for {{ person.firstName }}', mjml, ...fields };
    return (await done('POST', '/Broadcasts', body)).id;
  }
  async function broadcast(fields: object, when: object = {}): Promise<string> {
    const id = await createDraft(fields);
    await done('POST', `/Broadcasts/${id}/Send`, when);
    await runBroadcast(id);
    return id;
  }
  const get = (id: string): Promise<Body> => done('GET', `/Broadcasts/${id}`);
  const why = (id: string, personId: string): Promise<Body> =>
    done('GET', `/Broadcasts/${id}/Recipients/${personId}`);
  const receivers = (): string[] => server.mails.map(({ to }) => to).sort();
  /** The links in a mail. */
  const linksOf = (to: string) => {
    const found = server.mails.find((each) => each.to === to)?.mail;
    const html = String(found?.html);
    const header = found?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    return {
      unsubscribe: header.slice(1, -1),
      preferences: /href="([^"]+MailPreferences[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '',
      headers: found?.headers ?? [],
    };
  };

  return {
    ...{ send, done, createPerson, createList, createGroup, changeGroup, createMany, createDraft },
    ...{ broadcast, get, why, receivers, linksOf },
    getPlatform: () => platform,
    getServer: () => server,
  };
}
