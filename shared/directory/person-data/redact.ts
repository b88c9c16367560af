// Takes a person out of an item that stays: another id in place of theirs, no names, addresses and numbers.
import { isDeepStrictEqual } from 'node:util';
import { ERASED_NAME } from '../../data/erased-ids.ts';
import type { StoredItem } from '../../merges/stored-item.ts';
import type { PersonIdentity } from './identity.ts';

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A name of one word is no name of somebody: it is replaced only where it is the whole text. */
const isWithinTexts = (text: string): boolean => /[\s@]/.test(text) || text.replace(/\D/g, '').length >= 7;

/** Whole words, in any case. */
const buildPattern = (texts: readonly string[]): RegExp | undefined =>
  texts.length === 0
    ? undefined
    : new RegExp(
        `(?<![\\p{L}\\p{N}])(?:${[...texts]
          .sort((a, b) => b.length - a.length)
          .map(escapePattern)
          .join('|')})(?![\\p{L}\\p{N}])`,
        'giu',
      );

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** How far an item is searched for the person. */
interface RedactOptions {
  /** Attributes that go, at any depth. */
  readonly drop?: readonly string[] | undefined;
  /** Also full names within texts; not in records of others, which may have the same name in them. */
  readonly isAboutPerson: boolean;
}

/** Finds a person in items, and takes them out. */
export interface Redactor {
  /** Whether an item names the person by id, by address or number, or as its author. */
  readonly mentions: (item: StoredItem) => boolean;
  /** Whether the item names the person anywhere, also by a full name within a text. */
  readonly names: (item: StoredItem) => boolean;
  /** Whether a text names the person, also by a full name. */
  readonly isInText: (text: string) => boolean;
  /** Whether a row of a table names the person, also where the words of a full name are in several cells, in any order. */
  readonly isInRow: (cells: readonly string[]) => boolean;
  /** The item without the person. */
  readonly redact: (item: StoredItem, options: RedactOptions) => StoredItem;
}

type Attributes = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** What an object that has the id of a person calls them. */
const nameAttributes = new Set(['name', 'firstName', 'lastName', 'personName', 'memberName', 'byName']);

/** @param pseudonym the id that stands for the person from now on */
export function createRedactor(identity: PersonIdentity, pseudonym: string): Redactor {
  const { ids, emails, phones, subject } = identity;
  const contacts = buildPattern([...emails, ...phones].filter(isWithinTexts));
  const allNames = [...identity.names, ...(subject ? [subject.name] : [])];
  const fullNames = buildPattern(allNames.filter(isWithinTexts));
  const whole = new Set([...allNames, ...emails, ...phones].map((text) => text.toLowerCase()));
  const idPattern = buildPattern(ids);
  const ownIds = new Set([...ids, ...(subject ? [subject.id] : [])]);

  const replaceIds = (text: string): string => (idPattern ? text.replace(idPattern, pseudonym) : text);
  const replaceContacts = (text: string): string =>
    replaceIds(contacts ? text.replace(contacts, ERASED_NAME) : text);
  const replaceAll = (text: string): string => {
    if (whole.has(text.toLowerCase())) return ERASED_NAME;
    const replaced = replaceContacts(text);
    return fullNames ? replaced.replace(fullNames, ERASED_NAME) : replaced;
  };

  const wordsOfNames = allNames.filter(isWithinTexts).map(splitWords);
  const isInRow = (cells: readonly string[]): boolean => {
    const words = new Set(cells.flatMap(splitWords));
    return cells.some(isNamedIn) || wordsOfNames.some((name) => name.every((word) => words.has(word)));
  };
  const isNamedIn = (text: string): boolean => replaceAll(text) !== text;

  /** A list of ids of people loses the person's; elsewhere another id takes the place. */
  const isOwnId = (entry: unknown): boolean => typeof entry === 'string' && ids.includes(entry);
  const redactObject = (value: Attributes, { drop = [], isAboutPerson }: RedactOptions): Attributes => {
    const isOwn = Object.values(value).some((each) => typeof each === 'string' && ownIds.has(each));
    const entries = Object.entries(value).filter(([name]) => !drop.includes(name));
    return Object.fromEntries(
      entries.map(([name, each]) => {
        const isName =
          isOwn && typeof each === 'string' && (whole.has(each.toLowerCase()) || isNameOfOwner(value, name));
        return [replaceIds(name), isName ? ERASED_NAME : redactValue(each, { drop, isAboutPerson })];
      }),
    );
  };
  /** Whether the attribute is the name of the person whose id stands beside it. */
  const isNameOfOwner = (value: Attributes, name: string): boolean =>
    nameAttributes.has(name) &&
    isOwnId(value.personId ?? value.memberId ?? (value.type === 'instructor' && value.id));
  const redactValue = (value: unknown, options: RedactOptions): unknown => {
    if (typeof value === 'string') return options.isAboutPerson ? replaceAll(value) : replaceContacts(value);
    if (Array.isArray(value))
      return value.filter((entry) => !isOwnId(entry)).map((entry) => redactValue(entry, options));
    return isPlain(value) ? redactObject(value, options) : value;
  };
  const redact = (item: StoredItem, options: RedactOptions): StoredItem => {
    const { pk, sk, type, gsi1pk, gsi1sk, gsi2pk, ...content } = item;
    return {
      ...redactObject(content, options),
      // Keys have ids and folded texts: names in them are those of other records.
      pk: replaceIds(pk),
      sk: replaceIds(sk),
      ...(type !== undefined && { type }),
      ...(typeof gsi1pk === 'string' && { gsi1pk: replaceIds(gsi1pk) }),
      ...(typeof gsi1sk === 'string' && { gsi1sk: replaceIds(gsi1sk) }),
      ...(gsi2pk !== undefined && { gsi2pk }),
    };
  };
  return {
    redact,
    mentions: (item) => !isDeepStrictEqual(redact(item, { isAboutPerson: false }), item),
    names: (item) => !isDeepStrictEqual(redact(item, { isAboutPerson: true }), item),
    // In tables the parts of a name are in cells of their own.
    isInRow,
    isInText: (text) => isNamedIn(text) || isNamedIn(text.replace(/[\s",;]+/g, ' ')),
  };
}
