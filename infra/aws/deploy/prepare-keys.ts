// After a deployment: the first signing keys, which the hourly check would create only later.
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Environment } from '../environment/environment.ts';
import { getFunctionName } from '../environment/names.ts';
import { DeploymentError, type DeploymentTarget } from './deploy-target.ts';

/**
 * Invokes the rotation of the signing keys, which creates them where there are none and otherwise does what is due: without
 * keys nobody can sign in.
 * @throws DeploymentError when the function can't be invoked, or fails
 */
export async function prepareKeys(environment: Environment, { region }: DeploymentTarget): Promise<void> {
  const name = getFunctionName(environment, 'platform', 'rotate-keys');
  const how = `invoke ${name} once, or wait an hour for its schedule: until then nobody can sign in.`;
  const client = new LambdaClient({ region, maxAttempts: 3 });
  try {
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName: name, InvocationType: 'RequestResponse' }),
    );
    if (FunctionError === undefined) return;
    throw new DeploymentError(
      `${name} failed: ${Payload?.transformToString() ?? FunctionError}\nRepair it, then ${how}`,
    );
  } catch (error) {
    if (error instanceof DeploymentError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new DeploymentError(
      `${name} could not be invoked: ${why}\nAllow lambda:InvokeFunction on it, then ${how}`,
    );
  } finally {
    client.destroy();
  }
}
