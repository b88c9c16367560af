// POST /api/v1/MailSeries
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { listSeries, saveSeries } from '../../../../shared/mail-series/series.ts';
import { buildSeries } from './build-series.ts';
import { createMailSeries } from './contract.ts';
import { presentSeries } from './present.ts';

/** A merge looks for a person in each series of the tenant. */
const MAX_SERIES = 50;

export const handler = lambda(createMailSeries, async ({ tenant, caller, body, now, newId, url }) => {
  const [content, all] = await Promise.all([buildSeries(tenant, body), listSeries(tenant)]);
  if (all.length >= MAX_SERIES)
    throw conflict(`There are ${MAX_SERIES} series, which is the maximum; use one of them again.`);
  const draft = { ...content, status: 'draft' as const, steps: [], createdBy: caller.subject };
  const after = nextVersion('mail-series', newId(), draft, undefined, now);
  return write(
    [saveSeries(tenant, undefined, after)],
    created(await presentSeries(tenant, after), url(`/api/v1/MailSeries/${after.id}`), {
      version: after.version,
      isComposed: true,
    }),
  );
});
