// POST /api/v1/Imports
import type { Change } from '../../../shared/data/changes.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import type { Context } from '../../../shared/http/context.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { UnreadableSource } from '../../../shared/import/rows/row-source.ts';
import { detectTableFormat } from '../../../shared/import/tables/table-format.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { createImport } from './contract.ts';
import { describeFile, readPages, startReading } from './record/file-rows.ts';
import { type ImportItem, importTtl } from './record/import.ts';
import { proposeMapping } from './record/mapping.ts';
import { listOwnFields } from './record/own-fields.ts';
import { assertMayImport, presentImport } from './record/present.ts';
import { buildRun } from './record/run-item.ts';
import { callJob, importRuns, insertImport, putPage, putPart } from './record/store.ts';

type CreateContext = Context<typeof createImport>;
type Prepared = readonly [ImportItem, readonly Change[]];

/** The largest file that is read while the caller waits. */
export const MAX_BYTES_AT_ONCE = 1_000_000;
/** The most pages of it: they are stored in one transaction, with the import and what a request adds. */
const MAX_PAGES_AT_ONCE = 90;

/** The import of a file that is read at once; undefined where it has too many pages, as one of short rows has. */
async function readAtOnce(
  { tenant, body }: CreateContext,
  item: ImportItem,
  bytes: Buffer,
): Promise<Prepared | undefined> {
  const source = {
    name: item.fileName,
    async *open() {
      yield bytes;
    },
  };
  try {
    let state = startReading(await detectTableFormat(source.open));
    const pages: Change[] = [];
    for await (const read of readPages(source, state)) {
      if (pages.length === MAX_PAGES_AT_ONCE) return undefined;
      if (read.rows.length > 0) pages.push(await putPage(tenant, item, pages.length, read.rows));
      state = read.state;
    }
    const customFields = await listOwnFields(tenant, body.kind);
    return [
      {
        ...item,
        ...{ status: 'ready', rowCount: state.rows, pages: pages.length },
        columns: proposeMapping(body.kind, state.columns, customFields),
        remarks: describeFile(item.fileName, state),
      },
      pages,
    ];
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    throw invalid([{ code: 'INVALID_FORMAT', message: error.message, target: 'content' }]);
  }
}

/** The import of a larger file, or of one with more pages, which the job reads. */
async function readLater(context: CreateContext, item: ImportItem, bytes: Buffer): Promise<Prepared> {
  const { tenant, newId, receivedAt } = context;
  const { part, changes } = await putPart(tenant, item, 1, bytes);
  const reading: ImportItem = { ...item, status: 'reading', parts: [part] };
  const run = buildRun(item, 'read', newId(), receivedAt);
  return [reading, [...changes, importRuns.put(tenant, undefined, run), callJob(tenant, item, newId())]];
}

export const handler = lambda(createImport, async (context) => {
  const { tenant, body, caller, now, receivedAt, newId, url } = context;
  assertMayImport(context, body.kind);
  const { kind, fileName, source, content } = body;
  const moment = now.toISOString();
  const empty: ImportItem = {
    ...{ type: 'import', id: newId(), kind, fileName, ...omitUndefined({ source }), status: 'uploading' },
    ...{ parts: [], columns: [], remarks: [], rowCount: 0, pages: 0 },
    ...{ createdBy: caller.subject, createdDate: moment, modifiedDate: moment, version: 1 },
    ttl: importTtl(receivedAt),
  };
  const [item, changes] = !content
    ? [empty, []]
    : (content.length <= MAX_BYTES_AT_ONCE && (await readAtOnce(context, empty, content))) ||
      (await readLater(context, empty, content));
  return write(
    [insertImport(tenant, item), ...changes],
    created(presentImport(item), url(`/api/v1/Imports/${item.id}`), {
      version: item.version,
      isComposed: true,
    }),
  );
});
