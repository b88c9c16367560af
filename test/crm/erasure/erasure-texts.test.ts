// What is left of an erased person in what others wrote: the whole table is searched, compressed parts included, and whatever
// still names the person is in the report with a reason (docs/interface/crm.md#erasure).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as sweepErasures } from '../../../functions/crm/jobs/sweep-people-erasures/handler.ts';
import { listEndpoints } from '../../../infra/contracts/registry.ts';
import { isTenantScoped, isWrite } from '../../../shared/auth/permissions/access-requirement.ts';
import { permissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { setAside } from '../../../shared/change-feed/dead-changes.ts';
import { dataKinds } from '../../../shared/directory/person-data/data-kinds.ts';
import { unsearchedTypes } from '../../../shared/directory/person-data/unsearched-types.ts';
import type { Area } from '../../../shared/http/areas.ts';
import { buildExampleRequest } from '../../contract/example-request.ts';
import { toJsonSchema } from '../../fuzz/requests.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { findWords } from '../../harness/stored-texts.ts';
import { scanTable } from '../../identity/tenants/tenant-data.ts';
import { listTextPlaces, placeText } from '../communication/texts-of-requests.ts';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    ...{ tenant: 'demo', name: 'admin@demo.example' },
    permissions: permissionNames.filter((name) => name !== 'platform.admin'),
  });
});
afterAll(() => platform.stop());

const call = async (area: Area, method: string, path: string, body?: unknown, headers = {}) => {
  const reply = await platform.call(method, area, path, { tenant: 'demo', token, body, headers });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body;
};
const send = (method: string, path: string, body?: unknown) => call('crm', method, `/api/v1${path}`, body);

const lastName = 'Quillonbury';
const createPerson = async (firstName: string): Promise<string> => {
  const email = `${firstName}@quillonbury.example`.toLowerCase();
  const phones = [{ value: '503-018-7732', type: 'Work' }];
  return (await send('POST', '/people', { firstName, lastName, email, phones })).id;
};

interface Report {
  readonly erased: readonly { readonly type: string; readonly pseudonymised: number }[];
  readonly kept: readonly { readonly type: string; readonly count: number | null; readonly reason: string }[];
  readonly notSearched: {
    readonly reason: string;
    readonly records: readonly { readonly what: readonly string[] }[];
  };
}
async function erase(id: string): Promise<Report> {
  await send('POST', `/people/${id}/Erase`);
  await sweepErasures(undefined, undefined, new Date(Date.now() + 61_000));
  const report = await send('GET', `/people/${id}/Erasure`);
  expect(report.status).toBe('Done');
  return report;
}

describe('saved views of other users', () => {
  it('lose the name, address and id of an erased person, and stay otherwise', async () => {
    const id = await createPerson('Ottoline');
    const rules = (selectedValues: readonly string[]) => ({
      sortBy: 'name',
      filterBody: { filterRules: [{ fieldId: 'tags', filterType: 4, selectedValues }] },
    });
    const save = async (name: string, values: readonly string[], isShared = false) =>
      (await send('POST', '/Views', { list: 'people', name, request: rules(values), isShared })).id;
    const own = await save('Call Ottoline Quillonbury', ['ottoline@quillonbury.example', id, 'Clerks']);
    const shared = await save('Ottoline Quillonbury', ['Quillonbury, Ottoline'], true);
    const other = await save('Clerks of Quillonbury', ['Clerks']);
    const before = await send('GET', `/Views/${other}`);

    const { erased } = await erase(id);
    expect(erased).toContainEqual(expect.objectContaining({ type: 'view', removed: 0, pseudonymised: 2 }));
    const left = [await send('GET', `/Views/${own}`), await send('GET', `/Views/${shared}`)];
    expect(left.map(({ name }) => name)).toEqual(['Call Erased person', 'Erased person']);
    const [values, sharedValues] = left.map(
      ({ request }) => request.filterBody.filterRules[0].selectedValues,
    );
    expect(values[0]).toBe('Erased person');
    expect(values.at(-1)).toBe('Clerks');
    expect(sharedValues).toEqual(['Erased person']);
    expect(await send('GET', `/Views/${other}`)).toEqual(before);
    const words = ['ottoline', id];
    const kinds = new Set(findWords(await scanTable(), words).map((place) => place.split(/[# ]/)[2]));
    expect(kinds).toEqual(new Set(['ERASED-PERSON', 'PERSON']));
  });
});

/** Registers the person for a class, pays, cancels and refunds: the receipt stays. */
async function payForClass(personId: string): Promise<void> {
  const path = '/api/v1/registration/ClassRegistration';
  const registration = {
    ...{ classId: platform.demo.values.classId, memberId: personId },
    ...{ registrationType: 'Admin', paymentMethod: 'Invoice', overrideRules: true },
  };
  const { registrationId } = await call('training', 'POST', path, registration);
  const own = `${path}/${registrationId}`;
  await call('training', 'POST', `${own}/Payments`, { kind: 'payment', amount: 1 });
  await call('training', 'POST', `${own}/Cancel`, { reason: 'On duty' });
  await call('training', 'POST', `${own}/Payments`, { kind: 'refund', amount: 1 });
}

/** Writes the texts into every field of every request that takes a text. Returns how many requests were taken. */
async function writeEveryText(short: string, long: string): Promise<number> {
  let taken = 0;
  for (const { contract } of await listEndpoints()) {
    // Changes of the policy would end this caller's access; merges and erasures have tests of their own.
    const isLeftOut = /SignInPolicy|Erase|Merge/.test(contract.path) || contract.bodyType === 'form';
    if (!isTenantScoped(contract.access) || !isWrite(contract) || !contract.body || isLeftOut) continue;
    const { method, area, address, headers, body } = buildExampleRequest(contract, platform.demo.values);
    const places = listTextPlaces(toJsonSchema(contract.body), body);
    const place = (into: unknown, { path, maxLength }: (typeof places)[number]) =>
      placeText(into, path, maxLength < long.length ? short : long);
    const isTaken = async (changed: unknown) =>
      (await platform.call(method, area, address, { tenant: 'demo', token, headers, body: changed })).status <
      300;
    if (places.length === 0) continue;
    // All at once; where one of them is refused, one by one.
    if (await isTaken(places.reduce(place, body))) taken += 1;
    else for (const each of places) taken += Number(await isTaken(place(body, each)));
  }
  return taken;
}

describe('the report of an erasure', () => {
  it('names all that is left of the person anywhere in the table, each with its reason', async () => {
    const id = await createPerson('Isidora');
    await payForClass(id);
    const Keys = { pk: { S: `T#demo#PERSON#${id}` }, sk: { S: 'PERSON' } };
    const NewImage = { type: { S: 'person' }, id: { S: id }, lastName: { S: lastName } };
    const dead = { eventName: 'INSERT' as const, dynamodb: { Keys, NewImage, SequenceNumber: '1' } };
    await setAside(dead, new Error('It could not be handled'), new Date());
    const name = `Isidora ${lastName}`;
    expect(await writeEveryText(name, `${name}, isidora@quillonbury.example, 503-018-7732`)).toBeGreaterThan(
      150,
    );
    const words = ['isidora', 'isidora@quillonbury.example', '018-7732', id];
    expect(findWords(await scanTable(), words).length).toBeGreaterThan(200);

    const { kept, notSearched } = await erase(id);
    const items = await scanTable();
    const types = new Map(items.map(({ pk, sk, type }) => [`${pk} ${sk}`, String(type)]));
    const parts = new Map(items.map(({ pk, type }) => [pk, String(type)]));
    const named = new Set([
      ...kept.map(({ type }) => type),
      ...Object.keys(dataKinds).filter((type) =>
        notSearched.records.some(({ what }) => what.includes(dataKinds[type]?.what ?? '')),
      ),
    ]);
    const left = findWords(items, words).map((found) => found.replace(/: [^:]*$/, ''));
    const unnamed = left.filter((place) => !named.has(types.get(place) ?? parts.get(place) ?? ''));
    expect(unnamed).toEqual([]);
    // By their ids only what has its own reason is left.
    const byId = findWords(items, [id]).map((found) => types.get(found.replace(/: [^:]*$/, '')));
    const reasons = new Map(kept.map(({ type, reason }) => [type, reason]));
    for (const type of byId) expect(reasons.get(type ?? ''), type).toBeTruthy();
    expect(kept).toContainEqual(
      expect.objectContaining({ type: 'receipt', count: 1, reason: expect.stringMatching(/accounting law/) }),
    );
    for (const type of ['erased-person', 'person-erasure', 'dead-change-part', 'event-delivery', 'change'])
      expect(reasons.get(type), type).toBeTruthy();
    for (const { type, reason, count } of kept) {
      expect(reason, type).not.toBe('');
      expect(count, type).not.toBe(0);
    }
    expect(notSearched.reason).toMatch(/Search for the name/);
  });

  it('names only types that are stored', () => {
    expect(unsearchedTypes.filter((type) => dataKinds[type] === undefined)).toEqual([]);
  });
});
