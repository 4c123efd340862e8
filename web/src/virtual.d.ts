declare module 'virtual:catalogues' {
  import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
  const chunks: Record<string, Record<string, () => Promise<{ default: Record<string, string | MessageFormatElement[]> }>>>; // by language and topic
  export default chunks;
}
