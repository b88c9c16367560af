// GET /api/v1/Public/Credentials/{tenantCode}/StatusLists/{list}
import { encodeStatusList } from '../../../shared/credentials/encode-status-list.ts';
import { unsealIssuerKey } from '../../../shared/credentials/issuer-key.ts';
import { signCredential } from '../../../shared/credentials/sign.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listRevokedIndexes, statusListLength } from '../records/certifications/status-list.ts';
import { getStatusList } from './contract.ts';
import { requireIssuer } from './open-badge/issuer.ts';
import { buildStatusList, startOfUtcDay } from './open-badge/open-badge.ts';

export const handler = lambda(getStatusList, async ({ params, platform, receivedAt, url }) => {
  const { tenant, storedKey, issuer } = await requireIssuer(platform, params.tenantCode, url);
  if (!/^(0|[1-9]\d{0,8})$/.test(params.list)) throw notFound('status list', params.list.slice(0, 60));
  const list = Number(params.list);
  const indexes = await listRevokedIndexes(tenant, list);
  const unsigned = buildStatusList(
    list,
    await encodeStatusList(statusListLength, indexes),
    issuer,
    receivedAt,
  );
  const key = await unsealIssuerKey(tenant, storedKey);
  return ok(await signCredential(unsigned, key, startOfUtcDay(receivedAt)), {
    headers: { 'Cache-Control': 'public, max-age=300' },
  });
});
