// Imports of organizations over HTTP, with their hierarchy (docs/interface/crm.md#imports).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as sweep } from '../../../functions/crm/jobs/sweep-imports/handler.ts';
import { commit } from '../../../shared/data/changes.ts';
import { takeTurn, turnKey } from '../../../shared/directory/record/import-turn.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createImports, type Imports } from './import-over-http.ts';

let platform: TestPlatform;
let imports: Imports;
const kind = { kind: 'organizations', fileName: 'chapters.csv' } as const;

beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
});
afterAll(() => platform.stop());

const findOrganizations = async (searchText: string) => {
  const path = '/api/v1/organization/OrganizationPagingList';
  const options = { tenant: 'demo', token: imports.token, body: { filter: { searchText } } };
  return (await platform.call('POST', 'crm', path, options)).body.data;
};

describe('an import of organizations', () => {
  it('links parents of any page of the file, and refuses a cycle with its path', async () => {
    const chapters = Array.from(
      { length: 210 },
      (_, index) => `${index},Chapter ${index} Treeford,Union Treeford`,
    );
    const file = [
      'ID,Name,Parent',
      ...chapters,
      'u,Union Treeford,',
      'x,Ring A Treeford,Ring B Treeford',
      'y,Ring B Treeford,Ring A Treeford',
      'z,Lost Treeford,Nobody Treeford',
    ].join('\n');
    const { id } = await imports.create(file, kind);
    const checked = await imports.run(id, { dryRun: true });
    expect(checked.check).toMatchObject({ created: 212, refused: 2, leftOut: 1 });
    expect((await imports.run(id)).result).toEqual(checked.check);
    const refusals = (await imports.send('GET', `/${id}/Refusals`)).text;
    expect(refusals).toContain('is part of a cycle: Ring A Treeford > Ring B Treeford > Ring A Treeford');
    expect(refusals).toContain('"215","left out","Parent","Nobody Treeford"');
    const [union] = await findOrganizations('Union Treeford');
    const [chapter] = await findOrganizations('Chapter 209 Treeford');
    expect(chapter.parentId).toBe(union.id);
    const again = await imports.run((await imports.create(file, kind)).id);
    expect(again.result).toMatchObject({ created: 0, unchanged: 212 });
  });

  it('waits while another import changes the hierarchy, and then goes on', async () => {
    const tenant = platform.store('demo');
    await commit([takeTurn(turnKey(tenant, 'organizations'), 'another import', Date.now())]);
    const { id } = await imports.create('Name\nWaitville Council\n', kind);
    expect(await imports.run(id)).toMatchObject({ status: 'running', progress: { rows: 0 } });
    await sweep(undefined, undefined, () => new Date(Date.now() + 70_000));
    expect(await imports.get(id)).toMatchObject({ status: 'done', result: { created: 1 } });
    expect(await tenant.get(turnKey(tenant, 'organizations'), { consistent: true })).toBeUndefined();
  });

  it('needs no permission to see addresses of people', async () => {
    const token = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.imports.write'] });
    const content = Buffer.from('Name\nOpen Council\n').toString('base64');
    expect((await imports.send('POST', '', { ...kind, content }, token)).status).toBe(201);
  });
});
