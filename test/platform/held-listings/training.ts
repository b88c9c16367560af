// Sweeps of training: reports, timers of classes, offers, awardings and certifications, and notifications.
import { randomUUID } from 'node:crypto';
import { handler as runTimers } from '../../../functions/training/jobs/run-timers/handler.ts';
import { handler as sweepReports } from '../../../functions/training/jobs/sweep-reports/handler.ts';
import { inboxKey } from '../../../functions/training/notifications/inbox.ts';
import {
  listDueMessages,
  messageKey,
  type NotificationMessageItem,
  recordFailure,
} from '../../../functions/training/notifications/notification-message.ts';
import { maxRetries } from '../../../functions/training/records/awardings/continue-awarding.ts';
import { reportRuns } from '../../../functions/training/reports/store.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { guardRequests } from '../../../shared/data/client.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { mailAttempts } from '../../../shared/mail/outbox.ts';
import { setTimer, type TimerItem } from '../../../shared/schedule/timers.ts';
import { loadTenant } from '../../../shared/settings/tenant-settings.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { moveClock } from '../../harness/move-clock.ts';
import {
  buildClass,
  buildRegistration,
  storeClass,
  storeRegistrations,
} from '../../training/reports/report-data.ts';
import {
  createMessage,
  createPerson,
  createUser,
  writeMessage,
} from '../../training/settings/notification-fixture.ts';
import { after, day, type HeldCase, type HeldContext, hour, useAllTries } from './held-case.ts';

const sweep = () => runTimers();

/** The notifications of a person in the app. */
const listNotifications = async ({ store }: HeldContext, personId: string) =>
  (await store('demo').get(inboxKey(store('demo'), personId), { consistent: true })) ?? 'none';

/** How many messages of a kind there are about a record. */
const countMessages = async ({ store }: HeldContext, kind: string, id = ''): Promise<number> => {
  const listing = store('demo').listing<NotificationMessageItem>('NOTICES');
  return (await store('demo').queryAll(listing)).filter(
    (item) => item.kind === kind && item.about.startsWith(id),
  ).length;
};

/** A notification message that is due for the sweep, as one that the stream did not deliver. */
const writeDueMessage = async ({ store }: HeldContext, to: Parameters<typeof createMessage>[0]['to']) => {
  const message = createMessage({ to });
  await writeMessage(store('demo'), message, after(-hour)());
  return message;
};

/** A report of so many registrations that a job makes it. */
async function requestReport({ call, look, store }: HeldContext) {
  const item = buildClass(randomUUID(), 'Records', '2026-09-15T16:00:00.000Z');
  await storeClass(store('demo'), item);
  const registrants = Array.from({ length: 250 }, (_, index) =>
    buildRegistration(item, index, { memberId: randomUUID(), memberName: `Registrant ${index}` }),
  );
  await storeRegistrations(store('demo'), registrants);
  const request = { report: 'ClassRoster', format: 'json', parameters: { classId: item.id } };
  const { id } = await call('POST', 'training', '/api/v1/Reports', request);
  return { id, sweep: () => sweepReports(), observe: () => look('training', `/api/v1/Reports/${id}`) };
}

/** A run that awards one person, and another who is not complete. */
async function startAwarding({ call, look, store }: HeldContext) {
  const post = (path: string, body: object = {}) => call('POST', 'training', `/api/v1${path}`, body);
  const course = await post('/Courses', { name: `Minutes ${randomUUID()}` });
  const award = await post('/Awards', { name: `Clerk ${randomUUID()}`, requiresApproval: false });
  await call('PUT', 'training', `/api/v1/Awards/${award.id}/Curriculum`, { requiredCourseIds: [course.id] });
  const [complete, other] = [await createPerson(store('demo')), await createPerson(store('demo'))];
  for (const memberId of [complete, other])
    await post('/AwardsRegistration', { awardId: award.id, memberId, registrationType: 'Admin' });
  await post('/Completions', { courseId: course.id, personId: complete });
  const { id } = await post(`/Awards/${award.id}/Awardings`);
  const observe = async () => [
    await look('training', `/api/v1/Awardings/${id}`),
    await look('training', `/api/v1/Awardings/${id}/Results`),
    await look('training', `/api/v1/People/${complete}/Certifications`),
  ];
  return {
    ...{ id: String(id), complete, cancel: () => post(`/Awardings/${id}/Cancel`), observe },
  };
}

/** Two people who register one after the other for a class with one seat. */
async function registerTwo({ call, demo, store }: HeldContext, registration: object) {
  const { id: classId } = await call('POST', 'training', '/api/v1/Classes', {
    ...{ sectionName: 'Road Budgets', courseId: demo.values.courseId },
    sessions: [{ date: '2036-05-07', startTime: '09:00', endTime: '12:00' }],
    registration: { standard: { memberFee: 120 }, ...registration },
  });
  const organizationId = recordId('demo', 'organization:demo', 'alder');
  const people = [
    await createPerson(store('demo'), { organizationId }),
    await createPerson(store('demo'), { organizationId }),
  ];
  const ids: string[] = [];
  for (const memberId of people) {
    const path = '/api/v1/registration/ClassRegistration';
    ids.push(
      (await call('POST', 'training', path, { classId, memberId, registrationType: 'Admin' })).registrationId,
    );
  }
  return { classId: String(classId), ids };
}

const registrationPath = (id = '') => `/api/v1/registration/ClassRegistration/${id}`;

/** A certification whose reminder is due. */
async function createCertification(context: HeldContext) {
  const { call, demo, store, look } = context;
  const personId = await createPerson(store('demo'));
  const awardId = demo.values.curriculumAwardId;
  const { timeZone } = await loadTenant(store('demo'));
  const { id } = await call('POST', 'training', '/api/v1/Certifications', {
    ...{ personId, awardId, completedDate: toLocalDate(timeZone, new Date()) },
    ...{ override: true, reason: 'For a test.' },
  });
  await commit([
    setTimer(store('demo'), {
      ...{ kind: 'certification-expiring', subject: `${id}#9999` },
      dueAt: after(-hour)(),
    }),
  ]);
  const observe = async () => [
    await look('training', `/api/v1/Certifications/${id}`),
    await countMessages(context, 'certificationExpiring', id),
  ];
  const revoke = () =>
    call('POST', 'training', `/api/v1/Certifications/${id}/Revoke`, { reason: 'A mistake.' });
  return { observe, revoke, personId };
}

export const trainingCases: readonly HeldCase[] = [
  [
    'REPORT-RUNS',
    'success',
    async (context) => {
      const requested = await requestReport(context);
      return { ...requested, change: requested.sweep };
    },
  ],
  [
    'REPORT-RUNS',
    'failed',
    async (context) => {
      const { id, ...requested } = await requestReport(context);
      await useAllTries(reportRuns, context.store('demo'), id);
      return { ...requested, change: requested.sweep };
    },
  ],
  [
    'REPORT-RUNS',
    'deleted',
    async (context) => {
      const { id, ...requested } = await requestReport(context);
      return { ...requested, change: () => context.call('DELETE', 'training', `/api/v1/Reports/${id}`) };
    },
  ],
  [
    'TIMERS',
    'Done',
    async (context) => {
      const { observe } = await startAwarding(context);
      return { sweep, observe, change: sweep };
    },
  ],
  [
    'TIMERS',
    'Cancelled',
    async (context) => {
      const { observe, cancel } = await startAwarding(context);
      return { sweep, observe, change: cancel };
    },
  ],
  [
    'TIMERS',
    'Failed',
    async (context) => {
      const { id, complete, observe } = await startAwarding(context);
      const tenant = context.store('demo');
      const timer = tenant.key<TimerItem>(`TIMER#awarding#${id}`, 'TIMER');
      await commit([update(timer, { set: { failures: maxRetries } })]);
      const change = async () => {
        const stop = guardRequests(({ input }) => {
          if (JSON.stringify(input).includes(`TRAINING-RECORD#${complete}`))
            throw new Error('It cannot be read');
        });
        await sweep();
        stop();
      };
      return { sweep, observe, change };
    },
  ],
  [
    'TIMERS',
    'Confirmed, when its offer was about to expire',
    async (context) => {
      const { call, look, store } = context;
      const { ids } = await registerTwo(context, { capacity: 1, waitlistSize: 5 });
      const [first, second] = ids;
      await call('POST', 'training', `${registrationPath(first)}/Cancel`, {});
      await sweep();
      await moveClock(store('demo'), (40 * hour) / 1000);
      return {
        sweep,
        change: () => call('POST', 'training', `${registrationPath(second)}/Offer/Accept`, {}),
        observe: async () => [
          await look('training', registrationPath(second)),
          await countMessages(context, 'offerExpiring', second),
        ],
      };
    },
  ],
  [
    'TIMERS',
    'Cancelled, when its reminder has read the roster',
    async (context) => {
      const { call, look, store } = context;
      await moveClock(store('demo'), 0);
      const { classId, ids } = await registerTwo(context, { capacity: 5 });
      await commit([
        setTimer(store('demo'), { kind: 'class-reminder', subject: `${classId}#7`, dueAt: after(-hour)() }),
      ]);
      return {
        sweep,
        held: `#CLASS-REGISTRATIONS#${classId}`,
        change: () => call('POST', 'training', `${registrationPath(ids[0])}/Cancel`, {}),
        observe: async () => [
          await look('training', registrationPath(ids[0])),
          await countMessages(context, 'classReminder', ids[0]),
        ],
      };
    },
  ],
  [
    'TIMERS',
    'revoked',
    async (context) => {
      const { observe, revoke } = await createCertification(context);
      return { sweep, observe, change: revoke };
    },
  ],
  [
    'TIMERS',
    'revoked, when its reminder has read it',
    async (context) => {
      const { observe, revoke, personId } = await createCertification(context);
      return { sweep, observe, change: revoke, held: `#TRAINING-RECORD#${personId}"` };
    },
  ],
  [
    'NOTICES',
    'told',
    async (context) => {
      const tenant = context.store('demo');
      const personId = await createPerson(tenant);
      await writeDueMessage(context, { kind: 'role', role: 'staff' });
      const change = async () => {
        await sweep();
        // Whoever gets the role later learns nothing of what happened before.
        await createUser(tenant, { roles: ['staff'], personId });
      };
      return { sweep, change, observe: () => listNotifications(context, personId), expected: 'none' };
    },
  ],
  ...[
    ['dead', mailAttempts.maxAttempts - 1],
    ['waiting for another attempt', 0],
  ].map(
    ([state, failures]): HeldCase => [
      'NOTICES',
      String(state),
      async (context) => {
        const tenant = context.store('demo');
        const personId = await createPerson(tenant);
        const message = await writeDueMessage(context, { kind: 'person', personId });
        await commit([update(messageKey(tenant, message), { set: { failures: Number(failures) } })]);
        const change = async () => {
          const waiting = await listDueMessages(tenant, after(day)(), 1000);
          const item = waiting.find(({ about }) => about === message.about);
          if (item) await commit([recordFailure(tenant, item, 'It failed', new Date(), 0.5)]);
        };
        return { sweep, change, observe: () => listNotifications(context, personId), expected: 'none' };
      },
    ],
  ),
];
