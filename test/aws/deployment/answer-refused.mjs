// Loads bundles as Lambda would, each in turn, and has them answer one request; prints the replies by bundle name.
const { bundles, event } = JSON.parse(process.argv[2]);
const replies = {};
for (const { name, folder } of bundles) {
  try {
    const { handler } = await import(`file://${folder}/index.mjs`);
    if (typeof handler !== 'function') throw new Error('exports no handler');
    replies[name] = event ? await handler(event, { functionName: name }) : { statusCode: 0 };
  } catch (error) {
    replies[name] = { error: String(error?.stack ?? error) };
  }
}
// A pipe accepts a limited amount at once: what is not yet written when the process ends is lost.
process.stdout.write(JSON.stringify(replies), () => process.exit(0));
