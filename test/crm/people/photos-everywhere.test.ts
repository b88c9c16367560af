// An uploaded photo is shown wherever the areas show a picture of a person (docs/interface/crm.md#photos).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billKey } from '../../../functions/billtracking/bills/record/bill.ts';
import { demoId } from '../../../infra/local/demo/steps/references.ts';
import { tenantPermissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import type { Area } from '../../../shared/http/areas.ts';
import { stateByAbbreviation } from '../../../shared/legislature/states.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { RED, toPng } from '../communication/pictures.ts';

let platform: TestPlatform;
let token: string;
const farah = demoId('demo', 'person:farah');
const maya = demoId('demo', 'person:maya');

const call = async (area: Area, method: string, path: string, body?: unknown) => {
  const reply = await platform.call(method, area, path, { tenant: 'demo', token, body });
  expect(reply.status, `${path}: ${reply.text}`).toBeLessThan(300);
  return reply;
};

/** Uploads a photo of somebody; the beginning of every link to it, which does not say when the link expires. */
async function upload(personId: string): Promise<string> {
  const content = toPng(64, 64, () => RED).toString('base64');
  const { body } = await call('crm', 'PUT', `/api/v1/people/${personId}/Photo`, { content });
  return /\/api\/v1\/Files\/demo\/[0-9a-f-]{36}\./.exec(body.imageThumbUrl)?.[0] ?? 'no link';
}

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    personId: farah,
    permissions: tenantPermissionNames,
  });
});
afterAll(() => platform.stop());

it('in classes, courses, awards and people of training', async () => {
  const photo = await upload(farah);
  const { body: person } = await call('crm', 'GET', `/api/v1/people/${farah}`);
  const listed = await call('training', 'POST', '/api/v1/Public/CoursePagingList', {
    itemCount: 100,
    pageNumber: 1,
  });
  const course = listed.body.result.find((each: object) => JSON.stringify(each).includes(farah));
  const classes = await call('training', 'GET', '/api/v1/Classes/List?pageSize=100');
  const taught = classes.body.find((each: object) => JSON.stringify(each).includes(farah));
  const award = await call('training', 'POST', '/api/v1/Awards', {
    name: 'Pictured',
    contactPersonIds: [farah],
  });
  const replies = [
    listed,
    classes,
    await call('training', 'GET', `/api/v1/Classes/${taught.id}`),
    await call('training', 'GET', `/api/v1/Public/${course.id}/CertifiedInstructors`),
    await call('training', 'GET', `/api/v1/Public/getAwardById/${award.body.id}`),
    await call('training', 'POST', '/api/v1/Public/AwardListPublic', { itemCount: 100, pageNumber: 1 }),
    await call('training', 'GET', '/api/v1/People/Instructors?pageSize=100'),
    await call('training', 'GET', '/api/v1/People/List?pageSize=100'),
    await call('training', 'GET', `/api/v1/People/${farah}`),
    await call('training', 'GET', `/api/v1/Organizations/${person.organizationId}/People?pageSize=100`),
  ];
  expect(replies.map(({ text }) => text.includes(photo))).toEqual(replies.map(() => true));
});

it('in officials, sponsors and analyses of bill tracking', async () => {
  const bills = await call('billtracking', 'POST', '/api/1.0/legislative/public-bills/list', {
    pageSize: 1,
  });
  const [{ id }] = bills.body.collection;
  // The demo's sponsors are no people of the directory; those of imported legislatures are.
  const sponsors = [{ name: 'Maya Delacroix', personId: maya, isPrimary: true }];
  await commit([update(billKey(platform.store('demo'), String(id)), { set: { sponsors } })]);
  const photo = await upload(maya);
  const officials = await call(
    'billtracking',
    'POST',
    '/api/1.0/legislative/public-bills/elected/officials-all-tabs-list',
    { stateId: stateByAbbreviation('OR')?.id },
  );
  const author = await upload(farah);
  await call('billtracking', 'POST', `/api/1.0/bill/${id}/analysis`, { text: 'Seen', isPublic: true });
  const analyses = await call('billtracking', 'GET', `/api/1.0/legislative/public-bills/${id}/analysis`);
  const bill = await call('billtracking', 'GET', `/api/1.0/bill/${id}`);
  const shown = await call('billtracking', 'GET', `/api/1.0/legislative/public-bills/${id}/detail`);
  expect([officials, bill, shown].map(({ text }) => text.includes(photo))).toEqual([true, true, true]);
  expect(analyses.text).toContain(author);
});
