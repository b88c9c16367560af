// The schemas of courses elsewhere (docs/interface/training.md#courses-elsewhere).
import * as z from 'zod';
import { PublicJwk } from '../../../shared/auth/tokens/keys.ts';
import { webAddress } from '../../../shared/directory/record/fields.ts';
import {
  audiences,
  externalStandards,
  launchMethods,
  moveOnCriteria,
  sharedFacts,
} from './record/external-course.ts';

const iri = z
  .string()
  .max(1000)
  .regex(/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/, 'an absolute IRI such as https://example.com/courses/ethics');

const standard = z.enum(externalStandards).meta({
  description:
    'cmi5; xapi for a course that sends xAPI statements and follows no profile; lti for a tool of LTI 1.3.',
});
const activityId = iri.meta({
  description:
    'cmi5: the id of the assignable unit in its course structure. xapi: the id of the activity whose statements count. lti: launchUrl by default.',
  example: 'https://courses.example.com/ethics/au/1',
});
const launchUrl = webAddress.meta({
  description:
    'Where the course is launched; its query must have none of the launch parameters. lti: the target link URI.',
  example: 'https://courses.example.com/ethics/index.html',
});
const moveOn = z.enum(moveOnCriteria).meta({
  description:
    'Which statements or scores complete the course; NotApplicable: the launch alone does. A tool of lti has completed the course by a score that is Completed and FullyGraded.',
});
const masteryScore = z.number().min(0).max(1).multipleOf(0.0001).meta({
  description:
    'The scaled score from which on the course is passed. lti: scoreGiven divided by scoreMaximum; required for Passed and CompletedAndPassed.',
  example: 0.8,
});
const launchMethod = z.enum(launchMethods);
const launchParameters = z.string().max(2000).meta({ description: 'Passed on to the course as they are.' });
const entitlementKey = z.string().max(500).meta({ description: 'Tells the course that it may be used.' });
const openTo = z.enum(audiences).meta({
  description: 'Who may launch it: people with a seat in a class of the course, or everyone.',
});
const grantsCredits = z.boolean().meta({
  description: 'Whether a completion grants the credits of the course.',
});

const toolAddress = webAddress.regex(
  /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/,
  'an address that begins with https://',
);
/** What an administrator says of a tool. */
const tool = {
  loginUrl: toolAddress.meta({
    description: 'Where a launch begins: the OpenID Connect login initiation URL of the tool.',
    example: 'https://tool.example.com/lti/login',
  }),
  redirectUris: z
    .array(toolAddress)
    .min(1)
    .max(10)
    .meta({
      description: 'Where the tool takes launches; compared exactly.',
      example: ['https://tool.example.com/lti/launch'],
    }),
  keySetUrl: toolAddress.nullish().meta({
    description: "The address of the tool's JWK Set. Send either this or keys.",
    example: 'https://tool.example.com/lti/jwks',
  }),
  keys: z
    .array(PublicJwk)
    .min(1)
    .max(5)
    .nullish()
    .meta({ description: 'The public keys of the tool, where it publishes none.' }),
  custom: z
    .record(z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/), z.string().max(1000))
    .refine((parameters) => Object.keys(parameters).length <= 50, '50 parameters at most')
    // A map with such a member is no map to the DynamoDB client.
    .refine((parameters) => !Object.hasOwn(parameters, 'constructor'), 'no parameter named constructor')
    .nullish()
    .meta({ description: 'Custom parameters, which are sent as they are.', example: { chapter: '3' } }),
  shares: z
    .array(z.enum(sharedFacts))
    .max(sharedFacts.length)
    .nullish()
    .meta({ description: 'What the tool learns of the person in addition to their id; nothing by default.' }),
  returnUrl: toolAddress.nullish().meta({ description: 'Where the tool may send people back to.' }),
};

const LtiToolRequest = z.object(tool).meta({ id: 'LtiToolRequest' });

const LtiTool = z
  .strictObject({
    clientId: z.string(),
    deploymentId: z.string(),
    loginUrl: z.string(),
    redirectUris: z.array(z.string()),
    keySetUrl: z.string().optional(),
    keys: z.array(PublicJwk).optional(),
    custom: z.record(z.string(), z.string()).optional(),
    shares: z.array(z.enum(sharedFacts)),
    returnUrl: z.string().optional(),
  })
  .meta({ id: 'LtiTool', description: 'The tool of LTI that the course is.' });

const LtiConnection = z
  .strictObject({
    issuer: z.string(),
    clientId: z.string(),
    deploymentId: z.string(),
    authorizationUrl: z.string(),
    tokenUrl: z.string(),
    keySetUrl: z.string(),
  })
  .meta({ id: 'LtiConnection', description: "What the tool's administrator enters to connect it." });

export const ExternalCourse = z
  .strictObject({
    courseId: z.uuid(),
    standard,
    activityId: z.string(),
    launchUrl: z.string(),
    moveOn,
    masteryScore: z.number().optional(),
    launchMethod,
    launchParameters: z.string().optional(),
    entitlementKey: z.string().optional(),
    openTo,
    grantsCredits,
    lti: LtiTool.optional(),
    connection: LtiConnection.optional(),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'ExternalCourse', description: 'How a course takes place elsewhere.' });

export const ExternalCourseRequest = z
  .object({
    standard,
    activityId: activityId.nullish(),
    launchUrl,
    moveOn,
    masteryScore: masteryScore.nullish(),
    launchMethod: launchMethod.nullish().meta({ description: 'AnyWindow by default.' }),
    launchParameters: launchParameters.nullish(),
    entitlementKey: entitlementKey.nullish(),
    openTo: openTo.nullish().meta({ description: 'registered by default.' }),
    grantsCredits: grantsCredits.nullish().meta({ description: 'True by default.' }),
    lti: LtiToolRequest.nullish().meta({ description: 'The tool; required for lti.' }),
  })
  .meta({
    id: 'ExternalCourseRequest',
    example: {
      standard: 'cmi5',
      activityId: 'https://courses.example.com/open-records/au/1',
      launchUrl: 'https://courses.example.com/open-records/index.html',
      moveOn: 'CompletedAndPassed',
      masteryScore: 0.8,
    },
  });
export type ExternalCourseInput = z.output<typeof ExternalCourseRequest>;

export const CourseLaunch = z
  .strictObject({
    registration: z.uuid().meta({ description: 'The registration by which the course reports.' }),
    sessionId: z.uuid(),
    launchMode: z.enum(['Normal', 'Review']).meta({
      description: 'Review: the course was completed already, and reports no other result.',
    }),
    launchUrl: z
      .string()
      .meta({ description: 'Open it in a browser. It is for this person and launch alone.' }),
    launchMethod,
    expiresDate: z.iso.datetime().meta({
      description: 'Until when the course can report; of lti, until when the launch can be opened.',
    }),
  })
  .meta({ id: 'CourseLaunch' });

export const CourseLaunchRequest = z
  .object({
    again: z.boolean().nullish().meta({
      description:
        'Whether a course that was completed is taken again: with a new registration, from the beginning.',
    }),
  })
  .meta({ id: 'CourseLaunchRequest' });
