// The peak memory of exports of all people, each in a process of its own with the limits of its function.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { TenantStore } from '../../../shared/data/store.ts';
import { formatTable } from '../bench/markdown-table.ts';
import type { Caller } from './growth-calls.ts';

/** An export of all people. */
export interface ExportMeasurement {
  readonly format: string;
  readonly rows: number;
  readonly files: number;
  /** The peak resident memory of the process in MB, about 150 of which are Node and the loaded code. */
  readonly megabytes: number;
}

/** The memory of the function in MB (infra/aws/needs.ts), of which Lambda gives Node these shares. */
const FUNCTION_MEMORY = 512;
const nodeLimits = [
  `--max-old-space-size=${Math.floor(FUNCTION_MEMORY * 0.9)}`,
  `--max-semi-space-size=${Math.floor(FUNCTION_MEMORY * 0.05)}`,
];

const processFile = fileURLToPath(new URL('./export-process.ts', import.meta.url));

const Started = z.object({ id: z.string() });
const Made = z.object({
  status: z.literal('success'),
  progress: z.object({ rows: z.int() }),
  files: z.array(z.unknown()),
});

/**
 * Exports all people in each format, with all columns.
 * @throws Error when an export does not succeed
 */
export async function measureExports(
  { code }: TenantStore,
  call: Caller,
  say: (what: string) => void,
): Promise<ExportMeasurement[]> {
  const measured: ExportMeasurement[] = [];
  for (const format of ['csv', 'xlsx', 'jsonl']) {
    say(`exporting all people as ${format}`);
    const { id } = Started.parse(
      (await call('POST', 'crm', '/api/v1/Exports', { list: 'people', format })).body,
    );
    const child = fork(processFile, [code, id], { execArgv: [...process.execArgv, ...nodeLimits] });
    const ended = once(child, 'exit').then(([status]) => {
      throw new Error(`The export as ${format} ended with ${status}`);
    });
    const [megabytes] = await Promise.race([once(child, 'message'), ended]);
    await ended.catch(() => undefined);
    const { progress, files } = Made.parse((await call('GET', 'crm', `/api/v1/Exports/${id}`)).body);
    measured.push({ format, rows: progress.rows, files: files.length, megabytes: Number(megabytes) });
  }
  return measured;
}

/** Formats the measurements as a table. */
export const formatExports = (exports: readonly ExportMeasurement[]): string =>
  [
    `Exports of all people with all columns, each in a process with the limits of a function of ${FUNCTION_MEMORY} MB:`,
    '',
    formatTable(
      ['Format', 'people', 'files', 'peak memory'],
      exports.map(({ format, rows, files, megabytes }) => [
        format,
        String(rows),
        String(files),
        `${megabytes} MB`,
      ]),
    ),
  ].join('\n');
