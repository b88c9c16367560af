// Campaign templates: saved, listed, removed; texts with merge fields; audiences
// (docs/interface/billtracking.md#campaign-templates).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createAdvocacyCaller, createResidents, demoId, unknownId } from './advocacy-residents.ts';

let platform: TestPlatform;
let call: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Reply>;
let service: Awaited<ReturnType<typeof createResidents>>;
/** The token of a caller with the read permission: previews and audiences require it, because they show people. */
let reader: CallOptions;

const postTemplate = (body: unknown, options?: CallOptions) =>
  call('POST', 'saveChampaignTemplate', body, options);
async function saveTemplate(body: object) {
  const reply = await postTemplate({
    name: 'Fund the bridges',
    subject: 'Hello',
    body: 'Hello there',
    ...body,
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
const listErrors = ({ body }: Reply): string[][] =>
  body.details.errors.map(({ code, target }: { code: string; target: string }) => [code, target]);
const listNames = ({ body }: Reply): string[] => body.collection.map(({ name }: { name: string }) => name);

beforeAll(async () => {
  platform = await startPlatform();
  call = createAdvocacyCaller(platform);
  service = await createResidents(platform);
  reader = {
    token: await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.advocacy.read'] }),
  };
});
afterAll(() => platform.stop());

describe('saveChampaignTemplate', () => {
  it('without an id creates a draft, by default for all people', async () => {
    const { body, headers } = await postTemplate({ id: '', name: 'Bare' });
    expect(body.data).toMatchObject({
      name: 'Bare',
      status: 'DRAFT',
      audience: { kind: 'allPeople' },
      billIds: [],
      runningCampaigns: [],
      version: 1,
    });
    expect(headers.get('etag')).toBe('"1"');
    expect((await call('GET', `getChampaignTemplate/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it('with an id changes only the sent fields, removes those that are null, and refuses an old version', async () => {
    const { id } = await saveTemplate({ stateId: 53, startDate: '2027-02-01', endDate: '2027-03-01' });
    const changed = await postTemplate(
      { id, subject: 'Please act', stateId: null },
      { headers: { 'If-Match': '"1"' } },
    );
    expect(changed.body.data).toMatchObject({ subject: 'Please act', body: 'Hello there', version: 2 });
    expect(changed.body.data).not.toHaveProperty('stateId');
    const stale = await postTemplate({ id, subject: 'Mine' }, { headers: { 'If-Match': '"1"' } });
    expect(stale.status).toBe(412);
    // A single date is validated against the other one, which is stored.
    expect(listErrors(await postTemplate({ id, endDate: '2027-01-01' }))).toEqual([
      ['OUT_OF_RANGE', 'endDate'],
    ]);
  });

  it('reports every error of the texts at once, and lists the valid merge fields', async () => {
    const reply = await postTemplate({
      name: 'Wrong',
      subject: 'Dear {{recipient.nickname}}',
      body: '{{bill.number',
      callToAction: { kind: 'CALL', label: 'Call {{official.mobile}}', url: 'tel:{{official.mobile}}' },
    });
    expect(listErrors(reply)).toEqual([
      ['UNKNOWN_VALUE', 'subject'],
      ['INVALID_FORMAT', 'body'],
      ['UNKNOWN_VALUE', 'callToAction.label'],
      ['UNKNOWN_VALUE', 'callToAction.url'],
    ]);
    expect(reply.body.details.errors[0].message).toContain('recipient.firstName');
  });

  it('reports every reference to a record that does not exist at once', async () => {
    const reply = await postTemplate({
      name: 'Wrong',
      audience: { kind: 'organization', organizationId: unknownId },
      billIds: [platform.demo.values.billId, 99_999],
      stateId: 99,
    });
    expect(listErrors(reply)).toEqual([
      ['UNKNOWN_VALUE', 'billIds[1]'],
      ['UNKNOWN_VALUE', 'stateId'],
      ['UNKNOWN_VALUE', 'audience.organizationId'],
    ]);
  });

  it.each([
    ['a new one without a name', { subject: 'x' }, 'name'],
    ['an id that does not exist', { id: unknownId, name: 'x' }, 'id'],
    ['an active one without a text', { name: 'x', status: 'ACTIVE', subject: 'x' }, 'status'],
    [
      'a committee audience without a committee',
      { name: 'x', audience: { kind: 'committeeMembers' } },
      'audience.committeeId',
    ],
    [
      'a script as the URL of the call to action',
      { name: 'x', callToAction: { kind: 'visit', label: 'x', url: 'javascript:x' } },
      'callToAction.url',
    ],
  ])('refuses %s', async (_, body, target) => {
    const reply = await postTemplate(body);
    expect(reply.status).toBe(400);
    expect(listErrors(reply).map((error) => error[1])).toEqual([target]);
  });

  it('accepts a legislative committee by its integer id', async () => {
    const number = Number(platform.demo.values.legislativeCommitteeId);
    const { audience } = await saveTemplate({ audience: { kind: 'committeeMembers', committeeId: number } });
    expect(audience).toMatchObject({ legislativeCommitteeId: number, name: 'House Local Government' });
  });

  it('refuses to make a draft of a template that was active', async () => {
    const { id } = await saveTemplate({ status: 'ACTIVE' });
    expect((await postTemplate({ id, status: 'PAUSED' })).status).toBe(200);
    const again = await postTemplate({ id, status: 'DRAFT' });
    expect(again).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
    expect(again.body.message).toContain('is PAUSED; its status may change to ACTIVE or COMPLETED');
  });

  it('saves once for one Idempotency-Key', async () => {
    const options = { headers: { 'Idempotency-Key': 'template-once' } };
    const [first, second] = [
      await postTemplate({ name: 'Once' }, options),
      await postTemplate({ name: 'Once' }, options),
    ];
    expect(second.body).toEqual(first.body);
    expect(listNames(await call('POST', 'list', { text: 'once' }))).toEqual(['Once']);
  });
});

describe('list', () => {
  it('is sorted by name, and filtered by text, state, status, bill and days', async () => {
    const billId = Number(platform.demo.values.billId);
    await saveTemplate({
      name: 'zoning éclair',
      stateId: 24,
      billIds: [billId],
      startDate: '2031-01-01',
      endDate: '2031-02-01',
    });
    await saveTemplate({ name: 'Zoning aria', status: 'ACTIVE', startDate: '2031-03-01' });
    const all = listNames(await call('POST', 'list', { pageSize: '100' }));
    expect(all).toEqual([...all].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    const found = async (filter: object) =>
      listNames(await call('POST', 'list', { text: 'ZONING', ...filter }));
    expect(await found({})).toEqual(['Zoning aria', 'zoning éclair']);
    expect(await found({ isAscending: 'false' })).toEqual(['zoning éclair', 'Zoning aria']);
    expect(await found({ text: 'eclair' })).toEqual(['zoning éclair']);
    expect(await found({ stateIds: [24, 53] })).toEqual(['zoning éclair']);
    expect(await found({ billIds: [String(billId)] })).toEqual(['zoning éclair']);
    expect(await found({ status: ['active'] })).toEqual(['Zoning aria']);
    expect(await found({ startDate: '02-02-2031' })).toEqual(['Zoning aria']);
    expect(await found({ endDate: '2031-02-28' })).toEqual(['zoning éclair']);
    expect(await found({ searchFields: ['subject'] })).toEqual([]);
  });

  it('has pages with the correct totals', async () => {
    const first = await call('POST', 'list', { pageNumber: 1, pageSize: 2 });
    const second = await call('POST', 'list', { pageNumber: 2, pageSize: 2 });
    const { totalRecords, totalPages } = first.body.pagingModel;
    expect(totalPages).toBe(Math.ceil(totalRecords / 2));
    expect(new Set([...listNames(first), ...listNames(second)]).size).toBe(4);
    const past = await call('POST', 'list', { pageNumber: 999, pageSize: 2 });
    expect(past.body).toMatchObject({ collection: [], pagingModel: { totalRecords } });
  });
});

describe('preview', () => {
  it('is the text that one recipient gets, with the official who represents them', async () => {
    const { id } = await saveTemplate({
      subject: '{{bill.number}}: {{recipient.firstName}}, a word',
      body: '<p>{{recipient.fullName}}, call {{official.title}} {{official.fullName}} ({{official.district}}).</p>{{sender.organization}} {{recipient.title}}',
      isHtml: true,
      callToAction: { kind: 'call', label: 'Call {{official.lastName}}', url: 'tel:{{official.phone}}' },
      audience: {
        kind: 'committeeConstituents',
        committeeId: service.committeeId,
        withUnknownDistrict: true,
      },
      billIds: [platform.demo.values.billId],
    });
    const preview = (personId: string, more = {}) =>
      call('POST', `ChampaignTemplate/${id}/preview`, { personId, ...more }, reader);
    const alma = (await preview(service.residentId('of-the-district'))).body.data;
    expect(alma).toMatchObject({
      to: 'alma.reyes@example.org',
      subject: 'HB 1217: Alma, a word',
      body: '<p>Alma Reyes, call Representative Vera Stone (46).</p>Cascadia Association of Counties ',
      callToAction: { kind: 'call', label: 'Call Stone', url: 'tel:360-555-0146' },
      missing: ['recipient.title'],
    });
    expect(alma.officials.map(({ name }: { name: string }) => name)).toEqual(['Vera Stone', 'Abe Stone']);
    // HTML in a name is escaped.
    const cy = (await preview(service.residentId('of-the-state'))).body.data;
    expect(cy.body).toContain('Cy &lt;i&gt;Okoye&lt;/i&gt;');
    const abe = await preview(service.residentId('of-oregon'), { officialId: service.residentId('member') });
    expect(abe.body.data).toMatchObject({ officials: [], callToAction: { label: 'Call Stone' } });
    const wrong = await preview(unknownId, { officialId: service.residentId('of-oregon'), billId: 99_999 });
    expect(listErrors(wrong).map((error) => error[1])).toEqual(['billId', 'personId', 'officialId']);
  });

  it("has a bill's title without the period at its end, which would stand within a sentence", async () => {
    const { id } = await saveTemplate({
      body: 'The bill ({{bill.title}}) has a hearing.',
      billIds: [platform.demo.values.billId],
    });
    const { body } = await call(
      'POST',
      `ChampaignTemplate/${id}/preview`,
      { personId: demoId('person', 'ada') },
      reader,
    );
    expect(body.data.body).toMatch(/^The bill \(\S.*[^.]\) has a hearing\.$/);
  });

  it('has the caller as its sender', async () => {
    const { id } = await saveTemplate({ body: '{{sender.fullName}}, {{sender.title}}' });
    const token = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.advocacy.read'],
      personId: demoId('person', 'ben'),
    });
    const options = { token };
    const { body } = await call(
      'POST',
      `ChampaignTemplate/${id}/preview`,
      { personId: demoId('person', 'ada') },
      options,
    );
    expect(body.data.body).toBe('Ben Okafor, Policy Analyst');
  });
});

describe('audience', () => {
  const listAudience = async (audience: object, paging = {}) => {
    const { id } = await saveTemplate({ audience });
    const reply = await call('POST', `ChampaignTemplate/${id}/audience`, paging, reader);
    expect(reply.status, reply.text).toBe(200);
    return reply;
  };

  it('of all people has every person, in pages', async () => {
    const { body } = await listAudience({ kind: 'allPeople' }, { pageNumber: 2, pageSize: 5 });
    expect(body.collection).toHaveLength(5);
    expect(body.pagingModel.totalRecords).toBe(15 + 7 + 15);
  });

  it('of an organization has its people and those of the organizations below it', async () => {
    const alder = await listAudience({
      kind: 'organization',
      organizationId: demoId('organization', 'alder'),
    });
    expect(listNames(alder).sort()).toEqual([
      'Esteban Núñez',
      'Farah Haddad',
      'Grace Whitehorse',
      'Hiro Tanaka',
    ]);
  });

  it('of a committee has each member once', async () => {
    const members = await listAudience({
      kind: 'committeeMembers',
      committeeId: demoId('committee', 'transport'),
    });
    expect(listNames(members).sort()).toEqual(['Grace Whitehorse', 'Hiro Tanaka', "Jonas O'Rourke"]);
  });

  it('of constituents has the residents of the members’ districts, and on request people of unknown district', async () => {
    const audience = { kind: 'committeeConstituents', committeeId: service.committeeId };
    const known = await listAudience(audience);
    expect(listNames(known)).toEqual(['Alma Reyes']);
    expect(known.body.collection[0].officials[0]).toEqual({
      personId: service.residentId('chair'),
      name: 'Vera Stone',
      title: 'Representative',
      district: '46',
    });
    const perhaps = await listAudience({ ...audience, withUnknownDistrict: true });
    expect(listNames(perhaps).sort()).toEqual(['Alma Reyes', 'Cy <i>Okoye</i>']);
  });
});

it('people are never shown without a token, even in a tenant that accepts calls without one', async () => {
  const { id } = await saveTemplate({});
  const path = `ChampaignTemplate/${id}`;
  expect((await call('POST', `${path}/audience`, {})).status).toBe(401);
  expect((await call('POST', `${path}/preview`, { personId: demoId('person', 'ada') })).status).toBe(401);
});

it('writing needs the write permission, and reading the read permission', async () => {
  const token = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.advocacy.read'] });
  expect((await postTemplate({ name: 'x' }, { token })).status).toBe(403);
  const other = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.bills.read'] });
  expect((await call('POST', 'list', {}, { token: other })).status).toBe(403);
});
