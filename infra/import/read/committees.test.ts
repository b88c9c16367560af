// Proves how committees and their members are read.
import { describe, expect, it } from 'vitest';
import { collectRows, describeRefusals, getRecords } from '../../../shared/import/rows/row-fixture.ts';
import { readCommittees } from './committees.ts';
import { withFixtureFolder } from './fixture.ts';

async function read(entries: unknown, name = 'c.json') {
  return withFixtureFolder(async (folder) => {
    const file = await folder.file(name, JSON.stringify(entries));
    return collectRows(await readCommittees(file, { tenantCode: 'demo' }));
  });
}

const committee = {
  id: 'ocd-organization/c1',
  state: 'MD',
  name: 'Ways and Means',
  chamber: 'lower',
  classification: 'subcommittee',
  parent: 'ocd-organization/c0',
  other_names: ['Committee on Ways and Means'],
  url: 'https://example.org/ways',
};

describe('committees', () => {
  it('are read with parent, names and page', async () => {
    const [record] = getRecords(
      await read([committee, { id: 'ocd-organization/c0', name: 'Means', state: 'MD' }]),
    );
    expect(record?.content).toMatchObject({
      name: 'Ways and Means',
      kind: 'legislative',
      chamber: 'lower',
      state: 'MD',
      classification: 'subcommittee',
      otherNames: ['Committee on Ways and Means'],
      links: [{ url: 'https://example.org/ways' }],
    });
    const [parent] = getRecords(await read([{ id: 'ocd-organization/c0', name: 'Means' }]));
    expect(record?.parent).toEqual({ field: 'parent', value: 'ocd-organization/c0' });
    expect(parent?.content.kind).toBe('association');
  });

  it('give a row for each member; one without a person, a duplicate, or one that ends before it starts is refused', async () => {
    const rows = await read([
      {
        ...committee,
        members: [
          { person_id: 'ocd-person/p1', name: 'Ada Gale', role: 'vice  chair' },
          { name: 'Bo Gale', role: 'member' },
          { person_id: 'ocd-person/p1', name: 'Ada Gale', role: 'Vice Chair' },
          {
            person_id: 'ocd-person/p2',
            name: 'Cy Gale',
            role: 'member',
            start_date: '2026-02-01',
            end_date: '2026-01-01',
          },
          { person_id: 'ocd-person/p3', name: 'Di Gale' },
          'Ed Gale',
        ],
      },
    ]);
    const members = getRecords(rows)[0]?.members ?? [];
    expect(getRecords(members).map((member) => [member.person, member.content.role])).toEqual([
      ['Ada Gale', 'vice chair'],
      ['Di Gale', 'member'],
    ]);
    expect(describeRefusals(members)).toEqual([
      '1 member 2 person_id: is missing, so the person cannot be identified',
      '1 member 3 (row): is of the same record as row 1 member 1, which was taken',
      '1 member 4 end_date: ends (2026-01-01) before it starts (2026-02-01); left out: the place of Cy Gale',
      '1 member 6 (row): is not a JSON object',
    ]);
    expect(members[4]).toMatchObject({
      leftOut: [{ field: 'role', reason: 'is missing; taken as "member"' }],
    });
  });

  it('refuse an unknown chamber and a missing name', async () => {
    const rows = await read([{ name: 'A', chamber: 'middle' }, { chamber: 'upper' }]);
    expect(describeRefusals(rows)).toEqual([
      '1 chamber: must be one of upper, lower, legislature',
      '2 name: is missing',
    ]);
  });

  it('are read from a table too, without members', async () => {
    const rows = await withFixtureFolder(async (folder) => {
      const file = await folder.file(
        'c.csv',
        'Id,Committee,Chamber,State\n7,Ways and Means,House,MD\n8,,,\n',
      );
      return collectRows(await readCommittees(file, { tenantCode: 'demo' }));
    });
    expect(getRecords(rows)).toMatchObject([
      {
        content: { name: 'Ways and Means', kind: 'legislative', chamber: 'lower', state: 'MD' },
        members: [],
      },
    ]);
    expect(describeRefusals(rows)).toEqual(['3 name: is missing']);
  });
});
