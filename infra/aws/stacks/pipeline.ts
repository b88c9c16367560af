// The pipeline as cdk.json declares it: its source, and the account it runs in.
import * as z from 'zod';
import { assertComplete } from '../environment/complete-environment.ts';
import { ConfigurationError, type Environment, parseEnvironment } from '../environment/environment.ts';

/** Stands for an environment's name in commands: `npm run deploy -- pipeline`. */
export const pipelineName = 'pipeline';

/** The environments it deploys, in this order; the last one after an approval. */
const deploymentOrder = ['dev', 'staging', 'prod'] as const;

const pipelineSchema = z.strictObject({
  /** Where the pipeline runs, and where an environment without account and region is deployed. */
  account: z.string().regex(/^\d{12}$/, '12 digits'),
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region such as us-east-1'),
  /** The source: `owner/name` at the connection's host (GitHub, GitLab, Bitbucket), and its branch. */
  repository: z.string().regex(/^[\w.-]+\/[\w./-]+$/, 'owner/name'),
  branch: z.string().min(1).default('main'),
  /** The connection (AWS CodeConnections), created and confirmed once in the console. */
  connectionArn: z
    .string()
    .regex(/^arn:[\w-]+:(codeconnections|codestar-connections):/, 'the ARN of a connection'),
});

/** The pipeline, and what it deploys. */
export type Pipeline = z.output<typeof pipelineSchema> & {
  readonly environments: readonly (Environment & { readonly account: string; readonly region: string })[];
};

/**
 * Reads the pipeline from cdk.json's context values `pipeline` and `environments`.
 * @throws ConfigurationError when it is not declared, a value is invalid, or an environment is incomplete
 */
export function parsePipeline(pipeline: unknown, environments: unknown): Pipeline {
  if (pipeline === undefined) {
    throw new ConfigurationError(
      'cdk.json declares no pipeline: set context.pipeline with account, region, repository and connectionArn.',
    );
  }
  const read = pipelineSchema.safeParse(pipeline);
  if (!read.success) {
    const faults = read.error.issues.map(
      (issue) => `${['pipeline', ...issue.path].join('.')}: ${issue.message}`,
    );
    throw new ConfigurationError(`cdk.json, context: ${faults.join('; ')}.`);
  }
  const { account, region } = read.data;
  return {
    ...read.data,
    environments: deploymentOrder.map((name) => {
      const environment = parseEnvironment(name, environments);
      assertComplete(environment);
      return {
        ...environment,
        account: environment.account ?? account,
        region: environment.region ?? region,
      };
    }),
  };
}
