// POST /connect/userinfo
import { lambda } from '../../../../shared/http/lambda.ts';
import { postUserinfo } from './contract.ts';
import { presentUserinfo } from './userinfo.ts';

export const handler = lambda(postUserinfo, ({ body, platform, request, now }) =>
  presentUserinfo(platform, request, now, body.access_token),
);
