// Sweeps of relationships: imports, exports, broadcasts, groups, rankings, merges and erasures.
import { randomUUID } from 'node:crypto';
import { audienceRuns } from '../../../functions/crm/communication/broadcasts/audience-count/store.ts';
import { exportRuns } from '../../../functions/crm/exports/store.ts';
import { importRuns } from '../../../functions/crm/imports/record/store.ts';
import { handler as lookAfterSenders } from '../../../functions/crm/jobs/look-after-mail-senders/handler.ts';
import { handler as rankEngagement } from '../../../functions/crm/jobs/rank-engagement/handler.ts';
import { handler as runCrmTimers } from '../../../functions/crm/jobs/run-crm-timers/handler.ts';
import { handler as sweepBroadcasts } from '../../../functions/crm/jobs/sweep-broadcasts/handler.ts';
import { handler as sweepExports } from '../../../functions/crm/jobs/sweep-exports/handler.ts';
import { handler as sweepGroups } from '../../../functions/crm/jobs/sweep-groups/handler.ts';
import { handler as sweepImports } from '../../../functions/crm/jobs/sweep-imports/handler.ts';
import { handler as sweepListedValues } from '../../../functions/crm/jobs/sweep-listed-values/handler.ts';
import { handler as sweepMailSeries } from '../../../functions/crm/jobs/sweep-mail-series/handler.ts';
import { handler as sweepMerges } from '../../../functions/crm/jobs/sweep-merges/handler.ts';
import { handler as sweepErasures } from '../../../functions/crm/jobs/sweep-people-erasures/handler.ts';
import { scheduleValuesSweep } from '../../../shared/change-feed/values-sweep.ts';
import { commit, remove, update } from '../../../shared/data/changes.ts';
import { personEntries } from '../../../shared/directory/people/person-entries.ts';
import { senderKey } from '../../../shared/mail-sender/mail-sender.ts';
import { mjml } from '../../crm/communication/broadcasts/broadcast-calls.ts';
import { runMergeJob } from '../../crm/merges/run-merge-job.ts';
import {
  after,
  type Body,
  day,
  type HeldCase,
  type HeldContext,
  type HeldRecord,
  useAllTries,
} from './held-case.ts';

/** Another name for each record. */
const newName = (): string => `Held ${randomUUID().slice(0, 8)}`;

const countPeople = async ({ call }: HeldContext, lastName: string): Promise<number> =>
  (await call('POST', 'crm', `/api/v1/people/SearchPeopleList/${lastName}?pageSize=100`)).data.length;

/** An import of three people that was started. */
async function startImport(context: HeldContext, isDryRun: boolean) {
  const { call, look } = context;
  const lastName = newName().replace(' ', '');
  const rows = [1, 2, 3].map((row) => `P${row},${lastName}`);
  const content = Buffer.from(`First Name,Last Name\n${rows.join('\n')}\n`).toString('base64');
  const { id } = await call('POST', 'crm', '/api/v1/Imports', { kind: 'people', fileName: 'a.csv', content });
  await call('POST', 'crm', `/api/v1/Imports/${id}/Start`, { dryRun: isDryRun });
  const sweep = () => sweepImports();
  return {
    id,
    sweep,
    observe: async () => [await look('crm', `/api/v1/Imports/${id}`), await countPeople(context, lastName)],
  };
}

async function requestExport({ call, look }: HeldContext) {
  const { id } = await call('POST', 'crm', '/api/v1/Exports', {
    list: 'people',
    format: 'csv',
    columns: ['id'],
  });
  return { id, sweep: () => sweepExports(), observe: () => look('crm', `/api/v1/Exports/${id}`) };
}

/** A broadcast to one person that was sent for now. */
async function sendBroadcast({ call, look, mailServer }: HeldContext) {
  const email = `${randomUUID()}@held.example`;
  const person = await call('POST', 'crm', '/api/v1/people', { lastName: newName(), email });
  const { id: listId } = await call('POST', 'crm', '/api/v1/MailingLists', { name: newName() });
  await call('POST', 'crm', `/api/v1/MailingLists/${listId}/Members`, { personIds: [person.id] });
  const draft = { name: newName(), subject: 'News', mjml, listIds: [listId] };
  const { id } = await call('POST', 'crm', '/api/v1/Broadcasts', draft);
  await call('POST', 'crm', `/api/v1/Broadcasts/${id}/Send`, {});
  const steer = (action: string) => call('POST', 'crm', `/api/v1/Broadcasts/${id}/${action}`, {});
  const sweep = () => sweepBroadcasts(undefined, undefined, after(10_000));
  const observe = async () => [
    await look('crm', `/api/v1/Broadcasts/${id}`),
    mailServer.mails.filter(({ to }) => to === email).length,
  ];
  return { steer, sweep, observe };
}

/** The sender of the tenant, with a domain that was just set. */
async function setSender({ call, look, store }: HeldContext) {
  const path = '/api/v1/Settings/MailSender';
  const tenant = store('demo');
  await commit([remove(senderKey(tenant))]);
  const set = (body: object) => call('PUT', 'crm', path, body);
  await set({ fromAddress: `office@${randomUUID()}.invalid` });
  const sweep = () => lookAfterSenders(undefined, undefined, after(1000));
  return { tenant, set, sweep, observe: () => look('crm', path) };
}

/** A count of the audience of a draft. */
async function countAudience({ call, look }: HeldContext) {
  const { id: listId } = await call('POST', 'crm', '/api/v1/MailingLists', { name: newName() });
  const draft = { name: newName(), subject: 'News', mjml, listIds: [listId] };
  const { id } = await call('POST', 'crm', '/api/v1/Broadcasts', draft);
  await call('POST', 'crm', `/api/v1/Broadcasts/${id}/AudienceCount`);
  const sweep = () => sweepBroadcasts(undefined, undefined, after(10_000));
  const observe = () => look('crm', `/api/v1/Broadcasts/${id}/AudienceCount`);
  return { id, sweep, observe };
}

/** A draft that waits for a vacant seat of a committee that has one by now. */
async function waitForSeat({ call, look, demo }: HeldContext) {
  const { id: listId } = await call('POST', 'crm', '/api/v1/MailingLists', { name: newName() });
  const draft = { name: newName(), subject: 'News', mjml, listIds: [listId] };
  const { id } = await call('POST', 'crm', '/api/v1/Broadcasts', draft);
  const committee = await call('POST', 'crm', '/api/v1/committee/createcommittee', { name: newName() });
  const path = `/api/v1/Broadcasts/${id}`;
  await call('PUT', 'crm', `${path}/SendWhen`, { event: 'seat-vacant', committeeId: committee.id });
  await call('POST', 'crm', `/api/v1/committee/${committee.id}/Vacancies`, {
    positionId: demo.values.committeePositionId,
  });
  const end = (method: string, action: string) => () => call(method, 'crm', `${path}/${action}`, {});
  const sweep = () => runCrmTimers(undefined, undefined, after(200_000));
  const observe = async () => (await look('crm', path).then((seen) => seen as Body)).sendWhen;
  return { end, sweep, observe, held: '#TIMERS#crm"' };
}

/** A person in a series whose only step is due. */
async function enterSeries({ call, look, mailServer }: HeldContext) {
  const email = `${randomUUID()}@held.example`;
  const person = await call('POST', 'crm', '/api/v1/people', { lastName: newName(), email });
  const { id } = await call('POST', 'crm', '/api/v1/MailSeries', { name: newName() });
  const path = `/api/v1/MailSeries/${id}`;
  await call('POST', 'crm', `${path}/Steps`, { name: newName(), subject: 'News', mjml });
  await call('POST', 'crm', `${path}/Start`);
  await call('POST', 'crm', `${path}/Members`, { personIds: [person.id] });
  const sweep = async () => {
    await sweepMailSeries(undefined, undefined, after(10_000));
    await sweepBroadcasts(undefined, undefined, after(10_000));
  };
  const observe = async () => [
    await look('crm', `${path}/Members/${person.id}`),
    mailServer.mails.filter(({ to }) => to === email).length,
  ];
  return {
    ...{ sweep, observe, held: '#MAIL-SERIES-STEPS"' },
    pause: () => call('POST', 'crm', `${path}/Pause`),
    leave: () => call('DELETE', 'crm', `${path}/Members/${person.id}`),
  };
}

/** A group of whoever has a tag, as one person does. */
async function filterGroup({ call, look }: HeldContext) {
  const tag = newName();
  await call('POST', 'crm', '/api/v1/people', { lastName: newName(), tags: [tag] });
  const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: [tag] }] };
  const { id } = await call('POST', 'crm', '/api/v1/groups', { name: newName(), filterBody });
  const change = (body: object) => call('PATCH', 'crm', `/api/v1/groups/${id}`, body);
  return { change, sweep: () => sweepGroups(), observe: () => look('crm', `/api/v1/groups/get/${id}`) };
}

/** A merge of two records, as the sweep finds it when no request of before can be running. */
async function mergeRecords({ call, look, store }: HeldContext, kind: 'person' | 'organization') {
  const { path, field, partition } =
    kind === 'person'
      ? { path: '/api/v1/people', field: 'personId', partition: 'PERSON' }
      : { path: '/api/v1/organization', field: 'organizationId', partition: 'ORG' };
  const create = async (name: string): Promise<string> =>
    (await call('POST', 'crm', path, kind === 'person' ? { lastName: name } : { name })).id;
  const [from, into] = [await create(newName()), await create(newName())];
  await call('POST', 'crm', `${path}/${into}/Merge`, { [field]: from });
  const mergeKey = store('demo').key<{ readonly status: string }>(`${partition}#${from}`, 'MERGE');
  return {
    undo: () => call('POST', 'crm', `${path}/${from}/UndoMerge`),
    work: () => runMergeJob(kind, from),
    sweep: () => sweepMerges(undefined, undefined, after(2 * day)()),
    observe: async () => [
      (await store('demo').get(mergeKey, { consistent: true }))?.status,
      await look('crm', `${path}/${from}`),
      await look('crm', `${path}/${into}`),
      await look('crm', `${path}/${into}/Merges`),
    ],
  };
}

/** Whether a tag is offered by the drop-down list of tags. */
const isListed = async (call: HeldContext['call'], tag: string): Promise<boolean> =>
  (await call('GET', 'crm', '/api/v1/People/GetAllTags/2026-01-15')).some(({ name }: Body) => name === tag);

const mergeCases = (['person', 'organization'] as const).flatMap((kind): HeldCase[] => {
  const listing = kind === 'person' ? 'PERSON-MERGES' : 'ORG-MERGES';
  const prepare =
    (change: (merge: Awaited<ReturnType<typeof mergeRecords>>) => Promise<unknown>) =>
    async (context: HeldContext): Promise<HeldRecord> => {
      const merge = await mergeRecords(context, kind);
      return { ...merge, change: () => change(merge) };
    };
  return [
    [
      listing,
      'undone',
      prepare(async ({ work, undo }) => {
        await work();
        await undo();
        await work();
      }),
    ],
    [listing, 'done', prepare(({ sweep }) => sweep())],
    [
      listing,
      'undoing, which the sweep then goes on with',
      async (context) => {
        const { undo, work, sweep, observe } = await mergeRecords(context, kind);
        const change = async () => {
          await work();
          await undo();
        };
        return { sweep, change, observe: async () => (await observe())[0], expected: 'undone' };
      },
    ],
  ];
});

export const crmCases: readonly HeldCase[] = [
  [
    'IMPORT-RUNS',
    'done',
    async (context) => {
      const started = await startImport(context, false);
      return { ...started, change: started.sweep };
    },
  ],
  [
    'IMPORT-RUNS',
    'ready',
    async (context) => {
      const started = await startImport(context, true);
      return { ...started, change: started.sweep };
    },
  ],
  [
    'IMPORT-RUNS',
    'failed',
    async (context) => {
      const { id, ...started } = await startImport(context, false);
      await useAllTries(importRuns, context.store('demo'), id);
      return { ...started, change: started.sweep };
    },
  ],
  [
    'IMPORT-RUNS',
    'deleted',
    async (context) => {
      const { id, ...started } = await startImport(context, false);
      return { ...started, change: () => context.call('DELETE', 'crm', `/api/v1/Imports/${id}`) };
    },
  ],
  [
    'EXPORT-RUNS',
    'success',
    async (context) => {
      const requested = await requestExport(context);
      return { ...requested, change: requested.sweep };
    },
  ],
  [
    'EXPORT-RUNS',
    'failed',
    async (context) => {
      const { id, ...requested } = await requestExport(context);
      await useAllTries(exportRuns, context.store('demo'), id);
      return { ...requested, change: requested.sweep };
    },
  ],
  [
    'EXPORT-RUNS',
    'deleted',
    async (context) => {
      const { id, ...requested } = await requestExport(context);
      return { ...requested, change: () => context.call('DELETE', 'crm', `/api/v1/Exports/${id}`) };
    },
  ],
  ...['Pause', 'Cancel'].map(
    (action): HeldCase => [
      'BROADCAST-RUNS',
      action === 'Pause' ? 'paused' : 'cancelled',
      async (context) => {
        const { steer, ...sent } = await sendBroadcast(context);
        return { ...sent, change: () => steer(action) };
      },
    ],
  ),
  [
    'BROADCAST-RUNS',
    'sent',
    async (context) => {
      const sent = await sendBroadcast(context);
      return { ...sent, change: sent.sweep };
    },
  ],
  [
    'TIMERS#crm',
    'ready',
    async (context) => {
      const { end: _, ...waiting } = await waitForSeat(context);
      return { ...waiting, change: waiting.sweep };
    },
  ],
  ...(
    [
      ['sent', 'POST', 'Send'],
      ['ended', 'DELETE', 'SendWhen'],
    ] as const
  ).map(
    ([state, method, action]): HeldCase => [
      'TIMERS#crm',
      state,
      async (context) => {
        const { end, ...waiting } = await waitForSeat(context);
        return { ...waiting, change: end(method, action) };
      },
    ],
  ),
  [
    'MAIL-SERIES-STEPS',
    'done',
    async (context) => {
      const { pause: _pause, leave: _leave, ...entered } = await enterSeries(context);
      return { ...entered, change: entered.sweep };
    },
  ],
  [
    'MAIL-SERIES-STEPS',
    'left',
    async (context) => {
      const { pause: _, leave, ...entered } = await enterSeries(context);
      return { ...entered, change: leave };
    },
  ],
  [
    'MAIL-SERIES-STEPS',
    'waiting, when the series is paused',
    async (context) => {
      const { leave: _, pause, ...entered } = await enterSeries(context);
      const change = async () => {
        await pause();
        await entered.sweep();
      };
      return { ...entered, change };
    },
  ],
  [
    'MAIL-SERIES-RUNS',
    'done by another',
    async (context) => {
      const { leave: _, pause, ...entered } = await enterSeries(context);
      await pause();
      return { ...entered, held: '#MAIL-SERIES-RUNS"', change: entered.sweep };
    },
  ],
  [
    'AUDIENCE-RUNS',
    'done',
    async (context) => {
      const counted = await countAudience(context);
      return { ...counted, change: counted.sweep };
    },
  ],
  [
    'AUDIENCE-RUNS',
    'failed',
    async (context) => {
      const { id, ...counted } = await countAudience(context);
      await useAllTries(audienceRuns, context.store('demo'), id);
      return { ...counted, change: counted.sweep };
    },
  ],
  [
    'GROUP-RUNS',
    'compared',
    async (context) => {
      const group = await filterGroup(context);
      return { ...group, change: group.sweep };
    },
  ],
  [
    'GROUP-RUNS',
    'without a filter',
    async (context) => {
      const { change, ...group } = await filterGroup(context);
      const removeFilter = async () => {
        await change({ filterBody: null });
        await group.sweep();
      };
      return { ...group, change: removeFilter };
    },
  ],
  [
    'ENGAGEMENT-RUNS',
    'ranked',
    async ({ call, look }) => {
      await call('PUT', 'crm', '/api/v1/Settings/EngagementRules', {
        rules: [{ rule: 'groups', points: 3 }],
      });
      const sweep = () => rankEngagement(undefined, undefined, after(day));
      return { sweep, change: sweep, observe: () => look('crm', '/api/v1/advocacy/engagement?pageSize=50') };
    },
  ],
  ...mergeCases,
  [
    'PERSON-ERASURES',
    'done',
    async ({ call, look }) => {
      const lastName = newName();
      const { id } = await call('POST', 'crm', '/api/v1/people', { lastName });
      await call('POST', 'crm', `/api/v1/people/${id}/Erase`);
      const sweep = () => sweepErasures(undefined, undefined, after(day)());
      return { sweep, change: sweep, observe: () => look('crm', `/api/v1/people/${id}/Erasure`) };
    },
  ],
  [
    'VALUES-SWEEPS',
    'to be looked for again, because a record got the value',
    async ({ call, store }) => {
      const tag = newName();
      const { id } = await call('POST', 'crm', '/api/v1/people', { lastName: newName(), tags: [tag] });
      await call('PATCH', 'crm', `/api/v1/people/${id}`, { tags: [] });
      await commit([scheduleValuesSweep(store('demo'), after(-2 * day)())]);
      const sweep = () => sweepListedValues();
      return {
        sweep,
        change: () => call('POST', 'crm', '/api/v1/people', { lastName: newName(), tags: [tag] }),
        observe: () => isListed(call, tag),
        held: '#VALUES-SWEEPS#',
      };
    },
  ],
  [
    'MAIL-SENDERS',
    'platform',
    async (context) => {
      const { set, sweep, observe } = await setSender(context);
      return { sweep, observe, change: () => set({ fromName: newName() }) };
    },
  ],
  [
    'MAIL-SENDERS',
    'pending, with another domain',
    async (context) => {
      const { set, sweep, observe } = await setSender(context);
      return { sweep, observe, change: () => set({ fromAddress: `office@${randomUUID()}.invalid` }) };
    },
  ],
  [
    'MAIL-SENDERS',
    'verified',
    async (context) => {
      const { tenant, sweep, observe } = await setSender(context);
      const change = () =>
        commit([update(senderKey(tenant), { set: { status: 'verified' }, add: { version: 1 } })]);
      return { sweep, observe, change };
    },
  ],
  [
    'VALUES-SWEEPS',
    'of a value that the first record got after people were read',
    async ({ call, store }) => {
      const tag = newName();
      await commit([scheduleValuesSweep(store('demo'), after(-2 * day)())]);
      return {
        sweep: () => sweepListedValues(),
        change: () => call('POST', 'crm', '/api/v1/people', { lastName: newName(), tags: [tag] }),
        observe: () => isListed(call, tag),
        held: `"${personEntries(store('demo')).name}"`,
      };
    },
  ],
];
