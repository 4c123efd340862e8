// Compact form of parsed ICU messages for the bundle. The formatter needs the verbose form, which `unpack` restores.
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export type Packed = string | Piece[];
type Cases = Record<string, Packed>;
/** A literal, the `#` of a plural, an argument, a select, a plural, or any other element as parsed. */
type Piece = string | 0 | [name: string] | [name: string, cases: Cases] | [name: string, cases: Cases, plural: 1] | MessageFormatElement;
type Options = Record<string, { value: MessageFormatElement[] }>;

const [LITERAL, ARGUMENT, SELECT, PLURAL, POUND] = [0, 1, 5, 6, 7]; // element types of the parser
const COUNTED = { offset: 0, pluralType: 'cardinal' };

const mapValues = <From, To>(from: Record<string, From>, to: (value: From) => To) => Object.fromEntries(Object.entries(from).map(([name, value]) => [name, to(value)]));

export function pack(parts: MessageFormatElement[]): Packed {
  const pieces = parts.map(packPart);
  const [only = ''] = pieces;
  return pieces.length < 2 && typeof only === 'string' ? only : pieces;
}

function packPart(part: MessageFormatElement): Piece {
  if (part.type === LITERAL) return (part as { value: string }).value;
  if (part.type === POUND) return 0;
  const { value, options = {}, offset, pluralType } = part as { value: string; options?: Options; offset?: number; pluralType?: string };
  const cases = mapValues(options, (option) => pack(option.value));
  if (part.type === ARGUMENT) return [value];
  if (part.type === SELECT) return [value, cases];
  return part.type === PLURAL && offset === COUNTED.offset && pluralType === COUNTED.pluralType ? [value, cases, 1] : part;
}

export function unpack(packed: Packed): MessageFormatElement[] {
  const pieces = typeof packed === 'string' ? (packed ? [packed] : []) : packed;
  return pieces.map(unpackPiece) as MessageFormatElement[];
}

function unpackPiece(piece: Piece): object {
  if (typeof piece === 'string') return { type: LITERAL, value: piece };
  if (piece === 0) return { type: POUND };
  if (!Array.isArray(piece)) return piece;
  const [value, cases, plural] = piece;
  if (!cases) return { type: ARGUMENT, value };
  const options = mapValues(cases, (packed) => ({ value: unpack(packed) }));
  return plural ? { type: PLURAL, value, options, ...COUNTED } : { type: SELECT, value, options };
}
