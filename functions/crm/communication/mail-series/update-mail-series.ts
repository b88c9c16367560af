// PUT /api/v1/MailSeries/{id}
import type { BroadcastItem } from '../../../../shared/broadcasts/broadcast.ts';
import { saveBroadcast } from '../../../../shared/broadcasts/store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { assertAllows, requireSeries, saveSeries } from '../../../../shared/mail-series/series.ts';
import { assertMayChange, buildSeries } from './build-series.ts';
import { updateMailSeries } from './contract.ts';
import { loadSteps, presentSeries } from './present.ts';

export const handler = lambda(updateMailSeries, async ({ tenant, caller, params, body, now, ifMatch }) => {
  const before = await requireSeries(tenant, params.id);
  assertAllows('change', before);
  assertMayChange(before, caller);
  const [content, broadcasts] = await Promise.all([buildSeries(tenant, body), loadSteps(tenant, before)]);
  const { status, steps, createdBy, startedBy } = before;
  const after = nextVersion(
    ...(['mail-series', before.id, { ...content, status, steps, createdBy, startedBy }] as const),
    before,
    now,
  );
  // What a mail needs of the series is stored with the broadcast that its step is.
  const written = broadcasts.map(({ topicId: _topic, replyTo: _reply, ...rest }): BroadcastItem => {
    const { listId, topicId, replyTo } = content;
    return {
      ...{ ...rest, listIds: listId === undefined ? [] : [listId] },
      ...(topicId !== undefined && { topicId }),
      ...(replyTo !== undefined && { replyTo }),
      ...{ version: rest.version + 1, modifiedDate: now.toISOString() },
    };
  });
  return write(
    [
      saveSeries(tenant, before, after, ifMatch),
      ...broadcasts.flatMap((broadcast, index) => {
        const next = written[index];
        return next ? [saveBroadcast(tenant, broadcast, next)] : [];
      }),
    ],
    ok(await presentSeries(tenant, after, written), { version: after.version, isComposed: true }),
  );
});
