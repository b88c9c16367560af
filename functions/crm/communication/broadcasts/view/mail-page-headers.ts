// How browsers show a mail as a page: pictures and styles, and nothing that runs; no other site gets its address.
export const mailPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    'img-src http: https: data:',
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
} as const;
