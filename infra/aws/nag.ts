// Findings of cdk-nag (rules of AWS Solutions) that are accepted, each beside what it is about and with its reason.
import { type Stack, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Says why a rule's finding (`SQS3`) is right as it is, on the construct and all below it. */
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
