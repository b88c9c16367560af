// What a page of people costs does not grow with the tenant (docs/data.md#lists-with-page-numbers), by DynamoDB's own
// ConsumedCapacity.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listPeople } from '../../functions/crm/people/contract.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { mainJobSize, writePeopleFile } from './generated-people.ts';
import { importText } from './import-into.ts';

let platform: TestPlatform;
let token: string;
/** Read units of every page of 50, by page, with 800 and with 8,800 people. */
let few: readonly number[];
let many: readonly number[];

async function unitsOfPages(pages: number): Promise<number[]> {
  const units: number[] = [];
  for (let pageIndex = 0; pageIndex < pages; pageIndex += 1) {
    const path = `/api/v1/people?pageSize=50&pageIndex=${pageIndex}`;
    const reply = await platform.call('GET', 'crm', path, { tenant: 'demo', token });
    expect(reply.body.data).toHaveLength(50);
    units.push(reply.readUnits);
  }
  return units;
}

const mean = (units: readonly number[]): number => units.reduce((sum, unit) => sum + unit, 0) / units.length;

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
  await importText('people', writePeopleFile(800));
  // The first call of a process also reads the signing keys.
  await unitsOfPages(1);
  few = await unitsOfPages(16);
  await importText('people', writePeopleFile(mainJobSize));
  many = await unitsOfPages(176);
}, 240_000);

afterAll(() => platform.stop());

it('the first 50 of 8,800 cost no more read units than the first 50 of 800', () => {
  expect(few[0]).toBeGreaterThan(0);
  expect(many[0]).toBeLessThanOrEqual(few[0] ?? 0);
});

it('later pages cost no more either, on average over all pages', () => {
  // DynamoDB counts in half units, so two averages this close are equal.
  expect(mean(many.slice(1))).toBeLessThanOrEqual(mean(few.slice(1)) + 0.25);
});

it('no page, however deep, costs more than the contract promises', () => {
  expect(Math.max(...many)).toBeLessThanOrEqual(listPeople.budget.readUnits);
});
