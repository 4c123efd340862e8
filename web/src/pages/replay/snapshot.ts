// Exports a part of the page as one SVG or PNG file with its symbols and current styles. Nothing is fetched or uploaded.
const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';

/** Return the CSS rules that apply on this screen, with media queries resolved: the picture has another size than the page. */
function activeRules(list: CSSRuleList): string {
  return [...list].map((rule) => {
    if (rule instanceof CSSMediaRule) return matchMedia(rule.conditionText).matches ? activeRules(rule.cssRules) : '';
    if (rule instanceof CSSKeyframesRule || rule instanceof CSSFontFaceRule) return '';
    return 'cssRules' in rule && !(rule instanceof CSSStyleRule) ? activeRules((rule as CSSGroupingRule).cssRules) : rule.cssText;
  }).join('\n');
}

/** Return the sprite symbols that a part uses, directly or through other symbols. */
function usedSymbols(part: Element, symbols = new Map<string, Element>()): Map<string, Element> {
  const texts = [...part.querySelectorAll('use')].map((use) => use.getAttribute('href') ?? '');
  const painted = [...part.querySelectorAll('[fill*="#"], [clip-path], [mask], [filter]')].flatMap((element) =>
    ['fill', 'clip-path', 'mask', 'filter'].map((name) => /#[\w-]+/.exec(element.getAttribute(name) ?? '')?.[0] ?? ''));
  for (const href of [...texts, ...painted]) {
    const drawing = href.length > 1 && !symbols.has(href) ? document.getElementById(href.slice(1)) : null;
    if (!drawing) continue;
    symbols.set(href, drawing);
    usedSymbols(drawing.closest('symbol, g, pattern, linearGradient, radialGradient') ?? drawing, symbols);
  }
  return symbols;
}

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Return the part as SVG text. It is built as text, and never inserted into the page. */
export function toSvg(part: HTMLElement, margin = 16): string {
  const rect = part.getBoundingClientRect();
  const [width, height] = [Math.ceil(rect.width), Math.ceil(rect.height)];
  const [wide, high] = [width + 2 * margin, height + 2 * margin];
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = document.documentElement.dataset.theme ?? (dark ? 'dark' : 'light');
  const sheets = [...document.styleSheets].map((sheet) => activeRules(sheet.cssRules)).join('\n');
  const writer = new XMLSerializer();
  const shared = [...usedSymbols(part).values()].filter((drawing) => !part.contains(drawing)).map((drawing) => writer.serializeToString(drawing));
  const look = getComputedStyle(part);
  const around = `.exported-part{color:${look.color};font:${look.font};width:${width}px;--cut:${look.getPropertyValue('--cut')}}`;
  const css = escapeMarkup(`${sheets}\n*{animation:none!important;transition:none!important}svg{overflow:visible}${around}`);
  const page = look.getPropertyValue('--page').trim();
  return [
    `<svg xmlns="${SVG}" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" lang="${document.documentElement.lang}" data-theme="${theme}">`,
    `<style>${css}</style><defs>${shared.join('')}</defs><rect width="100%" height="100%" fill="${page}"/>`,
    `<foreignObject x="${margin}" y="${margin}" width="${width}" height="${height}"><div xmlns="${XHTML}" class="exported-part">`,
    `${writer.serializeToString(part)}</div></foreignObject></svg>`,
  ].join('');
}

/** Return the part as a PNG with `scale` pixels per CSS pixel. */
export async function toPng(part: HTMLElement, scale = 2): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(toSvg(part))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.width * scale;
  canvas.height = picture.height * scale;
  const pen = canvas.getContext('2d')!;
  pen.scale(scale, scale);
  pen.drawImage(picture, 0, 0);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'));
}
