// Reports by the paths and bodies of existing callers (docs/interface/training.md#reports-of-existing-callers): a
// person's credits by course, and PDFs of credits and certificates.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { integerWithDefault, optionalOrBlank } from '../../../../shared/http/lenient.ts';
import { filterRulesField } from '../../../../shared/lists/filter-rules.ts';
import { commonFilters, listBody, listPage, optionalDay } from '../../../../shared/lists/list-body.ts';
import { ReportJob } from '../contract.ts';

const id = z.guid().toLowerCase();
const optionalId = optionalOrBlank(id);

/** Filters by field, `courses` and `peopleids`, each with ids. */
const filterRules = filterRulesField(['courses', 'peopleids']).meta({
  description: 'Only these courses or people; a rule without values has no effect.',
});
export type FilterRules = z.output<typeof filterRules>;

const days = { startDate: optionalDay(), endDate: optionalDay() };

const CourseCredit = z
  .strictObject({
    id: z.uuid().meta({ description: 'The id of the course.' }),
    name: z.string(),
    icon: z.strictObject({ iconReference: z.string().nullable() }),
    creditType: z.strictObject({ subObjectName: z.string().meta({ example: 'General' }) }),
    class: z.array(
      z.strictObject({ id: z.uuid(), name: z.string(), startDate: z.string(), endDate: z.string() }),
    ),
    grantedDate: z.iso.date().meta({ description: 'The last day on which credits were earned.' }),
    grantedCredits: z.number(),
    totalCredit: z.number().meta({ description: 'The credits of this type that the course is worth.' }),
    tags: z.array(z.strictObject({ tagName: z.string() })),
  })
  .meta({ id: 'CourseCreditEntry' });

const shared = { area: 'training', method: 'POST', tags: ['Reports'] } as const;
/** Reports about the caller, or about all with training.reports.read; the handler decides. */
const ownAccess = { permission: 'own', others: 'training.reports.read', token: 'required' } as const;
const reportJobEndpoint = {
  responses: {
    201: {
      description: 'The report is ready.',
      body: ReportJob,
      headers: { Location: 'The address of the report.' },
    },
    202: {
      description: 'The report is being made.',
      body: ReportJob,
      headers: { Location: 'The address of the report.' },
    },
  },
  access: ownAccess,
} as const;

export const listCourseCredits = endpoint({
  ...shared,
  path: '/api/v1/CourseReport/CourseCreditPagingList',
  summary: "List a person's credits by course",
  repeatable: true,
  body: listBody(
    {
      name: ['coursename'],
      grantedDate: ['granteddate'],
      grantedCredits: ['credits'],
      totalCredit: [],
    },
    {
      ...commonFilters,
      ...days,
      filterRules,
      groupById: id.meta({ description: 'The person.' }),
      groupByType: integerWithDefault(3, 3, 3).meta({ description: '3: credits of a person by course.' }),
    },
  ).meta({ id: 'CourseCreditRequest' }),
  responses: {
    200: {
      description: 'A page of courses, with the totals of all pages.',
      body: listPage(CourseCredit)
        .extend({ grantedCredits: z.number(), totalCredit: z.number() })
        .meta({ id: 'CourseCreditPage' }),
    },
  },
  access: ownAccess,
  budget: { roundTrips: 5, readUnits: 6 },
  example: {
    body: {
      itemCount: 10,
      pageNumber: 1,
      sortBy: 'name',
      sortDirection: 'asc',
      filterBody: { groupById: '{{personId}}', groupByType: 3, filterRules: [], searchText: '' },
    },
  },
});

export const generateCreditsEarnedGroupByCourses = endpoint({
  ...shared,
  ...reportJobEndpoint,
  path: '/api/v1/CourseReport/GenerateCreditsEarnedGroupByCoursesPDFReport',
  summary: "Request a PDF of a person's credits by course",
  body: z
    .object({
      filterBody: z.object({
        groupById: id.meta({ description: 'The person.' }),
        groupByType: integerWithDefault(3, 3, 3),
        filterRules,
        ...days,
      }),
    })
    .meta({ id: 'CreditsByCoursesRequest' }),
  budget: { roundTrips: 11, readUnits: 8, writeUnits: 70 },
  example: {
    body: {
      filterBody: {
        groupById: '{{personId}}',
        groupByType: 3,
        filterRules: [{ fieldId: 'courses', selectedValues: [] }],
        startDate: '2024-07-01',
        endDate: '2030-06-30',
      },
    },
  },
});

export const generateCreditsEarnedGroupByParticipants = endpoint({
  ...shared,
  ...reportJobEndpoint,
  path: '/api/v1/PeopleReport/GenerateCreditsEarnedGroupByParticipantsPDFReport',
  summary: 'Request a PDF of the credits of the people of an organization',
  description:
    'Includes the people of the organizations below it; everyone when groupById is blank. Requires training.reports.read.',
  body: z
    .object({
      filterBody: z.object({
        groupById: optionalId.meta({ description: 'The organization.' }),
        groupByType: integerWithDefault(1, 1, 1),
        filterRules,
        ...days,
      }),
    })
    .meta({ id: 'CreditsByParticipantsRequest' }),
  budget: { roundTrips: 18, readUnits: 26, writeUnits: 65 },
  example: {
    body: {
      filterBody: {
        groupByType: 1,
        groupById: '{{organizationId}}',
        filterRules: [],
        startDate: '2024-07-01',
        endDate: '2030-06-30',
      },
    },
  },
});

export const generateCertificationReport = endpoint({
  ...shared,
  ...reportJobEndpoint,
  path: '/api/v1/Awards/generateCertificationPDFReport',
  summary: "Request a PDF of a person's certificate of one award",
  body: z
    .object({
      filterBody: z.object({
        peopleId: id,
        awardId: id,
      }),
    })
    .meta({ id: 'CertificateRequest' }),
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 9, readUnits: 8, writeUnits: 90 },
  example: {
    body: {
      filterBody: {
        peopleId: '{{holderId}}',
        awardId: '{{heldAwardId}}',
      },
    },
  },
});

export const generateAllCertificationReport = endpoint({
  ...shared,
  ...reportJobEndpoint,
  path: '/api/v1/Awards/GenerateAllCertificationPDFReport/{personId}',
  summary: 'Request a PDF of all certificates of a person',
  description: 'The body can be empty: the path names the person.',
  params: z.object({ personId: id.meta({ description: 'The id of the person.' }) }),
  body: z.object({}).meta({ id: 'AllCertificatesRequest' }),
  refuses: ['RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  budget: { roundTrips: 9, readUnits: 8, writeUnits: 90 },
  example: {
    params: { personId: '{{holderId}}' },
    body: {},
  },
});

export const generateAllCertificationForPeopleReport = endpoint({
  ...shared,
  ...reportJobEndpoint,
  path: '/api/v1/Awards/GenerateAllCertificationForPeoplePDFReport',
  summary: 'Request a PDF of all certificates of some people',
  body: z
    .object({
      filterBody: z.object({
        peopleIds: z.array(id).min(1).max(200).meta({ description: '1 to 200 people.' }),
      }),
    })
    .meta({ id: 'CertificatesRequest' }),
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 10, readUnits: 8, writeUnits: 90 },
  example: {
    body: { filterBody: { peopleIds: ['{{holderId}}', '{{personId}}'] } },
  },
});
