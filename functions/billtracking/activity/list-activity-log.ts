// POST /api/1.0/activity/log/list
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { pageReply } from '../envelopes.ts';
import { listActivityLog } from './contract.ts';
import { findLines } from './find-lines.ts';
import type { ActivityLine } from './line.ts';

const presentLine = ({
  id,
  userId,
  action,
  entityType,
  entityId,
  timestamp,
  metadata,
  recordedBy,
}: ActivityLine) => ({
  id,
  userId,
  action,
  entityType,
  entityId,
  timestamp,
  ...omitUndefined({ metadata: metadata === undefined ? undefined : JSON.parse(metadata), recordedBy }),
});

export const handler = lambda(listActivityLog, async ({ body, tenant, settings }) => {
  const { lines, total } = await findLines(tenant, body, settings.timeZone);
  return pageReply(lines.map(presentLine), body, total);
});
