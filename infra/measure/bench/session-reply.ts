// Replies in place of STS, to the request for a tenant's session.
import type { IncomingHttpHeaders } from 'node:http';

/** Whether it is that request: those to DynamoDB are JSON. */
export const isSessionRequest = ({ 'content-type': type }: IncomingHttpHeaders): boolean =>
  type === 'application/x-www-form-urlencoded';

/** The keys are those of every process here: DynamoDB Local has a database for each key. */
export const writeSession = (now: Date): string => `<AssumeRoleResponse><AssumeRoleResult><Credentials>
<AccessKeyId>local</AccessKeyId><SecretAccessKey>local</SecretAccessKey><SessionToken>session</SessionToken>
<Expiration>${new Date(now.getTime() + 3_600_000).toISOString()}</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`;
