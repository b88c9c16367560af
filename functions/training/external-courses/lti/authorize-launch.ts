// A tool sends the browser of a person here, and the person returns with an ID token (Security Framework 1.0, 5.1.1).
import { Failure } from '../../../../shared/errors/failure.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import { getBrand } from '../../../../shared/pages/brand.ts';
import { renderPage } from '../../../../shared/pages/page.ts';
import { type CourseRequest, findLaunch } from '../record/authorize.ts';
import { isOpen, parseLaunchSecret, putEnrollment, updateEnrollment } from '../record/enrollment.ts';
import { buildLaunchClaims } from './id-token.ts';
import { type FoundTool, findTool } from './tool.ts';

/** The parameters of an authorization request. */
interface AuthorizationParameters {
  readonly scope?: string | undefined;
  readonly response_type?: string | undefined;
  readonly response_mode?: string | undefined;
  readonly prompt?: string | undefined;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly login_hint?: string | undefined;
  readonly lti_message_hint?: string | undefined;
  readonly nonce?: string | undefined;
  readonly state?: string | undefined;
}

/** An error as OAuth 2.0 and OpenID Connect name it. */
interface AuthorizationError {
  readonly error: string;
  readonly error_description: string;
}

/** What every request of a tool has (Security Framework 1.0, 5.1.1.2). */
const fixed = {
  response_type: ['id_token', 'unsupported_response_type'],
  response_mode: ['form_post', 'invalid_request'],
  prompt: ['none', 'invalid_request'],
} as const;

function findProblem(parameters: AuthorizationParameters): AuthorizationError | undefined {
  if (!parameters.scope?.split(' ').includes('openid'))
    return { error: 'invalid_scope', error_description: 'scope must be openid.' };
  for (const [name, [value, error]] of Object.entries(fixed))
    if (parameters[name as keyof typeof fixed] !== value)
      return { error, error_description: `${name} must be ${value}.` };
  return parameters.nonce
    ? undefined
    : { error: 'invalid_request', error_description: 'nonce must be sent.' };
}

/** The page that posts values to the tool. */
const postToTool = (
  { settings, course, external, tool }: FoundTool,
  { redirect_uri: action, state }: AuthorizationParameters,
  values: Readonly<Record<string, string>>,
): Reply<200, string> => {
  const isRefused = 'error' in values;
  const page = renderPage(
    {
      title: isRefused ? `${course.name} could not be opened` : course.name,
      text: isRefused
        ? 'Continue to its provider, or go back and launch the course again.'
        : 'The course opens at its provider.',
      foreignForm: {
        action,
        values: { ...values, ...(state !== undefined && { state }) },
        button: 'Continue',
        followedBy: [external.launchUrl, ...tool.redirectUris],
      },
    },
    getBrand(settings),
  );
  return { ...page, headers: { ...page.headers, 'Cache-Control': 'no-store' } };
};

/** The launch that the hints name, which are as it sent them; or why they name no launch. */
async function findHintedLaunch(
  context: CourseRequest,
  { tool }: FoundTool,
  { login_hint: loginHint, lti_message_hint: messageHint = '' }: AuthorizationParameters,
) {
  const secret = parseLaunchSecret(messageHint);
  const launch = await findLaunch(context, secret, ({ session }) => session.hintHash);
  const isOfTool =
    launch?.external.lti?.clientId === tool.clientId && launch.enrollment.terms.clientId === tool.clientId;
  if (!launch || !isOfTool || launch.enrollment.session.id !== loginHint)
    return 'The hints are not those of a launch, or it was opened before; launch the course again.';
  if (!isOpen(launch.enrollment.session, launch.now))
    return 'The launch has expired; launch the course again.';
  return launch;
}

/** Signs claims by the platform's RSA key, as tools expect it (Security Framework 1.0, 5.1.3 and 6.3). */
async function signClaims(claims: Readonly<Record<string, unknown>>): Promise<string> {
  const [{ getSigningKey }, { signLaunchToken }] = await Promise.all([
    import('../../../../shared/auth/tokens/signing-key.ts'),
    import('../../../../shared/auth/tokens/sign-token.ts'),
  ]);
  const key = await getSigningKey('RS256');
  if (key.alg !== 'RS256')
    throw new Failure('SERVICE_BUSY', 'The platform has no RSA key before its next rotation of keys.');
  return signLaunchToken(claims, key);
}

/**
 * Answers an authorization request. The launch is used up with it.
 * @throws Failure 400 where the tool, or its redirect URI, is unknown: then nothing is sent anywhere
 */
export async function authorizeLaunch(
  context: CourseRequest,
  parameters: AuthorizationParameters,
): Promise<Write<Reply<200, string>>> {
  const { client_id: clientId, redirect_uri: redirectUri, nonce = '' } = parameters;
  const found = await findTool(context, clientId);
  if (!found)
    throw new Failure('VALIDATION_ERROR', 'client_id is not that of a tool of this tenant.', {
      target: 'client_id',
    });
  if (!found.tool.redirectUris.includes(redirectUri))
    throw new Failure(
      'VALIDATION_ERROR',
      'redirect_uri must be one of the redirect URIs of the tool, character by character.',
      { target: 'redirect_uri' },
    );
  const problem = findProblem(parameters);
  if (problem) return write([], postToTool(found, parameters, { ...problem }));
  const launch = await findHintedLaunch(context, found, parameters);
  if (typeof launch === 'string')
    return write([], postToTool(found, parameters, { error: 'login_required', error_description: launch }));
  const { tenant, enrollment: before, person, addresses, now } = launch;
  const { hintHash: _, ...session } = before.session;
  const claims = buildLaunchClaims(found, person, { nonce, addresses, now: context.receivedAt });
  const after = updateEnrollment(before, { session, openedDate: now.toISOString() }, now);
  return write(
    [putEnrollment(tenant, before, after)],
    postToTool(found, parameters, { id_token: await signClaims(claims) }),
  );
}
