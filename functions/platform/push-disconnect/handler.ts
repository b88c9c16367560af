// $disconnect: deletes a subscriber whose connection has closed. API Gateway may not notice; push-look-after then does.
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import {
  connectionOwnerById,
  deleteConnectionOwner,
  deleteSubscriber,
} from '../../../shared/push/subscriber-connections.ts';

export const handler = async ({
  requestContext: { connectionId },
}: APIGatewayProxyWebsocketEventV2): Promise<{ readonly statusCode: number }> => {
  const platform = openPlatformStore();
  const connection = await connectionOwnerById(platform, connectionId);
  const code = parseTenantCode(connection?.tenant ?? '');
  if (code) await deleteSubscriber(platform.tenant(code), connectionId);
  if (connection) await deleteConnectionOwner(platform, connectionId);
  return { statusCode: 200 };
};
