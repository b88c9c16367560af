// npm run bench: cold starts, warm requests and bundle sizes, beside the limit and the peers in the same run.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildPlatform } from '../aws/assembly.ts';
import { runCommand } from '../command/command-line.ts';
import { projectFolder } from '../contracts/registry.ts';
import { startProgress } from '../local/progress.ts';
import { type BenchArguments, readArguments, usage } from './arguments.ts';
import { measureCold } from './cold.ts';
import { rehearseAll } from './rehearsal.ts';
import { coldReport, sizesReport, warmReport } from './report.ts';
import { measureSizes } from './sizes.ts';
import { measureSignatureCheck, measureWarm } from './warm.ts';

/** The machine, as far as figures depend on it. */
const describeMachine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() || 'unnamed'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform} ${process.arch}`;

const methodText = `Every figure is of this one run, everybody in turn; what counts are the ratios, and processor time (user and system)
more than wall time. "The limit" is a handler with nothing but the SDK in our bundling that reads one item; "the same
requests" sends what ours sends, one after the other. Loads begin in a process that is up: Node's own start is not in
them. DynamoDB is a stand-in on the loopback address that answers what DynamoDB Local answered before. Peers do the same
work (tenant, token, validation, envelope, log line) and are bundled as their own documentation bundles them, three of
them by our bundling too.`;

async function measure({ parts, runs, requests }: BenchArguments, say: (what: string) => void) {
  const sections: string[] = [];
  if (parts.has('cold') || parts.has('warm')) {
    const { contenders, stop } = await rehearseAll(say);
    try {
      if (parts.has('cold'))
        sections.push(
          `## Cold start\n\nMedians of ${runs} fresh processes, in milliseconds.\n\n${coldReport(await measureCold(contenders, runs, say))}`,
        );
      if (parts.has('warm')) {
        const warm = await measureWarm(contenders, requests, say);
        sections.push(
          `## Warm requests\n\nMedians of twenty batches, ${requests} requests in all, one at a time.\n\n${warmReport(warm, measureSignatureCheck())}`,
        );
      }
    } finally {
      await stop();
    }
  }
  if (parts.has('sizes')) {
    say('bundling all functions');
    sections.push(`## Bundles\n\n${sizesReport(measureSizes((await buildPlatform()).bundles))}`);
  }
  return sections.join('\n\n');
}

async function main(args: readonly string[]): Promise<void> {
  const wanted = readArguments(args);
  if (!wanted) {
    console.log(usage);
    return;
  }
  const say = startProgress('Measuring', process.stderr);
  const sections = await measure(wanted, say);
  say.done();
  const date = new Date().toISOString().slice(0, 10);
  const text = `# What \`npm run bench\` measured\n\n${date}, on ${describeMachine()}.\n\n${methodText}\n\n${sections}\n`;
  console.log(text);
  if (!wanted.isSaved) return;
  await mkdir(join(projectFolder, 'bench'), { recursive: true });
  await writeFile(join(projectFolder, 'bench/results.md'), text);
  console.log('Written to bench/results.md.');
}

await runCommand(main, { what: 'The measurement', usage });
