// Reads the shared bundle of real officials and committees: every row is accounted for.
import { describe, expect, it } from 'vitest';
import { readCommittees } from '../../infra/import/read/committees.ts';
import { readPeople } from '../../infra/import/read/people.ts';
import { collectRows, describeRefusals, getRecords } from '../../shared/import/rows/row-fixture.ts';
import { sharedBundle } from './shared-bundle.ts';

const options = { tenantCode: 'demo' };

describe('the shared bundle', () => {
  it('has 8,800 current officials', async () => {
    const reading = await readPeople(`${sharedBundle}/officials-current.csv`, options);
    const rows = await collectRows(reading);
    const people = getRecords(rows);
    expect(reading.total).toBe(8800);
    expect(reading.remarks).toEqual([]);
    expect(people).toHaveLength(8800);
    expect(new Set(people.map((person) => person.id)).size).toBe(8800);
    const forms = people.filter((person) =>
      person.content.links?.some((link) => link.note === 'contact form'),
    );
    expect(forms).toHaveLength(533);
    expect(rows.flatMap((row) => ('record' in row ? row.leftOut : []))).toHaveLength(1);
    const split = people.filter((person) => person.content.addresses?.[0]?.zipCode !== undefined);
    expect(split.length).toBeGreaterThan(8680);
  });

  it('has legislators with roles that end before they start, which are left out and reported', async () => {
    const rows = await collectRows(await readPeople(`${sharedBundle}/legislators`, options));
    expect(getRecords(rows)).toHaveLength(1087);
    const leftOut = rows.flatMap((row) => ('record' in row ? row.leftOut : []));
    expect(leftOut).toHaveLength(53);
    expect(leftOut.every((problem) => problem.reason.includes('before it starts'))).toBe(true);
  });

  it('has 3,004 committees and 38,616 memberships, 8 of them without a person', async () => {
    const rows = await collectRows(await readCommittees(`${sharedBundle}/committees.json`, options));
    const committees = getRecords(rows);
    const members = committees.flatMap((committee) => committee.members);
    expect(committees).toHaveLength(3004);
    expect(members).toHaveLength(38_616);
    expect(getRecords(members)).toHaveLength(38_608);
    expect(describeRefusals(members)).toHaveLength(8);
  });
});
