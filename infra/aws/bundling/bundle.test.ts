// Bundling: the same sources give the same bytes, and a bundle is rebuilt only when necessary.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectFolder } from '../../contracts/registry.ts';
import { type BundleEntry, bundleFunctions } from './bundle.ts';

const entry: BundleEntry = {
  name: 'one',
  file: 'infra/aws/gateway/unrouted.ts',
  constants: { AREA: 'crm', ROUTES: [{ method: 'GET', path: '/api/v1/Trees' }] },
};

let outputFolder: string;
beforeEach(async () => {
  outputFolder = await mkdtemp(join(tmpdir(), 'rostrum-bundles-'));
});
afterEach(() => rm(outputFolder, { recursive: true, force: true }));

const readContents = async (folder: string): Promise<Record<string, string>> => {
  const files = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)),
  );
};

it('writes the same files for the same sources, in any folder and at any time', async () => {
  const first = await bundleFunctions([entry], join(outputFolder, 'a'));
  const second = await bundleFunctions([entry, { ...entry, name: 'two' }], join(outputFolder, 'b'));
  const contents = await readContents(first.get('one')?.folder ?? '');
  expect(Object.keys(contents)).toContain('index.mjs');
  expect(await readContents(second.get('one')?.folder ?? '')).toEqual(contents);
  expect(await readContents(second.get('two')?.folder ?? '')).toEqual(contents);
});

it('keeps a current bundle, rebuilds a changed one, and removes one whose function no longer exists', async () => {
  await bundleFunctions([entry, { ...entry, name: 'two' }], outputFolder);
  const index = join(outputFolder, 'one', 'index.mjs');
  const { ino } = await stat(index);
  await bundleFunctions([entry], outputFolder);
  expect((await stat(index)).ino).toBe(ino);
  expect((await readdir(outputFolder)).sort()).toEqual(['one', 'one.json']);
  const before = await readFile(index, 'utf8');
  await bundleFunctions([{ ...entry, constants: { AREA: 'crm', ROUTES: [] } }], outputFolder);
  expect(await readFile(index, 'utf8')).not.toBe(before);
});

it('lists the sources in a bundle', async () => {
  const bundle = (await bundleFunctions([entry], outputFolder)).get('one');
  expect(bundle?.sources).toContain('shared/http/envelopes/failure-reply.ts');
  const holds = (part: string) => [...(bundle?.sources ?? [])].some((source) => source.includes(part));
  // It calls no function, and touches no table.
  expect([holds('node_modules/@aws-sdk/'), holds('infra/contracts/routes.ts')]).toEqual([false, true]);
  expect(bundle?.hashesPasswords).toBe(false);
});

it('finds the packages of a folder that has its own', async () => {
  // As infra/measure/bench has the peers of `npm run bench`.
  const folder = await mkdtemp(join(projectFolder, 'build', 'own-packages-'));
  try {
    const installed = join(folder, 'node_modules', 'own-package');
    await mkdir(join(folder, 'inner'));
    await mkdir(installed, { recursive: true });
    await writeFile(join(installed, 'package.json'), '{"name":"own-package","main":"index.js"}');
    await writeFile(join(installed, 'index.js'), "exports.greeting = 'from its own package';");
    const file = join(folder, 'inner', 'peer.ts');
    await writeFile(
      file,
      "import { greeting } from 'own-package';\nexport const handler = () => greeting;\n",
    );
    const bundle = (await bundleFunctions([{ name: 'peer', file }], outputFolder)).get('peer');
    const { handler } = await import(pathToFileURL(join(bundle?.folder ?? '', 'index.mjs')).href);
    expect(handler()).toBe('from its own package');
    // Only the link to them was removed with the copies.
    expect(await readdir(installed)).toHaveLength(2);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('prints in a process of its own, without the sources, and finds the typefaces of other scripts in the layer', async () => {
  const pdf = { name: 'pdf', file: 'functions/training/credentials/certificate/render-certificates.ts' };
  const bundle = (await bundleFunctions([pdf], outputFolder)).get('pdf') ?? expect.fail('It is not built');
  const layer = bundle.typefaces ?? expect.fail('It has no layer');
  const files = await readdir(layer, { recursive: true });
  // The license is in the same folder as the typeface (OFL 1.1, condition 2).
  expect(files).toContain(
    join('nodejs', 'node_modules', '@fontsource-variable', 'noto-serif-thai', 'LICENSE'),
  );
  const script = `
    const { renderCertificate } = await import(${JSON.stringify(join(bundle.folder, 'index.mjs'))});
    const view = {
      issuer: 'Cascadia', award: 'Clerk', awardedDate: '2026-03-14', validFrom: '2026-03-14',
      certificateNumber: '1', verificationUrl: 'https://x.example/1', paper: 'A4',
    };
    for (const holder of ['Bo Ek', 'สมชาย']) {
      const text = Buffer.from(await renderCertificate({ ...view, holder })).toString('latin1');
      console.log(text.includes('noto-serif-thai'));
    }`;
  // Lambda's Node has this variable (Lambda Developer Guide, "Packaging layer content").
  const env = { ...process.env, NODE_PATH: join(layer, 'nodejs', 'node_modules') };
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: outputFolder,
    env,
  });
  expect(printed.toString('utf8').trim().split('\n')).toEqual(['false', 'true']);
  // Without the typefaces: they are copied to a new instance only once, as a layer.
  expect(bundle.bytes).toBeLessThan(4_000_000);
});

it('has no layer unless it prints', async () => {
  expect((await bundleFunctions([entry], outputFolder)).get('one')).not.toHaveProperty('typefaces');
});

it('names the source of an error, and not the copy that the bundler reads', async () => {
  const file = join(outputFolder, 'broken.ts');
  await writeFile(file, "import { absent } from './missing.ts';\nexport const handler = absent;\n");
  const failure = await bundleFunctions([{ name: 'broken', file }], join(outputFolder, 'a')).catch(String);
  expect(failure).toMatch(/broken\.ts:1:\d+: ERROR: Could not resolve ".*missing\.ts"/);
  expect(failure).not.toContain('modules-');
});
