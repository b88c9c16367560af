// POST /api/v1/Reports
import { lambda } from '../../../shared/http/lambda.ts';
import { created, reply, write } from '../../../shared/http/reply.ts';
import { asked } from './ask.ts';
import { requestReport } from './contract.ts';
import { shownReport } from './shown.ts';

export const handler = lambda(requestReport, async (ctx) => {
  const { changes, ...state } = await asked(ctx, ctx.body);
  const shown = shownReport(state, ctx);
  const { self } = shown.links;
  return write(
    changes,
    shown.status === 'success' ? created(shown, self) : reply(202, shown, { headers: { Location: self } }),
  );
});
