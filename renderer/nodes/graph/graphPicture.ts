/** What the style sheets of the page give to a drawing, and a file on its own would lack. */
const copied = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor'],
];
const headHeight = 40;
const margin = 16;
/** Sharp on paper and on dense screens. */
const pixelsPerUnit = 2;

interface Picture {
  readonly markup: string;
  readonly width: number;
  readonly height: number;
}

/** A drawing of the page with its title, as a picture that needs nothing else. */
export function toPicture(drawing: SVGSVGElement, title: string): Picture {
  const { width, height } = drawing.getBoundingClientRect();
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copyStyles(drawing, copy);
  copy.setAttribute('x', '0');
  copy.setAttribute('y', String(headHeight));
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));

  const page = getComputedStyle(drawing.closest('.graph') ?? drawing);
  const whole = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const size = { width: Math.ceil(width), height: Math.ceil(height + headHeight + margin) };
  whole.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  whole.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  whole.setAttribute('width', String(size.width));
  whole.setAttribute('height', String(size.height));
  const ground = document.createElementNS(whole.namespaceURI, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', page.backgroundColor);
  const heading = document.createElementNS(whole.namespaceURI, 'text');
  heading.setAttribute('x', String(margin));
  heading.setAttribute('y', '26');
  heading.setAttribute('fill', page.color);
  heading.setAttribute('font-family', page.fontFamily);
  heading.setAttribute('font-size', '16');
  heading.setAttribute('font-weight', '600');
  heading.append(title);
  whole.append(ground, heading, copy);
  return { markup: new XMLSerializer().serializeToString(whole), ...size };
}

function copyStyles(from: Element, to: Element): void {
  const styles = getComputedStyle(from);
  for (const name of copied) {
    const value = styles.getPropertyValue(name);
    // Patterns are named by the address of the page, of which a file has only the last part.
    if (value) to.setAttribute(name, value.replace(/url\("?[^"#)]*#([^")]+)"?\)/, 'url(#$1)'));
  }
  to.removeAttribute('class');
  to.removeAttribute('style');
  for (const [at, child] of [...from.children].entries()) {
    const copy = to.children[at];
    if (copy) copyStyles(child, copy);
  }
}

export function toSvgFile({ markup }: Picture): Blob {
  return new Blob([markup], { type: 'image/svg+xml' });
}

/** Rejects when the browser can't draw it. */
export async function toPngFile(picture: Picture): Promise<Blob> {
  const address = URL.createObjectURL(toSvgFile(picture));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.width * pixelsPerUnit;
    canvas.height = picture.height * pixelsPerUnit;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((file) =>
        file ? resolve(file) : reject(new Error('The browser made no picture of the graph.')),
      );
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
