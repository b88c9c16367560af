// The demo's people and administrators, as the tests of area C use them.
import type { Reply, TestPlatform } from '../../harness/platform.ts';

/** Name and password of a demo user, by the beginning of the name. */
export function demoUser(platform: TestPlatform, name: string) {
  const user = platform.demo.users.find(({ userName }) => userName.startsWith(name));
  if (!user) throw new Error(`The demo has no user ${name}`);
  return { userName: user.userName, password: user.password };
}

/** The id and secret of a tenant's demo client. */
export function demoClient(platform: TestPlatform, tenantCode: string) {
  const client = platform.demo.clients.find((candidate) => candidate.tenantCode === tenantCode);
  if (!client) throw new Error(`The demo has no client of ${tenantCode}`);
  return { client_id: client.client_id, client_secret: client.client_secret };
}

/** Signs in with the real two-step flow; the reply of the second step. */
export function requestWorkspaceToken(
  platform: TestPlatform,
  tenantCode: string,
  user: { readonly userName: string; readonly password: string },
): Promise<Reply> {
  return platform.call('POST', 'identity', '/api/v1/Services/AuthorizeUserForWorkSpace', {
    body: { tenantCode, ...user },
  });
}

/** Calls area C as an administrator of the platform. */
export async function signInAdministrator(platform: TestPlatform) {
  const { body } = await requestWorkspaceToken(platform, 'demo', demoUser(platform, 'ada'));
  const token: string = body.accessToken;
  return (method: string, path: string, sent?: unknown, headers: Record<string, string> = {}) =>
    platform.call(method, 'identity', path, { tenant: 'demo', token, body: sent, headers });
}

/** The status of a call that every valid token of the tenant may make: 200 as long as the token is valid. */
export async function callWithToken(platform: TestPlatform, token: string, tenant: string): Promise<number> {
  const path = '/api/v1/Subject/GetAssignedRolesPermission';
  return (await platform.call('GET', 'identity', path, { tenant, token })).status;
}

/** The fields that a refusal reports as invalid. */
export const getTargets = (reply: { readonly body: { readonly details?: { readonly target: string }[] } }) =>
  (reply.body.details ?? []).map(({ target }) => target);
