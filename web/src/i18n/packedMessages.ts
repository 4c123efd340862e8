// Compact form of parsed ICU messages for the bundle. The formatter needs the verbose form, which `unpack` restores.
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export type Packed = string | Piece[];
type Cases = Record<string, Packed>;
/** A literal, the `#` of a plural, an argument, a select, a plural, or any other element as parsed. */
type Piece = string | 0 | [name: string] | [name: string, cases: Cases] | [name: string, cases: Cases, plural: 1] | MessageFormatElement;
type Options = Record<string, { value: MessageFormatElement[] }>;

const [LITERAL, ARGUMENT, SELECT, PLURAL, POUND] = [0, 1, 5, 6, 7]; // element types of the parser
const COUNTED = { offset: 0, pluralType: 'cardinal' };

const each = <From, To>(from: Record<string, From>, to: (one: From) => To) => Object.fromEntries(Object.entries(from).map(([name, one]) => [name, to(one)]));

export function pack(parts: MessageFormatElement[]): Packed {
  const pieces = parts.map(piece);
  const [only = ''] = pieces;
  return pieces.length < 2 && typeof only === 'string' ? only : pieces;
}

function piece(part: MessageFormatElement): Piece {
  if (part.type === LITERAL) return (part as { value: string }).value;
  if (part.type === POUND) return 0;
  const { value, options = {}, offset, pluralType } = part as { value: string; options?: Options; offset?: number; pluralType?: string };
  const cases = each(options, (one) => pack(one.value));
  if (part.type === ARGUMENT) return [value];
  if (part.type === SELECT) return [value, cases];
  return part.type === PLURAL && offset === COUNTED.offset && pluralType === COUNTED.pluralType ? [value, cases, 1] : part;
}

export function unpack(packed: Packed): MessageFormatElement[] {
  const pieces = typeof packed === 'string' ? (packed ? [packed] : []) : packed;
  return pieces.map(part) as MessageFormatElement[];
}

function part(one: Piece): object {
  if (typeof one === 'string') return { type: LITERAL, value: one };
  if (one === 0) return { type: POUND };
  if (!Array.isArray(one)) return one;
  const [value, cases, plural] = one;
  if (!cases) return { type: ARGUMENT, value };
  const options = each(cases, (some) => ({ value: unpack(some) }));
  return plural ? { type: PLURAL, value, options, ...COUNTED } : { type: SELECT, value, options };
}
