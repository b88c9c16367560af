// A report as a file.
import { file } from '../../../shared/http/reply.ts';
import { type FormatName, formats } from './formats/format.ts';
import type { StoredReport } from './store.ts';

/** A reply with the file; a PDF is shown by the browser. */
export async function replyWithReport({ report, data, text }: StoredReport, format: FormatName) {
  const { contentType, extension, write } = formats[format];
  return file(await write(data, text), {
    contentType,
    fileName: `${report.title}, ${report.startDate} to ${report.endDate}.${extension}`,
    inline: format === 'pdf',
  });
}
