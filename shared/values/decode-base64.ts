/** The bytes of a text in base64, with or without white space; undefined for any other text, and for no bytes. */
export function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(/\s/g, '');
  const bytes = Buffer.from(compact, 'base64');
  // By length, because a pattern over millions of characters is slow.
  const isWhole = Math.ceil((bytes.length * 4) / 3) === compact.replace(/=+$/, '').length;
  return bytes.length > 0 && isWhole ? bytes : undefined;
}
