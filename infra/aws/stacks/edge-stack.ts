// What is in front of the APIs of all areas: the usage plans, and a firewall where the environment has one.
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Environment } from '../environment/environment.ts';
import { type ApiStage, createUsagePlans } from '../gateway/usage-plans.ts';
import { createWebAcl } from '../gateway/web-acl.ts';

export interface EdgeStackProps extends StackProps {
  readonly environment: Environment;
  readonly stages: readonly ApiStage[];
}

/** Whether an environment has anything in front of its APIs. */
export const hasEdge = ({ usagePlans: plans = true, waf = false }: Environment): boolean => plans || waf;

export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { environment, stages, ...props }: EdgeStackProps) {
    super(scope, id, props);
    if (environment.usagePlans !== false) createUsagePlans(this, environment, stages);
    if (environment.waf) createWebAcl(this, environment, stages);
  }
}
