// The peer on the event handler of Powertools for AWS Lambda.
import { Router } from '@aws-lambda-powertools/event-handler/http';
import type { Context } from 'aws-lambda';
import { admitCaller, buildErrorEnvelope, getAwardDetail, logRequest } from './work.ts';

const app = new Router<{ store: { request: { prefix: string } } }>();

app.use(async ({ reqCtx, next }) => {
  const startedAt = performance.now();
  await next();
  logRequest(`GET ${reqCtx.route}`, reqCtx.res.status, startedAt);
});
app.use(async ({ reqCtx, next }) => {
  const { headers } = reqCtx.req;
  reqCtx.set(
    'prefix',
    await admitCaller(headers.get('tenant-code') ?? undefined, headers.get('authorization') ?? undefined),
  );
  await next();
});
app.get('/api/v1/Awards/:id', async (reqCtx) => {
  const { body, etag } = await getAwardDetail(reqCtx.get('prefix') ?? '', reqCtx.params);
  return Response.json(body, { headers: { ETag: etag } });
});
app.errorHandler(Error, async (error) => {
  const { status, body } = buildErrorEnvelope(error);
  return Response.json(body, { status });
});

export const handler = (event: unknown, context: Context) => app.resolve(event, context);
