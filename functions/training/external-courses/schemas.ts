// The schemas of courses elsewhere (docs/interface/training.md#courses-elsewhere).
import * as z from 'zod';
import { webAddress } from '../../../shared/directory/fields.ts';
import { audiences, externalStandards, launchMethods, moveOnCriteria } from './record/external-course.ts';

const iri = z
  .string()
  .max(1000)
  .regex(/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/, 'an absolute IRI such as https://example.com/courses/ethics');

const standard = z.enum(externalStandards).meta({
  description: 'cmi5, or xapi for a course that sends xAPI statements and follows no profile.',
});
const activityId = iri.meta({
  description:
    'cmi5: the id of the assignable unit in its course structure. xapi: the id of the activity whose statements count.',
  example: 'https://courses.example.com/ethics/au/1',
});
const launchUrl = webAddress.meta({
  description: 'Where the course is launched; its query must have none of the launch parameters.',
  example: 'https://courses.example.com/ethics/index.html',
});
const moveOn = z.enum(moveOnCriteria).meta({
  description: 'Which statements complete the course; NotApplicable: the launch alone does.',
});
const masteryScore = z.number().min(0).max(1).multipleOf(0.0001).meta({
  description: 'The scaled score from which on the course is passed.',
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
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'ExternalCourse', description: 'How a course takes place elsewhere.' });

export const ExternalCourseRequest = z
  .object({
    standard,
    activityId,
    launchUrl,
    moveOn,
    masteryScore: masteryScore.nullish(),
    launchMethod: launchMethod.nullish().meta({ description: 'AnyWindow by default.' }),
    launchParameters: launchParameters.nullish(),
    entitlementKey: entitlementKey.nullish(),
    openTo: openTo.nullish().meta({ description: 'registered by default.' }),
    grantsCredits: grantsCredits.nullish().meta({ description: 'True by default.' }),
  })
  .meta({ id: 'ExternalCourseRequest' });
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
    expiresDate: z.iso.datetime().meta({ description: 'Until when the course can report.' }),
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
