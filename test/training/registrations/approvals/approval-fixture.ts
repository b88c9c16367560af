// What approval tests share: signed-in people, approval chains, classes that use them, and pending registrations.

import { managerKey } from '../../../../functions/training/people/managers/manager.ts';
import { escalateApproval } from '../../../../functions/training/registrations/approvals/timers.ts';
import { subjectKey } from '../../../../shared/auth/accounts/records.ts';
import { commit, put, update } from '../../../../shared/data/changes.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { completeTimer, dueTimers } from '../../../../shared/schedule/timers.ts';
import type { CallOptions, Reply, TestPlatform } from '../../../harness/platform.ts';

/** The id of a person of the demo directory. */
export const person = (key: string): string => recordId('demo', 'person:demo', key);

export type ApprovalFixture = ReturnType<typeof createApprovalFixture>;

/** A registration that was just requested. */
export interface ApprovalRequest {
  readonly id: string;
  readonly reply: Reply;
}

/** The demo tenant for tests of approval. */
export function createApprovalFixture(platform: TestPlatform) {
  const tenant = platform.store('demo');
  const base = '/api/v1/registration';
  let classes = 0;

  const call = (method: string, path: string, options: CallOptions = {}) =>
    platform.call(method, 'training', path, { tenant: 'demo', ...options });

  /** A token of this person, with these roles. */
  async function tokenOf(key: string, roles: readonly string[] = []): Promise<string> {
    const subject = `user-${key}`;
    const token = await platform.tokenFor({ tenant: 'demo', roles, subject });
    await commit([update(subjectKey(tenant, subject), { set: { personId: person(key) } })]);
    return token;
  }

  async function createRecord(path: string, body: object): Promise<string> {
    const reply = await call('POST', path, { body });
    if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`);
    return reply.body.id;
  }

  const decide = (verb: string, id: string, token: string | undefined, body: object = {}, more = {}) =>
    call('POST', `${base}/ClassRegistration/${id}/${verb}`, { token, body, ...more });

  /** A registration, read with the permission to read every registration. */
  const readRegistration = async (id: string): Promise<Reply> => {
    const token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.registrations.read'] });
    return call('GET', `${base}/ClassRegistration/${id}`, { token });
  };

  return {
    call,
    tokenOf,
    decide,
    tenant,
    async chain(...steps: readonly object[]): Promise<string> {
      classes += 1;
      return createRecord('/api/v1/Settings/ApprovalChains', {
        name: `Chain ${classes}`,
        steps: steps.map((step, index) => ({ name: `Step ${index + 1}`, ...step })),
      });
    },
    /** A class far in the future with open registration and an approval chain. */
    async classWith(approvalChainId: string, registration: object = {}): Promise<string> {
      classes += 1;
      return createRecord('/api/v1/Classes', {
        sectionName: `Section ${classes}`,
        courseId: platform.demo.values.courseId,
        timeZone: 'America/Los_Angeles',
        sessions: [{ date: '2035-04-11', startTime: '09:00', endTime: '12:00' }],
        registration: { approvalChainId, ...registration },
      });
    },
    async ask(classId: string, key: string): Promise<ApprovalRequest> {
      const reply = await call('POST', `${base}/ClassRegistration`, {
        body: { classId, memberId: person(key), justification: 'For the budget season.' },
      });
      if (reply.status !== 201) throw new Error(reply.text);
      return { id: reply.body.registrationId, reply };
    },
    shown: readRegistration,
    statusOf: async (id: string): Promise<string> => (await readRegistration(id)).body.status,
    inbox: (token: string | undefined, query = '') => call('GET', `${base}/Approvals${query}`, { token }),
    async manages(manager: string, managed: string): Promise<void> {
      const now = new Date().toISOString();
      await commit([
        put(managerKey(tenant, 'person', person(managed)), {
          type: 'manager',
          id: person(managed),
          of: 'person',
          managerId: person(manager),
          version: 1,
          createdDate: now,
          modifiedDate: now,
          schemaVersion: 1,
        }),
      ]);
    },
    /** Runs the escalations that are due at a moment, as the timer runner does. */
    async escalate(now: Date): Promise<void> {
      for (const timer of await dueTimers(tenant, now))
        if (timer.kind === 'approval-escalates')
          await commit(completeTimer(tenant, timer, await escalateApproval(tenant, timer, now)));
    },
  };
}
