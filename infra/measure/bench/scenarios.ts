// The requests that are measured: one of each area, with the complete middleware chain.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import type { Area } from '../../../shared/http/areas.ts';
import type { MeasuredPlatform } from './measured/measured-platform.ts';

/** A request to measure. */
export interface Scenario {
  readonly name: string;
  /** The name in the table. */
  readonly title: string;
  readonly area: Area;
  readonly handlerFile: string;
  readonly event: APIGatewayProxyEvent;
}

interface ScenarioRequest {
  readonly name: string;
  readonly title: string;
  readonly area: Area;
  readonly handlerFile: string;
  readonly method: string;
  readonly resource: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const toValueLists = (values: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));

/** The event of API Gateway's REST proxy integration (payload 1.0). */
function buildEvent({
  method,
  resource,
  params,
  query,
  headers = {},
  body,
}: ScenarioRequest): APIGatewayProxyEvent {
  const path = resource.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '');
  return {
    resource,
    path,
    httpMethod: method,
    headers: { ...headers },
    multiValueHeaders: toValueLists(headers),
    queryStringParameters: query ? { ...query } : null,
    multiValueQueryStringParameters: query ? toValueLists(query) : null,
    pathParameters: params ? { ...params } : null,
    stageVariables: null,
    requestContext: {
      accountId: '000000000000',
      apiId: 'bench',
      authorizer: undefined,
      protocol: 'HTTP/1.1',
      httpMethod: method,
      identity: {
        sourceIp: '192.0.2.1',
        userAgent: 'bench',
      } as APIGatewayProxyEvent['requestContext']['identity'],
      path,
      stage: 'bench',
      requestId: '00000000-0000-4000-8000-000000000000',
      requestTimeEpoch: 0,
      resourceId: 'bench',
      resourcePath: resource,
    },
    body: body ?? null,
    isBase64Encoded: false,
  };
}

/** The scenarios on the platform's demo data. The first is the GET that the peers answer too. */
export async function buildScenarios({ serving, tokenFor }: MeasuredPlatform): Promise<readonly Scenario[]> {
  const { awardId = '', tenantCode = '', clientId = '', clientSecret = '' } = serving.demo.values;
  const callerWith = async (...permissions: readonly Permission[]) => ({
    'tenant-code': tenantCode,
    authorization: `Bearer ${await tokenFor(permissions)}`,
    accept: 'application/json',
  });
  const token = await tokenFor(['training.awards.read']);
  const requests: readonly ScenarioRequest[] = [
    {
      name: 'training-getAward',
      title: 'A: one award',
      area: 'training',
      handlerFile: 'functions/training/awards/get-award.ts',
      method: 'GET',
      resource: '/api/v1/Awards/{id}',
      params: { id: awardId },
      headers: await callerWith('training.awards.read'),
    },
    {
      name: 'crm-listPeople',
      title: 'B: a page of people',
      area: 'crm',
      handlerFile: 'functions/crm/people/list-people.ts',
      method: 'GET',
      resource: '/api/v1/people',
      query: { pageSize: '10' },
      headers: await callerWith('crm.people.read'),
    },
    {
      name: 'identity-introspect',
      title: 'C: introspection of a token',
      area: 'identity',
      handlerFile: 'functions/identity/oauth/introspect-token.ts',
      method: 'POST',
      resource: '/connect/introspect',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret }).toString(),
    },
    {
      name: 'billtracking-listPublicBills',
      title: 'D: a page of bills',
      area: 'billtracking',
      handlerFile: 'functions/billtracking/public-bills/list-public-bills.ts',
      method: 'POST',
      resource: '/api/1.0/legislative/public-bills/list',
      headers: {
        ...(await callerWith('billtracking.bills.read')),
        'content-type': 'application/json',
        'api-version': '1.0',
      },
      body: JSON.stringify({ sortBy: 'LastAction', isAsscending: false, pageNumber: '1', pageSize: '20' }),
    },
  ];
  return requests.map((request) => ({
    name: request.name,
    title: request.title,
    area: request.area,
    handlerFile: request.handlerFile,
    event: buildEvent(request),
  }));
}
