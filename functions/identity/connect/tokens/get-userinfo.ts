// GET /connect/userinfo
import { lambda } from '../../../../shared/http/lambda.ts';
import { getUserinfo } from './contract.ts';
import { presentUserinfo } from './userinfo.ts';

export const handler = lambda(getUserinfo, ({ platform, request, now }) =>
  presentUserinfo(platform, request, now),
);
