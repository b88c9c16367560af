// How large pictures in mails are (docs/interface/communication.md#pictures).

/** Mails are 600 pixels wide; twice as many are for fine screens. */
export const LONGEST_SIDE = 1200;
/** What a reader on a phone waits for. */
export const MAX_MAIL_IMAGE_BYTES = 1_000_000;
