// Describes what a schema rejects as error details: what is wrong, where, and what is valid
// (docs/interface/requests.md#validation).
import type * as z from 'zod';
import type { ErrorDetailCode } from '../../errors/catalogue.ts';
import type { ErrorDetail } from '../../errors/failure.ts';
import { type Bounds, boundsAt } from './bounds.ts';
import { getValueAt, type Path } from './value-at.ts';

/** `address.city`, `members[0].id` */
export const formatPath = (path: Path): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );

/** The invalid value, short enough for a message. Lists and objects are only named, because they may have any depth. */
function formatValue(value: unknown): string {
  if (value === '') return 'empty';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Values with these names are never repeated in a message. */
export const isSecret = (name: string): boolean => /password|secret|token|authorization/i.test(name);

/** How a message names such a value: as another text, or by its type. */
const formatSecret = (value: unknown): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return `a ${typeof value}`;
  return typeof value === 'object' && value !== null ? formatValue(value) : 'another';
};

type Issue = z.core.$ZodIssue;

const units = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
} as const;

/** An invalid value: its name, the value, its form in messages, and its limits when it is a number. */
interface InvalidValue {
  readonly name: string;
  readonly value: unknown;
  readonly formatted: string;
  readonly bounds: Bounds;
  /** Whether the part has only texts, as a query has: its values are then always texts, and messages don't say so. */
  readonly isAllText: boolean;
}

/** The value where another type is expected. A text is named as such, or "12.5" would read like the number. */
const formatWithType = ({ value, formatted, isAllText }: InvalidValue): string =>
  typeof value === 'string' && value !== '' && !isAllText ? `the text "${formatted}"` : formatted;

/** The expected type: "a whole number" also where the value is not a number at all. */
const describeExpectedType = (expected: string, { isWhole }: Bounds): string =>
  expectedTypes[expected === 'number' && isWhole ? 'int' : expected] ?? `of type ${expected}`;

/** The length of a text or a list; texts in Unicode code points, as JSON Schema counts them. */
const getLength = (value: unknown): number =>
  typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : 0;

function describeRangeIssue(
  issue: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  { name, value, formatted, bounds }: InvalidValue,
): [ErrorDetailCode, string] {
  const isLow = issue.code === 'too_small';
  const bound = isLow ? issue.minimum : issue.maximum;
  const unit = units[issue.origin as keyof typeof units];
  const limit = isLow ? 'at least' : 'at most';
  if (unit) {
    const length = getLength(value);
    if (length === 0 || (isLow && typeof value === 'string' && value.trim() === ''))
      return ['REQUIRED_FIELD', `${name} must not be empty.`];
    return [
      'OUT_OF_RANGE',
      `${name} must have ${limit} ${bound} ${unit[Number(bound) === 1 ? 0 : 1]}, but has ${length}.`,
    ];
  }
  const { minimum, maximum } = bounds;
  const range =
    minimum !== undefined && maximum !== undefined
      ? `between ${minimum} and ${maximum}`
      : `${limit} ${bound}`;
  return ['OUT_OF_RANGE', `${name} must be ${range}, but was ${formatted}.`];
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  guid: 'a UUID such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  email: 'a mail address such as name@example.org',
  url: 'a web address such as https://example.org',
  date: 'a date as YYYY-MM-DD',
  datetime: 'a date and time as YYYY-MM-DDThh:mm:ssZ',
};

/** What a format requires, for a schema without a message of its own. */
const describeFormat = ({ format, pattern, message }: Extract<Issue, { code: 'invalid_format' }>): string =>
  formats[format] ??
  (pattern === undefined ? `in the format ${format} (${message})` : `a text that matches ${pattern}`);

/** The sentence of a schema's message that is a part of one, `must be the two letters of a state`; undefined for any other. */
function describeRequirement(message: string, { name, formatted }: InvalidValue): string | undefined {
  if (message.startsWith('must be ')) return `${name} ${message}, but was ${formatted}.`;
  return message.startsWith('must ') ? `${name} ${message}.` : undefined;
}

/** JSON types as messages name them. */
const expectedTypes: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What each form of a union accepts, or what is wrong inside the form that comes closest. */
function describeUnionIssue(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  subject: InvalidValue,
): [ErrorDetailCode, string] {
  const { name, value } = subject;
  const forms = issue.errors.flatMap(([first]) => (first ? [first] : []));
  const inner = forms.find(({ path }) => path.length > 0);
  if (inner) {
    const innerValue = getValueAt(value, inner.path);
    const innerName = [name, formatPath(inner.path)].join(typeof inner.path[0] === 'number' ? '' : '.');
    const formatted = isSecret(innerName) ? formatSecret(innerValue) : formatValue(innerValue);
    return describeIssue(inner, { ...subject, name: innerName, value: innerValue, formatted });
  }
  // The value is of the type of one form, but too large or too small for it.
  const fitting = forms.filter(({ code }) => code !== 'invalid_type');
  const [measured] = fitting;
  if (fitting.length === 1 && (measured?.code === 'too_big' || measured?.code === 'too_small'))
    return describeIssue(measured, subject);
  const start = `${name} must be `;
  const expected = forms.flatMap((form) => {
    const [, message] = describeIssue(form, subject);
    return message.startsWith(start) ? [message.slice(start.length).replace(/, but was .*$/s, '')] : [];
  });
  const valid = [...new Set(expected)].join(', or ');
  return ['INVALID_FORMAT', `${start}${valid || 'of another form'}, but was ${formatWithType(subject)}.`];
}

function describeIssue(issue: Issue, subject: InvalidValue): [ErrorDetailCode, string] {
  const { name, value, formatted } = subject;
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined || value === null) return ['REQUIRED_FIELD', `${name} is required.`];
      return [
        'INVALID_TYPE',
        `${name} must be ${describeExpectedType(issue.expected, subject.bounds)}, but was ${formatWithType(subject)}.`,
      ];
    case 'invalid_key':
      return ['INVALID_FORMAT', `${name}: ${issue.issues[0]?.message ?? 'this name is not allowed here'}.`];
    case 'too_small':
    case 'too_big':
      return describeRangeIssue(issue, subject);
    case 'invalid_format': {
      if (value === '') return ['REQUIRED_FIELD', `${name} must not be empty.`];
      if (issue.format === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(value)))
        return ['INVALID_FORMAT', `${name} must be a date of the calendar, but was ${formatted}.`];
      const requirement = describeRequirement(issue.message, subject);
      if (requirement !== undefined) return ['INVALID_FORMAT', requirement];
      const expected = issue.message.startsWith('Invalid') ? describeFormat(issue) : issue.message;
      return ['INVALID_FORMAT', `${name} must be ${expected}, but was ${formatted}.`];
    }
    case 'invalid_value':
      if (value === undefined) return ['REQUIRED_FIELD', `${name} is required.`];
      return [
        'UNKNOWN_VALUE',
        `${name} must be one of ${issue.values.map(formatValue).join(', ')}, but was ${formatted}.`,
      ];
    case 'invalid_union': {
      // The value selects one of several forms, but names none of them.
      const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
      if (value === undefined) return ['REQUIRED_FIELD', `${name} is required.`];
      // A message of the schema's own says what all its forms mean together.
      const requirement = describeRequirement(issue.message, subject);
      if (requirement !== undefined) return ['INVALID_FORMAT', requirement];
      if (options.length === 0 && !issue.message.startsWith('Invalid'))
        return ['INVALID_FORMAT', `${name} is not valid: ${issue.message}.`];
      return options.length === 0
        ? describeUnionIssue(issue, subject)
        : [
            'UNKNOWN_VALUE',
            `${name} must be one of ${options.map(formatValue).join(', ')}, but was ${formatted}.`,
          ];
    }
    case 'not_multiple_of':
      return ['INVALID_FORMAT', `${name} must be a multiple of ${issue.divisor}, but was ${formatted}.`];
    case 'unrecognized_keys':
      return [
        'UNKNOWN_FIELD',
        `${issue.keys.map(formatValue).join(', ')} ${issue.keys.length > 1 ? 'are' : 'is'} not part of this request.`,
      ];
    case 'custom': {
      const code = issue.params?.code;
      const message = describeRequirement(issue.message, subject) ?? issue.message;
      return [typeof code === 'string' ? (code as ErrorDetailCode) : 'INVALID_FORMAT', message];
    }
    default:
      if (value === undefined) return ['REQUIRED_FIELD', `${name} is required.`];
      return ['INVALID_FORMAT', `${name} is not valid: ${issue.message}.`];
  }
}

/** The validated value that has issues. */
interface ValidatedValue {
  readonly schema: z.ZodType;
  readonly value: unknown;
  /** Names the value where an issue has no path: a part of the request, or a parameter. */
  readonly part: string;
  /** Whether the value has only texts, as a query has. */
  readonly isAllText: boolean;
}

function toErrorDetail(issue: Issue, validated: ValidatedValue): ErrorDetail {
  const target = formatPath(issue.path) || validated.part;
  const value = getValueAt(validated.value, issue.path);
  const [code, message] = describeIssue(issue, {
    name: target,
    value,
    formatted: isSecret(target) ? formatSecret(value) : formatValue(value),
    bounds: boundsAt(validated.schema, issue.path),
    isAllText: validated.isAllText,
  });
  return { code, message, target };
}

/**
 * A number may be outside two ranges at once, its own and that of whole numbers: one detail is enough. A text in the place of a
 * list is not too long, too.
 */
const removeRepeatedRangeDetails = (details: readonly ErrorDetail[]): ErrorDetail[] =>
  details.filter(
    ({ code, target }, index) =>
      code !== 'OUT_OF_RANGE' ||
      details.findIndex(
        (other) => other.target === target && (other.code === code || other.code === 'INVALID_TYPE'),
      ) === index,
  );

/** The error details of a schema's issues with a value. */
export const describeIssues = (issues: readonly Issue[], validated: ValidatedValue): ErrorDetail[] =>
  removeRepeatedRangeDetails(issues.map((issue) => toErrorDetail(issue, validated)));
