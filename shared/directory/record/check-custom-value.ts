// Checks values of custom fields (docs/interface/crm.md#custom-fields).
import * as z from 'zod';
import { removeDirectionMarks } from '../../data/direction-marks.ts';
import type { ErrorDetail } from '../../errors/failure.ts';
import { isCalendarDay } from '../../time/calendar-day.ts';
import { type CustomFieldItem, controlTypes } from './custom-field.ts';

/** The parts of an address, with the most characters of each. */
const longestParts = { address: 300, addressLine2: 300, city: 100, state: 100, zipCode: 20 } as const;

const part = (longest: number) =>
  z
    .preprocess(
      (sent) => (typeof sent === 'string' && sent.trim() === '' ? undefined : sent),
      z.string().trim().max(longest).nullish(),
    )
    .nullish();

/** The value of a field of kind 9. */
export const CustomAddress = z.strictObject({
  address: part(longestParts.address),
  addressLine2: part(longestParts.addressLine2),
  city: part(longestParts.city),
  state: part(longestParts.state),
  zipCode: part(longestParts.zipCode),
});

type CustomValueInput = string | z.output<typeof CustomAddress> | null | undefined;

type Checked = { readonly value: string | undefined } | Omit<ErrorDetail, 'target'>;

/** A value as it is stored; undefined removes it. */
export function checkCustomValue(
  field: CustomFieldItem,
  given: CustomValueInput,
  organizations: { has(id: string): boolean },
): Checked {
  const sent = typeof given === 'string' ? removeDirectionMarks(given).trim() : given;
  const { name, controlTypeId, allowedValues, isActive } = field;
  if (isActive === false)
    return { code: 'NOT_ALLOWED', message: `The custom field "${name}" is inactive; its value stays.` };
  const isRemoved = sent === undefined || sent === null || sent === '';
  if (isRemoved) return { value: undefined };
  if (controlTypeId === controlTypes.address) return checkAddress(name, sent);
  if (typeof sent !== 'string')
    return {
      code: 'INVALID_TYPE',
      message: `"${name}" must be a text; only fields of kind 9 are addresses.`,
    };
  if (controlTypeId === controlTypes.organization) {
    const id = sent.toLowerCase();
    return organizations.has(id)
      ? { value: id }
      : { code: 'UNKNOWN_VALUE', message: `"${name}": there is no organization with the id ${sent}.` };
  }
  if (controlTypeId === controlTypes.date && !isCalendarDay(sent))
    return {
      code: 'INVALID_FORMAT',
      message: `"${name}" must be a date of the calendar as YYYY-MM-DD, but was "${sent}".`,
    };
  if (controlTypeId === controlTypes.phone && !isPhone(sent))
    return {
      code: 'INVALID_FORMAT',
      message: `"${name}" must be a telephone number of at most 50 characters with 3 digits or more, but was "${sent}".`,
    };
  if (!allowedValues) return { value: sent };
  const allowed = allowedValues.find((value) => value.toLowerCase() === sent.toLowerCase());
  return allowed === undefined
    ? {
        code: 'UNKNOWN_VALUE',
        message: `"${name}" must be one of: ${allowedValues.join(', ')}; but was "${sent}".`,
      }
    : { value: allowed };
}

const isPhone = (text: string): boolean => text.length <= 50 && (text.match(/\d/g)?.length ?? 0) >= 3;

/**
 * The parts that an address has, as `CustomAddress` reads them; undefined for what is none. Not by that schema: a function
 * that writes people would load zod at its start.
 */
export function readAddress(sent: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  if (Object.keys(sent).some((name) => !Object.hasOwn(longestParts, name))) return undefined;
  const read: Record<string, string> = {};
  for (const [name, longest] of Object.entries(longestParts)) {
    const value: unknown = Reflect.get(sent, name) ?? '';
    if (typeof value !== 'string') return undefined;
    const text = value.trim();
    if ([...text].length > longest) return undefined;
    if (text !== '') read[name] = text;
  }
  return read;
}

function checkAddress(name: string, sent: NonNullable<CustomValueInput>): Checked {
  const address = readAddress(typeof sent === 'string' ? parseJson(sent) : sent);
  if (!address)
    return {
      code: 'INVALID_FORMAT',
      message: `"${name}" must be an address, as an object or as JSON, with address, addressLine2, city, state and zipCode only.`,
    };
  return { value: Object.keys(address).length === 0 ? undefined : JSON.stringify(address) };
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
