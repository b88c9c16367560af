// Webhooks and the change feed tell what happened in training (docs/interface/training.md#training-events).
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, it } from 'vitest';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import type { Area } from '../../../shared/http/areas.ts';
import { useWebhookDeliveries } from '../../billtracking/subscriptions/webhook-deliveries.ts';

const deliveries = useWebhookDeliveries();
const office = [
  'training.registrations.read',
  'training.registrations.write',
  'training.credits.read',
  'training.credits.write',
  'training.classes.write',
  'training.catalogue.read',
  'crm.webhooks.read',
  'crm.webhooks.write',
  'crm.people.write',
  'OverrideRegistration',
] as const satisfies readonly Permission[];

let token = '';
beforeAll(async () => {
  token = await deliveries.service.platform.tokenFor({ tenant: 'demo', permissions: office });
});

async function send(method: string, area: Area, path: string, body?: unknown) {
  const { platform } = deliveries.service;
  const reply = await platform.call(method, area, path, {
    tenant: 'demo',
    token,
    ...(body !== undefined && { body }),
  });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
}

interface Told {
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly states?: Record<string, { readonly from: unknown; readonly to: unknown }> };
}

/** Follows topics of training by a webhook; returns what arrived, verified, in the order of its ids. */
async function follow(topics: readonly string[]): Promise<() => Promise<Told[]>> {
  const url = `${deliveries.receiver.url}/${randomUUID()}`;
  const { secret } = await send('POST', 'crm', '/api/v1/Webhooks', { name: 'Training', url, topics });
  return async () => {
    await deliveries.service.waitUntilSettled();
    return deliveries.receiver.received
      .filter(({ path }) => url.endsWith(path))
      .map(({ body, headers }) => {
        const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
        return new Webhook(secret).verify(body, Object.fromEntries(texts)) as Told & { readonly id: string };
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  };
}

const createPerson = async (): Promise<string> =>
  (await send('POST', 'crm', '/api/v1/people', { firstName: 'Test', lastName: randomUUID() })).id;

it('registration, promotion and cancellation are sent with the status before and after', async () => {
  const { values } = deliveries.service.platform.demo;
  const { id: classId } = await send('POST', 'training', '/api/v1/Classes', {
    sectionName: 'Small',
    courseId: values.courseId,
    sessions: [{ date: '2035-04-11', startTime: '9:00', endTime: '12:00' }],
    registration: { capacity: 1, waitlistSize: 3, offerHours: 0, nonMembersAllowed: true },
  });
  const readEvents = await follow(['registrations']);
  const path = '/api/v1/registration/ClassRegistration';
  const ids: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const input = { classId, memberId: await createPerson(), registrationType: 'Admin' };
    ids.push((await send('POST', 'training', path, input)).registrationId);
  }
  await send('POST', 'training', `${path}/${ids[0]}/Cancel`, { reason: 'Ill' });
  const events = await readEvents();
  expect(events.map(({ type, subject, data }) => [type, ids.indexOf(subject), data.states?.status])).toEqual([
    ['registration.created', 0, { from: null, to: 'Confirmed' }],
    ['registration.created', 1, { from: null, to: 'Waitlisted' }],
    ...['Cancelled', 'Confirmed'].map((to, index) => [
      'registration.updated',
      index,
      { from: index === 0 ? 'Confirmed' : 'Waitlisted', to },
    ]),
  ]);
});

it('credits are sent when they are granted and when they are voided, with nothing of the person', async () => {
  const readEvents = await follow(['credits']);
  const { values } = deliveries.service.platform.demo;
  const personId = await createPerson();
  const note = `Reading group ${randomUUID()}`;
  const { id } = await send('POST', 'training', '/api/v1/Credits', {
    ...{ personId, creditTypeId: values.creditTypeId, credits: 2, earnedDate: '2026-03-02', note },
  });
  await send('POST', 'training', `/api/v1/Credits/${id}/Void`, { reason: 'Entered twice.' });
  const events = await readEvents();
  expect(events.map(({ type, subject, data }) => [type, subject, data.states])).toEqual([
    ['credit.created', id, undefined],
    ['credit.updated', id, { voidedDate: { from: null, to: expect.any(String) } }],
  ]);
  expect(JSON.stringify(events)).not.toContain(note);
});

it('a class that moves is sent with its times', async () => {
  const readEvents = await follow(['classes']);
  const { values } = deliveries.service.platform.demo;
  const session = { date: '2035-05-11', startTime: '9:00', endTime: '12:00' };
  const input = { sectionName: 'Moving', courseId: values.courseId, timeZone: 'UTC', sessions: [session] };
  const { id } = await send('POST', 'training', '/api/v1/Classes', input);
  await send('PUT', 'training', `/api/v1/Classes/${id}`, { sessions: [{ ...session, date: '2035-05-12' }] });
  const updates = (await readEvents()).filter(({ type }) => type === 'class.updated');
  expect(updates.map(({ data }) => data.states)).toEqual([
    {
      startsAt: { from: '2035-05-11T09:00:00.000Z', to: '2035-05-12T09:00:00.000Z' },
      endsAt: { from: '2035-05-11T12:00:00.000Z', to: '2035-05-12T12:00:00.000Z' },
    },
  ]);
});
