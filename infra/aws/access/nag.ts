// Accepting findings of cdk-nag (AWS Solutions rules), each next to the construct it is about and with a reason.
import { type Stack, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Accepts a rule's finding (`SQS3`) for the construct and everything below it, with the reason. */
export function acceptFinding(construct: Construct, finding: string, reason: string): void {
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${finding}`, reason });
}

/** A value as cdk-nag writes it in a finding: `{ Ref: 'AWS::Partition' }` is `<AWS::Partition>`. */
function formatValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(formatValue).join('');
  const [[name, inner] = ['', undefined]] = Object.entries(value);
  if (name === 'Fn::Join' && Array.isArray(inner)) return formatValue(inner[1]);
  if (name === 'Fn::GetAtt' && Array.isArray(inner)) return `<${inner.join('.')}>`;
  return `<${formatValue(inner)}>`;
}

/** The finding that a policy names this resource, which has a wildcard in it. */
export const wildcardFinding = (stack: Stack, arn: string): string =>
  `IAM5[Resource::${formatValue(stack.resolve(arn))}]`;
