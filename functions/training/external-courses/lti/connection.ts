// How a tool of LTI and the platform know each other: the ids and addresses of both.
import type { Addresses } from '../record/addresses.ts';
import { formatLaunchSecret, type LaunchSecret } from '../record/enrollment.ts';
import { type ExternalCourseItem, type LtiTool, presentExternalCourse } from '../record/external-course.ts';

/** The platform's issuer identifier, which is the address of area C (env ISSUER). */
export const getIssuer = (): string => process.env.ISSUER ?? '';

/** The client id of a tool: it names the course, so that it is found without an index. */
export const formatClientId = (courseId: string, randomId: string): string => `${courseId}.${randomId}`;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const clientIdPattern = new RegExp(`^(${uuid})\\.${uuid}$`);

/** The course of a client id; undefined where the text is no client id. */
export const parseClientId = (clientId: string): string | undefined => clientIdPattern.exec(clientId)?.[1];

/** What the tool's administrator enters. */
const buildConnection = ({ clientId, deploymentId }: LtiTool, addresses: Addresses) => ({
  issuer: getIssuer(),
  clientId,
  deploymentId,
  authorizationUrl: addresses.authorization,
  tokenUrl: addresses.token,
  keySetUrl: `${getIssuer()}/.well-known/jwks.json`,
});

/** A course elsewhere in a response, with what connects its tool. */
export const presentWithConnection = (external: ExternalCourseItem, addresses: Addresses) => ({
  ...presentExternalCourse(external),
  ...(external.lti && { connection: buildConnection(external.lti, addresses) }),
});

/** The parameters with which a launch begins at the tool (Security Framework 1.0, 5.1.1.1; Core 1.3, 4.1). */
export const buildLoginParameters = (
  { clientId, deploymentId, launchUrl }: LtiTool & { readonly launchUrl: string },
  secret: LaunchSecret,
) => ({
  iss: getIssuer(),
  login_hint: secret.sessionId,
  target_link_uri: launchUrl,
  lti_message_hint: formatLaunchSecret(secret, '.'),
  client_id: clientId,
  lti_deployment_id: deploymentId,
});
