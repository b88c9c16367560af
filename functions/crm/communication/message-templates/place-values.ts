// Puts values into the texts of messages. Liquid marks them, and each is escaped once, by where it stands when the text is complete:
// in HTML text, an attribute, an address, a style or plain text. So a value can pass through `capture`, `assign` and filters before.
// The rules for addresses are those of Go's html/template ("Contexts"): a value that begins one must have a harmless scheme,
// one in its path keeps it a path, and one in its query or fragment is encoded whole.

/** Code points that are no characters and in no text (Unicode 16, 23.7). */
const marks = {
  start: '\ufdd0',
  end: '\ufdd1',
  encoded: '\ufdd2',
  encodedEnd: '\ufdd3',
  lineBreak: '\ufdd4',
} as const;

const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(toText).join('');
  return value === undefined || value === null ? '' : String(value);
};

const unmarkValue = (text: string): string => text.replaceAll(marks.start, '').replaceAll(marks.end, '');

/** A value as Liquid puts it out. */
export const markValue = (value: unknown): string => marks.start + unmarkValue(toText(value)) + marks.end;
/** A text that was put out as a value again: what `capture` has. */
export const toValueText = unmarkValue;
/** A value that is encoded for an address already. */
export const markEncoded = (value: unknown): string =>
  marks.encoded + encodeURIComponent(removeMarks(toText(value)).toWellFormed()) + marks.encodedEnd;
/** A value whose lines stay apart. */
export const markLines = (value: unknown): string => toText(value).replace(/\r?\n/g, marks.lineBreak);

const removeMarks = (text: string): string => text.replace(/[\ufdd0-\ufdef]/g, '');

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;', '=': '&#61;' },
};
const escapeCharacters = (text: string, characters: RegExp): string =>
  removeMarks(text).replace(characters, (each) => entities[each] ?? `&#${each.charCodeAt(0)};`);

const escapeText = (text: string): string =>
  text
    .split(marks.lineBreak)
    .map((line) => escapeCharacters(line, /[&<>"]/g))
    .join('<br />');
const escapeAttribute = (text: string, isQuoted: boolean): string =>
  escapeCharacters(text.replaceAll(marks.lineBreak, ' '), isQuoted ? /[&<>"']/g : /[&<>"'`=\s]/g);

/** A value of CSS: nothing that ends a declaration or loads something. */
const cleanStyle = (text: string): string => removeMarks(text).replace(/[^\p{L}\p{N} #.,%_-]/gu, '');

const harmlessSchemes = /^(https?|mailto|tel|sms):/i;

const encodePart = (text: string, address: string): string => {
  // Browsers leave control characters out of addresses.
  const clean = text
    .replaceAll(marks.lineBreak, ' ')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed();
  if (address.trim() === '') {
    const whole = clean.trim();
    if (/^[a-z][\w+.-]*:/i.test(whole) && !harmlessSchemes.test(whole)) return '#';
    return whole.replace(/[^\x21-\x7e]|["<>\\^`{|}]/g, (each) => encodeURIComponent(each));
  }
  if (/[?#]/.test(address)) return encodeURIComponent(clean).replaceAll("'", '%27');
  return encodeURI(clean).replace(/[?#]/g, encodeURIComponent);
};

const encodedParts = new RegExp(`${marks.encoded}([^${marks.encodedEnd}]*)${marks.encodedEnd}?`);

/** A value in an address, of which `address` is there already. */
const encodeForAddress = (value: string, address: string): string => {
  let done = '';
  for (const [index, part] of value.split(encodedParts).entries()) {
    // Every second part was encoded by a filter.
    done += index % 2 === 1 ? part : part === '' ? '' : encodePart(removeMarksButLines(part), address + done);
  }
  return done;
};
const removeMarksButLines = (text: string): string => text.replace(/[\ufdd0-\ufdd3\ufdd5-\ufdef]/g, '');

const addressAttributes = new Set([
  ...[
    'href',
    'src',
    'action',
    'formaction',
    'background',
    'background-url',
    'base-url',
    'poster',
    'cite',
    'data',
  ],
]);

/** Where the next character of a text with markup stands. */
class Position {
  private state: 'text' | 'tag-name' | 'tag' | 'name' | 'after-name' | 'value' | 'comment' | 'style' = 'text';
  private tag = '';
  private name = '';
  private value = '';
  private quote = '';

  /** Goes over text of the template. */
  pass(text: string): void {
    for (let index = 0; index < text.length; ) index = this.step(text, index);
  }

  private skipTo(text: string, index: number, end: string | RegExp): number {
    const found = typeof end === 'string' ? text.indexOf(end, index) : text.slice(index).search(end) + index;
    return found < index ? text.length : found;
  }

  private step(text: string, index: number): number {
    const character = text.charAt(index);
    switch (this.state) {
      case 'text': {
        const open = this.skipTo(text, index, '<');
        if (text.startsWith('<!--', open)) return this.enter('comment', open + 4);
        if (open >= text.length) return open;
        if (!/^<(\/?[a-z]|\/?$|[!?])/i.test(text.slice(open, open + 3))) return open + 1;
        this.tag = '';
        return this.enter('tag-name', open + 1);
      }
      case 'comment': {
        const end = this.skipTo(text, index, '-->');
        return end < text.length ? this.enter('text', end + 3) : end;
      }
      case 'style': {
        const end = this.skipTo(text, index, new RegExp(`</${this.tag}[\\s/>]`, 'i'));
        return end < text.length ? this.enter('text', end) : end;
      }
      case 'tag-name':
        if (/[\s>]/.test(character)) return this.enter('tag', index);
        this.tag += character.toLowerCase();
        return index + 1;
      case 'tag':
        if (character === '>') return this.leaveTag(text, index);
        if (/[\s/]/.test(character)) return index + 1;
        this.name = '';
        return this.enter('name', index);
      case 'name':
        if (/[\s=>/]/.test(character)) return this.enter('after-name', index);
        this.name += character.toLowerCase();
        return index + 1;
      case 'after-name':
        if (/\s/.test(character)) return index + 1;
        if (character !== '=') return this.enter('tag', index);
        this.value = '';
        this.quote = '';
        return this.enter('value', this.openValue(text, index + 1));
      case 'value':
        return this.passValue(text, index);
    }
  }

  private enter(state: Position['state'], index: number): number {
    this.state = state;
    return index;
  }

  private leaveTag(text: string, index: number): number {
    const isStyle =
      (this.tag === 'style' || this.tag === 'mj-style' || this.tag === 'script') &&
      text.charAt(index - 1) !== '/';
    return this.enter(isStyle ? 'style' : 'text', index + 1);
  }

  private openValue(text: string, index: number): number {
    const start = index + (/^\s*/.exec(text.slice(index, index + 100))?.[0].length ?? 0);
    const mark = text.charAt(start);
    if (mark !== '"' && mark !== "'") return start;
    this.quote = mark;
    return start + 1;
  }

  private passValue(text: string, index: number): number {
    const end = this.skipTo(text, index, this.quote === '' ? /[\s>]/ : this.quote);
    this.value += text.slice(index, end);
    if (end >= text.length) return end;
    return this.enter('tag', this.quote === '' ? end : end + 1);
  }

  /** A value of the recipient at this position. */
  place(value: string): string {
    switch (this.state) {
      case 'text':
        return escapeText(value);
      case 'comment':
        return escapeText(removeMarks(value)).replaceAll('--', '- -');
      case 'style':
        return cleanStyle(value);
      case 'tag-name':
        return this.addName('tag', value);
      case 'value':
        return this.placeInValue(value);
      default:
        this.state = 'name';
        return this.addName('name', value);
    }
  }

  private addName(member: 'tag' | 'name', value: string): string {
    const part = removeMarks(value).replace(/[^\w-]/g, '');
    this[member] += part.toLowerCase();
    return part;
  }

  private placeInValue(value: string): string {
    const isQuoted = this.quote !== '';
    if (this.name === 'style') return cleanStyle(value);
    if (!addressAttributes.has(this.name)) return escapeAttribute(value, isQuoted);
    const part = encodeForAddress(value, this.value);
    this.value += part;
    return escapeAttribute(part, isQuoted);
  }
}

/** A text with markup and marked values, in which no value becomes markup. */
export function placeInMarkup(text: string): string {
  const position = new Position();
  let done = '';
  for (const [index, part] of text.split(marks.start).entries()) {
    const end = index === 0 ? 0 : part.indexOf(marks.end);
    if (index > 0) done += position.place(part.slice(0, end));
    const own = index === 0 ? part : part.slice(end + 1);
    position.pass(own);
    done += own;
  }
  return done;
}

/** A plain text with marked values; one in an address is encoded for it. */
export function placeInText(text: string): string {
  let done = '';
  for (const [index, part] of text.split(marks.start).entries()) {
    const end = index === 0 ? 0 : part.indexOf(marks.end);
    if (index > 0) {
      const value = part.slice(0, end);
      const [address] = /https?:\/\/[^\s<>"]*$/i.exec(done.slice(-2000)) ?? [];
      done +=
        address === undefined
          ? removeMarks(value.replaceAll(marks.lineBreak, '\n'))
          : encodeForAddress(value, address);
    }
    done += index === 0 ? part : part.slice(end + 1);
  }
  return done;
}
