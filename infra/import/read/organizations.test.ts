// Proves how organizations are read.
import { describe, expect, it } from 'vitest';
import { collectRows, describeRefusals, getRecords } from '../../../shared/import/rows/row-fixture.ts';
import { withFixtureFolder } from './fixture.ts';
import { readOrganizations } from './organizations.ts';

async function read(content: string, name: string) {
  return withFixtureFolder(async (folder) => {
    const reading = await readOrganizations(await folder.file(name, content), {
      tenantCode: 'demo',
      source: 'registry',
    });
    return { rows: await collectRows(reading), remarks: reading.remarks };
  });
}

describe('organizations', () => {
  it('are read from a table, with the parent as the file names it', async () => {
    const { rows } = await read(
      'ID,Company Name,Type,Email,Website,Parent,City,State\n7,Rivertown,County,office@example.org,www.example.org,Cascadia,Rivertown,MD\n',
      'o.csv',
    );
    expect(getRecords(rows)).toMatchObject([
      {
        parent: { field: 'Parent', value: 'Cascadia' },
        content: {
          name: 'Rivertown',
          organizationType: 'County',
          website: 'https://www.example.org',
          addresses: [{ city: 'Rivertown', state: 'MD' }],
          externalIds: [{ scheme: 'registry', identifier: '7' }],
        },
      },
    ]);
  });

  it('are read from JSON; one without a name is refused', async () => {
    const { rows, remarks } = await read(
      JSON.stringify([{ name: 'Rivertown', color: 'blue' }, { type: 'County' }]),
      'o.json',
    );
    expect(getRecords(rows)).toHaveLength(1);
    expect(describeRefusals(rows)).toEqual(['2 name: is missing']);
    expect(remarks).toEqual(['"o.json": no field is known for "color"; left out.']);
  });

  it('need a heading for the name', async () => {
    await expect(read('Type,City\nCounty,Rivertown\n', 'o.csv')).rejects.toThrow(/no heading for a name/);
  });
});
