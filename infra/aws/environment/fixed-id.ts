// Logical ids that must not change: CloudFormation replaces a resource whose id does.
import { CfnElement } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Sets the logical id of the construct's resource, so that it does not depend on the construct's path. */
export function fixLogicalId(construct: Construct, id: string): void {
  const { defaultChild } = construct.node;
  if (!(defaultChild instanceof CfnElement))
    throw new Error(`${construct.node.path} has no resource to fix the id of`);
  defaultChild.overrideLogicalId(id);
}
