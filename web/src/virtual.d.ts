declare module 'virtual:catalogues' {
  const chunks: Record<string, Record<string, () => Promise<{ default: Record<string, import('./i18n/packedMessages').Packed> }>>>; // by language and topic
  export default chunks;
}
