// POST /api/1.0/activity/log/list

import { lambda } from '../../../shared/http/lambda.ts';
import { pick } from '../../../shared/values/pick.ts';
import { pageReply } from '../envelopes.ts';
import { listActivityLog } from './contract.ts';
import { findLines } from './find-lines.ts';
import type { ActivityLine } from './line.ts';

const presentLine = ({ metadata, ...line }: ActivityLine) => ({
  ...pick(line, ['id', 'userId', 'action', 'entityType', 'entityId', 'timestamp', 'recordedBy', 'isSystem']),
  ...(metadata !== undefined && { metadata: JSON.parse(metadata) }),
});

export const handler = lambda(listActivityLog, async ({ body, tenant, settings }) => {
  const { lines, total } = await findLines(tenant, body, settings.timeZone);
  return pageReply(lines.map(presentLine), body, total);
});
