// What is deployed to AWS: the synthesized templates and the bundles (docs/aws.md#usage-plans, #stacks).
// Bundling all functions takes longer than all tests, so they share one deployment.
import { useDeployment } from './deployment.ts';
import { testArtifacts } from './deployment-artifacts.ts';
import { testEndpoints } from './deployment-endpoints.ts';
import { testFunctions } from './deployment-functions.ts';
import { testRoles } from './deployment-roles.ts';
import { testStacks } from './deployment-stacks.ts';

const deployment = useDeployment();
testStacks(deployment);
testEndpoints(deployment);
testRoles(deployment);
testFunctions(deployment);
testArtifacts(deployment);
