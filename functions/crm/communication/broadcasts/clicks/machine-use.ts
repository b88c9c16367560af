// Opens and clicks of programs: privacy services and scanners load pictures and follow links before anyone reads a mail.

/**
 * Programs that name themselves, or send what no mail program of a person sends. Apple's Mail Privacy Protection loads every
 * picture when a mail arrives, as `Mozilla/5.0` and nothing else (Mailgun, "Privacy, automatic engagements, and Mailgun's bot
 * detection").
 */
const machines =
  /^$|^Mozilla\/5\.0$|bot\b|crawl|spider|scan|preview|headless|^curl\/|^wget\/|python-|^go-http-client|^java\//i;

/** Telephones of the maker Cubot name their model, and are no robots. */
const telephones = /\bcubot\b/gi;

/** Whether a program and not a person used a mail. @param userAgent the header User-Agent */
export const isMachine = (userAgent: string | undefined): boolean =>
  machines.test((userAgent ?? '').replace(telephones, '').trim());
