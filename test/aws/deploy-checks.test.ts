// What npm run deploy checks before it changes anything: the declaration, the account's quotas, and the data stack.
//
// AWS is a stand-in here, with the replies of its API references, because nobody who develops has an account: what the checks
// make of a reply can be shown, not that AWS sends it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseArguments } from '../../infra/admin/arguments.ts';
import { commands } from '../../infra/admin/commands.ts';
import { countPathResources, mostPathResources } from '../../infra/aws/deploy/api-resources.ts';
import { prepareDataStack } from '../../infra/aws/deploy/data-stack-state.ts';
import { buildAdministratorCommands, parseDeployArguments } from '../../infra/aws/deploy/deploy-arguments.ts';
import { DeploymentError } from '../../infra/aws/deploy/deploy-target.ts';
import { findQuotaShortages } from '../../infra/aws/deploy/quotas.ts';
import { assertComplete } from '../../infra/aws/environment/complete-environment.ts';
import { type Environment, parseEnvironment } from '../../infra/aws/environment/environment.ts';
import { parsePipeline } from '../../infra/aws/stacks/pipeline.ts';
import { listEndpoints } from '../../infra/contracts/registry.ts';

const target = { account: '123456789012', region: 'eu-west-1' };
type Reply = readonly [status: number, body: string];

/** What the stand-in was asked, and its replies by a part of the request. */
let asked: string[] = [];
let replies: Readonly<Record<string, Reply>> = {};
let aws: Server;

beforeAll(async () => {
  aws = createServer(async (request, response) => {
    const body = await text(request);
    const what = `${request.method} ${request.url} ${request.headers['x-amz-target'] ?? ''} ${body}`;
    asked.push(what);
    const [status, reply] = Object.entries(replies).find(([part]) => what.includes(part))?.[1] ?? [404, '{}'];
    response.writeHead(status, { 'Content-Type': reply.startsWith('<') ? 'text/xml' : 'application/json' });
    response.end(reply);
  });
  await new Promise<void>((listening) => aws.listen(0, '127.0.0.1', listening));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(aws.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', undefined);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'one');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'two');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  aws.closeAllConnections();
  await new Promise((closed) => aws.close(closed));
});
beforeEach(() => {
  asked = [];
});

const declare = (settings: Readonly<Record<string, unknown>>, name = 'prod'): Environment =>
  parseEnvironment(name, { [name]: settings });

describe('an environment for production', () => {
  const complete = {
    production: true,
    domain: { name: 'api.example.org', certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/1' },
    mail: { from: 'office@example.org' },
    alarmMail: 'operations@example.org',
    waf: true,
  };

  it('that lacks something is refused in one message, with everything it lacks and an example of each', () => {
    const refuse = (settings: Readonly<Record<string, unknown>>) => () => assertComplete(declare(settings));
    expect(refuse({ production: true })).toThrow(
      /^prod is for production and lacks domain, mail, alarmMail, waf\. Set in cdk\.json at context\.environments\.prod:\n {2}"domain": \{.*\n {2}"mail": \{.*\n {2}"alarmMail": ".*\n {2}"waf": true /,
    );
    for (const name of ['domain', 'mail', 'alarmMail', 'waf'])
      expect(refuse({ ...complete, [name]: undefined })).toThrow(`lacks ${name}. Set`);
  });

  it('gives examples that are valid', () => {
    let message = '';
    try {
      assertComplete(declare({ production: true }));
    } catch (error) {
      message = error instanceof Error ? error.message : '';
    }
    const lines = [...message.matchAll(/^ {2}("\w+": .+?) {3}/gm)].map(([, line]) => line);
    const examples: Record<string, unknown> = JSON.parse(`{${lines.join(',')}}`);
    expect(() => assertComplete(declare({ production: true, ...examples }))).not.toThrow();
  });

  it('is deployed when it is complete, also when it declares that it wants no firewall', () => {
    for (const waf of [true, false])
      expect(() => assertComplete(declare({ ...complete, waf }))).not.toThrow();
    expect(() => assertComplete(declare({}))).not.toThrow();
  });

  it('is refused by the pipeline too', () => {
    const pipeline = {
      ...{ account: target.account, region: target.region, repository: 'example/rostrum' },
      connectionArn: 'arn:aws:codeconnections:eu-west-1:123456789012:connection/one',
    };
    const environments = { dev: {}, staging: {}, prod: { production: true } };
    expect(() => parsePipeline(pipeline, environments)).toThrow(/lacks domain, mail/);
    expect(() => parsePipeline(pipeline, { ...environments, prod: complete })).not.toThrow();
  });
});

describe('the quotas of the account', () => {
  // The replies of the API references: Lambda GetAccountSettings, Service Quotas GetServiceQuota, API Gateway GetAccount,
  // SES GetAccount.
  const ample: typeof replies = {
    '/account-settings': [200, '{"AccountLimit":{"ConcurrentExecutions":1000}}'],
    '.GetServiceQuota': [200, '{"Quota":{"QuotaCode":"L-01C8A9E0","Value":600}}'],
    'GET /account ': [200, '{"throttleSettings":{"burstLimit":5000,"rateLimit":10000}}'],
    '/v2/email/account': [
      200,
      '{"ProductionAccessEnabled":true,"SendQuota":{"Max24HourSend":50000,"MaxSendRate":14}}',
    ],
  };
  const mail = { from: 'office@example.org' };
  const find = (environment: Environment, pathResources = 400) =>
    findQuotaShortages(environment, target, { pathResources });

  it('that suffice are not mentioned', async () => {
    replies = ample;
    expect(await find(declare({ mail, production: true }))).toEqual([]);
    expect(asked).toHaveLength(4);
  });

  it('of a new account are reported with the command that asks for more', async () => {
    replies = {
      '/account-settings': [200, '{"AccountLimit":{"ConcurrentExecutions":10}}'],
      '.GetServiceQuota': [400, '{"__type":"NoSuchResourceException","Message":"none"}'],
      '.GetAWSDefaultServiceQuota': [200, '{"Quota":{"QuotaCode":"L-01C8A9E0","Value":300}}'],
      'GET /account ': [200, '{"throttleSettings":{"burstLimit":100,"rateLimit":500}}'],
      '/v2/email/account': [200, '{"ProductionAccessEnabled":false,"SendQuota":{"Max24HourSend":200}}'],
    };
    const found = await find(declare({ mail }, 'dev'));
    expect(found.map(({ text: line }) => line)).toEqual([
      expect.stringMatching(/at most 10 functions.*--quota-code L-B99A9384 --desired-value 1000$/),
      expect.stringMatching(
        /300 resources, and the largest of the areas has 400: .*--quota-code L-01C8A9E0 --desired-value 600$/,
      ),
      expect.stringMatching(/500 requests a second.*--quota-code L-8A5B8E43 --desired-value 10000$/),
      expect.stringMatching(/SES is in its sandbox: .*200 mails a day.*put-account-details/),
    ]);
    // Only what would fail the deployment stops it; in production also what would refuse users.
    expect(found.map(({ stops }) => stops)).toEqual([false, true, false, false]);
    const [concurrency] = await find(declare({ mail, production: true }));
    expect(concurrency?.stops).toBe(true);
  });

  it('of SES do not matter where another server sends', async () => {
    replies = { ...ample, '/v2/email/account': [200, '{"ProductionAccessEnabled":false}'] };
    expect(await find(declare({ mail: { ...mail, url: 'smtp://mail.example.org' } }))).toEqual([]);
    expect(await find(declare({}))).toEqual([]);
  });

  it('that may not be read are reported with the permission, and stop nothing', async () => {
    replies = {
      ...ample,
      '.GetServiceQuota': [400, '{"__type":"AccessDeniedException","Message":"not authorized"}'],
    };
    expect(await find(declare({ mail, production: true }))).toEqual([
      { stops: false, text: expect.stringMatching(/not authorized.*allow servicequotas:GetServiceQuota/) },
    ]);
  });

  it('are compared with the largest API of the project', async () => {
    const needed = countPathResources(await listEndpoints());
    expect(needed).toBeGreaterThan(200);
    expect(needed).toBeLessThan(mostPathResources);
  });
});

describe('the data stack', () => {
  const describeReply = (status: string): Reply => [
    200,
    `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><StackName>rostrum-prod-data</StackName><StackStatus>${status}</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  ];
  const noStack: Reply = [
    400,
    '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id rostrum-prod-data does not exist</Message></Error></ErrorResponse>',
  ];
  const noTable: Reply = [
    400,
    '{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"none"}',
  ];
  const protection: Reply = [
    200,
    '<UpdateTerminationProtectionResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><UpdateTerminationProtectionResult><StackId>one</StackId></UpdateTerminationProtectionResult></UpdateTerminationProtectionResponse>',
  ];
  const prepare = () => prepareDataStack(declare({}), target);
  const lifted = () => asked.filter((one) => one.includes('UpdateTerminationProtection'));

  it('is left alone before its first creation and as long as it works', async () => {
    replies = { DescribeStacks: noStack, DescribeTable: noTable };
    expect(await prepare()).toBeUndefined();
    for (const status of ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE']) {
      replies = { DescribeStacks: describeReply(status) };
      expect(await prepare(), status).toBeUndefined();
    }
    expect(lifted()).toEqual([]);
  });

  it('whose first creation failed is created again: only then its protection is lifted', async () => {
    replies = {
      DescribeStacks: describeReply('ROLLBACK_COMPLETE'),
      UpdateTerminationProtection: protection,
    };
    expect(await prepare()).toMatch(/^The first creation of rostrum-prod-data failed/);
    expect(lifted()).toEqual([
      expect.stringMatching(/EnableTerminationProtection=false.*|StackName=rostrum-prod-data/),
    ]);
  });

  it('that needs a decision is not touched', async () => {
    for (const status of ['ROLLBACK_FAILED', 'DELETE_FAILED', 'UPDATE_ROLLBACK_FAILED']) {
      replies = { DescribeStacks: describeReply(status) };
      await expect(prepare(), status).rejects.toThrow(
        new RegExp(`state ${status}.*docs/aws\\.md#when-a-deployment-fails`),
      );
    }
    expect(lifted()).toEqual([]);
  });

  it('that is missing beside its table is taken in, not created', async () => {
    replies = { DescribeStacks: noStack, DescribeTable: [200, '{"Table":{"TableName":"rostrum-prod"}}'] };
    await expect(prepare()).rejects.toThrow(DeploymentError);
    await expect(prepare()).rejects.toThrow('npx cdk import rostrum-prod-data -c environment=prod');
  });
});

describe('the first administrator', () => {
  const names = ['dev', 'prod'];
  const request = ['dev', '--administrator', 'Ada', '--tenant', 'quill', '--tenant-name', 'The Quill'];

  it('is created on request, and only with everything that it needs', () => {
    expect(parseDeployArguments(['dev'], names)).toEqual({ name: 'dev' });
    expect(parseDeployArguments(request, names)).toEqual({
      name: 'dev',
      administrator: { userName: 'Ada', tenant: 'quill', tenantName: 'The Quill' },
    });
    expect(() => parseDeployArguments(request.slice(0, 5), names)).toThrow(/needs --administrator, --tenant/);
    expect(() => parseDeployArguments(['pipeline', ...request.slice(1)], names)).toThrow(/The pipeline/);
  });

  it('is created by commands that exist, and gets a password that is no argument of any command', () => {
    const { administrator } = parseDeployArguments(request, names);
    if (!administrator) throw new Error('One was requested');
    const lines = buildAdministratorCommands(administrator, declare({}, 'dev'), target);
    const parsed = lines.map((line) => parseArguments(line));
    expect(parsed).toMatchObject([
      { command: 'create-tenant', names: ['quill', 'The Quill'], aws: { table: 'rostrum-dev' } },
      { command: 'create-user', names: ['Ada'], options: { tenant: 'quill', roles: ['platform-admin'] } },
    ]);
    for (const one of parsed) if (one !== 'help') expect(commands).toHaveProperty(one.command);
    // Others can read the arguments of a process, and a pipeline's log contains them.
    expect(() => parseDeployArguments([...request, '--password', 'one'], names)).toThrow(/--password/);
  });
});
