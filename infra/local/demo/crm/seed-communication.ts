// Seeds the mailing lists, templates and broadcasts of the demo tenants: the requests of communication.json.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { handler as archiveBroadcast } from '../../../../functions/crm/communication/broadcasts/archive/archive-broadcast.ts';
import { handler as countBroadcastAudience } from '../../../../functions/crm/communication/broadcasts/audience-count/count-broadcast-audience.ts';
import { runCount } from '../../../../functions/crm/communication/broadcasts/audience-count/run-count.ts';
import { buildToken } from '../../../../functions/crm/communication/broadcasts/links/token.ts';
import { handler as unsubscribeFromMail } from '../../../../functions/crm/communication/broadcasts/links/unsubscribe-from-mail.ts';
import { runBroadcast } from '../../../../functions/crm/communication/broadcasts/run/run-broadcast.ts';
import { waitTimerRule } from '../../../../functions/crm/communication/broadcasts/send-when/wait-timer.ts';
import { buildImageToken } from '../../../../functions/crm/communication/message-images/record/image-address.ts';
import { requireImage } from '../../../../functions/crm/communication/message-images/record/store.ts';
import { buildSignUpToken, stampForm } from '../../../../functions/crm/communication/sign-ups/sign-up.ts';
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { requireBroadcast, saveBroadcast } from '../../../../shared/broadcasts/store.ts';
import { WAIT_TIMER } from '../../../../shared/change-feed/awaited-changes.ts';
import { commit } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import { openPlatformStore, type TenantStore } from '../../../../shared/data/store.ts';
import type { Context } from '../../../../shared/http/context.ts';
import type { EndpointConfig } from '../../../../shared/http/endpoint.ts';
import type { EndpointHandler } from '../../../../shared/http/lambda.ts';
import { completeStep } from '../steps/complete-step.ts';
import { demoId, readDemoFile, resolveValues } from '../steps/references.ts';
import { DemoRequest, sendDemoRequests } from '../steps/requests.ts';

const DemoCommunication = z.record(
  z.string(),
  z.strictObject({
    requests: z.record(z.string(), z.array(DemoRequest)),
    values: z.record(z.string(), z.string()),
  }),
);

/** Runs the broadcast that was sent, without any mail, and returns the tokens of its links for one recipient. */
async function sendWithoutMail(
  tenant: TenantStore,
  { broadcastId = '', mailingListMemberId = '' }: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  await runBroadcast(tenant, broadcastId, {
    ...{ now: () => new Date(), newId: randomUUID, isInTime: () => true },
    openSender: async () => ({ send: async () => undefined, close: () => undefined }),
  });
  const broadcast = await requireBroadcast(tenant, broadcastId);
  return {
    mailUnsubscribeToken: buildToken(tenant, broadcast, mailingListMemberId, 'unsubscribe'),
    mailPreferencesToken: buildToken(tenant, broadcast, mailingListMemberId, 'preferences'),
    mailViewToken: buildToken(tenant, broadcast, mailingListMemberId, 'view'),
    mailOpenToken: buildToken(tenant, broadcast, mailingListMemberId, 'open'),
    mailLinkToken: buildToken(
      ...([tenant, broadcast, mailingListMemberId, 'click'] as const),
      'https://cascadia.example/conference',
    ),
  };
}

/** Commits what the rule of an endpoint answers to a request. */
async function commitRule(handler: unknown, context: object): Promise<void> {
  const { rule } = handler as EndpointHandler<EndpointConfig>;
  await decideAndCommit(async () => {
    const answer = await rule(context as Context<EndpointConfig>);
    return { changes: answer.kind === 'write' ? answer.changes : [] };
  });
}

/** Unsubscribes a recipient as the link in the mail does. */
async function unsubscribe(
  tenant: TenantStore,
  { broadcastId = '', unsubscribedPersonId = '' }: Readonly<Record<string, string>>,
  now: Date,
): Promise<void> {
  const broadcast = await requireBroadcast(tenant, broadcastId);
  const token = buildToken(tenant, broadcast, unsubscribedPersonId, 'unsubscribe');
  const platform = openPlatformStore();
  const params = { tenantCode: tenant.code, token };
  await commitRule(unsubscribeFromMail, { params, platform, receivedAt: now });
}

/** Counts the audience of the draft. */
async function countAudience(
  tenant: TenantStore,
  { draftBroadcastId = '' }: Readonly<Record<string, string>>,
  now: Date,
): Promise<void> {
  const newId = (): string => demoId(tenant.code, 'audience-count');
  const params = { id: draftBroadcastId };
  await commitRule(countBroadcastAudience, { tenant, params, now, receivedAt: now, newId });
  await runCount(tenant, draftBroadcastId, {
    ...{ now: () => new Date(), newId: randomUUID, isInTime: () => true },
  });
}

/** Lets a draft that waits find the vacancy that was there before it waited: it is ready. */
async function makeReady(
  tenant: TenantStore,
  { readyBroadcastId = '' }: Readonly<Record<string, string>>,
  now: Date,
): Promise<void> {
  const before = await requireBroadcast(tenant, readyBroadcastId);
  if (!before.sendWhen) return;
  const after = { ...before, sendWhen: { ...before.sendWhen, known: [] }, version: before.version + 1 };
  await commit([saveBroadcast(tenant, before, after)]);
  const timer = {
    ...({ type: 'timer', kind: WAIT_TIMER, subject: before.id } as const),
    ...{ dueAt: now.toISOString(), failures: 0 },
  };
  await decideAndCommit(async () => ({
    changes: await waitTimerRule(now)(tenant, timer, now, () => demoId(tenant.code, 'broadcast-wait')),
  }));
}

/** The part of the address of the picture that nobody can guess. */
const nameImage = async (tenant: TenantStore, id = '') => ({
  messageImageToken: buildImageToken(tenant, await requireImage(tenant, id)),
});

const YEAR_SECONDS = 365 * 24 * 3600;

/** A form to sign up and a link that confirms it, which do not expire while they are tried. */
async function signUp(
  tenant: TenantStore,
  { publicListId = '' }: Readonly<Record<string, string>>,
  now: Date,
) {
  const request = {
    ...{ email: 'newcomer@example.org', firstName: 'Nia', lastName: 'Newcomer', listIds: [publicListId] },
    ...{ requestedDate: now.toISOString(), origin: 'https://cascadia.example/newsletter' },
  };
  return {
    signUpStamp: await stampForm(tenant, new Date(now.getTime() - 60_000), YEAR_SECONDS),
    signUpToken: await buildSignUpToken(tenant, request, YEAR_SECONDS),
  };
}

/** Seeds a tenant's communication, if the demo has some for it, and returns the values that examples name. */
export async function seedCommunication(
  tenant: TenantStore,
  now: Date,
  isAgain: boolean,
): Promise<Readonly<Record<string, string>>> {
  const communication = (await readDemoFile('communication.json', DemoCommunication))[tenant.code];
  const settings = await tenant.get(tenantKey(tenant));
  if (communication === undefined || settings === undefined) return {};
  const moment = { tenantCode: tenant.code, timeZone: settings.timeZone, now, isAgain };
  await sendDemoRequests(tenant, communication.requests, moment);
  const values = resolveValues(communication.values, moment);
  const complete = <T>(step: () => Promise<T>) => completeStep(isAgain, step);
  const tokens = await complete(() => sendWithoutMail(tenant, values));
  await complete(() => unsubscribe(tenant, values, now));
  await complete(() => countAudience(tenant, values, now));
  const params = { id: values.archivedBroadcastId };
  await complete(() => commitRule(archiveBroadcast, { tenant, settings, params, body: {}, now }));
  await complete(() => makeReady(tenant, values, now));
  const image = await complete(() => nameImage(tenant, values.messageImageId));
  const form = await complete(() => signUp(tenant, values, now));
  return { ...values, ...tokens, ...image, ...form };
}
