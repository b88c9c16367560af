// Profile change requests (docs/interface/crm.md#profile-change-requests).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let approver: string;
beforeAll(async () => {
  platform = await startPlatform();
  approver = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.emails.read', 'crm.settings.write'],
  });
});
afterAll(() => platform.stop());

const send = (token: string, method: string, path: string, body?: unknown, headers = {}) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body, headers });
const requests = 'PeopleApproval/Requests';

/** A new person, and the token of their user, who has no permission. */
async function createMember(fields: object = {}) {
  const draft = { firstName: 'Rosa', lastName: 'Quill', title: 'Clerk', ...fields };
  const { status, body, text } = await send(approver, 'POST', 'people', draft);
  expect(status, text).toBe(201);
  const id: string = body.id;
  return { id, token: await platform.tokenFor({ tenant: 'demo', personId: id, permissions: [] }) };
}
const getPerson = async (id: string) => (await send(approver, 'GET', `people/${id}`)).body;
async function propose(member: { id: string; token: string }, changes: object) {
  const reply = await send(member.token, 'POST', requests, { personId: member.id, changes });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}
const decide = (id: string, decisions: object[], token = approver, headers = {}) =>
  send(token, 'POST', `${requests}/${id}/Decide`, { decisions }, headers);

describe('a request', () => {
  it('changes nothing until an approver decides, field by field; the person sees the outcome', async () => {
    const member = await createMember();
    const request = await propose(member, { lastName: 'Quill-Lund', title: 'Director' });
    expect(request).toMatchObject({
      status: 'Pending',
      changes: [
        { field: 'lastName', oldValue: 'Quill', newValue: 'Quill-Lund', decision: null },
        { field: 'title', oldValue: 'Clerk', newValue: 'Director', decision: null },
      ],
    });
    expect(await getPerson(member.id)).toMatchObject({ lastName: 'Quill', title: 'Clerk' });
    const decided = await decide(request.id, [
      { field: 'lastName', isAccepted: true },
      { field: 'title', isAccepted: false, note: 'Not yet.' },
    ]);
    expect(decided.status, decided.text).toBe(200);
    expect(await getPerson(member.id)).toMatchObject({ lastName: 'Quill-Lund', title: 'Clerk' });
    const { body } = await send(member.token, 'GET', `${requests}?personId=${member.id}`);
    expect(body.data).toMatchObject([
      {
        id: request.id,
        status: 'Decided',
        changes: [{ decision: 'Accepted' }, { decision: 'Declined', note: 'Not yet.' }],
      },
    ]);
  });

  it('keeps values that are lists, removed ones, and custom fields', async () => {
    const draft = { name: 'Shirt size', tab: 'Details', tabGroup: 'Details', controlTypeId: 0 };
    const field = await send(approver, 'POST', 'Settings/CustomFields/people', draft);
    expect(field.status, field.text).toBe(201);
    const fieldId: string = field.body.id;
    const member = await createMember({ email: 'rosa@old.example' });
    const request = await propose(member, {
      emails: [{ value: 'rosa@new.example', type: 'Home' }],
      title: null,
      customFields: [{ fieldId, value: 'M' }],
    });
    const names = request.changes.map((change: { field: string }) => change.field);
    expect(names).toEqual(['emails', 'title', fieldId]);
    const all = names.map((name: string) => ({ field: name, isAccepted: true }));
    expect((await decide(request.id, all)).status).toBe(200);
    expect(await getPerson(member.id)).toMatchObject({
      email: 'rosa@new.example',
      title: null,
      customFields: [{ fieldId, value: 'M' }],
    });
  });

  it('is refused as the change would be, with everything that is wrong, and when nothing changes', async () => {
    const member = await createMember();
    const wrong = await send(member.token, 'POST', requests, {
      personId: member.id,
      changes: {
        organizationId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
        customFields: [{ fieldId: '3f2504e0-4f89-41d3-9a0c-0305e82c3302', value: 'x' }],
      },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.details).toMatchObject([
      { field: 'changes.organizationId' },
      { field: 'changes.customFields[0].fieldId' },
    ]);
    const same = await send(member.token, 'POST', requests, {
      personId: member.id,
      changes: { title: 'Clerk' },
    });
    expect(same.body.error.details).toMatchObject([{ field: 'changes', code: 'REQUIRED_FIELD' }]);
  });

  it('is about the own profile, unless the caller may change people', async () => {
    const [member, other] = [await createMember(), await createMember()];
    const request = await propose(other, { title: 'Director' });
    const calls = [
      send(member.token, 'POST', requests, { personId: other.id, changes: { title: 'X' } }),
      send(member.token, 'GET', requests),
      send(member.token, 'GET', `${requests}?personId=${other.id}`),
      send(member.token, 'GET', `${requests}/${request.id}`),
      send(member.token, 'DELETE', `${requests}/${request.id}`),
      decide(request.id, [{ field: 'title', isAccepted: true }], other.token),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(403);
    const { body } = await send(approver, 'GET', `${requests}?pageSize=100`);
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(request.id);
  });

  it('is the only pending one of a person, also when two arrive at once; a withdrawn one makes room', async () => {
    const member = await createMember();
    const both = await Promise.all(
      ['Director', 'Manager'].map((title) =>
        send(member.token, 'POST', requests, { personId: member.id, changes: { title } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const isPending = async () =>
      (
        await send(member.token, 'POST', 'PeopleApproval/GetPendingRequestStatusByProfileId', {
          objectType: 'people',
          loggedInUserId: '',
          profileId: member.id,
        })
      ).body;
    expect(await isPending()).toBe(true);
    const id = both.find(({ status }) => status === 201)?.body.id;
    expect((await send(member.token, 'DELETE', `${requests}/${id}`)).status).toBe(204);
    expect(await isPending()).toBe(false);
    expect((await decide(id, [{ field: 'title', isAccepted: true }])).status).toBe(409);
    expect((await propose(member, { title: 'Chief' })).status).toBe('Pending');
  });
});

describe('a decision', () => {
  it('covers every field of the request once, and no other', async () => {
    const request = await propose(await createMember(), { lastName: 'Lund', title: 'Director' });
    const { status, body } = await decide(request.id, [
      { field: 'title', isAccepted: true },
      { field: 'title', isAccepted: false },
      { field: 'phone', isAccepted: true },
    ]);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([
      { code: 'DUPLICATE_VALUE', field: 'decisions[1].field' },
      { code: 'UNKNOWN_VALUE', field: 'decisions[2].field' },
      { code: 'REQUIRED_FIELD', message: 'Decide lastName, too.' },
    ]);
  });

  it('about a field that was changed since is refused, unless it is overridden', async () => {
    const member = await createMember();
    const request = await propose(member, { title: 'Director' });
    await send(approver, 'PATCH', `people/${member.id}`, { title: 'Treasurer' });
    const refused = await decide(request.id, [{ field: 'title', isAccepted: true }]);
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].message).toContain('isOverride');
    const forced = await decide(request.id, [{ field: 'title', isAccepted: true, isOverride: true }]);
    expect(forced.status).toBe(200);
    expect(await getPerson(member.id)).toMatchObject({ title: 'Director' });
  });

  it('is made once when two approvers decide at once, and only for the version that If-Match names', async () => {
    const request = await propose(await createMember(), { title: 'Director' });
    const accept = [{ field: 'title', isAccepted: true }];
    expect((await decide(request.id, accept, approver, { 'If-Match': '"7"' })).status).toBe(412);
    const both = await Promise.all([decide(request.id, accept), decide(request.id, accept)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('shows addresses only to approvers who may see them', async () => {
    const settings = tenantKey(platform.store('demo'));
    await commit([update(settings, { set: { emailsVisibleTo: 'permission' } })]);
    const { id: personId } = await createMember();
    const blind = await platform.tokenFor({ tenant: 'demo', personId, permissions: ['crm.people.write'] });
    const request = await propose(await createMember(), { email: 'hidden@new.example' });
    const { text } = await send(blind, 'GET', `${requests}/${request.id}`);
    expect(text).not.toContain('hidden@new.example');
    expect((await decide(request.id, [{ field: 'email', isAccepted: true }], blind)).text).not.toContain('@');
  });
});

describe('CreateRequest, as existing callers send it', () => {
  const entry = (profileUserId: string, more: object, newValue: string) => ({
    tabId: 't',
    tabGroupId: 'g',
    tabGroupFieldId: null,
    loggedInUserId: profileUserId,
    profileUserId,
    isHeader: false,
    headerFieldName: '',
    smartDropDownRequest: null,
    fieldChangeValues: [{ oldValue: '', newValue, primary: true }],
    isValueChanged: true,
    ...more,
  });

  it('proposes names of the header, without fields that did not change', async () => {
    const { id, token } = await createMember();
    const { status, body, text } = await send(token, 'POST', 'PeopleApproval/CreateRequest', [
      entry(id, { isHeader: true, headerFieldName: 'firstName' }, 'Rosalind'),
      entry(id, { isHeader: true, headerFieldName: 'lastName', isValueChanged: false }, 'Other'),
    ]);
    expect(status, text).toBe(201);
    expect(body.changes).toMatchObject([{ field: 'firstName', oldValue: 'Rosa', newValue: 'Rosalind' }]);
  });

  it('names the entry that is wrong', async () => {
    const [{ id, token }, other] = [await createMember(), await createMember()];
    const fieldsOf = async (...entries: object[]) => {
      const { status, body } = await send(token, 'POST', 'PeopleApproval/CreateRequest', entries);
      expect(status).toBe(400);
      return body.error.details.map(({ field }: { field: string }) => field);
    };
    const named = { isHeader: true, headerFieldName: 'firstName' };
    expect(await fieldsOf(entry(id, { isHeader: true }, 'x'), entry(id, {}, 'y'))).toEqual([
      '[0].headerFieldName',
      '[1].tabGroupFieldId',
    ]);
    const unknown = { tabGroupFieldId: '3f2504e0-4f89-41d3-9a0c-0305e82c3302' };
    expect(await fieldsOf(entry(id, named, 'x'), entry(id, unknown, 'y'))).toEqual(['[1].tabGroupFieldId']);
    expect(await fieldsOf(entry(id, named, 'z'.repeat(101)), entry(other.id, named, 'y'))).toEqual([
      '[0].fieldChangeValues',
      '[1].profileUserId',
    ]);
  });
});
