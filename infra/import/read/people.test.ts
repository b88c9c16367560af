// Proves how people are read from tables and JSON.
import { describe, expect, it } from 'vitest';
import type { DateOrder } from '../../../shared/import/rows/dates.ts';
import { collectRows, describeRefusals, getRecords } from '../../../shared/import/rows/row-fixture.ts';
import { withFixtureFolder } from './fixture.ts';
import { readPeople } from './people.ts';

const options = { tenantCode: 'demo' };

async function read(content: string | Buffer, name = 'people.csv', dateOrder?: DateOrder) {
  return withFixtureFolder(async (folder) => {
    const reading = await readPeople(await folder.file(name, content), { ...options, dateOrder });
    const rows = await collectRows(reading);
    return {
      rows,
      people: getRecords(rows).map((person) => person.content),
      remarks: reading.remarks,
      total: reading.total,
    };
  });
}

describe('a table of people', () => {
  it('has days in the order of the command or of its other days, and is refused where neither is known', async () => {
    const file = (...days: readonly string[]) =>
      `Report of members\n\nName,Email,Active from\n${days.map((day) => `Ann Lee,${day.length}@x.example,${day}`).join('\n')}`;
    await expect(read(file('01/02/2026'))).rejects.toThrow(
      'say which with --dates day-first or --dates month-first',
    );
    const given = await read(file('01/02/2026'), 'people.csv', 'day-first');
    expect(given.people[0]?.activeFrom).toBe('2026-02-01');
    expect(given.remarks).toEqual([
      expect.stringContaining('1 row above the headings left out: "Report of members".'),
    ]);
    const inferred = await read(file('1/2/2026', '31/12/2026'));
    expect(inferred.people.map(({ activeFrom }) => activeFrom)).toEqual(['2026-02-01', '2026-12-31']);
  });

  it('recognises common headings', async () => {
    const { people, remarks } = await read(
      'Member ID,First Name,Surname,E-mail,Telephone,Cell,Job Title,Company,Address 1,City,State,Postal Code\n' +
        '17,Ada,Fairweather,ada@example.org,410-555-0134,410-555-0135,Clerk,Rivertown,12 Harbor St,Rivertown,MD,6604\n',
    );
    expect(remarks).toEqual([]);
    expect(people[0]).toMatchObject({
      firstName: 'Ada',
      lastName: 'Fairweather',
      email: 'ada@example.org',
      phone: '410-555-0134',
      mobilePhone: '410-555-0135',
      title: 'Clerk',
      organizationName: 'Rivertown',
      addresses: [
        { type: 'Primary', street: '12 Harbor St', city: 'Rivertown', state: 'MD', zipCode: '06604' },
      ],
      positions: [{ title: 'Clerk', organizationName: 'Rivertown' }],
      externalIds: [{ scheme: 'import', identifier: '17' }],
    });
  });

  it('reports an id that looks like a division and is none as a fault of the row', async () => {
    const { rows, people } = await read('ID,First,Last\nocd-division/nowhere,Ada,Gale\n9,Bo,Gale\n');
    expect(people.map(({ firstName }) => firstName)).toEqual(['Bo']);
    expect(describeRefusals(rows)).toEqual([
      expect.stringContaining('such as ocd-division/country:us/state:wa/sldu:43'),
    ]);
  });

  it.each([
    ['semicolons', 'given_name;family_name\nAda;Fairweather\n'],
    ['tabs', 'firstName\tlastName\nAda\tFairweather\n'],
    ['a byte order mark', '\uFEFFFirst name,Last name\nAda,Fairweather\n'],
    ['carriage returns and blank lines', 'First,Last\r\n\r\n,\r\nAda,Fairweather\r\n'],
    ['one column', 'Name\nAda Fairweather\n'],
    ['the family name first', 'Full Name\n"Fairweather, Ada"\n'],
  ])('reads %s', async (_, content) => {
    const { people, total } = await read(content);
    expect(people).toMatchObject([{ firstName: 'Ada', lastName: 'Fairweather' }]);
    expect(total).toBe(1);
  });

  it('reads Windows-1252, and reports it', async () => {
    const { people, remarks } = await read(Buffer.from('First,Last\nJos\xe9,Gale\n', 'latin1'));
    expect(people[0]?.firstName).toBe('José');
    expect(remarks[0]).toContain('not valid UTF-8');
  });

  it('reads UTF-16', async () => {
    const { people } = await read(Buffer.from('\uFEFFFirst\tLast\nJosé\tGale\n', 'utf16le'));
    expect(people[0]?.firstName).toBe('José');
  });

  it('keeps line breaks and delimiters in quotation marks, and counts rows as a spreadsheet does', async () => {
    const { rows, people } = await read(
      'First,Last,Address\nAda,Fairweather,"12 Harbor St\nRivertown, MD 21401"\n,,"nobody"\nBo,Gale,\n',
    );
    expect(people[0]?.addresses).toMatchObject([{ street: '12 Harbor St', city: 'Rivertown' }]);
    expect(describeRefusals(rows)).toEqual(['3 name: is missing: a first, last or full name is needed']);
    expect(rows.map((row) => row.row)).toEqual(['2', '3', '4']);
  });

  it('reports unknown headings once, and a second heading for the same field', async () => {
    const { remarks } = await read(
      'First,Last,Shoe Size,Given Name\nAda,Fairweather,38,Ada\nBo,Gale,40,Bo\n',
    );
    expect(remarks).toEqual([
      '"people.csv": no field is known for "Shoe Size"; left out.',
      '"people.csv": a field that an earlier heading gave is repeated by "Given Name"; left out.',
    ]);
  });

  it('leaves out an invalid value and takes the rest of the row', async () => {
    const { rows, people } = await read('First,Last,Email\nAda,Fairweather,none given\n');
    expect(people[0]).toEqual({ firstName: 'Ada', lastName: 'Fairweather' });
    expect(rows[0]).toMatchObject({ leftOut: [{ field: 'Email', value: 'none given' }] });
  });

  it('takes the address of a contact form in the email column as a link', async () => {
    const { people } = await read('First,Last,Email\nAda,Fairweather,https://example.org/contact\n');
    expect(people[0]?.links).toEqual([{ url: 'https://example.org/contact', note: 'contact form' }]);
  });

  it('ignores an empty cell', async () => {
    const { people } = await read('First,Last,Email,Phone\nAda,Fairweather,,\n');
    expect(Object.keys(people[0] ?? {})).toEqual(['firstName', 'lastName']);
  });

  it('refuses a row with more cells than headings, and a name that is too long', async () => {
    const { rows } = await read(`First,Last\nAda,Fairweather,surplus\n${'A'.repeat(101)},Gale\n`);
    expect(describeRefusals(rows)).toEqual([
      '2 (row): has 3 cells, but there are 2 headings; a cell that contains the delimiter must be in quotation marks',
      '3 firstName: must have at most 100 characters',
    ]);
  });

  it('refuses the second row of one person: by id, by email and name, by name and organization', async () => {
    const byId = await read('id,Name\n1,Ada Gale\n1,Bo Gale\n');
    const byEmail = await read(
      'Name,Email\nAda Gale,home@example.org\nBo Gale,home@example.org\nADA GALE,Home@example.org\n',
    );
    const byName = await read('Name,Company\nAda Gale,Rivertown\nAda Gale,Lakeview\nAda Gale,Rivertown\n');
    expect(describeRefusals(byId.rows)).toEqual(['3 (row): is of the same record as row 2, which was taken']);
    expect(describeRefusals(byEmail.rows)).toEqual([
      '4 (row): is of the same record as row 2, which was taken',
    ]);
    expect(describeRefusals(byName.rows)).toEqual([
      '4 (row): is of the same record as row 2, which was taken',
    ]);
  });

  it('leaves out a position that ends before it starts, and reports it', async () => {
    const { rows, people } = await read('Name,Title,Start,End\nAda Gale,Clerk,2026-02-01,2026-01-01\n');
    expect(people[0]?.positions).toBeUndefined();
    expect(rows[0]).toMatchObject({
      leftOut: [
        {
          field: 'End',
          reason: 'ends (2026-01-01) before it starts (2026-02-01); left out: the position "Clerk"',
        },
      ],
    });
  });
});

describe('a table of officials', () => {
  const headings =
    'id,state,kind,role,district,name,given_name,family_name,party,address,office,start_date,end_date\n';

  it('assigns state and dates to the office', async () => {
    const { people } = await read(
      `${headings}ocd-person/x1,MD,legislature,upper,12,Ada Gale,Ada,Gale,Unity,"Room 4; Lakeview, OR 97301",capitol,2024-01-10,\n`,
    );
    expect(people[0]).toMatchObject({
      party: 'Unity',
      offices: [{ kind: 'legislature', role: 'upper', state: 'MD', district: '12', startDate: '2024-01-10' }],
      addresses: [{ type: 'Primary', label: 'capitol', street: 'Room 4', state: 'OR' }],
      externalIds: [{ scheme: 'ocd-person', identifier: 'ocd-person/x1' }],
    });
    expect(people[0]?.positions).toBeUndefined();
  });

  it('treats "Role" in another list as an unknown heading', async () => {
    const { people, remarks } = await read('Name,Role\nAda Gale,Member\n');
    expect(people[0]?.offices).toBeUndefined();
    expect(remarks).toEqual(['"people.csv": no field is known for "Role"; left out.']);
  });
});

describe("legislators' JSON", () => {
  const ada = {
    id: 'ocd-person/x1',
    state: 'NH',
    name: 'Ada Gale',
    given_name: 'Ada',
    family_name: 'Gale',
    party: [{ name: 'Old', end_date: '2020-01-01' }, { name: 'Unity' }],
    roles: [
      { type: 'lower', district: 'Lake 1', start_date: '2024-12-04' },
      { type: 'lower', district: 'Lake 1', start_date: '2022-12-07', end_date: '2016-12-06' },
    ],
    offices: [{ classification: 'capitol', address: '1 Main St; Lakeview, NH 03301', voice: '603-555-0101' }],
    other_names: [{ name: 'A. Gale' }],
    ids: { facebook: 'adagale' },
  };

  it('takes roles, offices, names and ids, and leaves out a role that ends before it starts', async () => {
    const { rows, people } = await read(JSON.stringify([ada]), 'nh.json');
    expect(people[0]).toMatchObject({
      party: 'Unity',
      phone: '603-555-0101',
      offices: [{ role: 'lower', district: 'Lake 1', startDate: '2024-12-04' }],
      addresses: [{ city: 'Lakeview', phone: '603-555-0101' }],
      otherNames: ['A. Gale'],
    });
    expect(rows[0]).toMatchObject({ leftOut: [{ field: 'roles.1.end_date', value: '2016-12-06' }] });
  });

  it('gives the same person and the same office as the table of officials', async () => {
    const json = await read(JSON.stringify([ada]), 'nh.json');
    const csv = await read(
      'id,state,kind,role,district,name,start_date\nocd-person/x1,NH,legislature,lower,Lake 1,Ada Gale,2024-12-04\n',
    );
    const [fromJson] = getRecords(json.rows);
    const [fromCsv] = getRecords(csv.rows);
    expect(fromCsv?.id).toBe(fromJson?.id);
    expect(fromCsv?.content.offices?.[0]?.id).toBe(fromJson?.content.offices?.[0]?.id);
  });

  it('reads flat objects by the headings of tables, and refuses entries that are not objects', async () => {
    const { rows, people, remarks } = await read(
      JSON.stringify([{ firstName: 'Ada', lastName: 'Gale', address: { city: 'Lakeview' } }, 7, {}]),
      'p.json',
    );
    expect(people).toEqual([{ firstName: 'Ada', lastName: 'Gale' }]);
    expect(remarks).toEqual([
      '"p.json": "address" are lists or objects, where a plain value is read; left out.',
    ]);
    expect(describeRefusals(rows)).toEqual([
      '2 (row): is not a JSON object',
      '3 name: is missing: a first, last or full name is needed',
    ]);
  });
});

describe('a source that cannot be read as a whole', () => {
  it.each([
    ['empty.csv', '', /is empty/],
    ['blank.csv', '\n\n', /is empty/],
    ['quote.csv', 'First,Last\nAda,"Gale\n', /quotation mark opened in row 2 is never closed/],
    ['headless.csv', 'Ada,Gale,ada@example.org\n', /no heading for a name.*"Ada", "Gale"/],
    ['bad.json', '[{', /is not valid JSON/],
    ['object.json', '{"id": 1}', /contains one object: a JSON list of people is expected/],
    ['empty.json', '  ', /is empty/],
  ])('%s', async (name, content, message) => {
    await expect(read(content, name)).rejects.toThrow(message);
  });

  it('is missing, or a folder without readable files', async () => {
    return withFixtureFolder(async (folder) => {
      await expect(readPeople(`${folder.path}/nothing.csv`, options)).rejects.toThrow(
        /There is no file or folder/,
      );
      await expect(readPeople(folder.path, options)).rejects.toThrow(/has no file that ends in/);
    });
  });
});

describe('a folder', () => {
  it('is read file by file, each person once, with the file name in the row', async () => {
    return withFixtureFolder(async (folder) => {
      await folder.file('b.csv', 'id,Name\n2,Bo Gale\n1,Ada Gale\n');
      await folder.file('a.json', JSON.stringify([{ id: '1', firstName: 'Ada', lastName: 'Gale' }]));
      await folder.file('notes.md', 'not read');
      const reading = await readPeople(folder.path, options);
      const rows = await collectRows(reading);
      expect(reading.total).toBe(3);
      expect(describeRefusals(rows)).toEqual([
        'b.csv 3 (row): is of the same record as row a.json 1, which was taken',
      ]);
    });
  });
});
