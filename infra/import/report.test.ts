// Proves what the report of an import contains.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withFixtureFolder } from './read/fixture.ts';
import { createReport } from './report.ts';

const problem = (value: string) => ({ field: 'Email', reason: 'is not an email address', value });

describe('the report', () => {
  it('counts per kind and shows the first twenty refusals', () => {
    const report = createReport(['people']);
    report.count('people', 'created');
    report.count('people', 'unchanged');
    for (let row = 2; row < 27; row += 1) report.refuse('people', String(row), [problem('x')]);
    const lines = report.lines('.data/imports/a.csv');
    expect(lines[0]).toMatch(/created +updated +unchanged +refused/);
    expect(lines[1]).toMatch(/^people +1 +0 +1 +25$/);
    expect(lines).toContain('  people row 2, Email: is not an email address ("x")');
    expect(lines).toContain('  and 5 more');
    expect(lines.at(-1)).toBe('All are in .data/imports/a.csv.');
    expect(lines.filter((line) => line.startsWith('  people row'))).toHaveLength(20);
  });

  it('writes every refusal and every left-out value to a separate file that is safe to open in a spreadsheet', async () => {
    return withFixtureFolder(async (folder) => {
      const report = createReport(['people']);
      report.refuse('people', '2', [problem('=1+1')]);
      report.leaveOut('people', '3', [problem('y')]);
      const file = await report.write(
        `${folder.path}/imports`,
        'people',
        new Date('2026-01-02T03:04:05.678Z'),
      );
      expect(file).toBe(`${folder.path}/imports/2026-01-02T03-04-05-678Z-people.csv`);
      expect((await readFile(file ?? '', 'utf8')).trim().split('\n')).toEqual([
        'kind,row,outcome,field,reason,value',
        "people,2,refused,Email,is not an email address,'=1+1",
        'people,3,left out,Email,is not an email address,y',
      ]);
    });
  });

  it('writes nothing when nothing was refused', async () => {
    return withFixtureFolder(async (folder) => {
      const report = createReport(['people']);
      report.count('people', 'created');
      expect(await report.write(folder.path, 'people', new Date(0))).toBeUndefined();
      expect(report.lines(undefined)).toHaveLength(2);
    });
  });
});
