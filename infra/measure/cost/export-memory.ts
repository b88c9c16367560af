// The peak memory of exports of all people, each in a process of its own with the limits of its function.
import * as z from 'zod';
import type { TenantStore } from '../../../shared/data/store.ts';
import { formatTable } from '../bench/markdown-table.ts';
import { FUNCTION_MEMORY, measureMemory } from './function-memory.ts';
import type { Caller } from './growth-calls.ts';

/** An export of all people. */
export interface ExportMeasurement {
  readonly format: string;
  readonly rows: number;
  readonly files: number;
  /** The peak resident memory of the process. */
  readonly megabytes: number;
}

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
    const megabytes = await measureMemory(new URL('./export-process.ts', import.meta.url), [code, id]);
    const { progress, files } = Made.parse((await call('GET', 'crm', `/api/v1/Exports/${id}`)).body);
    measured.push({ format, rows: progress.rows, files: files.length, megabytes });
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
