// The peer on NestJS, on Express behind @codegenie/serverless-express.
//
// Its decorators are called as functions, as a compiler would emit them, because Node only strips types.
import 'reflect-metadata';
import { configure as serverlessExpress } from '@codegenie/serverless-express';
import {
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  Module,
  type NestInterceptor,
  Param,
  Req,
  Res,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Handler } from 'aws-lambda';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { admitCaller, buildErrorEnvelope, getAwardDetail, logRequest } from './work.ts';

type AdmittedRequest = Request & { prefix?: string };

class AccessGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AdmittedRequest>();
    request.prefix = await admitCaller(request.get('tenant-code'), request.get('authorization'));
    return true;
  }
}

class LogInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const startedAt = performance.now();
    const http = context.switchToHttp();
    const { path } = http.getRequest<Request>();
    const { statusCode } = http.getResponse<Response>();
    return next.handle().pipe(tap(() => logRequest(`GET ${path}`, statusCode, startedAt)));
  }
}

class RefusalFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const { status, body } = buildErrorEnvelope(error);
    host.switchToHttp().getResponse<Response>().status(status).json(body);
  }
}
Catch()(RefusalFilter);

class AwardsController {
  async award(id: string, request: AdmittedRequest, response: Response) {
    const { body, etag } = await getAwardDetail(request.prefix ?? '', { id });
    response.set('ETag', etag);
    return body;
  }
}
const method = Object.getOwnPropertyDescriptor(AwardsController.prototype, 'award') ?? {};
Controller('api/v1/Awards')(AwardsController);
Get(':id')(AwardsController.prototype, 'award', method);
Param('id')(AwardsController.prototype, 'award', 0);
Req()(AwardsController.prototype, 'award', 1);
Res({ passthrough: true })(AwardsController.prototype, 'award', 2);

class AppModule {}
Module({ controllers: [AwardsController] })(AppModule);

async function bootstrap(): Promise<Handler> {
  const app = await NestFactory.create(AppModule, { logger: false });
  app.useGlobalGuards(new AccessGuard());
  app.useGlobalInterceptors(new LogInterceptor());
  app.useGlobalFilters(new RefusalFilter());
  await app.init();
  return serverlessExpress({ app: app.getHttpAdapter().getInstance() });
}

let server: Handler | undefined;

export const handler: Handler = async (event, context, callback) => {
  server ??= await bootstrap();
  return server(event, context, callback);
};
