// Staff of officials come with a list of people that says for whom they work (docs/interface/crm.md#officials-and-their-staff).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { idByExternalId } from '../../../shared/import/matching/identity.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { importText } from '../../import/import-into.ts';
import { createImports, type Imports } from './import-over-http.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

let platform: TestPlatform;
let imports: Imports;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['crm.imports.write', 'crm.emails.read', 'crm.people.read'] as const),
      ...(['crm.advocacy.read', 'crm.advocacy.write'] as const),
    ],
  });
});
afterAll(() => platform.stop());

async function createOfficial(lastName: string, externalId?: string, endDate?: string): Promise<string> {
  const id = externalId
    ? idByExternalId('person', { scheme: 'ocd-person', identifier: externalId }, { tenantCode: 'demo' })
    : randomUUID();
  const office = {
    id: randomUUID(),
    kind: 'legislature' as const,
    role: 'upper',
    state: 'NM',
    district: '4',
  };
  const content = {
    ...{ firstName: 'Sol', lastName, offices: [{ ...office, ...(endDate && { endDate }) }] },
    ...(externalId && { externalIds: [{ scheme: 'ocd-person', identifier: externalId }] }),
  };
  await upsert(platform.store('demo'), people, [{ id, content }], { now: new Date() });
  return id;
}
const crm = async (method: string, path: string, body?: unknown): Promise<Body> =>
  (await platform.call(method, 'crm', `/api/v1/advocacy/${path}`, { tenant: 'demo', token, body })).body;
const staffOf = async (officialId: string): Promise<Body[]> =>
  (await crm('GET', `officials/${officialId}`)).staff;
const titlesOf = async (officialId: string): Promise<unknown[]> =>
  (await staffOf(officialId)).map(({ name, title }) => [name, title]);
async function run(csv: string, body: object = {}): Promise<Body> {
  const { id } = await imports.create(csv);
  const started = await imports.send('POST', `/${id}/Start`, body, token);
  expect(started.status, started.text).toBe(202);
  await imports.callJob(id);
  return imports.get(id);
}

describe('a list of people with the official for whom they work', () => {
  it('makes them the staff of the official, by name or id, as what their title says', async () => {
    const byName = await createOfficial('Quintana');
    const byId = await createOfficial('Ruidoso', 'ocd-person/3b1c7e52-9d3a-4f61-8a51-0d6ac9a1e111');
    const csv = [
      'First Name,Last Name,Job Title,Staff of,Staff of id,Staff title',
      'Nora,Pecos,Chief of Staff,Sen. Sol Quintana,,',
      `Ivo,Taos,Counsel,,${byId},Legislative Director`,
      'Uma,Gallup,Scheduler,,ocd-person/3b1c7e52-9d3a-4f61-8a51-0d6ac9a1e111,',
    ].join('\n');
    const checked = await run(csv, { dryRun: true });
    expect([checked.check, await staffOf(byName)]).toEqual([
      expect.objectContaining({ created: 3, leftOut: 0 }),
      [],
    ]);
    expect((await run(csv)).result).toMatchObject({ created: 3, leftOut: 0 });
    expect(await titlesOf(byName)).toEqual([['Nora Pecos', 'Chief of Staff']]);
    expect(await titlesOf(byId)).toEqual([
      ['Ivo Taos', 'Legislative Director'],
      ['Uma Gallup', 'Scheduler'],
    ]);
    // The command reads the same file with the same outcome, and a second run changes nothing.
    const again = await importText('people', csv);
    expect(again.counts.people).toMatchObject({ unchanged: 3 });
    const promoted = await importText(
      'people',
      csv.replace(',Chief of Staff,Sen. Sol Quintana,,', ',Chief of Staff,Sol Quintana,,Senior Advisor'),
    );
    expect(promoted.counts.people).toMatchObject({ unchanged: 2, updated: 1 });
    expect(await titlesOf(byName)).toEqual([['Nora Pecos', 'Senior Advisor']]);
  });

  it('takes a row without the official who is not there, holds no office, or is one of several', async () => {
    await createOfficial('Chama');
    await createOfficial('Chama');
    const [current] = [await createOfficial('Jemez'), await createOfficial('Jemez', undefined, '2020-12-31')];
    const csv = [
      'First Name,Last Name,Staff of,Staff of id',
      'Aldo,Nobody,Sol Nowhere,',
      'Bea,Several,Sol Chama,',
      `Cyd,Unknown,,${randomUUID()}`,
      'Dee,Current,"Jemez, Sol",',
    ].join('\n');
    expect((await run(csv)).result).toMatchObject({ created: 4, refused: 0, leftOut: 3 });
    expect((await staffOf(current)).map(({ name }) => name)).toEqual(['Dee Current']);
  });

  it('begins again for somebody whose work for the official had ended', async () => {
    const official = await createOfficial('Abiquiu');
    const csv = 'First Name,Last Name,Staff of\nEli,Return,Sol Abiquiu\n';
    await run(csv);
    const [{ personId }] = await staffOf(official);
    const [{ id }] = await crm('GET', `list/people-relationships/${personId}`);
    await crm('PATCH', `people-relationships/${personId}/${id}`, {
      ...{ startDate: '2019-01-01', endDate: '2020-12-31' },
    });
    expect(await staffOf(official)).toEqual([]);
    await run(csv);
    expect(await staffOf(official)).toHaveLength(1);
    await run(csv);
    expect(await staffOf(official)).toHaveLength(1);
  });

  it.each(['over HTTP', 'by the command'])(
    'begins again on the day of the tenant where that is not the day in UTC, %s',
    async (way) => {
      const store = platform.store('demo');
      const setZone = (timeZone: string) => commit([update(tenantKey(store), { set: { timeZone } })]);
      // One end of the world or the other has another day than UTC.
      const zone = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
      const name = way === 'over HTTP' ? 'Bosque' : 'Corona';
      const official = await createOfficial(name);
      const csv = `First Name,Last Name,Staff of\nIna,${name},Sol ${name}\n`;
      await run(csv);
      const [{ personId }] = await staffOf(official);
      const list = () => crm('GET', `list/people-relationships/${personId}`);
      const [{ id }] = await list();
      await crm('PATCH', `people-relationships/${personId}/${id}`, {
        ...{ startDate: '2019-01-01', endDate: '2020-12-31' },
      });
      await setZone(zone);
      await (way === 'over HTTP' ? run(csv) : importText('people', csv)).finally(() =>
        setZone('America/Los_Angeles'),
      );
      const days = (await list()).map(({ startDate }: { startDate: string }) => startDate);
      expect(days).toContain(toLocalDate(zone, new Date()));
    },
  );

  it('takes the permission to write relationships', async () => {
    const { id } = await imports.create('First Name,Last Name,Staff of\nFay,Denied,Sol Chama\n');
    const refused = await imports.send('POST', `/${id}/Start`, {});
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('crm.advocacy.write'),
    ]);
  });
});
