// What is uploaded: each function's code within Lambda's quotas, and the pipeline's artifact within CloudFormation's.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../../infra/contracts/registry.ts';
import type { Deployment } from './deployment.ts';

const megabyte = 1024 * 1024;

interface FolderSize {
  readonly bytes: number;
  readonly zipped: number;
}

const deflate = promisify(deflateRaw);
/** By checksum: bundles share most of their files. */
const zippedSizes = new Map<string, number>();

async function measureFile(path: string): Promise<FolderSize> {
  const content = await readFile(path);
  const checksum = createHash('sha256').update(content).digest('base64url');
  const known = zippedSizes.get(checksum);
  // The quickest compression takes a third of the time and leaves a tenth more.
  // 150 bytes for a file's entries in the archive, where its name stands twice.
  const zipped = known ?? (await deflate(content, { level: 1 })).length + 150;
  zippedSizes.set(checksum, zipped);
  return { bytes: content.length, zipped };
}

async function measureFolder(folder: string): Promise<FolderSize> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let size: FolderSize = { bytes: 0, zipped: 0 };
  for (const entry of entries.filter((one) => one.isFile())) {
    const { bytes, zipped } = await measureFile(join(entry.parentPath, entry.name));
    size = { bytes: size.bytes + bytes, zipped: size.zipped + zipped };
  }
  return size;
}

/** The tests of what is uploaded. */
export function testArtifacts(deployment: Deployment): void {
  describe('what is uploaded', () => {
    const sizes = new Map<string, FolderSize>();
    const measure = async (folder: string) => {
      const size = sizes.get(folder) ?? (await measureFolder(folder));
      sizes.set(folder, size);
      return size;
    };

    // AWS Lambda Developer Guide, quotas: 250 MB unzipped with all layers, 50 MB zipped.
    it("stays within Lambda's quotas for each function with its layer", async () => {
      for (const [name, { folder, typefaces }] of deployment.bundles) {
        const own = await measure(folder);
        const layer = typefaces === undefined ? { bytes: 0, zipped: 0 } : await measure(typefaces);
        expect(own.bytes + layer.bytes, name).toBeLessThan(100 * megabyte);
        expect(Math.max(own.zipped, layer.zipped), name).toBeLessThan(40 * megabyte);
        // The typefaces are in the layer alone.
        expect(own.bytes, name).toBeLessThan(10 * megabyte);
      }
    }, 300_000);

    // AWS CodePipeline User Guide, quotas: 256 MB for an input artifact of a CloudFormation action. Every action of the
    // pipeline gets the whole output of the synthesis: all assets, and the templates of three environments.
    it("is less than 224 MB together with the templates, which CloudFormation's actions get", async () => {
      const folders = new Set(
        [...deployment.bundles.values()].flatMap(({ folder, typefaces }) => [folder, typefaces ?? folder]),
      );
      let assets = 0;
      for (const folder of folders) assets += (await measure(folder)).zipped;
      const templates = [...deployment.templates.values()].map((one) => Buffer.from(JSON.stringify(one)));
      let descriptions = 0;
      for (const template of templates) descriptions += (await deflate(template)).length;
      console.log(
        `the pipeline's artifact: ${Math.round(assets / megabyte)} MB of assets, ${Math.round((3 * descriptions) / 1024)} KB of templates`,
      );
      // Twice the templates: the assembly describes each construct once more.
      expect(assets + 2 * 3 * descriptions).toBeLessThan(224 * megabyte);
    }, 300_000);

    it('is built outside of the folder that the pipeline passes on', () => {
      for (const { folder, typefaces = folder } of deployment.bundles.values())
        for (const each of [folder, typefaces])
          expect(each.startsWith(join(projectFolder, 'build'))).toBe(true);
    });
  });
}
