// The pages behind the links of notifications: for one person, one record and one purpose, without signing in
// (docs/interface/training.md#links-of-notifications). They work without JavaScript.
import * as z from 'zod';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { formFields } from '../../../shared/http/lenient.ts';
import { certificateLanguage } from '../credentials/languages/language-query.ts';

const page = {
  area: 'training',
  tags: ['Notifications'],
  params: z.object({
    tenantCode: z.string(),
    token: z
      .string()
      .max(200)
      .meta({ description: 'The secret part of the link, contained only in the notification.' }),
  }),
  responses: {
    200: {
      description:
        'An HTML page, also when the link is invalid, has expired, was used, or no longer applies: it says which.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
  },
  access: 'public',
} as const;

const form = {
  method: 'POST',
  bodyType: 'form',
  body: formFields(2000),
  maxBodyBytes: 16_384,
  ifMatch: 'ignored',
} as const;

const changesNothing =
  'Changes nothing, because mail programs follow links too; the buttons on the page send the POST.';

const offer = { ...page, path: '/api/v1/Links/Offer/{tenantCode}/{token}' } as const;
const offerParams = { tenantCode: '{{tenantCode}}', token: '{{offerLinkToken}}' };
const approval = { ...page, path: '/api/v1/Links/Approval/{tenantCode}/{token}' } as const;
const approvalParams = { tenantCode: '{{tenantCode}}', token: '{{approvalLinkToken}}' };
const evaluation = { ...page, path: '/api/v1/Links/Evaluation/{tenantCode}/{token}' } as const;
const evaluationParams = { tenantCode: '{{tenantCode}}', token: '{{evaluationLinkToken}}' };
const certificateParams = { tenantCode: '{{tenantCode}}', token: '{{certificateLinkToken}}' };

export const getOfferPage = endpoint({
  ...offer,
  method: 'GET',
  summary: 'Show the page on which a person accepts or declines an offered seat',
  description: `The link in the notification of the offer, valid until the offer ends. ${changesNothing}`,
  budget: { roundTrips: 6, readUnits: 8 },
  example: { params: offerParams },
});

export const sendOfferPage = endpoint({
  ...offer,
  ...form,
  summary: 'Accept or decline an offered seat by its link',
  description:
    'The form of the page: action is accept or decline. As the person for whom the link was made, whatever else they may do; repeating it has no further effect.',
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 23 },
  example: { params: offerParams, body: { action: 'accept' } },
});

export const getApprovalPage = endpoint({
  ...approval,
  method: 'GET',
  summary: 'Show the page on which an approver decides about a registration',
  description: `The link in the request for a decision, for that step only. ${changesNothing}`,
  budget: { roundTrips: 6, readUnits: 8 },
  example: { params: approvalParams },
});

export const sendApprovalPage = endpoint({
  ...approval,
  ...form,
  summary: 'Approve or deny a registration by its link',
  description:
    'The form of the page: action is approve or deny, reason is stored with the decision, and needed to deny. Decides only the step for which the link was made, and only while it waits for its person or a role that they hold.',
  budget: { roundTrips: 10, readUnits: 14, writeUnits: 23 },
  example: { params: approvalParams, body: { action: 'approve', reason: 'Covered by the training budget.' } },
});

export const getEvaluationPage = endpoint({
  ...evaluation,
  method: 'GET',
  summary: 'Show the page on which a person answers the evaluation of a class',
  description: `The link in the invitation to evaluate a class and in its reminder. ${changesNothing}`,
  budget: { roundTrips: 9, readUnits: 10 },
  example: { params: evaluationParams },
});

export const sendEvaluationPage = endpoint({
  ...evaluation,
  ...form,
  summary: 'Answer the evaluation of a class by its link',
  description:
    'The form of the page: `answer1` for the first question and so on, with the number of a scale, yes or no, a text, or the place of an option from 0; of several options one field each, such as `answer3.0`. What is missing or wrong is said on the page, which keeps the answers.',
  // 30 texts of 2000 characters, each of up to 9 bytes as it is sent.
  maxBodyBytes: 600_000,
  budget: { roundTrips: 10, readUnits: 14, writeUnits: 20 },
  example: { params: evaluationParams, body: { answer1: '5', answer2: 'More time for questions.' } },
});

export const getRegistrationPage = endpoint({
  ...page,
  method: 'GET',
  path: '/api/v1/Links/Registration/{tenantCode}/{token}',
  summary: 'Show a registration by its link',
  description: 'The link in the notifications about a registration: how it is now, with its class.',
  budget: { roundTrips: 6, readUnits: 8 },
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{registrationLinkToken}}' } },
});

export const getCertificatePage = endpoint({
  ...page,
  method: 'GET',
  path: '/api/v1/Links/Certificate/{tenantCode}/{token}',
  summary: 'Show a certification by its link',
  description: 'The link in the notification of an award, with the certificate to download.',
  budget: { roundTrips: 6, readUnits: 8 },
  example: { params: certificateParams },
});

export const getLinkedCertificatePdf = endpoint({
  ...page,
  method: 'GET',
  path: '/api/v1/Links/Certificate/{tenantCode}/{token}/Certificate.pdf',
  summary: 'Download a certificate by its link',
  query: z.object({ language: certificateLanguage }),
  responses: {
    200: { description: 'The certificate.', body: Bytes, contentType: 'application/pdf' },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 8 },
  example: { params: certificateParams },
});
