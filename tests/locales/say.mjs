// Reads [[language, message, parameters], …] from stdin, and writes the messages as the browser's formatter renders them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { IntlMessageFormat } = require('intl-messageformat');

const say = ([language, message, params]) => {
  try {
    return String(new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).format(params));
  } catch (error) {
    return `FAILED: ${error.message}`;
  }
};
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(say)));
