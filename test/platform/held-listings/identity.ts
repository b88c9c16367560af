// Sweeps of identity: exports and erasures of tenants, and logout notices.
import { randomUUID } from 'node:crypto';
import { handler as runTenantData } from '../../../functions/identity/jobs/run-tenant-data/handler.ts';
import { handler as sweepLogouts } from '../../../functions/identity/jobs/sweep-logouts/handler.ts';
import { insertNotices } from '../../../functions/identity/sessions/logout-notice.ts';
import { tenantExportRuns } from '../../../functions/identity/tenants/exports/store.ts';
import { clientKey } from '../../../shared/auth/clients/clients.ts';
import { commit } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { after, day, type HeldCase, type HeldContext, useAllTries } from './held-case.ts';

/** A tenant with nothing but its settings. */
async function createTenant({ administrate }: HeldContext): Promise<string> {
  const code = `held-${randomUUID().slice(0, 8)}`;
  await administrate('POST', '/api/v1/Tenants', { code, name: 'Held', timeZone: 'UTC' });
  return code;
}

async function requestExport(context: HeldContext) {
  const path = `/api/v1/Tenants/${await createTenant(context)}/Exports`;
  const { id } = (await context.administrate('POST', path)).body;
  const observe = async () => (await context.administrate('GET', `${path}/${id}`)).body;
  return { id: String(id), sweep: () => runTenantData(), observe };
}

/** An erasure whose days of grace are over. */
async function requestErasure(context: HeldContext) {
  const code = await createTenant(context);
  const path = `/api/v1/Tenants/${code}/Erasure`;
  await context.administrate('POST', path, { tenantCode: code, graceDays: 1 });
  return {
    sweep: () => runTenantData(undefined, undefined, after(2 * day)),
    cancel: () => context.administrate('DELETE', path),
    observe: async () =>
      [
        await context.administrate('GET', path),
        await context.administrate('GET', `/api/v1/Tenants/${code}`),
      ].map(({ status, body }) => [status, body.status]),
  };
}

/** A notice of the end of a session, to an application that answers as the receiver does. */
async function writeNotice({ administrate, receiver, store }: HeldContext) {
  const [platform, tenant] = [openPlatformStore(), store('demo')];
  const { body } = await administrate('GET', '/api/v1/Clients/demo-website');
  await administrate('PUT', '/api/v1/Clients/demo-website/SignIn', {
    ...body.signIn,
    backchannelLogoutUri: receiver.url,
  });
  const client = await platform.get(clientKey(platform, 'demo-website'));
  const session = { id: randomUUID(), userId: randomUUID() };
  const ended = [{ clientId: 'demo-website', tenantCode: tenant.code }];
  const newId = () => randomUUID();
  await commit(insertNotices(platform, session, ended, [client], { now: new Date(), newId }));
  return {
    sweep: () => sweepLogouts(),
    observe: async () => [
      receiver.received.length,
      await tenant.queryAll(tenant.listing<object>('LOGOUT-NOTICES'), { only: ['tries', 'dueAt'] }),
    ],
  };
}

export const identityCases: readonly HeldCase[] = [
  [
    'TENANT-EXPORT-RUNS',
    'success',
    async (context) => {
      const requested = await requestExport(context);
      return { ...requested, change: requested.sweep };
    },
  ],
  [
    'TENANT-EXPORT-RUNS',
    'failed',
    async (context) => {
      const { id, ...requested } = await requestExport(context);
      await useAllTries(tenantExportRuns, openPlatformStore(), id);
      return { ...requested, change: requested.sweep };
    },
  ],
  [
    'TENANT-ERASURE-RUNS',
    'cancelled',
    async (context) => {
      const { cancel, ...requested } = await requestErasure(context);
      return { ...requested, change: cancel };
    },
  ],
  [
    'TENANT-ERASURE-RUNS',
    'erased',
    async (context) => {
      const requested = await requestErasure(context);
      return { ...requested, change: requested.sweep };
    },
  ],
  [
    'LOGOUT-NOTICES',
    'removed, because the application accepted it',
    async (context) => {
      const written = await writeNotice(context);
      return { ...written, change: written.sweep };
    },
  ],
  [
    'LOGOUT-NOTICES',
    'put off, because the application did not accept it',
    async (context) => {
      const written = await writeNotice(context);
      context.receiver.answer = 500;
      return { ...written, change: written.sweep };
    },
  ],
];
