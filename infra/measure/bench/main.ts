// npm run bench: cold starts, warm requests and bundle sizes, compared with the limit and the peers in the same run.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildPlatform } from '../../aws/stacks/assembly.ts';
import { runCommand } from '../../command/command-line.ts';
import { projectFolder } from '../../contracts/registry.ts';
import { startProgress } from '../../local/progress.ts';
import { type BenchArguments, readArguments, usage } from './arguments.ts';
import { measureCold } from './cold.ts';
import { formatContention } from './contention.ts';
import { measureImport } from './import.ts';
import { rehearseAll } from './rehearsal.ts';
import { coldReport, signInReport, sizesReport, warmReport } from './report.ts';
import { measureSandbox } from './sandbox.ts';
import { measureSignIn } from './sign-in.ts';
import { measureSizes } from './sizes.ts';
import { measureSignatureCheck, measureWarm } from './warm.ts';

/** The properties of the machine that the figures depend on. */
const describeMachine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() || 'unnamed'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform} ${process.arch}`;

const methodText = `All figures are from this run, contenders taking turns; the ratios count, and processor time (user and system) more than
wall time. "The limit" is a handler with only the SDK, bundled like ours, that reads one item; "the same requests" sends
what ours sends, one after the other. Load times exclude the start of Node itself. DynamoDB is a stand-in on the loopback
address that replays replies of DynamoDB Local. Peers do the same work (tenant, token, validation, envelope, log line)
and are bundled as their own documentation says, three of them by our bundler too.`;

const tlsText = `As on AWS, all contenders connect by TLS, to a name. The certificate is made for the run, and nobody checks it.
Our functions have the environment variables that they have on AWS.`;

async function measure({ parts, runs, requests }: BenchArguments, say: (what: string) => void) {
  const sections: string[] = [];
  if (parts.has('cold') || parts.has('warm')) {
    const { contenders, contendersByTls, stop } = await rehearseAll(say);
    try {
      if (parts.has('cold'))
        sections.push(
          `## Cold start\n\nMedians of ${runs} fresh processes, in milliseconds.\n\n${coldReport(await measureCold(contenders, runs, say))}`,
          `## Cold start with TLS\n\n${tlsText} Medians of ${runs} fresh processes, in milliseconds.\n\n${coldReport(await measureCold(contendersByTls, runs, say))}`,
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
  if (parts.has('sign-in'))
    sections.push(
      `## Signing in\n\nMedians of ${runs} sign-ins of each kind against DynamoDB Local, the whole local platform in one process.\n\n${signInReport(await measureSignIn(runs, say))}`,
    );
  if (parts.has('sandbox'))
    sections.push(
      `## Content of callers\n\nMedians of ${runs} processes with twenty calls each, in milliseconds ([the sandbox](../sandbox.md)).\n\n${await measureSandbox(runs, say)}`,
    );
  if (parts.has('sizes')) {
    say('bundling all functions');
    sections.push(`## Bundles\n\n${sizesReport(measureSizes((await buildPlatform()).bundles))}`);
  }
  return sections.join('\n\n');
}

async function report(text: string, name: string, { isSaved }: BenchArguments): Promise<void> {
  console.log(text);
  if (!isSaved) return;
  await mkdir(join(projectFolder, 'docs/performance'), { recursive: true });
  await writeFile(join(projectFolder, `docs/performance/${name}.md`), text);
  console.log(`Written to docs/performance/${name}.md.`);
}

async function main(args: readonly string[]): Promise<void> {
  const request = readArguments(args);
  if (request.isSimulation) return report(formatContention(), 'contention', request);
  const say = startProgress('Measuring', process.stderr);
  const measured = request.isImport ? await measureImport(request.rows, say) : await measure(request, say);
  say.done();
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${date}, on ${describeMachine()}.`;
  if (request.isImport)
    return report(
      `# What \`npm run bench -- import\` measured\n\n${machine}\n\n${measured}\n`,
      'import',
      request,
    );
  const text = `# What \`npm run bench\` measured\n\n${machine}\n\n${methodText}\n\n${measured}\n`;
  await report(text, 'speed', request);
}

await runCommand(main, { what: 'The measurement', usage });
