// Requests to an endpoint, generated from its contract: valid ones, and invalid ones made by changing a valid one.

import fc from 'fast-check';
import * as z from 'zod';
import { type ExampleValues, fillPlaceholders } from '../../infra/openapi/examples.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { exampleBrowser } from '../contract/example-request.ts';
import { badBody, badJson, badName, badSegment, longQuery } from './bad-values.ts';
import { generateValue, type JsonSchema } from './from-schema.ts';

/** A request as it is sent, without credentials. */
export interface FuzzRequest {
  /** Path parameters as they are in the address. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * Names of values that only the platform issues, or that refer to an existing record. A generated value would be
 * refused, correctly, so a valid request has the value of the example, or none.
 */
const fixedNames = new Set([
  'cursor',
  'criteria',
  'searches',
  'officials',
  'issuer',
  'domains',
  'roleMapping',
  'secondFactorRoles',
  'signInPolicy',
  'defaultRoles',
  'members',
  'userName',
  'displayName',
  'Operations',
  'topics',
  'after',
  'from',
  'token',
  'tenantCode',
  'code',
  'roles',
  'scopes',
  'scope',
  'grant_type',
  'client_id',
  'redirect_uri',
  'client_secret',
  'password',
  'assignments',
  'levelTypeId',
  'objectTypeId',
  'prerequisites',
  'steps',
  'permissions',
  'to',
  'contactPersonIds',
  'attendances',
  'content',
  'excludedTypes',
  'limits',
  'officeRole',
  'reviewerRole',
  'registrationId',
  'list',
  'memberIds',
  'viewId',
  'ownerIds',
  'personIds',
  'recipientIds',
  'officialIds',
  'listId',
  'mailKind',
  'mjml',
  'groupIds',
  'listIds',
  'templateId',
  'topicId',
  'topicsOff',
  'left',
  'sendAt',
  'requestId',
  'profileId',
  'profileUserId',
  'tabGroupFieldId',
  'headerFieldName',
  'isHeader',
  'isValueChanged',
  'fieldChangeValues',
  'changes',
  'decisions',
  'classId',
  'timeZone',
  'sessions',
  'instructors',
  'registration',
  'credits',
  'certifiedInstructorIds',
  'requiredCourseIds',
  'electiveCourseIds',
  'electivesNeeded',
  'minimumCredits',
  'renewalCredits',
  'creditRules',
  'renewalCreditRules',
  'awardId',
  'memberId',
  'personId',
  'creditTypeId',
  'columns',
  'courseId',
  'earnedDate',
  'completedDate',
  'isComplete',
  'homeStateId',
  'override',
  'registrationType',
  'overrideRules',
  'overbookReason',
  'discountCode',
  'rates',
  'amount',
  'validFrom',
  'validUntil',
  'classIds',
  'courseIds',
  'awardIds',
  'cancellation',
  'defaultRateId',
  'attendanceMode',
  'paymentMethod',
  'managerId',
  'report',
  'parameters',
  'groupById',
  'peopleId',
  'peopleIds',
  'officialId',
  'typeId',
  'relationships',
  'filterRules',
  'reportType',
  'filter',
  'what',
  'channel',
  'startDate',
  'endDate',
  'id',
  'billIds',
  'audience',
  'templateId',
  'billId',
  'assignedPersonIds',
  'positionNote',
  'positionEffectiveDate',
  'positions',
  'organizationId',
  'committeeId',
  'customFields',
  'isRequired',
  'positionId',
  'formerMembershipId',
  'openedOn',
  'fillBy',
  'followUpDate',
  'closedOn',
  'remainderEnds',
  'electionTermId',
  'regionId',
  'parentId',
  'email',
  'emails',
  'phone',
  'phones',
  'trackingLevels',
  'schedule',
  'ownPositions',
  'priorities',
  'trackingLevelId',
  'trackingStatuses',
  'officialId',
  'callToAction',
  'stateId',
  'stateIds',
  'provider',
  'sessionId',
  'session',
  'days',
  'date',
  'crossoverDay',
  'sineDieDay',
  'scannedAt',
  'stamp',
  'startDate',
  'endDate',
  'otherId',
  'rules',
  'recurrence',
  'toDate',
  'issuedDate',
  'expiryDate',
]);

type Values = Readonly<Record<string, unknown>>;
const toValues = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** Schemas whose members depend on each other by a rule of the handler, so that their requests have plans: `parseSignIn`. */
const ruledByHandlers: readonly unknown[] = [
  'TenantClientSignInRequest',
  'EvaluationRequest',
  'ConsolidatedInvoiceRequest',
  'CertificateTexts',
  'ExternalCourseRequest',
  'MailSettingsRequest',
];

const hasRuleInCode = (schema: z.core.$ZodType): boolean =>
  (schema._zod.def.checks ?? []).some(({ _zod: { def } }) => def.check === 'custom');

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON schema of what callers send. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const known = jsonSchemas.get(schema) ?? convertToJsonSchema(schema);
  jsonSchemas.set(schema, known);
  return known;
}

const convertToJsonSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const isRuled = hasRuleInCode(zodSchema) || ruledByHandlers.includes(jsonSchema.id);
      if (isRuled && jsonSchema.example !== undefined) Object.assign(jsonSchema, { isRefined: true });
    },
  }) as JsonSchema;

/** The generated values, with those that only the platform issues from the example; also in filters (`filterBody`). */
const keepFixedValues = (drawn: Values, known: Values): Values =>
  Object.fromEntries(
    Object.entries(drawn).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'filterBody') return [[name, keepFixedValues(toValues(value), toValues(known[name]))]];
      if (!fixedNames.has(name)) return [[name, value]];
      return Object.hasOwn(known, name) ? [[name, known[name]]] : [];
    }),
  );

/** The same for a body that is an object, or a list of objects like the first one of the example. */
const keepFixed = (drawn: unknown, example: unknown): Values =>
  Array.isArray(drawn) && Array.isArray(example)
    ? (drawn.map((entry) => keepFixedValues(toValues(entry), toValues(example[0]))) as unknown as Values)
    : keepFixedValues(toValues(drawn), toValues(example));

/** How many generated values in a row the schema may refuse; without a limit, generating might never end. */
const maxRefused = 10_000;

/** Values of one part of a request that its schema accepts; those that only the platform issues are the example's. */
function generatePart(schema: z.ZodType | undefined, example: unknown): fc.Arbitrary<Values> {
  if (!schema) return fc.constant({});
  let refused = 0;
  return generateValue(toJsonSchema(schema))
    .map((drawn) => keepFixed(drawn, example))
    .filter((values) => {
      const { success, error } = schema.safeParse(values);
      refused = success ? 0 : refused + 1;
      if (refused > maxRefused)
        throw new Error(`No value is drawn that the schema takes: ${error && z.prettifyError(error)}`);
      return success;
    });
}

/** Values of the schema, all of them generated: a path must have its parameters. */
const generateValues = (schema: z.ZodType): fc.Arbitrary<Values> =>
  generateValue(toJsonSchema(schema)).map(toValues);

const toQuery = (values: Values): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  ).toString();

/** The schema of a form is read from name-value pairs; its parameters are like those of the example. */
const generateForm = (example: unknown): fc.Arbitrary<string> => {
  const known = toValues(example);
  return fc
    .dictionary(fc.stringMatching(/^x_[a-z]{1,6}$/), fc.string({ maxLength: 20 }), { maxKeys: 2 })
    .map((more) => toQuery({ ...more, ...known }));
};

/** Requests that the contract accepts. */
export function goodRequest(contract: EndpointConfig, values: ExampleValues): fc.Arbitrary<FuzzRequest> {
  const { params, query, headers, body, bodyType, ownForm = false, selfAs, example } = contract;
  const seen = (value: unknown) => fillPlaceholders(value ?? {}, values);
  /** A path is text, also where the id in it is a number. */
  const named = Object.fromEntries(
    Object.entries(toValues(seen(example.params))).map(([name, value]) => [name, String(value)]),
  );
  // In a path, `.` and `..` are steps between folders, however they are encoded.
  const drawnParams = (
    params && example.params === undefined ? generateValues(params) : generatePart(params, named)
  ).filter((drawn) => Object.values(drawn).every((value) => !/^\.{0,2}$/.test(String(value))));
  const exampleParams = example.params ? fc.constant(named) : drawnParams;
  /** The caller is no person of the directory, and must name one where a person may leave themselves out. */
  const namePerson = (drawn: unknown, sent: unknown): unknown => {
    if (selfAs === undefined) return drawn;
    const { [selfAs]: example } = seen(sent) as Record<string, unknown>;
    return example === undefined ? drawn : { ...(drawn as object), [selfAs]: example };
  };
  const json = generatePart(body, seen(example.body)).map((drawn) =>
    JSON.stringify(namePerson(drawn, example.body)),
  );
  return fc.record({
    params: fc
      .oneof(exampleParams, drawnParams)
      .map((drawn) =>
        Object.fromEntries(
          Object.entries(drawn).map(([name, value]) => [name, encodeURIComponent(String(value))]),
        ),
      ),
    query: generatePart(query, seen(example.query)).map((drawn) =>
      toQuery(namePerson(drawn, example.query) as Parameters<typeof toQuery>[0]),
    ),
    headers: generatePart(headers, {}).map((drawn) =>
      Object.fromEntries(Object.entries(drawn).map(([name, value]) => [name, String(value)])),
    ),
    body: !body
      ? fc.constant(undefined)
      : bodyType === 'form'
        ? generateForm({ ...(seen(example.body) as object), ...(ownForm && exampleBrowser.values) })
        : json,
  });
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'If-Match',
    'If-None-Match',
    'Idempotency-Key',
    'Content-Type',
    'Accept',
    'tenant-code',
    'Authorization',
    'api-version',
    'X-Forwarded-For',
    '__proto__',
    'constructor',
  ),
  fc.oneof(
    fc.constantFrom(
      '',
      '*',
      '"1"',
      'W/"1"',
      '"',
      '"1","2"',
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'Bearer',
      'Bearer x.y.z',
      'Basic OjpA',
      'demo',
      'harbor',
      '1.0',
      '2.0',
      'x'.repeat(400),
    ),
    fc.stringMatching(/^[\x21-\x7e]{0,40}$/),
  ),
  { maxKeys: 3, noNullPrototype: true },
);

const placeholder = 'drawn-value-goes-here';

/** The body with one member, at any depth, replaced by an invalid value, or with an invalid member added. */
const corruptBody = (body: string): fc.Arbitrary<string> => {
  const parsed: unknown = (() => {
    try {
      return JSON.parse(body);
    } catch {
      return {};
    }
  })();
  const names = Object.keys(toValues(parsed));
  const name = names.length > 0 ? fc.oneof(fc.constantFrom(...names), badName) : badName;
  return fc.tuple(name, badJson).map(([path, value]) => {
    const marked = JSON.stringify(
      Object.fromEntries([...Object.entries(toValues(parsed)), [path, placeholder]]),
    );
    return marked.replace(`"${placeholder}"`, () => value);
  });
};

const corruptQuery = (query: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(
        fc.oneof(
          badName.map((name) => encodeURIComponent(name.toWellFormed())),
          fc.constantFrom('pageIndex', 'pageSize', 'cursor', 'after', 'validateOnly', 'tenantCode'),
        ),
        badSegment,
      )
      .map(([name, value]) => `${query}&${name}=${value}`),
    longQuery.map((more) => `${query}&${more}`),
    badSegment,
  );

/** Requests that are invalid somewhere, or only unusual, made of valid ones. */
export function badRequest(valid: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  return valid.chain((good) => {
    const spoilt: fc.Arbitrary<FuzzRequest>[] = [
      oddHeaders.map((headers) => ({ ...good, headers: { ...good.headers, ...headers } })),
      corruptQuery(good.query).map((query) => ({ ...good, query })),
      badBody.map((body) => ({ ...good, body })),
    ];
    const names = Object.keys(good.params);
    if (names.length > 0)
      spoilt.push(
        fc
          .tuple(fc.constantFrom(...names), badSegment)
          .map(([name, value]) => ({ ...good, params: { ...good.params, [name]: value } })),
      );
    const { body } = good;
    if (body !== undefined)
      spoilt.push(
        fc.constant({ ...good, body: undefined }),
        ...Array(3).fill(corruptBody(body).map((worse) => ({ ...good, body: worse }))),
      );
    return fc.oneof(...spoilt);
  });
}
