// The peer on Express, behind @codegenie/serverless-express.
import { configure as serverlessExpress } from '@codegenie/serverless-express';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { admitCaller, buildErrorEnvelope, getAwardDetail, logRequest } from './work.ts';

const log: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  response.on('finish', () => logRequest(`GET ${request.path}`, response.statusCode, startedAt));
  next();
};

const access: RequestHandler = async (request, response, next) => {
  response.locals.prefix = await admitCaller(request.get('tenant-code'), request.get('authorization'));
  next();
};

const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
  const { status, body } = buildErrorEnvelope(error);
  response.status(status).json(body);
};

const app = express();
app.use(express.json(), log, access);
app.get('/api/v1/Awards/:id', async (request, response) => {
  const { body, etag } = await getAwardDetail(response.locals.prefix, request.params);
  response.set('ETag', etag).json(body);
});
app.use(refuse);

export const handler = serverlessExpress({ app });
