// What a tool of LTI calls: the authorization endpoint, the token endpoint, and Assignment and Grade Services
// (Security Framework 1.0, 5.1.1 and 4.1; AGS 2.0; docs/interface/training.md#tools-of-lti).
import * as z from 'zod';
import { formBody } from '../../../../shared/auth/sign-in/form.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { moment } from '../../../../shared/time/moment-schemas.ts';

const tenantParams = z.object({ tenantCode: z.string().meta({ description: 'The tenant.' }) });
const shared = {
  area: 'training',
  tags: ['Courses elsewhere'],
  access: 'public',
  ifMatch: 'ignored',
} as const;

const text = (length: number) => z.string().max(length).optional();
const authorizationParameters = {
  scope: text(200).meta({ description: 'openid' }),
  response_type: text(50).meta({ description: 'id_token' }),
  response_mode: text(50).meta({ description: 'form_post' }),
  prompt: text(50).meta({ description: 'none' }),
  client_id: z.string().max(200).meta({ description: 'The client id of the tool.' }),
  redirect_uri: z.string().max(2000).meta({ description: 'One of the redirect URIs of the tool, exactly.' }),
  login_hint: text(300).meta({ description: 'As the launch sent it.' }),
  lti_message_hint: text(300).meta({ description: 'As the launch sent it.' }),
  nonce: text(2000).meta({ description: 'Is in the ID token.' }),
  state: text(8000).meta({ description: 'Is sent back.' }),
};
const authorization = {
  ...shared,
  params: tenantParams,
  path: '/api/v1/Lti/{tenantCode}/Authorization',
  responses: {
    200: {
      description: 'A page whose form sends the ID token, or an error, to redirect_uri.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
  },
  refuses: ['SERVICE_BUSY'],
  budget: { roundTrips: 8, readUnits: 12, writeUnits: 6 },
} as const;
const exampleRequest = {
  scope: 'openid',
  response_type: 'id_token',
  response_mode: 'form_post',
  prompt: 'none',
  client_id: '{{ltiClientId}}',
  redirect_uri: 'https://tool.example.com/lti/launch',
  login_hint: '{{ltiLoginHint}}',
  lti_message_hint: '{{ltiMessageHint}}',
  nonce: 'fc5fdc6d-5dd6-47f4-b2c9-5d1216e9b771',
  state: 'af0ifjsldkj',
} as const;

export const getAuthorization = endpoint({
  ...authorization,
  method: 'GET',
  writes: true,
  summary: 'Authorize the launch of a tool of LTI',
  description:
    'For the browser of the person, whom the tool sends here. A launch is opened once, and within five minutes. Errors are posted to redirect_uri, and to no other address.',
  query: z.object(authorizationParameters),
  example: { params: { tenantCode: '{{tenantCode}}' }, query: exampleRequest },
});

export const postAuthorization = endpoint({
  ...authorization,
  method: 'POST',
  repeatable: true,
  summary: 'Authorize the launch of a tool of LTI, by a form',
  description: 'The same as the GET (OpenID Connect Core 3.1.2.1).',
  bodyType: 'form',
  maxBodyBytes: 32_768,
  body: formBody(authorizationParameters),
  example: { params: { tenantCode: '{{tenantCode}}' }, body: exampleRequest },
});

export const issueToolToken = endpoint({
  ...shared,
  method: 'POST',
  path: '/oauth/lti/{tenantCode}/token',
  summary: 'Get an access token as a tool of LTI',
  description:
    'client_credentials with a JWT that the tool has signed (RFC 7523; Security Framework 1.0, 4.1.1). The token is for Assignment and Grade Services of the one course, and lasts an hour. Of the scopes, those are granted that are offered.',
  params: tenantParams,
  repeatable: true,
  bodyType: 'form',
  maxBodyBytes: 32_768,
  body: formBody({
    grant_type: z.string().max(200).meta({ description: 'client_credentials' }),
    client_assertion_type: text(200).meta({
      description: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }),
    client_assertion: text(8000).meta({ description: 'A JWT signed by a key of the tool; it works once.' }),
    client_id: text(200),
    scope: text(4000).meta({ description: 'Scopes of AGS 2.0, separated by spaces.' }),
  }),
  responses: {
    200: {
      description: 'The token (RFC 6749 5.1).',
      body: z
        .strictObject({
          access_token: z.string(),
          token_type: z.literal('Bearer'),
          expires_in: z.int().meta({ description: 'Seconds.' }),
          scope: z.string(),
        })
        .meta({ id: 'LtiTokenResponse' }),
      headers: { Pragma: 'no-cache' },
    },
  },
  refuses: ['INVALID_CLIENT', 'INVALID_SCOPE', 'UNSUPPORTED_GRANT_TYPE'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 6 },
  example: {
    params: { tenantCode: '{{tenantCode}}' },
    body: {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: '{{ltiAssertion}}',
      scope: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
    },
  },
});

const gradeServices = {
  ...shared,
  params: tenantParams.extend({
    id: z.guid().toLowerCase().meta({ description: 'The id of the course.' }),
  }),
} as const;
const refusals = ['INVALID_CLIENT', 'PERMISSION_DENIED'] as const;
const byTool = 'By Authorization: Bearer with a token of the tool.';
const example = {
  params: { tenantCode: '{{tenantCode}}', id: '{{ltiCourseId}}' },
  headers: { Authorization: 'Bearer {{ltiAccessToken}}' },
} as const;
const coursePath = '/api/v1/Lti/{tenantCode}/Courses/{id}';
const lineItemPath = `${coursePath}/LineItem` as const;

const LineItem = z
  .strictObject({
    id: z.string().meta({ description: 'Its address.' }),
    scoreMaximum: z.number(),
    label: z.string(),
    resourceLinkId: z.string(),
  })
  .meta({ id: 'LtiLineItem' });

export const listLineItems = endpoint({
  ...gradeServices,
  method: 'GET',
  path: `${coursePath}/LineItems`,
  summary: 'List the line items of a tool of LTI',
  description: `${byTool} A course has one, which the platform makes.`,
  query: z.object({
    resource_link_id: text(300),
    resource_id: text(300),
    tag: text(300),
    limit: text(10).meta({ description: 'Ignored: there is one at most.' }),
  }),
  responses: {
    200: {
      description: 'The line items (AGS 2.0, 3.2).',
      body: z.array(LineItem),
      contentType: 'application/vnd.ims.lis.v2.lineitemcontainer+json',
    },
  },
  refuses: refusals,
  budget: { roundTrips: 4, readUnits: 8 },
  example,
});

export const getLineItem = endpoint({
  ...gradeServices,
  method: 'GET',
  path: lineItemPath,
  summary: 'Get the line item of a tool of LTI',
  description: byTool,
  responses: {
    200: {
      description: 'The line item.',
      body: LineItem,
      contentType: 'application/vnd.ims.lis.v2.lineitem+json',
    },
  },
  refuses: refusals,
  budget: { roundTrips: 4, readUnits: 8 },
  example,
});

/** How far the person is (AGS 2.0, 3.4.7), and the grading (3.4.8). */
const activityProgress = z.enum(['Initialized', 'Started', 'InProgress', 'Submitted', 'Completed']);
const gradingProgress = z.enum(['NotReady', 'Failed', 'Pending', 'PendingManual', 'FullyGraded']);

const Score = z
  .object({
    userId: z.string().min(1).max(300).meta({ description: 'The sub of the ID token.' }),
    timestamp: moment.meta({
      description: 'When the score was changed, by the clock of the tool; one that is not later is refused.',
    }),
    scoreGiven: z
      .number()
      .min(0)
      .max(1_000_000)
      // DynamoDB stores exponents from -130 on.
      .refine(
        (value) => value === 0 || value >= 1e-100,
        'a number that is 0, or has an exponent of -100 or more',
      )
      .nullish(),
    scoreMaximum: z.number().min(0.000_001).max(1_000_000).nullish(),
    comment: z.string().max(5000).nullish(),
    activityProgress,
    gradingProgress,
  })
  .meta({ id: 'LtiScore', description: 'A score (AGS 2.0, 3.4.9).' });
export type Score = z.output<typeof Score>;

export const publishScore = endpoint({
  ...gradeServices,
  method: 'POST',
  path: `${lineItemPath}/scores`,
  summary: 'Publish a score as a tool of LTI',
  description: `${byTool} It may be sent as application/vnd.ims.lis.v1.score+json. What completes the course is recorded in the same transaction.`,
  body: Score,
  responses: { 204: { description: 'It is stored.', body: null } },
  refuses: [...refusals, 'RESOURCE_NOT_FOUND', 'NOT_ELIGIBLE', 'CONFLICT'],
  budget: { roundTrips: 10, readUnits: 16, writeUnits: 36 },
  example: {
    ...example,
    body: {
      userId: '{{ltiUserId}}',
      timestamp: '2026-03-02T16:45:10.031Z',
      scoreGiven: 83,
      scoreMaximum: 100,
      comment: 'Well done.',
      activityProgress: 'Completed',
      gradingProgress: 'FullyGraded',
    },
  },
});

export const listResults = endpoint({
  ...gradeServices,
  method: 'GET',
  path: `${lineItemPath}/results`,
  summary: 'List the results of a tool of LTI',
  description: `${byTool} The last score of each person. Link names the next page.`,
  query: z.object({
    user_id: text(300).meta({ description: 'Of this person alone.' }),
    limit: z.coerce.number().int().min(1).max(200).optional().meta({ description: '100 by default.' }),
    after: z.guid().toLowerCase().optional().meta({ description: 'Where the page before ended.' }),
  }),
  responses: {
    200: {
      description: 'The results (AGS 2.0, 3.3).',
      body: z.array(
        z
          .strictObject({
            id: z.string(),
            scoreOf: z.string(),
            userId: z.string(),
            resultScore: z.number().optional(),
            resultMaximum: z.number().optional(),
            comment: z.string().optional(),
          })
          .meta({ id: 'LtiResult' }),
      ),
      contentType: 'application/vnd.ims.lis.v2.resultcontainer+json',
      headers: { Link: 'The address of the next page, with rel="next".' },
    },
  },
  refuses: refusals,
  budget: { roundTrips: 5, readUnits: 8 },
  example,
});
