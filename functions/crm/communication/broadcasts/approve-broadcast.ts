// POST /api/v1/Broadcasts/{id}/Approve
import { assertMay, type BroadcastItem } from '../../../../shared/broadcasts/broadcast.ts';
import { requireBroadcast, saveBroadcast } from '../../../../shared/broadcasts/store.ts';
import { findWriters } from '../../../../shared/broadcasts/writers.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { approveBroadcast } from './contract.ts';
import { loadAndPresent } from './present.ts';

export const handler = lambda(approveBroadcast, async (context) => {
  const { tenant, caller, params, body, now, ifMatch } = context;
  const before = await requireBroadcast(tenant, params.id);
  assertMay('approve', before);
  const isApproved = body.isApproved ?? true;
  if (isApproved && caller.kind !== 'user')
    throw conflict('A person approves a broadcast: sign in as a user.');
  if (isApproved && (await findWriters(tenant, [before])).has(caller.subject))
    throw conflict(`You wrote ${before.name}; a person who did not write or change it must approve it.`);
  const { approval: _former, ...rest } = before;
  const after: BroadcastItem = {
    ...rest,
    ...(isApproved && { approval: { by: caller.subject, date: now.toISOString() } }),
    ...{ version: before.version + 1, modifiedDate: now.toISOString() },
  };
  return write(
    [saveBroadcast(tenant, before, after, ifMatch)],
    ok(await loadAndPresent(tenant, after), { version: after.version, isComposed: true }),
  );
});
