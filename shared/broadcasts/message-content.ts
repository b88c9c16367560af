// What a message to many says.

/** The content of a message: Liquid templates, the body as MJML, and a plain text where the one of the HTML will not do. */
export interface MessageContent {
  readonly subject: string;
  readonly mjml: string;
  readonly text?: string | undefined;
}
