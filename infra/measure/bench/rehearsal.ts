// The rehearsal: before the measurement every contender answers against DynamoDB Local, whose replies are recorded.
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { amazonAuthoritiesVariables } from '../../aws/functions/amazon-authorities-variables.ts';
import { projectFolder } from '../../contracts/registry.ts';
import {
  bundleContenders,
  bundleOwnHandlers,
  type Contender,
  type PlainRequests,
  writeEventFile,
} from './contenders.ts';
import { createCertificate } from './create-certificate.ts';
import type { RecordedAnswers } from './fingerprint.ts';
import { disconnect, receive } from './measured/forked-process.ts';
import { startMeasuredPlatform } from './measured/measured-platform.ts';
import { type Subject, startProcess } from './measured/measured-process.ts';
import { type RecordedRequest, type Recorder, startRecorder } from './recorder.ts';
import { buildScenarios, type Scenario } from './scenarios.ts';

/** A contender that is ready to be measured. */
export interface ReadyContender extends Contender {
  readonly subject: Subject;
}

/** The rehearsed contenders, with the stand-in for the database. */
export interface Rehearsal {
  readonly scenarios: readonly Scenario[];
  readonly contenders: readonly ReadyContender[];
  /** The same, with a database that speaks TLS. */
  readonly contendersByTls: readonly ReadyContender[];
  stop(): Promise<void>;
}

type JsonObject = Readonly<Record<string, unknown>>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unmarshallValue = (value: unknown): unknown =>
  isJsonObject(value) ? unmarshall(value as Parameters<typeof unmarshall>[0]) : value;

/** An input in DynamoDB's JSON as the document client takes it. */
function unmarshallInput(input: JsonObject): JsonObject {
  const { Key, ExpressionAttributeValues, ExclusiveStartKey, RequestItems } = input;
  const tables = isJsonObject(RequestItems) ? Object.entries(RequestItems) : [];
  return {
    ...input,
    ...(Key !== undefined && { Key: unmarshallValue(Key) }),
    ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey: unmarshallValue(ExclusiveStartKey) }),
    ...(ExpressionAttributeValues !== undefined && {
      ExpressionAttributeValues: unmarshallValue(ExpressionAttributeValues),
    }),
    ...(RequestItems !== undefined && {
      RequestItems: Object.fromEntries(
        tables.map(([name, request]) => {
          const keys = isJsonObject(request) && Array.isArray(request.Keys) ? request.Keys : [];
          return [name, { ...(isJsonObject(request) && request), Keys: keys.map(unmarshallValue) }];
        }),
      ),
    }),
  };
}

const toPlainRequest = ({ operation, body }: RecordedRequest) => ({
  operation,
  input: unmarshallInput(JSON.parse(body)),
});

/** The environment of a measured process: what Lambda sets, and nothing of this process's own. */
function buildEnvironment(endpoint: string): NodeJS.ProcessEnv {
  const { TABLE_NAME, ISSUER, TRAINING_URL, CRM_URL, IDENTITY_URL, BILLTRACKING_URL, PATH } = process.env;
  return {
    PATH,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_STS: endpoint,
    TABLE_NAME,
    ISSUER,
    TRAINING_URL,
    CRM_URL,
    IDENTITY_URL,
    BILLTRACKING_URL,
  };
}

/** Has a contender answer twice with success, and returns the requests it sent. */
async function rehearse(
  { name, scenario }: Contender,
  subject: Subject,
  recorder: Recorder,
): Promise<PlainRequests> {
  recorder.takeRequests();
  const child = await startProcess(subject);
  const first = recorder.takeRequests().map(toPlainRequest);
  const { statusCode, body } = child.cold.reply;
  const { refused } = await child.answer(1).finally(child.stop);
  if (statusCode !== 200 || refused > 0)
    throw new Error(`${name} answered ${scenario.title} with ${statusCode}: ${body.slice(0, 400)}`);
  return { first, further: recorder.takeRequests().map(toPlainRequest) };
}

/** The ports that the stand-in sends (stand-in.ts). */
interface StandInPorts {
  readonly plain: number;
  readonly secure: number;
}

/** Where the stand-in for the database listens, without TLS and with it. */
interface StandIn {
  readonly plain: string;
  readonly secure: string;
  stop(): Promise<void>;
}

async function startStandIn(answers: RecordedAnswers): Promise<StandIn> {
  const folder = join(projectFolder, 'build/bench');
  await mkdir(folder, { recursive: true });
  const files = [join(folder, 'answers.json'), join(folder, 'certificate.json')] as const;
  await writeFile(files[0], JSON.stringify(answers));
  await writeFile(files[1], JSON.stringify(createCertificate(new Date())), { mode: 0o600 });
  const child: ChildProcess = fork(fileURLToPath(new URL('./stand-in.ts', import.meta.url)), files);
  const ports = await receive<StandInPorts>(child, () => 'The stand-in for the database ended early');
  return {
    plain: `http://127.0.0.1:${ports.plain}`,
    secure: `https://localhost:${ports.secure}`,
    stop: () => disconnect(child),
  };
}

/**
 * What a contender has in its environment where the database speaks TLS. Nobody can know the certificate: were it added to those
 * that Node trusts, Node would read all of them before the measure begins. Our functions have what they have on AWS.
 */
const listTlsVariables = ({ kind }: Contender): NodeJS.ProcessEnv => ({
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
  NODE_NO_WARNINGS: '1',
  ...((kind === 'ours' || kind === 'with a session') && amazonAuthoritiesVariables),
});

/**
 * Rehearses every contender and starts a stand-in for the database that answers all of them.
 * @throws Error when one of them does not answer with success
 */
export async function rehearseAll(onProgress: (what: string) => void): Promise<Rehearsal> {
  const platform = await startMeasuredPlatform(onProgress);
  try {
    const scenarios = await buildScenarios(platform);
    const recorder = await startRecorder(platform.dynamodb);
    const contenders = await rehearseContenders(scenarios, recorder, onProgress).finally(recorder.stop);
    const standIn = await startStandIn(recorder.answers);
    const prepare = (endpoint: string, listVariables: (contender: Contender) => NodeJS.ProcessEnv) =>
      Promise.all(
        contenders.map(async (contender): Promise<ReadyContender> => {
          const { file, scenario, env: own } = contender;
          const eventFile = await writeEventFile(scenario);
          const env = { ...buildEnvironment(endpoint), ...own, ...listVariables(contender) };
          return { ...contender, subject: { file, eventFile, env } };
        }),
      );
    return {
      scenarios,
      contenders: await prepare(standIn.plain, () => ({})),
      contendersByTls: await prepare(standIn.secure, listTlsVariables),
      stop: standIn.stop,
    };
  } finally {
    await platform.stop();
  }
}

/** Bundles all contenders and has each answer through the recorder. */
async function rehearseContenders(
  scenarios: readonly Scenario[],
  recorder: Recorder,
  onProgress: (what: string) => void,
): Promise<readonly Contender[]> {
  const env = buildEnvironment(recorder.endpoint);
  const sent = new Map<string, PlainRequests>();
  for (const contender of await bundleOwnHandlers(scenarios)) {
    onProgress(`rehearsing ${contender.scenario.title}`);
    const subject = { ...contender, eventFile: await writeEventFile(contender.scenario), env };
    sent.set(contender.scenario.name, await rehearse(contender, subject, recorder));
  }
  onProgress('bundling');
  const contenders = await bundleContenders(
    scenarios,
    ({ name }) => sent.get(name) ?? { first: [], further: [] },
  );
  for (const contender of contenders) {
    onProgress(`rehearsing ${contender.name}`);
    const eventFile = await writeEventFile(contender.scenario);
    await rehearse(contender, { ...contender, eventFile, env: { ...env, ...contender.env } }, recorder);
  }
  return contenders;
}
