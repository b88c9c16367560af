// The peer on Hono, behind its own adapter for AWS Lambda.
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { admitCaller, buildErrorEnvelope, getAwardDetail, logRequest } from './work.ts';

const app = new Hono<{ Variables: { prefix: string } }>();

app.use(async (context, next) => {
  const startedAt = performance.now();
  await next();
  logRequest(`GET ${context.req.path}`, context.res.status, startedAt);
});
app.use(async (context, next) => {
  context.set(
    'prefix',
    await admitCaller(context.req.header('tenant-code'), context.req.header('authorization')),
  );
  await next();
});
app.get('/api/v1/Awards/:id', async (context) => {
  const { body, etag } = await getAwardDetail(context.get('prefix'), context.req.param());
  context.header('ETag', etag);
  return context.json(body);
});
app.onError((error) => {
  const { status, body } = buildErrorEnvelope(error);
  return Response.json(body, { status });
});

export const handler = handle(app);
