// GET /api/1.0/CapitolReport/report/{id}/{format}
import { lambda } from '../../../shared/http/lambda.ts';
import { file } from '../../../shared/http/reply.ts';
import { getCapitolReportFile } from './contract.ts';
import { formats } from './formats/format.ts';
import { requireReport } from './store.ts';

export const handler = lambda(getCapitolReportFile, async ({ params, tenant }) => {
  const { report, data, text } = await requireReport(tenant, params.id);
  const { contentType, extension, write } = formats[params.format];
  return file(await write(data, text), {
    contentType,
    fileName: `${report.title}, ${report.startDate} to ${report.endDate}.${extension}`,
    inline: params.format === 'pdf',
  });
});
