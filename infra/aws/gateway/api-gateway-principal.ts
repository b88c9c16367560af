// API Gateway as the service that assumes the roles of its integrations.
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';

/**
 * API Gateway, without the condition on aws:SourceAccount that other services' roles have: it does not send that key when it
 * assumes the role of an integration, so every call would be answered with 500. A public AWS sample removed the condition
 * after a test in an account (github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws,
 * pull request 479). An API of another account can't use the role either: whoever attaches it needs iam:PassRole here.
 */
export const apiGatewayPrincipal = (): ServicePrincipal => new ServicePrincipal('apigateway.amazonaws.com');
