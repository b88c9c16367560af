// Looks at the data stack before a deployment: CloudFormation continues neither a first creation that failed nor a table that
// stands without its stack (docs/aws.md#when-a-deployment-fails).
import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Environment } from '../environment/environment.ts';
import { getPrefix, getTableName } from '../environment/names.ts';
import { DeploymentError, type DeploymentTarget } from './deploy-target.ts';

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

async function readStackStatus(client: CloudFormationClient, name: string): Promise<string | undefined> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks[0]?.StackStatus;
  } catch (error) {
    // CloudFormation's error for a stack that does not exist.
    if (isNamed(error, 'ValidationError')) return undefined;
    throw error;
  }
}

async function tableExists(region: string, name: string): Promise<boolean> {
  try {
    await new DynamoDBClient({ region, maxAttempts: 2 }).send(new DescribeTableCommand({ TableName: name }));
    return true;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return false;
    throw error;
  }
}

/**
 * Makes the data stack ready to be deployed. The CDK CLI deletes a stack whose first creation failed and creates it again,
 * but for its termination protection, which is lifted here: such a stack has never had data, and retains nothing.
 * @returns what was done, for the person who deploys
 * @throws DeploymentError when the table stands without its stack, or a rollback needs a person
 */
export async function prepareDataStack(
  environment: Environment,
  { region }: DeploymentTarget,
): Promise<string | undefined> {
  const stack = `${getPrefix(environment)}-data`;
  const table = getTableName(environment);
  const client = new CloudFormationClient({ region, maxAttempts: 2 });
  const status = await readStackStatus(client, stack);
  switch (status) {
    case undefined:
      if (!(await tableExists(region, table))) return undefined;
      throw new DeploymentError(
        `The table ${table} exists, but not its stack ${stack}, which would have to create it. Take it in with \`npx cdk import ${stack} -c environment=${environment.name}\` (docs/aws.md#when-a-deployment-fails), and run this command again.`,
      );
    case 'ROLLBACK_COMPLETE':
      await client.send(
        new UpdateTerminationProtectionCommand({ StackName: stack, EnableTerminationProtection: false }),
      );
      return `The first creation of ${stack} failed and left nothing behind: it is created again.`;
    case 'ROLLBACK_FAILED':
    case 'DELETE_FAILED':
    case 'UPDATE_ROLLBACK_FAILED':
      throw new DeploymentError(
        `${stack} is in the state ${status}, which needs a decision: see docs/aws.md#when-a-deployment-fails.`,
      );
    default:
      return undefined;
  }
}
