// Sends the requests of the demo data to the rules of their endpoints, in this process, each exactly once per tenant.
import * as z from 'zod';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { type TenantItem, tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { type Change, insert } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import type { Context } from '../../../../shared/http/context.ts';
import type { EndpointConfig } from '../../../../shared/http/endpoint.ts';
import type { EndpointHandler } from '../../../../shared/http/lambda.ts';
import { validateRequest } from '../../../../shared/http/request/validate.ts';
import { resolveLocalTime } from '../../../../shared/time/local-time.ts';
import { listEndpoints, type RegisteredEndpoint } from '../../../contracts/registry.ts';
import { type DemoMoment, demoId, resolveReferences, resolveValues } from './references.ts';

const HOUR = 3_600_000;

/** A request of the demo data. */
export const DemoRequest = z.strictObject({
  /** The name of the endpoint. */
  send: z.string(),
  /** The ids of what it creates, as `kind:key`, in the order in which the rule asks for new ids. */
  ids: z.array(z.string()).default([]),
  /** When it is sent: an instant, or a local time such as `@today-12T12:00`; the moment of seeding by default. */
  at: z.string().optional(),
  daysAgo: z.number().default(0),
  hoursAgo: z.number().default(0),
  /** Who sends it: `person:ben`, staff by name (`staff:Legislative Committee`), or a subject without access. */
  as: z.string().default('system'),
  /** Types of items that are not written, such as the audit of a setting that the demo has from the start. */
  omit: z.array(z.string()).default([]),
  params: z.record(z.string(), z.string()).default({}),
  body: z.unknown(),
});
export type DemoRequest = z.output<typeof DemoRequest>;

/** No person is notified of what happened before the demo existed. */
const NEVER_WRITTEN = ['notice'];

/** What distinguishes a request from all others: what it creates, or else who changes what. */
const nameRequest = ({ send, ids, params, as }: DemoRequest): string =>
  [send, ...(ids.length > 0 ? ids : [as, ...Object.values(params)])].join(' ');

const markerKey = (tenant: TenantStore, request: DemoRequest) =>
  tenant.key<{ readonly type: 'demo-request' }>('DEMO-REQUESTS', nameRequest(request));

function buildCaller({ as }: DemoRequest, { tenantCode }: DemoMoment): Caller {
  const personId = as.startsWith('person:') ? demoId(tenantCode, as) : undefined;
  const staff = as.startsWith('staff:') ? as.slice('staff:'.length) : undefined;
  const caller =
    personId || staff
      ? { kind: 'user', subject: personId ?? 'demo', name: staff ?? as, roles: [], personId }
      : { kind: 'anonymous', subject: as };
  // Only the parts that the rules read: the demo's callers have no access token. The log has lines of several users.
  const permissions = new Set(['billtracking.activity.write-for-others', 'crm.committees.read']);
  return { ...caller, permissions } as unknown as Caller;
}

/** The moment at which the request is sent. */
function sendingTime({ at, daysAgo, hoursAgo }: DemoRequest, moment: DemoMoment): Date {
  if (at === undefined) return new Date(moment.now.getTime() - (daysAgo * 24 + hoursAgo) * HOUR);
  const text = resolveReferences(at, moment);
  return new Date(text.endsWith('Z') ? text : resolveLocalTime(text, moment.timeZone).instant);
}

async function send(
  tenant: TenantStore,
  settings: TenantItem,
  { contract, handler }: RegisteredEndpoint,
  request: DemoRequest,
  moment: DemoMoment,
): Promise<void> {
  const { rule } = (await handler()) as EndpointHandler<EndpointConfig>;
  const body = resolveReferences(request.body, moment);
  const http = {
    ...{ method: contract.method, path: contract.path, requestId: 'demo', address: '127.0.0.1' },
    ...{ headers: {}, query: {}, rawBody: JSON.stringify(body) },
    params: resolveValues(request.params, moment),
  };
  const parts = validateRequest(contract, http, body);
  const now = sendingTime(request, moment);
  await decideAndCommit(async () => {
    const ids = request.ids.map((reference) => demoId(tenant.code, reference));
    let more = 0;
    const newId = (): string => {
      more += 1;
      return (
        ids.shift() ??
        recordId(tenant.code, 'demo-request', `${request.ids[0] ?? nameRequest(request)} ${more}`)
      );
    };
    const context = {
      ...{ ...parts, tenant, settings, now, newId, receivedAt: now, request: http },
      ...{ caller: buildCaller(request, moment), platform: undefined, ifMatch: undefined },
      url: (path: string) => path,
    };
    const answer = await rule(context as unknown as Context<EndpointConfig>);
    const omitted = [...NEVER_WRITTEN, ...request.omit];
    const changes: readonly Change[] = answer.kind === 'write' ? answer.changes : [];
    if (answer.kind === 'write') await answer.prepare?.();
    const marker = insert(markerKey(tenant, request), { type: 'demo-request' });
    return {
      changes: [marker, ...changes.filter(({ action }) => !omitted.includes(action.Put?.Item?.type))],
    };
  });
}

/** Groups whose requests are sent one after the other: registrations get seats in their order, and all events change one count. */
const inOrder: ReadonlySet<string> = new Set(['registrations', 'events']);

/**
 * Sends the requests that were not sent before, group after group. On the data of an earlier start a request that fails is left
 * out: people have changed what it needs, or an earlier version wrote it otherwise.
 */
export async function sendDemoRequests(
  tenant: TenantStore,
  groups: Readonly<Record<string, readonly DemoRequest[]>>,
  moment: DemoMoment,
): Promise<void> {
  const settings = await tenant.get(tenantKey(tenant));
  const endpoints = new Map((await listEndpoints()).map((endpoint) => [endpoint.name, endpoint]));
  const sendOne = async (request: DemoRequest): Promise<void> => {
    const endpoint = endpoints.get(request.send);
    if (!endpoint || !settings)
      throw new Error(`The demo data sends to ${request.send}, which does not exist.`);
    await send(tenant, settings, endpoint, request, moment);
  };
  const all = Object.values(groups).flat();
  const keys = all.map((request) => markerKey(tenant, request));
  const markers = await tenant.getMany(keys, { consistent: true });
  const missing = new Set(all.filter((_, index) => markers[index] === undefined));
  const sendMissing = async (request: DemoRequest): Promise<void> => {
    try {
      await sendOne(request);
    } catch (error) {
      if (!moment.isAgain) throw error;
    }
  };
  for (const [name, requests] of Object.entries(groups)) {
    const unsent = requests.filter((request) => missing.has(request));
    if (inOrder.has(name)) for (const request of unsent) await sendMissing(request);
    else await Promise.all(unsent.map(sendMissing));
  }
}
