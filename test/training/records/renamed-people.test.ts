// Registrations and classes show the name that a person has now (docs/interface/training.md#names).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as runTimers } from '../../../functions/training/jobs/run-timers/handler.ts';
import { renamePerson } from '../../../functions/training/people/rename-person.ts';
import { trainingRecord } from '../../../functions/training/records/training-record/training-record.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import type { StoredItem } from '../../../shared/merges/stored-item.ts';
import { completeTimer, findTimer } from '../../../shared/schedule/timers.ts';
import { type FollowedTable, followTable } from '../../harness/followed-table.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import {
  type ApprovalFixture,
  createApprovalFixture,
  person,
} from '../registrations/approvals/approval-fixture.ts';

let platform: TestPlatform;
let fixture: ApprovalFixture;
let token: string;
let table: FollowedTable;

beforeAll(async () => {
  platform = await startPlatform();
  fixture = createApprovalFixture(platform);
  token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  table = await followTable(platform.tableName);
});
afterAll(async () => {
  table?.stop();
  await platform?.stop();
});

const inDirectory = async (method: string, path: string, body?: object) => {
  const reply = await platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token, body });
  expect([path, reply.status, reply.status < 300 || reply.text]).toEqual([path, reply.status, true]);
  return reply.body;
};
const rename = (id: string, lastName: string) => inDirectory('PATCH', `/${id}`, { lastName });

/** What keeps the name of its time: printed documents, what a run did, and bills, which have the names of their source. */
const keepsName = ['awarding-result', 'bill', 'bill-row', 'certification', 'invoice', 'receipt', 'roll-call'];

describe('after a change of name', () => {
  it('what waits, the roster and who teaches have the present name with the next run of the timers', async () => {
    const chain = await fixture.chain({ approver: { kind: 'person', personId: person('farah') } });
    const classId = await fixture.classWith(chain);
    const { id } = await fixture.ask(classId, 'grace');
    await Promise.all([rename(person('grace'), 'Newname'), rename(person('farah'), 'Othername')]);
    await runTimers();
    const shown = (await fixture.shown(id)).body;
    expect(shown.memberName).toMatch(/ Newname$/);
    expect(shown.approval.assignee.name).toMatch(/ Othername$/);
    const { body } = await fixture.inbox(await fixture.tokenOf('farah'));
    expect(body.map((approval: { memberName: string }) => approval.memberName)).toEqual([
      expect.stringMatching(/ Newname$/),
    ]);
  });

  it('more records than one transaction takes are named by the same timer, which is due again at once', async () => {
    const { id } = await inDirectory('POST', '', { firstName: 'Una', lastName: 'Often before' });
    const record = trainingRecord<StoredItem>(fixture.tenant, id);
    const timer = { kind: 'person-renamed', subject: id };
    await commit(
      Array.from({ length: 81 }, (_, index) =>
        put(fixture.tenant.key<object>(`TRAINING-RECORD#${id}`, `REPORTED-CREDIT#${index}`), {
          ...{
            type: 'reported-credit',
            id: `${index}`,
            personId: id,
            personName: 'Una Often before',
            version: 1,
          },
        }),
      ),
    );
    await rename(id, 'Often after');
    const counted: number[] = [];
    for (const now of [new Date(), new Date()]) {
      const due = await findTimer(fixture.tenant, timer);
      if (!due) throw new Error('the timer is not due');
      await commit(completeTimer(fixture.tenant, due, await renamePerson(fixture.tenant, due, now)));
      const items = await fixture.tenant.queryAll(record);
      counted.push(items.filter(({ personName }) => personName === 'Una Often after').length);
    }
    expect(counted).toEqual([80, 81]);
    expect(await findTimer(fixture.tenant, timer)).toBeUndefined();
  });

  it('no record of the tenant has a former name but documents and what happened', async () => {
    const { data } = await inDirectory('GET', '?pageSize=200');
    for (const { id, displayName } of data as { id: string; displayName: string }[])
      await inDirectory('PATCH', `/${id}`, {
        displayName: `Renamed ${displayName.length}-${id.slice(0, 4)}`,
      });
    for (let run = 0; run < 10; run++) await runTimers();
    const former = (data as { displayName: string }[]).map(({ displayName }) => displayName);
    const found = (await table.readItems()).filter(
      (item) =>
        String(item.pk).startsWith('T#demo#') &&
        former.some((name) => JSON.stringify(item).includes(`"${name}"`)),
    );
    expect([...new Set(found.map(({ type }) => String(type)))].sort()).toEqual(keepsName);
  });
});
