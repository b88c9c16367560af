// Sets up the staff of the tour's association over HTTP: first its director, who then defines the roles of the others.
import { expect } from 'vitest';
import type { Reply, TestPlatform } from '../harness/platform.ts';
import { requestWorkspaceToken } from '../identity/tenants/demo.ts';
import { emailAddress, type Name, names, roleSets, tenant, tenantRoles } from './cast.ts';

const password = 'a ledger bound in green cloth';

/** The ids of people and organizations by name, and a token of each person. */
export interface Staff {
  readonly ids: ReadonlyMap<string, string>;
  readonly tokens: ReadonlyMap<Name, string>;
}

/** Calls area C as the platform's administrator, expects success, and returns the body of the response. */
export type CallAsAdministrator = (method: string, path: string, body?: object) => Promise<Reply['body']>;

/** Creates the association's roles, and a user for each person of the directory, and signs all users in. */
export async function signUpStaff(
  platform: TestPlatform,
  callAsAdministrator: CallAsAdministrator,
): Promise<Staff> {
  const ids = new Map<string, string>();
  const tokens = new Map<Name, string>();

  const signIn = async (name: Name): Promise<string> => {
    const { status, text, body } = await requestWorkspaceToken(platform, tenant, {
      userName: emailAddress(name),
      password,
    });
    expect(status, text).toBe(200);
    tokens.set(name, body.accessToken);
    return body.accessToken;
  };
  const createUser = (name: Name, roles: readonly string[]) =>
    callAsAdministrator('POST', '/Users', {
      userName: emailAddress(name),
      password,
      assignments: [{ tenantCode: tenant, roles, personId: ids.get(name) }],
    });

  const { id: director } = await createUser('odette', ['admin']);
  const token = await signIn('odette');
  const callAsDirector = async (area: 'crm' | 'training', method: string, path: string, body?: object) => {
    const reply = await platform.call(method, area, `/api/v1${path}`, { tenant, token, body });
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  for (const { id, email } of (await callAsDirector('crm', 'GET', '/people?pageSize=50')).data)
    ids.set(String(email).split('@', 1)[0] ?? '', id);
  for (const { id, name } of await callAsDirector('training', 'GET', '/Organizations/List'))
    ids.set(name, id);
  for (const [role, permissions] of Object.entries(roleSets))
    await callAsDirector('training', 'PUT', `/Settings/Roles/${encodeURIComponent(role)}`, { permissions });

  const personId = ids.get('odette');
  await callAsAdministrator('PUT', `/Users/${director}/Tenants/${tenant}`, {
    roles: tenantRoles('odette'),
    personId,
  });
  for (const name of names) {
    if (name !== 'odette') await createUser(name, tenantRoles(name));
    await signIn(name);
  }
  return { ids, tokens };
}
