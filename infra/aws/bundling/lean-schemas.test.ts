// What a bundle leaves out of a contract, and that nothing uses it at run time.
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectFolder } from '../../contracts/registry.ts';
import { namesOnly } from './content-names.ts';
import { copyModules } from './module-copies.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'rostrum-lean-')), 'functions');
  await mkdir(folder);
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const contract = `import * as z from 'zod';
import { declareParts, endpoint } from './endpoint.ts';
const Tree = z.object({ heightOfTree: z.number() }).meta({ id: 'Tree' });
const treeQuery = z.object({ wishedHeight: z.number() }).strict();
const hidden: z.ZodType = z.object({ neverAsked: z.string() });
export const getTree = endpoint({ method: 'GET', query: treeQuery, responses: { 200: { body: Tree } } });
const responses = { 200: { body: Tree } };
const { leaf, root: base } = declareParts({ leaf: 'leafOfTree', root: 'rootOfTree' });
const { stem, ...others } = declareParts({ stem: 'stemOfTree', bark: 'barkOfTree' });
export const listOthers = endpoint({ method: 'GET', query: z.object(others), responses: {} });
export const shapeOfQuery = z.object({ shapeOfTree: z.string() }).shape;
export const listParts = endpoint({ method: 'GET', query: z.object({ leaf }), responses: {} });
export const countRings = endpoint({ method: 'GET', responses });
export const cutTree = endpoint({ method: 'POST', body: z.object({ withWhat: z.string() }), responses: {} });
`;

/** The text of a bundle of a module in the folder. */
async function bundle(name: string, hasNamesOnly = false): Promise<string> {
  const file = join(folder, name);
  const copies = await copyModules([file]);
  try {
    const { outputFiles } = await build({
      entryPoints: [copies.getCopy(file)],
      ...{ bundle: true, format: 'esm', external: ['#linked/*'], write: false },
      // A constant condition leaves only what is used.
      minifySyntax: true,
      define: { [namesOnly]: String(hasNamesOnly) },
      loader: { '.mts': 'ts' },
    });
    return outputFiles[0]?.text ?? '';
  } finally {
    await copies.remove();
  }
}

async function bundleHandler(handler: string): Promise<string> {
  await writeFile(join(folder, 'contract.ts'), contract);
  await writeFile(
    join(folder, 'endpoint.ts'),
    'export const endpoint = <T>(config: T): T => config; export const declareParts = endpoint;',
  );
  await writeFile(join(folder, 'handler.ts'), handler);
  return bundle('handler.ts');
}

it('keeps the request of the endpoint that is used, and neither its replies nor its neighbours', async () => {
  const text = await bundleHandler(
    `import { getTree } from './contract.ts'; export const handler = getTree;`,
  );
  expect(text).toContain('wishedHeight');
  expect(text).not.toMatch(/heightOfTree|neverAsked|withWhat/);
});

it('keeps the other endpoint when that one is used', async () => {
  const text = await bundleHandler(`export { cutTree } from './contract.ts';`);
  expect(text).toContain('withWhat');
  expect(text).not.toMatch(/heightOfTree|wishedHeight/);
});

it('leaves out what is taken from a result that nothing uses, and keeps it where one name is used', async () => {
  const unused = await bundleHandler(`export { cutTree } from './contract.ts';`);
  expect(unused).not.toContain('leafOfTree');
  expect(unused).not.toMatch(/barkOfTree|shapeOfTree/);
  const used = await bundleHandler(`export { listParts, listOthers } from './contract.ts';`);
  expect(used).toContain('leafOfTree');
  expect(used).toContain('barkOfTree');
});

it('leaves out replies that are declared by their name alone', async () => {
  const text = await bundleHandler(`export { countRings } from './contract.ts';`);
  expect(text).toContain('method: "GET"');
  expect(text).not.toMatch(/heightOfTree/);
});

it('no code that runs in a function reads values by the schema of a stored record, of which bundles have the names', async () => {
  for (const room of ['functions', 'shared']) {
    const files = await readdir(join(projectFolder, room), { recursive: true });
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
      const text = await readFile(join(projectFolder, room, file), 'utf8');
      expect(text, `${room}/${file}`).not.toMatch(
        /\b\w*(Content|FieldsRequest)\.(safeParse|parse)(Async)?\(|fitsSchema\(\w*(Content|FieldsRequest)\b/,
      );
    }
  }
});

it("has the names of a stored record's fields in place of its schema, where the build has names only", async () => {
  await writeFile(
    join(folder, 'tree.ts'),
    `import * as z from 'zod';
const common = { height: z.number() };
export const TreeContent = z.strictObject({ ...common, kind: z.string() });`,
  );
  await writeFile(
    join(folder, 'names.ts'),
    `import { TreeContent } from './tree.ts'; export const names = Object.keys(TreeContent.shape);`,
  );
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  expect(await bundle('names.ts')).toContain('strictObject');
  const text = await bundle('names.ts', true);
  expect(text).not.toContain('strictObject');
  expect(text).toMatch(/height: !0,\s*kind: !0/);
});

it('no code that runs in a function reads the replies of a contract', async () => {
  for (const room of ['functions', 'shared']) {
    const files = await readdir(join(projectFolder, room), { recursive: true });
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
      const text = await readFile(join(projectFolder, room, file), 'utf8');
      expect(text, `${room}/${file}`).not.toMatch(/\.responses\b|\bresponses[ ,}].*=\s*contract/);
    }
  }
});
