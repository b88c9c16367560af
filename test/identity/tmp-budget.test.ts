import { afterAll, beforeAll, it } from 'vitest';
import { forPlatform } from '../../shared/data/store.ts';
import { seedIdentity } from '../../infra/local/seed-identity.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { demoUser, enter } from './demo.ts';
let platform: TestPlatform;
beforeAll(async () => { platform = await startPlatform(); });
afterAll(() => platform.stop());
it('measures', async () => {
  const { values } = await seedIdentity(forPlatform(), new Date());
  const all: Record<string,string> = { ...platform.demo.values, ...values };
  const fill = (v: unknown): any => JSON.parse(JSON.stringify(v ?? null).replace(/\{\{(\w+)\}\}/g, (_, n) => all[n] ?? `MISSING-${n}`));
  const token = (await enter(platform, 'demo', demoUser(platform, 'ada'))).body.accessToken;
  for (let round = 0; round < 1; round++)
  for (const { contract, name } of platform.endpoints) {
    if (contract.area !== 'identity' && contract.path !== '/oauth/token') continue;
    const ex: any = fill(contract.example);
    let path: string = contract.path.replace(/\{(\w+)\}/g, (_, n) => ex.params?.[n] ?? 'NOPARAM');
    if (ex.query) path += '?' + new URLSearchParams(ex.query);
    const scoped = typeof contract.access === 'object' && 'permission' in contract.access;
    const r = await platform.call(contract.method, contract.area, path, {
      ...(scoped && { tenant: 'demo', token }),
      ...(ex.body && { body: contract.bodyType === 'form' ? new URLSearchParams(ex.body) : ex.body }),
      ...(!ex.body && contract.method === 'POST' ? {} : {}),
    });
    const b: any = contract.budget;
    const over = r.roundTrips > b.roundTrips || r.readUnits > b.readUnits || r.writeUnits > (b.writeUnits ?? 0);
    console.log(r.status, name.padEnd(28), 'trips', r.roundTrips, '/', b.roundTrips, 'ru', r.readUnits, '/', b.readUnits, 'wu', r.writeUnits, '/', b.writeUnits ?? 0, over ? 'OVER' : '', r.status >= 400 ? r.text : '');
  }
});
