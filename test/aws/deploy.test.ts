// npm run deploy: what it reports when it can't deploy, and how it runs the CDK CLI when it can.
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseArguments } from '../../infra/admin/arguments.ts';
import { commands } from '../../infra/admin/commands.ts';
import { describeNextSteps, describeOutputs } from '../../infra/aws/deploy/deploy-outputs.ts';
import { DeploymentError, resolveTarget } from '../../infra/aws/deploy/deploy-target.ts';
import { prepareKeys } from '../../infra/aws/deploy/prepare-keys.ts';
import { parseEnvironment } from '../../infra/aws/environment/environment.ts';

const account = '123456789012';

interface AwsReplies {
  /** STS's reply about the caller. */
  readonly caller: readonly [status: number, body: string];
  /** CloudFormation's reply about the bootstrap stack. */
  readonly toolkit: readonly [status: number, body: string];
}

// The replies of AWS's query protocol (STS and CloudFormation API references).
const callerReply: AwsReplies['caller'] = [
  200,
  `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Account>${account}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
];
const errorBody = (code: string, message: string): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
const toolkitReply = (version: number): AwsReplies['toolkit'] => [
  200,
  `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><StackName>CDKToolkit</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime><Outputs><member><OutputKey>BootstrapVersion</OutputKey><OutputValue>${version}</OutputValue></member></Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
];

let aws: Server;
let awsReplies: AwsReplies;
const savedEnvironment = { ...process.env };

beforeAll(async () => {
  aws = createServer(async (request, response) => {
    const query = await text(request);
    const [status, body] = query.includes('GetCallerIdentity') ? awsReplies.caller : awsReplies.toolkit;
    response.writeHead(status, { 'Content-Type': 'text/xml' }).end(body);
  });
  await new Promise<void>((listening) => aws.listen(0, '127.0.0.1', listening));
});
afterAll(() => new Promise((closed) => aws.close(closed)));
beforeEach(() => {
  awsReplies = { caller: callerReply, toolkit: toolkitReply(30) };
  const endpoint = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_STS: endpoint,
    AWS_ENDPOINT_URL_CLOUDFORMATION: endpoint,
    AWS_ACCESS_KEY_ID: 'one',
    AWS_SECRET_ACCESS_KEY: 'two',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
  });
  delete process.env.AWS_REGION;
  delete process.env.AWS_SESSION_TOKEN;
});
afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, savedEnvironment);
});

const dev = { name: 'dev', region: 'eu-west-1' };
const getRefusal = (declared: Parameters<typeof resolveTarget>[0]) =>
  resolveTarget(declared).then(
    () => expect.fail('It was not refused'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(DeploymentError);
      return error instanceof Error ? error.message : '';
    },
  );

describe('the account', () => {
  it('is returned with the region when it is ready', async () => {
    expect(await resolveTarget(dev)).toEqual({ account, region: 'eu-west-1' });
    process.env.AWS_REGION = 'us-west-2';
    expect(await resolveTarget({ name: 'dev', account })).toEqual({ account, region: 'us-west-2' });
  });

  it('without credentials is reported with how to get some', async () => {
    delete process.env.AWS_ACCESS_KEY_ID;
    delete process.env.AWS_SECRET_ACCESS_KEY;
    expect(await getRefusal(dev)).toMatch(/^No AWS credentials were found: sign in .* or set AWS_PROFILE/);
  });

  it.each([
    ['ExpiredToken', 'The AWS credentials have expired: sign in again.'],
    ['InvalidClientTokenId', /^AWS does not know these credentials: check AWS_PROFILE/],
  ])('with credentials that AWS answers with %s is reported', async (code, message) => {
    awsReplies = { ...awsReplies, caller: [403, errorBody(code, 'No.')] };
    expect(await getRefusal(dev)).toMatch(message);
  });

  it('without a region is reported with where to set it', async () => {
    expect(await getRefusal({ name: 'dev' })).toBe(
      'The region of dev is not set: set context.environments.dev.region in cdk.json, or AWS_REGION.',
    );
  });

  it('that differs from the one in cdk.json is reported with both numbers', async () => {
    expect(await getRefusal({ ...dev, account: '210987654321' })).toBe(
      'These credentials are for account 123456789012, but cdk.json declares dev in 210987654321: use credentials for that account.',
    );
  });

  it('that is not bootstrapped, or with too old a version, is reported with the command', async () => {
    const command = 'run `npx cdk bootstrap aws://123456789012/eu-west-1` once, and try again.';
    awsReplies = {
      ...awsReplies,
      toolkit: [400, errorBody('ValidationError', 'Stack with id CDKToolkit does not exist')],
    };
    expect(await getRefusal(dev)).toBe(
      `Account ${account} is not bootstrapped for CDK in eu-west-1: ${command}`,
    );
    awsReplies = { ...awsReplies, toolkit: toolkitReply(5) };
    expect(await getRefusal(dev)).toBe(
      `Account ${account} has an old CDK bootstrap stack (version 5) in eu-west-1: ${command}`,
    );
  });
});

describe('the command', () => {
  const command = fileURLToPath(new URL('../../infra/aws/deploy/main.ts', import.meta.url));
  const run = (...args: string[]) =>
    new Promise<{ code: unknown; said: string }>((ended) => {
      execFile(process.execPath, [command, ...args], (error, stdout, stderr) =>
        ended({ code: error?.code ?? 0, said: `${stdout}${stderr}` }),
      );
    });

  it('names the environments when it is given none', async () => {
    const { code, said } = await run();
    expect(code).toBe(1);
    expect(said).toMatch(/^Name what to deploy: dev, staging, prod, pipeline\.\n\nnpm run deploy -- </);
    const several = await run('dev', 'prod');
    expect(several.code).toBe(1);
    expect(several.said).toMatch(
      /^One environment is deployed at a time: leave out prod\.\n\nnpm run deploy -- </,
    );
    expect((await run('--hotswap')).said).toMatch(/^Unknown option '--hotswap'\.\n\nnpm run deploy -- </);
  });

  it('refuses an unknown environment, and a pipeline that is not declared, in one sentence each', async () => {
    expect(await run('live')).toEqual({
      code: 1,
      said: 'There is no environment live in cdk.json; it must be one of dev, staging, prod.\n',
    });
    expect(await run('pipeline')).toEqual({
      code: 1,
      said: 'cdk.json declares no pipeline: set context.pipeline with account, region, repository and connectionArn.\n',
    });
  });

  it('says in one sentence that there are no credentials, before it builds anything', async () => {
    delete process.env.AWS_ACCESS_KEY_ID;
    delete process.env.AWS_SECRET_ACCESS_KEY;
    process.env.AWS_REGION = 'eu-west-1';
    const { code, said } = await run('dev');
    expect(code).toBe(1);
    expect(said).toMatch(/^No AWS credentials were found: [^\n]+\n$/);
  });
});

describe('the signing keys', () => {
  const invoked: string[] = [];
  let reply: readonly [status: number, body: string, error?: string];
  let lambda: Server;
  beforeAll(async () => {
    lambda = createServer((request, response) => {
      invoked.push(request.url ?? '');
      const [status, body, error] = reply;
      response.writeHead(status, error === undefined ? {} : { 'X-Amz-Function-Error': error }).end(body);
    });
    await new Promise<void>((listening) => lambda.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => new Promise((closed) => lambda.close(closed)));
  beforeEach(() => {
    process.env.AWS_ENDPOINT_URL_LAMBDA = `http://127.0.0.1:${(lambda.address() as AddressInfo).port}`;
  });
  const prepare = () => prepareKeys(parseEnvironment('dev', { dev: {} }), { account, region: 'eu-west-1' });

  it('are there after a deployment, without waiting for the daily rotation', async () => {
    reply = [200, 'null'];
    await prepare();
    expect(invoked).toEqual(['/2015-03-31/functions/rostrum-dev-platform-rotate-keys/invocations']);
  });

  it('that could not be made are reported with what to do', async () => {
    reply = [200, '{"errorMessage":"no secret"}', 'Unhandled'];
    await expect(prepare()).rejects.toThrow(
      /failed: .*no secret.*\n.*invoke rostrum-dev-platform-rotate-keys/,
    );
    reply = [403, '{"Message":"not authorized to perform lambda:InvokeFunction"}'];
    await expect(prepare()).rejects.toThrow(DeploymentError);
  });

  it('are followed by the commands for the first tenant and administrator, which exist', () => {
    const lines = describeNextSteps(parseEnvironment('dev', { dev: {} }), { account, region: 'eu-west-1' });
    const run = lines.flatMap(
      (line) => /npm run admin -- (.+)/.exec(line)?.[1]?.replace(/<([^>]+)>/g, 'a') ?? [],
    );
    expect(run).toHaveLength(2);
    for (const line of run) {
      const parsed = parseArguments(line.split(' '));
      expect(parsed).toMatchObject({ aws: { region: 'eu-west-1', table: 'rostrum-dev' } });
      expect(commands).toHaveProperty(parsed === 'help' ? '' : parsed.command);
    }
  });
});

describe('the final output', () => {
  const outputs = {
    'rostrum-dev-crm': { Address: 'https://one.execute-api.eu-west-1.amazonaws.com/crm' },
    'rostrum-dev-base': { MailRecords: 'a -> b' },
  };

  it('lists the addresses of the areas, and what to add to cdk.json until links work', () => {
    const lines = describeOutputs(parseEnvironment('dev', { dev: {} }), outputs);
    expect(lines[0]).toBe('crm           https://one.execute-api.eu-west-1.amazonaws.com/crm');
    expect(lines.join('\n')).toContain('cdk.json at context.environments.dev');
    expect(JSON.parse(`{${lines.at(-1)}}`)).toEqual({
      addresses: { crm: outputs['rostrum-dev-crm'].Address },
    });
  });

  it('lists only what is left to do when the environment has a domain', () => {
    const domain = { name: 'api.example.org', certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/1' };
    const lines = describeOutputs(parseEnvironment('dev', { dev: { domain } }), {
      'rostrum-dev-base': { DomainTarget: 'd-1.execute-api.eu-west-1.amazonaws.com' },
    });
    expect(lines).toEqual([
      'Point the DNS record of api.example.org to d-1.execute-api.eu-west-1.amazonaws.com.',
    ]);
  });
});
