// The function that CloudFormation calls when the functions of a stack have changed: it has their new versions take over
// (canary-shift.ts) and tells CloudFormation whether to go on or to roll back.
import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import * as z from 'zod';
import { createObservations, createVersions } from './canary-clients.ts';
import { type Clock, shiftVersions, type Trial } from './canary-shift.ts';

/** CloudFormation passes every value as text. */
const propertiesSchema = z.object({
  Functions: z.array(z.string()),
  Alarms: z.array(z.string()).default([]),
  Api: z.object({ name: z.string(), stage: z.string() }).optional(),
  Share: z.coerce.number(),
  Minutes: z.coerce.number(),
});

/** Whether the stack is being rolled back: then the functions have their former code again, which was tried before. */
async function isRollingBack(StackName: string): Promise<boolean> {
  const { Stacks = [] } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName }));
  return /ROLLBACK/.test(Stacks[0]?.StackStatus ?? '');
}

const clock: Clock = { now: () => new Date(), sleep };

async function shift({ RequestType, StackId, ...event }: CloudFormationCustomResourceEvent): Promise<string> {
  // The aliases are deleted with their functions.
  if (RequestType === 'Delete') return 'nothing to do';
  const { Functions, Alarms, Api, Share, Minutes } = propertiesSchema.parse(event.ResourceProperties);
  const trial: Trial | undefined =
    RequestType === 'Update' && !(await isRollingBack(StackId))
      ? { share: Share, minutes: Minutes }
      : undefined;
  const changed = await shiftVersions(
    Functions,
    trial,
    createVersions(),
    createObservations(Alarms, Api),
    clock,
  );
  return `${changed.length} of ${Functions.length} functions have a new version`;
}

async function respond(
  { ResponseURL, StackId, RequestId, LogicalResourceId }: CloudFormationCustomResourceEvent,
  Status: 'SUCCESS' | 'FAILED',
  reason: string,
): Promise<void> {
  const PhysicalResourceId = `${LogicalResourceId}-versions`;
  // A response has 4,096 bytes at most (AWS CloudFormation User Guide, custom resource response objects).
  const Reason = reason.slice(0, 1000);
  const body = { Status, Reason, PhysicalResourceId, StackId, RequestId, LogicalResourceId };
  const { ok, status } = await fetch(ResponseURL, { method: 'PUT', body: JSON.stringify(body) });
  if (!ok) throw new Error(`CloudFormation's address for the response answered ${status}`);
}

export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  try {
    const result = await shift(event);
    console.log(JSON.stringify({ level: 'info', message: result }));
    await respond(event, 'SUCCESS', result);
  } catch (error) {
    console.log(JSON.stringify({ level: 'error', message: String(error) }));
    await respond(event, 'FAILED', error instanceof Error ? error.message : String(error));
  }
}
