// What is exported is imported as it was (docs/interface/crm.md#round-trips): into the tenant that it is from nothing changes, and
// into an empty one people and organizations are equal, with every field filled.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as runExports } from '../../../functions/crm/jobs/run-exports/handler.ts';
import { handler as runImports } from '../../../functions/crm/jobs/run-imports/handler.ts';
import { secondTenant } from '../../../infra/contracts/demo-tenants.ts';
import { idByExternalId, parseExternalId } from '../../../shared/import/matching/identity.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

let platform: TestPlatform;
const tokens = new Map<string, string>();
const send = (tenant: string, method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant, token: tokens.get(tenant) ?? '', body });
async function done(tenant: string, method: string, path: string, body?: unknown): Promise<Body> {
  const reply = await send(tenant, method, path, body);
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
}

const stepOf = (tenant: string, job: 'IMPORT' | 'EXPORT', id: string) => ({
  Records: [
    {
      eventName: 'MODIFY' as const,
      dynamodb: {
        Keys: { pk: { S: `T#${tenant}#${job}#${id}` }, sk: { S: 'STEP' } },
        NewImage: { type: { S: `${job.toLowerCase()}-step` } },
      },
    },
  ],
});

type List = 'people' | 'organizations' | 'committees' | 'memberships';

/** The file of all columns of these records. */
async function exportAll(list: List, format: string, ids: readonly string[]): Promise<Uint8Array> {
  const filterBody = {
    filterRules: [{ fieldId: list === 'people' ? 'peopleids' : 'organizationids', selectedValues: ids }],
  };
  const { id } = await done('demo', 'POST', '/Exports', {
    list,
    format,
    ...(list === 'people' && { filterBody }),
  });
  await runExports(stepOf('demo', 'EXPORT', id));
  const [file] = (await done('demo', 'GET', `/Exports/${id}`)).files;
  return new Uint8Array(await (await fetch(file.link)).arrayBuffer());
}

async function importFile(tenant: string, kind: List, fileName: string, content: Uint8Array): Promise<Body> {
  const body = { kind, fileName, content: Buffer.from(content).toString('base64') };
  const { id } = await done(tenant, 'POST', '/Imports', body);
  await runImports(stepOf(tenant, 'IMPORT', id));
  await done(tenant, 'POST', `/Imports/${id}/Start`, {});
  await runImports(stepOf(tenant, 'IMPORT', id));
  const refusals = (await send(tenant, 'GET', `/Imports/${id}/Refusals`)).text.trim().split('\n').slice(1);
  return { ...(await done(tenant, 'GET', `/Imports/${id}`)), refusals };
}

const contacts = {
  emails: [
    { value: 'all@roundtrip.example', type: 'Work' },
    { value: 'third@roundtrip.example', type: 'Board' },
  ],
  phones: [
    { value: '410-555-0101', type: 'Desk' },
    { value: '+1 (410) 555-0103', type: 'Home' },
    { value: '410-555-0104 (12)' },
  ],
  addresses: [
    {
      type: 'Primary',
      street: '1 "A" Street',
      street2: 'Suite 2',
      city: 'Rivertown',
      state: 'MD',
      zipCode: '21401',
    },
    {
      type: 'Home',
      label: 'home',
      street: '2, B Street',
      city: 'Hill',
      country: 'US',
      phone: '5550',
      fax: '5551',
    },
  ],
  links: [{ url: 'https://roundtrip.example/a?b=1;c=2', note: 'Page; of theirs' }],
  externalIds: [{ scheme: 'former-system', identifier: 'R-17' }],
  tags: ['Board', 'Semi;colon', 'ÄÖ'],
};

const organization = {
  ...contacts,
  ...{
    name: 'Roundtrip Council',
    type: 'Company',
    description: 'Two\nlines, "quoted"',
    email: 'all@roundtrip.example',
  },
  ...{
    phone: '410-555-0101',
    website: 'https://roundtrip.example/',
    imageThumbUrl: 'https://roundtrip.example/x.png',
  },
};

const person = {
  ...contacts,
  ...{
    firstName: 'Ada',
    middleName: 'B.',
    lastName: 'Roundtrip',
    suffix: 'Jr.',
    displayName: 'Mayor Ada Roundtrip',
  },
  ...{ email: 'all@roundtrip.example', secondaryEmail: 'second@roundtrip.example' },
  ...{ phone: '410-555-0101', mobilePhone: '410-555-0102', title: 'Mayor', department: 'Office' },
  ...{
    isKeyContact: true,
    gender: 'female',
    party: 'Independent',
    imageThumbUrl: 'https://roundtrip.example/p.png',
  },
  ...{ otherNames: ['Ada Smith', '[sic] Ada'], personTypes: ['Member', 'Speaker'] },
  ...{ activeFrom: '2020-01-01', activeTo: '2022-12-31' },
};

const committee = {
  ...{ name: 'Roundtrip Committee', kind: 'association', committeeType: 'Standing', description: 'Of trips' },
  ...{ quorum: { rule: 'percent', percent: 60 }, otherNames: ['Trips; and more', 'Round'] },
  ...{ links: contacts.links, externalIds: contacts.externalIds },
};

const ids: Record<'people' | 'organizations', string[]> = { people: [], organizations: [] };

beforeAll(async () => {
  platform = await startPlatform();
  for (const tenant of ['demo', secondTenant])
    tokens.set(
      tenant,
      await platform.tokenFor({
        tenant,
        permissions: [
          ...(['crm.imports.write', 'crm.emails.read', 'crm.people.read', 'crm.people.write'] as const),
          ...(['crm.committees.read', 'crm.committees.write'] as const),
          ...(['crm.organizations.read', 'crm.organizations.write', 'crm.settings.write'] as const),
        ],
      }),
    );
  await done('demo', 'POST', '/committee/createcommittee', committee);
  const parent = await done('demo', 'POST', '/organization', { name: 'Roundtrip Parent' });
  const full = await done('demo', 'POST', '/organization', { ...organization, parentId: parent.id });
  ids.organizations.push(parent.id, full.id);
  const positions = [
    {
      organizationId: full.id,
      title: 'Mayor',
      department: 'Office',
      startDate: '2019-01-01',
      isKeyContact: true,
    },
    { organizationName: 'Elsewhere', title: 'Clerk', startDate: '2010-01-01', endDate: '2012-12-31' },
  ];
  for (const body of [
    { ...person, organizationId: full.id, positions },
    { firstName: 'Bo', lastName: 'Roundtrip', title: 'Clerk', organizationName: 'Elsewhere' },
    { firstName: 'Cy', lastName: 'Roundtrip', email: 'cy@roundtrip.example', activeTo: '2021-01-01' },
    { lastName: 'Roundtrip' },
  ])
    ids.people.push((await done('demo', 'POST', '/people', body)).id);
});
afterAll(() => platform.stop());

/** A record without what another tenant gives other values: ids, days of change, and the id that it had. */
const strip = (value: Body, own: readonly string[]): Body =>
  JSON.parse(
    JSON.stringify(value, (name, member) => {
      if (['id', 'createdDate', 'modifiedDate', 'tenantId', 'organizationId', 'parentId'].includes(name))
        return undefined;
      if (name === 'externalIds') return member.filter((each: Body) => !own.includes(each.identifier));
      return member;
    }),
  );

const paths: Record<keyof typeof ids, string> = { people: '/people', organizations: '/organization' };
const read = (tenant: string, list: keyof typeof ids, id: string): Promise<Body> =>
  done(tenant, 'GET', `${paths[list]}/${id}`);

/** The records of another tenant by the ids that they had. */
async function readImported(list: keyof typeof ids, former: readonly string[]): Promise<Body[]> {
  const options = { tenantCode: secondTenant };
  const kind = list === 'people' ? 'person' : 'organization';
  return Promise.all(
    former.map((identifier) =>
      read(secondTenant, list, idByExternalId(kind, parseExternalId(identifier, options), options)),
    ),
  );
}

describe.each(['csv', 'xlsx'])('a file of %s', (format) => {
  it('of the tenant changes nothing in it', async () => {
    for (const list of ['organizations', 'people'] as const) {
      const before = await Promise.all(ids[list].map((id) => read('demo', list, id)));
      const file = await exportAll(list, format, ids[list]);
      const { result, refusals } = await importFile('demo', list, `${list}.${format}`, file);
      expect(refusals).toEqual([]);
      expect(result).toMatchObject({ created: 0, updated: 0, refused: 0, leftOut: 0 });
      expect(result.unchanged).toBeGreaterThanOrEqual(ids[list].length);
      expect(await Promise.all(ids[list].map((id) => read('demo', list, id)))).toEqual(before);
    }
  });

  it.each(['committees', 'memberships'] as const)('of %s changes none of them', async (list) => {
    const file = await exportAll(list, format, []);
    const { result, refusals } = await importFile('demo', list, `${list}.${format}`, file);
    expect(refusals).toEqual([]);
    expect(result).toMatchObject({ created: 0, updated: 0, refused: 0, leftOut: 0 });
    expect(result.unchanged).toBeGreaterThan(5);
  });

  it('makes equal people and organizations in another tenant, and nothing when it is imported again', async () => {
    const own = [...ids.organizations, ...ids.people];
    for (const list of ['organizations', 'people'] as const) {
      const file = await exportAll(list, format, ids[list]);
      const first = await importFile(secondTenant, list, `${list}.${format}`, file);
      expect(first.refusals).toEqual([]);
      const again = await importFile(secondTenant, list, `${list}.${format}`, file);
      expect(again.result).toMatchObject({ created: 0, updated: 0, refused: 0, leftOut: 0 });
      const before = await Promise.all(ids[list].map((id) => read('demo', list, id)));
      const after = await readImported(list, ids[list]);
      expect(after.map((each) => strip(each, own))).toEqual(before.map((each) => strip(each, own)));
    }
    const [moved] = await readImported('people', ids.people);
    const [, council] = await readImported('organizations', ids.organizations);
    expect(moved).toMatchObject({
      organizationId: council.id,
      positions: [{ organizationId: council.id }, {}],
    });
  });
});
