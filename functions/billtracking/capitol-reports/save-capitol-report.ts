// POST /api/1.0/CapitolReport/save-report/{stateId}
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { toAuthor } from '../caller.ts';
import { successReply } from '../envelopes.ts';
import { buildReport } from './build-report.ts';
import { saveCapitolReport } from './contract.ts';
import { presentReport } from './present.ts';
import { insertReport } from './store.ts';

export const handler = lambda(
  saveCapitolReport,
  async ({ params, body, tenant, settings, caller, now, newId, url }) => {
    const request = { ...body, stateId: params.stateId, title: body.title ?? undefined };
    const { type, data } = await buildReport(tenant, settings, request, now);
    const { report, changes } = await insertReport(
      tenant,
      data,
      { id: newId(), reportType: type, createdBy: toAuthor(caller) },
      now,
    );
    return write(
      changes,
      successReply(presentReport(report, url), `${report.title} was created.`, { version: 1 }),
    );
  },
);
