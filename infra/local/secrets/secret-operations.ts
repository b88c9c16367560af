// What Secrets Manager's operations do, as pure rules over the secrets there are (AWS Secrets Manager API Reference).
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Secret, Secrets, SecretVersion } from './secret-file.ts';

/** A reply of the service, and the secrets as they are after it when it changed any. */
export interface SecretAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly secrets?: Secrets;
}

/** The moment and the id that a new version gets. */
export interface Fresh {
  readonly at: Date;
  readonly id: string;
}

const name = z.string().regex(/^[A-Za-z0-9/_+=.@-]{1,512}$/);
const value = {
  SecretString: z.string().max(65_536).optional(),
  SecretBinary: z.string().optional(),
  ClientRequestToken: z.string().min(1).max(64).optional(),
};
const createInput = z.object({ Name: name, Description: z.string().optional(), ...value });
const putInput = z.object({ SecretId: z.string().min(1), ...value });
const getInput = z.object({
  SecretId: z.string().min(1),
  VersionId: z.string().optional(),
  VersionStage: z.string().optional(),
});
const describeInput = z.object({ SecretId: z.string().min(1) });
type Value = z.infer<typeof createInput> | z.infer<typeof putInput>;

/** Answers one operation, named without its `secretsmanager.` prefix. */
export function secretAnswer(all: Secrets, operation: string, input: unknown, fresh: Fresh): SecretAnswer {
  switch (operation) {
    case 'CreateSecret':
      return checked(createInput, input, (read) => create(all, read, fresh));
    case 'PutSecretValue':
      return checked(putInput, input, (read) => put(all, read, fresh));
    case 'GetSecretValue':
      return checked(getInput, input, (read) => get(all, read));
    case 'DescribeSecret':
      return checked(describeInput, input, (read) => describe(all, read.SecretId));
    default:
      return fault('UnknownOperationException', `The operation "${operation}" is not offered locally.`);
  }
}

function create(all: Secrets, input: z.infer<typeof createInput>, fresh: Fresh): SecretAnswer {
  if (all.has(input.Name)) {
    return fault(
      'ResourceExistsException',
      `The operation failed because the secret ${input.Name} already exists.`,
    );
  }
  const current = hasValue(input) ? version(input, fresh) : undefined;
  const secret: Secret = {
    name: input.Name,
    arn: `arn:aws:secretsmanager:us-east-1:000000000000:secret:${input.Name}-${suffix(input.Name)}`,
    createdDate: fresh.at.getTime() / 1000,
    ...(input.Description !== undefined && { description: input.Description }),
    ...(current && { current }),
  };
  return {
    status: 200,
    body: { ARN: secret.arn, Name: secret.name, ...(current && { VersionId: current.id }) },
    secrets: withSecret(all, secret),
  };
}

function put(all: Secrets, input: z.infer<typeof putInput>, fresh: Fresh): SecretAnswer {
  const secret = find(all, input.SecretId);
  if (!secret) return notFound();
  if (!hasValue(input)) {
    return fault('InvalidParameterException', 'You must provide either SecretString or SecretBinary.');
  }
  const next = version(input, fresh);
  const reply = { ARN: secret.arn, Name: secret.name, VersionId: next.id, VersionStages: ['AWSCURRENT'] };
  const known = [secret.current, secret.previous].find((one) => one?.id === next.id);
  if (known) {
    // A retry of the same request changes nothing; the token with another value is a mistake.
    return known.string === next.string && known.binary === next.binary
      ? { status: 200, body: reply }
      : fault('ResourceExistsException', 'You can not use ClientRequestToken again with another value.');
  }
  const { current: previous, ...rest } = secret;
  return {
    status: 200,
    body: reply,
    secrets: withSecret(all, { ...rest, current: next, ...(previous && { previous }) }),
  };
}

function get(all: Secrets, input: z.infer<typeof getInput>): SecretAnswer {
  const secret = find(all, input.SecretId);
  if (!secret) return notFound();
  const stages = [
    { stage: 'AWSCURRENT', version: secret.current },
    { stage: 'AWSPREVIOUS', version: secret.previous },
  ];
  const wantedStage = input.VersionStage ?? (input.VersionId === undefined ? 'AWSCURRENT' : undefined);
  const found = stages.find(
    ({ stage, version: one }) =>
      one !== undefined &&
      (wantedStage === undefined || stage === wantedStage) &&
      (input.VersionId === undefined || one.id === input.VersionId),
  );
  if (!found?.version) {
    const wanted =
      input.VersionId === undefined ? `staging label: ${wantedStage}` : `VersionId: ${input.VersionId}`;
    return notFound(`Secrets Manager can't find the specified secret value for ${wanted}`);
  }
  const { id, createdDate, string, binary } = found.version;
  return {
    status: 200,
    body: {
      ARN: secret.arn,
      Name: secret.name,
      VersionId: id,
      VersionStages: [found.stage],
      CreatedDate: createdDate,
      ...(string !== undefined && { SecretString: string }),
      ...(binary !== undefined && { SecretBinary: binary }),
    },
  };
}

function describe(all: Secrets, secretId: string): SecretAnswer {
  const secret = find(all, secretId);
  if (!secret) return notFound();
  const { current, previous } = secret;
  return {
    status: 200,
    body: {
      ARN: secret.arn,
      Name: secret.name,
      ...(secret.description !== undefined && { Description: secret.description }),
      CreatedDate: secret.createdDate,
      LastChangedDate: current?.createdDate ?? secret.createdDate,
      VersionIdsToStages: {
        ...(current && { [current.id]: ['AWSCURRENT'] }),
        ...(previous && { [previous.id]: ['AWSPREVIOUS'] }),
      },
    },
  };
}

function find(all: Secrets, secretId: string): Secret | undefined {
  return all.get(secretId) ?? [...all.values()].find(({ arn }) => arn === secretId);
}

function version(input: Value, { at, id }: Fresh): SecretVersion {
  return {
    id: input.ClientRequestToken ?? id,
    createdDate: at.getTime() / 1000,
    ...(input.SecretString !== undefined && { string: input.SecretString }),
    ...(input.SecretBinary !== undefined && { binary: input.SecretBinary }),
  };
}

function hasValue(input: Value): boolean {
  return input.SecretString !== undefined || input.SecretBinary !== undefined;
}

function withSecret(all: Secrets, secret: Secret): Secrets {
  return new Map(all).set(secret.name, secret);
}

// The service ends every ARN with six characters of its own; these stay the same for a name.
function suffix(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6);
}

function checked<Input>(
  schema: z.ZodType<Input>,
  input: unknown,
  answer: (read: Input) => SecretAnswer,
): SecretAnswer {
  const read = schema.safeParse(input);
  if (read.success) return answer(read.data);
  const [issue] = read.error.issues;
  return fault(
    'ValidationException',
    `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is not valid'}`,
  );
}

function notFound(message = "Secrets Manager can't find the specified secret."): SecretAnswer {
  return fault('ResourceNotFoundException', message);
}

function fault(type: string, message: string): SecretAnswer {
  return { status: 400, body: { __type: type, message, Message: message } };
}
